"""Index a large table of paraphrases once, in the user's cache folder. Later scores then read only parts of it.

The index has the table's entries in compressed blocks, and the first phrase of each block. It is only a copy: it may be
deleted at any time, and a table without an index is read whole.
"""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from samescore.base.errors import InputError
from samescore.base.folders import cache_folder
from samescore.base.trust import check_trusted

#: A phrase and one of its paraphrases, as lines with line ends.
Entry = tuple[bytes, bytes]

#: Minimum size of a table that is indexed.
SMALLEST_TABLE = 4 * 2**20
#: Approximate size of a block before compression.
_BLOCK_BYTES = 2**17
#: The name of the format, at the end of each file.
_FORMAT = b"phrase-index-1\n"
_LENGTH_BYTES = 8


class _Contents(msgspec.Struct, frozen=True):
    """The first phrase of each block, and where each block starts and the last one ends."""

    firsts: list[bytes]
    bounds: list[int]


class PhraseIndex:
    """An index file. Raises `ValueError` or `msgspec.DecodeError` for a file that is not a complete index."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with path.open("rb") as file:
            end = max(0, file.seek(0, os.SEEK_END) - len(_FORMAT) - _LENGTH_BYTES)
            file.seek(end)
            ending = file.read()
            length = int.from_bytes(ending[:_LENGTH_BYTES], "big")
            if ending[_LENGTH_BYTES:] != _FORMAT or length > end:
                raise ValueError(f"{path} is not an index of this version")
            file.seek(end - length)
            self._contents = msgspec.msgpack.decode(file.read(length), type=_Contents)
        if len(self._contents.bounds) != len(self._contents.firsts) + 1:
            raise ValueError(f"{path} is damaged")

    def entries(self, phrases: Iterable[bytes]) -> Iterator[Entry]:
        """Yield the entries of each block that could contain one of these phrases, in the order of the table."""
        firsts, bounds = self._contents.firsts, self._contents.bounds
        numbers = {bisect_right(firsts, phrase) - 1 for phrase in phrases}
        with self._path.open("rb") as file:
            for number in sorted(numbers - {-1}):
                file.seek(bounds[number])
                lines = io.BytesIO(zlib.decompress(file.read(bounds[number + 1] - bounds[number])))
                yield from zip(lines, lines, strict=True)


def entries_of(table: Path, read: Callable[[Path], Iterator[Entry]], phrases: Iterable[bytes]) -> Iterable[Entry]:
    """Return at least the entries of these phrases, in the order of the table.

    They come from the table's index, which is created if the user's cache folder lacks it. The whole table is read (by
    `read`) if it is small or not sorted by phrase, if the index is damaged, and if the folder cannot be used or other
    users can write it.
    """
    try:
        path = _path_of_index(table)
        if path is not None and (path.is_file() or _write(path, read(table))):
            return _found(path, phrases)
    except (OSError, InputError):
        pass
    return read(table)


def _found(path: Path, phrases: Iterable[bytes]) -> list[Entry]:
    """Return `PhraseIndex.entries` as a list. Raises `OSError` for a damaged index, and removes it."""
    try:
        return list(PhraseIndex(path).entries(phrases))
    except (ValueError, zlib.error, msgspec.DecodeError) as problem:
        path.unlink()
        raise OSError(f"{path} is damaged: {problem}") from None


def _path_of_index(table: Path) -> Path | None:
    """Return the path of a table's index in the user's cache folder; None for a small table.

    Raises `InputError` if other users can write the folder.
    """
    facts = table.stat()
    if facts.st_size < SMALLEST_TABLE:
        return None
    cache = cache_folder()
    folder = cache / "phrases"
    check_trusted(folder, cache)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = f"{table.resolve()}\n{facts.st_size}\n{facts.st_mtime_ns}".encode(errors="surrogateescape")
    return folder / f"{hashlib.sha256(key).hexdigest()[:32]}.index"


def _write(path: Path, entries: Iterable[Entry]) -> bool:
    """Write an index, and return whether the entries are sorted by phrase; no file remains if they are not."""
    file = tempfile.NamedTemporaryFile(dir=path.parent, delete=False)  # noqa: SIM115 - it is renamed
    try:
        with file:
            firsts, bounds, block, before = list[bytes](), [0], bytearray(), b""
            for phrase, other in entries:
                if phrase < before:
                    return False
                if phrase != before and len(block) >= _BLOCK_BYTES:
                    file.write(zlib.compress(block, 1))
                    bounds.append(file.tell())
                    block.clear()
                if not block:
                    firsts.append(phrase)
                block += phrase + other
                before = phrase
            file.write(zlib.compress(block, 1))
            bounds.append(file.tell())
            contents = msgspec.msgpack.encode(_Contents(firsts, bounds))
            file.write(contents + len(contents).to_bytes(_LENGTH_BYTES, "big") + _FORMAT)
        Path(file.name).replace(path)
        return True
    finally:
        Path(file.name).unlink(missing_ok=True)
