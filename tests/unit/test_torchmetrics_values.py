"""Functions of torchmetrics backed by native metrics, against values computed by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from samescore.compat.torchmetrics import functional

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

text: Any = functional.text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("word_error_rate", 2 / 4),
        ("match_error_rate", 2 / 4),
        ("word_information_preserved", 2 / 4 * 2 / 3),
        ("word_information_lost", 1 - 2 / 4 * 2 / 3),
    ],
)
def test_error_rates(name: str, value: float) -> None:
    """Of four words of the reference, one is replaced and one is missing."""
    assert getattr(text, name)(["a x c"], ["a b c d"]) == pytest.approx(value)
    assert getattr(text, name)(["a x c", "surplus"], ["a b c d"]) == pytest.approx(value)


def test_character_error_rate() -> None:
    assert text.char_error_rate(["ab", "x"], ["abcd", "x"]) == pytest.approx(2 / 5)


@pytest.mark.parametrize(
    ("options", "value"),
    [
        ({"n_gram": 1}, 4 / 5),
        ({"n_gram": 2}, (4 / 5 * 3 / 4) ** 0.5),
        ({"n_gram": 3}, (4 / 5 * 3 / 4 * 2 / 3) ** (1 / 3)),
        ({}, (4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25),
        ({"n_gram": 2, "weights": [1, 0]}, 4 / 5),
        ({"n_gram": 2, "smooth": True}, (4 / 5 * 4 / 5) ** 0.5),
    ],
)
def test_bleu(options: dict[str, Any], value: float) -> None:
    """The last of five words is wrong; smoothing adds 1 to both counts of the orders above 1."""
    for function in (text.bleu_score, text.sacre_bleu_score):
        assert function(["a b c d e"], [["a b c d x"]], **options) == pytest.approx(value, rel=1e-6)


def test_the_texts_of_sacre_bleu_are_lowercased_and_tokenized() -> None:
    one: dict[str, Any] = {"n_gram": 1}
    assert text.sacre_bleu_score(["A b"], [["a b"]], **one) == 0.5
    assert text.sacre_bleu_score(["A b"], [["a b"]], **one, lowercase=True) == 1.0
    assert text.sacre_bleu_score(["a."], [["a ."]], **one) == 1.0
    assert text.sacre_bleu_score(["a. b"], [["a . b"]], **one, tokenize="none") == pytest.approx(0.5 * 0.60653066)


@pytest.mark.parametrize(
    ("hypothesis", "options", "value"),
    [
        ("ab", {}, 5 * 0.5 / 4.5),
        ("ab", {"beta": 1.0}, 2 / 3),
        ("AB", {"lowercase": True}, 5 * 0.5 / 4.5),
        ("AB", {}, 0),
        ("a b", {}, 5 * 0.5 / 4.5),
        ("a b", {"whitespace": True, "beta": 1.0}, 4 / 7),
    ],
)
def test_chrf_of_single_characters(hypothesis: str, options: dict[str, Any], value: float) -> None:
    """Precision is 1 and recall 1/2; with the space, 2/3 and 1/2."""
    found = text.chrf_score([hypothesis], [["abcd"]], n_char_order=1, n_word_order=0, **options)
    assert found == pytest.approx(value, rel=1e-6)


@pytest.mark.parametrize(
    ("options", "value"),
    [
        ({}, 1 / 3),
        ({"lowercase": False}, 2 / 3),
        ({"no_punctuation": True}, 0),
    ],
)
def test_translation_edit_rate(options: dict[str, Any], value: float) -> None:
    assert text.translation_edit_rate(["A b c"], [["a b c."]], **options) == pytest.approx(value, rel=1e-6)


def test_edit_distances() -> None:
    texts = ["rain", "ab"], ["shine", "ab"]
    assert text.edit_distance(*texts, reduction="sum") == 3
    assert text.edit_distance(*texts) == 1.5
    assert text.edit_distance(*texts, substitution_cost=2, reduction="none") == [5, 0]
    assert text.edit_distance([], []) == 0


def test_keys_of_rouge() -> None:
    scores = text.rouge_score("a b c", "a b d e", rouge_keys=("rouge1", "rouge2", "rougeL"))
    assert list(scores) == [
        f"{key}_{name}" for key in ("rouge1", "rouge2", "rougeL") for name in ("fmeasure", "precision", "recall")
    ]
    wanted = [4 / 7, 2 / 3, 1 / 2, 2 / 5, 1 / 2, 1 / 3, 4 / 7, 2 / 3, 1 / 2]
    assert list(scores.values()) == pytest.approx(wanted, rel=1e-6)
    assert text.rouge_score("cats", "cat", rouge_keys="rouge1", use_stemmer=True)["rouge1_fmeasure"] == 1
    assert text.rouge_score("cats", "cat", rouge_keys="rouge1")["rouge1_fmeasure"] == 0
    assert list(text.rouge_score("a", "a", rouge_keys="rouge9")) == [
        f"rouge9_{name}" for name in ("fmeasure", "precision", "recall")
    ]
    several = text.rouge_score(["a", "b"], ["a", "c"], rouge_keys="rouge1")
    assert several["rouge1_fmeasure"] == 0.5
    assert text.rouge_score("a", ["b", "a"], rouge_keys="rouge1")["rouge1_fmeasure"] == 1


def test_answers() -> None:
    answers = {"id": "1", "answers": {"text": ["e b", "b c"], "answer_start": [0, 0]}}
    other = {"id": "2", "answers": {"text": ["x"], "answer_start": [0]}}
    found = text.squad({"id": "1", "prediction_text": "b d"}, answers)
    assert found == {"exact_match": 0, "f1": 50}
    with pytest.warns(UserWarning, match="question 2 has no prediction and scores 0"):
        found = text.squad([{"id": "1", "prediction_text": "b c"}], [answers, other])
    assert found == {"exact_match": 50, "f1": 50}


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: text.bleu_score(["a"], [["a"]], n_gram=2, weights=[1]), ValueError, "there are 1 weights"),
        (lambda: text.chrf_score(["a"], [["a"]], n_char_order=0), ValueError, "n_char_order must be 1 or more"),
        (lambda: text.chrf_score(["a"], [["a"]], n_word_order=-1), ValueError, "must be 0 or more"),
        (lambda: text.chrf_score(["a"], [["a"]], beta=-0.5), ValueError, "must be 0 or more"),
        (lambda: text.edit_distance(["a"], ["b"], reduction="max"), ValueError, "must be mean, sum or none"),
        (lambda: text.rouge_score("a", "a", rouge_keys="rouge10"), ValueError, "'rouge10' is not a key"),
        (lambda: text.rouge_score("a", "a", normalizer=str.lower), NotImplementedError, "normalizer and tokenizer"),
        (lambda: text.rouge_score("a", "a", tokenizer=str.split), NotImplementedError, "normalizer and tokenizer"),
        (lambda: text.bleu_score(["a"], [["a"], ["b"]]), ValueError, "there are 1 texts, but references for 2"),
        (lambda: text.squad({"id": "1"}, []), KeyError, "prediction_text"),
    ],
)
def test_errors(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_every_function_is_offered() -> None:
    for name in (
        *("bleu_score", "char_error_rate", "chrf_score", "edit_distance", "match_error_rate", "rouge_score"),
        *("sacre_bleu_score", "squad", "translation_edit_rate", "word_error_rate", "word_information_lost"),
        "word_information_preserved",
    ):
        assert callable(getattr(functional.text, name))
