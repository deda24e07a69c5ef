"""Users' words for entries, and the index that is searched for them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from samescore.base.errors import DataError
from samescore.catalogue import users_words as module
from samescore.catalogue.divergences import divergences
from samescore.catalogue.reported import reported_cases
from samescore.catalogue.symptoms import symptoms
from samescore.catalogue.users_words import users_words
from samescore.verbs.why.symptom_search import SymptomIndex
from samescore.verbs.why.symptoms import find_names
from samescore.verbs.why.word_index import COLUMNS, WordIndex, words_of


def test_every_id_and_knob_of_users_words_exists() -> None:
    with closing(SymptomIndex()) as search:
        ids = search.names()
    assert not users_words().entries.keys() - ids
    knobs = {knob for entry in divergences().values() for knob in entry.knobs}
    assert not users_words().knobs.keys() - knobs


def test_every_reported_case_has_users_words() -> None:
    assert not reported_cases().keys() - users_words().entries.keys()


def test_users_words_are_not_copies_of_symptoms() -> None:
    phrases = {phrase.strip().lower() for words in users_words().entries.values() for phrase in words.split(", ")}
    assert not phrases & {symptom.words.lower() for symptom in symptoms()}


def test_malformed_users_words_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "users_words.toml").write_text("[knobs]\ncase = 3\n[entries]\n", encoding="utf-8")
    monkeypatch.setattr(module, "data_folder", lambda _: tmp_path)
    users_words.cache_clear()
    try:
        with pytest.raises(DataError, match="users_words"):
            users_words()
    finally:
        users_words.cache_clear()


def _ranks(question: str, *texts: str) -> dict[int, float]:
    rows = [("", text, "", "", "", "") for text in texts]
    assert all(len(row) == len(COLUMNS) for row in rows)
    with closing(WordIndex(rows)) as index:
        return index.ranks(words_of(question), ())


def test_a_word_counts_more_than_its_synonym() -> None:
    ranks = _ranks("shuffled", "shuffled lines", "permuted lines", *["other text"] * 20)
    assert ranks[0] > ranks[1] > 0


@pytest.mark.parametrize(
    ("word", "found"), [("tokenzier", {0}), ("reproducable", {1}), ("zebra", set()), ("tok", set())]
)
def test_a_misspelled_word_finds_the_one_that_is_meant(word: str, found: set[int]) -> None:
    assert set(_ranks(word, "the tokenizer", "not reproducible", "something else")) == found


def test_a_rare_synonym_counts_no_more_than_the_usual_word() -> None:
    ranks = _ranks("empty", "blank", *["an empty text"] * 5, *["other text"] * 30)
    assert ranks[0] < ranks[1]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("WER 1.5", "above"),
        ("wer of 130 %", "excessive"),
        ("BLEU higher than 1", "excessive"),
        ("chrF 0.55 and 55", "scale"),
        ("a kappa of -0.1", "negative"),
        ("the same sentence is not 100", "imperfect"),
    ],
)
def test_numbers_say_what_they_mean(text: str, word: str) -> None:
    assert word in words_of(text)


@pytest.mark.parametrize(
    "text", ["nltk 3.2.5 and 3.4", "sacrebleu 1.4", "29.3 and 28.6", "page 1-100 of 0.5", "BLEU of 100 %"]
)
def test_versions_and_ordinary_numbers_say_nothing_else(text: str) -> None:
    assert not {"above", "excessive", "scale", "negative"} & set(words_of(text))


def test_words_of_a_field_name_its_family() -> None:
    assert find_names("NER with one wrong boundary", ()).families == {"sequences"}
    assert find_names("f1 for NER", ()).metrics == frozenset()
    assert find_names("the precision of ROUGE", ()).families == {"rouge"}
    assert find_names("macro precision", ()).metrics == {"precision"}


def test_the_f1_of_a_package_is_that_of_its_metric() -> None:
    with closing(SymptomIndex()) as search:
        for question in ("seqeval f1 for I- without B-", "strict f1 of seqeval"):
            assert all("seqeval" in reason.id for reason in search.reasons(question, 2).reasons), question
