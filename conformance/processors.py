"""Which of the modelled orders NumPy's scalar products have here: OpenBLAS has routines for each kind of processor."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest

from samescore.metrics.correlation.products import dot_avx2, dot_avx512
from samescore.settings import Settings

#: Values of the knob `form` with scalar products, as on processors with AVX-512.
_WITH_PRODUCTS = ("unit-vectors", "unit-vectors-x87", "scaled-covariance")
_ORDERS = {"": dot_avx512, "-avx2": dot_avx2}


def on_this_processor(settings: Settings) -> Settings:
    """The same settings with the scalar products that NumPy has here. Skips the test if these are not modelled."""
    form: Any = getattr(settings, "form", None)
    return settings.replace(form=form + _suffix()) if form in _WITH_PRODUCTS else settings


def order_here() -> Callable[[Sequence[float], Sequence[float]], float]:
    """The scalar product that NumPy has here. Skips the test if it is not modelled."""
    return _ORDERS[_suffix()]


def _suffix() -> str:
    suffixes = _suffixes()
    if not suffixes:
        pytest.skip("the order in which NumPy adds up scalar products on this processor is not modelled")
    return suffixes[0]


@cache
def _suffixes() -> list[str]:
    """The suffixes of the orders that give what `numpy.dot` gives for 2 to 31 numbers: one, or none."""
    from numpy import array, dot

    rng = random.Random(1)
    draws = [
        tuple([rng.gauss(0, 1) for _ in range(size)] for _ in range(2)) for size in range(2, 32) for _ in range(20)
    ]
    expected = [float(dot(array(x), array(y))) for x, y in draws]
    return [suffix for suffix, order in _ORDERS.items() if [order(x, y) for x, y in draws] == expected]
