"""A waterfall chart from one number to another, with a bar for each share of the gap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

import msgspec
from markupsafe import Markup

from samescore.records import ShareOfGap, shown_shares
from samescore.report.html.axis import Axis
from samescore.report.html.document import format_signed, section
from samescore.report.plain import shown_changes

#: The width of a drawing, in its own units, and of the thinnest bar or mark.
_WIDTH, _THINNEST = 100, 0.8
#: Numbers larger than this multiple of the changes are not drawn from 0; the margin of such an axis, as a share of the
#: changes.
_FAR, _MARGIN = 4, 0.1
#: Maximum number of bars; further ones are merged.
_MOST = 12


class _Bar(msgspec.Struct, frozen=True):
    """A bar: from `low` to `high` on the scale of the score."""

    label: str
    text: str
    low: float
    high: float
    style: str


def draw(
    first: str, second: str, start: float, gap: float, shares: Sequence[ShareOfGap], title: str = "", note: str = ""
) -> Markup:
    """Draw the chart under a title, with a note below it."""
    return section("gap.html", waterfall=waterfall(first, second, start, gap, shares), title=title, note=note)


def waterfall(first: str, second: str, start: float, gap: float, shares: Sequence[ShareOfGap]) -> Markup:
    """Return the chart as an HTML list of bars, each with its label, an SVG drawing and its amount.

    The first bar is the number `start`, labelled `first`; the last is ``start + gap``, labelled `second`. Between them
    is a bar for each share that reports show; bars beyond `_MOST` are merged. If both numbers are far larger than the
    changes, the axis starts near them instead of at 0, and they are drawn as marks instead of bars.
    """
    steps = _steps(shares)
    positions = [start, start + gap, *accumulate((amount for _, amount in steps), initial=start)]
    span = max(positions) - min(positions)
    cut = span > 0 and min(positions) > _FAR * span
    bars = [_total(first, start, mark=cut), *_changes(start, steps), _total(second, start + gap, mark=cut)]
    least, most = min(bar.low for bar in bars), max(bar.high for bar in bars)
    if cut:
        least, most = least - _MARGIN * span, most + _MARGIN * span
    axis = Axis(least, most if most > least else least + 1.0)
    drawn = [
        {
            "label": bar.label,
            "text": bar.text,
            "style": bar.style,
            "x": min(axis.place(bar.low), _WIDTH - _THINNEST),
            "width": max(_THINNEST, axis.place(bar.high) - axis.place(bar.low)),
        }
        for bar in bars
    ]
    return section("waterfall.html", bars=drawn, width=_WIDTH, axis=axis, cut=cut)


def _steps(shares: Sequence[ShareOfGap]) -> list[tuple[str, float]]:
    """Return the amounts of `shown_shares` with their labels; those beyond `_MOST` are merged into one."""
    carried = shown_shares(shares)
    steps = [(shown_changes(share.changes), share.share) for share in carried[:_MOST]]
    if rest := [share.share for share in carried[_MOST:]]:
        steps.append((f"{len(rest)} more", sum(rest)))
    return steps


def _changes(start: float, steps: Sequence[tuple[str, float]]) -> Iterator[_Bar]:
    """Yield a bar for each step, starting at the end of the previous one."""
    position = start
    for label, amount in steps:
        low, high = sorted((position, position + amount))
        yield _Bar(label, format_signed(amount), low, high, "up" if amount > 0 else "down")
        position += amount


def _total(name: str, number: float, *, mark: bool) -> _Bar:
    """Return a number as a bar from 0, or as a mark."""
    base = number if mark else 0.0
    return _Bar(name, f"{number:.4f}", min(base, number), max(base, number), "total")
