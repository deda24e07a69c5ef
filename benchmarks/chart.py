"""Draw the speed of samescore compared with each package, as an SVG bar chart with a logarithmic axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from samescore.records import BenchmarkCase

_LEFT, _WIDTH, _RIGHT = 200, 460, 240  # the names of the metrics, the bars, and what is written beside the longest one
_TOP, _BAR, _GAP = 60, 14, 8
_FASTER, _SLOWER, _LINES, _INK = "#3465a4", "#ce5c00", "#d8d8d8", "#222222"


class Bar(NamedTuple):
    """A package's CPU time for a metric, as a multiple of samescore's; only the first bar of a metric has its title."""

    title: str
    package: str
    ratio: float


def bars(comparisons: Sequence[BenchmarkCase]) -> list[Bar]:
    """Return a bar for each package that computes a metric, without other versions and routes of samescore."""
    result = []
    for comparison in comparisons:
        title = comparison.title
        for row in comparison.rows:
            if row.ratio is not None and not row.name.startswith("samescore"):
                result.append(Bar(title, row.name, row.ratio))
                title = ""
    return result


def svg(comparisons: Sequence[BenchmarkCase]) -> str:
    """Return the chart: bars extend from 1 to the right if samescore is faster, to the left if the package is."""
    shown = bars(comparisons)
    exponents = [math.log10(bar.ratio) for bar in shown]
    low, high = math.floor(min([0.0, *exponents])), math.ceil(max([1.0, *exponents]))

    def x(exponent: float) -> float:
        return _LEFT + _WIDTH * (exponent - low) / (high - low)

    height = _TOP + sum(_BAR + (_GAP if bar.title else 0) for bar in shown) + _GAP
    width = _LEFT + _WIDTH + _RIGHT
    root = ElementTree.Element(
        "svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}", width=str(width)
    )
    root.set("font-family", "sans-serif")
    root.set("font-size", "11")
    ElementTree.SubElement(root, "rect", width="100%", height="100%", fill="#ffffff")
    text(root, 10, 20, "CPU time as a multiple of samescore's", weight="bold")
    for power in range(low, high + 1):
        colour = _INK if power == 0 else _LINES
        place = f"{x(power):.1f}"
        ElementTree.SubElement(root, "line", x1=place, x2=place, y1=str(_TOP - 8), y2=str(height), stroke=colour)
        text(root, x(power), _TOP - 14, f"{10.0**power:g}×", anchor="middle")
    y = _TOP
    for bar, exponent in zip(shown, exponents, strict=True):
        y += _GAP if bar.title else 0
        start, end = sorted((x(0), x(exponent)))
        ElementTree.SubElement(
            root,
            "rect",
            x=f"{start:.1f}",
            y=str(y),
            width=f"{max(end - start, 1):.1f}",
            height=str(_BAR - 3),
            fill=_FASTER if bar.ratio >= 1 else _SLOWER,
        )
        text(root, _LEFT - 10, y + 9, bar.title, anchor="end")
        text(
            root, end + 5, y + 9, f"{bar.package} {bar.ratio:.{0 if bar.ratio >= 10 else 1 if bar.ratio >= 1 else 2}f}×"
        )
        y += _BAR
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def text(
    root: ElementTree.Element, x: float, y: float, words: str, *, anchor: str = "start", weight: str = "normal"
) -> None:
    """Add a text to a chart."""
    element = ElementTree.SubElement(root, "text", x=f"{x:.1f}", y=f"{y:.1f}", fill=_INK)
    element.set("text-anchor", anchor)
    element.set("font-weight", weight)
    element.text = words
