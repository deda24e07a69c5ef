"""Draw curves over sizes, as an SVG chart with logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, Protocol
from xml.etree import ElementTree

from benchmarks.chart import text

_LEFT, _TOP, _WIDTH, _HEIGHT, _RIGHT, _BOTTOM = 60, 50, 420, 220, 130, 50
_COLOURS = ("#3465a4", "#ce5c00", "#4e7a1e", "#75507b", "#a40000", "#555753")
_LINES = "#d8d8d8"
_BELOW = 13  # between two names at the ends of curves


class Scale(Protocol):
    """A function that returns the position of a number on an axis."""

    def __call__(self, number: float, /) -> float: ...


class Curve(NamedTuple):
    """A named curve of points (size, value); both are above 0."""

    name: str
    points: Sequence[tuple[float, float]]


def svg(title: str, unit: str, curves: Sequence[Curve]) -> str:
    """Return the chart of the curves, each with its name at its end; both axes are logarithmic."""
    sizes = [math.log10(size) for curve in curves for size, _ in curve.points]
    values = [math.log10(value) for curve in curves for _, value in curve.points]
    left, right = math.floor(min(sizes)), max(math.ceil(max(sizes)), math.floor(min(sizes)) + 1)
    low, high = math.floor(min(values)), max(math.ceil(max(values)), math.floor(min(values)) + 1)

    def x(size: float) -> float:
        return _LEFT + _WIDTH * (math.log10(size) - left) / (right - left)

    def y(value: float) -> float:
        return _TOP + _HEIGHT * (high - math.log10(value)) / (high - low)

    width, height = _LEFT + _WIDTH + _RIGHT, _TOP + _HEIGHT + _BOTTOM
    box = {"viewBox": f"0 0 {width} {height}", "width": str(width), "height": str(height)}
    root = ElementTree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **box})
    root.set("font-family", "sans-serif")
    root.set("font-size", "11")
    ElementTree.SubElement(root, "title").text = title
    ElementTree.SubElement(root, "rect", width="100%", height="100%", fill="#ffffff")
    text(root, 10, 20, title, weight="bold")
    for power in range(low, high + 1):
        _line(root, (_LEFT, y(10**power)), (_LEFT + _WIDTH, y(10**power)))
        text(root, _LEFT - 8, y(10**power) + 4, f"{10**power:,g}", anchor="end")
    for power in range(left, right + 1):
        _line(root, (x(10**power), _TOP), (x(10**power), _TOP + _HEIGHT))
        text(root, x(10**power), _TOP + _HEIGHT + 16, f"{10**power:,}", anchor="middle")
    text(root, _LEFT + _WIDTH / 2, _TOP + _HEIGHT + 36, unit, anchor="middle")
    _draw(root, curves, x, y)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _draw(root: ElementTree.Element, curves: Sequence[Curve], x: Scale, y: Scale) -> None:
    """Draw the curves from the highest end to the lowest, so their names do not overlap."""
    free = 0.0
    ordered = sorted(enumerate(curves), key=lambda numbered: -numbered[1].points[-1][1])
    for number, curve in ordered:
        colour = _COLOURS[number % len(_COLOURS)]
        places = [(x(size), y(value)) for size, value in curve.points]
        path = " ".join(f"{across:.1f},{down:.1f}" for across, down in places)
        ElementTree.SubElement(
            root, "polyline", {"points": path, "fill": "none", "stroke": colour, "stroke-width": "2"}
        )
        for across, down in places:
            ElementTree.SubElement(root, "circle", cx=f"{across:.1f}", cy=f"{down:.1f}", r="3", fill=colour)
        free = max(free, places[-1][1] + 4)
        text(root, places[-1][0] + 8, free, f"{curve.name} {curve.points[-1][1]:,.1f}")
        free += _BELOW


def _line(root: ElementTree.Element, start: tuple[float, float], end: tuple[float, float]) -> None:
    (x1, y1), (x2, y2) = start, end
    ends = {"x1": f"{x1:.1f}", "y1": f"{y1:.1f}", "x2": f"{x2:.1f}", "y2": f"{y2:.1f}"}
    ElementTree.SubElement(root, "line", {**ends, "stroke": _LINES})
