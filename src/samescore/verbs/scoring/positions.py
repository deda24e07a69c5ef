"""Compute positions of aligned words, paths of edits, and fractional edit costs, which scores do not keep."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.base.errors import MetricError
from samescore.metrics.edits.paths import cheapest_path, distance_table
from samescore.metrics.ribes import RibesSettings, alignment


def word_order(hypothesis: Sequence[str], reference: Sequence[str], settings: RibesSettings) -> list[int]:
    """Return the reference position of each word of the hypothesis that RIBES aligns, in order.

    Raises `MetricError` for more words than ``max_length``.
    """
    longest = max(len(hypothesis), len(reference))
    if 0 < settings.max_length < longest:
        raise MetricError(f"a text has {longest} tokens, more than max_length={settings.max_length}", kind="ValueError")
    return alignment(hypothesis, reference, settings.contexts)


def edit_path(
    first: Sequence[str], second: Sequence[str], cost: float, *, by_cells: bool = False
) -> list[tuple[int, int]]:
    """Return the path of a cheapest edit script; see `samescore.metrics.edits.paths.cheapest_path`."""
    return cheapest_path(first, second, cost, by_cells=by_cells)


def edit_cost(first: Sequence[str], second: Sequence[str], cost: float) -> float:
    """Return the minimum cost of an edit script, if a substitution costs `cost`, which may be a fraction.

    Raises the errors of `samescore.metrics.edits.paths.distance_table`.

    >>> edit_cost("rain", "shine", 0.5)
    2.0
    """
    return distance_table(first, second, cost)[-1][-1]
