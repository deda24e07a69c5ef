"""Divide probabilities into bins, as packages do: equal widths, equal numbers of items, quantiles."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from samescore.base.errors import MetricError
from samescore.metrics.calibration.settings import CalibrationSettings
from samescore.metrics.float32 import single


class Division(NamedTuple):
    """The number of the bin of each item, from 0, or None if it is in no bin; and the number of bins."""

    found: list[int | None]
    bins: int


def place(probabilities: Sequence[float], settings: CalibrationSettings) -> Division:
    """Divide items into bins by their probabilities.

    Raises `MetricError` if ``binning`` is chunk and there are more bins than items, not counting the last.
    """
    edges = _edges(probabilities, settings)
    found = [*map(_position(edges, settings.edges), probabilities)]
    return Division(found, len(edges) - 1 + settings.edges.endswith("apart"))


def _position(edges: list[float], side: str) -> Callable[[float], int | None]:
    """Return the function from a probability to its bin; `edges` has one edge more than there are bins."""
    inner, low, high = edges[1:-1], edges[:-1], edges[1:]
    positions: dict[str, Callable[[float], int | None]] = {
        "right": lambda p: bisect_left(inner, p),
        "left": lambda p: bisect_right(inner, p),
        "right-lowest-apart": lambda p: bisect_left(low, p),
        "right-lowest-out": lambda p: bisect_left(low, p) - 1 if p > low[0] else None,
        "left-highest-apart": lambda p: bisect_right(high, p),
        "left-highest-out": lambda p: bisect_right(inner, p) if p < high[-1] else None,
    }
    return positions[side]


def _edges(probabilities: Sequence[float], settings: CalibrationSettings) -> list[float]:
    """Return the edges of the bins in ascending order, the lowest and the highest included."""
    if settings.binning == "width":
        return _fractions(settings.bins, settings.edge_form)
    ranked = sorted(probabilities)
    if settings.binning == "quantile":
        return [_quantile(ranked, fraction) for fraction in _fractions(settings.bins, settings.edge_form)]
    if settings.binning == "chunk":
        if settings.bins > len(probabilities) + 1:
            raise MetricError(
                f"there are {settings.bins} bins for {len(probabilities)} items",
                hint="set bins to at most one more than the number of items",
                kind="ValueError",
            )
        return [0.0, *sorted(map(max, _chunks(probabilities, settings.bins)[:-1])), 1.0]
    if settings.binning == "value":
        return [0.0, *(_middle(low, high) for low, high in pairwise(sorted({*ranked}))), 1.0]
    chunks = _chunks(ranked, min(settings.bins, len(ranked)))
    return [0.0, *sorted({_middle(low[-1], high[0]) for low, high in pairwise(chunks)} - {1.0}), 1.0]


def _middle(low: float, high: float) -> float:
    return (low + high) / 2


def _fractions(count: int, form: str) -> list[float]:
    """Return k/`count` for each k from 0 to `count`, computed as `form` says."""
    if form == "torch":
        step, half = single(1 / count), (count + 1) // 2
        return [single(step * k) if k < half else single(1 - step * (count - k)) for k in range(count + 1)]
    if form == "quotient":
        return [k / count for k in range(count + 1)]
    step = 1 / count
    steps = [*(k * step for k in range(count)), 1.0]
    return steps if form == "step" else [fraction * 100 / 100 for fraction in steps]


def _quantile(ranked: Sequence[float], fraction: float) -> float:
    """Reproduce `numpy.quantile`, which interpolates from the nearer neighbor."""
    place = fraction * (len(ranked) - 1)
    below = math.floor(place)
    share = place - below
    low, high = ranked[below], ranked[min(below + 1, len(ranked) - 1)]
    rise = high - low
    return low + rise * share if share < 0.5 else high - rise * (1 - share)


def _chunks(values: Sequence[float], count: int) -> list[Sequence[float]]:
    """Return `values` in `count` consecutive chunks; the first ones have one value more if they are not equally long."""
    size, longer = divmod(len(values), count)
    starts = [k * size + min(k, longer) for k in range(count + 1)]
    return [values[start:stop] for start, stop in pairwise(starts)]
