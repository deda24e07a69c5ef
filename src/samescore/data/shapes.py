"""Explain unequal lengths of lists, for the hints of input errors."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Size(msgspec.Struct, frozen=True):
    """The number of lines (`lines`), and of lines that are not blank (`full`)."""

    lines: int = 0
    full: int = 0

    @classmethod
    def of(cls, lines: Sequence[str]) -> Size:
        """Return the size of a list of lines."""
        return cls(len(lines), len(lines) - lines.count("") - sum(map(str.isspace, lines)))

    def __add__(self, other: Size) -> Size:
        return Size(self.lines + other.lines, self.full + other.full)


def explain_length_mismatch(hypotheses: Size, streams: Sequence[Size], what: str = "file") -> str:
    """Return a likely reason why reference streams do not have one line for each hypothesis; empty if there is none.

    `what` names the container of a stream in the message: a file or a list.

    >>> explain_length_mismatch(Size(3, 3), [Size(2, 2)] * 3)
    'there are 3 files of 2 lines for 3 hypotheses: one file for each segment? File k must hold reference k of every segment'
    """
    count, sizes = hypotheses.lines, {stream.lines for stream in streams}
    if not count or len(sizes) != 1:
        return _explain_blank_lines(hypotheses, streams, what)
    size = sizes.pop()
    if len(streams) == count and size > 0:
        return (
            f"there are {count} {what}s of {size} line{'s' * (size > 1)} for {count} hypotheses: one {what} for each segment? "
            f"{what.capitalize()} k must hold reference k of every segment"
        )
    if blanks := _explain_blank_lines(hypotheses, streams, what):
        return blanks
    if size > count and size % count == 0:
        return (
            f"there are {size // count} lines for each hypothesis: its references one after another? Each {what} must hold "
            "one reference of every segment"
        )
    if abs(size - count) == 1:
        return "it is one line: a heading, an empty last line, or a text that was broken or lost"
    return ""


def _explain_blank_lines(hypotheses: Size, streams: Sequence[Size], what: str) -> str:
    """Return an explanation of a difference in length by blank lines on either side; empty if they do not explain it."""
    count, full = hypotheses.lines, hypotheses.full
    for stream in streams:
        if stream.lines == count:
            continue
        if stream.full == count:
            return f"the {what} has as many lines without its {stream.lines - count} empty ones"
        if full == stream.lines:
            return f"without their {count - full} empty lines there are as many hypotheses: which texts do these stand for?"
    return ""
