"""F and MCC of class labels."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from decimal import Decimal, localcontext
from typing import Any

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs


def f_of_class(hits: int, gold: int, predicted: int, beta: float, bug: str) -> float:
    """Return F from the true positives and the occurrences of the class on either side; 0 if it never occurs."""
    if bug == "precision-divided-by-gold-items":
        predicted = gold
    if bug == "misses-and-false-alarms-exchanged":
        gold, predicted = predicted, gold
    weight = beta if bug == "beta-not-raised-to-its-square" else beta**2
    below = weight * gold + predicted
    if not below:
        return 0.0
    return (1 if bug == "factor-of-f-missing" else 1 + weight) * hits / below


def f1(
    gold: Sequence[Any],
    predicted: Sequence[Any],
    *,
    bug: str = "",
    average: str = "macro",
    beta: float = 1,
    positive: str = "good",
    labels: Sequence[str] = (),
) -> float:
    """Return F of the class `positive`, F of summed counts (micro), or the mean over classes: plain (macro) or by support."""
    if len(gold) != len(predicted) or not gold:
        raise ValueError("there must be as many predictions as gold labels, and at least one")
    gold, predicted = [str(label) for label in gold], [str(label) for label in predicted]
    in_gold, in_predicted = Counter(gold), Counter(predicted)
    hits = Counter(label for label, other in zip(gold, predicted, strict=True) if label == other)
    if average == "class":
        return f_of_class(hits[positive], in_gold[positive], in_predicted[positive], beta, bug)
    if average == "micro":
        found, present, said = (sum(counts[label] for label in labels) for counts in (hits, in_gold, in_predicted))
        return f_of_class(found, present, said, beta, bug)
    classes = sorted(in_gold if bug == "mean-over-the-classes-in-gold" else in_gold | in_predicted)
    if bug == "f-of-mean-precision-and-mean-recall":
        precision = sum(hits[c] / in_predicted[c] for c in classes if in_predicted[c]) / len(classes)
        recall = sum(hits[c] / in_gold[c] for c in classes if in_gold[c]) / len(classes)
        below = beta**2 * precision + recall
        return (1 + beta**2) * precision * recall / below if below else 0.0
    scores = {c: f_of_class(hits[c], in_gold[c], in_predicted[c], beta, bug) for c in classes}
    if average == "macro":
        number = len(in_gold) if bug == "sum-over-all-divided-by-classes-in-gold" else len(classes)
        return sum_of(scores.values()) / number
    weights = in_predicted if bug == "weighted-by-predicted-items" else in_gold
    return sum_of(score * weights[c] for c, score in scores.items()) / len(gold)


def sum_of(values: Iterable[float]) -> float:
    """Return the sum from left to right."""
    total = 0.0
    for value in values:
        total += value
    return total


def mcc(
    gold: Sequence[Hashable],
    predicted: Sequence[Hashable],
    *,
    bug: str = "",
    doubles: bool = False,
    constant: float = 0.0,
    empty: bool = False,
) -> float:
    """Return MCC of any number of classes (Gorodkin 2004); `constant` if one side has only one class.

    `doubles` computes it in floating point; otherwise the root has 60 digits. `empty` scores no items as `constant`.
    """
    if len(gold) != len(predicted) or not (gold or empty):
        raise ValueError("there must be as many predictions as gold labels, and at least one")
    t, p = Counter(map(str, gold)), Counter(map(str, predicted))
    n, correct = len(gold), sum(str(one) == str(other) for one, other in zip(gold, predicted, strict=True))
    classes = sorted(t | p)
    if bug == "mean-of-one-against-the-rest":
        rests = [mcc([g == c for g in map(str, gold)], [q == c for q in map(str, predicted)]) for c in classes]
        return sum(rests) / len(rests) if rests else constant
    if bug == "first-class-against-the-rest":
        first = classes[0] if classes else ""
        return mcc([g == first for g in map(str, gold)], [q == first for q in map(str, predicted)], empty=True)
    if bug == "accuracy-corrected-by-the-number-of-classes":
        return (correct / n - 1 / len(classes)) / (1 - 1 / len(classes)) if len(classes) > 1 else constant
    if bug == "classes-in-gold-only-in-both-margins":
        p = Counter({c: count for c, count in p.items() if c in t})
    covariance = correct * n - sum(t[c] * p[c] for c in classes)
    of_gold = n**2 - sum(count**2 for count in t.values())
    of_predicted = n**2 - sum(count**2 for count in p.values())
    if bug == "correlation-of-class-numbers":
        x, y = [classes.index(str(label)) for label in gold], [classes.index(str(label)) for label in predicted]
        covariance = n * sum(a * b for a, b in zip(x, y, strict=True)) - sum(x) * sum(y)
        of_gold, of_predicted = (n * sum(a * a for a in z) - sum(z) ** 2 for z in (x, y))
    if bug == "gold-margin-in-place-of-the-predicted-one":
        of_predicted = of_gold
    if bug == "squares-of-gold-in-the-covariance":
        covariance = correct * n - sum(count**2 for count in t.values())
    if not of_gold * of_predicted:
        return constant
    if doubles:
        score = covariance / math.sqrt(of_gold * of_predicted)
    else:
        with localcontext() as context:
            context.prec = 60
            score = float(Decimal(covariance) / Decimal(of_gold * of_predicted).sqrt())
    return max(score, 0.0) if bug == "negative-values-become-zero" else score


F1_CHOICES = {
    "g": Honest("the mean over classes; beta 2", {"average": "macro", "beta": 2.0}, Written(f1, {"beta": 2})),
    "h": Honest("by support; beta 0.5", {"average": "weighted", "beta": 0.5}, Written(f1, {"average": "weighted", "beta": 0.5})),
    "i": Honest("the class good alone", {"average": "class", "positive": "good"}, Written(f1, {"average": "class"})),
    "j": Honest("summed counts of bad and good", {"average": "micro", "labels": ("bad", "good")}, Written(f1, {"average": "micro", "labels": ("bad", "good")})),
}  # fmt: skip

F1_BUGS = [
    ("mean-over-the-classes-in-gold", "g"),
    ("weighted-by-predicted-items", "h"),
    ("precision-divided-by-gold-items", "i"),
    ("factor-of-f-missing", "j"),
    ("f-of-mean-precision-and-mean-recall", "g"),
    ("beta-not-raised-to-its-square", "h"),
    ("sum-over-all-divided-by-classes-in-gold", "g"),
    ("misses-and-false-alarms-exchanged", "h"),
]

MCC_CHOICES = {
    "g": Honest("nan for one class; no items take the formula", {"zero_division": "nan", "empty_input": "formula"}, Written(mcc, {"constant": math.nan, "empty": True})),
    "h": Honest("nan for one class; in doubles", {"zero_division": "nan", "form": "float64"}, Written(mcc, {"constant": math.nan, "doubles": True})),
    "i": Honest("no items take the formula; in doubles", {"empty_input": "formula", "form": "float64"}, Written(mcc, {"empty": True, "doubles": True})),
}  # fmt: skip

MCC_BUGS = [
    ("gold-margin-in-place-of-the-predicted-one", "g"),
    ("mean-of-one-against-the-rest", "h"),
    ("accuracy-corrected-by-the-number-of-classes", "i"),
    ("correlation-of-class-numbers", "g"),
    ("classes-in-gold-only-in-both-margins", "h"),
    ("first-class-against-the-rest", "i"),
    ("squares-of-gold-in-the-covariance", "g"),
    ("negative-values-become-zero", "h"),
]

PROGRAMS = [
    *programs("labels", "f1", F1_CHOICES, F1_BUGS, "j", half="final"),
    *programs("labels", "mcc", MCC_CHOICES, MCC_BUGS, "i", half="final"),
]
