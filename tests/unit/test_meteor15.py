"""METEOR 1.5 with synonyms and paraphrases: the program's own answers with dictionaries of a few entries.

``tests/data/meteor15/answers.jsonl`` has what meteor-1.5.jar (of pycocoevalcap 1.2) printed for
``java -jar meteor-1.5.jar - - -stdio -l en -norm -m MODULES -d synonym -a data/paraphrase-en.gz``: 23 statistics, and the score.
"""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from samescore import Corpus, SettingsError, score
from samescore.metrics import evaluate, metric
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.meteor15.alignment import align, java_hash
from samescore.text.meteor_words import meteor_words, normalize
from samescore.text.resources.meteor_data import paraphrases, synonyms
from samescore.text.snowball import snowball_stem

DATA = Path(__file__).parents[1] / "data" / "meteor15"
ANSWERS = [json.loads(line) for line in (DATA / "answers.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def dictionaries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METEOR_DATA", str(DATA))


def _corpus(*answers: dict[str, Any]) -> Corpus:
    return Corpus.from_segments(
        [answer["hypothesis"] for answer in answers], [[answer["reference"]] for answer in answers]
    )


@pytest.mark.usefixtures("dictionaries")
@pytest.mark.parametrize("modules", ["exact-stem-synonym", "all"])
def test_statistics_and_scores_are_those_of_the_program(modules: str) -> None:
    chosen = metric("meteor15")
    settings = chosen.settings.from_mapping({"modules": modules, "average": "sentences"})
    table = chosen.statistics(_corpus(*ANSWERS), chosen.counting(settings))
    assert isinstance(chosen, MeanOfSegments)
    scores = chosen.sentence_scores(table, settings)
    for row, value, answer in zip(table.rows, scores, ANSWERS, strict=True):
        assert [list(row[:23]), value] == answer[modules], answer


@pytest.mark.usefixtures("dictionaries")
def test_more_modules_may_match_less() -> None:
    """Two candidates for one pair of words are no unambiguous match, and half a word rounds down to none."""
    pair = Corpus.from_segments(["dog"], [["dogs"]])
    assert score("meteor15", pair).value == pytest.approx(0.6)
    assert score("meteor15", pair, modules="all").value == 0.0


@pytest.mark.usefixtures("dictionaries")
def test_synonyms_of_words_and_of_their_base_forms() -> None:
    known = synonyms()
    assert known.sets("went") == {"13", "14"}  # of go
    assert known.sets("ran") == {"13", "14"}  # of run and go
    assert known.sets("bosses") == {"15"}
    assert known.sets("as") == set()
    assert known.sets("xing") == set()


@pytest.mark.usefixtures("dictionaries")
def test_paraphrases_are_those_among_the_phrases_of_the_texts() -> None:
    found = paraphrases(frozenset({"take into account", "account for", "in order to"}))
    assert found == {"take into account": (("account", "for"),)}


@pytest.mark.usefixtures("dictionaries")
@pytest.mark.parametrize(
    ("reference", "hypothesis", "knob"),
    [("a car", "a wagon", "synonym_weight"), ("assistance", "aid", "paraphrase_weight")],
)
def test_weights_of_synonyms_and_paraphrases(reference: str, hypothesis: str, knob: str) -> None:
    chosen = metric("meteor15")
    values = []
    for weight in (0.0, 0.5, 1.0):
        settings = chosen.settings.from_mapping({"modules": "all", knob: weight})
        values.append(evaluate(chosen, _corpus({"reference": reference, "hypothesis": hypothesis}), settings).value)
    assert values[0] < values[1] < values[2] == 1


@pytest.mark.usefixtures("dictionaries")
def test_half_a_character_has_no_paraphrases() -> None:
    assert paraphrases(frozenset({"\ud800", "account for"})) == {}
    pair = Corpus.from_segments(["an aid \ud800"], [["an aid \ud800 more"]])
    assert score("meteor15", pair, modules="all").value == score("meteor15", pair).value


def test_an_archive_whose_file_would_be_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "meteor-1.5.jar", "w") as archive:
        for part in ("synsets", "exceptions"):
            archive.writestr(f"synonym/english.{part}", "dog\n1\n")
    monkeypatch.setenv("METEOR_DATA", str(tmp_path))
    monkeypatch.setattr("samescore.text.resources.meteor_data.LARGEST_FILE", 5)
    with pytest.raises(SettingsError, match="synsets has 6 bytes, more than 5"):
        score("meteor15", Corpus.from_segments(["dog"], [["dogs"]]), modules="exact-stem-synonym")


def test_dictionaries_that_are_missing_or_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METEOR_DATA", str(tmp_path))
    pair = Corpus.from_segments(["dog"], [["dogs"]])
    for modules in ("exact-stem-synonym", "all"):
        with pytest.raises(SettingsError, match="cannot be read"):
            score("meteor15", pair, modules=modules)
    (tmp_path / "meteor-1.5.jar").write_bytes(b"no archive")
    with pytest.raises(SettingsError, match="synonyms"):
        score("meteor15", pair, modules="exact-stem-synonym")
    monkeypatch.delenv("METEOR_DATA")
    monkeypatch.setattr("samescore.text.resources.meteor_data.find_spec", lambda _: None)
    with pytest.raises(SettingsError, match="not installed"):
        score("meteor15", pair, modules="all")


@pytest.mark.parametrize("named", [None, ""])
def test_without_a_named_folder_the_installed_files_are_used(
    named: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scored() -> float:
        return score("meteor15", Corpus.from_segments(["dog"], [["dogs"]]), modules="all").value

    monkeypatch.setenv("METEOR_DATA", str(DATA))
    assert scored() == 0.0
    if named is None:
        monkeypatch.delenv("METEOR_DATA")
    else:
        monkeypatch.setenv("METEOR_DATA", named)
    shutil.copytree(DATA, tmp_path / "meteor")
    package = SimpleNamespace(submodule_search_locations=[str(tmp_path)])
    monkeypatch.setattr("samescore.text.resources.meteor_data.find_spec", {"pycocoevalcap": package}.get)
    assert scored() == 0.0
    package.submodule_search_locations = None  # a module, not a package
    with pytest.raises(SettingsError, match="not installed"):
        scored()


def test_words_are_compared_by_javas_hash_codes() -> None:
    assert java_hash("Aa") == java_hash("BB") == 2112
    assert java_hash("\U0001f600") == 1772899  # the code of its two surrogates
    assert len(align(["Aa"], ["BB"], 1).matches) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Mr. Smith, of No. 5 and no. X.", "Mr. Smith , of No. 5 and no . X."),
        ("i.e. the U.K.-based e.g. cos.", "ie the UK based eg cos ."),
        ("1990's rock'n'roll '90s", "1990 's rock 'n'roll ' 90s"),
        ("wait.... what", "wait .... what"),
        ("a -- b \u2013 c---d", "a - b - c--d"),
    ],
)
def test_the_normalizer(text: str, words: str) -> None:
    assert normalize(text) == words
    assert meteor_words(text, "norm") == words.lower().split()


def test_stems_of_snowball() -> None:
    words = [
        "generously",
        "communism",
        "skies",
        "dying",
        "happily",
        "hoping",
        "hopping",
        "agreed",
        "feed",
        "kindness's",
        "inning",
        "yes",
    ]
    stems = ["generous", "communism", "sky", "die", "happili", "hope", "hop", "agre", "feed", "kind", "inning", "yes"]
    assert [snowball_stem(word) for word in words] == stems
