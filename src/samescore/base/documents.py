"""Read JSON and TOML files, bounded in size and depth, with errors that name the file, the line and the remedy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from samescore.base.errors import InputError, SamescoreError
from samescore.base.files import LONGEST_RECORD, PathLike, read_bytes
from samescore.base.lines import read_lines

#: Maximum size of a JSON document in bytes: enough for the training part of a question-answering data set.
LARGEST_JSON = 256 * 2**20
#: Maximum size of a TOML document in bytes.
LARGEST_TOML = 8 * 2**20
#: Maximum nesting depth of lists and objects.
DEEPEST = 64

_JSON_STRING = rb'"[^"]*"'
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_JSON_PARTS = rb'"(?:[^"\\]+|\\.)*"?|[\[{]|[\]}]'
_TOML_PARTS = (
    r'"""(?:[^"\\]+|\\(?:.|\Z)|"(?!""))*(?:"""|\Z)|\'\'\'(?:[^\']+|\'(?!\'\'))*(?:\'\'\'|\Z)'
    r'|"(?:[^"\\\n]+|\\.)*"?|\'[^\'\n]*\'?|#[^\n]*|[\n=,.]'
)
_BYTE = r" \(byte ([0-9]+)\)$"


class MalformedError(ValueError):
    """A JSON or TOML text is malformed; the message is one line."""


def from_json(text: str | bytes, kind: Any = Any) -> Any:
    """Parse a JSON text and convert it to `kind` with msgspec.

    Raises `MalformedError` for text that is not JSON, does not match `kind`, or is nested more than `DEEPEST` levels
    deep.
    """
    import msgspec

    from samescore.base.unknown_fields import explain_decoding_error

    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    _check_json_depth(raw)
    try:
        return _decoder(kind).decode(raw)
    except msgspec.ValidationError as problem:
        raise MalformedError(explain_decoding_error(problem, kind)) from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise MalformedError(_at_line(str(problem), raw)) from None


def from_toml(text: str | bytes, kind: Any = Any) -> Any:
    """Parse a TOML text and convert it to `kind` with msgspec.

    Raises `MalformedError` for text that is not TOML, does not match `kind`, is nested more than `DEEPEST` levels deep,
    or has a key of more than `DEEPEST` dots.
    """
    import msgspec

    from samescore.base.unknown_fields import explain_decoding_error

    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        _check_dots(decoded)
        value = msgspec.toml.decode(decoded)
        _check_depth(value)
        return msgspec.convert(value, kind)
    except RecursionError:
        raise MalformedError(f"nested more than {DEEPEST} levels deep") from None
    except (msgspec.MsgspecError, ValueError) as problem:
        raise MalformedError(explain_decoding_error(problem, kind)) from None


def json_document(path: PathLike, kind: Any, hint: str, *, error: type[SamescoreError] = InputError) -> Any:
    """Read a JSON file of at most `LARGEST_JSON` bytes and convert it to `kind`.

    Raises `error`, which names the file, if it is unreadable, too large or malformed; `hint` is shown if it is
    malformed.
    """
    return _document(path, LARGEST_JSON, from_json, kind, hint, error)


def python_json_document(path: PathLike, hint: str) -> Any:
    """Read a JSON file as `json_document` does, but also accept ``NaN`` and infinite numbers, as Python's `json` does.

    Raises `InputError` if it is unreadable or malformed.
    """
    raw = read_bytes(path, most=LARGEST_JSON).removeprefix(b"\xef\xbb\xbf")
    try:
        return from_python_json(raw)
    except MalformedError as problem:
        raise InputError(f"{path}: {problem}", hint=hint) from None


def from_python_json(raw: bytes) -> Any:
    """Parse a JSON text as `from_json` does, but also accept ``NaN`` and infinite numbers, as Python's `json` does.

    Raises `MalformedError` if it is malformed.
    """
    import json

    try:
        return from_json(raw)
    except MalformedError as problem:
        if "out of range" not in str(problem) and not re.search(rb"\b(?:NaN|Infinity)\b", raw):
            raise
        try:
            return json.loads(raw)
        except (ValueError, RecursionError):
            raise problem from None


def toml_document(path: PathLike, kind: Any, hint: str, *, error: type[SamescoreError] = InputError) -> Any:
    """Read a TOML file of at most `LARGEST_TOML` bytes and convert it to `kind`.

    Raises `error`, which names the file, if it is unreadable, too large or malformed; `hint` is shown if it is
    malformed.
    """
    return _document(path, LARGEST_TOML, from_toml, kind, hint, error)


def json_lines(path: PathLike, kind: Any, hint: str) -> Iterator[tuple[str, Any]]:
    """Yield the place (file and line) and the value of each line of a JSON Lines file; blank lines are skipped.

    Raises `InputError` for a malformed line, and for a file that cannot be read.
    """
    return json_records(path, enumerate(read_lines(path, LONGEST_RECORD), 1), kind, hint)


def json_records(path: PathLike, lines: Iterable[tuple[int, str]], kind: Any, hint: str) -> Iterator[tuple[str, Any]]:
    """Yield the place and the value of numbered JSON lines; blank lines are skipped, and `path` only names the file.

    Raises `InputError` for a malformed line.
    """
    for number, line in lines:
        if line.strip():
            try:
                record = from_json(line, kind)
            except MalformedError as problem:
                raise InputError(f"{path}, line {number}: {problem}", hint=hint) from None
            yield f"{path}, line {number}", record


@lru_cache(maxsize=32)
def _decoder(kind: Any) -> Any:
    import msgspec

    return msgspec.json.Decoder(kind)


def _document(path: PathLike, most: int, read: Any, kind: Any, hint: str, error: type[SamescoreError]) -> Any:
    try:
        return read(read_bytes(path, most=most).removeprefix(b"\xef\xbb\xbf"), kind)
    except InputError as problem:
        raise error(problem.message, hint=problem.hint) from None
    except MalformedError as problem:
        raise error(f"{path}: {problem}", hint=hint) from None


def _check_json_depth(raw: bytes) -> None:
    """Raise `MalformedError` if a JSON text is nested more than `DEEPEST` levels deep."""
    if raw.count(b"[") + raw.count(b"{") <= DEEPEST or _surely_shallow(raw):
        return
    depth = 0
    for token in re.finditer(_JSON_PARTS, raw, re.DOTALL):
        character = raw[token.start()]
        if character in b"[{":
            depth += 1
            if depth > DEEPEST:
                raise MalformedError(f"{_line(raw, token.start())}nested more than {DEEPEST} levels deep")
        elif character in b"]}":
            depth -= 1


def _surely_shallow(raw: bytes) -> bool:
    """Return True only if a JSON text is at most `DEEPEST` levels deep; a fast check, which may miss shallow texts."""
    unescaped = raw.replace(b"\\\\", b"").replace(b'\\"', b"")
    brackets = re.sub(_JSON_STRING, b"", unescaped).translate(None, _NO_BRACKETS)
    for _ in range(DEEPEST):
        if not brackets:
            return True
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    return not brackets


def _check_dots(text: str) -> None:
    """Raise `MalformedError` for a key with more than `DEEPEST` dots, because parsing it takes quadratic time."""
    dots = 0
    for token in re.finditer(_TOML_PARTS, text, re.DOTALL):
        if token[0] == ".":
            dots += 1
            if dots > DEEPEST:
                line = text.count("\n", 0, token.start()) + 1
                raise MalformedError(f"line {line}: a key has more than {DEEPEST} parts")
        elif token[0] in "\n=,":
            dots = 0


def _check_depth(value: Any) -> None:
    """Raise `MalformedError` if lists and tables are nested more than `DEEPEST` levels deep."""
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [member for parent in level for member in _members(parent)]
    if level:
        raise MalformedError(f"nested more than {DEEPEST} levels deep")


def _members(value: Any) -> list[Any]:
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [member for member in members if isinstance(member, (dict, list))]


def _at_line(problem: str, raw: bytes) -> str:
    """Return the JSON parser's error message, with the line number in place of the byte offset."""
    position = re.search(_BYTE, problem)
    if position is None:
        return "it is nested too deep" if "recursion" in problem else problem
    return _line(raw, int(position[1])) + problem[: position.start()]


def _line(raw: bytes, position: int) -> str:
    """Return the line of a byte offset as a prefix for an error message; empty if the text is a single line."""
    line = raw.count(b"\n", 0, position) + 1
    return f"line {line}: " if b"\n" in raw.rstrip() else ""
