"""Find the number in text that a program prints, or that a function returns."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from samescore.base.errors import InputError

#: A number that is not part of a word: not the 4 of BLEU-4.
_NUMBER = re.compile(
    r"(?<![\w.])(?<!\w-)[+-]?(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|nan\b|inf(?:inity)?\b)(?!\w)(?!\.[0-9])",
    re.ASCII | re.IGNORECASE,
)
#: Number of characters at the end of a text that are searched.
_SEARCHED = 2**16
#: The readings of a text, i.e. the ways to select a number in it.
AFTER, LAST, FIRST, BY_PATTERN = "after the metric's name", "last", "first", "by the pattern"
#: The reading that is the mean of the numbers of all lines, if there is a line for each segment.
MEAN = "mean of the lines"


class Number(NamedTuple):
    """A printed number, and its number of decimals (None if it has an exponent or is not finite)."""

    value: float
    decimals: int | None

    @classmethod
    def of(cls, text: str) -> Number:
        """Parse a number; raise `ValueError` if the text is not a number."""
        decimals = None if re.search("[eEnN]", text) else len(text.rpartition(".")[2]) if "." in text else 0
        return cls(float(text), decimals)


def position(reading: str) -> str:
    """Return the name of a reading as a phrase: ``last number``, ``number after the metric's name``."""
    return f"{reading} number" if reading in (LAST, FIRST) else f"number {reading}"


def compile_pattern(pattern: str) -> re.Pattern[str] | None:
    """Compile a regular expression for numbers; return None if it is empty, raise `InputError` if it is malformed."""
    try:
        return re.compile(pattern) if pattern else None
    except re.error as problem:
        raise InputError(f"--number-pattern {pattern!r}: {problem}", hint=r"for example 'BLEU = ([0-9.]+)'") from None


def numbers_in(text: str, metric: str, pattern: re.Pattern[str] | None) -> dict[str, Number]:
    """Return the candidate numbers in a text, by reading; empty if there are none.

    With a `pattern`, the only candidate is its last match, or the match's first group. Otherwise the candidates are the
    first number after the name of the `metric`, the last number and the first number. Only the end of a long text is
    searched.
    """
    searched = text[-_SEARCHED:]
    if pattern is not None:
        found = list(pattern.finditer(searched))
        try:
            return {BY_PATTERN: Number.of(found[-1].group(min(1, pattern.groups)).strip())} if found else {}
        except (ValueError, AttributeError):  # the match is not a number, or its group is empty
            return {}
    matches = list(_NUMBER.finditer(searched))
    if not matches:
        return {}
    numbers = {LAST: Number.of(matches[-1].group()), FIRST: Number.of(matches[0].group())}
    letters = re.match(r"[a-z]+", metric)
    named = re.search(rf"\b{letters.group()}[\w+-]*", searched, re.IGNORECASE) if letters and len(matches) > 1 else None
    following = next((match for match in matches if named and match.start() >= named.end()), None)
    return {AFTER: Number.of(following.group()), **numbers} if following else numbers


def number_of_each_line(text: str, metric: str, pattern: re.Pattern[str] | None) -> list[Number] | None:
    """Return the last number of each line, or the number that the pattern finds.

    Return None if a line has no number or one that is not finite.
    """
    numbers = [numbers_in(line, metric, pattern) for line in text.splitlines()]
    found = [number for line in numbers if (number := line.get(LAST, line.get(BY_PATTERN))) is not None]
    return found if len(found) == len(numbers) and all(math.isfinite(number.value) for number in found) else None
