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
    """Raise `InputError` if a file's suffix names a format other than plain text; the hint says how to read it."""
    suffix = suffix_of(path)
    if remedy := _NOT_TEXT.get(suffix):
        raise InputError(
            f"{path} cannot be read as text: {suffix} files do not hold one text per line",
            hint=f"{remedy}; supported: plain text (any other suffix, one text per line), .tsv (hypothesis<TAB>reference...), "
            '.jsonl ({"hypothesis": ..., "references": [...]}), .parquet and .arrow (columns with the same names)',
        )


def text_lines(path: PathLike, reading: LineReading = LineReading.USUAL) -> list[str]:
    """Return the lines of a plain text file, without line ends.

    Raises `InputError` as `read_lines` and `check_is_text` do.
    """
    check_is_text(path)
    return read_lines(path, reading=reading)


def read_lines(path: PathLike, longest: int = LONGEST_LINE, reading: LineReading = LineReading.USUAL) -> list[str]:
    """Return the lines of a UTF-8 file, without line ends; an empty file has none.

    Raises `InputError` as `line_blocks` does, and for more than `MOST_LINES` lines.
    """
    lines: list[str] = []
    for block in line_blocks(path, longest, reading):
        lines += block
        if len(lines) > MOST_LINES:
            raise too_many_lines(path)
    return lines


def too_many_lines(path: PathLike) -> InputError:
    """Return the error for a file of more than `MOST_LINES` lines or records."""
    hint = "pass a part of it; samescore score reads files of any length"
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

    `most` and `once` are as for `whole_lines`. Raises `InputError` as `text_blocks` and `in_lines` do, and for a file
    whose only line ends are carriage returns.
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
    """Return the text of a UTF-8 file, including any byte order mark.

    Raises `InputError` if the file cannot be read or decoded, contains a null byte, has more than `LARGEST_FILE` bytes,
    or a line of more than `longest` bytes.
    """
    return "".join(text_blocks(path, longest))


def text_blocks(
    path: PathLike, longest: int = LONGEST_LINE, *, most: int | None = LARGEST_FILE, once: bool = False
) -> Iterator[str]:
    """Yield the text of a UTF-8 file in parts of whole lines, including any byte order mark.

    `most` and `once` are as for `whole_lines`. Raises `InputError` as `read_text` does.
    """
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
    """Return the file, line and offset in the line for a position in `data`, whose first line is number `line`."""
    number, start = line + data.count(b"\n", 0, position), data.rfind(b"\n", 0, position) + 1
    return f"{path}, line {number}, byte {position - start}"
