"""F1, precision and recall of class labels, from one table of true positives, false positives and false negatives."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs

#: True positives, false positives, false negatives and true negatives of a class.
Row = tuple[int, int, int, int]


def table(gold: Sequence[Hashable], predicted: Sequence[Hashable], bug: str) -> dict[Hashable, Row]:
    """Return the counts of each class."""
    pairs = list(zip(gold, predicted, strict=True))
    if bug == "unknown-predictions-dropped":
        pairs = [(truth, said) for truth, said in pairs if said in gold]
    rows = {}
    for label in dict.fromkeys([*gold, *predicted]):
        tp = fp = fn = tn = 0
        for truth, said in pairs:
            if said == label:
                tp += truth == label
                fp += truth != label
            else:
                fn += truth == label
                tn += truth != label
        if bug == "true-positives-among-the-false":
            fp += tp
        rows[label] = (tp, fp, fn, tn)
    if bug == "unknown-predictions-dropped":
        rows = {label: row for label, row in rows.items() if label in gold}
    return rows


def ratio(above: float, below: float, undefined: float) -> float:
    """Return a quotient, or `undefined` if it is 0/0."""
    return above / below if below else undefined


def precision_of(row: Row, undefined: float) -> float:
    """Return the precision of a class."""
    tp, fp, _, _ = row
    return ratio(tp, tp + fp, undefined)


def recall_of(row: Row, undefined: float, bug: str) -> float:
    """Return the recall of a class."""
    tp, fp, fn, tn = row
    if bug == "class-accuracy-for-recall":
        return (tp + tn) / (tp + fp + fn + tn)
    return ratio(tp, tp + fn, undefined)


def f_of(row: Row, beta: float, undefined: float, bug: str) -> float:
    """Return F of a class."""
    tp, fp, fn, _ = row
    if bug == "jaccard-for-f":
        return ratio(tp, tp + fp + fn, undefined)
    b = beta * beta
    if bug == "beta-on-the-wrong-side":
        return ratio((1 + b) * tp, (1 + b) * tp + fn + b * fp, undefined)
    return ratio((1 + b) * tp, (1 + b) * tp + b * fn + fp, undefined)


def f_from(precision: float, recall: float, beta: float, undefined: float) -> float:
    """Return F of a precision and a recall."""
    b = beta * beta
    return ratio((1 + b) * precision * recall, b * precision + recall, undefined)


def mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """Return the weighted mean of the values other than nan; nan if there is none, and 0 if their weights are 0."""
    defined = [(value, weight) for value, weight in zip(values, weights, strict=True) if not math.isnan(value)]
    if not defined:
        return math.nan
    return ratio(sum(value * weight for value, weight in defined), sum(weight for _, weight in defined), 0.0)


def score(
    gold: Sequence[Hashable],
    predicted: Sequence[Hashable],
    *,
    bug: str = "",
    measure: str = "f",
    average: str = "macro",
    beta: float = 1.0,
    undefined: float = 0.0,
) -> float:
    """Return the average of `measure` over all classes; `undefined` is the value of 0/0."""
    if not gold:
        raise ValueError("no labels")
    rows = table(gold, predicted, bug)
    if average == "micro":
        tp, fp, fn, tn = (sum(column) for column in zip(*rows.values(), strict=True))
        return f_of((tp, fp, fn, tn), beta, undefined, bug)
    support = [tp + fn for tp, _, fn, _ in rows.values()]
    even = [1] * len(rows)
    precisions = [precision_of(row, undefined) for row in rows.values()]
    recalls = [recall_of(row, undefined, bug) for row in rows.values()]
    if bug == "recall-copied-from-precision":
        recalls = precisions
    if average == "means" or bug == "f-of-means":
        return f_from(mean(precisions, even), mean(recalls, even), beta, undefined)
    values = {"precision": precisions, "recall": recalls}.get(measure)
    if values is None:
        values = [f_of(row, beta, undefined, bug) for row in rows.values()]
    if average == "weighted":
        weights: Sequence[float] = support
        if bug == "weights-inverted":
            weights = [1 / count if count else 0 for count in support]
        value = mean(values, weights)
        return value / len(rows) if bug == "divided-by-classes-too" else value
    value = mean(values, even)
    return value * len(rows) / len(set(gold)) if bug == "divided-by-gold-classes" else value


NAN = math.nan

CHOICES = {
    "p": Honest("F of mean precision and recall; 0/0 is 1", {"average": "means", "zero_division": "1"}, Written(score, {"average": "means", "undefined": 1.0})),
    "q": Honest("macro average; 0/0 is left out", {"average": "macro", "zero_division": "nan"}, Written(score, {"undefined": NAN})),
    "r": Honest("weighted average; 0/0 is left out", {"average": "weighted", "zero_division": "nan"}, Written(score, {"average": "weighted", "undefined": NAN})),
    "s": Honest("macro average; beta 0.5", {"average": "macro", "beta": 0.5}, Written(score, {"beta": 0.5})),
    "t": Honest("weighted average; beta 2", {"average": "weighted", "beta": 2.0}, Written(score, {"average": "weighted", "beta": 2.0})),
    "u": Honest("micro average; beta 2", {"average": "micro", "beta": 2.0}, Written(score, {"average": "micro", "beta": 2.0})),
}  # fmt: skip

BUGS = [
    ("divided-by-gold-classes", "q"),
    ("f-of-means", "s"),
    ("recall-copied-from-precision", "p"),
    ("true-positives-among-the-false", "s"),
    ("jaccard-for-f", "u"),
    ("beta-on-the-wrong-side", "t"),
    ("divided-by-classes-too", "r"),
]

PRECISION_CHOICES = {
    "p": Honest("macro average; 0/0 is left out", {"average": "macro", "zero_division": "nan"}, Written(score, {"measure": "precision", "undefined": NAN})),
    "q": Honest("weighted average; 0/0 is left out", {"average": "weighted", "zero_division": "nan"}, Written(score, {"measure": "precision", "average": "weighted", "undefined": NAN})),
}  # fmt: skip

PRECISION_BUGS = [("unknown-predictions-dropped", "q"), ("true-positives-among-the-false", "p")]

RECALL_CHOICES = {
    "p": Honest("macro average; 0/0 is left out", {"average": "macro", "zero_division": "nan"}, Written(score, {"measure": "recall", "undefined": NAN})),
    "q": Honest("weighted average; 0/0 is left out", {"average": "weighted", "zero_division": "nan"}, Written(score, {"measure": "recall", "average": "weighted", "undefined": NAN})),
}  # fmt: skip

RECALL_BUGS = [("class-accuracy-for-recall", "p"), ("weights-inverted", "q")]

PROGRAMS = [
    *programs("F1", "f1", CHOICES, BUGS, "t"),
    *programs("F1", "precision", PRECISION_CHOICES, PRECISION_BUGS, "q"),
    *programs("F1", "recall", RECALL_CHOICES, RECALL_BUGS, ""),
]
