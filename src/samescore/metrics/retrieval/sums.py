"""Add up discounted gains, precisions and scores of queries, in the orders and the precision of packages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from samescore.metrics.float32 import add_singles, rounding_function, single, singles, torch_sum, torch_sum_of_doubles
from samescore.metrics.summation import ExactSum, Series, numpy_sum, sum_values


def total_of(values: Series | Sequence[float], how: str, dtype: str) -> float:
    """Return the sum of `values`, added by `how` (see the knobs of summation); 0 without values.

    With the `dtype` ``float32``, partial sums are rounded to 32 bits, and Python's sum and an exact one once at the end.
    """
    if isinstance(values, ExactSum):
        return rounding_function(dtype)(values.rounded)
    if how == "kahan":
        return _kahan(values, rounding_function(dtype))
    if how in ("torch", "torch-padded"):
        if not values:
            return 0.0
        return torch_sum(singles(values)) if dtype == "float32" else torch_sum_of_doubles(list(values))
    if dtype == "float64":
        return sum_values(values, how)
    if how == "left-to-right":
        return add_singles(singles(values))
    if how == "numpy":
        return numpy_sum(singles(values), single)
    return single(sum_values(values, how))


def _kahan(values: Sequence[float], rounded: Callable[[float], float]) -> float:
    """Return the sum by Kahan's algorithm, which carries the error of each addition over to the next one."""
    total = error = 0.0
    for value in values:
        corrected = rounded(value - error)
        larger = rounded(total + corrected)
        error = rounded(rounded(larger - total) - corrected)
        total = larger
    return total
