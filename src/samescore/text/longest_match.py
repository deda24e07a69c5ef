"""Longest-match lexers: at each position the rule with the longest match wins; on ties, the first rule.

Rules are regular expressions, compiled to one automaton, whose states are created when a text first needs them. Failed
attempts from a position are memoised, so the search for matches takes linear time (Thomas Reps, "Maximal-munch"
tokenization in linear time, 1998). The cache of matches costs, for each token, time in proportion to the distance to
the next space.

The expressions are written as usual with ``( ) | * + ?`` and ``{2} {2,4}``; ``[a-z]`` and ``[^a-z]`` are sets;
``{name}`` refers to a named part; a backslash escapes the next character. Letters match either case outside square
brackets, and only their own case inside.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

#: A set of characters: code points at which membership alternately begins and ends.
CharSet = tuple[int, ...]
_END = 0x110000


@dataclass(frozen=True)
class MatchRule:
    """A rule that matches `pattern` if `after` follows, and labels the token with `kind`.

    `after` counts towards the length of the match, but is not part of the token. The last `again` characters of the
    token are also scanned again for the next token.
    """

    kind: str
    pattern: str
    after: str = ""
    again: int = 0


#: A token: its rule's kind, and its start and end in the text.
Match = tuple[str, int, int]


def char_set(ranges: Sequence[tuple[int, int]]) -> CharSet:
    """Return the set of the code points in `ranges`, whose ends are inclusive and which may overlap."""
    ends: list[int] = []
    for first, last in sorted(ranges):
        if ends and first <= ends[-1]:
            ends[-1] = max(ends[-1], last + 1)
        else:
            ends += [first, last + 1]
    return tuple(ends)


@lru_cache(maxsize=256)
def _either_case(character: str) -> CharSet:
    """Return the set of a character in lower and upper case."""
    return char_set([(code, code) for code in {ord(character.lower()), ord(character.upper())}])


def complement(inside: CharSet) -> CharSet:
    """Return the set of all characters that are not in a non-empty set."""
    ends = [*inside] if inside[-1] == _END else [*inside, _END]
    return tuple(ends[1:]) if ends[0] == 0 else (0, *ends)


class _Network:
    """A nondeterministic automaton: `arrows` are transitions on sets of characters, `free` are empty transitions."""

    def __init__(self, parts: Mapping[str, str | CharSet]) -> None:
        self.parts = parts
        self.free: list[list[int]] = []
        self.arrows: list[list[tuple[int, int]]] = []
        self.sets: dict[CharSet, int] = {}

    def state(self) -> int:
        self.free.append([])
        self.arrows.append([])
        return len(self.free) - 1

    def add(self, pattern: str, start: int) -> int:
        """Add a pattern that starts in the state `start`, and return the state in which it ends."""
        return _Reader(pattern, self).alternatives(start)

    def arrow(self, inside: CharSet, start: int) -> int:
        end = self.state()
        self.arrows[start].append((self.sets.setdefault(inside, len(self.sets)), end))
        return end


class _Reader:
    """A parser that adds one pattern to a network.

    Each method that takes a start state parses one part of the pattern at the current place, and returns its end state.
    """

    def __init__(self, pattern: str, network: _Network) -> None:
        self.pattern = pattern
        self.place = 0
        self.network = network

    def _peek(self) -> str:
        return self.pattern[self.place : self.place + 1]

    def _next(self) -> str:
        self.place += 1
        return self.pattern[self.place - 1]

    def alternatives(self, start: int) -> int:
        end = self.network.state()
        while True:
            self.network.free[self._sequence(start)].append(end)
            if self._peek() != "|":
                return end
            self._next()

    def _sequence(self, start: int) -> int:
        state = self.network.state()
        self.network.free[start].append(state)
        while self._peek() not in ("", "|", ")"):
            state = self._repeated(state)
        return state

    def _repeated(self, start: int) -> int:
        place = self.place
        state = self._one(start)
        least, most = self._times()
        if (least, most) == (1, 1):
            return state
        after = self.place
        state = start
        for _ in range(max(least, most)):
            before, state = state, self._again(place, state)
            if least <= 0:
                self.network.free[before].append(state)
            least -= 1
        if most == 0:  # unbounded
            loop = self.network.state()
            self.network.free[state].append(loop)
            self.network.free[self._again(place, loop)].append(loop)
            state = loop
        self.place = after
        return state

    def _again(self, place: int, start: int) -> int:
        self.place = place
        own = self.network.state()
        self.network.free[start].append(own)
        return self._one(own)

    def _times(self) -> tuple[int, int]:
        """Parse a repetition sign, if any, and return the minimum and maximum count; the maximum 0 means no limit."""
        sign = self._peek()
        if sign and sign in "*+?":
            self._next()
            return {"*": (0, 0), "+": (1, 0), "?": (0, 1)}[sign]
        if sign == "{" and self.pattern[self.place + 1].isdigit():
            least, _, most = self._braces().partition(",")
            return int(least), int(most or least)
        return 1, 1

    def _braces(self) -> str:
        end = self.pattern.index("}", self.place)
        inside = self.pattern[self.place + 1 : end]
        self.place = end + 1
        return inside

    def _one(self, start: int) -> int:
        if self._peek() == "{":
            part = self.network.parts[self._braces()]
            return self.network.add(part, start) if isinstance(part, str) else self.network.arrow(part, start)
        character = self._next()
        if character == "(":
            end = self.alternatives(start)
            self._next()
            return end
        if character == "[":
            return self.network.arrow(self._set(), start)
        if character == "\\":
            character = self._next()
        return self.network.arrow(_either_case(character), start)

    def _set(self) -> CharSet:
        negative = self._peek() == "^"
        if negative:
            self._next()
        ranges = []
        while self._peek() != "]":
            first = last = self._in_set()
            if self._peek() == "-" and self.pattern[self.place + 1] != "]":
                self._next()
                last = self._in_set()
            ranges.append((first, last))
        self._next()
        return complement(char_set(ranges)) if negative else char_set(ranges)

    def _in_set(self) -> int:
        character = self._next()
        return ord(self._next() if character == "\\" else character)


class _Classes(dict[str, int]):
    """A mapping from each character to its class, computed on first use by a function of the code point."""

    def __init__(self, class_of: Callable[[int], int]) -> None:
        self._class_of = class_of

    def __missing__(self, character: str) -> int:
        return self.setdefault(character, self._class_of(ord(character)))


class Automaton:
    """A deterministic automaton for several patterns. States are numbers; 0 is the start, -1 means no state."""

    def __init__(self, patterns: Sequence[str], parts: Mapping[str, str | CharSet]) -> None:
        self._network = _Network(parts)
        start = self._network.state()
        self._ends: dict[int, int] = {}
        for number, pattern in enumerate(patterns):
            self._ends[self._network.add(pattern, start)] = number
        self._borders = sorted({0, *(code for inside in self._network.sets for code in inside)})
        self._class_of_interval: list[int] = [-1] * len(self._borders)
        self._class_of_sets: dict[frozenset[int], int] = {}
        self._sets_of_class: list[frozenset[int]] = []
        #: The class number of each character; characters that all patterns treat alike share a class.
        self.class_of = _Classes(self._class_of)
        self._numbers: dict[frozenset[int], int] = {}
        self._members: list[frozenset[int]] = []
        #: For each state, the number of the pattern that ends there (the first if there are several), or -1.
        self.accepts: list[int] = []
        #: For each state, the next state or -1 by character class, for the classes met so far; see `after`.
        self.rows: list[dict[int, int]] = []
        self._state(frozenset([start]))

    def _state(self, members: frozenset[int]) -> int:
        """Return the number of the state for these network states and all that they reach by empty transitions.

        The state is added if it is new.
        """
        reached = set(members)
        waiting = list(members)
        while waiting:
            for state in self._network.free[waiting.pop()]:
                if state not in reached:
                    reached.add(state)
                    waiting.append(state)
        closed = frozenset(state for state in reached if self._network.arrows[state] or state in self._ends)
        if closed not in self._numbers:
            self._numbers[closed] = len(self._members)
            self._members.append(closed)
            self.rows.append({})
            self.accepts.append(min((self._ends[state] for state in closed if state in self._ends), default=-1))
        return self._numbers[closed]

    def _class_of(self, code: int) -> int:
        interval = bisect_right(self._borders, code) - 1
        found = self._class_of_interval[interval]
        if found < 0:
            sets = frozenset(
                number for inside, number in self._network.sets.items() if bisect_right(inside, code) % 2 == 1
            )
            found = self._class_of_sets.setdefault(sets, len(self._sets_of_class))
            if found == len(self._sets_of_class):
                self._sets_of_class.append(sets)
            self._class_of_interval[interval] = found
        return found

    def after(self, state: int, character_class: int) -> int:
        """Return the state after a character of the given class, or -1 if no pattern continues."""
        row = self.rows[state]
        if character_class not in row:
            sets = self._sets_of_class[character_class]
            arrows = self._network.arrows
            targets = frozenset(
                end for member in self._members[state] for inside, end in arrows[member] if inside in sets
            )
            row[character_class] = self._state(targets) if targets else -1
        return row[character_class]

    def ends(self, text: str, start: int, end: int) -> list[int]:
        """Return all positions after `start`, up to `end`, where a match that starts at `start` can end."""
        state, found = 0, []
        for place in range(start + 1, end + 1):
            state = self.after(state, self.class_of[text[place - 1]])
            if state < 0:
                break
            if self.accepts[state] >= 0:
                found.append(place)
        return found


#: Maximum number of remembered matches; see `Lexer`.
_MOST_MET = 2**16


class Lexer:
    """A lexer, which splits texts into tokens by rules; every single character must match at least one rule.

    A match that depends only on the text up to the next space, or on one character more, is cached under that text.
    """

    def __init__(self, rules: Sequence[MatchRule], parts: Mapping[str, str | CharSet]) -> None:
        self._rules = rules
        self._automaton = Automaton(
            [f"({rule.pattern})({rule.after})" if rule.after else rule.pattern for rule in rules], parts
        )
        self._split = {
            number: (Automaton([rule.pattern], parts), Automaton([rule.after], parts))
            for number, rule in enumerate(rules)
            if rule.after
        }
        #: Remembered matches by the text that determines them: kind, length, and the offset of the next match.
        self._met: dict[str, tuple[str, int, int]] = {}

    def matches(self, text: str) -> Iterator[Match]:
        """Yield the tokens of a text in order, each as its kind, its start and its end; none for an empty text."""
        in_vain: set[tuple[int, int]] = set()
        met, find, size, start = self._met, text.find, len(text), 0
        while start < size:
            word_end = find(" ", start) + 1 or size
            found = met.get(text[start:word_end]) or met.get(text[start : word_end + 1])
            if found is None:
                number, end, seen = self._longest(text, start, in_vain)
                rule = self._rules[number]
                found = rule.kind, end - start, end - start - rule.again
                stretch = text[start : word_end if seen <= word_end - start else word_end + 1]
                if seen <= len(stretch) and len(met) < _MOST_MET:
                    met[stretch] = found
            kind, taken, step = found
            yield kind, start, start + taken
            start += step

    def _longest(self, text: str, start: int, in_vain: set[tuple[int, int]]) -> tuple[int, int, float]:
        """Return the number of the rule with the longest match at `start`, and where its token ends.

        Also return how many characters from `start` determine the match; inf if the scan stops at the end of the text
        or at a member of `in_vain`, because then the match depends on all that follows. `in_vain` holds the pairs of a
        state and a place from which no rule matches; the scan adds to it.
        """
        automaton, accepts, rows = self._automaton, self._automaton.accepts, self._automaton.rows
        class_of = automaton.class_of
        state, end, number, seen = 0, start, -1, math.inf
        tried: list[tuple[int, int]] = []
        for place in range(start, len(text)):
            character_class = class_of[text[place]]
            following = rows[state].get(character_class)
            state = automaton.after(state, character_class) if following is None else following
            if state < 0:
                seen = place + 1 - start
                break
            if accepts[state] >= 0:
                end, number = place + 1, accepts[state]
                tried.clear()
            elif (state, place) in in_vain:
                break
            else:
                tried.append((state, place))
        in_vain.update(tried)
        if self._rules[number].after:
            end = self._end_of_taken(number, text, start, end)
        return number, end, seen

    def _end_of_taken(self, number: int, text: str, start: int, end: int) -> int:
        """Return the furthest end of the token of rule `number` for which its `after` matches from there to `end`."""
        taken, after = self._split[number]
        return next(place for place in reversed(taken.ends(text, start, end)) if end in after.ends(text, place, end))
