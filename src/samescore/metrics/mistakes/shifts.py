"""Known mistakes in TER's shifts: in a search like Tercom's, or over the longest common runs, like pyter's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from samescore.data.corpus import Corpus
from samescore.metrics.base import Statistics
from samescore.metrics.edits.ter import TER
from samescore.metrics.edits.ter_settings import TerSettings
from samescore.metrics.edits.ter_shifts import Limits, align, move_phrase, place_of, shift_candidates, table_of
from samescore.metrics.mistakes.contract import Mistake

_Words = Sequence[str]


def distance(h: _Words, r: _Words, substitution: int = 1) -> int:
    """Return the edit distance of two texts, with a given cost of a substitution."""
    return _WeighedTable(h, r, substitution).distance


def _shifted(h: _Words, r: _Words, longest: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the size of each possible shift of a common run, and the text after the shift."""
    for start, at in product(range(len(h)), range(len(r))):
        if start == at or h[start] != r[at]:
            continue
        size = 1
        while size < longest and start + size < len(h) and at + size < len(r) and h[start + size] == r[at + size]:
            size += 1
        left = [*h[:start], *h[start + size :]]
        yield size, (*left[:at], *h[start : start + size], *left[at:])


def _edits(
    h: _Words,
    r: _Words,
    settings: TerSettings,
    *,
    substitution: int,
    most_shifts: int | None,
    costs_words: bool,
    first: bool,
) -> tuple[int, int]:
    now, shifts, cost = distance(h, r, substitution), 0, 0
    while now and (most_shifts is None or shifts < most_shifts):
        tried = [
            (now - distance(text, r, substitution), text, size)
            for size, text in _shifted(h, r, settings.max_shift_size)
        ]
        helpful = [shift for shift in tried if shift[0] > 0]
        if not helpful:
            break
        gain, h, size = helpful[0] if first else max(helpful, key=lambda shift: shift[:2])
        now, shifts, cost = now - gain, shifts + 1, cost + (size if costs_words else 1)
    return now + cost, shifts


class _WeighedTable:
    """The edit distance table of two texts, without a beam, for a given substitution cost."""

    def __init__(self, h: _Words, r: _Words, substitution: int) -> None:
        self._r, self._substitution = r, substitution
        self._rows = [list(range(len(r) + 1))]
        for i, word in enumerate(h, 1):
            above, row = self._rows[-1], [i]
            for j, other in enumerate(r, 1):
                row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (0 if word == other else substitution)))
            self._rows.append(row)
        self.distance = self._rows[-1][-1]

    def distance_of(self, words: _Words, known: int, most: int) -> int:
        return distance(words, self._r, self._substitution)

    def is_diagonal(self, i: int, j: int, wrong: bool) -> bool:
        return self._rows[i - 1][j - 1] + (self._substitution if wrong else 0) == self._rows[i][j]

    def is_deletion(self, i: int, j: int) -> bool:
        return self._rows[i - 1][j] + 1 == self._rows[i][j]


def _tercom_edits(
    h: _Words,
    r: _Words,
    settings: TerSettings,
    *,
    substitution: int,
    most_shifts: int | None,
    costs_words: bool,
    first: bool,
) -> tuple[int, int]:
    """Return the edits and the shifts of Tercom's search with one of the mistakes of `_shifting`."""
    if not r:
        return len(h), 0
    limits = Limits(settings.max_shift_size, settings.max_shift_distance, settings.max_candidates, settings.beam_width)
    text, wanted, checked, shifts, cost = list(h), list(r), 0, 0, 0
    while True:
        table: Any = table_of(text, wanted, limits) if substitution == 1 else _WeighedTable(text, wanted, substitution)
        if not table.distance or shifts == most_shifts:
            break
        candidates = shift_candidates(
            text, wanted, align(table, text, wanted), limits, settings.max_candidates - checked
        )
        checked += len(candidates)
        best, lowest = None, table.distance
        for negative, start, target in sorted(set(candidates)) if checked < settings.max_candidates else ():
            size = -negative
            moved = move_phrase(text, start, size, place_of(text, start, size, target))
            after = table.distance_of(moved, 0, lowest)
            if after < lowest:
                best, lowest = (moved, size), after
                if first:
                    break
        if best is None:
            break
        text, shifts, cost = best[0], shifts + 1, cost + (best[1] if costs_words else 1)
    return cost + table.distance, shifts


def _shifting(
    name: str,
    meaning: str,
    *,
    substitution: int = 1,
    most_shifts: int | None = None,
    costs_words: bool = False,
    first: bool = False,
) -> Mistake:
    """Return a mistake in the search for shifts.

    The mistake is a wrong cost of a substitution, a limited number of shifts, a cost for each shifted word, or the
    choice of the first shift instead of the best.
    """

    def count(h: _Words, r: _Words, settings: TerSettings) -> tuple[int, int]:
        search = _edits if settings.search == "common-runs" else _tercom_edits
        return search(
            h, r, settings, substitution=substitution, most_shifts=most_shifts, costs_words=costs_words, first=first
        )

    return of_edits(name, meaning, count)


def of_edits(name: str, meaning: str, count: Callable[[_Words, _Words, TerSettings], tuple[int, int]]) -> Mistake:
    """Return a mistake in the edits: `count` returns the edits and the shifts of a hypothesis and a reference.

    The closest reference is used.
    """

    def statistics(data: Corpus, settings: TerSettings) -> Statistics | None:
        if settings.search == "tercom-java" or settings.beam == "cost" or not all(data.reference_lines):
            return None
        rows = []
        for hypothesis, *references in TER.tokens(data, settings):
            sides = [(r, hypothesis) if settings.shifted == "reference" else (hypothesis, r) for r in references]
            edits, shifts, length = min(
                (*count(*side, settings), len(r)) for side, r in zip(sides, references, strict=True)
            )
            closest = settings.reference_length == "closest"
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
