"""Numbered text: what goes from the kernels that read text to those that count."""

from __future__ import annotations

from array import array
from typing import NamedTuple


class Numbered(NamedTuple):
    """The units (words or characters) of many segments, as numbers.

    Units are numbered within a segment, from 0, in order of first appearance: two units of a segment are equal if and
    only if their numbers are. A line is a hypothesis or a reference; the lines of a segment are its hypothesis and then
    those of its references that count, in order.

    Kernels that need no dense numbers also take the code points of characters as their numbers.
    """

    ids: array[int]
    """The units of all lines, one after the other (int32)."""
    lines: array[int]
    """Line k is ``ids[lines[k]:lines[k + 1]]``; one more entry than there are lines (int64)."""
    segments: array[int]
    """Segment i has the lines from ``segments[i]`` to ``segments[i + 1] - 1``; one more entry than segments (int64)."""
    sizes: array[int]
    """The number of different units in each segment (int32); of code points, a number that is larger than any of them."""

    @property
    def memory(self) -> int:
        """Size in bytes."""
        return sum(column.itemsize * len(column) for column in self)
