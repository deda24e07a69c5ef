"""The cheapest alignment where a substitution costs 4, and an insertion or a deletion 3, as speech recognition counts errors.

It may have more edits than the shortest edit script: two deletions and two insertions cost as much as three substitutions.
Which of several cheapest alignments is counted depends on the order in which ways to a place are compared.
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
