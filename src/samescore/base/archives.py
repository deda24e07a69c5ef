"""Read the members of a zip archive, bounded in number and size; nothing is written to disk.

Members may be stored, deflated, or compressed with Zstandard, which the standard library reads only since Python 3.14.
The format is described in PKWARE's APPNOTE.TXT.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import BinaryIO

from samescore.base.documents import LARGEST_JSON
from samescore.base.errors import InputError
from samescore.base.files import LARGEST_FILE, PathLike, opened
from samescore.base.packed import zstandard

#: Maximum size of the directory of an archive in bytes, and maximum number of members.
_LARGEST_DIRECTORY, _MOST_MEMBERS = 16 * 2**20, 200_000
#: The first bytes of an archive, and of each member.
_MEMBER = b"PK\x03\x04"
#: The header of a member: its length, and the place and format of the lengths of the name and the extra field after it.
_HEADER, _LENGTHS = 30, struct.Struct("<26xHH")
_ENCRYPTED = 1
_STORED, _DEFLATED, _ZSTANDARD = 0, 8, 93
_HINT = "it may be truncated; check it with: unzip -t"


class Archive:
    """The members of an open archive; `names` are their names in the order of its directory."""

    def __init__(self, path: PathLike, file: BinaryIO) -> None:
        self._path = path
        self._file = file
        self._members = _members(path, file)
        self._left = LARGEST_FILE
        self.names = list(self._members)

    def read(self, name: str) -> bytes:
        """Return the content of a member.

        Raises `InputError` if it is encrypted or damaged, has more than `LARGEST_JSON` bytes, or more bytes than the
        archive declares, and if all members read so far have more than `LARGEST_FILE` bytes.
        """
        member = self._members[name]
        place = f"{self._path}, {name}"
        size = member.file_size
        if size > LARGEST_JSON or size > self._left:
            most = LARGEST_JSON if size > LARGEST_JSON else LARGEST_FILE
            raise InputError(f"{place}: the unpacked size exceeds {most:,} bytes", hint="pass a smaller log")
        if member.flag_bits & _ENCRYPTED:
            raise InputError(f"{place}: the member is encrypted", hint="write the archive without a password")
        content = self._unpacked(member, place)
        self._left -= size
        if len(content) != size or zlib.crc32(content) != member.CRC:
            raise InputError(f"{place}: the content does not have the declared size and checksum", hint=_HINT)
        return content

    def _unpacked(self, member: zipfile.ZipInfo, place: str) -> bytes:
        """Return the content of a member, or its beginning if it has more bytes than declared."""
        self._file.seek(member.header_offset)
        header = self._file.read(_HEADER)
        if len(header) < _HEADER or not header.startswith(_MEMBER):
            raise InputError(f"{place}: the member is not where the directory says", hint=_HINT)
        self._file.seek(sum(_LENGTHS.unpack(header)), io.SEEK_CUR)
        packed, most = self._file.read(member.compress_size), member.file_size + 1
        if member.compress_type == _STORED:
            return packed[:most]
        if member.compress_type == _DEFLATED:
            try:
                return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, most)
            except zlib.error as problem:
                raise InputError(f"{place}: {problem}", hint=_HINT) from None
        if member.compress_type == _ZSTANDARD:
            try:
                _, opener, failures = zstandard()
            except InputError as problem:
                hint = "pip install 'samescore[zstd]', or convert a log of inspect-ai: inspect log convert --to json"
                raise InputError(f"{place}: {problem.message}", hint=hint) from None
            try:
                with opener(io.BytesIO(packed)) as file:
                    content: bytes = file.read(most)
                return content
            except failures as problem:
                raise InputError(f"{place}: {problem}", hint=_HINT) from None
        raise InputError(
            f"{place}: the member is compressed by method {member.compress_type}",
            hint="supported: none, deflate and Zstandard",
        )


@contextmanager
def opened_archive(path: PathLike) -> Iterator[Archive]:
    """Open a zip archive.

    Raises `InputError` if the file is unreadable or not a zip archive, for more than `_MOST_MEMBERS` members, and for a
    name that occurs twice or leads out of the archive.
    """
    with opened(path, LARGEST_FILE, once=False) as file:
        yield Archive(path, file)


def is_archive(path: PathLike) -> bool:
    """Return whether a file begins as a zip archive. Raises `InputError` if it is unreadable."""
    with opened(path, None, once=False) as file:
        return file.read(len(_MEMBER)) == _MEMBER


class _BoundedDirectory(io.RawIOBase):
    """A view of an archive for `zipfile`, which refuses to read a larger directory at once."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        content = self._file.read(min(size, _LARGEST_DIRECTORY + 1) if size >= 0 else _LARGEST_DIRECTORY + 1)
        if len(content) > _LARGEST_DIRECTORY:
            raise zipfile.BadZipFile("the directory is too large")
        return content

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True


def _members(path: PathLike, file: BinaryIO) -> dict[str, zipfile.ZipInfo]:
    """Return the directory of an archive by name. Raises the errors of `opened_archive`."""
    try:
        found = zipfile.ZipFile(_BoundedDirectory(file)).infolist()
    except (zipfile.BadZipFile, NotImplementedError, UnicodeDecodeError, struct.error, ValueError) as problem:
        raise InputError(f"{path} cannot be read as a zip archive: {problem}", hint=f"{_HINT} {path}") from None
    if len(found) > _MOST_MEMBERS:
        raise InputError(f"{path} has more than {_MOST_MEMBERS:,} members", hint="pass a smaller log")
    members: dict[str, zipfile.ZipInfo] = {}
    for member in found:
        name = PurePosixPath(member.filename.replace("\\", "/"))
        if name.is_absolute() or ".." in name.parts:
            raise InputError(
                f"{path}: the name {member.filename!r:.80} leads out of the archive", hint="do not trust it"
            )
        if member.filename in members:
            raise InputError(f"{path}: the name {member.filename!r:.80} occurs twice", hint="pass an intact archive")
        members[member.filename] = member
    return members
