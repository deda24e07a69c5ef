"""Alignments that speech recognition counts, and that are no shortest edit scripts.

The cheapest one where a substitution costs 4, and an insertion or a deletion 3, may have more edits: two deletions and two
insertions cost as much as three substitutions. Which of several cheapest ones is counted depends on the order in which ways to
a place are compared. The one in a table without an empty row may have fewer edits.
"""

from __future__ import annotations

from collections.abc import Sequence

_SUBSTITUTION, _GAP = 4, 3

#: The cost of the cheapest way to a place in the table, and its hits, substitutions, deletions and insertions.
Way = tuple[int, int, int, int, int]


def cheapest(reference: Sequence[str], hypothesis: Sequence[str], *, pairs_first: bool) -> list[int]:
    """H, S, D and I of the cheapest alignment.

    Of ways that cost the same, one that ends in a pair of words is taken (`pairs_first`) or not; of the others, one that
    ends in an insertion.

    >>> cheapest("aab", "bcc", pairs_first=True), cheapest("aab", "bcc", pairs_first=False)
    ([0, 3, 0, 0], [1, 0, 2, 2])
    """
    row: list[Way] = [(_GAP * inserted, 0, 0, 0, inserted) for inserted in range(len(hypothesis) + 1)]
    for deleted, wanted in enumerate(reference, 1):
        before = row
        row = [(_GAP * deleted, 0, 0, deleted, 0)]
        for place, unit in enumerate(hypothesis, 1):
            cost, hits, substitutions, deletions, insertions = before[place - 1]
            if unit == wanted:
                pair = cost, hits + 1, substitutions, deletions, insertions
            else:
                pair = cost + _SUBSTITUTION, hits, substitutions + 1, deletions, insertions
            gap = min(before[place][0], row[-1][0]) + _GAP
            if pair[0] < gap or (pairs_first and pair[0] == gap):
                row.append(pair)
            elif before[place][0] < row[-1][0]:
                cost, hits, substitutions, deletions, insertions = before[place]
                row.append((cost + _GAP, hits, substitutions, deletions + 1, insertions))
            else:
                cost, hits, substitutions, deletions, insertions = row[-1]
                row.append((cost + _GAP, hits, substitutions, deletions, insertions + 1))
    return list(row[-1][1:])


def without_empty_row(reference: Sequence[str], hypothesis: Sequence[str]) -> list[int]:
    """H, S, D and I of the fewest edits in a table without a row and a column for the empty text.

    It begins with the pair of the first words. Along its borders, each further word is compared with the first one of the
    other text: it is one hit more, or a deletion or an insertion. Of ways with as many edits, one that ends in a pair of
    words is taken, then one that ends in an insertion. An empty text has no hits. Source: ``calculateEditDistance`` of the
    npm package word-error-rate.

    >>> without_empty_row("aa", "a"), without_empty_row("abab", "aaba")
    ([2, 0, 0, 0], [4, 0, 1, 0])
    """
    if not reference or not hypothesis:
        return [0, 0, len(reference), len(hypothesis)]
    row: list[Way] = []
    for deleted, wanted in enumerate(reference):
        before, row = row, []
        for place, unit in enumerate(hypothesis):
            if deleted and place:
                pair, insertion, deletion = before[place - 1], row[-1], before[place]
                row.append(
                    min(
                        _hit_or(unit == wanted, pair, 2),
                        _more(insertion, 4),
                        _more(deletion, 3),
                        key=lambda way: way[0],
                    )
                )
            elif deleted:
                row.append(_hit_or(unit == wanted, before[0], 3))
            elif place:
                row.append(_hit_or(unit == wanted, row[-1], 4))
            else:
                row.append(_hit_or(unit == wanted, (0, 0, 0, 0, 0), 2))
    return list(row[-1][1:])


def _more(way: Way, column: int) -> Way:
    """The way with one edit more, of the kind that is counted in this column."""
    numbers = list(way)
    numbers[0] += 1
    numbers[column] += 1
    return tuple(numbers)  # type: ignore[return-value]


def _hit_or(same: bool, way: Way, column: int) -> Way:
    """The way with a hit more, or an edit."""
    return (way[0], way[1] + 1, *way[2:]) if same else _more(way, column)
