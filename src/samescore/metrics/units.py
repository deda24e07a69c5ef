"""The units in which publications print a score: unchanged, or converted between the scales 0-1 and 0-100.

A score on 0-100 may be printed divided by 100, and a score on 0-1 times 100. No other factor is a unit: an error rate
of 0.67 is never printed as 0.0067.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping

from samescore.base.outcome import CLOSE_NUMBER
from samescore.metrics import metric
from samescore.settings import Settings

#: Minimum number of significant digits for a match in another unit to count as evidence.
FEWEST_DIGITS = 2


class Unit(enum.Enum):
    """A unit in which a score is printed. The value describes it for readers; it is empty for the unchanged score."""

    AS_IS = ""
    PERCENT = "times 100"
    FRACTION = "divided by 100"

    def of(self, score: float) -> float:
        """Return the score in this unit."""
        if self is Unit.PERCENT:
            return score * 100
        return score / 100 if self is Unit.FRACTION else score


def printed_units(
    settings: Settings, score: float, statistic: str = "", knobs: Mapping[str, object] | None = None
) -> Iterator[Unit]:
    """Yield the units in which a score under `settings` may be printed, the unchanged one first.

    An interval's end and a standard error have the units of their `statistic`: a metric with these `knobs`, or ``mean``
    for numbers that may be shares. A p-value has only the unchanged unit.
    """
    yield Unit.AS_IS
    if statistic and settings.metric != "p-value":
        if statistic == "mean":
            yield Unit.PERCENT
            return
        settings = metric(statistic).settings.from_mapping(dict(knobs or {}))
    facts = metric(settings.metric).facts
    within = facts.highest is None or abs(score) <= facts.highest * (1 + CLOSE_NUMBER)
    shares = facts.in_percent
    if str(getattr(settings, "scale", "1")) == "100":
        yield Unit.FRACTION
    elif within and shares is not None and all(getattr(settings, knob) == value for knob, value in shares.items()):
        yield Unit.PERCENT
