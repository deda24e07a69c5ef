"""The pre-commit hook, the pytest plugin and the action work from an installed wheel: ``tox run -e build``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from samescore.base.documents import from_json, from_toml
from tests.action import TOP, carry_out, read
from tests.wheels import built_wheel

pytestmark = [pytest.mark.once, pytest.mark.slow]

_GATE = "Compare the scores with the baseline"
_RIGHT = (TOP / "examples" / "regression" / "my_metric.py").read_text(encoding="utf-8")
_CLIPPED, _UNCLIPPED = "sum((counts & most).values())", "sum(n for gram, n in counts.items() if gram in most)"
#: A function that does not describe itself, and returns more than a score.
_UNDESCRIBED = """
import my_metric


def evaluate(hypotheses, references):
    return {"bleu": my_metric.corpus_bleu(hypotheses, references), "segments": len(hypotheses)}
"""


@pytest.fixture(scope="session")
def wheel() -> Path:
    """Return the built wheel; skip the test if `SAMESCORE_WHEEL` is not set."""
    path = built_wheel()
    if path is None:
        pytest.skip("SAMESCORE_WHEEL is not set: tox run -e build builds a wheel and sets it")
    return path


def _environment(folder: Path, *packages: str) -> Path:
    """The interpreter of a new virtual environment with these packages."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if packages:
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *packages], check=True)
    return python


@pytest.fixture(scope="session")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel and pytest."""
    return _environment(tmp_path_factory.mktemp("installed") / "venv", str(wheel), "pytest")


def test_the_json_form_of_a_toml_file_in_the_wheel_has_its_content(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith(".toml.json")]
        assert len([name for name in names if "/profiles/" in name]) > 100
        for name in names:
            assert from_json(archive.read(name)) == from_toml(archive.read(name.removesuffix(".json"))), name


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The folder of somebody's package, with a metric."""
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "my_metric.py").write_text(_RIGHT, encoding="utf-8")
    (folder / "plain.py").write_text(_UNDESCRIBED, encoding="utf-8")
    shutil.copy(TOP / "examples" / "regression" / "mine.tsv", folder)
    return folder


def _break(package: Path) -> None:
    assert _CLIPPED in _RIGHT
    (package / "my_metric.py").write_text(_RIGHT.replace(_CLIPPED, _UNCLIPPED), encoding="utf-8")


def _run(python: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a module with an interpreter that can import from the working folder and its environment alone."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [str(python), *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**environment, "PYTHONDONTWRITEBYTECODE": "1"},
    )


def test_the_environment_has_the_wheel_and_not_the_checkout(python: Path, tmp_path: Path) -> None:
    done = _run(python, "-c", "import samescore; print(samescore.__file__)", cwd=tmp_path)
    assert Path(done.stdout.strip()).is_relative_to(python.parents[1]), done.stderr


def test_the_hook_of_pre_commit_fails_when_a_score_moves(python: Path, package: Path) -> None:
    (hook,) = read(TOP / ".pre-commit-hooks.yaml")
    program, *entry = hook["entry"].split()
    assert program == "python"
    function = ("py:my_metric:corpus_bleu", "--inputs", "mine.tsv")
    recorded = _run(python, *entry, *function, "--write-baseline", "baseline.jsonl", cwd=package)
    assert recorded.returncode == 0, recorded.stderr
    unchanged = _run(python, *entry, *function, "--against", "baseline.jsonl", cwd=package)
    assert unchanged.returncode == 0, unchanged.stdout + unchanged.stderr
    _break(package)
    moved = _run(python, *entry, *function, "--against", "baseline.jsonl", cwd=package)
    assert moved.returncode == 1
    assert "clipping: clipped -> unclipped" in moved.stdout + moved.stderr
    files = {path.name for path in package.iterdir()}
    assert files == {"my_metric.py", "plain.py", "mine.tsv", "baseline.jsonl"}, "the hook leaves nothing"


def test_the_plugin_of_pytest_makes_a_test_of_each_vector(python: Path, package: Path) -> None:
    (package / "test_own.py").write_text("def test_own():\n    pass\n", encoding="utf-8")
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--samescore-impl=py:my_metric:corpus_bleu")
    right = _run(python, *command, "--samescore-fresh=5", cwd=package)
    assert right.returncode == 0, right.stdout + right.stderr
    assert int(right.stdout.splitlines()[-1].split()[0]) > 100
    _break(package)
    wrong = _run(python, *command, "--samescore-fresh=0", cwd=package)
    assert wrong.returncode == 1
    assert "clipping" in wrong.stdout


def test_a_test_can_check_a_function(python: Path, tmp_path: Path) -> None:
    project = shutil.copytree(TOP / "examples" / "pytest", tmp_path / "project")
    done = _run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=project)
    assert done.returncode == 1
    assert "sentence-mean" in done.stdout


def test_the_action_installs_the_cached_wheel_and_runs_the_gate(
    wheel: Path, python: Path, package: Path, tmp_path: Path
) -> None:
    """With a function that does not describe itself; in an environment without samescore, as a job has it."""
    options = ["--metric=bleu", "--like=sacrebleu.corpus_bleu", "--set=tokenizer=none", "--set=smoothing=none"]
    record = ["--return-key=bleu", "--inputs=mine.tsv", "--no-report", "--write-baseline=kept.jsonl"]
    recorded = _run(python, "-m", "samescore", "run", "py:plain:evaluate", *options, *record, cwd=package)
    assert (package / "kept.jsonl").exists(), recorded.stdout + recorded.stderr
    inputs = {
        "implementation": "py:plain:evaluate",
        "metric": "bleu",
        "like": "sacrebleu.corpus_bleu",
        "return-key": "bleu",
        "settings": "tokenizer=none\nsmoothing=none",
        "inputs": "mine.tsv",
        "baseline": "kept.jsonl",
    }
    job, temporary = _environment(tmp_path / "job"), tmp_path / "temporary"
    (temporary / "samescore-wheel").mkdir(parents=True)
    shutil.copy(wheel, temporary / "samescore-wheel")
    program = f'#!/bin/sh\nexec "{job}" "$@"\n'
    done = carry_out(package, inputs, temporary, python=program, importable=())
    assert {name: process.returncode for name, process in done.items()} == dict.fromkeys(done, 0), done
    assert done["Build the wheel"].stdout == "The wheel is in the cache.\n"
    assert (temporary / "output").read_text(encoding="utf-8").startswith("key=samescore-")
    summary = temporary / "step-summary.md"
    assert summary.read_text(encoding="utf-8").startswith("## samescore: Nothing moved\n")
    _break(package)
    moved = carry_out(package, inputs, temporary, python=program, importable=())
    assert moved[_GATE].returncode == 1
    assert "clipping" in summary.read_text(encoding="utf-8")
