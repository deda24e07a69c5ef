"""Read Parquet and Arrow IPC tables row by row with pyarrow (extra ``arrow``).

Columns are named like the fields of JSON Lines. At most `_ROWS` rows are unpacked at a time, whatever the size of the
file. The size that a batch or a row group declares is checked before Arrow unpacks it, and the size of its rows before
they are converted to Python values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO

import msgspec

from samescore.base.errors import InputError
from samescore.base.files import LARGEST_FILE, PARQUET, STREAMS, PathLike, opened
from samescore.base.packed import suffix_of
from samescore.base.unknown_fields import explain_decoding_error
from samescore.data.arrow_sizes import CheckedStream, check_file, parquet_sizes
from samescore.data.arrow_values import bytes_as_rows
from samescore.data.number_types import number_types

_HINT = "it may be truncated, or have the wrong suffix: use .parquet, .arrow or .feather, or .arrows for a stream"
#: Maximum number of rows to unpack at a time, and their maximum size in bytes as Python values.
_ROWS, _LARGEST_ROWS = 1_000, 256 * 2**20
#: Number of bytes of a Parquet column to read at a time.
_BUFFER = 2**20


def table_rows(path: PathLike, kind: Any, hint: str, most: int) -> Iterator[tuple[str, Any]]:
    """Yield the place of each row (file and row number, from 1) and the row as a record of type `kind`.

    `hint` is the hint of the error for a malformed row. Raises `InputError` without pyarrow, for a file that is not such
    a table, for a batch or a row group of more than `most` bytes, for rows that are too large, and for a malformed row.
    """
    fields = getattr(kind, "__struct_fields__", ())
    number = 0
    with _reading(path):
        for batch in _batches(path, fields, most):
            size = sum(map(bytes_as_rows, batch.columns))
            if size > most:
                raise too_large(path, size, most)
            if size > _LARGEST_ROWS:
                message = f"{path}: {len(batch)} rows from row {number + 1} on take more than {_LARGEST_ROWS:,} bytes"
                raise InputError(message, hint="write shorter texts, or smaller batches")
            for row in batch.to_pylist():
                number += 1
                try:
                    record = msgspec.convert(row, kind)
                except msgspec.ValidationError as problem:
                    raise InputError(
                        f"{path}, row {number}: {explain_decoding_error(problem, kind)}", hint=hint
                    ) from None
                yield f"{path}, row {number}", record


def table_number_types(path: PathLike, columns: Sequence[str]) -> tuple[str, ...]:
    """Return the types of the numbers in these columns, as `number_types` does, without reading rows.

    Raises `InputError` without pyarrow, and for a file that is not a Parquet or Arrow IPC table.
    """
    with _reading(path), opened(path, None, once=True) as file:
        table = _opened_table(path, file, LARGEST_FILE)
        schema = table.schema_arrow if suffix_of(path) in PARQUET else table.schema
        return number_types([field for field in schema if field.name in columns])


def table_columns(path: PathLike) -> list[str]:
    """Return the names of the columns, without reading rows. Raises `InputError` as `table_number_types` does."""
    with _reading(path), opened(path, None, once=True) as file:
        table = _opened_table(path, file, LARGEST_FILE)
        names: list[str] = (table.schema_arrow if suffix_of(path) in PARQUET else table.schema).names
        return names


def _size_check(path: PathLike, most: int) -> Callable[[int], None]:
    """Return a function that raises `ValueError` for a negative size and `InputError` for a size above `most` bytes."""

    def check(size: int) -> None:
        if size < 0:
            raise ValueError("a negative size")
        if size > most:
            raise too_large(path, size, most)

    return check


def _opened_table(path: PathLike, file: BinaryIO, most: int) -> Any:
    """Return Arrow's reader for the format of the file, which checks the sizes that batches of Arrow IPC declare."""
    suffix, pyarrow = suffix_of(path), _pyarrow()
    if suffix in PARQUET:
        from pyarrow import parquet

        return parquet.ParquetFile(file, buffer_size=_BUFFER, pre_buffer=False)
    if suffix in STREAMS:
        return pyarrow.ipc.open_stream(CheckedStream(file, _size_check(path, most)))
    check_file(file, _size_check(path, most))
    return pyarrow.ipc.open_file(file)


def _batches(path: PathLike, fields: tuple[str, ...], most: int) -> Iterator[Any]:
    """Yield the table in batches of at most `_ROWS` rows, with the columns in `fields`, or all if none is in `fields`."""
    suffix = suffix_of(path)
    with opened(path, None, once=True) as file:
        reader = _opened_table(path, file, most)
        if suffix in PARQUET:
            columns = [name for name in reader.schema_arrow.names if name in fields]
            check = _size_check(path, most)
            for size in parquet_sizes(reader.metadata, columns):
                check(size)
            yield from reader.iter_batches(_ROWS, columns=columns or None, use_threads=False)
            return
        batches = reader if suffix in STREAMS else map(reader.get_batch, range(reader.num_record_batches))
        columns = [name for name in reader.schema.names if name in fields]
        for batch in batches:
            chosen = batch.select(columns) if columns else batch
            chosen.validate(full=True)  # a damaged file may have wild offsets
            for start in range(0, len(batch), _ROWS):
                yield chosen.slice(start, _ROWS)


def too_large(path: PathLike, size: int, most: int) -> InputError:
    """Return the error for a batch or row group whose unpacked size is too large."""
    return InputError(
        f"{path}: a batch of rows takes {size / 2**20:,.0f} MiB unpacked; the limit is {most / 2**20:,.0f}",
        hint="write smaller batches or row groups; samescore score and compare allow more with --memory GIB",
    )


def _pyarrow() -> Any:
    """Import and return pyarrow. Raises `InputError` if it is not installed."""
    try:
        import pyarrow
        import pyarrow.ipc
    except ImportError:
        hint = "pip install 'samescore[arrow]', or write the table as JSON Lines"
        raise InputError("Parquet and Arrow files need pyarrow", hint=hint) from None
    return pyarrow


@contextmanager
def _reading(path: PathLike) -> Iterator[None]:
    """Convert errors of Arrow to `InputError`."""
    pyarrow = _pyarrow()
    try:
        yield
    except (pyarrow.ArrowException, OSError, ValueError, OverflowError) as problem:
        text = str(problem).partition("\n")[0]
        raise InputError(f"cannot read {path} as a table: {text:.200}", hint=_HINT) from None
