"""Compute the rates of `samescore.metrics.edits.wer` from a row of counts: hits, substitutions, deletions, insertions."""

from __future__ import annotations

import math

from samescore.base.errors import MetricError
from samescore.metrics.base import Row
from samescore.metrics.edits.wer_settings import (
    CerSettings,
    ErrorRateSettings,
    MerSettings,
    WerSettings,
    WilSettings,
    WipSettings,
)
from samescore.metrics.float32 import rounding_function


def error_rate(row: Row, settings: WerSettings | CerSettings) -> float:
    """Return WER or CER for a row of counts, not scaled; ``empty_reference`` sets the value if the divisor is 0.

    Returns nan if ``empty_reference`` is raise: `checked` raises the error.
    """
    hits, substitutions, deletions, insertions, *other = row
    length = other[0] if other else hits + substitutions + deletions
    if length == 0:
        quotients = {"undefined": math.nan, "infinite": 0.0}
        if settings.empty_reference in quotients:
            return math.inf if insertions else quotients[settings.empty_reference]
        if settings.empty_reference == "raise":
            return math.nan  # an error if the score of the corpus depends on it: see `checked`
        return {"insertions": insertions, "one": min(insertions, 1), "always-one": 1.0, "zero": 0.0}[
            settings.empty_reference
        ]
    return rounding_function(settings.dtype)((substitutions + deletions + insertions) / length)


def checked(value: float, settings: ErrorRateSettings) -> float:
    """Return the score; raises `MetricError` if it is nan and ``empty_reference`` is raise."""
    if math.isnan(value) and getattr(settings, "empty_reference", "") == "raise":
        message = "a reference has no units to divide by"
        raise MetricError(message, kind="ZeroDivisionError", hint="set empty_reference to a different value")
    return value


def scaled_first(row: Row, scale: int, settings: WerSettings | CerSettings) -> float:
    """Return WER or CER on the given scale, with the errors scaled before the division."""
    length = row[4] if len(row) > 4 else sum(row[:3])
    return scale * sum(row[1:4]) / length if length else scale * error_rate(row, settings)


def in_four_decimals(row: Row, scale: int, settings: WerSettings | CerSettings) -> float:
    """Return WER or CER on the given scale, rounded to four decimals as in fastwer."""
    scaled = scaled_first(row, scale, settings)
    return math.floor(scaled * 10_000 + 0.5) / 10_000 if math.isfinite(scaled) else scaled


def _hits(row: Row) -> float:
    """Return the hits of the alignment; if `row` ends with the longer text's length, that length minus the edits."""
    hits, substitutions, deletions, insertions, *longer = row
    return longer[0] - (substitutions + deletions + insertions) if longer else hits


def match_error_rate(row: Row, settings: MerSettings) -> float:
    """Return MER for a row of counts, not scaled; without units it is 0, or nan under ``both_empty=undefined``."""
    if not any(row):
        return math.nan if settings.both_empty == "undefined" else 0.0
    edits = sum(row[1:4])
    return rounding_function(settings.dtype)(edits / (_hits(row) + edits))


def information_preserved(row: Row, settings: WilSettings | WipSettings) -> float:
    """Return WIP for a row of counts, not scaled.

    If both texts are empty, it is 1, or nan under ``both_empty=undefined``. If one text is empty, it is 0, or nan under
    ``one_empty=undefined``.
    """
    aligned, substitutions, deletions, insertions = row[:4]
    n, p = aligned + substitutions + deletions, aligned + substitutions + insertions
    if not n and not p:
        return math.nan if settings.both_empty == "undefined" else 1.0
    if not n or not p:
        return math.nan if settings.one_empty == "undefined" else 0.0
    rounded, hits = rounding_function(settings.dtype), _hits(row)
    return rounded(rounded(hits / n) * rounded(hits / p))
