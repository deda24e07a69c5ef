"""Compute the Levenshtein distance within a beam around the diagonal of its table, as torchmetrics does."""

from __future__ import annotations

import math
from collections.abc import Sequence


def beamed_distance(hypothesis: Sequence[str], reference: Sequence[str], cost: int, beam_width: int) -> int:
    """Return the minimum cost of turning the hypothesis into the reference by paths within the beam.

    Paths outside the beam may cost less. Row i of the table stands for the first i units of the hypothesis. Inside the
    beam are the cell on the diagonal, `beam_width` columns to its left and one fewer to its right; in the last row, all
    columns to its right. The beam is wider if neighbouring rows would not overlap.
    """
    slope = len(reference) / len(hypothesis) if hypothesis else 1.0
    width = math.ceil(slope / 2 + beam_width) if slope / 2 > beam_width else beam_width
    low, row = 0, list(range(len(reference) + 1))
    for i, unit in enumerate(hypothesis, 1):
        above, first = row, low
        middle = math.floor(i * slope)
        low, high = max(0, middle - width), min(len(reference) + 1, middle + width)
        if i == len(hypothesis):
            high = len(reference) + 1
        row = []
        for j in range(low, high):
            place = j - first
            ways = [row[-1] + 1] if row else []
            if 0 <= place < len(above):
                ways.append(above[place] + 1)
            if j and 0 < place <= len(above):
                ways.append(above[place - 1] + (cost if unit != reference[j - 1] else 0))
            row.append(min(ways))
    return row[-1]
