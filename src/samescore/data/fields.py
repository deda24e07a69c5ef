"""Unknown fields in files and messages that people write: the nearest known name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any

_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*?)`(?: - at `\$(?P<path>.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.[^.\[]+|\[[^\]]*\]")

#: The most names in a list of them.
_MOST = 50


def nearest(name: str, known: Iterable[str]) -> str:
    """A question that names the nearest of the `known` names, or else a list of them: of `_MOST`, if there are more.

    >>> nearest("hypothesis", ["hypotheses", "references"])
    'did you mean hypotheses?'
    >>> nearest("x", ["hypotheses", "references"])
    'known are: hypotheses, references'
    """
    names = list(dict.fromkeys(known))
    lowered = {known_name.lower(): known_name for known_name in reversed(names)}
    near = get_close_matches(name[:200].lower(), lowered, n=1, cutoff=0.5)
    if near:
        return f"did you mean {lowered[near[0]]}?"
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return f"known are: {', '.join(names[:_MOST])}{more}"


def explained(problem: Exception, kind: Any) -> str:
    """The message of a failure to read `kind`; of an unknown field it also names the nearest known one."""
    import msgspec

    match = _UNKNOWN.match(str(problem))
    if match is None:
        return str(problem)
    steps = _STEP.findall(match["path"] or "")
    return f"{problem}: {nearest(match['name'], _fields(msgspec.inspect.type_info(kind), steps))}"


def _fields(info: Any, steps: Sequence[str]) -> Iterator[str]:
    """The names of the fields of a type's part: a step is a field's name, or ``[0]`` for a member of a list or table."""
    for member in getattr(info, "types", [info]):  # of a union
        if hasattr(member, "fields"):
            for field in member.fields:
                if not steps:
                    yield field.encode_name
                elif steps[0] == f".{field.encode_name}":
                    yield from _fields(field.type, steps[1:])
        elif steps and (inner := getattr(member, "item_type", getattr(member, "value_type", None))) is not None:
            yield from _fields(inner, steps[1:])
