"""Releases with equal behaviour: a strip of versions for each entry point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from samescore.records import Behaviour, Drift
from samescore.report.html.document import section
from samescore.report.moves import by_entry_point, first_to_last


def draw(drift: Drift) -> Markup:
    """Draw a table of strips for each package."""
    return section("strips.html", strips=_strips(drift))


def _strips(compared: Drift) -> list[dict[str, Any]]:
    """Return, for each package, its versions in order and a row of behaviours for each entry point.

    A behaviour has a letter, its versions, and the number of columns that it spans. The letter is empty if the entry
    point has no answers for these versions.
    """
    by_package: dict[str, list[tuple[str, str, list[Behaviour]]]] = {}
    for (package, entry_point), behaviours in by_entry_point(compared):
        by_package.setdefault(package, []).append((entry_point, behaviours[0].metric, behaviours))
    strips = []
    for package, lines in by_package.items():
        versions = _in_order([[v for b in behaviours for v in b.versions] for _, _, behaviours in lines])
        rows = [(entry, metric, _line(behaviours, versions)) for entry, metric, behaviours in lines]
        strips.append({"package": package, "versions": versions, "lines": rows})
    return strips


def _in_order(lists: Sequence[Sequence[str]]) -> list[str]:
    """Merge lists of versions, the longest first; a new version goes directly after its predecessor in its list."""
    order: list[str] = []
    for versions in sorted(lists, key=len, reverse=True):
        place = 0
        for version in versions:
            if version in order:
                place = order.index(version) + 1
            else:
                order.insert(place, version)
                place += 1
    return order


def _line(behaviours: Sequence[Behaviour], versions: Sequence[str]) -> list[tuple[str, str, int]]:
    """Return the behaviours along the versions: letter, first to last version, number of columns."""
    letters = {version: n for n, behaviour in enumerate(behaviours) for version in behaviour.versions}
    line: list[tuple[str, str, int]] = []
    previous: int | None = -1
    for version in versions:
        number = letters.get(version)
        if number == previous and line:
            line[-1] = (*line[-1][:2], line[-1][2] + 1)
        else:
            line.append(("" if number is None else _letter(number), _span(behaviours, number), 1))
        previous = number
    return line


def _letter(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else str(number + 1)


def _span(behaviours: Sequence[Behaviour], number: int | None) -> str:
    return "" if number is None else first_to_last(behaviours[number])
