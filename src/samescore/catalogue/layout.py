"""Format golden files and JSON Schemas as JSON that is easy to review."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from inspect import cleandoc
from typing import Any

import msgspec

#: Maximum length of a line that holds a whole list or object, or several of its members.
LINE = 120
#: The indentation of a vector's fields, which are written one per line.
_FIELDS = " " * 6


def as_json(document: dict[str, Any]) -> str:
    """Return `document` as JSON that ends in a line break, with short lists and objects on one line.

    Invisible characters and combining marks are escaped.
    """
    return "".join(map(_visible, _layout(document, ""))) + "\n"


def _layout(value: Any, indent: str, key: str = "") -> str:
    """Return `key` and `value` as JSON, with all lines but the first indented by at least `indent`."""
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
    """Yield indented lines of comma-separated `parts`: one part each or, if `shared`, as many one-line parts as fit."""
    line = indent + parts[0]
    for part in parts[1:]:
        if shared and "\n" not in line + part and len(line) + len(part) + 3 <= LINE:
            line += f", {part}"
        else:
            yield f"{line},"
            line = indent + part
    yield line


def _visible(character: str) -> str:
    """Return a character, escaped for JSON if it is invisible or a combining mark; spaces and line breaks are unchanged."""
    if character in " \n" or unicodedata.category(character)[0] not in "CZM":
        return character
    return json.dumps(character)[1:-1]


def schema_text(identifier: str, title: str, made: dict[str, Any]) -> bytes:
    """Return the JSON Schema `made`, with an identifier and a title, as the content of the checked-in file."""
    for described in made["$defs"].values():
        if "description" in described:  # a docstring, which Python 3.13 indents differently
            described["description"] = cleandoc(described["description"])
    return msgspec.json.format(msgspec.json.encode({"$id": identifier, "title": title, **made}), indent=2) + b"\n"


def union_schema(identifier: str, title: str, *kinds: type) -> bytes:
    """Return the schema of a document that is any of several kinds, which need no common tag field."""
    references, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return schema_text(identifier, title, {"anyOf": list(references), "$defs": components})
