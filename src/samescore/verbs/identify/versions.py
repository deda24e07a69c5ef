"""Merge version ranges to one text, and find a version inside a range."""

from __future__ import annotations

from collections.abc import Sequence


def inside(versions: str) -> str:
    """Return the version with which a profile's range begins.

    >>> inside(">=3.4,<3.5"), inside("==3.0.0")
    ('3.4', '3.0.0')
    """
    return versions.partition(",")[0].lstrip(">=")


def merge_versions(versions: Sequence[str]) -> str:
    """Return the version ranges as one text: adjacent ranges are joined, other ranges are separated by "or".

    >>> merge_versions([">=0.1,<=0.1.2", ">=0.0.2,<0.1"])
    '>=0.0.2,<=0.1.2'
    >>> merge_versions([">=3.0.1,<4", ">=1,<2", "==3.0.0"])
    '>=3.0.1,<4 or >=1,<2 or ==3.0.0'
    """
    ranges = list(dict.fromkeys(versions))
    while (pair := _adjacent(ranges)) is not None:
        older, newer = pair
        ranges[ranges.index(newer)] = f"{older.partition(',')[0]},{newer.partition(',')[2] or f'<={inside(newer)}'}"
        ranges.remove(older)
    return " or ".join(ranges)


def _adjacent(ranges: Sequence[str]) -> tuple[str, str] | None:
    """Return an older and a newer range, where the newer begins exactly where the older ends; None if there are none."""
    for older in ranges:
        end = older.partition(",")[2]
        for newer in ranges:
            if end == f"<{inside(newer)}" and newer != older:
                return older, newer
    return None
