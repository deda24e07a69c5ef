"""Resolve the knob values of a request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from samescore.base.errors import SettingsError
from samescore.metrics import find

#: Knobs as given by the user: ``KNOB=VALUE`` texts, or values by name.
Knobs = Sequence[str] | Mapping[str, object]


def knobs_of(given: Knobs, *metric_names: str) -> dict[str, object]:
    """Return the values of the knobs, each in the canonical form of the first metric that has the knob.

    Raises `SettingsError` for a text without ``=``, a duplicate knob, a knob that none of the metrics has, and a value
    that is not allowed.
    """
    kinds = [find(name)[0].settings for name in metric_names]
    knobs: dict[str, object] = {}
    for name, value in given.items() if isinstance(given, Mapping) else _texts(given):
        kind = next((kind for kind in kinds if kind.has_knob(name)), kinds[-1])
        present = kind.knob(name).name
        if present in knobs:
            raise SettingsError(f"the knob {present} is set twice", hint="keep one of them")
        knobs[present] = kind.checked(name, value)
    return knobs


def _texts(assignments: Iterable[str]) -> Iterator[tuple[str, str]]:
    seen = set()
    for assignment in assignments:
        name, equals, text = assignment.partition("=")
        if not equals:
            raise SettingsError(f"--set {assignment} has no '='", hint="write --set knob=value")
        if name in seen:
            raise SettingsError(f"--set {name} is given twice", hint="keep one of them")
        seen.add(name)
        yield name, text
