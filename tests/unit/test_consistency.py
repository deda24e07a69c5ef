"""Arithmetic on printed numbers: true numbers are never called impossible, and numbers far off are."""

from __future__ import annotations

import random
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Decimal

import pytest

from samescore import Confusion, score
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.consistency import checkable, impossible, interval

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _printed(value: float, digits: int, percent: bool, rounding: str) -> str:
    if digits == 0:
        return repr(value * 100 if percent else value)
    exact = Decimal(value) * (100 if percent else 1)
    return str(exact.quantize(Decimal(1).scaleb(-digits), rounding=rounding))


def _true_claims(rng: random.Random) -> list[Claim]:
    """Claims about one random confusion matrix, printed as somebody might."""
    matrix = Confusion([0, 1], [[rng.randrange(200), rng.randrange(60)], [rng.randrange(60), rng.randrange(1, 200)]])
    digits, percent = rng.randrange(5), rng.random() < 0.5
    rounding = rng.choice([ROUND_HALF_EVEN, ROUND_DOWN])

    def printed(name: str, **knobs: str) -> str:
        return _printed(score(name, matrix, like="", **knobs).value, digits, percent, rounding)

    positive_class = {"average": "class", "positive": "1"}
    beside = {"precision": printed("precision", **positive_class), "recall": printed("recall", **positive_class)}
    class_f1 = [printed("f1", average="class", positive=name) for name in ("0", "1")]
    means = {name: printed(name, average="macro") for name in ("precision", "recall")}
    return [
        Claim("f1", printed("f1", average="macro"), **means),  # type: ignore[arg-type]  # texts
        Claim("f1", printed("f1", **positive_class), settings={"average": "class"}, **beside),  # type: ignore[arg-type]  # texts
        Claim("f1", printed("f1", **positive_class), **beside),  # type: ignore[arg-type]  # texts
        Claim("mcc", printed("mcc"), classes=2, **beside),  # type: ignore[arg-type]  # texts
        Claim("f1", printed("f1", average="macro"), class_f1=class_f1, settings={"average": "macro"}),
        Claim("f1-mult", printed("f1-mult"), class_f1=class_f1),
        Claim("accuracy", printed("accuracy"), items=matrix.total),
    ]


def test_what_is_true_is_never_impossible() -> None:
    rng = random.Random(11)
    for _ in range(1500):
        for claim in _true_claims(rng):
            assert checkable(claim)
            assert [*impossible(claim)] == [], claim


def test_a_number_that_is_far_off_is_impossible() -> None:
    rng, caught = random.Random(12), 0
    for _ in range(300):
        for claim in _true_claims(rng)[4:5]:
            moved = Decimal(claim.published) + (Decimal("0.3") if Decimal(claim.published) < 1 else Decimal("30"))
            caught += bool([*impossible(Claim("f1", str(moved), class_f1=claim.class_f1, settings=claim.settings))])
    assert caught > 250


@pytest.mark.parametrize(
    ("printed", "low", "high"),
    [("0.5", "0.45", "0.6"), ("27", "26.5", "28"), ("-0.5", "-0.6", "-0.45"), ("1e2", "50", "200")],
)
def test_the_interval_of_a_printed_number(printed: str, low: str, high: str) -> None:
    assert [Decimal(low), Decimal(high)] == [
        Decimal(bound.numerator) / bound.denominator for bound in interval(printed)
    ]
