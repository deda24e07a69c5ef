"""A program in any language as an implementation, ``cmd:PROGRAM ARGUMENT...``, which speaks samescore's protocol.

The program reads one request on each line of stdin, and writes one answer with the same ``id`` on a line of stdout;
docs/protocol.md describes the protocol. Whatever the program does, including hanging or printing garbage, becomes an
outcome and never ends the run.
"""

from __future__ import annotations

import shlex

from samescore.base.errors import DataError, UnknownNameError
from samescore.base.outcome import Score, Unavailable, Unsupported
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import ProfileFile
from samescore.data.kinds import Data
from samescore.implementations.answering import Answering
from samescore.implementations.description import names_weights, profile_file, read_description
from samescore.implementations.function import has_weights
from samescore.implementations.package import plain_input
from samescore.implementations.pipes import ProgramError
from samescore.implementations.printed import Number
from samescore.implementations.program import STARTING, Program
from samescore.implementations.tries import Reply
from samescore.settings import Settings


def _advice(problem: ProgramError) -> str:
    """Return the advice for a program that does not speak the protocol; empty if it did not start."""
    if problem.kind == "NotStarted":
        return ""
    return " (a program that reads files and prints a number needs no protocol, but places for them: {hyp} {ref})"


class Command(Answering):
    """A program that speaks the protocol, started immediately to get its description.

    If it does not start or violates the protocol, the implementation is unavailable. The constructor raises
    `UnknownNameError` for a malformed command line, and `DataError` for a malformed description.
    """

    own_process = True

    def __init__(self, name: str, timeout: float | None = None, *, starting: float = STARTING) -> None:
        try:
            command = shlex.split(name.removeprefix("cmd:"))
        except ValueError as problem:
            raise UnknownNameError(f"{name!r}: {problem}", hint="quote words as in a shell") from None
        if not command:
            raise UnknownNameError(f"{name!r} does not name a program", hint="write cmd:PROGRAM ARGUMENT...")
        self._program = Program(command, timeout, starting=starting)
        file, version = ProfileFile(name, name, []), ""
        self._weighted = frozenset[str]()
        try:
            description = read_description(self._program.describe(), name)
            file, version = profile_file(description, name), description.version
            self._weighted = names_weights(description)
        except ProgramError as problem:
            self.remedy = problem.remedy
            self._program.refusal = f"describe failed: {problem.kind}: {problem}{_advice(problem)}"
        except DataError as problem:
            self.close()
            raise problem from None
        super().__init__(name, file, version)

    @property
    def calls(self) -> int:
        return self._program.calls

    def unavailable(self) -> Unavailable | None:
        return Unavailable(self._program.refusal) if self._program.refusal else None

    def outside_region(self, profile: Profile, data: Data, settings: Settings) -> Unsupported | None:
        if has_weights(data) and profile.metric not in self._weighted:
            return Unsupported('its description does not say that items have weights: "settings": {"weights": "given"}')
        return super().outside_region(profile, data, settings)

    def reply(self, profile: Profile, data: Data, settings: Settings) -> Reply:
        plain = plain_input(profile, data, settings)
        outcome = self._program.score(profile.metric, profile.entry_point, settings, plain)
        return Reply(outcome, {"": Number.of(repr(outcome.value))} if isinstance(outcome, Score) else {})

    def close(self) -> None:
        self._program.close()
