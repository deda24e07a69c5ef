"""The verb *environments*: list, verify, make and remove the environments of released versions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from samescore.base.errors import InputError
from samescore.implementations import Release, implementation
from samescore.implementations import environments as folder
from samescore.implementations.installed_files import changed_files
from samescore.implementations.names import with_python

_LISTED = "samescore environments list shows them"


class Request(msgspec.Struct, frozen=True):
    """An action, and the environments or releases that it applies to.

    `names` are environments, or releases (``sacrebleu==1.5.1``); only releases can be created. Without names, all
    environments are verified, and with `everything` all are removed. `python` is the interpreter for new environments;
    empty for a suitable one.
    """

    action: Literal["list", "verify", "make", "remove"]
    names: tuple[str, ...] = ()
    python: str = ""
    everything: bool = False


class Installed(msgspec.Struct, frozen=True):
    """An environment; `size` is in bytes."""

    name: str
    python: str
    size: int
    requirements: list[str]
    source: str


class BrokenEnvironment(msgspec.Struct, frozen=True):
    """A folder that is not a valid environment, and the reason."""

    name: str
    problem: str


class Verified(msgspec.Struct, frozen=True):
    """An environment, the number of its files, and the files that have changed since it was installed."""

    name: str
    files: int
    source: str
    changed: list[str]


class Made(msgspec.Struct, frozen=True):
    """A release and its environment, or the reason for a failure."""

    release: str
    environment: str
    refusal: str = ""


class Removed(msgspec.Struct, frozen=True):
    """A removed environment."""

    name: str


EnvironmentRecord = Installed | BrokenEnvironment | Verified | Made | Removed


def execute(request: Request) -> Iterator[EnvironmentRecord]:
    """Execute the request, and yield a record for each environment.

    Raises `InputError` for an unknown environment, for a name that is not a release if environments are created, and
    for environments that cannot be read or removed.
    """
    match request.action:
        case "list":
            return _listed()
        case "verify":
            return _verified(request.names)
        case "make":
            return _made(request.names, request.python)
        case "remove":
            return _removed(request.names, everything=request.everything)


def cache_folder() -> Path:
    """Return the folder that contains the environments."""
    return folder.cache_folder()


def _listed() -> Iterator[EnvironmentRecord]:
    for found in folder.environments():
        yield Installed(found.name, found.facts.python, found.size(), found.requirements, str(found.source))
    for name, problem in folder.broken().items():
        yield BrokenEnvironment(name, problem)


def _verified(names: Sequence[str]) -> Iterator[EnvironmentRecord]:
    installed = folder.environments()
    _check_names(names, [found.names for found in installed])
    for found in installed:
        if not names or found.names & set(names):
            try:
                changed = changed_files(Path(found.folder), found.files, thorough=True)
            except OSError as problem:
                message = f"{found.name}: {problem.strerror}"
                raise InputError(message, hint="remove it with: samescore environments remove") from None
            yield Verified(found.name, len(found.files), str(found.source), changed)


def _made(names: Sequence[str], python: str) -> Iterator[EnvironmentRecord]:
    for name in names:
        release = implementation(with_python(name, python))
        if not isinstance(release, Release):
            raise InputError(
                f"{name} does not need a separate environment", hint="pass a release, as in sacrebleu==1.5.1"
            )
        refusal = release.unavailable()
        release.close()
        environment_name = release.environment.name if release.environment else ""
        yield Made(name, environment_name, refusal.reason if refusal else "")


def _removed(names: Sequence[str], *, everything: bool) -> Iterator[EnvironmentRecord]:
    if bool(names) == everything:
        raise InputError("pass environments, or --all", hint=_LISTED)
    labelled = [(found.name, found.names) for found in folder.environments()]
    labelled += [(name, {name}) for name in folder.broken() if not everything]
    _check_names(names, [labels for _, labels in labelled])
    for name, labels in labelled:
        if everything or labels & set(names):
            folder.remove(name)
            yield Removed(name)
    if everything:
        yield from map(Removed, folder.leftovers())


def _check_names(names: Sequence[str], labels: Sequence[set[str]]) -> None:
    for name in names:
        if not any(name in of_one for of_one in labels):
            raise InputError(f"unknown environment: {name}", hint=_LISTED)
