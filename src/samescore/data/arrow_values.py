"""Estimate the memory that Arrow values will take as Python rows, before the rows are created.

Dictionaries, runs, views and dense unions refer to one value many times, but each row gets its own copy. The layouts
follow the specification of Arrow's columnar format.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from typing import Any

#: Array types that refer to values by position: many rows may share a value.
_REPEATING = {
    "DictionaryArray",
    "RunEndEncodedArray",
    "ListViewArray",
    "LargeListViewArray",
    "StringViewArray",
    "BinaryViewArray",
    "UnionArray",
}
_LISTS = {"ListArray", "LargeListArray", "MapArray"}
#: Size in bytes of a text view; its first four bytes are the length.
_VIEW = 16


def bytes_as_rows(array: Any) -> int:
    """Return the approximate size in bytes of an array's values if every row stored its own copy.

    Raises `ValueError` for repeated values nested in repeated values.
    """
    return _bytes(array, within=False)


def _bytes(array: Any, *, within: bool) -> int:
    """Return the result of `bytes_as_rows`; `within` repeated values, further repetition raises `ValueError`."""
    kind = type(array).__name__
    if kind in _REPEATING:
        if within:
            raise ValueError(f"repeated values nested in repeated values are not supported ({array.type})")
        if kind.endswith("ViewArray") and not kind.endswith("ListViewArray"):
            return _VIEW * len(array) + sum(_lengths(array))
        return sum(8 * times + times * _bytes(part, within=True) for part, times in _referenced_values(array, kind))
    if hasattr(array, "storage"):
        return _bytes(array.storage, within=within)
    if kind == "StructArray":
        return sum(_bytes(field, within=within) for field in array.flatten())
    if kind in _LISTS and len(array):
        start, stop = array.offsets[0].as_py(), array.offsets[-1].as_py()
        return 8 * len(array) + _bytes(array.values.slice(start, stop - start), within=within)
    if kind == "FixedSizeListArray":
        return _bytes(array.flatten(), within=within)
    return int(array.nbytes)


def _lengths(array: Any) -> Iterator[int]:
    """Yield the lengths in bytes of the texts of a view array, without missing ones."""
    words = memoryview(array.buffers()[1]).cast("B").cast("i")
    step = _VIEW // words.itemsize
    lengths = words[step * array.offset : step * (array.offset + len(array)) : step]
    return compress(lengths, array.is_valid().to_pylist())


def _referenced_values(array: Any, kind: str) -> Iterator[tuple[Any, int]]:
    """Yield the values that an array refers to, each as an array slice, and the number of rows that refer to it."""
    if kind == "DictionaryArray":
        for count in array.indices.value_counts():
            place, times = count["values"].as_py(), count["counts"].as_py()
            if place is not None:
                yield array.dictionary.slice(place, 1), times
    elif kind == "RunEndEncodedArray":
        before, last = array.offset, array.offset + len(array)
        first = array.find_physical_offset()
        for place in range(first, first + array.find_physical_length()):
            end = min(array.run_ends[place].as_py(), last)
            yield array.values.slice(place, 1), end - before
            before = end
    elif kind == "UnionArray":
        dense = array.type.mode == "dense"
        for row, code in enumerate(array.type_codes.to_pylist()):
            yield array.field(code).slice(array.offsets[row].as_py() if dense else row, 1), 1
    else:
        for start, size in zip(array.offsets.to_pylist(), array.sizes.to_pylist(), strict=True):
            yield array.values.slice(start, size), 1
