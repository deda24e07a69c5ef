"""F1, precision and recall of class labels."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Sequence

from benchmarks.mistakes.program import Honest, programs


@dataclasses.dataclass(frozen=True)
class FScore:
    """An average over classes of F, precision or recall; `undefined` is the value of 0/0."""

    average: str = "macro"
    beta: float = 1.0
    undefined: float = 0.0
    measure: str = "f"
    bug: str = ""

    def __call__(self, gold: Sequence[Hashable], predicted: Sequence[Hashable]) -> float:
        if not gold:
            raise ValueError("there are no items")
        if self.bug == "swapped":
            gold, predicted = predicted, gold
        classes = set(gold) | set(predicted)
        if self.bug == "gold-classes-only":
            classes = set(gold)
        elif self.bug == "predicted-classes-only":
            classes = set(predicted)
        pairs = list(zip(gold, predicted, strict=True))
        rows = []
        for name in sorted(classes, key=str):
            tp = sum(g == p == name for g, p in pairs)
            rows.append((tp, sum(p == name for _, p in pairs), sum(g == name for g, _ in pairs)))
        return self.averaged(rows)

    def averaged(self, rows: Sequence[tuple[int, int, int]]) -> float:
        average = {"micro-for-macro": "micro", "macro-for-weighted": "macro", "weighted-for-macro": "weighted"}.get(
            self.bug, self.average
        )
        if average == "micro":
            return self.score(*(sum(row[k] for row in rows) for k in range(3)))
        scores = [self.score(*row) for row in rows]
        if self.bug == "zeros-left-out":
            scores = [score for score in scores if score] or [0.0]
        if self.bug == "f-of-means":
            p = sum(self.ratio(tp, predicted) for tp, predicted, _ in rows) / len(rows)
            r = sum(self.ratio(tp, support) for tp, _, support in rows) / len(rows)
            return (1 + self.beta**2) * p * r / (self.beta**2 * p + r) if p + r else self.undefined
        if average == "macro":
            return sum(scores) / len(scores)
        weights = [predicted if self.bug == "weighted-by-predictions" else gold for _, predicted, gold in rows]
        return sum(score * weight for score, weight in zip(scores, weights, strict=True)) / sum(weights)

    def ratio(self, part: float, whole: float) -> float:
        return part / whole if whole else self.undefined

    def score(self, tp: int, predicted: int, support: int) -> float:
        if self.measure == "precision":
            return self.ratio(tp, support if self.bug == "precision-for-recall" else predicted)
        if self.measure == "recall":
            return self.ratio(tp, predicted if self.bug == "precision-for-recall" else support)
        if self.bug == "arithmetic-mean-of-precision-and-recall":
            return (self.ratio(tp, predicted) + self.ratio(tp, support)) / 2
        if self.bug == "geometric-mean-of-precision-and-recall":
            return float((self.ratio(tp, predicted) * self.ratio(tp, support)) ** 0.5)
        if self.bug == "jaccard-for-f":
            return self.ratio(tp, predicted + support - tp)
        square = self.beta if self.bug == "beta-not-squared" else self.beta**2
        factor = square if self.bug == "one-plus-beta-squared-missing" else 1 + square
        if self.bug == "beta-on-the-wrong-side":
            return self.ratio(factor * tp, support + square * predicted)
        return self.ratio(factor * tp, square * support + predicted)


CHOICES = {
    "a": Honest("macro average; 0/0 is 1", {"average": "macro", "zero_division": "1"}, FScore(undefined=1.0)),
    "b": Honest("macro average; beta 2", {"average": "macro", "beta": 2.0}, FScore(beta=2.0)),
    "c": Honest("weighted average; beta 0.5", {"average": "weighted", "beta": 0.5}, FScore("weighted", 0.5)),
    "d": Honest("weighted average; 0/0 is 1", {"average": "weighted", "zero_division": "1"}, FScore("weighted", undefined=1.0)),
    "e": Honest("micro average; 0/0 is 1", {"average": "micro", "zero_division": "1"}, FScore("micro", undefined=1.0)),
}  # fmt: skip

BUGS = [
    ("gold-classes-only", "b"),
    ("micro-for-macro", "a"),
    ("beta-not-squared", "b"),
    ("arithmetic-mean-of-precision-and-recall", "a"),
    ("jaccard-for-f", "e"),
    ("swapped", "c"),
    ("zeros-left-out", "b"),
    ("weighted-by-predictions", "d"),
    ("f-of-means", "a"),
    ("beta-on-the-wrong-side", "c"),
    ("one-plus-beta-squared-missing", "b"),
    ("predicted-classes-only", "a"),
    ("geometric-mean-of-precision-and-recall", "d"),
    ("macro-for-weighted", "c"),
]

PRECISION_CHOICES = {
    "a": Honest("macro average; 0/0 is 1", {"average": "macro", "zero_division": "1"}, FScore(undefined=1.0, measure="precision")),
    "b": Honest("weighted average; 0/0 is 1", {"average": "weighted", "zero_division": "1"}, FScore("weighted", undefined=1.0, measure="precision")),
}  # fmt: skip

PRECISION_BUGS = [("precision-for-recall", "b"), ("gold-classes-only", "a"), ("weighted-by-predictions", "b")]

RECALL_CHOICES = {
    "a": Honest("macro average; 0/0 is 1", {"average": "macro", "zero_division": "1"}, FScore(undefined=1.0, measure="recall")),
    "b": Honest("weighted average; 0/0 is 1", {"average": "weighted", "zero_division": "1"}, FScore("weighted", undefined=1.0, measure="recall")),
}  # fmt: skip

RECALL_BUGS = [("precision-for-recall", "a"), ("gold-classes-only", "a"), ("macro-for-weighted", "b")]

PROGRAMS = [
    *programs("F1", "f1", CHOICES, BUGS, right="bc"),
    *programs("F1", "precision", PRECISION_CHOICES, PRECISION_BUGS, right="a"),
    *programs("F1", "recall", RECALL_CHOICES, RECALL_BUGS, right="b"),
]
