r"""Opening and bounding files from outside, and reading text line by line: shared by all kinds of input.

Only ``\n`` ends a line (a ``\r`` before it is dropped); other line separators are text. A byte order
mark at the start of a file is dropped. Other programs read such files otherwise: see `Reading`. A file that cannot be read to an end (a device, a named pipe), that is larger
than its bound, and undecodable bytes raise `InputError`, which names the file, the line and the remedy.
"""

from __future__ import annotations

import codecs
import enum
import io
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from samescore.errors import InputError

PathLike = str | Path

#: The most bytes of a file.
LARGEST_FILE = 2**30
#: The most bytes of a line of text: a book fits.
LONGEST_LINE = 2 * 2**20
#: The most bytes of a line of JSON: the log-probabilities of a test set as one sequence fit.
LONGEST_RECORD = 64 * 2**20

_PIECE = 2**20
_MARK = "\ufeff"
#: What was read of pipes, by device and inode: a pipe gives its content once.
_PIPES: dict[tuple[int, int], bytes] = {}
#: Paths of files that are open already, such as those of the shell's ``<(...)``.
_DESCRIPTOR = r"/dev/stdin|/dev/fd/[0-9]{1,9}|/proc/self/fd/[0-9]{1,9}"

#: Suffixes of files that are not plain text, and what to do instead. Any other suffix (``.en``, ``.ref``, none) is text.
_NOT_TEXT = {
    **dict.fromkeys((".gz", ".bgz", ".bz2", ".xz", ".zst", ".lz4", ".zip", ".tar", ".tgz", ".7z"), "unpack it first"),
    ".json": "for predicted answers use --like squad-v1, squad-v2, cmrc2018 or drop; otherwise write its texts to a file",
    **dict.fromkeys((".csv", ".xml", ".sgm", ".sgml", ".yaml", ".yml", ".toml"), "write its texts to a file"),
    **dict.fromkeys((".parquet", ".arrow", ".feather", ".avro", ".h5", ".hdf5"), "write its texts to a file"),
    **dict.fromkeys((".xlsx", ".xls", ".ods", ".docx", ".odt", ".pdf"), "save its texts as a text file"),
    **dict.fromkeys((".npy", ".npz", ".pkl", ".pickle", ".sqlite", ".db"), "write its texts to a file"),
    **dict.fromkeys((".jsonl", ".ndjson"), "leave out -r if it holds both sides"),
}


class Reading(enum.Enum):
    """How the bytes of a text file become lines, where programs differ. The value is its name on the command line."""

    USUAL = "usual"
    BYTE_ORDER_MARK = "keep-byte-order-mark"  # it is a character of the first line, as for open(encoding="utf-8")
    CARRIAGE_RETURNS = "keep-carriage-returns"  # those before a line feed, as for open(newline="\n")
    ALL_SEPARATORS = "all-line-separators"  # every separator of str.splitlines ends a line
    NO_FINAL_BLANKS = "no-final-blank-lines"  # empty lines at the end of the file are dropped

    def matters(self, text: str) -> bool:
        """Does the reading change the lines of this text?"""
        if self is Reading.BYTE_ORDER_MARK:
            return text.startswith(_MARK)
        return lines_of(text, self) != lines_of(text)


class InputFiles(msgspec.Struct, frozen=True):
    """The files of one input as given to a command, and how its metric reads them."""

    scored: PathLike
    references: tuple[PathLike, ...] = ()
    tags: str = "all"
    needs_references: bool = True
    reading: Reading = Reading.USUAL

    def only(self) -> PathLike:
        """The scored file; `InputError` if there are reference files."""
        if self.references:
            raise InputError("the metric takes one file and no references", hint="leave out -r")
        return self.scored


def check_is_text(path: PathLike) -> None:
    """Raise `InputError`, with the readers that there are, for a suffix that says that a file is not plain text."""
    remedy = _NOT_TEXT.get(Path(path).suffix.lower()) if isinstance(path, (str, Path)) else None
    if remedy is not None:
        raise InputError(
            f"{path} is not read as text: {Path(path).suffix} files hold other things than one text a line",
            hint=f"{remedy}; readers: plain text (any other suffix, one text a line), .tsv (hypothesis<TAB>reference...), "
            '.jsonl ({"hypothesis": ..., "references": [...]})',
        )


def text_lines(path: PathLike, reading: Reading = Reading.USUAL) -> list[str]:
    """The lines of a file of plain text; `InputError` as `read_lines`, and for the suffix of another kind of file."""
    check_is_text(path)
    return read_lines(path, reading=reading)


def read_lines(path: PathLike, longest: int = LONGEST_LINE, reading: Reading = Reading.USUAL) -> list[str]:
    """The lines of a UTF-8 text file, without their ends; `InputError` as `read_text`."""
    lines = lines_of(read_text(path, longest), reading)
    if len(lines) == 1 and "\r" in lines[0][:-1]:
        raise InputError(f"{path}: its lines end with carriage returns only", hint="convert it first: tr '\\r' '\\n'")
    return lines


def lines_of(text: str, reading: Reading = Reading.USUAL) -> list[str]:
    """The lines of a text, without their ends."""
    if reading is not Reading.BYTE_ORDER_MARK:
        text = text.removeprefix(_MARK)
    if reading is Reading.ALL_SEPARATORS:
        return text.splitlines()
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if "\r" in text and reading is not Reading.CARRIAGE_RETURNS:
        lines = [line.removesuffix("\r") for line in lines]
    while reading is Reading.NO_FINAL_BLANKS and lines and not lines[-1].strip():
        lines.pop()
    return lines


def read_text(path: PathLike, longest: int = LONGEST_LINE) -> str:
    """The text of a UTF-8 file, with its byte order mark.

    Raises `InputError` if it cannot be read or decoded, holds a null byte, or has a line of more than `longest` bytes.
    """
    data = read_bytes(path, longest=longest)
    utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data[:64]
    hint = f"convert the file first, for example: iconv -f {'UTF-16' if utf16 else 'LATIN1'} -t UTF-8"
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        wrong = f"byte 0x{data[problem.start]:02x} is not UTF-8"
        raise InputError(f"{_place(path, data, problem.start)}: {wrong}", hint=hint) from None
    null = data.find(b"\0")
    if null >= 0:
        hint = hint if utf16 else "remove the byte, or check that this is a text file"
        raise InputError(f"{_place(path, data, null)}: byte 0x00 does not occur in text", hint=hint)
    return text


def _place(path: PathLike, data: bytes, position: int) -> str:
    line, start = data.count(b"\n", 0, position) + 1, data.rfind(b"\n", 0, position) + 1
    return f"{path}, line {line}, byte {position - start}"


def read_bytes(path: PathLike, *, most: int = LARGEST_FILE, longest: int = LARGEST_FILE) -> bytes:
    """The content of a file of at most `most` bytes, with lines of at most `longest` bytes; `InputError` otherwise."""
    pieces: list[bytes] = []
    size = since = 0  # bytes read, and those since the last line break
    line = 1
    with _opened(path, most) as file:
        while piece := file.read(min(_PIECE, longest + 1)):
            size += len(piece)
            if size > most:
                raise _large_file(path, most)
            first = piece.find(b"\n")
            if since + (len(piece) if first < 0 else first) > longest:
                raise _long_line(path, line, longest)
            since = since + len(piece) if first < 0 else len(piece) - piece.rfind(b"\n") - 1
            line += piece.count(b"\n")
            pieces.append(piece)
    return b"".join(pieces)


def byte_lines(path: PathLike, *, longest: int = LONGEST_RECORD) -> Iterator[tuple[int, bytes]]:
    """The number of each line and the line with its end, read one at a time; `InputError` as `read_bytes`."""
    size = 0
    with _opened(path, LARGEST_FILE) as file:
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
    return InputError(f"{path} has more than {most:,} bytes", hint="name a smaller file, or a part of it")


def _long_line(path: PathLike, number: int, longest: int) -> InputError:
    hint = "write one text or one record on each line"
    return InputError(f"{path}, line {number}: the line has more than {longest:,} bytes", hint=hint)


@contextmanager
def _opened(path: PathLike, most: int) -> Iterator[BinaryIO]:
    """A file, open for reading; `InputError` if it cannot be read, would never end, or has more than `most` bytes."""
    try:
        with _open(path, most) as file:
            yield file
    except OSError as problem:
        raise InputError(f"cannot read {path}: {problem.strerror}", hint="check the path") from None
    except (TypeError, ValueError) as problem:
        raise InputError(f"{path!r} is not a path: {problem}", hint="give the name of a file") from None


def _open(path: PathLike, most: int) -> BinaryIO:
    """A regular file, or what is open already: a pipe from ``<(...)`` ends when its writer does."""
    if not isinstance(path, (str, Path)):
        raise TypeError(f"a {type(path).__name__}")
    file = Path(path)
    if str(file).startswith(("/dev/", "/proc/")) and re.fullmatch(_DESCRIPTOR, str(file)):
        number = 0 if file.name == "stdin" else int(file.name)
        if stat.S_ISFIFO(os.fstat(number).st_mode):  # opening it again would wait for a writer
            return io.BytesIO(_of_pipe(number))
        return file.open("rb")
    facts = file.stat()
    mode = facts.st_mode
    if stat.S_ISDIR(mode):
        raise InputError(f"cannot read {path}: it is a directory", hint="name a file in it")
    if stat.S_ISFIFO(mode):
        hint = "use the shell's <(command), or write to a file first"
        raise InputError(f"cannot read {path}: it is a named pipe, and may never be written", hint=hint)
    if not stat.S_ISREG(mode) and str(path) != os.devnull:
        raise InputError(f"cannot read {path}: it is a device or a socket", hint="name a file")
    if facts.st_size > most:
        raise _large_file(path, most)
    return file.open("rb")


def _of_pipe(number: int) -> bytes:
    """The content of a pipe, kept for whoever reads it again; a byte more than the largest file, if it has more."""
    facts = os.fstat(number)
    key = facts.st_dev, facts.st_ino
    if key not in _PIPES:
        with os.fdopen(os.dup(number), "rb") as pipe:
            _PIPES[key] = pipe.read(LARGEST_FILE + 1)
    return _PIPES[key]


@contextmanager
def at_place(place: str) -> Iterator[None]:
    """Prefix an `InputError` with the place of the record: its file and line."""
    try:
        yield
    except InputError as problem:
        raise InputError(f"{place}: {problem.message}", hint=problem.hint) from None
