"""The benchmark of tables: true tables are accused by nothing, one number is altered, and failures have an exit code."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from benchmarks import tables

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.mark.parametrize("count", [4, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize("family", tables.FAMILIES)
def test_no_true_table_is_accused_and_every_altered_support_is_found(family: str, count: int, tmp_path: Path) -> None:
    found = tables.counted(family, count, 7, tmp_path)
    assert found.true[tables.IMPOSSIBLE] == 0
    assert family in tables.TRUE_ONLY or not found.true[tables.DOUBTFUL]
    assert found.supports.total() == found.supports[tables.IMPOSSIBLE]


@pytest.mark.parametrize("seed", range(3))
def test_every_support_of_a_report_may_be_altered_and_is_found(seed: int, tmp_path: Path) -> None:
    made = tables.report(random.Random(f"supports {seed}"))
    for support in [number for number in tables.NUMBER.finditer(made.template) if number[2] == "support"]:
        text = f"{made.template[: support.start()]}{int(support[1]) + 1}{made.template[support.end() :]}"
        said = tables.verdict(tables.NUMBER.sub(r"\1", text), made.suffix, tmp_path)
        assert said == tables.IMPOSSIBLE


@pytest.mark.parametrize("family", tables.FAMILIES)
def test_one_number_is_altered(family: str) -> None:
    rng = random.Random(family)
    for _ in range(20):
        made = tables.FAMILIES[family](rng)
        wrong = tables.altered(made, rng)
        numbers = [number[1] for number in tables.NUMBER.finditer(made.template)]
        assert wrong.text != made.text
        assert all(text in wrong.text for text in tables.NUMBER.split(made.template)[::3])
        assert sum(wrong.text.count(number) < made.text.count(number) for number in set(numbers)) <= 1
        if made.suffix == ".json":
            json.loads(wrong.text)


@pytest.mark.parametrize(("said", "code"), [(tables.IMPOSSIBLE, 1), (tables.DOUBTFUL, 1), (tables.SILENT, 1)])
def test_an_accused_table_or_an_altered_support_that_is_not_found_fails(
    said: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tables, "verdict", lambda *_: said)
    assert tables.main(["--tables", "8", "--families", "classification report", "--missed"]) == code
    assert "| all | 8 |" in capsys.readouterr().out
