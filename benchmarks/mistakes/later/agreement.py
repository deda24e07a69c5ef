"""MCC and Cohen's kappa, from a confusion matrix."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs

Matrix = list[list[int]]

#: The number that is added to each count if a side is constant, as in PyTorch's libraries.
EPSILON = 2.0**-23


def confusion(gold: Sequence[Hashable], predicted: Sequence[Hashable], classes: Sequence[Hashable]) -> Matrix:
    """Return the confusion matrix: a row for each gold class, a column for each predicted class."""
    place = {name: i for i, name in enumerate(classes)}
    matrix = [[0] * len(classes) for _ in classes]
    for truth, said in zip(gold, predicted, strict=True):
        matrix[place[truth]][place[said]] += 1
    return matrix


def margins(matrix: Matrix) -> tuple[list[int], list[int]]:
    """Return the sums of the rows and of the columns."""
    return [sum(row) for row in matrix], [sum(column) for column in zip(*matrix, strict=True)]


def mcc(
    gold: Sequence[Hashable],
    predicted: Sequence[Hashable],
    *,
    bug: str = "",
    constant: str = "zero",
    empty_is_zero: bool = False,
) -> float:
    """Return the multiclass Matthews correlation; `constant` names its value if gold or prediction has only one class."""
    if not gold and not empty_is_zero:
        raise ValueError("no items")
    classes = list(dict.fromkeys([*gold, *predicted]))
    if bug == "one-class-against-the-rest":
        each = [
            correlation([g == name for g in gold], [p == name for p in predicted], constant, bug) for name in classes
        ]
        return sum(each) / len(each)
    return correlation(gold, predicted, constant, bug)


def correlation(gold: Sequence[Hashable], predicted: Sequence[Hashable], constant: str, bug: str) -> float:
    """Return the correlation by Gorodkin's formula."""
    n = len(gold)
    classes = list(dict.fromkeys([*gold, *predicted]))
    matrix = confusion(gold, predicted, classes)
    rows, columns = margins(matrix)
    correct = sum(matrix[i][i] for i in range(len(classes)))
    if bug == "chance-of-even-classes" and len(classes) > 1:
        return (correct / n - 1 / len(classes)) / (1 - 1 / len(classes))
    gold_spread = n * n - sum(count * count for count in rows)
    predicted_spread = n * n - sum(count * count for count in columns)
    if not gold_spread or not predicted_spread:
        return constant_side(n, correct, len(classes), constant)
    by_chance = sum(r * c for r, c in zip(rows, columns, strict=True))
    if bug == "counts-of-other-classes-multiplied":
        by_chance = sum(r * c for r, c in zip(sorted(rows, reverse=True), sorted(columns, reverse=True), strict=True))
    if bug == "plus-for-minus":
        by_chance = -by_chance
    above = correct * n - by_chance
    if bug == "items-missing-as-a-factor":
        above = correct - by_chance
    if bug == "root-of-one-factor":
        return above / (math.sqrt(gold_spread) * predicted_spread)
    value = above / math.sqrt(gold_spread * predicted_spread)
    return (1 + value) / 2 if bug == "moved-to-0-1" else value


def constant_side(n: int, correct: int, classes: int, constant: str) -> float:
    """Return the score if gold or prediction has one class only."""
    if constant == "nan":
        return math.nan
    if constant == "zero" or classes > 2:
        return 0.0
    if n and correct in (0, n):
        return 1.0 if correct else -1.0
    wrong = n - correct
    return (correct - wrong) / math.sqrt((n + EPSILON) * (correct + EPSILON) * (wrong + EPSILON))


def kappa(
    gold: Sequence[Any],
    predicted: Sequence[Any],
    *,
    bug: str = "",
    weights: str = "none",
    one_class: str = "nan",
    empty_is_nan: bool = False,
) -> float:
    """Return 1 minus the observed over the expected disagreement; `one_class` names its value if only one class occurs."""
    if not gold:
        if empty_is_nan:
            return math.nan
        raise ValueError("no items")
    classes = list(dict.fromkeys([*gold, *predicted]))
    if bug != "classes-in-order-of-appearance":
        classes.sort()
    n, k = len(gold), len(classes)
    matrix = confusion(gold, predicted, classes)
    rows, columns = margins(matrix)
    if k == 1:
        if one_class == "raise":
            raise ValueError("one class only")
        return 1.0 if one_class == "one" else math.nan
    observed = expected = 0.0
    for i in range(k):
        for j in range(i if bug == "upper-triangle-only" else 0, k):
            weight = distance(i, j, weights)
            chance = rows[i] * columns[j] / n
            if bug == "expected-uniform":
                chance = n / k / k
            elif bug == "chance-without-replacement":
                chance = rows[i] * columns[j] / (n - 1) if n > 1 else 0.0
            elif bug == "expected-counts-truncated":
                chance = rows[i] * columns[j] // n
            observed += weight / (k - 1) * matrix[i][j] if bug == "normalized-on-one-side" else weight * matrix[i][j]
            expected += weight * chance
    if bug == "divided-by-the-highest-possible":
        most = sum(min(r, c) for r, c in zip(rows, columns, strict=True))
        by_chance = n - expected
        return (n - observed - by_chance) / (most - by_chance) if most != by_chance else 0.0
    return 1 - observed / expected if expected else math.nan


def distance(i: int, j: int, weights: str) -> float:
    """Return the weight of a disagreement between the classes with two indices."""
    return {"none": float(i != j), "linear": float(abs(i - j)), "quadratic": float((i - j) ** 2)}[weights]


MCC_CHOICES = {
    "p": Honest("a constant side by an epsilon; no items too", {"zero_division": "epsilon", "empty_input": "formula"}, Written(mcc, {"constant": "epsilon", "empty_is_zero": True})),
    "q": Honest("a constant side by an epsilon; in doubles", {"zero_division": "epsilon", "form": "float64"}, Written(mcc, {"constant": "epsilon"})),
    "r": Honest("a constant side is undefined, and so are no items", {"zero_division": "nan", "empty_input": "formula"}, Written(mcc, {"constant": "nan", "empty_is_zero": True})),
}  # fmt: skip

MCC_BUGS = [
    ("chance-of-even-classes", "p"),
    ("counts-of-other-classes-multiplied", "r"),
    ("root-of-one-factor", "q"),
    ("items-missing-as-a-factor", "p"),
    ("plus-for-minus", "q"),
    ("moved-to-0-1", "r"),
    ("one-class-against-the-rest", "q"),
]

KAPPA_CHOICES = {
    "p": Honest("linear weights; no items are undefined", {"weighting": "linear", "empty_input": "nan"}, Written(kappa, {"weights": "linear", "empty_is_nan": True})),
    "q": Honest("quadratic weights; one class is perfect", {"weighting": "quadratic", "zero_division": "1"}, Written(kappa, {"weights": "quadratic", "one_class": "one"})),
    "r": Honest("one class is refused; no items are undefined", {"zero_division": "raise", "empty_input": "nan"}, Written(kappa, {"one_class": "raise", "empty_is_nan": True})),
    "s": Honest("linear weights; one class is refused", {"weighting": "linear", "zero_division": "raise"}, Written(kappa, {"weights": "linear", "one_class": "raise"})),
}  # fmt: skip

KAPPA_BUGS = [
    ("expected-uniform", "r"),
    ("normalized-on-one-side", "p"),
    ("expected-counts-truncated", "s"),
    ("classes-in-order-of-appearance", "q"),
    ("upper-triangle-only", "s"),
    ("divided-by-the-highest-possible", "r"),
    ("chance-without-replacement", "q"),
]

PROGRAMS = [
    *programs("MCC", "mcc", MCC_CHOICES, MCC_BUGS, "p"),
    *programs("kappa", "kappa", KAPPA_CHOICES, KAPPA_BUGS, "s"),
]
