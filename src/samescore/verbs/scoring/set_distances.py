"""Compute the distance between two set-valued labels, as used for the agreement of annotators."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from samescore.metrics.agreement.distances import set_distance as native_distance


def set_distance(first: Set[Any], second: Set[Any], level: str) -> float:
    """Return the distance between two sets, from 0 to 1: `level` is ``jaccard``, ``masi`` or ``masi-0.67``.

    Raises `MetricError` for two empty sets (0/0).

    >>> set_distance({1, 2}, {1, 2, 3, 4}, "jaccard")
    0.5
    """
    return native_distance(tuple(first), tuple(second), level)
