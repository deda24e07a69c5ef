"""Convert scores between the values of the knob ``scale``, such as 1 and 100."""

from __future__ import annotations

import math

import msgspec

from samescore.base.outcome import Outcome, Score
from samescore.settings.settings import Settings


def widest_scale(settings: Settings) -> str:
    """Return the largest value of the metric's knob ``scale`` as text, usually "100"; empty for a metric without it."""
    if not hasattr(settings, "scale"):
        return ""
    return str(max(settings.knob("scale").domain.values, key=float))


def on_widest(settings: Settings) -> Settings:
    """Return the settings with the largest scale; unchanged if the metric has no knob ``scale``."""
    widest = widest_scale(settings)
    return settings.replace(scale=widest) if widest else settings


def rescale(outcome: Outcome, have: Settings, want: Settings) -> Outcome:
    """Convert a score, and its number of decimals, from the scale of the settings `have` to the scale of `want`.

    Other outcomes, and scores of settings without a scale, are returned unchanged.
    """
    old, new = getattr(have, "scale", None), getattr(want, "scale", None)
    if not isinstance(outcome, Score) or old is None or new is None or old == new:
        return outcome
    up = float(new) >= float(old)
    ratio = float(new) / float(old) if up else float(old) / float(new)
    value = outcome.value * ratio if up else outcome.value / ratio
    if outcome.decimals is None:
        return msgspec.structs.replace(outcome, value=value)
    moved = round(math.log10(ratio))  # scales are powers of ten
    decimals = outcome.decimals - moved if up else outcome.decimals + moved
    return msgspec.structs.replace(outcome, value=value, decimals=decimals)
