"""The composite action at the top of the repository, as a runner of the CI service carries it out."""

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
    """A file of YAML; the test is skipped without a reader of them."""
    yaml = pytest.importorskip("yaml", reason="pyyaml is not installed: pip install pyyaml")
    document: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return document


def steps() -> list[dict[str, Any]]:
    """The steps of the action."""
    action: list[dict[str, Any]] = read(TOP / "action.yml")["runs"]["steps"]
    return action


def _applies(condition: str, values: Mapping[str, str]) -> bool:
    """Is a step with this condition carried out? A condition that is not understood is an error."""
    if condition in ("", "always()"):
        return True
    compared = re.fullmatch(r"(?P<name>inputs\.[a-z-]+) (?P<sign>==|!=) ''", condition)
    assert compared is not None, condition
    return (values[compared["name"]] == "") == (compared["sign"] == "==")


def scripts(inputs: Mapping[str, str], temporary: Path) -> Iterator[tuple[str, str, dict[str, str]]]:
    """The name, the script and the environment of each step that has a script, and whose condition is true.

    `inputs` are the values of a workflow; the others are the action's defaults.
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
    """Carry out the scripts in a folder as a runner does, each though an earlier one fails; what each did, by name.

    `python` is a script that stands for the program of this name. It can import modules from the folders `importable`.
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


#: The interpreter of the tests, for every module but pip.
REAL_PYTHON = f'#!/bin/sh\nif [ "$2" = pip ]; then exit 0; fi\nexec "{sys.executable}" "$@"\n'
#: A program that writes each of its arguments into a file, with a null byte after it.
RECORDER = '#!/bin/sh\nprintf "%s\\0" "$@" >> "$RECORDED"\n'
