"""Find the path of a cheapest edit script through the table of edit distances."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.base.errors import MetricError

#: Maximum memory of a table, in bytes, and the memory of one of its cells.
_MOST_BYTES, _CELL_BYTES = 2**30, 8


def distance_table(first: Sequence[str], second: Sequence[str], cost: float) -> list[list[float]]:
    """Return the distances between all prefixes of two sequences, if a substitution costs `cost` (which may be infinite).

    Entry [i][j] is the minimum cost of turning the first i units of `first` into the first j units of `second`;
    insertions and deletions cost 1. Raises `MetricError` if the table would take more than 1 GiB.
    """
    if (size := (len(first) + 1) * (len(second) + 1) * _CELL_BYTES) > _MOST_BYTES:
        raise MetricError(
            f"the table for sequences of {len(first):,} and {len(second):,} units takes {size / 2**30:.1f} GiB; the limit "
            f"is {_MOST_BYTES / 2**30:g}",
            kind="MemoryError",
            hint="align shorter sequences",
        )
    table: list[list[float]] = [list(range(len(second) + 1))]
    for i, unit in enumerate(first, 1):
        above: list[float] = table[-1]
        row: list[float] = [i]
        for j, other in enumerate(second, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (0 if unit == other else cost)))
        table.append(row)
    return table


def cheapest_path(
    first: Sequence[str], second: Sequence[str], cost: float, *, by_cells: bool = False
) -> list[tuple[int, int]]:
    """Return the cells (i, j) of the table on the path of a cheapest edit script, from (0, 0) to the last cell.

    The path is traced back from the last cell. Each step goes to the neighbour with the lowest distance plus cost of
    the edit; with `by_cells`, to the neighbour with the lowest distance, so the path may have substitutions that cost
    more than a deletion and an insertion. Among equally good steps, a match or substitution is preferred, then a
    deletion (a unit of `first`), then an insertion. Raises the errors of `distance_table`.

    >>> cheapest_path("rain", "brainy", 1)
    [(0, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (4, 6)]
    >>> cheapest_path("a", "b", 3), cheapest_path("a", "b", 3, by_cells=True)
    ([(0, 0), (0, 1), (1, 1)], [(0, 0), (1, 1)])
    """
    table = distance_table(first, second, cost)
    i, j = len(first), len(second)
    path = [(i, j)]
    while i or j:
        steps = []
        if i and j:
            steps.append((i - 1, j - 1, 0 if first[i - 1] == second[j - 1] else cost))
        if i:
            steps.append((i - 1, j, 1))
        if j:
            steps.append((i, j - 1, 1))
        i, j, _ = min(steps, key=lambda step: table[step[0]][step[1]] + (0 if by_cells else step[2]))
        path.append((i, j))
    return path[::-1]
