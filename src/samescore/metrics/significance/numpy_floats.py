"""Reproduce the arithmetic of numpy's 32-bit scalars: an operation on two of them has a rounded 32-bit result.

For an operation with a Python number, numpy before 2 computes in doubles; since numpy 2 the Python number is first
rounded to 32 bits (NEP 50).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add, mul, truediv
from typing import ClassVar

from samescore.metrics.float32 import single
from samescore.metrics.summation import numpy_sum


class Float32:
    """A 32-bit float as in numpy before 2."""

    __slots__ = ("value",)

    #: Whether Python numbers are rounded to 32 bits before an operation.
    weak: ClassVar[bool] = False

    def __init__(self, value: float) -> None:
        self.value = single(value)

    def _operate(self, other: Number, operation: Callable[[float, float], float], *, swapped: bool = False) -> Number:
        if isinstance(other, Float32) or self.weak:
            right = other.value if isinstance(other, Float32) else single(other)
            return type(self)(operation(right, self.value) if swapped else operation(self.value, right))
        return operation(other, self.value) if swapped else operation(self.value, other)

    def __add__(self, other: Number) -> Number:
        return self._operate(other, add)

    def __mul__(self, other: Number) -> Number:
        return self._operate(other, mul)

    def __truediv__(self, other: Number) -> Number:
        return self._operate(other, truediv)

    def __rtruediv__(self, other: float) -> Number:
        return self._operate(other, truediv, swapped=True)

    __radd__, __rmul__ = __add__, __mul__

    def __float__(self) -> float:
        return self.value

    def __bool__(self) -> bool:
        return self.value != 0

    def __gt__(self, other: float) -> bool:
        return self.value > other


class WeakFloat32(Float32):
    """A 32-bit float as in numpy 2."""

    __slots__ = ()

    weak = True


Number = Float32 | float


def single_sum(values: Sequence[float]) -> float:
    """Return the sum of 32-bit floats from left to right, as numpy adds a column along the first axis of an array."""
    if all(value == int(value) for value in values) and sum(map(abs, values)) <= 2**24:
        return float(sum(values))  # no sum is rounded
    total = 0.0
    for value in values:
        total = single(total + single(value))
    return total


def single_numpy_mean(values: Sequence[float]) -> float:
    """Reproduce ``numpy.mean`` of an array of 32-bit floats."""
    return single(numpy_sum(list(values), single) / len(values))
