"""The words of a question, and how an index of words ranks entries."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

import pytest

from samescore.verbs.why.word_index import COLUMNS, WordIndex, words_of

#: The index and the words do not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("", []),
        ("the The THE", ["the"]),
        ("don't a.b/c:d x_y", ["don't", "a.b/c:d", "x_y"]),
        ("chrF++ and ROUGE-L", ["chrfplusplus", "and", "rouge", "rougel"]),
        (
            "rouge_su4 rougeLsum rouge-s4 rouge s rouge-w",
            ["rouge", "rougesu4", "rougelsum", "rouges4", "rouges", "rougew"],
        ),
        ("rouge-10 rouge-0", ["rouge-10", "rouge-0"]),
        ("BLEU-4 bleu5", ["bleu", "bleu4", "bleu5"]),
        ("Word Error Rate", ["wer"]),
        # numbers: four decimals, and all decimals if there are more
        ("0.84 0.840", ["0d84"]),
        ("0.1234", ["0d1234"]),
        ("0.12345", ["0d1235", "0d12345"]),
        ("0.00001 0.0", ["zero", "0d00001"]),
        ("2.5e-3", ["0d0025"]),
        ("v0.84 0.84.1", ["v0.84", "0.84.1"]),
        ("27", ["27"]),
    ],
)
def test_words_of_a_question(question: str, words: list[str]) -> None:
    assert words_of(question) == words


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("not 1", "imperfect"),
        ("isn't 1.00", "imperfect"),
        ("never perfect", "imperfect"),
        ("lower than 100", "imperfect"),
        ("less than one", "imperfect"),
        ("above 1", "excessive"),
        ("exceeds 100.0", "excessive"),
        ("over a hundred", "excessive"),
        ("bigger than one", "excessive"),
        ("100.1%", "excessive"),
        ("101 percent", "excessive"),
        ("WER 1.5", "excessive"),
        ("it returns 2.25", "excessive"),
        ("kappa = 1.1", "excessive"),
        ("-0.3", "negative"),
        ("\u22120.3", "negative"),
        ("less than zero", "negative"),
        ("27 and 0.27", "scale"),
        ("0.27 but 27.4", "scale"),
        ("0 to 100", "scale"),
    ],
)
def test_a_number_in_a_question_gives_a_word(question: str, word: str) -> None:
    assert word in words_of(question)


@pytest.mark.parametrize(
    "question",
    [
        "not 10",
        "not 1.5 times",
        "lower than 0.5",
        "above 0.5",
        "above 10",
        "100%",
        "99 percent",
        "wer 0.5",
        "wer 3.5",
        "version 1.5",
        "0.3-0.5",
        "a-0.3",
        "-3",
        "27 and 0.28",
        "0.5 and 0.5",
        "100 and 1",
        "0 and 0.27",
    ],
)
def test_other_numbers_give_no_word(question: str) -> None:
    assert not {"imperfect", "excessive", "above", "negative", "scale"} & {
        word for word in words_of(question) if word not in question.split()
    }


def test_scores_are_on_two_scales_if_their_ratio_is_about_a_hundred() -> None:
    assert [score for score in (97, 98, 102, 103) if "scale" in words_of(f"0.5 and {score / 2}")] == [98, 102]


@contextmanager
def _index(*entries: str | Sequence[str]) -> Iterator[WordIndex]:
    """An index of entries, each given by its columns or by its symptom."""
    columns = [("", entry, "", "", "", "") if isinstance(entry, str) else entry for entry in entries]
    with closing(WordIndex(columns)) as index:
        yield index


def test_a_word_weighs_as_its_column_does() -> None:
    place = list(COLUMNS).index
    entries = [["word" if each == name else "" for each in COLUMNS] for name in COLUMNS]
    with _index(*entries, *["other"] * 20) as index:
        ranks = index.ranks(["word"], ())
    assert ranks[place("users")] > ranks[place("names")] == ranks[place("symptom")] > ranks[place("asked")]
    assert ranks[place("asked")] > ranks[place("effects")] == ranks[place("knobs")] > 0
    assert len(ranks) == 6


def test_entries_are_found_by_stems_without_accents_and_case() -> None:
    with _index("Divided by zéros", "nothing", "else") as index:
        assert set(index.ranks(["dividing"], ())) == {0}
        assert set(index.ranks(["zero"], ())) == {0}
        assert index.ranks(["absent"], ()) == {}


def test_uninformative_words_count_only_if_there_are_no_others() -> None:
    with _index("the word", "the", "other", "else", "more") as index:
        assert set(index.ranks(["the", "word"], ())) == {0}
        assert index.ranks(["the", "word"], ()) == index.ranks(["word"], ())
        assert set(index.ranks(["the"], ())) == {0, 1}


def test_part_of_a_name_weighs_two_fifths_and_a_long_number_twice() -> None:
    with _index("plain 0d1234 0d123", "a b", "c d", "e f") as index:
        plain = index.ranks(["plain"], ())[0]
        # approximate, since the factors are not powers of two
        assert index.ranks(["plain"], {"plain"})[0] == pytest.approx(0.4 * plain)
        assert index.ranks(["0d123"], ())[0] == pytest.approx(plain)
        assert index.ranks(["0d1234"], ())[0] == pytest.approx(2 * plain)


def test_an_entry_with_half_of_the_words_loses_a_third() -> None:
    with _index("one x", "two y", "three z", "four w") as index:
        alone = index.ranks(["one"], ())[0]
        assert index.ranks(["one", "qqq"], ())[0] == pytest.approx(alone * 2 / 3)  # (1 + 2 * 1/2) / (1 + 2)


@pytest.mark.parametrize(
    ("word", "found"),
    [("smothing", {0}), ("smooting", {0}), ("beam", set()), ("beta", {2}), ("bet", set()), ("smooxxing", set())],
)
def test_a_misspelled_word_of_five_letters_is_corrected(word: str, found: set[int]) -> None:
    with _index("smoothing", "tokenizer", "beta", "other") as index:
        assert set(index.ranks([word], ())) == found


def test_a_known_word_is_not_corrected() -> None:
    with _index("smoothing", "soothing", "beta", "other", "more") as index:
        assert set(index.ranks(["soothing"], ())) == {1}


def test_a_synonym_weighs_less() -> None:
    with _index("copy", "b", "c", "d") as index:
        copy = index.ranks(["copy"], ())[0]
        assert index.ranks(["identical"], ())[0] == pytest.approx(0.65 * copy)  # 0.65 is no double


def test_a_rare_synonym_weighs_no_more_than_the_word_with_all_its_synonyms() -> None:
    """Of 20 entries, 4 have the word or its synonym: BM25 weighs the first by log(16.5/4.5), the second by log(19.5/1.5)."""
    with _index("copy", *["identical"] * 3, *"bcdefghijklmnopq") as index:
        copy = index.ranks(["copy"], ())[0]
        ranks = index.ranks(["identical"], ())
    assert set(ranks) == {0, 1, 2, 3}
    assert ranks[0] == pytest.approx(
        copy * 0.65 * math.log(16.5 / 4.5) / math.log(19.5 / 1.5)
    )  # logarithms are rounded


@pytest.mark.parametrize(
    ("word", "found"), [("0d27", {0, 1}), ("27", {0}), ("0d273", {1, 3}), ("x-tokenizer", {2}), ("the-tokenizer", {2})]
)
def test_fractions_are_found_in_percent_and_compounds_by_their_parts(word: str, found: set[int]) -> None:
    with _index("27", "0d0027", "tokenizer", "27d3", "x", "the", "other", "more") as index:
        assert set(index.ranks([word], ())) == found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0.12349", ["0d12349", "0d1235", "0d1234", "0d123", "0d12", "0d1"]),
        ("0.7989", ["0d7989", "0d799", "0d798", "0d8", "0d79"]),
        ("0.99", ["0d99", "1"]),
        ("nltk==3.4.sentence_bleu", ["3d4", "nltk"]),
    ],
)
def test_an_entry_is_found_by_its_numbers_with_fewer_digits(text: str, words: list[str]) -> None:
    with _index(text, "b", "c", "d") as index:
        assert [word for word in words if 0 not in index.ranks([word], ())] == []
        assert index.ranks(["0d5"], ()) == {}
