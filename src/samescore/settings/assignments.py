"""Knobs as a command line gives them: ``KNOB=VALUE``."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.base.errors import SettingsError
from samescore.settings.settings import Settings


def parse_assignments(settings: type[Settings], assignments: Sequence[str]) -> dict[str, object]:
    """The values of knobs from ``KNOB=VALUE`` texts, as ``--set`` takes them; `SettingsError` if one is malformed."""
    knobs: dict[str, object] = {}
    for assignment in assignments:
        name, equals, text = assignment.partition("=")
        if not equals:
            raise SettingsError(f"--set {assignment} has no '='", hint="write --set knob=value")
        if name in knobs:
            raise SettingsError(f"--set {name} is given twice", hint="keep one of them")
        knobs[name] = settings.checked(name, text)
    return knobs
