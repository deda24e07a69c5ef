"""Regular expressions of users, deleted from texts as Python's `re.sub` does, in bounded time.

Python's `re` tries one way after the other to match, and of some patterns there are exponentially many. Such patterns are
refused: no repetition that is open, as ``*``, ``+``, ``?`` and ``{1,3}`` are, is of something that may match in several ways,
and there are no references to groups. Of the others the number of steps is at most a polynomial of the text's length, which
limits the length of the texts.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

#: What `re` parses patterns with, and the names of what they consist of.
_FOLDER = "re._" if sys.version_info >= (3, 11) else "sre_"
parser: Any = import_module(f"{_FOLDER}{'parser' if sys.version_info >= (3, 11) else 'parse'}")
names: Any = import_module(f"{_FOLDER}constants")

#: The most characters of a pattern.
LONGEST_PATTERN = 500
#: The most steps that a text may take: a minute at worst.
MOST_STEPS = 10**10

#: A length at which open repetitions have several ways to match.
_MANY = 1000

#: At most in how many ways something matches at one place, and in how many steps it is tried.
_Effort = tuple[int, int]

_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    names.CATEGORY_DIGIT: str.isdecimal,
    names.CATEGORY_NOT_DIGIT: lambda character: not character.isdecimal(),
    names.CATEGORY_SPACE: str.isspace,
    names.CATEGORY_NOT_SPACE: lambda character: not character.isspace(),
    names.CATEGORY_WORD: lambda character: character.isalnum() or character == "_",
    names.CATEGORY_NOT_WORD: lambda character: not (character.isalnum() or character == "_"),
}


class Pattern:
    """A pattern that is safe to look for. `ValueError`, which says why, if it is not, or if it is malformed."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST_PATTERN:
            raise ValueError(f"a pattern has at most {LONGEST_PATTERN} characters")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                self._nodes = list(parser.parse(text))
                self._compiled = re.compile(text)
        except (re.error, OverflowError, RecursionError, Warning) as problem:
            raise ValueError(f"{text!r:.80} is not a regular expression: {problem}") from None
        self.text = text
        self.steps(_MANY)

    def steps(self, length: int) -> int:
        """At most how many steps it takes to search a text of so many characters."""
        exact = not self._compiled.flags & (re.IGNORECASE | re.ASCII)
        return (length + 1) * _of_sequence(self._nodes, length, exact)[1]

    def delete(self, text: str) -> str:
        """The text without what the pattern matches; `ValueError` for a text that is too long for the pattern."""
        if self.steps(len(text)) > MOST_STEPS:
            raise ValueError(
                f"a text of {len(text):,} characters is too long for the pattern {self.text!r:.80}, which could backtrack too often"
            )
        return self._compiled.sub("", text)


@lru_cache(maxsize=256)
def pattern(text: str) -> Pattern:
    """The pattern that a text means; `ValueError` as for `Pattern`."""
    return Pattern(text)


def safe_patterns(texts: Sequence[str]) -> tuple[str, ...]:
    """The patterns as a tuple; `ValueError` for one that is unsafe."""
    return tuple(pattern(text).text for text in texts)


def _of_sequence(nodes: Sequence[Any], length: int, exact: bool) -> _Effort:
    """The effort of nodes one after the other in a text of so many characters; `ValueError` if they are unsafe.

    `exact` says that characters match as they are written.
    """
    all_ways, steps, following = 1, 1, None
    for node in reversed(list(nodes)):
        ways, tried = _of_node(node, following, length, exact)
        all_ways, steps, following = _at_most(all_ways * ways), _at_most(tried + ways * steps), node
    return all_ways, steps


def _of_node(node: Any, following: Any, length: int, exact: bool) -> _Effort:
    kind, value = node
    if kind in (names.MAX_REPEAT, names.MIN_REPEAT):
        return _of_repetition(value, following, length, exact)
    if kind is names.BRANCH:
        efforts = [_of_sequence(branch, length, exact) for branch in value[1]]
        return sum(ways for ways, _ in efforts), sum(steps for _, steps in efforts)
    if kind is names.SUBPATTERN:
        return _of_sequence(value[3], length, exact and not value[1] and not value[2])
    if kind in (names.ASSERT, names.ASSERT_NOT):
        return 1, _of_sequence(value[1], length, exact)[1]
    if kind in (names.LITERAL, names.NOT_LITERAL, names.ANY, names.IN, names.AT):
        return 1, 1
    raise ValueError("patterns with backreferences, atomic groups or possessive repetition are not supported")


def _of_repetition(value: Any, following: Any, length: int, exact: bool) -> _Effort:
    low, high, body = value
    ways, steps = _of_sequence(body, length, exact)
    least = min(int(low), length + 1)
    if low == high:
        every = _at_most(ways ** min(least, 40))  # 2**40 is beyond the limit
        return every, _at_most(every * steps * max(1, least))
    if ways > 1:
        raise ValueError("patterns may not repeat (*, +, ?, {1,3}) a part that can match in several ways")
    counts = min(int(high), length) - min(int(low), length) + 1
    certain = exact and len(body) == 1 and following is not None and _ends_before(body[0], following)
    return 1 if certain else counts, steps * (least + counts)


def _at_most(steps: int) -> int:
    """So many, or one more than the limit, lest numbers grow without bound."""
    return min(steps, MOST_STEPS + 1)


def _ends_before(node: Any, following: Any) -> bool:
    """Can the repeated node not match the next character? Then the repetition can end in one place only."""
    return following[0] is names.LITERAL and not _accepts(node, chr(following[1]))


def _accepts(node: Any, character: str) -> bool:
    """May a node match this character?"""
    kind, value = node
    if kind in (names.LITERAL, names.NOT_LITERAL):
        return bool(value == ord(character)) is (kind is names.LITERAL)
    if kind is names.RANGE:
        return int(value[0]) <= ord(character) <= int(value[1])
    if kind is names.CATEGORY:
        return value not in _CATEGORIES or _CATEGORIES[value](character)
    if kind is not names.IN:
        return True
    negated = value[0][0] is names.NEGATE
    return any(_accepts(member, character) for member in value[negated:]) != negated
