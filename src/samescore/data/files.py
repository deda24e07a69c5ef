r"""Reading text files line by line, and JSON Lines: shared by all kinds of input.

Only ``\n`` ends a line (a ``\r`` before it is dropped); other line separators are text. A byte order
mark at the start of a file is dropped. Undecodable bytes and malformed records raise `InputError`, which
names the file, the line and the remedy.
"""

from __future__ import annotations

import codecs
import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from samescore.errors import InputError

PathLike = str | Path


@dataclasses.dataclass(frozen=True, slots=True)
class InputFiles:
    """The files of one input as given to a command, and how its metric reads them."""

    scored: PathLike
    references: tuple[PathLike, ...] = ()
    tags: str = "all"
    needs_references: bool = True

    def only(self) -> PathLike:
        """The scored file; `InputError` if there are reference files."""
        if self.references:
            raise InputError("the metric takes one file and no references", hint="leave out -r")
        return self.scored


def read_lines(path: PathLike) -> list[str]:
    """The lines of a UTF-8 text file, without their ends."""
    lines = read_text(path).removeprefix("\ufeff").split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line[:-1] if line.endswith("\r") else line for line in lines]


def read_text(path: PathLike) -> str:
    """The text of a UTF-8 file, with its byte order mark; `InputError` if it cannot be read or decoded."""
    try:
        data = Path(path).read_bytes()
    except OSError as problem:
        raise InputError(f"cannot read {path}: {problem.strerror}", hint="check the path") from None
    except (TypeError, ValueError) as problem:
        raise InputError(f"{path!r} is not a path: {problem}", hint="give the name of a file") from None
    encoding = "UTF-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "LATIN1"
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        column = problem.start - (data.rfind(b"\n", 0, problem.start) + 1)
        raise InputError(
            f"{path}, line {line}, byte {column}: byte 0x{data[problem.start]:02x} is not UTF-8",
            hint=f"convert the file first, for example: iconv -f {encoding} -t UTF-8",
        ) from None


@contextmanager
def at_place(place: str) -> Iterator[None]:
    """Prefix an `InputError` with the place of the record: its file and line."""
    try:
        yield
    except InputError as problem:
        raise InputError(f"{place}: {problem.message}", hint=problem.hint) from None


def json_lines(path: PathLike, kind: Any, hint: str) -> Iterator[tuple[str, Any]]:
    """The place (file and line) of each record, and the record; `InputError` for a malformed line."""
    import msgspec

    decoder = msgspec.json.Decoder(kind)
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        try:
            record = decoder.decode(line)
        except msgspec.MsgspecError as problem:
            raise InputError(f"{path}, line {number}: {problem}", hint=hint) from None
        yield f"{path}, line {number}", record
