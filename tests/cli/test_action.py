"""The action and the hook of pre-commit: their scripts, run here, also with values that want to be shell."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from unittest import mock

import pytest

from tests.action import REAL_PYTHON, RECORDER, TOP, carry_out, read, scripts, steps

pytestmark = pytest.mark.once

_HOSTILE = (
    "$(touch x)",
    "`touch x`",
    "; touch x",
    "'; touch x; '",
    '"; touch x; "',
    "a\ttouch x",
    "$HOME",
    "* ?",
    "--version",
    "\\",
    "é \u202e",
)


def _arguments(folder: Path, inputs: dict[str, str], temporary: Path) -> list[str]:
    """What the program python was called with by all scripts."""
    recorded = temporary / "recorded"
    recorded.unlink(missing_ok=True)
    with mock.patch.dict(os.environ, {"RECORDED": str(recorded)}):
        done = carry_out(folder, inputs, temporary, python=RECORDER)
    assert all(process.returncode == 0 for process in done.values()), done
    assert all(process.stderr == "" for process in done.values()), done
    return recorded.read_text(encoding="utf-8").split("\0")[:-1]


@pytest.mark.parametrize("hostile", _HOSTILE)
def test_a_value_is_a_value_and_never_shell(hostile: str, tmp_path: Path) -> None:
    """Each value of a workflow arrives as one argument, unchanged, behind the name of its option."""
    folder, temporary = tmp_path / "work", tmp_path / "temporary"
    folder.mkdir()
    names = read(TOP / "action.yml")["inputs"].keys() - {"python-version", "artifact"}
    arguments = _arguments(folder, dict.fromkeys(names, hostile), temporary)
    options = ("--against", "--tolerance", "--like", "--return-key", "--metric", "--set", "--inputs")
    assert [argument for argument in arguments if hostile in argument] == [
        f"samescore=={hostile}",
        *(f"{option}={hostile}" for option in options),
        hostile,
    ]
    assert arguments[-2:] == ["--", hostile], "no implementation is taken for an option"
    assert list(folder.iterdir()) == []


def test_lists_are_one_value_a_line(tmp_path: Path) -> None:
    inputs = {
        "implementation": "py:a:f\npy:b:g\n",
        "metric": "bleu\n\nter",
        "inputs": "one file.tsv\nvectors",
        "settings": "",
    }
    arguments = _arguments(tmp_path, inputs, tmp_path / "temporary")
    assert arguments[-2:] == ["py:a:f", "py:b:g"]
    assert [text for text in arguments if text.startswith("--metric")] == ["--metric=bleu", "--metric=ter"]
    assert [text for text in arguments if text.startswith("--inputs")] == ["--inputs=one file.tsv", "--inputs=vectors"]
    assert not any(text.startswith("--set") for text in arguments)
    assert "--against=baseline.jsonl" in arguments
    assert not any(text.startswith("--tolerance") for text in arguments), "a project may have one of its own"


def test_without_a_version_the_wheel_is_built_from_the_actions_own_checkout_and_once(tmp_path: Path) -> None:
    wheels = tmp_path / "temporary" / "samescore-wheel"
    arguments = _arguments(tmp_path, {}, tmp_path / "temporary")
    built = ["-m", "pip", "wheel", "--no-deps", "--wheel-dir", str(wheels), str(TOP)]
    assert arguments[: len(built) + 1] == [str(TOP / "tools" / "wheel_key.py"), *built]
    wheels.mkdir()
    (wheels / "samescore-1-py3-none-any.whl").touch()
    arguments = _arguments(tmp_path, {}, tmp_path / "temporary")
    assert "wheel" not in arguments
    assert arguments[1:5] == ["-m", "pip", "install", str(wheels / "samescore-1-py3-none-any.whl")]


def test_a_released_version_is_installed_from_the_package_index(tmp_path: Path) -> None:
    arguments = _arguments(tmp_path, {"version": "1.2.0"}, tmp_path / "temporary")
    assert arguments[:4] == ["-m", "pip", "install", "samescore==1.2.0"]


def test_the_cache_holds_the_folder_in_which_the_wheel_is_built() -> None:
    named = {step["name"]: step for step in steps()}
    names = list(named)
    assert names.index("Name the wheel") < names.index("Restore the wheel") < names.index("Build the wheel")
    cache = named["Restore the wheel"]
    assert cache["uses"].startswith("actions/cache@")
    assert named["Name the wheel"]["id"] == "wheel"
    assert cache["with"]["key"] == "${{ steps.wheel.outputs.key }}"
    assert cache["with"]["path"] == named["Build the wheel"]["env"]["GATE_WHEELS"]
    assert cache["with"]["path"] == named["Install samescore"]["env"]["GATE_WHEELS"]


def test_the_options_of_functions_without_a_description(tmp_path: Path) -> None:
    inputs = {"like": "sacrebleu.corpus_bleu", "return-key": "scores.0"}
    arguments = _arguments(tmp_path, inputs, tmp_path / "temporary")
    assert {"--like=sacrebleu.corpus_bleu", "--return-key=scores.0"} <= set(arguments)
    arguments = _arguments(tmp_path, {}, tmp_path / "temporary")
    assert not any(text.startswith(("--like", "--return-key")) for text in arguments)


def test_the_baseline_is_the_one_named_or_the_projects_or_baseline_jsonl(tmp_path: Path) -> None:
    def compared(**inputs: str) -> list[str]:
        return [text for text in _arguments(tmp_path, inputs, tmp_path / "temporary") if text.startswith("--against")]

    assert compared() == ["--against=baseline.jsonl"]
    (tmp_path / "pyproject.toml").write_text('[tool.samescore]\nagainst = "mine.jsonl"\n', encoding="utf-8")
    assert compared() == [], "samescore reads the table"
    assert compared(baseline="named.jsonl") == ["--against=named.jsonl"]


def test_the_projects_table_is_named(tmp_path: Path) -> None:
    """In a container it can belong to another user than the one who runs samescore."""

    def named() -> list[str]:
        return [text for text in _arguments(tmp_path, {}, tmp_path / "temporary") if text.startswith("--config")]

    assert named() == []
    (tmp_path / "pyproject.toml").write_text("[tool.other]\n", encoding="utf-8")
    assert named() == []
    (tmp_path / "pyproject.toml").write_text('[tool.samescore]\nagainst = "mine.jsonl"\n', encoding="utf-8")
    assert named() == ["--config=pyproject.toml"]


def test_a_second_gate_in_a_job_shows_nothing_of_the_first(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    (temporary / "samescore").mkdir(parents=True)
    (temporary / "samescore" / "summary.md").write_text("nothing moved", encoding="utf-8")
    carry_out(tmp_path, {"baseline": "missing.jsonl"}, temporary, python=REAL_PYTHON)
    summary = temporary / "step-summary.md"
    assert not summary.exists() or "nothing moved" not in summary.read_text(encoding="utf-8")


def test_hostile_values_reach_nothing_but_an_error(tmp_path: Path) -> None:
    """With samescore itself behind the scripts."""
    folder, temporary = tmp_path / "work", tmp_path / "temporary"
    folder.mkdir()
    inputs = {"implementation": "$(touch x)\n--help", "baseline": "`touch x`", "inputs": "; touch x"}
    done = carry_out(folder, inputs, temporary, python=REAL_PYTHON)["Compare the scores with the baseline"]
    assert done.returncode == 2
    assert "cannot read `touch x`" in done.stderr
    assert list(folder.iterdir()) == []


def test_no_expression_is_pasted_into_a_script(tmp_path: Path) -> None:
    assert len(list(scripts({}, tmp_path))) == 5
    for step in steps():
        assert "${{" not in step.get("run", ""), "put it into env"
        assert "shell" in step or "uses" in step


def test_the_summary_is_shown_though_the_gate_fails() -> None:
    conditions = {step["name"]: step.get("if") for step in steps()}
    assert conditions["Show what moved"] == conditions["Keep the page"] == "always()"
    assert conditions["Compare the scores with the baseline"] is None


def test_the_scripts_are_sound(tmp_path: Path) -> None:
    checker = shutil.which("shellcheck")
    for _, script, _ in scripts({}, tmp_path):
        if checker:
            done = subprocess.run([checker, "-s", "bash", "-"], input=script, capture_output=True, text=True)
            assert done.returncode == 0, done.stdout
        assert script.count('"') % 2 == 0


def test_the_hook_runs_the_gate() -> None:
    (hook,) = read(TOP / ".pre-commit-hooks.yaml")
    assert hook["language"] == "python"
    assert hook["pass_filenames"] is False
    assert hook["entry"].split()[:4] == ["python", "-m", "samescore", "run"]
