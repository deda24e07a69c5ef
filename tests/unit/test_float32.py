"""Numbers of 32 bits: rounding, and PyTorch's mean."""

from __future__ import annotations

import math

import pytest

from samescore.metrics.float32 import single, singles, torch_column_sums, torch_mean


def test_numbers_are_rounded_to_24_binary_digits() -> None:
    assert single(0.1) == 0.100000001490116119384765625
    assert single(1 + 2**-24) == 1, "half a unit, to the even neighbour"
    assert single(1e39) == math.inf
    assert single(-1e39) == -math.inf


def test_a_list_is_rounded_like_its_numbers() -> None:
    numbers = [0.1, 1 + 2**-24, 3.4028235677973366e38, -1e39, math.inf, 2**-150, -0.0, 3, 2**70 + 1]
    assert list(map(repr, singles(numbers))) == list(map(repr, map(single, numbers)))


# What torch 2.15.0 (x86-64, AVX2 and above) answers on torch.tensor(values).mean(), values[i] = (37 i mod 101) / 101.
@pytest.mark.parametrize(
    ("count", "mean"),
    [
        (1, 0.0),
        (3, 0.3663366734981537),
        (6, 0.41584157943725586),
        (7, 0.3847241997718811),
        (8, 0.40717822313308716),
        (40, 0.49356430768966675),
        (1000, 0.49514850974082947),
        (3000, 0.4951154887676239),
    ],
)
def test_the_mean_is_that_of_pytorch(count: int, mean: float) -> None:
    assert torch_mean([(i * 37 % 101) / 101 for i in range(count)]) == mean


def test_the_mean_of_nothing_is_no_number() -> None:
    assert math.isnan(torch_mean([]))


# What torch 2.15.0 (x86-64, AVX2) answers on table.sum(dim=0), table[i][j] = ((37 i + 53 j) mod 101) / 101.
@pytest.mark.parametrize(
    ("size", "second", "last"),
    [
        (20, 10.099010467529297, 10.00990104675293),
        (40, 20.7326717376709, 20.356433868408203),
        (70, 35.435646057128906, 34.25742721557617),
    ],
)
def test_the_sums_of_columns_are_those_of_pytorch(size: int, second: float, last: float) -> None:
    """From 32 columns on, those that fill 32 are added up from the top down, and only the others in four strips."""
    sums = torch_column_sums([[single((37 * i + 53 * j) % 101 / 101) for j in range(size)] for i in range(size)])
    assert (sums[1], sums[-1]) == (second, last)
