"""Resolve the knob values of a request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from samescore.base.errors import SettingsError, nearest
from samescore.metrics import find
from samescore.settings import Settings

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
        kind = next((kind for kind in kinds if kind.has_knob(name)), None)
        if kind is None:
            raise _unknown(name, kinds[-1], value, typed=not isinstance(given, Mapping))
        present = kind.knob(name).name
        if present in knobs:
            raise SettingsError(f"the knob {present} is set twice", hint="keep one of them")
        knobs[present] = kind.checked(name, value)
    return knobs


def check_names(values: Mapping[str, object], metric_name: str) -> None:
    """Raise `SettingsError` for the name of a knob that the metric does not have."""
    kind = find(metric_name)[0].settings
    for name, value in values.items():
        if not kind.has_knob(name):
            raise _unknown(name, kind, value, typed=False)


def _unknown(name: str, kind: type[Settings], value: object, *, typed: bool) -> SettingsError:
    """Return the error for an unknown knob; the hint says what the name means elsewhere, or names the nearest knob.

    `typed` means that the knob was given on a command line.
    """
    from samescore.catalogue.foreign_names import arguments_elsewhere, is_input

    if is_input(name) and not typed:
        from samescore.verbs.inputs.columns import call_for

        return SettingsError(f"{name!r} is not an argument", hint=f"write {call_for(kind.metric)}")
    for found in arguments_elsewhere(name, kind):
        chosen = found.value(value)
        with suppress(SettingsError):
            kind.checked(found.knob, chosen)
            written = f"--set {found.knob}={chosen}" if typed else f"{found.knob}={chosen!r}"
            hint = f"in {found.implementation} it sets the knob {found.knob}: write {written}"
            return SettingsError(f"{kind.metric} has no knob {name!r}", hint=hint)
    return SettingsError(
        f"{kind.metric} has no knob {name!r}", hint=nearest(name, [knob.name for knob in kind.knobs()])
    )


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
