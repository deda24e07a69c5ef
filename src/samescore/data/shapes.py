"""What lists of unequal lengths look like: said in the refusal of an input, so that its remedy is at hand."""

from __future__ import annotations

from collections.abc import Sequence


def looks_like(hypotheses: Sequence[str], streams: Sequence[Sequence[str]], what: str = "file") -> str:
    """What reference streams that do not have a line for each hypothesis may be; empty if nothing fits.

    `what` is what holds a stream: a file, or a list.

    >>> looks_like(["a", "b", "c"], [["a", "x"], ["b", "x"], ["c", "x"]])
    'there are 3 files of 2 lines for 3 hypotheses: one file for each segment? File k must hold reference k of every segment'
    """
    count, sizes = len(hypotheses), set(map(len, streams))
    if not count or len(sizes) != 1:
        return _blanks(hypotheses, streams, what)
    size = sizes.pop()
    if len(streams) == count and size > 0:
        return (
            f"there are {count} {what}s of {size} line{'s' * (size > 1)} for {count} hypotheses: one {what} for each segment? "
            f"{what.capitalize()} k must hold reference k of every segment"
        )
    if blanks := _blanks(hypotheses, streams, what):
        return blanks
    if size > count and size % count == 0:
        return (
            f"there are {size // count} lines for each hypothesis: its references one after another? Each {what} must hold "
            "one reference of every segment"
        )
    if abs(size - count) == 1:
        return "it is one line: a heading, an empty last line, or a text that was broken or lost"
    return ""


def _blanks(hypotheses: Sequence[str], streams: Sequence[Sequence[str]], what: str) -> str:
    """Empty lines that explain the difference, on either side."""
    full = _without_blanks(hypotheses)
    for stream in streams:
        if len(stream) == len(hypotheses):
            continue
        if _without_blanks(stream) == len(hypotheses):
            return f"the {what} has as many lines without its {len(stream) - len(hypotheses)} empty ones"
        if full == len(stream):
            return f"without their {len(hypotheses) - full} empty lines there are as many hypotheses: which texts do these stand for?"
    return ""


def _without_blanks(lines: Sequence[str]) -> int:
    return sum(1 for line in lines if line and not line.isspace())
