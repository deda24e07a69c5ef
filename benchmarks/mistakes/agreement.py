"""MCC and Cohen's kappa of class labels."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

from benchmarks.mistakes.program import Honest, programs


@dataclasses.dataclass(frozen=True)
class Mcc:
    """The multiclass Matthews correlation coefficient; `constant` is its value if either side has only one class."""

    constant: float = 0.0
    empty_is_zero: bool = False
    bug: str = ""

    def __call__(self, gold: Sequence[Hashable], predicted: Sequence[Hashable]) -> float:
        if not gold:
            if self.empty_is_zero:
                return self.constant
            raise ValueError("there are no items")
        if self.bug == "one-class-against-the-rest":
            classes = sorted(set(gold) | set(predicted), key=str)
            values = [self.of([g == c for g in gold], [p == c for p in predicted]) for c in classes]
            return sum(values) / len(values)
        return self.of(gold, predicted)

    def of(self, gold: Sequence[Hashable], predicted: Sequence[Hashable]) -> float:
        n, right = len(gold), sum(g == p for g, p in zip(gold, predicted, strict=True))
        t, p = Counter(gold), Counter(predicted)
        both = sum(t[name] * p[name] for name in t)
        covariance = right * n + both if self.bug == "plus-for-minus" else right * n - both
        in_gold = n * n - sum(count**2 for count in t.values())
        in_predicted = n * n - sum(count**2 for count in p.values())
        if self.bug == "spread-of-gold-only":
            in_predicted = in_gold
        if not in_gold or not in_predicted:
            return self.constant
        if self.bug == "root-forgotten":
            return covariance / (in_gold * in_predicted)
        if self.bug == "divided-by-the-mean":
            return covariance / ((in_gold + in_predicted) / 2)
        value = covariance / math.sqrt(in_gold * in_predicted)
        if self.bug == "divided-by-items":
            return value / n
        return self.shown(value)

    def shown(self, value: float) -> float:
        if self.bug == "squared":
            return value**2
        if self.bug == "percent":
            return 100 * value
        if self.bug == "absolute":
            return abs(value)
        return (value + 1) / 2 if self.bug == "moved-to-0-1" else value


MCC_CHOICES = {
    "a": Honest("a constant side is undefined; no items too", {"zero_division": "nan", "empty_input": "formula"}, Mcc(math.nan, True)),
    "b": Honest("no items score 0; in doubles", {"empty_input": "formula", "form": "float64"}, Mcc(empty_is_zero=True)),
    "c": Honest("a constant side is undefined; in doubles", {"zero_division": "nan", "form": "float64"}, Mcc(math.nan)),
}  # fmt: skip

MCC_BUGS = [
    ("root-forgotten", "a"),
    ("percent", "b"),
    ("absolute", "c"),
    ("plus-for-minus", "a"),
    ("spread-of-gold-only", "b"),
    ("squared", "c"),
    ("moved-to-0-1", "a"),
    ("divided-by-the-mean", "b"),
    ("divided-by-items", "c"),
    ("one-class-against-the-rest", "b"),
]


@dataclasses.dataclass(frozen=True)
class Kappa:
    """Cohen's kappa; a disagreement is weighted by the distance of the classes to the `power` (0: no weights)."""

    power: int = 0
    one_class: float = math.nan
    empty_is_nan: bool = False
    bug: str = ""

    def __call__(self, gold: Sequence[Any], predicted: Sequence[Any]) -> float:
        if not gold:
            if self.empty_is_nan:
                return math.nan
            raise ValueError("there are no items")
        n = len(gold)
        found = list(dict.fromkeys([*gold, *predicted]))
        classes = found if self.bug == "classes-in-order-of-appearance" else sorted(found)
        if self.bug == "gold-classes-only":
            classes = [name for name in classes if name in gold]
        observed = Counter(zip(gold, predicted, strict=True))
        rows, columns = Counter(gold), Counter(predicted)
        if self.bug == "expected-from-gold-only":
            columns = rows
        if self.bug == "margins-averaged":
            rows = columns = Counter({name: (rows[name] + columns[name]) / 2 for name in classes})
        if self.bug == "expected-uniform":
            rows = columns = Counter({name: n / len(classes) for name in classes})
        disagreed = expected = 0
        for i, one in enumerate(classes):
            for j, other in enumerate(classes):
                weight = self.weight(i, j)
                disagreed += weight * observed[one, other]
                expected += weight * rows[one] * columns[other]
        return self.value(disagreed / n, expected / n**2, one_class=len(classes) == 1)

    def weight(self, i: int, j: int) -> int:
        power = {"linear-for-quadratic": 1, "weights-forgotten": 0}.get(self.bug, self.power)
        return int(abs(i - j) ** power) if i != j else 0

    def value(self, disagreed: float, expected: float, one_class: bool) -> float:
        if one_class or not expected:
            return self.one_class
        if self.bug == "not-divided-by-the-maximum":
            return expected - disagreed
        if self.bug == "divided-by-observed":
            return (expected - disagreed) / (1 - disagreed) if disagreed < 1 else -1.0
        value = 1 - disagreed / expected
        if self.bug == "negative-as-zero":
            return max(0.0, value)
        if self.bug == "absolute":
            return abs(value)
        return 100 * value if self.bug == "percent" else value


KAPPA_CHOICES = {
    "a": Honest("one class is perfect; no items are undefined", {"zero_division": "1", "empty_input": "nan"}, Kappa(0, 1.0, True)),
    "b": Honest("linear weights; one class is perfect", {"weighting": "linear", "zero_division": "1"}, Kappa(1, 1.0)),
    "c": Honest("quadratic weights; no items are undefined", {"weighting": "quadratic", "empty_input": "nan"}, Kappa(2, math.nan, True)),
}  # fmt: skip

KAPPA_BUGS = [
    ("expected-from-gold-only", "a"),
    ("margins-averaged", "b"),
    ("expected-uniform", "a"),
    ("not-divided-by-the-maximum", "a"),
    ("divided-by-observed", "a"),
    ("negative-as-zero", "b"),
    ("absolute", "c"),
    ("percent", "b"),
    ("classes-in-order-of-appearance", "b"),
    ("linear-for-quadratic", "c"),
    ("weights-forgotten", "b"),
    ("gold-classes-only", "a"),
]

PROGRAMS = [
    *programs("MCC", "mcc", MCC_CHOICES, MCC_BUGS, right="bc"),
    *programs("kappa", "kappa", KAPPA_CHOICES, KAPPA_BUGS, right="ab"),
]
