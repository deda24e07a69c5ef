"""Search texts for user-supplied regular expressions as Python's `re` does, in bounded time.

Python's `re` backtracks, which takes exponential time for some patterns. Such patterns are rejected: a repetition with
a variable count (``*``, ``+``, ``?``, ``{1,3}``) must not contain anything that can match in several ways, and
backreferences are not allowed. For the remaining patterns, the number of steps is at most a polynomial in the length of
the text. A text is rejected if this number exceeds `MOST_STEPS`.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

#: The parser of `re`, and the names of a pattern's parts, as private modules.
_FOLDER = "re._" if sys.version_info >= (3, 11) else "sre_"
parser: Any = import_module(f"{_FOLDER}{'parser' if sys.version_info >= (3, 11) else 'parse'}")
names: Any = import_module(f"{_FOLDER}constants")

#: Maximum length of a pattern in characters.
LONGEST_PATTERN = 500
#: Maximum number of steps for one text; they take at most a minute.
MOST_STEPS = 10**10

#: A length of text at which repetitions with a variable count can match in several ways.
_MANY = 1000

#: Upper bounds on the number of ways in which a part can match at one position, and on the steps to try all of them.
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
    """A regular expression that is safe to search for.

    The constructor raises `ValueError`, with the reason, if the expression is unsafe, malformed or too long.
    """

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
        """Return an upper bound on the number of steps to search a text of `length` characters."""
        exact = not self._compiled.flags & (re.IGNORECASE | re.ASCII)
        return (length + 1) * _sequence_effort(self._nodes, length, exact)[1]

    def delete(self, text: str) -> str:
        """Delete all matches from a text; raise `ValueError` if the search might take more than `MOST_STEPS` steps."""
        self._check_length(text)
        return self._compiled.sub("", text)

    def find_all(self, text: str) -> list[Any]:
        """Return all matches as `re.findall` does; raise `ValueError` if the search might take too many steps."""
        self._check_length(text)
        return self._compiled.findall(text)

    def _check_length(self, text: str) -> None:
        if self.steps(len(text)) > MOST_STEPS:
            raise ValueError(
                f"a text of {len(text):,} characters is too long for the pattern {self.text!r:.80}, which could backtrack too often"
            )


@lru_cache(maxsize=256)
def pattern(text: str) -> Pattern:
    """Return the compiled pattern of a text, cached. Raises `ValueError` as `Pattern` does."""
    return Pattern(text)


def safe_patterns(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the patterns as a tuple; raise `ValueError` for the first that `Pattern` rejects."""
    return tuple(pattern(text).text for text in texts)


def _sequence_effort(nodes: Sequence[Any], length: int, exact: bool) -> _Effort:
    """Return the effort of matching nodes in sequence in a text of `length` characters.

    `exact` means that case and ASCII flags are off, so characters match exactly as written. Raises `ValueError` if the
    nodes are unsafe.
    """
    all_ways, steps, following = 1, 1, None
    for node in reversed(list(nodes)):
        ways, tried = _node_effort(node, following, length, exact)
        all_ways, steps, following = _limit_steps(all_ways * ways), _limit_steps(tried + ways * steps), node
    return all_ways, steps


def _node_effort(node: Any, following: Any, length: int, exact: bool) -> _Effort:
    kind, value = node
    if kind in (names.MAX_REPEAT, names.MIN_REPEAT):
        return _repetition_effort(value, following, length, exact)
    if kind is names.BRANCH:
        efforts = [_sequence_effort(branch, length, exact) for branch in value[1]]
        return sum(ways for ways, _ in efforts), sum(steps for _, steps in efforts)
    if kind is names.SUBPATTERN:
        return _sequence_effort(value[3], length, exact and not value[1] and not value[2])
    if kind in (names.ASSERT, names.ASSERT_NOT):
        return 1, _sequence_effort(value[1], length, exact)[1]
    if kind in (names.LITERAL, names.NOT_LITERAL, names.ANY, names.IN, names.AT):
        return 1, 1
    raise ValueError("patterns with backreferences, atomic groups or possessive repetition are not supported")


def _repetition_effort(value: Any, following: Any, length: int, exact: bool) -> _Effort:
    low, high, body = value
    ways, steps = _sequence_effort(body, length, exact)
    least = min(int(low), length + 1)
    if low == high:
        every = _limit_steps(ways ** min(least, 40))  # 2**40 is beyond the limit
        return every, _limit_steps(every * steps * max(1, least))
    if ways > 1:
        raise ValueError("patterns may not repeat (*, +, ?, {1,3}) a part that can match in several ways")
    counts = min(int(high), length) - min(int(low), length) + 1
    certain = exact and len(body) == 1 and following is not None and _ends_before(body[0], following)
    return 1 if certain else counts, steps * (least + counts)


def _limit_steps(steps: int) -> int:
    """Return `steps`, or one more than `MOST_STEPS` if that is smaller, to keep products small."""
    return min(steps, MOST_STEPS + 1)


def _ends_before(node: Any, following: Any) -> bool:
    """Return whether a repeated node cannot match the literal after it, so the repetition can end in only one place."""
    return following[0] is names.LITERAL and not _accepts(node, chr(following[1]))


def _accepts(node: Any, character: str) -> bool:
    """Return whether a node may match a character; True for kinds of nodes that are not analysed."""
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
