"""Read text files line by line: whole, or in blocks of bounded size."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from samescore.base.errors import InputError
from samescore.base.files import LARGEST_FILE, LONGEST_LINE, TABLES, PathLike, whole_lines
from samescore.base.line_reading import LineReading, in_lines
from samescore.base.packed import suffix_of

#: Maximum number of lines held at a time: each takes some hundred bytes or more, and a compressed file can hold many.
MOST_LINES = 2**25

#: Suffixes of files that are not plain text, with the advice to give. Any other suffix (``.en``, ``.ref``, none) is
#: text.
_NOT_TEXT = {
    **dict.fromkeys((".bz2", ".xz", ".lz4", ".zip", ".tar", ".tgz", ".7z"), "unpack it first"),
    ".json": "for predicted answers use --like squad-v1, squad-v2, cmrc2018 or drop; otherwise write its texts to a file",
    **dict.fromkeys((".csv", ".xml", ".sgm", ".sgml", ".yaml", ".yml", ".toml"), "write its texts to a file"),
    **dict.fromkeys((".avro", ".h5", ".hdf5"), "write its texts to a file"),
    **dict.fromkeys((".xlsx", ".xls", ".ods", ".docx", ".odt", ".pdf"), "save its texts as a text file"),
    **dict.fromkeys((".npy", ".npz", ".pkl", ".pickle", ".sqlite", ".db"), "write its texts to a file"),
    **dict.fromkeys((".jsonl", ".ndjson", *TABLES), "remove -r if it holds both sides"),
}


def check_is_text(path: PathLike) -> None:
    """Raise `InputError` if the suffix says that a file is not plain text; the hint names the right reader."""
    suffix = suffix_of(path)
    if remedy := _NOT_TEXT.get(suffix):
        raise InputError(
            f"{path} cannot be read as text: {suffix} files do not hold one text per line",
            hint=f"{remedy}; readers: plain text (any other suffix, one text a line), .tsv (hypothesis<TAB>reference...), "
            '.jsonl ({"hypothesis": ..., "references": [...]}), .parquet and .arrow (the same as columns)',
        )


def text_lines(path: PathLike, reading: LineReading = LineReading.USUAL) -> list[str]:
    """Read the lines of a plain text file.

    Raises `InputError` as `read_lines` does, and if the suffix is not one of plain text.
    """
    check_is_text(path)
    return read_lines(path, reading=reading)


def read_lines(path: PathLike, longest: int = LONGEST_LINE, reading: LineReading = LineReading.USUAL) -> list[str]:
    """Read the lines of a UTF-8 file, without line ends.

    Raises `InputError` as `line_blocks` does, and for too many lines.
    """
    lines: list[str] = []
    for block in line_blocks(path, longest, reading):
        lines += block
        if len(lines) > MOST_LINES:
            raise too_many_lines(path)
    return lines


def too_many_lines(path: PathLike) -> InputError:
    """Return the error for a file with more lines, or records, than can be held at a time."""
    hint = "name a part of it; samescore score reads files of any length"
    return InputError(f"{path} has more than {MOST_LINES:,} lines", hint=hint)


def line_blocks(
    path: PathLike,
    longest: int = LONGEST_LINE,
    reading: LineReading = LineReading.USUAL,
    *,
    most: int | None = LARGEST_FILE,
    once: bool = False,
) -> Iterator[list[str]]:
    """Yield the lines of a UTF-8 file, without line ends, in blocks of about one mebibyte (more for a longer line).

    Raises `InputError` as `read_text` does, with `most` and `once` as for `whole_lines`, and for a file whose only line
    ends are carriage returns.
    """
    count, first = 0, ""
    for block in in_lines(text_blocks(path, longest, most=most, once=once), reading):
        if block:
            first = first if count else block[0]
            count += len(block)
            yield block
    if count == 1 and "\r" in first[:-1]:
        raise InputError(f"{path}: lines end with a carriage return only", hint="convert it first: tr '\\r' '\\n'")


def read_text(path: PathLike, longest: int = LONGEST_LINE) -> str:
    """Read a UTF-8 file, including any byte order mark.

    Raises `InputError` if the file cannot be read or decoded, contains a null byte, or has a line of more than
    `longest` bytes.
    """
    return "".join(text_blocks(path, longest))


def text_blocks(
    path: PathLike, longest: int = LONGEST_LINE, *, most: int | None = LARGEST_FILE, once: bool = False
) -> Iterator[str]:
    """As `read_text`, in parts of whole lines."""
    line, beginning = 1, b""
    for data in whole_lines(path, most=most, longest=longest, once=once):
        beginning = beginning or data[:64]
        utf16 = beginning.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in beginning
        hint = f"convert the file first, for example: iconv -f {'UTF-16' if utf16 else 'LATIN1'} -t UTF-8"
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as problem:
            wrong = f"byte 0x{data[problem.start]:02x} is not UTF-8"
            raise InputError(f"{_place(path, line, data, problem.start)}: {wrong}", hint=hint) from None
        null = data.find(b"\0")
        if null >= 0:
            hint = hint if utf16 else "remove the byte, or check that this is a text file"
            raise InputError(f"{_place(path, line, data, null)}: byte 0x00 is not allowed in text", hint=hint)
        yield text
        line += data.count(b"\n")


def _place(path: PathLike, line: int, data: bytes, position: int) -> str:
    """Return the place (file and line) of a byte of `data`, whose first line has the number `line`."""
    number, start = line + data.count(b"\n", 0, position), data.rfind(b"\n", 0, position) + 1
    return f"{path}, line {number}, byte {position - start}"
