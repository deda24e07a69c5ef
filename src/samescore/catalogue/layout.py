"""The one layout of golden files: reviewable JSON, short lists on one line, invisible characters escaped."""

from __future__ import annotations

import json
import os
import unicodedata
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

#: Lists and objects that fit stand on one line of at most so many characters.
LINE = 110


def as_json(document: dict[str, Any]) -> str:
    """`document` as reviewable JSON: short lists on one line, invisible characters escaped."""
    return "".join(map(_visible, _layout(document, ""))) + "\n"


def _layout(value: Any, indent: str) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or not value or (indent and len(indent) + len(flat) <= LINE):
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key, ensure_ascii=False)}: {_layout(each, inner)}" for key, each in value.items()]
        inside, opening, closing = list(value.values()), "{", "}"
    else:
        parts = [_layout(each, inner) for each in value]
        inside, opening, closing = value, "[", "]"
    if any(isinstance(each, (dict, list)) for each in inside):
        return f"{opening}\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}{closing}"
    lines = [inner + parts[0]]
    for part in parts[1:]:
        fits = len(lines[-1]) + len(part) + 2 <= LINE
        lines[-1] += ","
        if fits:
            lines[-1] += f" {part}"
        else:
            lines.append(inner + part)
    return f"{opening}\n" + "\n".join(lines) + f"\n{indent}{closing}"


def _visible(character: str) -> str:
    """Control, format, space-like and combining characters as JSON escapes."""
    if character in " \n" or unicodedata.category(character)[0] not in "CZM":
        return character
    return json.dumps(character)[1:-1]


def write(path: Path, content: str) -> None:
    """Replace `path` in one step, so that there is never half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        temporary.write_bytes(content.encode("utf-8"))
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def schema_text(identifier: str, title: str, made: dict[str, Any]) -> bytes:
    """A JSON Schema as it is checked in."""
    for described in made["$defs"].values():
        if "description" in described:  # a docstring, which Python 3.13 indents otherwise
            described["description"] = cleandoc(described["description"])
    return msgspec.json.format(msgspec.json.encode({"$id": identifier, "title": title, **made}), indent=2) + b"\n"
