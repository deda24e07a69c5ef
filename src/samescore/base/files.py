"""Open and read input files of all kinds as bytes, within limits on their size.

A file that never ends (a device, a named pipe), or that exceeds a limit, raises `InputError`, which names the file and
the remedy, and the line if a line is too long. `samescore.base.lines` reads text.
"""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO, TextIO
from weakref import WeakKeyDictionary

from samescore.base.checks import type_of
from samescore.base.errors import InputError
from samescore.base.folders import working_folder
from samescore.base.packed import decompress

PathLike = str | Path

#: Maximum size of a file in bytes.
LARGEST_FILE = 2**30
#: Maximum length of a line of text in bytes: enough for a book.
LONGEST_LINE = 2 * 2**20
#: Maximum length of a line of JSON in bytes: enough for the log-probabilities of a test set as one sequence.
LONGEST_RECORD = 64 * 2**20

#: Suffixes of table files. ``.arrows`` is a stream; ``.arrow`` and ``.feather`` files have an index of their batches.
PARQUET, IPC, STREAMS = (".parquet", ".pq"), (".arrow", ".feather"), (".arrows",)
TABLES = (*PARQUET, *IPC, *STREAMS)

#: The path that stands for standard input, as in most programs.
STANDARD_INPUT = Path("-")

_PIECE = 2**20
#: Content already read from pipes, by device and inode, because a pipe can be read only once. None: it was not cached.
_PIPES: dict[tuple[int, int], bytes | None] = {}
#: Content already read from each standard input stream. None: it was not cached.
_STREAMS: WeakKeyDictionary[TextIO, bytes | None] = WeakKeyDictionary()
#: Paths of file descriptors that are already open, such as those of the shell's ``<(...)``.
_DESCRIPTOR = r"/dev/stdin|/dev/fd/[0-9]{1,9}|/proc/self/fd/[0-9]{1,9}"


def read_bytes(path: PathLike, *, most: int = LARGEST_FILE, longest: int = LARGEST_FILE) -> bytes:
    """Return the decompressed content of a file.

    Raises `InputError` if the file is unreadable, has more than `most` bytes, or a line of more than `longest` bytes.
    """
    return b"".join(whole_lines(path, most=most, longest=longest))


def whole_lines(
    path: PathLike, *, most: int | None = LARGEST_FILE, longest: int = LARGEST_FILE, once: bool = False
) -> Iterator[bytes]:
    r"""Yield the decompressed content of a file in parts of whole lines, each of about one mebibyte or one longer line.

    Each part ends with ``\n``, except perhaps the last; an empty file has no parts. With `once`, content read from a
    pipe is not cached for a second read. Raises `InputError` if the file is unreadable, has more than `most` bytes
    (None: no limit), or a line of more than `longest` bytes.
    """
    begun: list[bytes] = []  # pieces of the current, unfinished line
    size = since = 0  # bytes read, in total and of the current line
    line = 1
    with opened(path, most, once) as file:
        while piece := file.read(min(_PIECE, longest + 1)):
            size += len(piece)
            if most is not None and size > most:
                raise _large_file(path, most)
            first, end = piece.find(b"\n"), piece.rfind(b"\n") + 1
            if since + (len(piece) if first < 0 else first) > longest:
                raise _long_line(path, line, longest)
            if end:
                yield b"".join((*begun, piece[:end]))
                begun, since = [], 0
                line += piece.count(b"\n")
            begun.append(piece[end:])
            since += len(piece) - end
    if since:
        yield b"".join(begun)


def byte_lines(path: PathLike, *, longest: int = LONGEST_RECORD) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the bytes of each line, including the line end.

    Raises `InputError` if the file is unreadable, has more than `LARGEST_FILE` bytes, or a line of more than `longest`.
    """
    size = 0
    with opened(path, LARGEST_FILE, once=False) as file:
        for number in range(1, LARGEST_FILE):
            line = file.readline(longest + 2)
            size += len(line)
            if not line:
                return
            if len(line.removesuffix(b"\n")) > longest:
                raise _long_line(path, number, longest)
            if size > LARGEST_FILE:
                raise _large_file(path, LARGEST_FILE)
            yield number, line


def _large_file(path: PathLike, most: int) -> InputError:
    return InputError(f"{path} has more than {most:,} bytes", hint="pass a smaller file, or split this one")


def _long_line(path: PathLike, number: int, longest: int) -> InputError:
    hint = "write one text or one record on each line"
    return InputError(f"{path}, line {number}: the line has more than {longest:,} bytes", hint=hint)


@contextmanager
def opened(path: PathLike, most: int | None, once: bool) -> Iterator[BinaryIO]:
    """Open a file for reading and decompress it if its suffix names a compression; ``-`` is standard input.

    Raises `InputError` if the file is unreadable (perhaps later in the ``with`` block) or might never end, or if a
    regular file has more than `most` bytes on disk. `once` is as for `whole_lines`.
    """
    try:
        opening = _open(path, most, once)
    except OSError as problem:
        raise _unreadable(path, problem) from None
    except (TypeError, ValueError) as problem:
        raise InputError(f"{path!r} is not a path: {problem}", hint="pass the name of a file") from None
    try:
        with opening as file, decompress(file, path) as content:
            yield content
    except OSError as problem:
        raise _unreadable(path, problem) from None


def _unreadable(path: PathLike, problem: OSError) -> InputError:
    if isinstance(problem, FileNotFoundError) and not Path(path).is_absolute():
        working_folder()  # the folder may be what is missing
    return InputError(f"cannot read {path}: {problem.strerror or problem}", hint="check the path")


def _open(path: PathLike, most: int | None, once: bool) -> AbstractContextManager[BinaryIO]:
    """Open a regular file or the null device, or use standard input or an open pipe, such as one of ``<(...)``.

    Raises `InputError` for a directory, a socket, a named pipe, any other device, a file of more than `most` bytes, and
    as `_open_standard_input` and `_open_pipe` do; `TypeError` or `ValueError` for a `path` that is not a path; `OSError`
    if the file cannot be opened.
    """
    if not isinstance(path, (str, Path)):
        raise TypeError(type_of(path))
    file = Path(path)
    if file == STANDARD_INPUT:
        return _open_standard_input(once)
    if str(file).startswith(("/dev/", "/proc/")) and re.fullmatch(_DESCRIPTOR, str(file)):
        number = 0 if file.name == "stdin" else int(file.name)
        if stat.S_ISFIFO(os.fstat(number).st_mode):  # opening it again would wait for a writer
            return _open_pipe(number, once)
        return file.open("rb")
    facts = file.stat()
    mode = facts.st_mode
    if stat.S_ISDIR(mode):
        raise InputError(f"cannot read {path}: it is a directory", hint="pass a file in this directory")
    if stat.S_ISFIFO(mode):
        hint = "use the shell's <(command), or write to a file first"
        raise InputError(f"cannot read {path}: it is a named pipe, which may never receive data", hint=hint)
    if not stat.S_ISREG(mode) and str(path) != os.devnull:
        raise InputError(f"cannot read {path}: it is a device or a socket", hint="pass a file")
    if most is not None and facts.st_size > most:
        raise _large_file(path, most)
    return file.open("rb")


def _open_standard_input(once: bool) -> AbstractContextManager[BinaryIO]:
    """Open standard input. Unless `once`, its content is cached, up to one byte more than the maximum file size.

    Raises `OSError` if it is closed, and `InputError` if its content is too large or was read before without a cache.
    """
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    if sys.stdin not in _STREAMS:
        _STREAMS[sys.stdin] = None if once else sys.stdin.buffer.read(LARGEST_FILE + 1)
        if once:
            return nullcontext(sys.stdin.buffer)
    return _cached_content(_STREAMS[sys.stdin], "the standard input")


def _open_pipe(number: int, once: bool) -> AbstractContextManager[BinaryIO]:
    """Open the pipe of a descriptor number. Unless `once`, its content is cached, up to one byte over the maximum size.

    Raises `InputError` if its content is too large or was read before without a cache.
    """
    facts = os.fstat(number)
    key = facts.st_dev, facts.st_ino
    if key not in _PIPES:
        pipe = os.fdopen(os.dup(number), "rb")
        if once:
            _PIPES[key] = None
            return pipe
        with pipe:
            _PIPES[key] = pipe.read(LARGEST_FILE + 1)
    return _cached_content(_PIPES[key], f"/dev/fd/{number}")


def _cached_content(content: bytes | None, name: str) -> BinaryIO:
    if content is None:
        raise InputError(f"{name} has already been read", hint="a pipe can be read only once; pass a file")
    if len(content) > LARGEST_FILE:
        raise _large_file(name, LARGEST_FILE)
    return io.BytesIO(content)


@contextmanager
def at_place(place: str) -> Iterator[None]:
    """Prefix the message of an `InputError` raised in a ``with`` block with `place`, the file and line of a record."""
    try:
        yield
    except InputError as problem:
        raise InputError(f"{place}: {problem.message}", hint=problem.hint) from None
