"""Install packages into environments, with uv or with an interpreter's own venv and pip.

The working folder has no influence: installers run in the cache of environments, interpreters ignore the working folder
and the PYTHON variables (``-I``), and `samescore.implementations.package_index` selects the configuration variables
that an installer gets.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from samescore.implementations.interpreters import Interpreter, bare_variables
from samescore.implementations.package_index import PIP, UV, Installer
from samescore.implementations.processes import StartError, printed_by

#: Time limit of one installation step in seconds.
PATIENCE = 1800
#: Number of an installer's last lines shown if it fails.
_LAST_LINES = 4


class NotMadeError(Exception):
    """An environment could not be created; the message says why or quotes the installer."""


def installer() -> Installer:
    """Return uv if it is installed and SAMESCORE_INSTALLER is not pip; otherwise return pip."""
    return UV if _uv() else PIP


def install(
    folder: Path, interpreter: Interpreter, requirements: Sequence[str], by: Installer, variables: Mapping[str, str]
) -> None:
    """Create an environment in a new folder, and install packages into it.

    `variables` are the environment variables of the installer `by`. Raises `NotMadeError`, with the installer's last
    lines, if a step fails.
    """
    inherited = {name: value for name, value in bare_variables().items() if not name.startswith(("PIP_", "UV_"))}
    configured = by.configuration in variables
    for step in _steps(folder, interpreter, requirements, configured=configured):
        output_of(step, folder.parent, {**inherited, **variables})
        folder.chmod(0o700)


def environment_python(folder: Path) -> Path:
    """Return the path of the interpreter of the environment in a folder."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def output_of(command: list[str], folder: Path, variables: Mapping[str, str]) -> bytes:
    """Run a command in a folder with these environment variables, and return its output, including stderr.

    Raises `NotMadeError`, with the last lines of the output, if the command fails, cannot be started or takes too long.
    """
    try:
        status, printed = printed_by(command, PATIENCE, variables, folder)
    except subprocess.TimeoutExpired:
        raise NotMadeError(f"{Path(command[0]).name} did not finish within {PATIENCE} seconds") from None
    except StartError as problem:
        raise NotMadeError(str(problem)) from None
    if status:
        lines = [line.strip() for line in printed.decode("utf-8", "replace").splitlines() if line.strip()]
        raise NotMadeError(" / ".join(lines[-_LAST_LINES:]) or f"{command[0]} exited with status {status}")
    return printed


def _steps(
    folder: Path, interpreter: Interpreter, requirements: Sequence[str], *, configured: bool
) -> Iterator[list[str]]:
    """Yield the commands that create an environment and install the requirements.

    Unless `configured`, uv is kept from reading configuration files.
    """
    python = str(environment_python(folder))
    if uv := _uv():
        options = [] if configured else ["--no-config"]
        yield [uv, "venv", "--no-config", "--quiet", "--python", str(interpreter.executable), str(folder)]
        yield [uv, "pip", "install", *options, "--quiet", "--python", python, *requirements]
    else:
        yield [str(interpreter.executable), "-I", "-m", "venv", str(folder)]
        yield [python, "-I", "-m", "pip", "install", "--quiet", *requirements]


def _uv() -> str:
    """Return the path of uv, found on PATH or beside this interpreter.

    It is empty if uv is not found, or if SAMESCORE_INSTALLER is pip. Only folders with absolute paths are searched.
    """
    if os.environ.get("SAMESCORE_INSTALLER", "") == "pip":
        return ""
    folders = [folder for folder in os.environ.get("PATH", "").split(os.pathsep) if Path(folder).is_absolute()]
    found = shutil.which("uv", path=os.pathsep.join([*folders, sysconfig.get_path("scripts")]))
    return found if found and Path(found).is_absolute() else ""
