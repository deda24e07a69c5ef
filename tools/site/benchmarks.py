"""The stored record of benchmarks, ``docs/benchmarks.md``, as charts."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import NamedTuple

_TITLE = re.compile(r"^(#+) (.*)$")
_RATIO = re.compile(r"^(?P<name>.*\S) (?P<ratio>[0-9.]+)×(?: \((?P<note>.*)\))?$")


class Bar(NamedTuple):
    """How many times faster samescore is than a package, and how long the bar is, in percent (from 1× on)."""

    package: str
    ratio: float
    note: str
    start: float
    length: float


class Row(NamedTuple):
    """A metric: how many items were scored, what one takes, and the bars."""

    metric: str
    items: str
    speed: str
    bars: list[Bar]


class Table(NamedTuple):
    """A run of the benchmarks, with the paragraph before it, and the powers of ten of its axis with their places."""

    heading: str
    about: str
    rows: list[Row]
    axis: list[tuple[str, float]]


def tables(path: Path) -> list[Table]:
    """Every table of ratios in the file.

    Raises `ValueError` if there is none, so that a change of its form is noticed.
    """
    found: list[Table] = []
    heading, about, rows = "", "", list[list[str]]()
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        if title := _TITLE.match(line):
            heading, about = title[2], ""
        elif line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            if rows[0] == ["metric", "items", "samescore", "times faster than"]:
                found.append(_table(heading, about, rows[2:]))
            rows, about = [], ""
        elif line.strip():
            about = f"{about} {line.strip()}".strip()
    if not found:
        raise ValueError(f"{path} has no table of how many times faster samescore is")
    return found


def _table(heading: str, about: str, rows: list[list[str]]) -> Table:
    parsed = [(cells, [_ratio(part) for part in cells[3].split(" · ")]) for cells in rows]
    ratios = [ratio for _, parts in parsed for _, ratio, _ in parts]
    low, high = math.floor(math.log10(min([1.0, *ratios]))), math.ceil(math.log10(max(ratios)))

    def place(ratio: float) -> float:
        return round(100 * (math.log10(ratio) - low) / (high - low), 2)

    def bar(name: str, ratio: float, note: str) -> Bar:
        ends = sorted((place(1), place(ratio)))
        return Bar(name, ratio, note, ends[0], round(ends[1] - ends[0], 2))

    axis = [(f"{10.0**power:g}×", place(10.0**power)) for power in range(low, high + 1)]
    lines = [Row(cells[0], cells[1], cells[2], [bar(*part) for part in parts]) for cells, parts in parsed]
    return Table(heading, about, lines, axis)


def _ratio(text: str) -> tuple[str, float, str]:
    parsed = _RATIO.match(text)
    if parsed is None:
        raise ValueError(f"{text!r} is not a name and how many times faster")
    return parsed["name"], float(parsed["ratio"]), parsed["note"] or ""
