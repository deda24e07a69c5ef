"""Unknown fields in files and messages that people write: the nearest known name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any

_UNKNOWN = re.compile(r"Object contains unknown field `(.*?)`", re.DOTALL)


def nearest(name: str, known: Iterable[str]) -> str:
    """A question that names the nearest of the `known` names, or else a list of them all.

    >>> nearest("hypothesis", ["hypotheses", "references"])
    'did you mean hypotheses?'
    >>> nearest("x", ["hypotheses", "references"])
    'known are: hypotheses, references'
    """
    names = list(dict.fromkeys(known))
    near = get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    return f"did you mean {near[0]}?" if near else f"known are: {', '.join(names)}"


def explained(problem: Exception, kind: Any) -> str:
    """The message of a failure to read `kind`; of an unknown field it also names the nearest known one."""
    match = _UNKNOWN.match(str(problem))
    return f"{problem}: {nearest(match[1], _fields(kind))}" if match else str(problem)


def _fields(kind: Any) -> Iterator[str]:
    """The names of the fields of a type, and of the types in it."""
    import msgspec

    waiting, seen = [msgspec.inspect.type_info(kind)], []
    while waiting:
        info = waiting.pop(0)
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls in seen:
                continue
            seen.append(info.cls)
            yield from (field.encode_name for field in info.fields)
            waiting += [field.type for field in info.fields]
        for name in ("item_type", "value_type"):
            if hasattr(info, name):
                waiting.append(getattr(info, name))
        waiting += getattr(info, "types", ())
