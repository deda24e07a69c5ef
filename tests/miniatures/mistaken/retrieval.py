"""Small programs of retrieval measures, and with a mistake if one is named."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

#: A function of judgments and of results: grades or scores by document, by query.
Scorer = Callable[[dict[str, dict[str, int]], dict[str, dict[str, Any]]], float]

NDCG = {
    "first results": "ideal-of-first-results",
    "whole ideal": "ideal-without-cutoff",
    "log of rank": "log-of-rank",
    "rank": "divided-by-rank",
    "no discount": "no-discount",
}
AP = {
    "results": "divided-by-results",
    "from zero": "rank-from-zero",
    "from two": "rank-from-two",
    "reciprocal": "reciprocal-ranks",
    "every rank": "every-rank",
}


def _mean_over_queries(
    score: Callable[[dict[str, int], list[str]], float],
) -> Scorer:
    def of_queries(qrels: dict[str, dict[str, int]], run: dict[str, dict[str, Any]]) -> float:
        scores = []
        for query in qrels:
            if query in run:
                found = {document: float(value) for document, value in run[query].items()}
                scores.append(score(qrels[query], sorted(found, key=lambda document: -found[document])))
        return sum(scores) / len(scores)

    return of_queries


def _logarithm(rank: int) -> float:
    return math.log2(rank + 1)


def ndcg(mistake: str = "", *, k: int = 5) -> Scorer:
    """Return a scorer of nDCG of the first k results with exponential gains."""
    discounts: dict[str, Callable[[int], float]] = {
        "log of rank": lambda rank: max(1.0, math.log2(rank)),
        "rank": float,
        "no discount": lambda _: 1.0,
    }
    discount = discounts.get(mistake, _logarithm)

    def dcg(grades: list[int]) -> float:
        return sum((2.0 ** max(grade, 0) - 1) / discount(rank) for rank, grade in enumerate(grades, 1))

    def score(grades: dict[str, int], ranking: list[str]) -> float:
        found = [grades.get(document, 0) for document in ranking[:k]]
        ideal = sorted(found if mistake == "first results" else grades.values(), reverse=True)
        best = dcg(ideal if mistake == "whole ideal" else ideal[:k])
        return dcg(found) / best if best else 0.0

    return _mean_over_queries(score)


def ap(mistake: str = "") -> Scorer:
    """Return a scorer of average precision."""

    def score(grades: dict[str, int], ranking: list[str]) -> float:
        relevant = sum(grade > 0 for grade in grades.values())
        hits, total = 0, 0.0
        for rank, document in enumerate(ranking, 1):
            hit = grades.get(document, 0) > 0
            hits += hit
            precision = hits / rank
            if mistake == "from zero":
                precision = hits / max(1, rank - 1)
            if mistake == "from two":
                precision = hits / (rank + 1)
            if mistake == "reciprocal":
                precision = 1 / rank
            if hit or mistake == "every rank":
                total += precision
        below = len(ranking) if mistake in ("results", "every rank") else relevant
        return total / below if relevant and hits else 0.0

    return _mean_over_queries(score)
