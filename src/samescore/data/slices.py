r"""Read parts of files independently: consecutive lines of text, or consecutive rows of Parquet.

A text file is scanned once to find where its parts begin. Then any process that can read the path, on any machine, can
read a part. Lines are split as by `LineReading.USUAL`: only ``\n`` ends a line, and a byte order mark at the start of
the file is dropped. Errors in a part raise `InputError` with the file and the line number in the file.
"""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from samescore.base.errors import InputError
from samescore.base.files import LARGEST_FILE, LONGEST_LINE, LONGEST_RECORD, PARQUET, PathLike
from samescore.data.arrow import too_large
from samescore.data.arrow_sizes import parquet_sizes
from samescore.data.arrow_values import bytes_as_rows

#: Maximum size of a part in bytes.
LARGEST_SLICE = 2**28
#: Suffixes of JSON Lines files.
JSON_LINES = (".jsonl", ".ndjson")

_BLOCK = 2**20
_MARK = "\ufeff"


class Slice(msgspec.Struct, frozen=True, array_like=True):
    """A part of a file: `lines` consecutive lines (or rows) after the first `before` ones.

    In a text file the part spans the bytes from `start` to `stop`; both are 0 for Parquet.
    """

    path: str
    before: int
    lines: int
    start: int = 0
    stop: int = 0


def is_parquet(path: PathLike) -> bool:
    """Return whether a path has the suffix of a Parquet file, in any case."""
    return Path(path).suffix.lower() in PARQUET


def slices(path: PathLike, size: int) -> list[Slice]:
    """Return the parts of a file: `size` lines (or rows) each, fewer in the last; one part without lines if it is empty.

    Raises `InputError` for a path that is not a readable regular file, for lines or parts of too many bytes, and for a
    Parquet file that is malformed or cannot be read without pyarrow.
    """
    name = str(path)
    if is_parquet(path):
        rows = _row_count(name)
        return [Slice(name, before, min(size, rows - before)) for before in range(0, max(rows, 1), size)]
    made, before, start = [], 0, 0
    for line, stop in _ends(name, size):
        if stop - start > LARGEST_SLICE:
            lines = f"lines {before + 1:,} to {line:,} have {stop - start:,} bytes"
            raise InputError(
                f"{path}: {lines}", hint=f"at most {LARGEST_SLICE:,} bytes can be read at a time: use smaller shards"
            )
        made.append(Slice(name, before, line - before, start, stop))
        before, start = line, stop
    return made or [Slice(name, 0, 0)]


def _ends(path: str, size: int) -> Iterator[tuple[int, int]]:
    """Yield the number of lines and the byte offset at the end of each part of `size` lines, and at the end of the file.

    Raises `InputError` for a line that is too long.
    """
    longest = LONGEST_RECORD if Path(path).suffix.lower() in JSON_LINES else LONGEST_LINE
    line = position = since = 0  # lines and bytes before this block, and bytes of the line that it starts in
    with _opened(path) as file:
        while block := file.read(_BLOCK):
            first, last = block.find(b"\n"), block.rfind(b"\n")
            if first >= 0 and since + first > longest:
                raise _long_line_error(path, line + 1, longest)
            ends, at = block.count(b"\n"), -1
            while ends >= size - line % size:
                step = size - line % size
                for _ in range(step):
                    at = block.find(b"\n", at + 1)
                line, ends = line + step, ends - step
                yield line, position + at + 1
            line, position = line + ends, position + len(block)
            since = since + len(block) if last < 0 else len(block) - last - 1
            if since > longest:
                raise _long_line_error(path, line + 1, longest)
    if since:  # a last line without a line end
        yield line + 1, position
    elif line % size:
        yield line, position


def _long_line_error(path: str, number: int, longest: int) -> InputError:
    hint = "write one text or one record on each line"
    return InputError(f"{path}, line {number}: the line has more than {longest:,} bytes", hint=hint)


def _opened(path: str) -> Any:
    """Open a file for reading bytes. Raises `InputError` if it is not a readable regular file."""
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):
            raise InputError(
                f"{path} is not a regular file, so it cannot be split", hint="write the texts to a regular file"
            )
        return Path(path).open("rb")
    except OSError as problem:
        raise InputError(
            f"cannot read {path}: {problem.strerror}", hint="every worker must be able to read this path"
        ) from None


def read_lines(part: Slice) -> list[str]:
    """Read the lines of a part of a text file, without their ends.

    Raises `InputError` if the file is unreadable, is not UTF-8, contains NUL, has changed since `slices`, or ends all
    lines with a carriage return only.
    """
    with _opened(part.path) as file:
        file.seek(part.start)
        data: bytes = file.read(part.stop - part.start)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        place, wrong = _place(part, data, problem.start), f"byte 0x{data[problem.start]:02x} is not UTF-8"
        raise InputError(f"{place}: {wrong}", hint="convert the file first, for example with iconv") from None
    if (null := data.find(b"\0")) >= 0:
        hint = "remove the byte, or check that this is a text file"
        raise InputError(f"{_place(part, data, null)}: byte 0x00 is not allowed in text", hint=hint)
    lines = (text if part.start else text.removeprefix(_MARK)).split("\n")
    if lines[-1] == "" and part.lines < len(lines):
        lines.pop()
    if len(lines) != part.lines:
        raise InputError(f"{part.path} has changed since its lines were counted", hint="score it again")
    if not part.before and len(lines) == 1 and "\r" in lines[0][:-1]:
        hint = "convert it first: tr '\\r' '\\n'"
        raise InputError(f"{part.path}: lines end with a carriage return only", hint=hint)
    return [line.removesuffix("\r") for line in lines] if "\r" in text else lines


def _place(part: Slice, data: bytes, position: int) -> str:
    line, start = part.before + data.count(b"\n", 0, position) + 1, data.rfind(b"\n", 0, position) + 1
    return f"{part.path}, line {line}, byte {position - start}"


def _row_count(path: str) -> int:
    with _opened(path) as file:
        return int(_parquet(path, file).metadata.num_rows)


def read_columns(part: Slice, names: Iterable[str]) -> dict[str, list[Any]]:
    """Return the columns with these names of a part of a Parquet file, as lists; absent columns are omitted.

    Raises `InputError` if the file is unreadable, is not Parquet, has changed since `slices`, or takes too much memory.
    """
    with _opened(part.path) as file:
        table = _parquet(part.path, file)
        known = [name for name in names if name in table.schema_arrow.names]
        groups: list[int] = []
        offset = rows = 0
        for group in range(table.num_row_groups):
            count = table.metadata.row_group(group).num_rows
            if rows < part.before + part.lines and part.before < rows + count:
                offset = offset if groups else part.before - rows
                groups.append(group)
            rows += count
        if rows < part.before + part.lines:
            raise InputError(f"{part.path} has changed since its rows were counted", hint="score it again")
        sizes = list(parquet_sizes(table.metadata, known))
        if groups and (size := sum(sizes[groups[0] : groups[-1] + 1])) > LARGEST_FILE:
            raise too_large(part.path, size, LARGEST_FILE)
        read = table.read_row_groups(groups, columns=known).slice(offset, part.lines)
        size = sum(bytes_as_rows(chunk) for name in known for chunk in read.column(name).chunks)
        if size > LARGEST_FILE:
            raise too_large(part.path, size, LARGEST_FILE)
        return {name: read.column(name).to_pylist() for name in known}


def _parquet(path: str, file: Any) -> Any:
    """Return pyarrow's reader of a Parquet file. Raises `InputError` without pyarrow, or for any other file."""
    try:
        from pyarrow import ArrowInvalid, parquet
    except ImportError:
        hint = 'pip install "samescore[arrow]", also on every worker'
        raise InputError(f"{path}: reading Parquet needs pyarrow", hint=hint) from None
    try:
        return parquet.ParquetFile(file)
    except ArrowInvalid as problem:
        raise InputError(f"{path} is not a Parquet file: {problem}", hint="check how the file was written") from None
