"""Small programs of BLEU, ROUGE, GLEU and METEOR with their own choices, and with a mistake if one is named."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

Scorer = Callable[[list[str], list[list[str]]], float]


def _grams(words: list[str], n: int, mistake: str = "") -> Counter[tuple[str, ...]]:
    stop = len(words) - n + (mistake != "off by one")
    found = Counter(tuple(words[k : k + n]) for k in range(max(0, stop)))
    return Counter(dict.fromkeys(found, 1)) if mistake == "sets" else found


def _split(text: str, lower: bool) -> list[str]:
    return (text.lower() if lower else text).split()


BLEU = {
    "unclipped": "unclipped",
    "sets": "distinct-ngrams",
    "off by one": "last-ngram-missing",
    "arithmetic": "arithmetic-mean",
    "upside down": "penalty-upside-down",
    "no root": "root-missing",
    "always": "penalty-always",
    "linear": "penalty-linear",
    "sum of lengths": "reference-lengths-summed",
    "recall": "recall-for-precision",
    "log 2": "logarithms-of-base-2",
    "one reference": "one-reference-at-a-time",
    "median": "median",
}


def bleu(mistake: str = "", *, order: int = 4, lower: bool = False, scale: float = 1) -> Scorer:
    """Return a scorer of corpus BLEU of words between spaces, without smoothing."""

    def count(hypothesis: str, several: list[str]) -> tuple[list[int], list[int], int, int]:
        words, others = _split(hypothesis, lower), [_split(text, lower) for text in several]
        matches, totals = [], []
        for n in range(1, order + 1):
            ours, theirs = _grams(words, n, mistake), [_grams(other, n, mistake) for other in others]
            if mistake == "one reference":
                matches.append(max(sum((ours & one).values()) for one in theirs))
            else:
                most: Counter[tuple[str, ...]] = Counter()
                for one in theirs:
                    most |= one
                same = ours if mistake == "unclipped" else ours & most
                matches.append(sum(same[gram] for gram in same if gram in most))
            totals.append(sum((theirs[0] if mistake == "recall" else ours).values()))
        lengths = [len(other) for other in others]
        closest = min(lengths, key=lambda length: (abs(length - len(words)), length))
        return matches, totals, len(words), sum(lengths) if mistake == "sum of lengths" else closest

    def value(matches: list[int], totals: list[int], c: int, r: int) -> float:
        if not c or (mistake != "arithmetic" and not all(matches)) or not all(totals):
            return 0.0
        precisions = [match / total for match, total in zip(matches, totals, strict=True)]
        log = math.log2 if mistake == "log 2" else math.log
        if mistake == "arithmetic":
            mean = sum(precisions) / order
        else:
            mean = math.exp(sum(log(p) for p in precisions) / (1 if mistake == "no root" else order))
        penalty = 1.0 if c >= r and mistake != "always" else math.exp(1 - r / c)
        if mistake == "upside down" and c < r:
            penalty = math.exp(1 - c / r)
        if mistake == "linear" and c < r:
            penalty = c / r
        return scale * penalty * mean

    def score(hypotheses: list[str], references: list[list[str]]) -> float:
        if not hypotheses:
            raise ValueError("nothing to score")
        counted = [count(h, rs) for h, rs in zip(hypotheses, references, strict=True)]
        if mistake == "median":
            scores = sorted(value(*one) for one in counted)
            return (scores[(len(scores) - 1) // 2] + scores[len(scores) // 2]) / 2
        matches = [sum(column) for column in zip(*(m for m, _, _, _ in counted), strict=True)]
        totals = [sum(column) for column in zip(*(t for _, t, _, _ in counted), strict=True)]
        return value(matches, totals, sum(c for _, _, c, _ in counted), sum(r for _, _, _, r in counted))

    return score


ROUGE_N = {
    "unclipped": "unclipped",
    "off by one": "last-ngram-missing",
    "beta": "beta-not-squared",
    "arithmetic": "arithmetic-f",
    "exchanged": "totals-exchanged",
    "no factor": "f-without-factor",
}


def rouge_n(mistake: str = "", *, order: int = 2, beta: float = 1, lower: bool = True, scale: float = 1) -> Scorer:
    """Return a scorer of the mean ROUGE-N of segments, each with its best reference."""

    def one(hypothesis: str, reference: str) -> float:
        h, r = (_grams(_split(text, lower), order, mistake) for text in (hypothesis, reference))
        same = sum(h[g] for g in h if g in r) if mistake == "unclipped" else sum((h & r).values())
        if not h or not r or not same:
            return 0.0
        p, q = same / sum(h.values()), same / sum(r.values())
        return _f(mistake, p, q, beta)

    def score(hypotheses: list[str], references: list[list[str]]) -> float:
        best = [max(one(h, r) for r in rs) for h, rs in zip(hypotheses, references, strict=True)]
        return scale * sum(best) / len(best)

    return score


def _f(mistake: str, p: float, r: float, beta: float) -> float:
    if mistake == "arithmetic":
        return (p + r) / 2
    if mistake == "exchanged":
        p, r = r, p
    weight = beta if mistake == "beta" else beta**2
    return (1 if mistake == "no factor" else 1 + weight) * p * r / (weight * p + r)


ROUGE_L = {
    "set": "set-overlap",
    "bag": "bag-overlap",
    "substring": "longest-common-substring",
    "beta": "beta-not-squared",
    "longer": "divided-by-the-longer",
    "geometric": "geometric-f",
}


def rouge_l(mistake: str = "", *, beta: float = 1, lower: bool = True, scale: float = 1) -> Scorer:
    """Return a scorer of the mean ROUGE-L of segments, each with its best reference."""

    def length(a: list[str], b: list[str]) -> int:
        if mistake == "set":
            return len(set(a) & set(b))
        if mistake == "bag":
            return sum((Counter(a) & Counter(b)).values())
        table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
        longest = 0
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                skipped = 0 if mistake == "substring" else max(table[i][j + 1], table[i + 1][j])
                table[i + 1][j + 1] = table[i][j] + 1 if x == y else skipped
                longest = max(longest, table[i + 1][j + 1])
        return longest

    def one(hypothesis: str, reference: str) -> float:
        h, r = _split(hypothesis, lower), _split(reference, lower)
        same = length(h, r)
        if not same:
            return 0.0
        ours, theirs = (len(set(h)), len(set(r))) if mistake == "set" else (len(h), len(r))
        if mistake == "longer":
            return same / max(ours, theirs)
        if mistake == "geometric":
            return same / math.sqrt(ours * theirs)
        return _f(mistake, same / ours, same / theirs, beta)

    def score(hypotheses: list[str], references: list[list[str]]) -> float:
        best = [max(one(h, r) for r in rs) for h, rs in zip(hypotheses, references, strict=True)]
        return scale * sum(best) / len(best)

    return score


METEOR = {
    "no cube": "exponent-missing",
    "alpha": "alpha-for-precision",
    "less": "one-chunk-less",
    "added": "penalty-added",
    "gamma": "gamma-missing",
}


def meteor(mistake: str = "", *, alpha: float = 0.9, gamma: float = 0.5, lower: bool = True) -> Scorer:
    """Return a scorer of METEOR with matches of equal words only."""

    def one(hypothesis: str, reference: str) -> float:
        h, r = _split(hypothesis, lower), _split(reference, lower)
        free = dict(enumerate(r))
        pairs = []
        for i in reversed(range(len(h))):
            place = next((j for j in sorted(free, reverse=True) if free[j] == h[i]), None)
            if place is not None:
                pairs.append((i, place))
                del free[place]
        pairs.sort()
        if not pairs:
            return 0.0
        chunks = 1 + sum(b != (a[0] + 1, a[1] + 1) for a, b in pairwise(pairs))
        m, p, q = len(pairs), len(pairs) / len(h), len(pairs) / len(r)
        weight = 1 - alpha if mistake == "alpha" else alpha
        f = p * q / (weight * p + (1 - weight) * q)
        share = (chunks - (mistake == "less")) / m
        lost = (1 if mistake == "gamma" else gamma) * (share if mistake == "no cube" else share**3)
        return f * (1 + lost if mistake == "added" else 1 - lost)

    def score(hypotheses: list[str], references: list[list[str]]) -> float:
        best = [max(one(h, r) for r in rs) for h, rs in zip(hypotheses, references, strict=True)]
        return sum(best) / len(best)

    return score
