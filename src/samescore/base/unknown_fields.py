"""Suggest the nearest known name for an unknown field in files and messages that people write."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from samescore.base.errors import nearest

_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*?)`(?: - at `\$(?P<path>.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.[^.\[]+|\[[^\]]*\]")


def explain_decoding_error(problem: Exception, kind: Any) -> str:
    """Return the message of an error in decoding `kind`; for an unknown field, append a similar or all known names."""
    match = _UNKNOWN.match(str(problem))
    return str(problem) if match is None else f"{problem}: {_suggestion(kind, match['name'], match['path'] or '')}"


@lru_cache(maxsize=64)
def _suggestion(kind: Any, name: str, path: str) -> str:
    """Return a hint for an unknown field, cached because every line of a file may have the same one."""
    return nearest(name, _fields(_type_info(kind), _STEP.findall(path)))


@lru_cache(maxsize=16)
def _type_info(kind: Any) -> Any:
    import msgspec

    return msgspec.inspect.type_info(kind)


def _fields(info: Any, steps: Sequence[str]) -> Iterator[str]:
    """Yield the field names of the part of a type that the path `steps` leads to.

    A step is ``.name`` for a field, or ``[...]`` for a member of a list or table.
    """
    for member in getattr(info, "types", [info]):  # members of a union
        if hasattr(member, "fields"):
            for field in member.fields:
                if not steps:
                    yield field.encode_name
                elif steps[0] == f".{field.encode_name}":
                    yield from _fields(field.type, steps[1:])
        elif steps and (inner := getattr(member, "item_type", getattr(member, "value_type", None))) is not None:
            yield from _fields(inner, steps[1:])
