"""Krippendorff's alpha: 1 - D_o/D_e, observed disagreement within items over the disagreement expected by chance.

Only items with at least two labels count. With n_u labels of an item u, n in all, and a distance d of two labels::

    D_o = 1/n sum_u 1/(n_u - 1) sum d(v, w) over the ordered pairs of labels of u
    D_e = 1/(n (n - 1)) sum d(v, w) over the ordered pairs of all labels
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.annotations import Annotation, in_order
from samescore.metrics.agreement.distances import SET_LEVELS, SET_LEVELS_MEANING, check_sets, set_distance
from samescore.metrics.agreement.kept import AgreementMetric, Item
from samescore.metrics.base import MetricFacts, Total
from samescore.metrics.summation import numpy_sum
from samescore.settings import Choice, Settings, Stage, knob

#: A function that returns the distance between two labels, given their positions among the values.
Distance = Callable[[int, int], float]


class AlphaSettings(Settings):
    """The knobs of Krippendorff's alpha."""

    metric: ClassVar[str] = "krippendorff-alpha"

    distance: str = knob(
        Stage.STATISTICS,
        Choice(("nominal", "ordinal", "interval", "ratio", *SET_LEVELS)),
        "nominal",
        "Distance of two labels. nominal: 0 if they are equal, otherwise 1; ordinal: for numbers, the squared number of labels "
        "between them; interval: for numbers, the squared difference; ratio: for numbers, the squared difference / "
        f"squared sum; {SET_LEVELS_MEANING}",
        former=("level",),
    )
    one_label: str = knob(
        Stage.COMBINATION,
        Choice(("raise", "1")),
        "raise",
        "Score if all labels are the same. raise: an error; 1: perfect agreement",
    )
    no_pairs: str = knob(
        Stage.COMBINATION,
        Choice(("raise", "nan")),
        "raise",
        "Score if labels differ, but no item has two. raise: an error; nan: undefined",
    )
    zero_division: str = knob(
        Stage.COMBINATION,
        Choice(("nan", "1", "raise")),
        "nan",
        "Score if all items with several annotations have the same label, and only items with one annotation differ "
        "(0/0). nan: undefined; 1: perfect agreement; raise: an error",
        former=("one_value",),
    )
    form: str = knob(
        Stage.COMBINATION,
        Choice(("coincidences", "items")),
        "coincidences",
        "Order of summation. coincidences: over coincidence matrices, as NumPy does; items: item by item, with "
        "labels in order of appearance",
        rounding=True,
    )


class KrippendorffAlpha(AgreementMetric[AlphaSettings]):
    """Krippendorff's alpha, at most 1; 0 is chance.

    Raises `MetricError` if the input has no labels, if no item has two labels under ``no_pairs=raise``, if ``distance`` needs numbers or sets
    and a label is not one, for two empty sets (0/0), if all labels are equal under ``one_label=raise``, and
    for 0/0 under ``zero_division=raise``. Under other settings 0/0 is 1 or undefined (nan).
    """

    name = "krippendorff-alpha"
    title = "Krippendorff's alpha"
    settings = AlphaSettings
    facts = MetricFacts(
        lowest=None,
        highest=1,
        higher_is_better=True,
        stages=("pairable", "disagreement"),
        inputs="by-kind",
        growth=2,
        plausible={"distance": ("nominal", "ordinal", "interval", "ratio")},
    )

    def combine(self, total: Total, settings: AlphaSettings) -> Trace:
        items = [[label for label in item if label is not None] for item in total.kept.items]
        values = in_order({label for item in items for label in item})
        if len(values) == 1 and settings.one_label == "1":
            return Trace(1.0, {"pairable": 0, "disagreement": []})
        of_numbers = settings.distance in ("ordinal", "interval", "ratio")
        if of_numbers and not all(isinstance(value, (int, float)) for value in values):
            raise MetricError(
                f"a label is not a number, and distance={settings.distance} needs numbers", kind="ValueError"
            )
        if len(values) < 2:
            if values:
                raise MetricError("the input has only one label", hint="set one_label=1", kind="ValueError")
            raise MetricError("the input has no labels", kind="ValueError")
        pairable = [item for item in items if len(item) > 1]
        if not pairable and settings.no_pairs == "nan":
            return Trace(math.nan, {"pairable": 0, "disagreement": []})
        if not pairable:
            raise MetricError("no item has labels from two annotators", kind="ValueError")
        if settings.distance in SET_LEVELS:
            values = in_order({label for item in pairable for label in item})
            check_sets(values, settings.distance)
        disagreements = _disagreements_by_items if settings.form == "items" else _disagreements_by_coincidences
        observed, expected = disagreements(pairable, values, settings)
        stages = {"pairable": sum(map(len, pairable)), "disagreement": [observed, expected]}
        if not expected and settings.zero_division == "raise":
            raise MetricError("labels differ only on items with one annotation: 0/0", kind="ZeroDivisionError")
        if not expected:
            return Trace(1.0 if settings.zero_division == "1" else math.nan, stages)
        return Trace(1.0 - observed / expected, stages)


def _disagreements_by_coincidences(
    items: Sequence[Item], values: Sequence[Annotation], settings: AlphaSettings
) -> tuple[float, float]:
    """Return n D_o and n D_e, computed from coincidence matrices with numpy's order of additions."""
    size = range(len(values))
    place = {value: k for k, value in enumerate(values)}
    observed = [[0.0 for _ in size] for _ in size]
    for item in items:
        counts = Counter(place[label] for label in item)
        for v, n_v in counts.items():
            for w, n_w in counts.items():
                observed[v][w] += (n_v * n_w - (n_v if v == w else 0)) / (len(item) - 1)
    totals = [0.0 for _ in size]
    for row in observed:
        totals = [total + cell for total, cell in zip(totals, row, strict=True)]
    n = numpy_sum(totals)
    distance = _distance(values, totals, settings.distance)
    distances = [distance(v, w) for v in size for w in size]
    expected = [(totals[v] * totals[w] - (totals[v] if v == w else 0.0)) / (n - 1) for v in size for w in size]
    cells = [cell for row in observed for cell in row]
    return (
        numpy_sum([cell * d for cell, d in zip(cells, distances, strict=True)]),
        numpy_sum([cell * d for cell, d in zip(expected, distances, strict=True)]),
    )


def _disagreements_by_items(
    items: Sequence[Item], values: Sequence[Annotation], settings: AlphaSettings
) -> tuple[float, float]:
    """Return D_o and D_e, computed item by item, with the labels of each item in order of appearance."""
    place = {value: k for k, value in enumerate(values)}
    counts = [Counter(place[label] for label in item) for item in items]
    every: Counter[int] = Counter()
    for of_item in counts:
        every.update(of_item)
    totals = [float(every[k]) for k in range(len(values))]
    distance = _distance(values, totals, settings.distance)
    observed = 0.0
    for of_item in counts:
        observed += _disagreement(of_item, distance) * of_item.total()
    return observed / every.total(), _disagreement(every, distance)


def _disagreement(counts: Counter[int], distance: Distance) -> float:
    """Return the mean distance of two labels drawn from a bag without replacement, given the count of each value."""
    pairs = 0.0
    for v, n_v in counts.items():
        for w, n_w in counts.items():
            pairs += float(n_v * n_w) * distance(w, v)
    return pairs / (counts.total() * (counts.total() - 1))


def _distance(values: Sequence[Any], totals: Sequence[float], level: str) -> Distance:
    """Return the function for the distance between the values at two positions.

    `totals` counts each value; only the level ``ordinal`` uses it.
    """

    def nominal(v: int, w: int) -> float:
        return float(v != w)

    sums: dict[int, array[float]] = {}  # the cumulative counts from one value on, by the position of that value

    def ordinal(v: int, w: int) -> float:
        low = min(v, w)
        if low not in sums:
            sums[low] = array("d", accumulate(totals[low:]))
        return _square(sums[low][abs(v - w)] - (totals[v] + totals[w]) / 2)

    def interval(v: int, w: int) -> float:
        return _square(float(values[v] - values[w]))

    def ratio(v: int, w: int) -> float:
        both = values[v] + values[w]
        return _square((values[v] - values[w]) / both) if both else 0.0

    def of_sets(v: int, w: int) -> float:
        return set_distance(values[v], values[w], level)

    if level in SET_LEVELS:
        return of_sets
    return {"nominal": nominal, "ordinal": ordinal, "interval": interval, "ratio": ratio}[level]


def _square(number: float) -> float:
    return number * number


KRIPPENDORFF_ALPHA = KrippendorffAlpha()
