"""Read files in batches, which makes memory independent of the length of a file.

A whole file is read as a single batch, so both ways have the same checks and errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

import msgspec

from samescore.base.documents import json_records
from samescore.base.errors import InputError
from samescore.base.files import LARGEST_FILE, LONGEST_LINE, LONGEST_RECORD, TABLES, PathLike
from samescore.base.line_reading import LineReading
from samescore.base.lines import MOST_LINES, check_is_text, line_blocks, too_many_lines
from samescore.base.packed import suffix_of
from samescore.data.shapes import Size, explain_length_mismatch

Batch = TypeVar("Batch")


class Bounds(msgspec.Struct, frozen=True):
    """Limits on batch size and file size.

    A batch has at most `segments` lines (or records) of each file, or fewer if the lines of a file have more than about
    `characters` characters. A file has at most `file` bytes (None: unlimited). A part of a table that is unpacked at a
    time has at most `unpacked` bytes.
    """

    segments: int
    characters: int
    file: int | None
    unpacked: int = LARGEST_FILE


#: No batches: the whole file is read at once.
WHOLE = Bounds(MOST_LINES, LARGEST_FILE, LARGEST_FILE)
#: Maximum number of characters in the lines of one file in a batch.
_CHARACTERS = 4 * 2**20


def batch_of(segments: int, unpacked: int = LARGEST_FILE) -> Bounds:
    """Return limits for batches of `segments` segments from files of any size.

    Parts of tables that are unpacked at a time have at most `unpacked` bytes.
    """
    return Bounds(segments, _CHARACTERS, None, unpacked)


def only_batch(batches: Iterator[Batch]) -> Batch:
    """Return the first batch of files that are read with `WHOLE`, after checking that there is no other."""
    first = next(batches)
    for _ in batches:  # raises the error
        pass
    return first


def line_batches(
    paths: Sequence[PathLike], reading: LineReading, bounds: Bounds, *, once: bool = False
) -> Iterator[list[list[str]]]:
    """Yield batches of corresponding lines of several text files: a list of lines for each file.

    There is at least one batch, and exactly one with the bounds `WHOLE`. With `once`, the content of pipes is not
    cached. Raises `InputError` as `line_blocks` does, for files with different numbers of lines, for files that are not
    plain text, and for a tab in a ``.tsv`` file.
    """
    for path in paths:
        check_is_text(path)
    return _aligned_batches([_Lines(path, reading, bounds, LONGEST_LINE, once, tabs=False) for path in paths], bounds)


def row_batches(
    path: PathLike, reading: LineReading, bounds: Bounds, *, longest: int = LONGEST_LINE, once: bool = False
) -> Iterator[list[tuple[int, str]]]:
    """Yield batches of the lines of one file, each with its number (from 1), like `line_batches`.

    Lines may have at most `longest` characters. Raises `InputError` as `line_blocks` does.
    """
    first = 1
    for [lines] in _aligned_batches([_Lines(path, reading, bounds, longest, once, tabs=True)], bounds):
        yield list(enumerate(lines, first))
        first += len(lines)


def record_batches(
    path: PathLike, kind: Any, hint: str, bounds: Bounds, *, once: bool = False
) -> Iterator[list[tuple[str, Any]]]:
    """Yield batches of the records of a JSON Lines file, or the rows of a table, each with its place.

    Records have the type `kind`, and `hint` describes the format in errors. There is at least one batch, as for
    `line_batches`. Raises `InputError` as `json_lines` and `table_rows` do.
    """
    if suffix_of(path) in TABLES:
        from samescore.data.arrow import table_rows

        yield from _in_batches(path, table_rows(path, kind, hint, bounds.unpacked), bounds)
        return
    some = False
    for rows in row_batches(path, LineReading.USUAL, bounds, longest=LONGEST_RECORD, once=once):
        if records := list(json_records(path, rows, kind, hint)):
            some = True
            yield records
    if not some:
        yield []


def column_types(path: PathLike, columns: Sequence[str]) -> tuple[str, ...]:
    """Return the types of the numbers in these columns of a table, as `number_types` does; empty for other files."""
    if suffix_of(path) not in TABLES:
        return ()
    from samescore.data.arrow import table_number_types

    return table_number_types(path, columns)


def _in_batches(path: PathLike, records: Iterator[tuple[str, Any]], bounds: Bounds) -> Iterator[list[tuple[str, Any]]]:
    """Yield the records in batches, at least one. Raises `InputError` if there are too many for `WHOLE`."""
    yield list(islice(records, bounds.segments))
    while batch := list(islice(records, bounds.segments)):
        if bounds is WHOLE:
            raise too_many_lines(path)
        yield batch


class _Lines:
    """A buffer for the lines of a file, which keeps them until a batch is complete."""

    def __init__(
        self, path: PathLike, reading: LineReading, bounds: Bounds, longest: int, once: bool, *, tabs: bool
    ) -> None:
        self.path = path
        self.size = Size()  # characters read in total
        self.waiting: list[str] = []
        self._characters = 0  # characters of the buffered lines
        self._bounds = bounds
        self._no_tabs = not tabs and suffix_of(path) == ".tsv"
        self._blocks = line_blocks(path, longest, reading, most=bounds.file, once=once)

    def fill(self) -> None:
        """Read until a whole batch is buffered, or the file ends."""
        bounds = self._bounds
        while len(self.waiting) < bounds.segments and self._characters < bounds.characters:
            block = next(self._blocks, None)
            if block is None:
                return
            self._count(block)
            self.waiting += block
            self._characters += sum(map(len, block))

    def take(self, many: int) -> list[str]:
        """Remove the first `many` buffered lines and return them."""
        lines = self.waiting[:many]
        del self.waiting[:many]
        self._characters -= sum(map(len, lines))
        return lines

    def whole_size(self) -> Size:
        """Read to the end of the file, dropping the lines, and return the size of the whole file."""
        for block in self._blocks:
            self._count(block)
        return self.size

    def _count(self, block: list[str]) -> None:
        """Add a block of lines to the size.

        Raises `InputError` for a tab in a ``.tsv`` file if tabs are not allowed.
        """
        if self._no_tabs:
            for number, line in enumerate(block, self.size.lines + 1):
                if "\t" in line:
                    hint = "remove -r, or rename the file to .txt if tabs are part of its texts"
                    raise InputError(
                        f"{self.path}, line {number}: unexpected tab; the file seems to contain references", hint=hint
                    )
        self.size += Size.of(block)


def _aligned_batches(files: Sequence[_Lines], bounds: Bounds) -> Iterator[list[list[str]]]:
    """Yield batches with the same number of lines of each file.

    Raises `InputError` if the files have different numbers.
    """
    batches = 0
    while True:
        for file in files:
            file.fill()
        many = min(bounds.segments, *(len(file.waiting) for file in files))
        if not many and any(file.waiting for file in files):
            raise _length_error(files)
        if not many and batches:
            return
        batches += 1
        if batches > 1 and bounds is WHOLE:
            raise too_many_lines(files[0].path)
        yield [file.take(many) for file in files]


def _length_error(files: Sequence[_Lines]) -> InputError:
    """Return the error for files with different numbers of lines; the first file has the hypotheses."""
    scored, *references = files
    sizes = [file.whole_size() for file in files]
    path, lines = next(
        (file.path, size.lines)
        for file, size in zip(references, sizes[1:], strict=True)
        if size.lines != sizes[0].lines
    )
    rule = "the files must have the same segments, one per line, in the same order"
    return InputError(
        f"{path} has {lines} lines but {scored.path} has {sizes[0].lines}",
        hint="; ".join(filter(None, (explain_length_mismatch(sizes[0], sizes[1:]), rule))),
    )
