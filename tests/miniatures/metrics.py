"""Small independent implementations of metrics: correct without a fault, wrong with one."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

Scorer = Callable[..., float]


def _grams(words: list[str], order: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[k : k + order]) for k in range(len(words) - order + 1))


def bleu(fault: str = "") -> Scorer:
    """Return a scorer of unsmoothed corpus BLEU of words between spaces, from 0 to 1."""

    def score(hypotheses: list[str], references: list[list[str]]) -> float:
        if fault == "sentence mean" and len(hypotheses) > 1:
            pairs = zip(hypotheses, references, strict=True)
            return math.fsum(score([h], [r]) for h, r in pairs) / len(hypotheses)
        if not hypotheses:
            raise ValueError("no segments")
        matches, totals, hypothesis_length, reference_length = [0] * 4, [0] * 4, 0, 0
        for hypothesis, several in zip(hypotheses, references, strict=True):
            words, others = hypothesis.split(), [reference.split() for reference in several]
            hypothesis_length += len(words)
            lengths = sorted((abs(len(other) - len(words)), len(other)) for other in others)
            pick = {"longest reference": max, "shortest reference": min}.get(fault)
            reference_length += pick(map(len, others)) if pick else lengths[0][1]
            for order in range(1, 5):
                grams = _grams(words, order)
                most: Counter[tuple[str, ...]] = Counter()
                for other in others[:1] if fault == "first reference" else others:
                    most |= _grams(other, order)
                matched = grams if fault == "no clipping" else grams & most
                matches[order - 1] += sum(count for gram, count in matched.items() if gram in most)
                totals[order - 1] += sum(grams.values())
        if fault == "off by one order":
            matches, totals = matches[:3], totals[:3]
        if not all(matches) or not all(totals):
            return 0.0
        precisions = [match / total for match, total in zip(matches, totals, strict=True)]
        mean = math.exp(math.fsum(map(math.log, precisions)) / len(precisions))
        if fault == "arithmetic mean":
            mean = math.fsum(precisions) / 4
        penalty = 1.0 if hypothesis_length >= reference_length else math.exp(1 - reference_length / hypothesis_length)
        if fault == "no brevity penalty":
            penalty = 1.0
        if fault == "penalty upside down":
            penalty = (
                1.0 if hypothesis_length >= reference_length else math.exp(1 - hypothesis_length / reference_length)
            )
        return penalty * mean * (100 if fault == "percent" else 1)

    return score


BLEU_FAULTS = (
    *("sentence mean", "longest reference", "shortest reference", "first reference", "no clipping"),
    *("off by one order", "arithmetic mean", "no brevity penalty", "penalty upside down", "percent"),
)


def mcc(fault: str = "") -> Scorer:
    """Return the Matthews correlation coefficient of any classes."""

    def score(gold: list[Any], predicted: list[Any]) -> float:
        n, right = len(gold), sum(g == p for g, p in zip(gold, predicted, strict=True))
        if not n:
            raise ValueError("no items")
        in_gold, in_predicted = Counter(gold), Counter(predicted)
        if fault == "gold only":
            in_predicted = in_gold
        covariance = right * n - sum(in_gold[name] * in_predicted[name] for name in in_gold)
        spreads = [n * n - sum(count * count for count in side.values()) for side in (in_gold, in_predicted)]
        if not all(spreads):
            return 1.0 if fault == "one class is perfect" and right == n else 0.0
        value: float = covariance / math.sqrt(spreads[0] * spreads[1])
        return {"absolute": abs(value), "squared": value * value}.get(fault, value)

    return score


MCC_FAULTS = ("gold only", "one class is perfect", "absolute", "squared")


def weighted_kappa(fault: str = "") -> Scorer:
    """Return Cohen's kappa with linear weights: the distances of the classes in sorted order."""

    def score(gold: list[Any], predicted: list[Any]) -> float:
        if not gold:
            raise ValueError("no items")
        classes = dict.fromkeys([*gold, *predicted])
        ordered = list(classes) if fault == "first appearance" else sorted(classes)
        if fault == "numbers as text":
            ordered = sorted(classes, key=str)
        place = {name: k for k, name in enumerate(ordered)}
        observed = sum(abs(place[g] - place[p]) for g, p in zip(gold, predicted, strict=True)) / len(gold)
        in_gold, in_predicted = Counter(gold), Counter(predicted)
        pairs = ((g, p, in_gold[g] * in_predicted[p]) for g in in_gold for p in in_predicted)
        expected = sum(abs(place[g] - place[p]) * count for g, p, count in pairs) / len(gold) ** 2
        return 1 - observed / expected if expected else math.nan

    return score


KAPPA_FAULTS = ("first appearance", "numbers as text")


def distinct(fault: str = "") -> Scorer:
    """Return distinct unigrams over all words of a corpus."""

    def score(hypotheses: list[str], _: list[list[str]]) -> float:
        lines = [line.split() for line in hypotheses]
        if fault == "mean of lines":
            return sum(len(set(line)) / len(line) for line in lines if line) / len(lines)
        words = [word.lower() if fault == "lower" else word for line in lines for word in line]
        if fault == "characters":
            words = [letter for word in words for letter in word]
        return len(set(words)) / (len(words) + (fault == "one too many"))

    return score


DISTINCT_FAULTS = ("mean of lines", "lower", "characters", "one too many")
