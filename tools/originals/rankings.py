"""Inputs and settings of drivers of retrieval measures."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from samescore.data.kinds import Data
from samescore.data.rankings import RankedQuery, Rankings
from samescore.generators.rankings import rankings

CUTOFFS = (1, 2, 3, 5, 10)


def inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield rankings with a query that has judgments and results.

    Every query has a result, and a judgment that is not negative, or none on that side.
    """
    for data in rankings(4 * count, seed):
        common = any(query.qrels and query.run for query in data)
        if common and all(map(_is_usual, data)):
            yield data


def _is_usual(query: RankedQuery) -> bool:
    return query.run != () and (query.qrels is None or max(grade for _, grade in query.qrels) >= 0)


def judgments(data: Rankings) -> dict[str, dict[str, int]]:
    """Return the grades by query and document."""
    return {query.query: dict(query.qrels) for query in data if query.qrels is not None}


def results(data: Rankings) -> dict[str, dict[str, float]]:
    """Return the scores by query and document."""
    return {query.query: dict(query.run) for query in data if query.run is not None}


def relevant(query: RankedQuery) -> list[str]:
    """Return the documents of a query with a positive grade."""
    return [document for document, grade in query.qrels or () if grade > 0]


def listed(data: Data) -> list[tuple[list[float], list[int]]]:
    """Return the scores of the results of each query that is judged and retrieved, and their grades, 0 without a judgment."""
    queries = [query for query in data if query.qrels and query.run] if isinstance(data, Rankings) else []
    return [
        ([score for _, score in query.run or ()], [dict(query.qrels or ()).get(name, 0) for name, _ in query.run or ()])
        for query in queries
    ]


def with_cutoff(rng: random.Random, measures: Sequence[str] = ()) -> dict[str, Any]:
    """Return a random cutoff and, if there are several measures, one of them."""
    chosen = {"measure": rng.choice(measures)} if measures else {}
    return {**chosen, "cutoff": rng.choice(CUTOFFS)}
