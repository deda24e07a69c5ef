"""Check the unpacked size that a table declares before Arrow unpacks it.

An Arrow IPC record batch declares it in the first eight bytes of every compressed buffer, Parquet in the metadata of
each column of a row group. The formats follow the specifications of Arrow (Message.fbs, File.fbs) and FlatBuffers.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO

#: Field numbers in FlatBuffers tables.
_HEADER_TYPE, _HEADER, _BODY_LENGTH = 1, 2, 3
_BUFFERS, _COMPRESSION = 2, 3
_ID, _DATA, _IS_DELTA = 0, 1, 2
_DICTIONARIES, _RECORD_BATCHES = 2, 3
#: Header types of messages.
_DICTIONARY_BATCH, _RECORD_BATCH = 2, 3
_CONTINUATION = b"\xff\xff\xff\xff"
_MAGIC = b"ARROW1"
#: Maximum size of the metadata of a message, or of a file, in bytes.
_LARGEST_METADATA = 2**26

#: A function that raises an error if a size in bytes is not allowed.
Check = Callable[[int], None]


class CheckedStream:
    """A file object that reads an Arrow IPC stream and checks the sizes in each message before Arrow receives it."""

    def __init__(self, file: BinaryIO, check: Check) -> None:
        self._file = file
        self._sizes = _Sizes(check)
        self._waiting = memoryview(b"")
        self.closed = False

    def read(self, size: int = -1) -> bytes:
        """Read up to `size` bytes (negative: all).

        Raises `ValueError` for a malformed message, and the errors of the check.
        """
        parts = []
        while size:
            if not self._waiting:
                self._waiting = memoryview(self._message())
                if not self._waiting:
                    break
            part = self._waiting[: size if size > 0 else None]
            self._waiting = self._waiting[len(part) :]
            parts.append(part)
            size -= len(part) if size > 0 else 0
        return b"".join(parts)

    def close(self) -> None:
        """Mark the stream as closed, but not the file, which the code that opened it closes."""
        self.closed = True

    def readable(self) -> bool:
        """Return True, as the file is open for reading."""
        return True

    def writable(self) -> bool:
        """Return False; `seekable` is the same method."""
        return False

    seekable = writable

    def _message(self) -> bytes:
        """Read the next message and check its sizes; return it unchanged, or no bytes at the end."""
        start = self._file.read(4)
        if start == _CONTINUATION:
            start += self._file.read(4)
        if len(start) not in (4, 8):
            return start
        length = _unsigned(start, len(start) - 4, 4)
        if not length:  # end of the stream
            return start
        if length > _LARGEST_METADATA:
            raise ValueError(f"the metadata of a message is too large: {length:,} bytes")
        metadata = self._file.read(length)
        message = _Table.root(metadata)
        size = message.number(_BODY_LENGTH)
        self._sizes.check(size)
        body = self._file.read(size)
        self._sizes.add(message, size, lambda place: body[place : place + 8])
        return b"".join((start, metadata, body))


def check_file(file: BinaryIO, check: Check) -> None:
    """Check the size of every batch that the footer of an Arrow IPC file lists.

    Raises `ValueError` for any other file.
    """
    end = file.seek(0, 2)
    file.seek(max(0, end - 10))
    tail = file.read(10)
    if tail[4:] != _MAGIC:
        raise ValueError("not an Arrow file")
    length = _unsigned(tail, 0, 4)
    if length > min(end, _LARGEST_METADATA):
        raise ValueError(f"its footer is too large: {length:,} bytes")
    file.seek(end - 10 - length)
    footer = _Table.root(file.read(length))
    sizes, blocks = _Sizes(check), 0
    for field in (_DICTIONARIES, _RECORD_BATCHES):
        for offset, long, size in footer.structs(field, "<qi4xq"):
            sizes.check(size)
            blocks += long + size
            if blocks > end:
                raise ValueError("its blocks overlap or extend beyond the file")
            _add_message_at(file, offset, long, size, sizes)
    file.seek(0)


class _Sizes:
    """A checker of the size of each batch, and of the total size of the dictionaries, which Arrow keeps in memory."""

    def __init__(self, check: Check) -> None:
        self.check = check
        self._dictionaries: dict[int, int] = {}
        self._kept = 0  # total bytes of all dictionaries

    def add(self, message: _Table, body: int, first_bytes: Callable[[int], bytes]) -> None:
        """Check a message with a body of `body` bytes; `first_bytes` returns the eight bytes at an offset of the body."""
        size = _unpacked_size(message, first_bytes)
        self.check(size)
        if message.number(_HEADER_TYPE, "<B") == _DICTIONARY_BATCH:
            batch = message.table(_HEADER)
            name = batch.number(_ID)
            earlier, added = self._dictionaries.get(name, 0), max(size, body)
            self._dictionaries[name] = earlier + added if batch.number(_IS_DELTA, "<B") else added
            self._kept += self._dictionaries[name] - earlier
            self.check(self._kept)


def _add_message_at(file: BinaryIO, offset: int, long: int, size: int, sizes: _Sizes) -> None:
    """Check the message at an offset of a file, with `long` bytes of metadata and a body of `size` bytes."""
    if offset < 0 or not 8 <= long <= _LARGEST_METADATA:
        raise ValueError("a misplaced block")
    file.seek(offset)
    metadata = file.read(long)
    message = _Table.root(metadata[8 if metadata.startswith(_CONTINUATION) else 4 :])

    def first_bytes(place: int) -> bytes:
        file.seek(offset + long + place)
        return file.read(8)

    sizes.add(message, size, first_bytes)


def parquet_sizes(metadata: Any, columns: Iterable[str]) -> Iterator[int]:
    """Yield, for each row group, the unpacked size in bytes of the columns to read (empty: all)."""
    wanted = set(columns)
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        chunks = (group.column(place) for place in range(group.num_columns))
        sizes = [
            c.total_uncompressed_size for c in chunks if not wanted or c.path_in_schema.partition(".")[0] in wanted
        ]
        yield sum(sizes)


def _unpacked_size(message: _Table, first_bytes: Callable[[int], bytes]) -> int:
    """Return the unpacked size in bytes of a message's buffers; 0 for a message that is not a batch.

    `first_bytes` returns the eight bytes at an offset of its body.
    """
    kind = message.number(_HEADER_TYPE, "<B")
    if kind not in (_DICTIONARY_BATCH, _RECORD_BATCH):
        return 0
    batch = message.table(_HEADER)
    if kind == _DICTIONARY_BATCH:
        batch = batch.table(_DATA)
    packed, size = batch.has(_COMPRESSION), 0
    for offset, length in batch.structs(_BUFFERS, "<qq"):
        if offset < 0 or length < 0:
            raise ValueError("a misplaced buffer")
        stated = _signed(first_bytes(offset)) if packed and length >= 8 else -1
        size += length if stated < 0 else stated
    return size


class _Table:
    """A FlatBuffers table, with fields by number; its methods raise `ValueError` for an offset beyond its bytes."""

    def __init__(self, raw: bytes, start: int) -> None:
        self._raw = raw
        self._start = start
        self._fields = start - _read("<i", raw, start)

    @classmethod
    def root(cls, raw: bytes) -> _Table:
        return cls(raw, _unsigned(raw, 0, 4))

    def has(self, field: int) -> bool:
        return bool(self._place(field))

    def number(self, field: int, form: str = "<q") -> int:
        place = self._place(field)
        return _read(form, self._raw, place) if place else 0

    def table(self, field: int) -> _Table:
        return _Table(self._raw, self._target(field))

    def structs(self, field: int, form: str) -> Iterator[tuple[int, ...]]:
        """Yield the entries of a vector of structs with the format `form`; nothing if the field is absent."""
        if not self.has(field):
            return
        start, size = self._target(field), struct.calcsize(form)
        stop = start + 4 + size * _unsigned(self._raw, start, 4)
        if stop > len(self._raw):
            raise ValueError("a vector extends beyond its message")
        for place in range(start + 4, stop, size):
            yield struct.unpack_from(form, self._raw, place)

    def _target(self, field: int) -> int:
        place = self._place(field)
        if not place:
            raise ValueError("a message lacks a required field")
        return place + _unsigned(self._raw, place, 4)

    def _place(self, field: int) -> int:
        entry = 4 + 2 * field
        if entry + 2 > _unsigned(self._raw, self._fields, 2):
            return 0
        offset = _unsigned(self._raw, self._fields + entry, 2)
        return self._start + offset if offset else 0


def _unsigned(raw: bytes, place: int, size: int) -> int:
    return _read({2: "<H", 4: "<I"}[size], raw, place)


def _signed(raw: bytes) -> int:
    return _read("<q", raw, 0)


def _read(form: str, raw: bytes, place: int) -> int:
    if not 0 <= place <= len(raw) - struct.calcsize(form):
        raise ValueError("an offset points beyond its message")
    (number,) = struct.unpack_from(form, raw, place)
    return int(number)
