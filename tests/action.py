"""Run the composite action of the repository as a runner of the CI service does."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

#: The top of the repository.
TOP = Path(__file__).resolve().parents[1]
_EXPRESSION = re.compile(r"\$\{\{ *(?P<name>[a-z_.-]+) *\}\}")


def read(path: Path) -> dict[Any, Any]:
    """Return the content of a YAML file; the test is skipped if no YAML reader is installed."""
    yaml = pytest.importorskip("yaml", reason="pyyaml is not installed: pip install pyyaml")
    document: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return document


def steps() -> list[dict[str, Any]]:
    """Return the steps of the action."""
    action: list[dict[str, Any]] = read(TOP / "action.yml")["runs"]["steps"]
    return action


def _applies(condition: str, values: Mapping[str, str]) -> bool:
    """Return whether a step with this condition runs; a condition of unknown form fails the test."""
    if condition in ("", "always()"):
        return True
    compared = re.fullmatch(r"(?P<name>inputs\.[a-z-]+) (?P<sign>==|!=) ''", condition)
    assert compared is not None, condition
    return (values[compared["name"]] == "") == (compared["sign"] == "==")


def scripts(inputs: Mapping[str, str], temporary: Path) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield the name, the script and the environment of each step that has a script and whose condition is true.

    `inputs` are the values of a workflow; the other inputs have the action's defaults.
    """
    declared = read(TOP / "action.yml")["inputs"]
    assert inputs.keys() <= declared.keys()
    values = {f"inputs.{name}": inputs.get(name, facts.get("default", "")) for name, facts in declared.items()}
    values |= {"runner.temp": str(temporary), "github.action_path": str(TOP)}
    for step in steps():
        if "run" in step and _applies(step.get("if", ""), values):
            environment = {
                name: _EXPRESSION.sub(lambda match: str(values[match["name"]]), text)
                for name, text in step.get("env", {}).items()
            }
            yield step["name"], step["run"], environment


def carry_out(
    folder: Path,
    inputs: Mapping[str, str],
    temporary: Path,
    *,
    python: str,
    importable: Sequence[Path] = (TOP / "src",),
) -> dict[str, subprocess.CompletedProcess[str]]:
    """Run the scripts in a folder as a runner does, even after a failure, and return the completed processes by name.

    `python` is a script that replaces the program of this name. It can import modules from the folders `importable`.
    """
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    programs = temporary / "programs"
    programs.mkdir(parents=True, exist_ok=True)
    (programs / "python").write_text(python, encoding="utf-8")
    (programs / "python").chmod(0o755)
    done = {}
    for name, script, environment in scripts(inputs, temporary):
        (temporary / "script.sh").write_text(script, encoding="utf-8")
        paths = [str(folder), *map(str, importable), os.environ.get("PYTHONPATH", "") if importable else ""]
        done[name] = subprocess.run(
            [bash, "--noprofile", "--norc", "-eo", "pipefail", str(temporary / "script.sh")],
            cwd=folder,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            env={
                **os.environ,
                **environment,
                "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
                "PYTHONPATH": os.pathsep.join(filter(None, paths)),
                "GITHUB_OUTPUT": str(temporary / "output"),
                "GITHUB_STEP_SUMMARY": str(temporary / "step-summary.md"),
            },
        )
    return done


#: A script that runs the interpreter of the tests for every module except pip.
REAL_PYTHON = f'#!/bin/sh\nif [ "$2" = pip ]; then exit 0; fi\nexec "{sys.executable}" "$@"\n'
#: A program that writes its arguments into a file, each followed by a null byte.
RECORDER = '#!/bin/sh\nprintf "%s\\0" "$@" >> "$RECORDED"\n'
