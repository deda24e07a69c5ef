"""Search TER shifts as the program Tercom does, where it differs from sacreBLEU (`samescore.metrics.edits.ter_shifts`).

A phrase may move behind the word of ``h`` that is aligned to the word before the phrase in ``r`` (to the start if there
is none), or to a word of the phrase in ``r``, but not behind its own first word. Of equal targets, the one of the first
word of the phrase in ``r`` counts. Shifts are tried from the longest phrase to the shortest, by start and by position
in ``r``; the first of the best shifts is made. Once a shift saves two edits for each word of a phrase, no shorter
phrase is tried.
"""

from __future__ import annotations

from collections.abc import Iterator

from samescore.metrics.edits.ter_shifts import (
    Limits,
    Table,
    WordAlignment,
    Words,
    align,
    fewest_edits,
    phrases,
    table_of,
)

#: A phrase that may move: its negated size, its start, its position in the other text, the number of its target there,
#: and its start after the move.
Candidate = tuple[int, int, int, int, int]


def edits_of_java(h: Words, r: Words, limits: Limits) -> tuple[int, int]:
    """Return the number of edits that turn `h` into `r`, including shifts, and the number of these shifts."""
    if not r:
        return len(h), 0
    table, least = table_of(h, r, limits), fewest_edits(h, r)
    shifts = checked = 0
    while table.distance > least:
        candidates = list(_candidates(h, r, align(table, h, r), limits))
        checked += len(candidates)
        if checked >= limits.max_candidates:  # as in sacreBLEU; the program has no such limit
            break
        better = _best_shift(h, table, sorted(candidates))
        if better is None:
            break
        h, shifts = better, shifts + 1
        table = table_of(h, r, limits)
    return shifts + table.distance, shifts


def _candidates(h: Words, r: Words, alignment: WordAlignment, limits: Limits) -> Iterator[Candidate]:
    """Yield the possible moves of phrases of `h`, within the limits."""
    everywhere = Limits(limits.max_shift_size, len(h) + len(r), limits.max_candidates, limits.beam_width)
    for start, at, size in phrases(h, r, everywhere):
        goal = alignment.position[at]
        if start <= goal < start + size or abs(goal - start) > limits.max_shift_distance:
            continue
        if any(alignment.h_wrong[start : start + size]) and any(alignment.r_wrong[at : at + size]):
            for number, behind in _targets(alignment.position, start, at, size):
                yield -size, start, at, number, _place(h, start, size, behind)


def _targets(position: list[int], start: int, at: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the number of each usable word in r with the position in h behind which the phrase may go (-1: the start).

    Numbers count from the first word of the phrase; -1 is the word before it.
    """
    if at == 0:
        yield -1, -1
    for number in range(-1 if at else 0, size):
        behind = position[at + number]
        if behind != start and (number == 0 or behind != position[at]):
            yield number, behind


def _place(h: Words, start: int, size: int, behind: int) -> int:
    """Return the start of a phrase after its move behind a word of `h`.

    A target inside the phrase moves it to the right by its distance from the start.
    """
    if behind < start:
        return behind + 1
    return behind + 1 - size if behind >= start + size else min(behind, len(h) - size)


def _best_shift(h: Words, table: Table, candidates: list[Candidate]) -> Words | None:
    """Return `h` after the shift that lowers the distance most, the first of equals; None if no shift lowers it."""
    best, lowest = None, table.distance - 1
    tried: set[tuple[int, int, int]] = set()
    for negative, start, _, _, place in candidates:
        size = -negative
        if best is not None and table.distance - lowest - 2 >= 2 * size:
            break
        if (size, start, place) in tried:
            continue
        tried.add((size, start, place))
        rest = h[:start] + h[start + size :]
        moved = rest[:place] + h[start : start + size] + rest[place:]
        distance = table.distance_of(moved, min(start, place), lowest)
        if distance <= lowest:
            best, lowest = moved, distance - 1
    return best
