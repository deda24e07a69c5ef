"""METEOR with the synonyms of WordNet: the reader of its files, what is looked up, and NLTK on the same dictionary."""

from __future__ import annotations

import importlib
import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.peers import need
from samescore import Corpus, InputError, SettingsError, score
from samescore.implementations import installed_package
from samescore.metrics.meteor import align
from samescore.text.porter import porter_stem
from samescore.text.resources.wordnet_dictionary import Dictionary, wordnet
from tests.wordnet import SYNSETS, write_wordnet


@pytest.fixture
def dictionary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = write_wordnet(tmp_path / "corpora" / "wordnet")
    monkeypatch.setenv("WNSEARCHDIR", str(folder))
    return folder


def _score(reference: str, hypothesis: str, **knobs: Any) -> float | None:
    return score("meteor", Corpus.from_segments([hypothesis], [[reference]]), **knobs).value


@pytest.mark.usefixtures("dictionary")
@pytest.mark.parametrize(
    ("word", "synonyms"),
    [
        ("car", "car auto automobile motorcar"),
        ("Cars", "car auto automobile motorcar"),  # lower case, and without its ending
        ("dog", "dog hound frump"),  # of two synsets
        ("ran", "run go"),  # an irregular verb; the noun run is no base form of it
        ("bought", "buy purchase"),
        ("happy", "glad happy"),  # without the marker (p)
        ("gotham", "Gotham"),  # case is kept, and New_York is of several words
        ("automobil", ""),
        ("", ""),
    ],
)
def test_the_synonyms_of_a_word(word: str, synonyms: str) -> None:
    assert wordnet().synonyms(word) == set(synonyms.split())


@pytest.mark.usefixtures("dictionary")
def test_stems_are_looked_up() -> None:
    """``automobil`` is no word of the dictionary, and ``quick`` is its own stem."""
    assert _score("car", "automobile", synonyms="wordnet-stems") == 0
    assert _score("automobile", "car", synonyms="wordnet-stems") == 0
    assert _score("fast", "quick", synonyms="wordnet-stems") == 0.5
    assert _score("fast", "quick") == 0


@pytest.mark.usefixtures("dictionary")
def test_words_are_looked_up_and_stems_count_twice() -> None:
    """NLTK 3.5: dog by its stem, run by its stem and again as a synonym of running; P = 3/2, R = 1, three chunks."""
    assert _score("car", "automobile", synonyms="wordnet-words") == 0.5
    hypothesis, reference = ["dog", "runs"], ["dogs", "are", "running"]
    aligned = align(hypothesis, reference, lambda word: porter_stem(word, mode="nltk"), "wordnet-words")
    assert aligned == [(0, 0), (1, 2), (1, 2)]
    expected = 0.5 * 1.5 / (0.9 * 1.5 + 0.1)
    assert _score("dogs are running", "dog runs", synonyms="wordnet-words") == pytest.approx(expected, rel=1e-15)
    assert _score("dogs are running", "dog runs", synonyms="wordnet-stems") == 0.3448275862068965


def test_without_a_dictionary_there_is_no_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WNSEARCHDIR", str(tmp_path))
    with pytest.raises(SettingsError, match="need its dictionary") as caught:
        _score("car", "auto", synonyms="wordnet-stems")
    assert "WNSEARCHDIR" in caught.value.hint


def test_damaged_files_are_named(tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path / "damaged")
    text = (folder / "index.noun").read_text()
    (folder / "index.noun").write_text(text.replace("auto n 1", "auto n x"))
    with pytest.raises(InputError, match=r"index\.noun, line 2: not an entry"):
        Dictionary(folder)
    (folder / "index.noun").write_text("auto n 1 0 1 0 00000020\nkid n 1 0 1 0 99999999\n")
    for word in ("auto", "kid"):
        with pytest.raises(InputError, match=r"data\.noun: no synset at"):
            Dictionary(folder).synonyms(word)
    (folder / "verb.exc").unlink()
    with pytest.raises(InputError, match=r"verb\.exc"):
        Dictionary(folder)


@pytest.fixture
def nltk_reader(dictionary: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """NLTK's reader of the same dictionary. It never closes the files that it opens: a collection of garbage would warn."""
    need(installed_package("nltk"))
    data = importlib.import_module("nltk.data")
    monkeypatch.setattr(data, "path", [str(dictionary.parents[1])])
    monkeypatch.setenv("NLTK_DATA", str(dictionary.parents[1]))
    reading = importlib.import_module("nltk.corpus.reader.wordnet")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reader = reading.WordNetCorpusReader(str(dictionary), None)
    yield reader
    for file in reader._data_file_map.values():
        file.close()


def test_nltk_gives_the_same_score_with_the_same_dictionary(nltk_reader: Any) -> None:
    nltk_score = importlib.import_module("nltk.translate.meteor_score").meteor_score
    words = [word.partition("(")[0] for synsets in SYNSETS.values() for line in synsets for word in line.split()]
    words += ["children", "ran", "bought", "cars", "jumping", "dogs", "bigger", "the", "Kids", "toys"]
    rng, moved = random.Random(5), 0
    for _ in range(500):
        lines = [[rng.choice(words) for _ in range(rng.randint(0, 9))] for _ in range(rng.randint(2, 3))]
        corpus = Corpus.from_tokens([lines[0]], [lines[1:]])
        ours = score("meteor", corpus, tokenizer="given", synonyms="wordnet-stems").value
        assert ours == nltk_score(lines[1:], lines[0], wordnet=nltk_reader), lines
        moved += ours != score("meteor", corpus, tokenizer="given").value
    assert moved > 100
