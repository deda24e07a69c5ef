"""The layout of golden files: reviewable JSON, with short lists on one line and invisible characters escaped."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from inspect import cleandoc
from typing import Any

import msgspec

#: Maximum line length up to which lists and objects are written on one line.
LINE = 120
#: The indentation of a vector's fields, one a line.
_FIELDS = " " * 6


def as_json(document: dict[str, Any]) -> str:
    """Format `document` as reviewable JSON: short lists on one line, invisible characters escaped."""
    return "".join(map(_visible, _layout(document, ""))) + "\n"


def _layout(value: Any, indent: str, key: str = "") -> str:
    """Format `key` and `value`, with all lines but the first indented."""
    flat = key + json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or not value or (indent and len(indent) + len(flat) + 1 <= LINE):
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        parts = [_layout(member, inner, f"{json.dumps(name, ensure_ascii=False)}: ") for name, member in value.items()]
        members, opening, closing = list(value.values()), "{", "}"
        shared = len(inner) > len(_FIELDS)
    else:
        parts = [_layout(member, inner) for member in value]
        members, opening, closing, shared = value, "[", "]", False
    if not any(isinstance(member, (dict, list)) for member in members):
        shared = True
    lines = list(_lines(parts, inner, shared=shared))
    return f"{key}{opening}\n" + "\n".join(lines) + f"\n{indent}{closing}"


def _lines(parts: list[str], indent: str, *, shared: bool) -> Iterator[str]:
    """Yield lines of `parts` separated by commas; if `shared`, as many one-line parts on a line as fit."""
    line = indent + parts[0]
    for part in parts[1:]:
        if shared and "\n" not in line + part and len(line) + len(part) + 3 <= LINE:
            line += f", {part}"
        else:
            yield f"{line},"
            line = indent + part
    yield line


def _visible(character: str) -> str:
    """Escape a control, format, space-like or combining character for JSON."""
    if character in " \n" or unicodedata.category(character)[0] not in "CZM":
        return character
    return json.dumps(character)[1:-1]


def schema_text(identifier: str, title: str, made: dict[str, Any]) -> bytes:
    """Format a JSON Schema as it is checked in."""
    for described in made["$defs"].values():
        if "description" in described:  # a docstring, which Python 3.13 indents differently
            described["description"] = cleandoc(described["description"])
    return msgspec.json.format(msgspec.json.encode({"$id": identifier, "title": title, **made}), indent=2) + b"\n"
