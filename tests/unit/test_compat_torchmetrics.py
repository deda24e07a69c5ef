"""`samescore.compat.torchmetrics`: results of 32-bit floats worked by hand, and its errors."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import pytest

from samescore.base.errors import UnknownNameError
from samescore.compat import compat
from samescore.compat.torchmetrics.functional import text

#: A value of a type that the functions do not take.
_WRONG: Any = 1


def _float32(number: float) -> float:
    return float(struct.unpack("f", struct.pack("f", number))[0])


def _pair(made: Any) -> tuple[float, list[float]]:
    """Return a score and the scores of texts."""
    whole, alone = made
    return whole, alone


def test_scores_are_the_nearest_floats_of_32_bits() -> None:
    """One of three words is wrong; one word of each side's three matches another's."""
    assert text.word_error_rate("a b c", "a b d") == _float32(1 / 3) != 1 / 3
    assert text.word_error_rate(["a b c"], ["a b d"]).item() == _float32(1 / 3)
    scores = text.rouge_score("a b c", "a d e", rouge_keys=("rouge1", "rougeL"))
    assert scores == dict.fromkeys(
        [f"{key}_{name}" for key in ("rouge1", "rougeL") for name in ("fmeasure", "precision", "recall")],
        _float32(1 / 3),
    )
    assert text.edit_distance(["rain", "lnaguaeg"], ["shine", "language"], reduction=None) == [3, 4]
    assert text.edit_distance(["rain", "lnaguaeg"], ["shine", "language"]) == 3.5


def test_scores_of_texts_come_after_the_score() -> None:
    rate, rates = _pair(
        text.translation_edit_rate(["a b c", "a"], [["a b d"], ["a"]], return_sentence_level_score=True)
    )
    assert (rate, rates) == (0.25, [_float32(1 / 3), 0])
    whole, alone = _pair(text.chrf_score(["ab", "cd"], [["ab"], ["cx"]], 1, 0, return_sentence_level_score=True))
    assert (whole, alone) == (0.75, [1, 0.5])
    nothing: Any = text.chrf_score([], [], return_sentence_level_score=True)
    assert nothing == 0, "without texts, the score is returned alone"


def test_a_list_of_strings_has_the_references_of_a_single_text() -> None:
    scores: list[Any] = [
        text.chrf_score("a cat", ["the dog", "a cat"], n_char_order=4),
        text.translation_edit_rate(["a", "b"], ["a", "c"]),
    ]
    assert scores == [1, 0.5]


def test_a_question_without_a_prediction_scores_0() -> None:
    questions = [{"id": name, "answers": {"text": ["a cat", "xxxx"]}} for name in ("1", "2")]
    with pytest.warns(UserWarning, match="question 2 has no prediction"):
        scores: dict[str, Any] = text.squad({"id": "1", "prediction_text": "The cat!"}, questions)
    assert scores == {"exact_match": 50, "f1": 50}


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: text.bleu_score(["a"], [["a"], ["b"]]), ValueError, "1 texts, but references for 2"),
        (lambda: text.bleu_score(["a"], [["a"]], weights=[1.0]), ValueError, "1 weights, but n_gram is 4"),
        (lambda: text.sacre_bleu_score(["a"], [["a"]], tokenize="no"), ValueError, "no"),
        (lambda: text.chrf_score(["a"], [["a"]], n_char_order=0), ValueError, "n_char_order must be 1 or more"),
        (lambda: text.edit_distance(["a"], ["b"], reduction="max"), ValueError, "must be mean, sum or none"),
        (lambda: text.rouge_score("a", "a", rouge_keys="rouge10"), ValueError, "is not a key of ROUGE"),
        (lambda: text.rouge_score("a", "a", tokenizer=str.split), NotImplementedError, "tokenizer"),
        (lambda: text.translation_edit_rate("a", ["a"], lowercase=_WRONG), ValueError, "must be True or False"),
        (lambda: text.squad({"id": "1"}, []), KeyError, "prediction_text"),
        (lambda: text.word_error_rate([_WRONG], ["a"]), TypeError, "string"),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_releases_have_their_own_models() -> None:
    assert compat("torchmetrics", "1.8.2").functional.text.word_error_rate("a", "a") == 0
    with pytest.raises(UnknownNameError, match="rouge_lsum"):
        compat("torchmetrics", "1.4.0").functional.text.rouge_score("a", "a", rouge_keys="rougeLsum")
