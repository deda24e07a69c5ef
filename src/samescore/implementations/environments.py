"""Environments of released packages: one folder for each package, version and interpreter, made once and kept.

An environment is whole when it holds ``environment.json``, which is written last; anything else is the rest of an
attempt and is made anew. A lock beside each folder keeps two runs from making, or removing, the same one at once.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

from samescore.errors import InputError
from samescore.implementations.interpreters import Interpreter, NoInterpreterError, find
from samescore.suite.releases import Needs, needs

if TYPE_CHECKING:
    from filelock import FileLock

#: Seconds that one step of an installation may take.
_PATIENCE = 1800
#: So many of an installer's last lines say why it failed.
_LAST_LINES = 4

_LOG = logging.getLogger("samescore")
_WORKER = Path(__file__).with_name("worker.py")


class Facts(msgspec.Struct, frozen=True):
    """What runs in an environment: the interpreter, the platform, and every package with its version."""

    python: str
    implementation: str
    platform: str
    unicode: str
    packages: dict[str, str]


class Environment(msgspec.Struct, frozen=True):
    """An environment that is whole. `python` is its interpreter, `wanted` the interpreter that the user named."""

    package: str
    version: str
    wanted: str
    requirements: list[str]
    installer: str
    folder: str
    facts: Facts

    @property
    def python(self) -> Path:
        return _python(Path(self.folder))

    @property
    def name(self) -> str:
        """How it is called in listings: the folder's name."""
        return Path(self.folder).name

    def size(self) -> int:
        """Its files' bytes."""
        return sum(path.lstat().st_size for path in Path(self.folder).rglob("*") if not path.is_dir())


class NotMadeError(Exception):
    """An environment could not be made; says why, in the installer's words where it was the installer."""


def cache_folder() -> Path:
    """Where environments are kept: ``SAMESCORE_CACHE``, else the user's cache folder."""
    if given := os.environ.get("SAMESCORE_CACHE", ""):
        return Path(given).absolute() / "environments"
    from platformdirs import user_cache_path

    return user_cache_path("samescore", appauthor=False) / "environments"


def environments() -> list[Environment]:
    """Every whole environment, by name."""
    found = (_read(path) for path in sorted(cache_folder().glob("*/environment.json")))
    return [one for one in found if one is not None]


def _read(path: Path) -> Environment | None:
    """What a whole environment says of itself; None for one that is being removed, or made by an older samescore."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Environment)
    except (OSError, msgspec.MsgspecError):
        return None


def remove(one: Environment) -> None:
    """Remove an environment; `InputError` where that is not allowed."""
    folder = cache_folder() / one.name
    try:
        with _lock(folder):
            (folder / "environment.json").unlink()  # from here on it is not whole, whatever comes between
            shutil.rmtree(folder)
    except OSError as problem:
        raise InputError(f"cannot remove {folder}: {problem.strerror}", hint="remove the folder by hand") from None


def environment_for(package: str, version: str, wanted: str = "") -> Environment:
    """The environment of a released version, made where it is not there yet.

    `wanted` is the interpreter: a version (3.8), a program, or empty for one that the version is known to run on.
    Nothing is asked of the network where the environment is there. Raises `NotMadeError`.
    """
    known = needs(package, version)
    if known.broken:
        raise NotMadeError(f"{package} {version} cannot run anywhere: {known.broken}")
    if (there := _existing(package, version, wanted, known)) is not None:
        return there
    try:
        interpreter = find(wanted, known.python)
    except NoInterpreterError as problem:
        why = f" ({known.why})" if known.why and not wanted else ""
        raise NotMadeError(f"{package} {version}: {problem}{why}") from None
    requirements = [f"{package}=={version}", *known.requirements]
    folder = cache_folder() / _folder_name(package, version, interpreter, requirements)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _lock(folder):
            if (there := _existing(package, version, wanted, known)) is not None:  # somebody else has made it
                return there
            return _make(folder, package, version, wanted, interpreter, requirements)
    except OSError as problem:
        raise NotMadeError(f"{folder}: {problem.strerror or problem}") from None


def _lock(folder: Path) -> FileLock:
    from filelock import FileLock

    return FileLock(f"{folder}.lock")


def _folder_name(package: str, version: str, interpreter: Interpreter, requirements: Sequence[str]) -> str:
    identity = json.dumps([str(interpreter.executable), interpreter.version, *requirements])
    safe = re.sub(r"[^A-Za-z0-9.+-]", "-", f"{package}-{version}")
    return f"{safe}-py{interpreter.version}-{hashlib.sha256(identity.encode()).hexdigest()[:8]}"


def _existing(package: str, version: str, wanted: str, known: Needs) -> Environment | None:
    """A whole environment that serves, its interpreter still there; the newest interpreter's of several."""
    requirements = [f"{package}=={version}", *known.requirements]
    fitting = [
        one
        for one in environments()
        if one.requirements == requirements
        and one.python.exists()
        and (
            one.wanted == wanted or (wanted[:1].isdigit() and f"{one.facts.python}.".startswith(f"{wanted}."))
            if wanted
            else one.wanted == "" and SpecifierSet(known.python).contains(one.facts.python, prereleases=True)
        )
    ]
    return max(fitting, key=lambda one: Version(one.facts.python), default=None)


def _make(
    folder: Path, package: str, version: str, wanted: str, interpreter: Interpreter, requirements: list[str]
) -> Environment:
    try:
        for requirement in requirements:
            Requirement(requirement)
    except InvalidRequirement as problem:
        raise NotMadeError(f"{package} {version}: {problem}") from None
    shutil.rmtree(folder, ignore_errors=True)
    installer = "uv" if _uv() else "pip"
    _LOG.info("installing %s with Python %s, by %s", " ".join(requirements), interpreter.version, installer)
    try:
        for step in _steps(folder, interpreter, requirements):
            _run(step)
        (folder / "work").mkdir()
        facts = _facts(folder)
        found = facts.packages.get(canonicalize_name(package), "")
        if not found or Version(found) != Version(version):
            raise NotMadeError(f"{package} {version}: the installer has put {found or 'nothing'} there")
        made = Environment(package, version, wanted, requirements, installer, str(folder), facts)
        (folder / "environment.json").write_bytes(msgspec.json.format(msgspec.json.encode(made)))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return made


def _steps(folder: Path, interpreter: Interpreter, requirements: Sequence[str]) -> Iterator[list[str]]:
    """The commands that make an environment."""
    if uv := _uv():
        yield [*uv, "venv", "--quiet", "--python", str(interpreter.executable), str(folder)]
        yield [*uv, "pip", "install", "--quiet", "--python", str(_python(folder)), *requirements]
    else:
        yield [str(interpreter.executable), "-m", "venv", str(folder)]
        yield [str(_python(folder)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements]


def _uv() -> list[str]:
    """How uv is called: the program on PATH, the one installed beside us, or not at all (``SAMESCORE_INSTALLER=pip``)."""
    if os.environ.get("SAMESCORE_INSTALLER", "") == "pip":
        return []
    if path := shutil.which("uv"):
        return [path]
    return [sys.executable, "-m", "uv"] if find_spec("uv") else []


def _python(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _run(command: list[str]) -> bytes:
    """What a command prints; its last lines are the reason where it fails."""
    variables = {**bare_variables(), "UV_PYTHON_DOWNLOADS": "never", "UV_NO_PROGRESS": "1"}
    try:
        done = subprocess.run(  # noqa: S603 - our own commands, without a shell
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=variables,
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NotMadeError(f"{Path(command[0]).name} did not end within {_PATIENCE} seconds") from None
    if done.returncode:
        lines = [line.strip() for line in done.stdout.decode("utf-8", "replace").splitlines() if line.strip()]
        raise NotMadeError(" / ".join(lines[-_LAST_LINES:]) or f"{command[0]} ended with status {done.returncode}")
    return done.stdout


def _facts(folder: Path) -> Facts:
    text = _run([str(_python(folder)), "-I", "-W", "ignore", str(_WORKER), "--facts"])
    try:
        return msgspec.json.decode(text.splitlines()[-1], type=Facts)
    except (msgspec.MsgspecError, IndexError):
        raise NotMadeError(f"{folder.name}: its interpreter does not say what is installed: {text[:200]!r}") from None


def bare_variables() -> dict[str, str]:
    """Our environment variables without those that would lead another interpreter to our packages."""
    return {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "CONDA"))
    }
