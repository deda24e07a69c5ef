"""Every fault that is put into the oracle is noticed by some golden vector, or listed as equivalent with a reason."""

from __future__ import annotations

import json
import subprocess
import sys
import types
from pathlib import Path

import msgspec
import pytest

from samescore.catalogue.vectors import EquivalentFile
from tests.mutants.faults import faults

_HERE = Path(__file__).resolve().parent


def _listed() -> list[str]:
    file = msgspec.toml.decode((_HERE / "equivalent.toml").read_bytes(), type=EquivalentFile)
    assert all(group.reason for group in file.equivalent)
    return [name for group in file.equivalent for name in group.names]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no timers of computing time")
def test_every_fault_is_noticed_or_listed() -> None:
    """A process of its own, as some mutants never end, or fill the memory."""
    command = [sys.executable, "-m", "tests.mutants.campaign"]
    done = subprocess.run(command, cwd=_HERE.parents[1], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    modules = [json.loads(line) for line in done.stdout.splitlines()]
    assert sum(module["mutants"] for module in modules) > 900
    surviving = {name for module in modules for name in module["survivors"]}
    listed = _listed()
    assert len(listed) == len(set(listed))
    assert not surviving - set(listed), "no golden vector notices these"
    assert not set(listed) - surviving, "listed as equivalent, but a vector notices them, or there is no such mutant"


@pytest.mark.once
def test_the_faults_of_a_function() -> None:
    source = """
def mean(rows, first: tuple[int, int]):
    for row in rows:
        total = 0
        for k in range(1, len(row)):
            total += max(row[k - 1], 0) if k <= 9 else cut(row, first)
    return Fraction(total, 2), rows[0][1], rows[1:], sorted({*rows}), total / 2
"""
    assert {fault.name.removeprefix("mean: ") for fault in faults(source)} == {
        "total = 0 in the first round only",
        "range(1, len(row)) -> range(1 + 1, len(row))",
        "range(1, len(row)) -> range(1, len(row) - 1)",
        "max(row[k - 1], 0) -> min(row[k - 1], 0)",
        "k - 1 -> k",
        "k <= 9 -> k < 9",
        "cut(row, first) -> cut(first, row)",
        "Fraction(total, 2) -> Fraction(total // 2)",
        "rows[0][1] -> rows[1][0]",
        "1: -> 1 + 1:",
        "sorted({*rows}) -> list(dict.fromkeys([*rows]))",
        "total / 2 -> total // 2",
    }


@pytest.mark.once
def test_a_fault_is_in_the_code() -> None:
    (fault,) = faults("def half(n):\n    return n / 2\n")
    assert (fault.function, types.FunctionType(fault.code, {})(7)) == ("half", 3)
