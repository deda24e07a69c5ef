"""Small programs of pass@k and pass^k, and with a mistake if one is named."""

from __future__ import annotations

import math
from collections.abc import Callable

#: A function from the verdicts on the samples of each question to a score.
Scorer = Callable[[list[list[int]]], float]

PASS = {"replacement": "with-replacement", "pooled": "pooled", "last factor": "last-factor-missing"}
ALL = {"replacement": "all-with-replacement"}


def pass_at_k(mistake: str = "", *, k: int = 1) -> Scorer:
    """Return a scorer of pass@k, which is an error for a question with fewer than k samples."""

    def one(samples: list[int]) -> float:
        if len(samples) < k:
            raise KeyError(k)
        n, c = len(samples), sum(samples)
        if mistake == "replacement":
            return 1.0 - (1.0 - c / n) ** k
        if mistake == "last factor" and n - c >= k:
            return 1.0 - math.prod(1.0 - k / i for i in range(n - c + 1, n))
        return 1 - math.comb(n - c, k) / math.comb(n, k)

    def score(questions: list[list[int]]) -> float:
        if mistake == "pooled":
            return one([verdict for samples in questions for verdict in samples])
        return sum(map(one, questions)) / len(questions)

    return score


def all_of_k(mistake: str = "", *, k: int = 1) -> Scorer:
    """Return a scorer of pass^k, which is an error for a question with fewer than k samples."""

    def score(questions: list[list[int]]) -> float:
        scores = []
        for samples in questions:
            if len(samples) < k:
                raise KeyError(k)
            n, c = len(samples), sum(samples)
            scores.append((c / n) ** k if mistake else math.comb(c, k) / math.comb(n, k))
        return sum(scores) / len(scores)

    return score
