"""What implementers of TER's shifts get wrong, where the search goes over the longest common runs of words, as pyter's does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from samescore.data.corpus import Corpus
from samescore.metrics.base import Statistics
from samescore.metrics.edits.ter import TER
from samescore.metrics.mistakes.contract import Mistake

_Words = Sequence[str]


def distance(h: _Words, r: _Words, substitution: int = 1) -> int:
    """The edit distance, with another cost of substitutions."""
    above = list(range(len(r) + 1))
    for i, word in enumerate(h, 1):
        row = [i]
        for j, other in enumerate(r, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (0 if word == other else substitution)))
        above = row
    return above[-1]


def _shifted(h: _Words, r: _Words, longest: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The size of each shift that may be tried, and the text after it."""
    for start, at in product(range(len(h)), range(len(r))):
        if start == at or h[start] != r[at]:
            continue
        size = 1
        while size < longest and start + size < len(h) and at + size < len(r) and h[start + size] == r[at + size]:
            size += 1
        left = [*h[:start], *h[start + size :]]
        yield size, (*left[:at], *h[start : start + size], *left[at:])


def _edits(
    h: _Words, r: _Words, s: Any, *, substitution: int, most_shifts: int | None, costs_words: bool, first: bool
) -> tuple[int, int]:
    now, shifts, cost = distance(h, r, substitution), 0, 0
    while now and (most_shifts is None or shifts < most_shifts):
        tried = [(now - distance(text, r, substitution), text, size) for size, text in _shifted(h, r, s.max_shift_size)]
        helpful = [shift for shift in tried if shift[0] > 0]
        if not helpful:
            break
        gain, h, size = helpful[0] if first else max(helpful, key=lambda shift: shift[:2])
        now, shifts, cost = now - gain, shifts + 1, cost + (size if costs_words else 1)
    return now + cost, shifts


def _shifting(
    name: str,
    meaning: str,
    *,
    substitution: int = 1,
    most_shifts: int | None = None,
    costs_words: bool = False,
    first: bool = False,
) -> Mistake:
    def count(h: _Words, r: _Words, s: Any) -> tuple[int, int]:
        return _edits(h, r, s, substitution=substitution, most_shifts=most_shifts, costs_words=costs_words, first=first)

    return of_edits(name, meaning, count)


def of_edits(name: str, meaning: str, count: Callable[[_Words, _Words, Any], tuple[int, int]]) -> Mistake:
    """A mistake in the edits and the shifts of a hypothesis and a reference; the closest reference counts."""

    def statistics(data: Corpus, s: Any) -> Statistics | None:
        if s.search != "common-runs" or not all(data.reference_lines):
            return None
        rows = []
        for hypothesis, *references in TER.tokens(data, s):
            sides = [(r, hypothesis) if s.shifted == "reference" else (hypothesis, r) for r in references]
            edits, shifts, length = min((*count(*side, s), len(r)) for side, r in zip(sides, references, strict=True))
            closest = s.reference_length == "closest"
            lengths = (length, 1) if closest else (sum(map(len, references)), len(references))
            rows.append([edits, shifts, *lengths])
        return Statistics(("edits", "shifts", "reference_words", "references"), rows)

    return Mistake(name, meaning, "counts", statistics)


SHIFTS = (
    _shifting("substitutions-twice", "a substitution costs two edits", substitution=2),
    _shifting("one-shift", "one shift is made at most", most_shifts=1),
    _shifting("two-shifts", "two shifts are made at most", most_shifts=2),
    _shifting("shifts-cost-words", "a shift costs as many edits as it moves words", costs_words=True),
    _shifting("first-shift", "the first shift that helps is made, not the best one", first=True),
)
