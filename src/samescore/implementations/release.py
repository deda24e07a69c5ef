"""A released version of a package in a separate environment: ``sacrebleu==1.5.1``, ``nltk==3.4.5@3.8``.

The environment is created on the first request. The package's adapter file runs in it as a program that answers
requests through pipes, with an interpreter that the version supports.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from samescore.base.outcome import STORED_ULPS, Outcome, Unavailable
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import ProfileFile, profiles_of
from samescore.catalogue.releases import needs
from samescore.implementations.asking import current
from samescore.implementations.interpreters import NoInterpreterError, find
from samescore.implementations.names import parse_name, with_python
from samescore.implementations.package import ADAPTERS_FOLDER, Package, installed_version
from samescore.implementations.package_index import asked_index
from samescore.implementations.pipes import ProgramError
from samescore.implementations.program import Program
from samescore.settings import Settings

if TYPE_CHECKING:
    from samescore.implementations.environments import Environment

#: Limits for a release: memory in bytes, and seconds for one request.
MEMORY, TIMEOUT = 8 * 2**30, 60.0


def on_one_python(names: Sequence[str]) -> list[str]:
    """Return the names with one interpreter for all released versions, which then differ only in their code.

    It is the running interpreter if every version supports it, otherwise the newest that they all support. Names of
    other kinds, and names that have an interpreter, stay the same. All stay the same if no interpreter supports every
    version.
    """
    releases = [name for name in names if with_python(name, "3") != name]
    parsed = {name: parse_name(name) for name in releases}
    files = {name: profiles_of(parsed[name].name) for name in releases}
    needed = [needs(file.distribution, parsed[name].version).python for name, file in files.items() if file is not None]
    try:
        version = find("", ",".join(filter(None, needed))).version
    except NoInterpreterError:
        return list(names)
    running = version == ".".join(map(str, sys.version_info[:3]))
    python = ".".join(version.split(".")[:2])

    def is_here(name: str) -> bool:
        """Return whether the version is installed here, and runs on the chosen interpreter anyway."""
        file = files[name]
        return running and file is not None and installed_version(file.distribution) == parsed[name].version

    return [with_python(name, python) if name in releases and not is_here(name) else name for name in names]


class Release(Package):
    """A released version of a package in a separate environment.

    `python` is the interpreter in the name; empty for any suitable interpreter.
    """

    own_process = True

    def __init__(self, file: ProfileFile, version: str, entry_point: str, python: str = "") -> None:
        self.python = python
        index = asked_index()
        self.options = ("--index", index) if index else ()
        self.environment: Environment | None = None
        self._program: Program | None = None
        self._refusal = ""
        super().__init__(file, version, entry_point)

    @property
    def name(self) -> str:  # type: ignore[override]  # computed here, stored elsewhere
        entry = f".{self._entry_point}" if self._entry_point else ""
        python = f"@{self.python}" if self.python else ""
        return f"{self.file.implementation}=={self.version}{entry}{python}"

    def unavailable(self) -> Unavailable | None:
        """Return `Unavailable`, with the reason, if the version cannot be used; otherwise return None.

        The first call creates the environment and starts the program in it.
        """
        if self._program is None and not self._refusal:
            self._start()
        refusal = self._refusal or (self._program.refusal if self._program else "")
        return Unavailable(refusal) if refusal else None

    def call(self, profile: Profile, settings: Settings, plain: dict[str, Any]) -> Outcome:
        if self._program is None:  # ask() has called unavailable(), which starts it
            return Unavailable(self._refusal)
        return self._program.score(profile.metric, profile.called, settings, plain)

    @property
    def ulps(self) -> int:  # type: ignore[override]  # computed here, stored elsewhere
        """The tolerance in units in the last place: 0, or `STORED_ULPS` if its Python has a different ``sum``.

        From version 3.12 on, Python's ``sum`` of floats is compensated.
        """
        from packaging.version import Version

        ours = platform.python_version()
        python = self.environment.facts.python if self.environment else ours
        compensated = {Version(version) >= Version("3.12") for version in (python, ours)}
        return 0 if len(compensated) == 1 else STORED_ULPS

    def close(self) -> None:
        if self._program is not None:
            self._program.close()

    def _start(self) -> None:
        """Create the environment, and start the program in it; if either fails, store the reason."""
        from samescore.catalogue.releases import needs
        from samescore.implementations.environments import environment_for
        from samescore.implementations.installing import NotMadeError
        from samescore.implementations.interpreters import bare_variables

        package = self.file.distribution
        try:
            environment = environment_for(package, self.version, self.python)
        except NotMadeError as problem:
            self._refusal = str(problem)
            return
        adapter = ADAPTERS_FOLDER / f"{self.file.implementation}.py"
        command = [str(environment.python), "-I", str(ADAPTERS_FOLDER / "_worker.py"), str(adapter), str(MEMORY)]
        variables = {**bare_variables(), **dict(needs(package, self.version).environment)}
        program = Program(
            command, current().timeout or TIMEOUT, folder=Path(environment.folder) / "work", environment=variables
        )
        try:
            program.describe()
        except ProgramError as problem:
            self._refusal = (
                f"{package} {self.version} is installed in {environment.name}, but does not start: {problem}"
            )
            return
        self.environment, self._program = environment, program
