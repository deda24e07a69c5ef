r"""Split the text of a file into lines.

By default only ``\n`` ends a line, other line separators are part of the text, and a ``\r`` at the end of a line and a
byte order mark at the start of a file are dropped. `LineReading` lists the ways in which other programs split files.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from itertools import chain

from samescore.base.errors import InputError

BYTE_ORDER_MARK = "\ufeff"
#: Maximum number of consecutive blank lines that are held back while it is unknown whether the file ends with them.
MOST_BLANKS = 2**22


class LineReading(enum.Enum):
    """The ways in which programs split a text file into lines. The value is the name used on the command line."""

    USUAL = "usual"
    BYTE_ORDER_MARK = "keep-byte-order-mark"  # a byte order mark is text, as for open(encoding="utf-8")
    CARRIAGE_RETURNS = "keep-carriage-returns"  # a "\r" before "\n" is text, as for open(newline="\n")
    ALL_SEPARATORS = "all-line-separators"  # every separator of str.splitlines ends a line
    NO_FINAL_BLANKS = "no-final-blank-lines"  # blank lines at the end of the file are dropped

    def matters(self, text: str) -> bool:
        """Return whether this reading and `USUAL` split a text into different lines.

        Raises `InputError` as `in_lines` does.
        """
        if self is LineReading.BYTE_ORDER_MARK:
            return text.startswith(BYTE_ORDER_MARK)
        return lines_of(text, self) != lines_of(text)


def lines_of(text: str, reading: LineReading = LineReading.USUAL) -> list[str]:
    """Split a text into lines, without their line ends; an empty text has none.

    Raises `InputError` as `in_lines` does.
    """
    return list(chain.from_iterable(in_lines([text], reading)))


def in_lines(texts: Iterable[str], reading: LineReading) -> Iterator[list[str]]:
    r"""Yield a list of lines, without line ends, for each part of a text; every part but the last ends with ``\n``.

    With `NO_FINAL_BLANKS`, blank lines move to a later list, or are dropped, and more than `MOST_BLANKS` consecutive
    ones raise `InputError`.
    """
    parts = _split(texts, reading)
    return _without_final_blanks(parts) if reading is LineReading.NO_FINAL_BLANKS else parts


def _split(texts: Iterable[str], reading: LineReading) -> Iterator[list[str]]:
    first = True
    for text in texts:
        if first and reading is not LineReading.BYTE_ORDER_MARK:
            text = text.removeprefix(BYTE_ORDER_MARK)
        first = False
        if reading is LineReading.ALL_SEPARATORS:
            yield text.splitlines()
            continue
        lines = text.split("\n")
        if lines[-1] == "":
            lines.pop()
        if "\r" in text and reading is not LineReading.CARRIAGE_RETURNS:
            lines = [line.removesuffix("\r") for line in lines]
        yield lines


def _without_final_blanks(parts: Iterable[list[str]]) -> Iterator[list[str]]:
    waiting: list[str] = []
    for lines in parts:
        end = len(lines)
        while end and not lines[end - 1].strip():
            end -= 1
        if end:
            yield waiting + lines[:end]
            waiting = lines[end:]
        else:
            waiting += lines
        if len(waiting) > MOST_BLANKS:
            hint = "remove them, or remove --reading no-final-blank-lines"
            raise InputError(f"more than {MOST_BLANKS:,} consecutive blank lines", hint=hint)
