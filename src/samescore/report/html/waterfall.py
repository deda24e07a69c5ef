"""A waterfall: from one number to another, a bar for each share of the gap."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from samescore.records import ShareOfGap, shown_shares
from samescore.report.html.document import section, signed
from samescore.report.plain import shown_changes

#: The drawing's measures, in pixels: its width, the space for labels, a row.
_WIDTH, _LABELS, _ROW = 720, 330, 30
#: More bars than this become one.
_MOST = 12


class _Bar(msgspec.Struct, frozen=True):
    """A bar: from `low` to `high` on the scale of the score."""

    label: str
    text: str
    low: float
    high: float
    style: str


def waterfall(first: str, second: str, start: float, gap: float, shares: Sequence[ShareOfGap]) -> Markup:
    """The drawing, with the same content as a table for those who do not see it."""
    bars = _bars(first, second, start, gap, shares)
    least, most = min(bar.low for bar in bars), max(bar.high for bar in bars)
    room = (_WIDTH - _LABELS - 90) / ((most - least) or 1.0)
    drawn = [
        {
            "label": bar.label,
            "text": bar.text,
            "style": bar.style,
            "x": _LABELS + (bar.low - least) * room,
            "width": max(2.0, (bar.high - bar.low) * room),
            "y": number * _ROW,
        }
        for number, bar in enumerate(bars)
    ]
    return section("waterfall.html", bars=drawn, width=_WIDTH, height=len(bars) * _ROW, row=_ROW, labels=_LABELS)


def _bars(first: str, second: str, start: float, gap: float, shares: Sequence[ShareOfGap]) -> list[_Bar]:
    """Both numbers, and between them the shares, the largest first. Numbers are drawn from 0, or from near the lowest."""
    carried = shown_shares(shares)
    steps = [(shown_changes(share.changes), share.share) for share in carried[:_MOST]]
    if rest := [share.share for share in carried[_MOST:]]:
        steps.append((f"{len(rest)} more", sum(rest)))
    ends = [start, start + gap]
    position = start
    for _, amount in steps:
        position += amount
        ends.append(position)
    span = max(ends) - min(ends)
    base = min(ends) - span if min(ends) > 4 * span else 0.0
    bars = [_total(first, base, start)]
    position = start
    for label, amount in steps:
        low, high = sorted((position, position + amount))
        bars.append(_Bar(label, signed(amount), low, high, "up" if amount > 0 else "down"))
        position += amount
    return [*bars, _total(second, base, start + gap)]


def _total(name: str, base: float, number: float) -> _Bar:
    return _Bar(name, f"{number:.4f}", min(base, number), max(base, number), "total")
