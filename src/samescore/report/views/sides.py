"""An implementation's answer, and whether the native metric reproduces it, for all records that have sides."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.records import ExplainedSide
from samescore.report.view import Facts, Figures, Folded, Span, Style


def figures(sides: Sequence[tuple[str, ExplainedSide]]) -> Figures:
    """Return the answer of each named side, and whether the native metric reproduces it."""
    return Figures(tuple((name, side.outcome.text, *_reproduced(side)) for name, side in sides), apart=True)


def settings(sides: Sequence[ExplainedSide]) -> Folded:
    """Return the settings of the sides in full."""
    rows = tuple((side.name, Span(side.signature, "settings")) for side in sides)
    return Folded("Settings" if len(sides) == 1 else "Settings of both sides", (Facts(rows),))


def _reproduced(side: ExplainedSide) -> tuple[str, Style]:
    """Return a text on whether the native metric reproduces a side's answer, and its style."""
    if side.residual == 0:
        return "reproduced exactly", "good"
    if side.mistakes:
        return f"natively {side.native.text}: {side.as_with}", "bad"
    if side.residual is None:
        return f"but the native metric gives {side.native.text}: UNEXPLAINED", "bad"
    return f"natively {side.native.text}: {side.residual:+.3g} UNEXPLAINED", "bad"
