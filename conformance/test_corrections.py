"""Corrections for many tests, against statsmodels and SciPy as they are installed."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from samescore.metrics.significance.corrections import CORRECTIONS, correct_p_values

#: numpy's log1p and expm1 differ from the C library's, by how much depends on the processor.
_SIDAK_ULPS = 4


def _families() -> list[list[float]]:
    source = random.Random(3)
    values = (lambda: source.random(), lambda: source.random() ** 4, lambda: round(source.random(), 2))
    edges = (0.0, 0.05, 1.0)
    return [
        [source.choice(edges) if source.random() < 0.2 else source.choice(values)() for _ in range(size)]
        for size in (1, 2, 3, 5, 8, 20, 150)
        for _ in range(40)
    ]


def _same(ours: list[float], theirs: list[float], ulps: int) -> bool:
    return all(a == b or abs(a - b) <= ulps * math.ulp(b) for a, b in zip(ours, theirs, strict=True))


@pytest.mark.filterwarnings("ignore:divide by zero")  # of numpy's log1p, for a p-value of 1
@pytest.mark.parametrize("method", [name for name in CORRECTIONS if not name.startswith("scipy-")])
def test_corrections_are_those_of_statsmodels(method: str) -> None:
    multitest: Any = pytest.importorskip("statsmodels.stats.multitest", reason="statsmodels is not installed")
    for family in _families():
        theirs = multitest.multipletests(family, method=method)[1].tolist()
        assert _same(correct_p_values(family, method), theirs, _SIDAK_ULPS if "sidak" in method else 0), family


@pytest.mark.parametrize("method", ["bh", "by"])
def test_false_discovery_rates_are_those_of_scipy(method: str) -> None:
    stats: Any = pytest.importorskip("scipy.stats", reason="SciPy is not installed")
    for family in _families():
        theirs = stats.false_discovery_control(family, method=method).tolist()
        assert correct_p_values(family, f"scipy-{method}") == theirs, family
