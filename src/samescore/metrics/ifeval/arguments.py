"""The arguments of an instruction, and the errors that a checker raises for wrong ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from samescore.base.errors import MetricError
from samescore.data.instructed_responses import Argument
from samescore.text.patterns import pattern

#: A function that returns whether a response follows an instruction; None if that cannot be decided here.
Check = Callable[[str], bool | None]
#: The arguments of an instruction by name, without missing ones.
Arguments = Mapping[str, Argument]
#: A function that returns the check of an instruction with these arguments. Raises `MetricError` for wrong arguments.
Checker = Callable[[Arguments], Check]

_HINT = "correct kwargs, which has the arguments of each instruction"
_LESS, _AT_LEAST = "less than", "at least"
#: The characters with which a regular expression can be more than a text.
_SPECIAL = frozenset("\\.^$*+?{}[]|()")


def undecided(_: str) -> None:
    """Return None, because the original draws a random argument in place of a missing one."""


def number_of(arguments: Arguments, name: str) -> float | None:
    """Return a number; None if it is missing or negative. Raises `MetricError` for other values."""
    value = arguments.get(name)
    if value is None:
        return None
    if not isinstance(value, (int, float)):
        raise MetricError(f"{name}={value!r:.80} is not a number", kind="TypeError", hint=_HINT)
    return None if value < 0 else value


def text_of(arguments: Arguments, name: str) -> str | None:
    """Return a text; None if it is missing. Raises `MetricError` for other values."""
    value = arguments.get(name)
    if value is None or isinstance(value, str):
        return value
    raise MetricError(f"{name}={value!r:.80} is not a text", kind="AttributeError", hint=_HINT)


def failing(arguments: Arguments, name: str) -> Check | None:
    """Return a check that raises `MetricError` if an argument is neither missing nor a text; None for other arguments."""
    value = arguments.get(name)
    if value is None or isinstance(value, str):
        return None

    def fail(_: str) -> bool:
        raise MetricError(f"{name}={value!r:.80} is not a text", kind="TypeError", hint=_HINT)

    return fail


def filled_text_of(arguments: Arguments, name: str) -> str | None:
    """Return a text; None if it is missing, empty or 0. Raises `MetricError` for other values."""
    return text_of(arguments, name) if arguments.get(name) else None


def words_of(arguments: Arguments, name: str) -> list[str]:
    """Return words in alphabetical order, none if they are missing. Raises `MetricError` for a number."""
    value = arguments.get(name) or ()
    if isinstance(value, (int, float)):
        raise MetricError(f"{name}={value!r} is not a list of words", kind="TypeError", hint=_HINT)
    return sorted(value)


def relation_of(arguments: Arguments, name: str) -> str | None:
    """Return a relation; None if it is missing. Raises `MetricError` for an unknown one."""
    value = arguments.get(name)
    if value not in (None, _LESS, _AT_LEAST):
        raise MetricError(f"{name}={value!r:.80} is not one of: {_LESS}, {_AT_LEAST}", kind="ValueError", hint=_HINT)
    return value if isinstance(value, str) else None


def compared(low: int, high: int, relation: str, number: float) -> bool | None:
    """Return whether a count between `low` and `high` has this relation to a number; None if that depends on the count."""
    certain, possible = (high < number, low < number) if relation == _LESS else (low >= number, high >= number)
    return certain if certain == possible else None


def counting(count: Callable[[str], tuple[int, int]], relation: str | None, number: float | None) -> Check:
    """Return a check that compares the bounds of a count with a number; undecided without relation or number."""
    if relation is None or number is None:
        return undecided
    return lambda response: compared(*count(response), relation, number)


def exactly(count: Callable[[str], int]) -> Callable[[str], tuple[int, int]]:
    """Return a function that returns both bounds of a count that is known."""

    def bounds(response: str) -> tuple[int, int]:
        found = count(response)
        return found, found

    return bounds


def matches(expression: str, text: str, flags: str = "") -> list[Any]:
    """Return the matches of a regular expression as `re.findall` does, with inline `flags` such as ``i``.

    Raises `MetricError` for a malformed expression, and for one that might take too long.
    """
    if not _SPECIAL & set(expression):
        found: list[Any] = re.findall(expression, text, re.IGNORECASE if "i" in flags else 0)
        return found
    try:
        return pattern((f"(?{flags})" if flags else "") + expression).find_all(text)
    except ValueError as problem:
        raise MetricError(str(problem), kind="error", hint="escape the argument of the instruction") from None
