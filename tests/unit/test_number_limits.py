"""Numbers of a request outside their limits: refused in Python as on the command line, and named."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

import samescore
from samescore.base.checks import check_range
from samescore.base.errors import InputError

_SYSTEMS = {"a": [0.1, 0.2, 0.3], "b": [0.2, 0.1, 0.4]}


@pytest.mark.parametrize(
    ("value", "limits", "hint"),
    [
        (0, {"least": 1}, "1 or more"),
        (-1, {"least": 0, "most": 1}, "from 0 to 1"),
        (1.5, {"least": 0, "most": 1}, "from 0 to 1"),
        (math.nan, {"least": 0, "most": 1}, "from 0 to 1"),
        (0, {"least": 0, "inside": True}, "above 0"),
        (1, {"least": 0, "most": 1, "inside": True}, "between 0 and 1"),
        ("3", {"least": 0}, "pass a number for n"),
        (True, {"least": 0}, "pass a number for n"),
    ],
)
def test_a_number_outside_its_limits_is_refused(value: Any, limits: dict[str, Any], hint: str) -> None:
    with pytest.raises(InputError, match="n is ") as refused:
        check_range(value, "n", **limits)
    assert hint in str(refused.value.hint)


@pytest.mark.parametrize("value", [None, 0, 0.5, 1])
def test_a_number_at_its_limits_is_accepted(value: float | None) -> None:
    check_range(value, "n", 0, 1)


@pytest.mark.parametrize("name", ["alpha", "level"])
@pytest.mark.parametrize("value", [0, 1, 3, -1])
def test_compare_refuses_impossible_levels(name: str, value: float) -> None:
    options: dict[str, Any] = {name: value}
    with pytest.raises(InputError, match=f"{name} is {value}"):
        samescore.compare("mean", _SYSTEMS, **options)


@pytest.mark.parametrize(
    ("name", "value"), [("examples", 0), ("seconds", 0), ("seconds", -5), ("tolerance", 5), ("seed", -1)]
)
def test_fuzz_refuses_impossible_numbers(name: str, value: float) -> None:
    options: dict[str, Any] = {name: value}
    with pytest.raises(InputError, match=f"{name} is {value}"):
        samescore.fuzz("native:sacrebleu", metric="bleu", **options)


@pytest.mark.parametrize(("name", "value"), [("fresh", -3), ("fresh", 100_001), ("seed", -1)])
def test_run_refuses_impossible_numbers(name: str, value: int) -> None:
    options: dict[str, Any] = {name: value}
    with pytest.raises(InputError, match=f"{name} is {value}"):
        samescore.run(["native"], metrics=["gleu"], **options)


def test_numbers_of_other_libraries_are_numbers() -> None:
    check_range(Fraction(1, 2), "n", 0, 1)  # type: ignore[arg-type]
