"""Infinite numbers and nan in paired tests: SciPy, where it is installed, has our p-value."""

from __future__ import annotations

import math
import random
import warnings
from importlib import import_module

import pytest

import samescore
from samescore.data.comparison import Comparison, Numbers
from samescore.implementations.package import installed_version

_METHODS = {"auto": "auto", "exact": "exact", "normal": "asymptotic"}


def _columns(draw: random.Random, size: int) -> tuple[list[float], list[float]]:
    """Numbers of two systems, with equal and unequal infinite ones, sometimes nan."""
    special = [math.inf, -math.inf, *[math.nan] * (draw.random() < 0.1)]

    def column() -> list[float]:
        return [draw.choice(special) if draw.random() < 0.2 else float(draw.randint(0, 9)) for _ in range(size)]

    first, second = column(), column()
    equal = [x if math.isinf(x) and draw.random() < 0.7 else y for x, y in zip(first, second, strict=True)]
    return first, equal


@pytest.mark.once
@pytest.mark.parametrize("zeros", ["wilcox", "pratt", "zsplit"])
@pytest.mark.parametrize("null", _METHODS)
def test_wilcoxon(null: str, zeros: str) -> None:
    pytest.importorskip("scipy", reason="SciPy is not installed")
    version = installed_version("scipy")
    if tuple(map(int, version.split(".")[:2])) < (1, 15):
        pytest.skip(f"scipy {version} calls the method otherwise")
    draw, left_out = random.Random(36), 0
    stats = import_module("scipy.stats")
    for _ in range(60):
        first, second = _columns(draw, draw.choice([1, 2, 5, 13, 14, 20, 51]))
        data = Comparison("mean", [Numbers(first), Numbers(second)])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                theirs = float(stats.wilcoxon(first, second, zero_method=zeros, method=_METHODS[null]).pvalue)
            except ValueError:
                theirs = math.nan
        try:
            ours = samescore.score("p-value", data, like=f"scipy=={version}.wilcoxon", null=null, zeros=zeros).value
        except samescore.MetricError:
            ours = math.nan
        if math.isnan(theirs):
            assert math.isnan(ours), (first, second, ours)
            continue
        assert ours == theirs, (first, second, ours, theirs)
        left_out += any(math.isinf(x) and x == y for x, y in zip(first, second, strict=True))
    assert left_out > 10
