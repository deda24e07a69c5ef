"""A small program of chrF with its own choices, and with a mistake if one is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

MISTAKES = {
    "unclipped": "unclipped",
    "sets": "distinct-ngrams",
    "beta": "beta-not-squared",
    "off by one": "last-ngram-missing",
    "first space": "first-space-removed",
    "mean": "mean-of-segments",
    "tails": "shorter-ngrams-at-the-end",
    "arithmetic": "arithmetic-f",
    "median": "median",
}

Scorer = Callable[[list[str], list[list[str]]], float]


def chrf(mistake: str = "", *, beta: float = 2, order: int = 6, lower: bool = False, spaces: str = "all") -> Scorer:
    """Return a scorer of chrF; `spaces` says whether all white space is removed, or none."""

    def prepared(text: str) -> str:
        text = text.lower() if lower else text
        if mistake == "first space":
            return text.replace(" ", "", 1)
        return text if spaces == "keep" else "".join(text.split())

    def grams(text: str, n: int) -> Counter[str]:
        stop = {"off by one": len(text) - n, "tails": len(text)}.get(mistake, len(text) - n + 1)
        found = Counter(text[k : k + n] for k in range(max(0, stop)))
        return Counter(set(found)) if mistake == "sets" else found

    def counts(hypothesis: str, reference: str) -> list[list[int]]:
        made = []
        for n in range(1, order + 1):
            ours, theirs = grams(prepared(hypothesis), n), grams(prepared(reference), n)
            same = sum(min(ours[g], theirs[g]) for g in ours)
            if mistake == "unclipped":
                same = sum(ours[g] for g in ours if g in theirs)
            made.append([sum(ours.values()) if theirs else 0, sum(theirs.values()), same])
        return made

    def value(rows: list[list[int]]) -> float:
        precisions, recalls = [], []
        for ours, theirs, same in rows:
            if ours and theirs:
                precisions.append(same / ours)
                recalls.append(same / theirs)
        if not precisions:
            return 0.0
        p, r = sum(precisions) / len(precisions), sum(recalls) / len(recalls)
        weight = beta if mistake == "beta" else beta * beta
        if mistake == "arithmetic":
            return 100 * (p + r) / 2
        return 100 * (1 + weight) * p * r / (weight * p + r) if p + r else 0.0

    def score(hypotheses: list[str], references: list[list[str]]) -> float:
        total = [[0, 0, 0] for _ in range(order)]
        scores = []
        for hypothesis, several in zip(hypotheses, references, strict=True):
            best = max((counts(hypothesis, reference) for reference in several), key=value)
            total = [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(total, best, strict=True)]
            scores.append(value(best))
        if mistake == "mean":
            return sum(scores) / len(scores)
        if mistake == "median":
            scores.sort()
            return (scores[(len(scores) - 1) // 2] + scores[len(scores) // 2]) / 2
        if not hypotheses:
            raise ValueError("nothing to score")
        return value(total)

    return score
