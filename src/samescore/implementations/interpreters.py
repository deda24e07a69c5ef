"""Find the Python interpreters of this machine, for environments that need a different version of Python."""

from __future__ import annotations

import dataclasses
import os
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from samescore.base.documents import from_json
from samescore.implementations.processes import StartError, printed_by

#: The oldest Python supported by the adapters and the worker.
OLDEST = (3, 6)


@dataclasses.dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python interpreter and its version."""

    executable: Path
    version: str


class NoInterpreterError(Exception):
    """No interpreter matches; the message says which is needed, and may list the versions that exist."""


def find(wanted: str, allowed: str) -> Interpreter:
    """Return the interpreter that `wanted` names: the newest of a version (3.8), or a program.

    If `wanted` is empty, return an interpreter that the version specifier `allowed` allows: the running interpreter if
    possible, otherwise the newest. Raises `NoInterpreterError` if none matches.
    """
    if wanted:
        return _named(wanted)
    ours = Interpreter(Path(sys.executable), ".".join(map(str, sys.version_info[:3])))
    if _allows(allowed, ours.version):
        return ours
    fitting = [python for python in installed_interpreters() if _allows(allowed, python.version)]
    if not fitting:
        there = ", ".join(dict.fromkeys(python.version for python in installed_interpreters())) or "none"
        raise NoInterpreterError(
            f"it needs Python {allowed} (found: {there}); install a suitable one (uv python install), or give its "
            "path after @"
        )
    return max(fitting, key=lambda python: Version(python.version))


def _allows(specifier: str, version: str) -> bool:
    return SpecifierSet(specifier).contains(version, prereleases=True)


def _named(wanted: str) -> Interpreter:
    """Return the newest installed interpreter of the version `wanted`, or the program `wanted`.

    Raises `NoInterpreterError` if there is none, or if the program is not a Python interpreter.
    """
    if wanted[0].isdigit():
        fitting = [python for python in installed_interpreters() if f"{python.version}.".startswith(f"{wanted}.")]
        if fitting:
            return max(fitting, key=lambda python: Version(python.version))
        there = ", ".join(dict.fromkeys(python.version for python in installed_interpreters())) or "none"
        raise NoInterpreterError(f"Python {wanted} was not found (found: {there})")
    path = shutil.which(wanted)
    if path is None:
        raise NoInterpreterError(f"program not found: {wanted}")
    code = "import json, sys; print(json.dumps(list(sys.version_info[:3])))"
    try:
        printed = printed_by([path, "-I", "-c", code], 20)[1]
        version = ".".join(map(str, from_json(printed, tuple[int, int, int])))
    except (StartError, subprocess.TimeoutExpired, ValueError, TypeError):
        raise NoInterpreterError(f"{wanted} is not a Python interpreter") from None
    return Interpreter(Path(path), version)


@lru_cache(maxsize=1)
def installed_interpreters() -> tuple[Interpreter, ...]:
    """Return every installed CPython from version `OLDEST` on, newest first: on PATH, from pyenv, from uv, and so on.

    Interpreters of virtual environments are excluded.
    """
    import findpython

    interpreters: dict[tuple[str, Path], Interpreter] = {}
    for python in findpython.find_all(allow_prereleases=False):
        path, version = Path(python.executable), str(python.version)
        if python.implementation.lower() != "cpython" or (python.major, python.minor) < OLDEST:
            continue
        if not _in_virtual_environment(path):
            interpreters.setdefault((version, path.resolve()), Interpreter(path, version))
    return tuple(sorted(interpreters.values(), key=lambda python: Version(python.version), reverse=True))


def _in_virtual_environment(executable: Path) -> bool:
    """Return whether an interpreter belongs to a virtual environment, which may be removed at any time."""
    return (executable.parent.parent / "pyvenv.cfg").exists()


def bare_variables() -> dict[str, str]:
    """Return the environment variables except those by which a different interpreter would use this one's packages."""
    return {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "CONDA"))
    }
