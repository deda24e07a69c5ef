"""Environments of released packages: one folder for each package, version and interpreter, created once and kept.

An environment is complete when it holds ``environment.json``, which is written last; any other folder is left over from
a failed attempt and is created again. A lock beside each folder keeps two runs from creating or removing it at once.
Programs in these folders are run, so folders that other users can write are refused.
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
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import msgspec
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from samescore.catalogue.releases import Needs, needs
from samescore.data.documents import MalformedError, from_json, json_document
from samescore.errors import InputError
from samescore.implementations.interpreters import Interpreter, NoInterpreterError, find
from samescore.implementations.processes import StartError, printed_by
from samescore.implementations.trust import check_trusted

#: Seconds that one step of an installation may take.
_PATIENCE = 1800
#: Number of an installer's last lines that are shown if it fails.
_LAST_LINES = 4

_LOG = logging.getLogger("samescore")
_WORKER = Path(__file__).parent / "adapters" / "_worker.py"


class Facts(msgspec.Struct, frozen=True):
    """Facts about an environment: the interpreter, the platform, and every package with its version."""

    python: str
    implementation: str
    platform: str
    unicode: str
    packages: dict[str, str]


class Environment(msgspec.Struct, frozen=True):
    """A complete environment. `python` is its interpreter, `base` the one that created it."""

    package: str
    version: str
    base: str
    requirements: list[str]
    installer: str
    folder: str
    facts: Facts

    @property
    def python(self) -> Path:
        return _python(Path(self.folder))

    @property
    def name(self) -> str:
        """The folder's name, which listings show."""
        return Path(self.folder).name

    def size(self) -> int:
        """The total size of its files, in bytes."""
        return sum(path.lstat().st_size for path in Path(self.folder).rglob("*") if not path.is_dir())


class NotMadeError(Exception):
    """An environment could not be created; the message says why, or quotes the installer."""


def cache_folder() -> Path:
    """The folder of all environments: in ``SAMESCORE_CACHE``, or else in the user's cache folder."""
    if folder := os.environ.get("SAMESCORE_CACHE", ""):
        return Path(folder).absolute() / "environments"
    from platformdirs import user_cache_path

    return user_cache_path("samescore", appauthor=False) / "environments"


def _trusted(folder: Path) -> Path:
    """The folder itself; `InputError` if another user could put programs into it."""
    check_trusted(folder, cache_folder().parent)
    return folder


def environments() -> list[Environment]:
    """Every complete environment, by name; `InputError` if other users can write the folder."""
    read = (_read(path) for path in sorted(_trusted(cache_folder()).glob("*/environment.json")))
    return [environment for environment in read if environment is not None]


def broken() -> list[str]:
    """The names of the folders that hold no complete environment: left by an interruption, damaged, or being made."""
    folders = [path for path in sorted(_trusted(cache_folder()).glob("*")) if path.is_dir() or path.is_symlink()]
    return [path.name for path in folders if _read(path / "environment.json") is None]


def _read(path: Path) -> Environment | None:
    """A complete environment from its file; None if it is being removed, damaged, or of an older samescore."""
    try:
        environment: Environment = json_document(path, Environment, "")
        Version(environment.facts.python)
    except (InputError, InvalidVersion):
        return None
    return environment if environment.name == path.parent.name else None


def remove(name: str) -> None:
    """Remove the folder of an environment, complete or broken; `InputError` if it cannot be removed."""
    folder = _trusted(cache_folder()) / name
    try:
        with _locked(folder):
            with suppress(OSError):  # first, so that an interrupted removal leaves nothing that looks complete
                (folder / "environment.json").unlink()
            _remove(folder)
    except OSError as problem:
        raise InputError(f"cannot remove {folder}: {problem.strerror}", hint="remove the folder by hand") from None


def _remove(folder: Path) -> None:
    """Remove a folder with all that is in it, or a link to a folder."""
    if folder.is_symlink():
        folder.unlink()
    else:
        shutil.rmtree(folder)


def leftovers() -> Iterator[str]:
    """Remove broken environments and unused locks; yields the names of the folders."""
    for name in broken():
        with _locked(cache_folder() / name):
            if name in broken():
                _remove(cache_folder() / name)
                yield name
    for path in sorted(cache_folder().glob("*.lock")):
        if not path.with_suffix("").exists():
            path.unlink(missing_ok=True)


def environment_for(package: str, version: str, wanted: str = "") -> Environment:
    """The environment of a released version, created if it does not exist yet.

    `wanted` is the interpreter: a version (3.8), a program, or empty for one that the version is known to run on.
    An existing environment is used without access to the network. Raises `NotMadeError` if it cannot be created.
    """
    known = needs(package, version)
    if known.broken:
        raise NotMadeError(f"{package} {version} cannot run on any interpreter: {known.broken}")
    requirements = [f"{package}=={version}", *known.requirements]
    try:
        interpreter = find(wanted, known.python) if wanted and not wanted[0].isdigit() else None
        if (existing := _existing(requirements, wanted, known, interpreter)) is not None:
            return existing
        interpreter = interpreter or find(wanted, known.python)
    except NoInterpreterError as problem:
        why = f" ({known.why})" if known.why and not wanted else ""
        raise NotMadeError(f"{package} {version}: {problem}{why}") from None
    folder = cache_folder() / _folder_name(package, version, interpreter, requirements)
    try:
        _make_cache()
        with _locked(folder):
            if (existing := _read(folder / "environment.json")) is not None and existing.python.exists():
                return existing  # another run has created it in the meantime
            return _make(folder, package, version, interpreter, requirements)
    except OSError as problem:
        raise NotMadeError(f"{folder}: {problem.strerror or problem}") from None


def _make_cache() -> None:
    """Make the folder of all environments, for its user only."""
    folder = cache_folder()
    folder.parent.parent.mkdir(parents=True, exist_ok=True)
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    _trusted(folder)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the lock of an environment; logs a message if it has to wait for another run."""
    from filelock import FileLock, Timeout

    lock = FileLock(f"{folder}.lock")
    try:
        try:
            lock.acquire(timeout=1)
        except Timeout:
            _LOG.info("waiting for another samescore that is creating %s", folder.name)
            lock.acquire(timeout=2 * _PATIENCE)
    except Timeout:
        raise NotMadeError(f"another samescore has been creating {folder.name} for too long") from None
    try:
        yield
    finally:
        lock.release()


def _folder_name(package: str, version: str, interpreter: Interpreter, requirements: Sequence[str]) -> str:
    identity = json.dumps([str(interpreter.executable.resolve()), interpreter.version, *requirements])
    safe = re.sub(r"[^A-Za-z0-9.+-]", "-", f"{package}-{version}")
    return f"{safe}-py{interpreter.version}-{hashlib.sha256(identity.encode()).hexdigest()[:8]}"


def _existing(
    requirements: list[str], wanted: str, known: Needs, interpreter: Interpreter | None
) -> Environment | None:
    """A matching complete environment whose interpreter still exists, with the newest Python; None if there is none."""

    def fits(environment: Environment) -> bool:
        if environment.requirements != requirements or not environment.python.exists():
            return False
        if interpreter is not None:
            return environment.base == str(interpreter.executable.resolve())
        if wanted:
            return f"{environment.facts.python}.".startswith(f"{wanted}.")
        return SpecifierSet(known.python).contains(environment.facts.python, prereleases=True)

    found = max(filter(fits, environments()), key=lambda fitting: Version(fitting.facts.python), default=None)
    if found is not None:
        _trusted(Path(found.folder))
    return found


def _make(folder: Path, package: str, version: str, interpreter: Interpreter, requirements: list[str]) -> Environment:
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
            folder.chmod(0o700)
        (folder / "work").mkdir()
        facts = _facts(folder)
        there = facts.packages.get(canonicalize_name(package), "")
        if not there or Version(there) != Version(version):
            raise NotMadeError(f"{package} {version}: the installer has installed {there or 'nothing'}")
        base = str(interpreter.executable.resolve())
        made = Environment(package, version, base, requirements, installer, str(folder), facts)
        (folder / "environment.json").write_bytes(msgspec.json.format(msgspec.json.encode(made)))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return made


def _steps(folder: Path, interpreter: Interpreter, requirements: Sequence[str]) -> Iterator[list[str]]:
    """The commands that create an environment."""
    if uv := _uv():
        yield [*uv, "venv", "--quiet", "--python", str(interpreter.executable), str(folder)]
        yield [*uv, "pip", "install", "--quiet", "--python", str(_python(folder)), *requirements]
    else:
        yield [str(interpreter.executable), "-m", "venv", str(folder)]
        yield [str(_python(folder)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements]


def _uv() -> list[str]:
    """The command for uv: the program on PATH, or the installed package; empty if there is none or pip is asked for.

    ``SAMESCORE_INSTALLER=pip`` asks for pip.
    """
    if os.environ.get("SAMESCORE_INSTALLER", "") == "pip":
        return []
    if path := shutil.which("uv"):
        return [path]
    return [sys.executable, "-m", "uv"] if find_spec("uv") else []


def _python(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _run(command: list[str]) -> bytes:
    """The output of a command; `NotMadeError`, with its last lines, if it fails."""
    # uv can compile nothing for Python 3.6.
    for_uv = {"UV_PYTHON_DOWNLOADS": "never", "UV_NO_PROGRESS": "1", "UV_COMPILE_BYTECODE": "0"}
    variables = {**bare_variables(), **for_uv}
    try:
        status, printed = printed_by(command, _PATIENCE, variables)
    except subprocess.TimeoutExpired:
        raise NotMadeError(f"{Path(command[0]).name} did not end within {_PATIENCE} seconds") from None
    except StartError as problem:
        raise NotMadeError(str(problem)) from None
    if status:
        lines = [line.strip() for line in printed.decode("utf-8", "replace").splitlines() if line.strip()]
        raise NotMadeError(" / ".join(lines[-_LAST_LINES:]) or f"{command[0]} ended with status {status}")
    return printed


def _facts(folder: Path) -> Facts:
    text = _run([str(_python(folder)), "-I", "-W", "ignore", str(_WORKER), "--facts"])
    try:
        facts: Facts = from_json(text.splitlines()[-1], Facts)
    except (MalformedError, IndexError):
        raise NotMadeError(f"{folder.name}: its interpreter does not list its packages: {text[:200]!r}") from None
    return facts


def bare_variables() -> dict[str, str]:
    """Our environment variables without those that would make another interpreter use our packages."""
    return {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "CONDA"))
    }
