"""Small programs of metrics over labels and scores with their own choices, and with a mistake if one is named."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

Scorer = Callable[[list[Any], list[Any]], float]

F1 = {
    "beta": "beta-not-squared",
    "gold only": "classes-in-gold-only",
    "predicted only": "classes-in-predictions-only",
    "arithmetic": "arithmetic-f",
    "percent": "percent",
    "predicted weights": "weighted-by-predictions",
}


def f1(mistake: str = "", *, average: str = "macro", beta: float = 1) -> Scorer:
    """Return a scorer of the mean F over classes, plain or weighted by support."""

    def score(gold: list[Any], predicted: list[Any]) -> float:
        if not gold:
            raise ValueError("no items")
        in_gold, in_predicted = Counter(gold), Counter(predicted)
        hits = Counter(g for g, p in zip(gold, predicted, strict=True) if g == p)
        classes = set(in_gold) | set(in_predicted)
        if mistake == "gold only":
            classes = set(in_gold)
        if mistake == "predicted only":
            classes = set(in_predicted)
        weight = beta if mistake == "beta" else beta * beta
        total = weights = 0.0
        for name in classes:
            p = hits[name] / in_predicted[name] if in_predicted[name] else 0.0
            r = hits[name] / in_gold[name] if in_gold[name] else 0.0
            f = (1 + weight) * p * r / (weight * p + r) if p + r else 0.0
            if mistake == "arithmetic":
                f = (p + r) / 2
            times = 1 if average == "macro" else in_gold[name]
            if mistake == "predicted weights":
                times = in_predicted[name]
            total, weights = total + times * f, weights + times
        return total / weights * (100 if mistake == "percent" else 1)

    return score


MCC = {
    "percent": "percent",
    "absolute": "absolute",
    "no root": "root-missing",
    "gold only": "gold-only",
    "plus": "from-zero-to-one",
}


def mcc(mistake: str = "") -> Scorer:
    """Return a scorer of the Matthews correlation coefficient for any number of classes."""

    def score(gold: list[Any], predicted: list[Any]) -> float:
        if not gold:
            raise ValueError("no items")
        n, t, p = len(gold), Counter(gold), Counter(predicted)
        right = sum(g == q for g, q in zip(gold, predicted, strict=True))
        x: int = n * n - sum(v * v for v in t.values())
        y = x if mistake == "gold only" else n * n - sum(v * v for v in p.values())
        if not x * y:
            return 0.5 if mistake == "plus" else 0.0
        value: float = (right * n - sum(t[k] * p[k] for k in t)) / (x * y if mistake == "no root" else math.sqrt(x * y))
        return {"percent": 100 * value, "absolute": abs(value), "plus": (value + 1) / 2}.get(mistake, value)

    return score


KAPPA = {
    "uniform": "chance-uniform",
    "pooled": "chance-pooled",
    "gold": "chance-of-gold",
    "undivided": "not-divided",
    "percent": "percent",
}


def kappa(mistake: str = "") -> Scorer:
    """Return a scorer of Cohen's kappa."""

    def score(gold: list[Any], predicted: list[Any]) -> float:
        n, t, p = len(gold), Counter(gold), Counter(predicted)
        observed: float = sum(g == q for g, q in zip(gold, predicted, strict=True)) / n
        expected: float = sum(t[k] * p[k] for k in t) / n**2
        if mistake == "uniform":
            expected = 1 / len(set(t) | set(p))
        if mistake == "pooled":
            expected = sum(((t[k] + p[k]) / (2 * n)) ** 2 for k in set(t) | set(p))
        if mistake == "gold":
            expected = sum((v / n) ** 2 for v in t.values())
        if mistake == "undivided":
            return observed - expected
        return (observed - expected) / (1 - expected) * (100 if mistake == "percent" else 1)

    return score


AUC = {
    "wrong": "ties-count-as-wrong",
    "left out": "ties-left-out",
    "gini": "gini",
    "reversed": "complement",
    "order": "ties-in-input-order",
}


def auc(mistake: str = "") -> Scorer:
    """Return a scorer of the share of pairs in the right order."""

    def score(gold: list[int], scores: list[float]) -> float:
        ones = [s for g, s in zip(gold, scores, strict=True) if g]
        zeros = [s for g, s in zip(gold, scores, strict=True) if not g]
        if mistake == "order":
            seen = below = 0
            for k in sorted(range(len(gold)), key=lambda k: -scores[k]):
                seen += gold[k]
                below += 0 if gold[k] else seen
            return below / (len(ones) * len(zeros))
        won = sum(a > b for a in ones for b in zeros)
        ties = sum(a == b for a in ones for b in zeros)
        pairs = len(ones) * len(zeros)
        if mistake == "wrong":
            return won / pairs
        if mistake == "left out":
            return won / (pairs - ties)
        area = (won + ties / 2) / pairs
        return {"gini": 2 * area - 1, "reversed": 1 - area}.get(mistake, area)

    return score


LOG_LOSS = {"base 2": "binary-logarithms", "sum": "", "sign": "sign-missing", "positives": "positives-only"}


def log_loss(mistake: str = "", *, epsilon: float = 1e-15) -> Scorer:
    """Return a scorer of the mean logarithmic loss of clipped probabilities."""

    def score(gold: list[int], scores: list[float]) -> float:
        total = 0.0
        for label, probability in zip(gold, scores, strict=True):
            x = min(1 - epsilon, max(epsilon, probability))
            if label:
                total -= math.log(x)
            elif mistake != "positives":
                total -= math.log(1 - x)
        value = total / len(gold)
        return {"base 2": value / math.log(2), "sign": -value, "sum": total}.get(mistake, value)

    return score
