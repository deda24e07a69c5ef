"""Rows of parts are gathered in order, and the memory of columns is their size in bytes."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import pytest

from samescore.kernels.numbered import KnownWords, Numbered
from samescore.metrics.rows import GatheredRows, Row, Rows

_TABLE, _WIDER = Rows.of([(1, 2), (3, 4)]), Rows.of([(5, 6, 7)])
_TUPLES: tuple[Row, ...] = ((8,), (9, 10))


@pytest.mark.parametrize(
    "parts", [(_TABLE, _WIDER), (_TABLE, _TUPLES, _WIDER), (_TUPLES, _TABLE), (_TABLE, (), _TABLE)]
)
def test_rows_stay_in_order(parts: Sequence[Sequence[Row]]) -> None:
    gathered = GatheredRows()
    for part in parts:
        gathered.add(part)
    assert list(map(tuple, gathered.rows())) == [tuple(row) for part in parts for row in part]


def test_memory_is_counted_in_bytes() -> None:
    ints, longs = array("i", [1, 2, 3]), array("q", [1, 2])
    assert Numbered(ints, longs, longs, ints).memory == 2 * (4 * 3) + 2 * (8 * 2)
    assert KnownWords(ints, longs, longs, longs, ints).memory == 2 * (4 * 3) + 3 * (8 * 2)
