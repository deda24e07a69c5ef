"""The matrix of released versions: its rows, and how several of them run in parallel."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from samescore.implementations import package_names
from tools.release_matrix import not_asked, rows, side_by_side

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _command(code: str) -> list[str]:
    return [sys.executable, "-c", f"import sys, time\n{code}"]


def test_outputs_are_printed_whole_and_a_failure_is_the_exit_code(capfd: pytest.CaptureFixture[str]) -> None:
    two_lines = "print('one', flush=True)\ntime.sleep(0.2)\nprint('two', file=sys.stderr)"
    commands = {name: _command(two_lines) for name in ("a", "b")}
    assert side_by_side(commands, 2) == 0
    shown = capfd.readouterr().out
    assert "a\none\ntwo\n" in shown
    assert "b\none\ntwo\n" in shown
    assert shown.endswith("2 runs, 0 failed\n")
    assert side_by_side({"bad": _command("sys.exit(5)"), **commands}, 1) == 1
    shown = capfd.readouterr().out
    assert shown.count("one\ntwo\n") == 2
    assert shown.endswith("3 runs, 1 failed: bad (exit code 5)\n")


def test_every_change_is_tried_on_some_rows_from_the_oldest_on() -> None:
    """The newest releases of the main packages are those that the tests ask."""
    matrix = rows()
    tried = [row for row in matrix if row.ci]
    assert matrix[0] in tried
    main_packages = {"sacrebleu", "nltk", "rouge_score", "sklearn"}
    assert [row for row in matrix if set(row.releases) == main_packages][-1] not in tried
    assert 5 < len(tried) < len(matrix)
    assert all(set(row.releases) <= set(package_names()) for row in matrix)


#: 3 GB to download. The documentation names its row.
_NOT_TRIED = {"torchmetrics", "ranx"}


def test_every_package_has_a_row_and_every_change_asks_all_but_the_heaviest() -> None:
    matrix = rows()
    assert {name for row in matrix for name in row.releases} == set(package_names())
    tried = {name for row in matrix if row.ci for name in row.releases}
    assert set(package_names()) - tried == _NOT_TRIED


def test_the_documentation_says_how_to_run_the_row_that_is_too_heavy() -> None:
    (number,) = (number for number, row in enumerate(rows(), 1) if _NOT_TRIED & set(row.releases))
    text = (Path(__file__).parents[2] / "docs" / "checked.md").read_text(encoding="utf-8")
    assert f"`tox run -e matrix -- {number}`" in text


def test_packages_that_no_row_asked_are_named(tmp_path: Path) -> None:
    tried = [number for number, row in enumerate(rows(), 1) if row.ci]
    assert set(not_asked(tried, tmp_path)) == _NOT_TRIED
    jiwer_row = next(number for number in tried if "jiwer" in rows()[number - 1].releases)
    (tmp_path / f"{jiwer_row:02}.absent.json").write_text("{}", encoding="utf-8")
    assert "jiwer" in not_asked(tried, tmp_path)
    assert "sacrebleu" not in not_asked(tried, tmp_path)
