"""Patterns as lists of parts, which are tried by backtracking; an independent check of regular expressions.

A part yields the places at which it can end, in the order of preference. The part `caught(part)` is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

Test = Callable[[str], bool]
Part = Callable[[str, int], Iterator[int]]


class Match(NamedTuple):
    """The place of a match, and the text of its part that is remembered."""

    start: int
    end: int
    caught: str | None


class _Caught:
    def __init__(self, part: Part) -> None:
        self._part = part

    def __call__(self, text: str, at: int) -> Iterator[int]:
        return self._part(text, at)


def caught(part: Part) -> Part:
    """Return the part, which is remembered."""
    return _Caught(part)


def same(one: str, other: str) -> bool:
    """Return whether two characters are equal but for their case."""
    return one == other or one.lower()[:1] == other.lower()[:1] or one.upper() == other.upper()


def space(character: str) -> bool:
    return character.isspace()


def word(character: str) -> bool:
    return character.isalnum() or character == "_"


def among(characters: str, *, any_case: bool = False) -> Test:
    if any_case:
        return lambda character: any(same(character, each) for each in characters)
    return lambda character: character in characters


def but(test: Test | str) -> Test:
    return lambda character: character not in test if isinstance(test, str) else not test(character)


def lit(text: str, *, any_case: bool = False) -> Part:
    def part(of: str, at: int) -> Iterator[int]:
        there = of[at : at + len(text)]
        if len(there) == len(text) and all(
            a == b or (any_case and same(a, b)) for a, b in zip(there, text, strict=True)
        ):
            yield at + len(text)

    return part


def one(test: Test) -> Part:
    return some(test, 1, 1)


def some(test: Test, least: int = 0, most: int = 10**6, *, lazy: bool = False) -> Part:
    """Return a part of characters: as many as possible first or, if lazy, as few as possible first."""

    def part(text: str, at: int) -> Iterator[int]:
        end = at
        while end < len(text) and end - at < most and test(text[end]):
            end += 1
        ends = range(at + least, end + 1)
        yield from ends if lazy else reversed(ends)

    return part


def opt(part: Part) -> Part:
    def either(text: str, at: int) -> Iterator[int]:
        yield from part(text, at)
        yield at

    return either


def first_of(*parts: Part) -> Part:
    def part(text: str, at: int) -> Iterator[int]:
        for each in parts:
            yield from each(text, at)

    return part


def row(*parts: Part) -> Part:
    def part(text: str, at: int) -> Iterator[int]:
        for end, _ in _walk(parts, text, at, None):
            yield end

    return part


def begin(_: str, at: int) -> Iterator[int]:
    yield from [at] if at == 0 else []


def line_begin(text: str, at: int) -> Iterator[int]:
    yield from [at] if at == 0 or text[at - 1] == "\n" else []


def end(text: str, at: int) -> Iterator[int]:
    """Match at the end, and before a line break there."""
    yield from [at] if text[at:] in ("", "\n") else []


def line_end(text: str, at: int) -> Iterator[int]:
    yield from [at] if text[at : at + 1] in ("", "\n") else []


def very_end(text: str, at: int) -> Iterator[int]:
    yield from [at] if at == len(text) else []


def edge(text: str, at: int) -> Iterator[int]:
    """Match between a word character and another."""
    before, after = at > 0 and word(text[at - 1]), at < len(text) and word(text[at])
    yield from [at] if before != after else []


def ahead(*parts: Part) -> Part:
    def part(text: str, at: int) -> Iterator[int]:
        yield from [at] if next(_walk(parts, text, at, None), None) else []

    return part


def not_later(*parts: Part) -> Part:
    def part(text: str, at: int) -> Iterator[int]:
        later = any(next(_walk(parts, text, place, None), None) for place in range(at, len(text) + 1))
        yield from [] if later else [at]

    return part


def _walk(parts: tuple[Part, ...], text: str, at: int, kept: str | None) -> Iterator[tuple[int, str | None]]:
    if not parts:
        yield at, kept
        return
    for stop in parts[0](text, at):
        yield from _walk(parts[1:], text, stop, text[at:stop] if isinstance(parts[0], _Caught) else kept)


def first(text: str, *parts: Part) -> Match | None:
    """Return the leftmost match; None if there is none."""
    return next(iter(matches(text, *parts, most=1)), None)


def matches(text: str, *parts: Part, most: int = 10**6) -> list[Match]:
    """Return the matches from left to right that do not overlap, at most so many."""
    found: list[Match] = []
    at = 0
    while at <= len(text) and len(found) < most:
        here = next(_walk(parts, text, at, None), None)
        if here is None:
            at += 1
            continue
        found.append(Match(at, *here))
        at = here[0] if here[0] > at else at + 1
    return found


def answers(text: str, *parts: Part) -> list[str]:
    """Return the remembered part of each match, or the match if it has none."""
    return [text[each.start : each.end] if each.caught is None else each.caught for each in matches(text, *parts)]
