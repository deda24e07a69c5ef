r"""How the text of a file becomes lines.

Only ``\n`` ends a line (a ``\r`` before it is dropped); other line separators are text. A byte order mark at the start of
a file is dropped. Other programs read such files otherwise: see `LineReading`.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from itertools import chain

from samescore.base.errors import InputError

BYTE_ORDER_MARK = "\ufeff"
#: The most blank lines in a row that wait for the next text, where those at the end of a file are dropped.
MOST_BLANKS = 2**22


class LineReading(enum.Enum):
    """How the bytes of a text file become lines, where programs differ. The value is its name on the command line."""

    USUAL = "usual"
    BYTE_ORDER_MARK = "keep-byte-order-mark"  # it is a character of the first line, as for open(encoding="utf-8")
    CARRIAGE_RETURNS = "keep-carriage-returns"  # those before a line feed, as for open(newline="\n")
    ALL_SEPARATORS = "all-line-separators"  # every separator of str.splitlines ends a line
    NO_FINAL_BLANKS = "no-final-blank-lines"  # empty lines at the end of the file are dropped

    def matters(self, text: str) -> bool:
        """Does the reading change the lines of this text?"""
        if self is LineReading.BYTE_ORDER_MARK:
            return text.startswith(BYTE_ORDER_MARK)
        return lines_of(text, self) != lines_of(text)


def lines_of(text: str, reading: LineReading = LineReading.USUAL) -> list[str]:
    """The lines of a text, without their ends."""
    return list(chain.from_iterable(in_lines([text], reading)))


def in_lines(texts: Iterable[str], reading: LineReading) -> Iterator[list[str]]:
    r"""The lines of a text in parts, of which each but the last ends with ``\n``; `InputError` for too many blank ones."""
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
            hint = "remove them, or leave out --reading no-final-blank-lines"
            raise InputError(f"more than {MOST_BLANKS:,} consecutive blank lines", hint=hint)
