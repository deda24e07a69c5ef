"""Known mistakes in retrieval measures: nDCG, average precision, reciprocal rank, precision and recall."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from samescore.metrics.base import Row
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.texts import presentations
from samescore.metrics.retrieval import counted_score
from samescore.metrics.retrieval.measures import gains_of
from samescore.metrics.retrieval.ranked import Ranked, ranked
from samescore.metrics.retrieval.settings import RetrievalSettings

#: A function from the gains of the results, from the gains of an ideal ranking, and from the cutoff to a score.
OfGains = Callable[[Sequence[float], Sequence[float], int], float]
#: A function from the ranks of the relevant results, and from the numbers of relevant documents and of results.
OfRanks = Callable[[Sequence[int], int, int], float]


def _mistake(name: str, meaning: str, measure: str, change: Callable[[Ranked, Any], float]) -> Mistake:
    """Return a mistake in the score of a query; queries that do not count still do not count, and have nan."""

    def score(row: Row, settings: RetrievalSettings) -> float | None:
        if settings.measure != measure or settings.ties in ("average", "together", "torch-topk"):
            return None
        right, query = counted_score(row, settings), ranked(row)
        if right is None or not math.isfinite(right):
            return math.nan if right is None else None
        return change(query, settings) if query.is_retrieved and query.relevant else right

    return Mistake(name, meaning, "score", score)


def _in_ndcg(name: str, meaning: str, change: OfGains) -> Mistake:
    def score(query: Ranked, settings: RetrievalSettings) -> float:
        gains, ideal = gains_of(query, settings)
        return change(gains, ideal, settings.cutoff or max(len(gains), len(ideal)))

    return _mistake(name, meaning, "ndcg", score)


def _in_ranks(measure: str, name: str, meaning: str, change: OfRanks) -> Mistake:
    def score(query: Ranked, settings: RetrievalSettings) -> float:
        results = query.grades[: settings.cutoff] if settings.cutoff else query.grades
        ranks = [rank for rank, grade in enumerate(results, 1) if grade >= settings.relevance_level]
        return change(ranks, query.relevant, settings.cutoff or len(query.grades)) if ranks else 0.0

    return _mistake(name, meaning, measure, score)


def _discounted(gains: Sequence[float], discount: Callable[[int], float]) -> float:
    return sum(gain / discount(rank) for rank, gain in enumerate(gains, 1))


def _ratio(discount: Callable[[int], float]) -> OfGains:
    return lambda gains, ideal, k: _discounted(gains[:k], discount) / _discounted(ideal[:k], discount)


def _usual(rank: int) -> float:
    return math.log2(rank + 1)


def _of_cut_results(gains: Sequence[float], _: Sequence[float], k: int) -> float:
    best = _discounted(sorted(gains[:k], reverse=True), _usual)
    return _discounted(gains[:k], _usual) / best if best else 0.0


def _precisions(ranks: Sequence[int]) -> float:
    return sum(found / rank for found, rank in enumerate(ranks, 1))


def _at_every_rank(ranks: Sequence[int], _: int, k: int) -> float:
    return sum(sum(other <= rank for other in ranks) / rank for rank in range(1, k + 1)) / k


RETRIEVAL_MISTAKES: tuple[Mistake, ...] = (
    _in_ndcg("log-of-rank", "a gain is divided by log2(rank), and undivided at rank 1", _ratio(lambda rank: max(1.0, math.log2(rank)))),
    _in_ndcg("divided-by-rank", "a gain is divided by its rank", _ratio(float)),
    _in_ndcg("no-discount", "gains are not discounted", _ratio(lambda _: 1.0)),
    _in_ndcg("ideal-of-first-results", "the ideal ranking has only the first results, in a better order", _of_cut_results),
    _in_ndcg("ideal-without-cutoff", "the ideal ranking is not cut at the cutoff",
             lambda gains, ideal, k: _discounted(gains[:k], _usual) / _discounted(ideal, _usual)),
    _in_ranks("ap", "divided-by-results", "the precisions are divided by the number of results",
              lambda ranks, _, k: _precisions(ranks) / k),
    _in_ranks("ap", "rank-from-zero", "ranks begin with 0: precision is hits / (rank - 1)",
              lambda ranks, total, _: sum(found / max(1, rank - 1) for found, rank in enumerate(ranks, 1)) / total),
    _in_ranks("ap", "rank-from-two", "ranks begin with 2: precision is hits / (rank + 1)",
              lambda ranks, total, _: sum(found / (rank + 1) for found, rank in enumerate(ranks, 1)) / total),
    _in_ranks("ap", "reciprocal-ranks", "the mean of 1 / rank of the relevant results",
              lambda ranks, total, _: sum(1 / rank for rank in ranks) / total),
    _in_ranks("ap", "every-rank", "the mean precision over all ranks, relevant or not", _at_every_rank),
    _in_ranks("rr", "first-rank-from-zero", "ranks begin with 0: 1 / (rank - 1), but 1 for the first result",
              lambda ranks, _, __: 1 / max(1, ranks[0] - 1)),
    _in_ranks("rr", "first-rank-from-two", "ranks begin with 2: 1 / (rank + 1)", lambda ranks, _, __: 1 / (ranks[0] + 1)),
    _in_ranks("rr", "last-relevant", "the rank of the last relevant result", lambda ranks, _, __: 1 / ranks[-1]),
    _in_ranks("rr", "all-reciprocal-ranks", "the mean of 1 / rank of all relevant results",
              lambda ranks, _, __: sum(1 / rank for rank in ranks) / len(ranks)),
    _in_ranks("recall", "recall-over-results", "hits are divided by the number of results", lambda ranks, _, k: len(ranks) / k),
    _in_ranks("precision", "precision-over-relevant", "hits are divided by the number of relevant documents",
              lambda ranks, total, _: len(ranks) / total),
    *presentations(highest=1),
)  # fmt: skip
