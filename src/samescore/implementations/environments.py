"""Environments of released packages: a folder for each package, version, interpreter and source, created once and kept.

An environment is complete if it has ``environment.json``, which is written last. Any other folder is the remainder of a
failed attempt, and is created again. The file records the source of the packages and the SHA-256 of every file; an
environment that has changed since then, or that lacks this record, is also created again. A lock file beside each
folder prevents two runs from creating or removing it at once. Programs in these folders are executed; therefore folders
that other users can write are rejected.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from samescore.base import folders
from samescore.base.documents import MalformedError, from_json, json_document
from samescore.base.errors import InputError
from samescore.base.trust import check_trusted
from samescore.catalogue.releases import Needs, needs
from samescore.implementations.installed_files import InstalledFile, changed_files, installed_files
from samescore.implementations.installing import (
    PATIENCE,
    NotMadeError,
    environment_python,
    install,
    installer,
    output_of,
)
from samescore.implementations.interpreters import Interpreter, NoInterpreterError, bare_variables, find
from samescore.implementations.package_index import Installer, PackageSource, source_for

#: Maximum number of changed files in a message.
_MOST_NAMES = 3

_LOG = logging.getLogger("samescore")
_WORKER = Path(__file__).parent / "adapters" / "_worker.py"


class EnvironmentFacts(msgspec.Struct, frozen=True):
    """Facts about an environment: the interpreter, the platform, and every package with its version."""

    python: str
    implementation: str
    platform: str
    unicode: str
    packages: dict[str, str]


class Environment(msgspec.Struct, frozen=True):
    """A complete environment of one version of a package.

    `python` is its interpreter, and `base` the path of the interpreter that created it. `requirements` were installed
    by `installer` from `source`. `files` maps the path of each installed file to its record.
    """

    package: str
    version: str
    base: str
    requirements: list[str]
    installer: str
    source: PackageSource
    folder: str
    facts: EnvironmentFacts
    files: dict[str, InstalledFile]

    @property
    def python(self) -> Path:
        return environment_python(Path(self.folder))

    @property
    def name(self) -> str:
        """The name of the folder, shown in listings."""
        return Path(self.folder).name

    @property
    def names(self) -> set[str]:
        """The names that users may give for this environment: the name of its folder, and ``package==version``."""
        return {self.name, f"{self.package}=={self.version}"}

    def size(self) -> int:
        """Return the total size of the environment's files in bytes."""
        return sum(path.lstat().st_size for path in Path(self.folder).rglob("*") if not path.is_dir())


class _OlderEnvironment(msgspec.Struct, frozen=True):
    """The record of an environment by any version of samescore; older versions recorded no `source`."""

    package: str
    version: str
    requirements: list[str]
    source: object = None


def cache_folder() -> Path:
    """Return the folder of all environments, in samescore's cache folder.

    Raises `InputError` if its path is relative.
    """
    return folders.cache_folder() / "environments"


def _trusted_folder(folder: Path) -> Path:
    """Return the folder; raise `InputError` if another user could write programs into it."""
    check_trusted(folder, cache_folder().parent)
    return folder


def environments(beginning: str = "") -> list[Environment]:
    """Return the complete environments whose names begin with `beginning`, sorted by name.

    Raises `InputError` if other users can write the folder.
    """
    read = (_read(path) for path in sorted(_trusted_folder(cache_folder()).glob(f"{beginning}*/environment.json")))
    return [environment for environment in read if environment is not None]


def broken() -> dict[str, str]:
    """Return a mapping from the name of each folder without a usable environment to the reason.

    The environment may be incomplete, damaged, or made by an older version. An environment that is being created counts
    as incomplete. Raises `InputError` if other users can write the folder.
    """
    folders = [path for path in sorted(_trusted_folder(cache_folder()).glob("*")) if path.is_dir() or path.is_symlink()]
    return {
        path.name: "made by an older samescore" if _is_older(path) else "incomplete or damaged"
        for path in folders
        if _read(path / "environment.json") is None
    }


def _read(path: Path) -> Environment | None:
    """Load an environment from its file; return None if the file is missing, damaged, or of an older samescore."""
    try:
        environment: Environment = json_document(path, Environment, "")
        Version(environment.facts.python)
    except (InputError, InvalidVersion):
        return None
    if environment.name != path.parent.name:
        return None
    return msgspec.structs.replace(environment, folder=str(path.parent))  # the cache may have been moved


def _is_older(folder: Path) -> bool:
    """Return whether a folder has an environment of an older samescore, without a record of its source."""
    try:
        older: _OlderEnvironment = json_document(folder / "environment.json", _OlderEnvironment, "")
    except InputError:
        return False
    return older.source is None


def remove(name: str) -> None:
    """Remove the folder of the environment `name`, complete or broken.

    Raises `InputError` if it cannot be removed or other users can write the cache, and `NotMadeError` if another run
    locks the environment for too long.
    """
    folder = _trusted_folder(cache_folder()) / name
    try:
        with _lock(folder):
            with suppress(OSError):  # first: an interrupted removal leaves nothing that looks complete
                (folder / "environment.json").unlink()
            _remove(folder)
    except OSError as problem:
        raise InputError(f"cannot remove {folder}: {problem.strerror}", hint="remove the folder manually") from None


def _remove(folder: Path) -> None:
    """Remove a folder with its content, or only the link if it is a link to a folder."""
    if folder.is_symlink():
        folder.unlink()
    else:
        shutil.rmtree(folder)


def leftovers() -> Iterator[str]:
    """Remove broken environments and unused lock files, and yield the name of each removed environment.

    Raises `InputError` if other users can write the cache, and `NotMadeError` if another run locks an environment for
    too long.
    """
    for name in broken():
        with _lock(cache_folder() / name):
            if name in broken():
                _remove(cache_folder() / name)
                yield name
    for path in sorted(cache_folder().glob("*.lock")):
        if not path.with_suffix("").exists():
            path.unlink(missing_ok=True)


def environment_for(package: str, version: str, wanted: str = "") -> Environment:
    """Return the environment of a released version of a package, and create it if it does not exist.

    `wanted` is the interpreter: a version (3.8), a program, or empty for any interpreter that the release is known to
    support. An existing environment is used without network access if it was installed from the current package source
    and has not changed since; if it has changed, it is removed. Raises `NotMadeError` if the environment cannot be
    created, and `InputError` for an unusable source or cache folder.
    """
    known = needs(package, version)
    if known.broken:
        raise NotMadeError(f"{package} {version} cannot run on any interpreter: {known.broken}")
    requirements = [f"{package}=={version}", *known.requirements]
    by = installer()
    source, variables = source_for(by)
    try:
        interpreter = find(wanted, known.python) if wanted and not wanted[0].isdigit() else None
        for existing in _existing(package, version, requirements, source, wanted, known, interpreter):
            if not _removed_if_changed(existing):
                return existing
        interpreter = interpreter or find(wanted, known.python)
    except NoInterpreterError as problem:
        why = f" ({known.why})" if known.why and not wanted else ""
        raise NotMadeError(f"{package} {version}: {problem}{why}") from None
    folder = cache_folder() / _folder_name(package, version, interpreter, requirements, source)
    try:
        _make_cache()
        _remove_older(package, version)
        with _lock(folder):
            if (made := _read(folder / "environment.json")) is not None and made.python.exists():
                return made  # another run has created it in the meantime
            return _make(folder, package, version, interpreter, requirements, by, source, variables)
    except OSError as problem:
        raise NotMadeError(f"{folder}: {problem.strerror or problem}") from None


def _removed_if_changed(environment: Environment) -> bool:
    """Remove an environment, and log that, if its files have changed since installation; return whether they have.

    Raises the errors of `remove`.
    """
    try:
        changed = changed_files(Path(environment.folder), environment.files)
    except OSError as problem:
        changed = [str(problem.strerror)]
    if changed:
        names = ", ".join(changed[:_MOST_NAMES]) + (", ..." if len(changed) > _MOST_NAMES else "")
        _LOG.info("%s has changed since it was installed (%s); it is removed", environment.name, names)
        remove(environment.name)
    return bool(changed)


def _remove_older(package: str, version: str) -> None:
    """Remove the environments of a release that older versions of samescore created, and log that.

    Raises the errors of `remove`.
    """
    for path in sorted(cache_folder().glob(f"{_safe(package, version)}-py*")):
        if _is_older(path):
            _LOG.info("%s was made by an older samescore, with no record of its source; it is removed", path.name)
            remove(path.name)


def _make_cache() -> None:
    """Create the folder of all environments, accessible only to the user; raise `InputError` if others can write it."""
    folder = cache_folder()
    folder.parent.parent.mkdir(parents=True, exist_ok=True)
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    _trusted_folder(folder)


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Hold the lock of an environment within a ``with`` block; log a message while waiting for another run.

    Raises `NotMadeError` if the other run takes too long.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(f"{folder}.lock")
    try:
        try:
            lock.acquire(timeout=1)
        except Timeout:
            _LOG.info("waiting for another samescore that is creating %s", folder.name)
            lock.acquire(timeout=2 * PATIENCE)
    except Timeout:
        raise NotMadeError(f"another samescore process has been creating {folder.name} for too long") from None
    try:
        yield
    finally:
        lock.release()


def _safe(package: str, version: str) -> str:
    """Return the prefix of the names of a release's folders."""
    return re.sub(r"[^A-Za-z0-9.+-]", "-", f"{package}-{version}")


def _folder_name(
    package: str, version: str, interpreter: Interpreter, requirements: Sequence[str], source: PackageSource
) -> str:
    identity = [str(interpreter.executable.resolve()), interpreter.version, *requirements, msgspec.to_builtins(source)]
    key = hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:8]
    return f"{_safe(package, version)}-py{interpreter.version}-{key}"


def _existing(
    package: str,
    version: str,
    requirements: list[str],
    source: PackageSource,
    wanted: str,
    known: Needs,
    interpreter: Interpreter | None,
) -> list[Environment]:
    """Return the complete environments that match and whose interpreter exists, newest Python first.

    The parameters are as in `environment_for`; `interpreter` is set if `wanted` is a program. Raises `InputError`
    if other users can write a folder.
    """

    def fits(environment: Environment) -> bool:
        if environment.requirements != requirements or environment.source != source or not environment.python.exists():
            return False
        if interpreter is not None:
            return environment.base == str(interpreter.executable.resolve())
        if wanted:
            return f"{environment.facts.python}.".startswith(f"{wanted}.")
        return SpecifierSet(known.python).contains(environment.facts.python, prereleases=True)

    found = sorted(
        filter(fits, environments(f"{_safe(package, version)}-py")),
        key=lambda fitting: Version(fitting.facts.python),
        reverse=True,
    )
    for environment in found:
        _trusted_folder(Path(environment.folder))
    return found


def _make(
    folder: Path,
    package: str,
    version: str,
    interpreter: Interpreter,
    requirements: list[str],
    by: Installer,
    source: PackageSource,
    variables: Mapping[str, str],
) -> Environment:
    try:
        for requirement in requirements:
            Requirement(requirement)
    except InvalidRequirement as problem:
        raise NotMadeError(f"{package} {version}: {problem}") from None
    shutil.rmtree(folder, ignore_errors=True)
    what = " ".join(requirements)
    _LOG.info("installing %s with Python %s, by %s, from %s", what, interpreter.version, by.name, source)
    try:
        install(folder, interpreter, requirements, by, variables)
        (folder / "work").mkdir()
        facts = _facts(folder)
        there = facts.packages.get(canonicalize_name(package), "")
        if not there or Version(there) != Version(version):
            raise NotMadeError(f"{package} {version}: the installer installed {there or 'nothing'} instead")
        base, files = str(interpreter.executable.resolve()), installed_files(folder)
        made = Environment(package, version, base, requirements, by.name, source, str(folder), facts, files)
        (folder / "environment.json").write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return made


def _facts(folder: Path) -> EnvironmentFacts:
    command = [str(environment_python(folder)), "-I", "-W", "ignore", str(_WORKER), "--facts"]
    text = output_of(command, folder.parent, bare_variables())
    try:
        facts: EnvironmentFacts = from_json(text.splitlines()[-1], EnvironmentFacts)
    except (MalformedError, IndexError):
        raise NotMadeError(
            f"{folder.name}: its interpreter printed {text[:200]!r} instead of a list of packages"
        ) from None
    return facts
