"""The Python interpreters of this machine, for environments that need another one than ours."""

from __future__ import annotations

import dataclasses
import json
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

from packaging.specifiers import SpecifierSet
from packaging.version import Version

#: The oldest Python that the adapters and the worker run on.
OLDEST = (3, 6)


@dataclasses.dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python interpreter and its version."""

    executable: Path
    version: str


class NoInterpreterError(Exception):
    """There is no interpreter that would do; says what is missing, and what there is."""


def find(wanted: str, allowed: str) -> Interpreter:
    """The interpreter that `wanted` means (a version such as 3.8, or a program), else the newest one `allowed`.

    `allowed` is a version specifier. The interpreter that runs us is taken where it will do. Raises
    `NoInterpreterError`.
    """
    if wanted:
        return _named(wanted)
    ours = Interpreter(Path(sys.executable), ".".join(map(str, sys.version_info[:3])))
    if _allows(allowed, ours.version):
        return ours
    fitting = [one for one in installed() if _allows(allowed, one.version)]
    if not fitting:
        there = ", ".join(dict.fromkeys(one.version for one in installed())) or "none"
        raise NoInterpreterError(
            f"it needs Python {allowed}, and there is {there}; install one (uv python install), or name one after @"
        )
    return max(fitting, key=lambda one: Version(one.version))


def _allows(specifier: str, version: str) -> bool:
    return SpecifierSet(specifier).contains(version, prereleases=True)


def _named(wanted: str) -> Interpreter:
    """The interpreter with a version, or the one a program is."""
    if wanted[0].isdigit():
        fitting = [one for one in installed() if f"{one.version}.".startswith(f"{wanted}.")]
        if fitting:
            return max(fitting, key=lambda one: Version(one.version))
        there = ", ".join(dict.fromkeys(one.version for one in installed())) or "none"
        raise NoInterpreterError(f"there is no Python {wanted} here; there is {there}")
    path = shutil.which(wanted)
    if path is None:
        raise NoInterpreterError(f"there is no program {wanted}")
    code = "import json, sys; print(json.dumps(list(sys.version_info[:3])))"
    try:
        done = subprocess.run([path, "-I", "-c", code], capture_output=True, timeout=20, check=True)  # noqa: S603 - named by the user
        version = ".".join(str(int(part)) for part in json.loads(done.stdout))
    except (OSError, subprocess.SubprocessError, ValueError, TypeError):
        raise NoInterpreterError(f"{wanted} is not a Python interpreter") from None
    return Interpreter(Path(path), version)


@lru_cache(maxsize=1)
def installed() -> tuple[Interpreter, ...]:
    """Every CPython from `OLDEST` on: on PATH, of pyenv, of uv, and so on; the newest first, and ours among them."""
    import findpython

    found: dict[tuple[str, Path], Interpreter] = {}
    for one in findpython.find_all(allow_prereleases=False):
        if one.implementation.lower() == "cpython" and (one.major, one.minor) >= OLDEST and _outside_environments(one):
            path = Path(one.executable)
            found.setdefault((str(one.version), path.resolve()), Interpreter(path, str(one.version)))
    return tuple(sorted(found.values(), key=lambda one: Version(one.version), reverse=True))


def _outside_environments(one: object) -> bool:
    """Is it no virtual environment's interpreter? Those come and go."""
    return not (Path(one.executable).parent.parent / "pyvenv.cfg").exists()  # type: ignore[attr-defined]  # findpython's
