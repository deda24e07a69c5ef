"""List possible changes of knobs from given settings, and apply them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from samescore.base.errors import SettingsError
from samescore.settings import Knob, Real, Settings, Weights

#: A knob and a possible value.
Change = tuple[str, object]

#: The tenths 0.5, 0, 0.1 and 1 are not listed again: they are among the alternatives of every number up to 1.
_HALF = 5


def usual_values(knob: Knob, settings: Settings) -> Iterator[object]:
    """Yield the usual values of a knob, including its current value in `settings`, except for weights.

    Weights: equal weights, all weight on a single order, and equal weights for the first orders. A number of at most 1:
    its alternatives and all tenths. Other knobs: their alternatives.
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
    if isinstance(knob.domain, Real) and knob.domain.high <= 1:
        yield from (tenth / 10 for tenth in range(2, 10) if tenth != _HALF and tenth / 10 != current)


def with_values(settings: Settings, changes: Mapping[str, object]) -> Settings | None:
    """Return the settings with some knobs changed; None if the knobs contradict each other."""
    try:
        return settings.replace(**changes)
    except SettingsError:
        return None


def all_changes(settings: Settings, callers: Mapping[str, object]) -> Iterator[Change]:
    """Yield each knob with each of its other usual values; skip knobs that only round and the knobs in `callers`."""
    for knob in settings.knobs():
        if not knob.rounding and knob.name not in callers:
            current = getattr(settings, knob.name)
            yield from ((knob.name, value) for value in usual_values(knob, settings) if value != current)
