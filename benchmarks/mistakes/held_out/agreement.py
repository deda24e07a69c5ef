"""Cohen's kappa, from numpy's confusion matrix or from counts in a dictionary."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs


def matrix_kappa(
    gold: Sequence[Any],
    predicted: Sequence[Any],
    *,
    bug: str = "",
    labels: Sequence[str] = (),
    one_class: float = math.nan,
) -> float:
    """Return quadratic kappa, 1 - sum(w O) / sum(w E), over all classes or those in `labels`."""
    pairs = list(zip(gold, predicted, strict=True))
    if not pairs:
        raise ValueError("no items")
    if labels and not {one for one, _ in pairs} & set(labels):
        raise ValueError("no item of these classes")
    classes = list(labels) or sorted({label for pair in pairs for label in pair})
    if bug == "classes-as-they-appear":
        classes = list(dict.fromkeys(label for pair in pairs for label in pair))
    place = {label: k for k, label in enumerate(classes)}
    observed: Any = np.zeros((len(classes), len(classes)), dtype=np.int64)
    for one, other in pairs:
        if one in place and other in place:
            observed[place[one], place[other]] += 1
    if not observed.sum():
        return math.nan
    if np.count_nonzero(observed.sum(axis=0) + observed.sum(axis=1)) == 1:
        return one_class
    rows, columns = observed.sum(axis=1), observed.sum(axis=0)
    if bug == "margin-of-gold-on-both-sides":
        columns = rows
    expected = np.outer(columns, rows) / observed.sum()
    distance = np.subtract.outer(np.arange(len(classes)), np.arange(len(classes)))
    weights = distance**2
    of_expected = np.abs(np.sign(distance)) if bug == "chance-disagreement-without-weights" else weights
    return float(1 - np.sum(weights * observed) / np.sum(of_expected * expected))


def linear_kappa(gold: Sequence[Any], predicted: Sequence[Any], *, bug: str = "") -> float:
    """Return linear kappa, 1 - D_o / D_e, where D is the mean distance of the items' labels and of all pairs of labels."""
    if not gold or len(gold) != len(predicted):
        raise ValueError("there must be as many labels on either side, and at least one")
    pairs, ours, theirs = Counter(zip(gold, predicted, strict=True)), Counter(gold), Counter(predicted)
    classes = sorted(ours | theirs)
    if len(classes) == 1:
        return math.nan
    n, apart, by_chance = len(gold), 0.0, 0.0
    for i, one in enumerate(classes):
        for j, other in enumerate(classes):
            weight = abs(i - j)
            if bug == "weights-of-agreement-for-disagreement":
                weight = len(classes) - 1 - weight
            if bug == "disagreements-above-the-diagonal-alone" and i > j:
                continue
            apart += weight * pairs[one, other]
            by_chance += weight * ours[one] * theirs[other]
    return 1.0 - (apart / n) / (by_chance / n**2)


def simple_kappa(gold: Sequence[Any], predicted: Sequence[Any], *, bug: str = "") -> float:
    """Return (p_o - p_e) / (1 - p_e), or 1 if both annotators use the same single class."""
    if not gold or len(gold) != len(predicted):
        raise ValueError("there must be as many labels on either side, and at least one")
    gold, predicted = [str(label) for label in gold], [str(label) for label in predicted]
    n = len(gold)
    classes = list(dict.fromkeys([*gold, *predicted]))
    if len(classes) == 1:
        return 1.0
    p_o: float = sum(one == other for one, other in zip(gold, predicted, strict=True)) / n
    p_e = 0.0
    for label in classes:
        if bug == "chance-is-one-over-the-classes":
            p_e += 1 / (len(classes) * len(classes))
        elif bug == "chance-of-pairs-without-repetition":
            p_e += gold.count(label) / n * (predicted.count(label) / (n - 1))
        else:
            p_e += (gold.count(label) / n) * (predicted.count(label) / n)
    if bug == "divided-by-the-observed-disagreement":
        return (p_o - p_e) / (1 - p_o) if p_o < 1 else 1.0
    return (p_o - p_e) / (1.0 - p_e)


CHOICES = {
    "g": Honest("linear weights; from means", {"weighting": "linear", "form": "means"}, Written(linear_kappa)),
    "h": Honest("quadratic weights; one class is perfect agreement", {"weighting": "quadratic", "zero_division": "1"}, Written(matrix_kappa, {"one_class": 1.0})),
    "i": Honest("from agreements; one class is perfect agreement", {"form": "agreement", "zero_division": "1"}, Written(simple_kappa)),
    "j": Honest("quadratic weights; three classes", {"weighting": "quadratic", "labels": ("bad", "good", "other")}, Written(matrix_kappa, {"labels": ("bad", "good", "other")})),
}  # fmt: skip

BUGS = [
    ("weights-of-agreement-for-disagreement", "g"),
    ("chance-disagreement-without-weights", "h"),
    ("chance-is-one-over-the-classes", "i"),
    ("margin-of-gold-on-both-sides", "j"),
    ("disagreements-above-the-diagonal-alone", "g"),
    ("classes-as-they-appear", "h"),
    ("divided-by-the-observed-disagreement", "i"),
    ("chance-of-pairs-without-repetition", "i"),
]

PROGRAMS = programs("agreement", "kappa", CHOICES, BUGS, "gj", half="final")
