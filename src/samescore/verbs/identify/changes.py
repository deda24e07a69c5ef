"""Changes of knobs: from some settings to others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from samescore.errors import SettingsError
from samescore.settings import Knob, Settings, Weights

#: A knob and a value that it may be given.
Change = tuple[str, object]


def usual_values(knob: Knob, settings: Settings) -> Iterator[object]:
    """The usual values of a knob, its present one included.

    For weights: those of a single order, and equal ones for the first orders.
    """
    current = getattr(settings, knob.name)
    if isinstance(knob.domain, Weights):
        orders = int(getattr(settings, "max_order", 0))
        yield "uniform"
        for order in range(orders if orders > 1 else 0):
            yield tuple(float(place == order) for place in range(orders))
        for first in range(2, orders):
            yield tuple(1 / first if place < first else 0.0 for place in range(orders))
        return
    yield current
    yield from knob.alternatives(current)


def replaced(settings: Settings, changes: Mapping[str, object]) -> Settings | None:
    """The settings with other values of some knobs; None if the knobs contradict each other."""
    try:
        return settings.replace(**changes)
    except SettingsError:
        return None


def all_changes(settings: Settings, callers: Mapping[str, object]) -> Iterator[Change]:
    """Every knob with each of its other usual values, but knobs that only round or that the caller controls."""
    for knob in settings.knobs():
        if not knob.rounding and knob.name not in callers:
            current = getattr(settings, knob.name)
            yield from ((knob.name, value) for value in usual_values(knob, settings) if value != current)
