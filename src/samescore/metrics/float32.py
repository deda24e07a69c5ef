"""Single precision: reproduce PyTorch's computations with tensors of 32-bit floats.

An operation on 32-bit floats equals the same operation on doubles, rounded to 32 bits: a double has more than twice the
digits, so rounding twice cannot change a sum, difference, product, quotient or square root. Logarithms and exponentials
are rounded correctly here; PyTorch's may be off by about a unit in the last place.
"""

from __future__ import annotations

import math
import struct
from array import array
from collections.abc import Callable, Iterable, Sequence
from operator import add

from samescore.metrics.summation import numpy_sum
from samescore.settings import Choice, Stage, knob

_LANES = 8  # the number of 32-bit floats that PyTorch's sum processes at once, on processors with AVX2
_ACCUMULATORS = 4
_LEVELS = 4

#: A function that adds two rows.
AddRows = Callable[[list[float], list[float]], list[float]]

_pack, _unpack = struct.Struct("<f").pack, struct.Struct("<f").unpack


def dtype_knob(others: tuple[str, ...] = (), meaning: str = "") -> str:
    """Define the knob ``dtype`` of a metric that PyTorch implementations compute, at least in part, in 32-bit floats.

    `others` are further values of the knob, described by `meaning`.
    """
    return knob(
        Stage.COMBINATION,
        Choice(("float64", "float32", *others)),
        "float64",
        "Floating-point precision. float64: double precision; float32: round to 32 bits (about 7 digits) after every "
        f"operation{meaning}",
        former=("arithmetic",),
    )


def single(number: float) -> float:
    """Return the 32-bit float nearest to `number`, or an infinity if it is beyond their range."""
    try:
        rounded: float = _unpack(_pack(number))[0]
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")
    return rounded


def singles(numbers: Iterable[float]) -> list[float]:
    """Return the result of `single` for each number."""
    return array("f", numbers).tolist()


def root_of_single(number: float) -> float:
    """Return the correctly rounded square root of a 32-bit float; PyTorch's may be rounded differently."""
    return single(math.sqrt(number))


def _double(number: float) -> float:
    return number


def rounding_function(dtype: str) -> Callable[[float], float]:
    """Return the function to apply to every result: rounding to 32 bits for ``float32``, else the identity."""
    return single if dtype == "float32" else _double


def add_singles(values: Sequence[float]) -> float:
    """Return the sum of 32-bit floats from left to right, each partial sum rounded to 32 bits; 0 without values."""
    total = 0.0
    for value in values:
        total = single(total + value)
    return total


def mean_of_singles(values: Sequence[float]) -> float:
    """Return the mean of 32-bit floats added from left to right; nan without values."""
    return single(add_singles(values) / len(values)) if values else float("nan")


def torch_mean(values: Sequence[float]) -> float:
    """Reproduce ``torch.tensor(values).mean()`` on 32-bit floats; nan without values."""
    return single(torch_sum(singles(values)) / len(values)) if values else float("nan")


def numpy_mean_of_singles(values: Sequence[float]) -> float:
    """Reproduce ``numpy.mean(values, dtype=numpy.float32)``; nan without values."""
    return single(numpy_sum(singles(values), single) / len(values)) if values else float("nan")


def torch_sum(values: list[float]) -> float:
    """Reproduce ``torch.sum`` of a non-empty row of 32-bit floats (SumKernel.cpp).

    Vectors of eight are added first, four rows at a time, then the remaining values.
    """
    return _vector_sum(values, _LANES, _add_rows)


def torch_sum_of_doubles(values: list[float]) -> float:
    """Reproduce ``torch.sum`` of a non-empty row of 64-bit floats, as `torch_sum`, but with vectors of four."""
    return _vector_sum(values, _LANES // 2, _add_rows_of_doubles)


def _vector_sum(values: list[float], lanes: int, add_rows: AddRows) -> float:
    if len(values) < lanes:
        return _row_sum([[value] for value in values], add_rows)[0]
    whole = len(values) - len(values) % lanes
    vector = _row_sum([values[i : i + lanes] for i in range(0, whole, lanes)], add_rows)
    total = [0.0]
    for value in [*values[whole:], *vector]:
        total = add_rows(total, [value])
    return total[0]


def torch_column_sums(rows: Sequence[Sequence[float]]) -> list[float]:
    """Reproduce ``torch.sum(table, dim=0)`` of a square table of 32-bit floats.

    Blocks of 32 columns are added down the rows by cascade summation, the remaining columns like the rows of
    `torch_sum`.
    """
    width = len(rows[0])
    whole = width - width % (_LANES * _ACCUMULATORS)
    together = _cascade_sum([list(row[:whole]) for row in rows], whole, _add_rows)
    return together + (_row_sum([list(row[whole:]) for row in rows], _add_rows) if whole < width else [])


def _row_sum(rows: list[list[float]], add_rows: AddRows) -> list[float]:
    """Return the sum of rows: complete groups of four are distributed over four accumulators, one row each.

    Each accumulator is a cascade sum. The remaining rows, and then the other three accumulators, are added to the first.
    Every addition is rounded, to 32 bits unless the numbers are doubles.
    """
    whole = len(rows) // _ACCUMULATORS
    width = len(rows[0])
    strips = [rows[k : whole * _ACCUMULATORS : _ACCUMULATORS] for k in range(_ACCUMULATORS)]
    total, *others = (_cascade_sum(strip, width, add_rows) for strip in strips)
    for row in [*rows[whole * _ACCUMULATORS :], *others]:
        total = add_rows(total, row)
    return total


def _cascade_sum(rows: list[list[float]], width: int, add_rows: AddRows) -> list[float]:
    """Return the sum of rows by cascade summation: every 2^p rows the sum moves up a level."""
    power = max(4, (len(rows) - 1).bit_length() // _LEVELS if rows else 0)
    step = 1 << power
    levels: list[list[float]] = [[0.0] * width for _ in range(_LEVELS)]
    done = 0
    while done + step <= len(rows):
        for row in rows[done : done + step]:
            levels[0] = add_rows(levels[0], row)
        done += step
        for level in range(1, _LEVELS):
            levels[level] = add_rows(levels[level], levels[level - 1])
            levels[level - 1] = [0.0] * width
            if done & ((step - 1) << (level * power)):
                break
    for row in rows[done:]:
        levels[0] = add_rows(levels[0], row)
    total, *above = levels
    for row in above:
        total = add_rows(total, row)
    return total


def _add_rows(a: list[float], b: list[float]) -> list[float]:
    return singles(map(add, a, b))


def _add_rows_of_doubles(a: list[float], b: list[float]) -> list[float]:
    return list(map(add, a, b))
