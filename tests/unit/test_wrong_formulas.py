"""Every change of one token in a formula: which there are, what they give, and what they are called."""

from __future__ import annotations

import pytest

from samescore import Corpus, Labels
from samescore.base.outcome import Score
from samescore.metrics import metric
from samescore.metrics.mistakes import meanings, mistaken_outcome, mistakes_of
from samescore.metrics.mistakes.formulas import changes

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _texts(formula: str, *kinds: str) -> set[str]:
    return {changed.text for changed in changes(formula, *kinds)}


def test_every_token_of_a_formula_is_changed() -> None:
    assert _texts("(o - e) / (1 - e)", "o e") == {
        "(o - e) * (1 - e)",
        "o - e - (1 - e)",
        "o - e",
        "1 - e",
        "(1 - e) / (o - e)",
        "(o + e) / (1 - e)",
        "o / (1 - e)",
        "e / (1 - e)",
        "(e - o) / (1 - e)",
        "(e - e) / (1 - e)",
        "(o - e) / (1 + e)",
        "(o - e) / e",
        "(o - e) / (2 - e)",
        "(o - e) / (0 - e)",
        "(o - e) / (1 - o)",
    }


def test_formulas_with_equal_values_are_listed_once() -> None:
    assert _texts("a + b + a") == {"a + b - a", "(a + b) * a", "a + b", "a", "a - b + a", "a * b + a", "a + a"}
    assert "b + a" not in _texts("a + b")
    assert "a / (b + a)" not in _texts("a / (a + b)")


def test_names_of_another_kind_do_not_stand_in() -> None:
    assert "x ** c" not in _texts("x ** b", "x y", "b c") - {"x ** c"}
    assert _texts("x ** b", "x y", "b c") >= {"y ** b", "x ** c", "x * b", "x"}
    assert "b ** b" not in _texts("x ** b", "x y", "b c")


def test_functions_are_left_out() -> None:
    assert _texts("sqrt(a / b)") == {"a / b", "sqrt(a * b)", "sqrt(a - b)", "sqrt(a)", "sqrt(b)", "sqrt(b / a)"}


def _value(data: Corpus | Labels, metric_name: str, name: str, **knobs: object) -> float:
    listed = {mistake.name: mistake for mistake in mistakes_of(metric_name)}
    outcome = mistaken_outcome(data, metric(metric_name).settings().replace(**knobs), [listed[name]])
    assert isinstance(outcome, Score)
    return outcome.value


def test_wrong_formulas_by_hand() -> None:
    labels = Labels((1, 1, 1, 0, 0), (1, 0, 1, 0, 1))  # tp 2, fp 1, fn 1, tn 1
    root = ((2 + 1) * (2 + 1) * (1 + 1) * (1 + 1)) ** 0.5
    mcc = "MCC = (tp * tn - fp) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))"
    assert _value(labels, "mcc", mcc) == pytest.approx((2 * 1 - 1) / root)
    observed, chance = 3 / 5, (3 * 3 + 2 * 2) / 25
    assert _value(labels, "kappa", "kappa = (observed + chance) / (1 - chance)") == pytest.approx(
        (observed + chance) / (1 - chance)
    )
    f = "F = (1 + beta ** 2) * precision * recall / (beta * precision + recall)"
    assert _value(labels, "f1", f, beta=2.0) == pytest.approx(5 * (2 / 3) ** 2 / (2 * 2 / 3 + 2 / 3))
    texts = Corpus.from_segments(["a b c x"], [["a b d e f"]])
    rate = "the rate = (substitutions + deletions - insertions) / (hits + substitutions + deletions)"
    assert _value(texts, "wer", rate) == pytest.approx(3 / 5)
    short = Corpus.from_segments(["a b c"], [["a b c d"]])
    assert _value(short, "bleu", "the brevity penalty = exp(1 - r)", max_order=1, scale="1") == pytest.approx(
        2.718281828459045 ** (1 - 4)
    )


def test_a_wrong_formula_says_what_is_right_and_is_not_listed_among_the_names() -> None:
    mistake = next(mistake for mistake in mistakes_of("kappa") if mistake.typed)
    assert str(mistake).endswith(" instead of kappa = (observed - chance) / (1 - chance)")
    assert not any(" = " in name for name in meanings())
