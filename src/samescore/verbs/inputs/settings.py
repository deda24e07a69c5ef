"""Resolve the settings of a request: from a signature, or from knobs and an implementation to follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samescore.metrics import find, merge_knobs
from samescore.settings import Settings

if TYPE_CHECKING:
    from samescore.catalogue.profile import Profile


def settings_for(metric: str, /, *, like: str = "", **knobs: object) -> Settings:
    """Return complete settings: the defaults of a metric or of an implementation, with `knobs` changed.

    `like` is ``implementation[==version][.entry_point]``, optionally with settings in parentheses. Raises
    `SettingsError` for an unknown knob or value, or a value that the implementation does not support, and
    `UnknownNameError` for an unknown name.
    """
    return entry_point_and_settings(metric, like, knobs)[1]


def entry_point_and_settings(metric: str, like: str, knobs: dict[str, object]) -> tuple[Profile | None, Settings]:
    """Return the entry point to follow (None if there is none), and the complete settings.

    Raises the errors of `settings_for`.
    """
    chosen, implied = find(metric)
    if like:
        from samescore.implementations.sides import settings_like

        return settings_like(like, metric, **knobs)
    return None, chosen.settings.from_mapping(merge_knobs(chosen, implied, knobs))
