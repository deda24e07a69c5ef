"""``[tool.samescore]``: a project's own implementation, metric, settings, inputs and gate."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore.base.errors import InputError
from samescore.cli.config import table
from tests.command import call, call_program

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_FUNCTION = """
def accuracy(gold, predicted):
    return sum(a == b for a, b in zip(gold, predicted)) / len(gold)
"""
_TABLE = """
[project]
name = "mine"

[tool.samescore]
implementation = "py:mine:accuracy"
metric = "accuracy"
fresh = 3
seed = 7
in-process = true
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(_FUNCTION, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(_TABLE, encoding="utf-8")
    return tmp_path


def _changed(project: Path, *lines: str) -> None:
    (project / "pyproject.toml").write_text("\n".join([_TABLE, *lines]), encoding="utf-8")


@pytest.mark.parametrize("command", ["run", "smoke", "identify"])
def test_a_command_without_options_is_about_the_project(project: Path, command: str) -> None:
    said = call(command, cwd=project, PYTHONPATH=str(project))
    options = ["py:mine:accuracy", "-m", "accuracy", "--in-process"]
    options += [] if command == "identify" else ["--fresh", "3", "--seed", "7"]
    typed = call(command, *options, "--no-config", cwd=project, PYTHONPATH=str(project))
    assert (said.returncode, said.stdout) == (typed.returncode, typed.stdout), said.stderr
    assert "accuracy" in said.stdout
    line, running = [line for line in said.stderr.splitlines() if "pyproject.toml" in line]
    assert running == f"samescore: running py:mine:accuracy, named in {project / 'pyproject.toml'}"
    assert "implementation py:mine:accuracy, metric accuracy" in line
    assert "pyproject.toml" not in typed.stderr


def test_the_nearest_file_with_the_table_counts(project: Path) -> None:
    inner = project / "a" / "b"
    inner.mkdir(parents=True)
    (project / "a" / "pyproject.toml").write_text('[project]\nname = "samescore-user"\n', encoding="utf-8")
    found = table(folder=inner)
    assert found is not None
    assert found.path == project / "pyproject.toml"
    (inner / "pyproject.toml").write_text('[tool.samescore]\nmetric = "wer"\n', encoding="utf-8")
    nearer = table(folder=inner)
    assert nearer is not None
    assert nearer.values == {"metric": "wer"}
    (inner / "pyproject.toml").write_text("[tool.samescore]\n", encoding="utf-8")
    empty = table(folder=inner)
    assert empty is not None, "an empty table ends the search"
    assert (empty.path, empty.values) == (inner / "pyproject.toml", {})


@pytest.mark.parametrize("value", ['""', '"native"', "0", "3", "false", "true", "[]", '["native"]'])
def test_a_value_instead_of_a_table_is_an_error(project: Path, value: str) -> None:
    (project / "pyproject.toml").write_text(f"[tool]\nsamescore = {value}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"pyproject\.toml: tool\.samescore must be a table") as raised:
        table(folder=project)
    assert raised.value.hint == "write the options below a line [tool.samescore]"


@pytest.mark.parametrize("content", ['tool = "samescore"\n', '[tool.other]\nname = "samescore"\n', "# samescore\n"])
def test_a_file_without_the_table_is_passed_over(project: Path, content: str) -> None:
    inner = project / "a"
    inner.mkdir()
    (inner / "pyproject.toml").write_text(content, encoding="utf-8")
    found = table(folder=inner)
    assert found is not None
    assert found.path == project / "pyproject.toml"


@pytest.mark.parametrize("in_process", [False, True])
def test_the_projects_functions_are_found_from_a_folder_below(project: Path, in_process: bool) -> None:
    below = project / "below"
    below.mkdir()
    if not in_process:
        table_of_mine = _TABLE.replace("in-process = true", "")
        (project / "pyproject.toml").write_text(table_of_mine, encoding="utf-8")
    done = call_program("smoke", cwd=below)
    assert done.returncode == 0, done.stderr
    named = call_program("smoke", "py:mine:accuracy", "-m", "accuracy", "--no-config", cwd=below)
    assert "No module named 'mine'" in named.stderr


def test_the_command_line_wins(project: Path) -> None:
    done = call("smoke", "--seed", "8", cwd=project, PYTHONPATH=str(project))
    assert "(seed 8)" in done.stdout
    assert "seed 7" not in done.stderr


def test_another_implementation_is_not_asked_under_the_projects_options(project: Path) -> None:
    done = call("smoke", "native:jiwer", cwd=project)
    assert "native:jiwer" in done.stdout
    assert "pyproject.toml" not in done.stderr
    done = call("smoke", "py:mine:accuracy", cwd=project, PYTHONPATH=str(project))
    assert "metric accuracy" in done.stderr


def test_settings_are_a_table_of_knobs(project: Path) -> None:
    (project / "pyproject.toml").write_text(
        '[tool.samescore]\nimplementation = "py:mine:f1"\nmetric = "f1"\nset = {average = "macro", zero_division = "0"}\n',
        encoding="utf-8",
    )
    found = table(folder=project)
    assert found is not None
    from samescore.cli.run import run

    assert found.defaults(run)["assignments"] == ("average=macro", "zero_division=0")


def test_paths_are_relative_to_the_file(project: Path) -> None:
    _changed(project, 'against = "baseline.jsonl"')
    (project / "below").mkdir()
    done = call("run", cwd=project / "below", PYTHONPATH=str(project))
    assert done.returncode == 2
    assert f"{project / 'baseline.jsonl'}" in done.stderr


def test_a_baseline_is_written_where_the_project_has_a_gate(project: Path) -> None:
    _changed(project, 'against = "baseline.jsonl"')
    written = call("run", "--write-baseline", "baseline.jsonl", cwd=project, PYTHONPATH=str(project))
    assert written.returncode == 0, written.stderr
    gated = call("run", cwd=project, PYTHONPATH=str(project))
    assert gated.returncode == 0, gated.stderr
    (project / "mine.py").write_text(_FUNCTION.replace("/ len(gold)", "/ (len(gold) + 1)"), encoding="utf-8")
    assert call("run", cwd=project, PYTHONPATH=str(project)).returncode == 1


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('metrc = "bleu"', "did you mean metric?"),
        ("last-failed = true", "unknown key 'last-failed'"),
        ("fresh = -1", "pyproject.toml: fresh: "),
        ("metric = {name = 1}", "metric in [tool.samescore] cannot be read"),
        ("metric = ", "pyproject.toml"),
        ("metric = bleu", 'hint: quote the text: metric = "bleu"'),
        ("in-process = true\nmetric = chrf++  # a remark", 'hint: quote the text: metric = "chrf++"'),
        ("in-process = true\nmetric = [", "hint: the file must be valid TOML"),
    ],
)
def test_a_wrong_table_is_an_error(tmp_path: Path, lines: str, message: str) -> None:
    (tmp_path / "pyproject.toml").write_text(
        f'[tool.samescore]\nimplementation = "native"\n{lines}\n', encoding="utf-8"
    )
    done = call("run", cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert call("run", "native", "-k", "wer-no", "--no-config", "--no-report", cwd=tmp_path).returncode == 0


def test_a_file_can_be_named(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    done = call("smoke", "--config", str(project / "pyproject.toml"), cwd=elsewhere, PYTHONPATH=str(project))
    assert "metric accuracy" in done.stderr
    (elsewhere / "other.toml").write_text("[tool.other]\n", encoding="utf-8")
    done = call("smoke", "--config", "other.toml", cwd=elsewhere)
    assert (done.returncode, "has no table [tool.samescore]" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("tolerance = true", "tolerance cannot be yes"),
        ("against = true", "against cannot be yes"),
        ("timeout = false", "timeout cannot be no"),
        ('no-fresh-key = "x"', "unknown key 'no-fresh-key'"),
        ('against = ["a.jsonl", "b.jsonl"]', "against takes one value"),
        ("against = []", "against takes one value"),
        ("tolerance = [0, 0]", "tolerance takes one value"),
    ],
)
def test_a_value_that_an_option_does_not_take_is_an_error(project: Path, line: str, complaint: str) -> None:
    _changed(project, line)
    done = call("run", cwd=project, PYTHONPATH=str(project))
    assert done.returncode == 2
    assert f"{project / 'pyproject.toml'}" in done.stderr
    assert complaint in done.stderr


def test_a_flag_is_true_or_false(project: Path) -> None:
    (project / "pyproject.toml").write_text(_TABLE.replace("in-process = true", 'in-process = "yes"'), encoding="utf-8")
    done = call("run", cwd=project, PYTHONPATH=str(project))
    assert done.returncode == 2
    assert "in-process cannot be yes\n  hint: write in-process = true, or false" in done.stderr


def test_a_deleted_working_folder_has_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert table() is None
