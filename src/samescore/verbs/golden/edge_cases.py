"""The verb *golden edges*: count the vectors for each edge case."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from samescore.metrics import METRIC_NAMES, find
from samescore.verbs.golden.edges import matrix


class Request(msgspec.Struct, frozen=True):
    """The names of metrics; empty for all."""

    metrics: tuple[str, ...] = ()


class EdgeCases(msgspec.Struct, frozen=True):
    """The number of a metric's vectors for each edge case."""

    metric: str
    vectors: dict[str, int]


def execute(request: Request) -> Iterator[EdgeCases]:
    """Yield the numbers of vectors for the edge cases of each metric.

    Raises `UnknownNameError` for an unknown metric.
    """
    for name in [find(named)[0].name for named in request.metrics] or METRIC_NAMES:
        yield EdgeCases(name, matrix(name))
