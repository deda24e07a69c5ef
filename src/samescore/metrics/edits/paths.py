"""The path of a cheapest edit script through the table of edit distances."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.base.errors import MetricError

#: Maximum memory of a table, in bytes, and the memory of one of its cells.
_MOST_BYTES, _CELL_BYTES = 2**30, 8


def distance_table(first: Sequence[str], second: Sequence[str], cost: float) -> list[list[float]]:
    """Return the distances between all prefixes of two sequences, if a substitution costs `cost` (which may be infinite).

    Entry [i][j] is the least cost of turning the first i units into the first j of the other. Raises `MetricError` if the
    table would take too much memory.
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
    """Return the cells (i, j) that a cheapest edit script passes, from (0, 0) on.

    From the last cell back, each step goes to the cell whose distance plus the cost of the edit is least, or with
    `by_cells` to the one whose distance alone is least: on ties first to both sequences' previous unit (a match or a
    substitution, cost `cost`), then to the first one's (a deletion, cost 1), then to the other's (an insertion). `by_cells`
    may thus pass substitutions that cost more than a deletion and an insertion. Raises `MetricError` as `distance_table`.

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
