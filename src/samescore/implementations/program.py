"""A program that answers requests through pipes: one JSON object per line; an answer has the request's ``id``.

The program is started without a shell, and restarted after a crash. A hang, excessive output or garbage is a
`ProgramError`, and as an outcome `Crashed`; only the answer ``raised`` means that the program rejects the input.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from samescore.base.outcome import Crashed, Outcome, Score, Unavailable
from samescore.implementations.answers import AnswerError, outcome_of, size
from samescore.implementations.asking import current
from samescore.implementations.pipes import ProgramError, RunningProgram
from samescore.implementations.processes import StartError, SupervisedProcess
from samescore.implementations.protocol import Ask, Describe
from samescore.settings import Settings

#: Time limits in seconds for one answer, and for starting, from the start to the program's description of itself.
TIMEOUT, STARTING = 30.0, 120.0
#: Maximum number of characters of the stages of all answers; beyond it, stages are dropped.
KEPT_STAGES = 2**22
#: Number of consecutive failures after which the program is not restarted.
_PATIENCE = 10


class Program:
    """A program, which is started with the first request, and ends at the latest with this object.

    `timeout` is the time limit for one answer in seconds; the default is from `samescore.implementations.asking`.
    `starting` is the time limit in seconds from the start to the program's description of itself.
    `folder` is the program's working folder, `environment` its environment variables (None: those of this process).
    `refusal` says why the program is no longer used; empty until then. `calls` is the number of score requests to its
    current process.
    """

    def __init__(
        self,
        command: Sequence[str],
        timeout: float | None = None,
        *,
        starting: float = STARTING,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._command, self._starting = list(command), starting
        self._timeout, self._budget = timeout or current().timeout or TIMEOUT, current().budget
        self._folder, self._environment = folder, environment
        self._running: RunningProgram | None = None
        self._at_last: weakref.finalize[..., Program] | None = None
        self._requests = self._failures = self._stages = self.calls = 0
        self.refusal = ""

    def describe(self) -> dict[str, Any]:
        """Restart the program, and return its answer to ``describe``; raise `ProgramError` if that fails."""
        self.close()
        described = self._start()[1]
        try:
            size("the fields of its description", described)
        except AnswerError as problem:
            self.close(politely=False)
            raise ProgramError("ProtocolError", str(problem)) from None
        return described

    def score(self, metric: str, entry_point: str, settings: Settings, plain: dict[str, Any]) -> Outcome:
        """Request a score, and return the outcome.

        A failure of the program is `Crashed`. After `_PATIENCE` failures in a row, or once the total time limit is
        reached, `refusal` is set, and the outcome of further requests is `Unavailable`.
        """
        return self.answer(metric, entry_point, settings, plain)[0]

    def answer(
        self, metric: str, entry_point: str, settings: Settings, plain: dict[str, Any]
    ) -> tuple[Outcome, dict[str, Any]]:
        """Request a score, and return the outcome as `score` does, with the whole answer.

        The answer includes unknown fields; it is empty if there is none.
        """
        if self.refusal or self._out_of_time():
            return Unavailable(self.refusal), {}
        try:
            running = self._running or self._start()[0]
            self.calls += 1
            request = Ask(self._next_id(), metric, entry_point, settings.as_dict(), plain)
            answer = running.ask(request, self._within_budget(self._timeout))
            outcome = outcome_of(answer)
        except (ProgramError, AnswerError) as problem:
            self.close(politely=False)  # the next request restarts it
            if isinstance(problem, ProgramError) and problem.kind == "Timeout" and self._out_of_time():
                return Unavailable(self.refusal), {}
            kind = problem.kind if isinstance(problem, ProgramError) else "ProtocolError"
            self._failures += 1
            if self._failures >= _PATIENCE:
                self.refusal = f"gave up after {_PATIENCE} failures in a row, the last: {kind}: {problem}"
            return Crashed(kind, str(problem)), {}
        self._failures = 0
        return self._limit_stages(outcome), answer

    def _within_budget(self, seconds: float) -> float:
        return min(seconds, self._budget.left()) if self._budget else seconds

    def _out_of_time(self) -> bool:
        """Return whether the total time limit has been reached; if so, set `refusal`."""
        if self._budget is None or (refusal := self._budget.refusal()) is None:
            return False
        self.refusal = refusal.reason
        return True

    def _limit_stages(self, outcome: Outcome) -> Outcome:
        """Return an outcome, without its stages if the stages of all answers exceed `KEPT_STAGES`."""
        if not isinstance(outcome, Score) or not outcome.stages:
            return outcome
        self._stages += size("its stages", dict(outcome.stages))
        return outcome if self._stages <= KEPT_STAGES else msgspec.structs.replace(outcome, stages={})

    def _start_process(self) -> SupervisedProcess:
        """Start a new process that answers requests; raise `StartError` if that fails."""
        return SupervisedProcess(self._command, folder=self._folder, environment=self._environment)

    def _start(self) -> tuple[RunningProgram, dict[str, Any]]:
        """Start the program, and return it with its answer to ``describe``; raise `ProgramError` if that fails."""
        try:
            self._running = running = RunningProgram(self._start_process())
        except StartError as problem:
            raise ProgramError("NotStarted", str(problem)) from None
        self._at_last, self.calls = weakref.finalize(self, running.stop, politely=False), 0
        try:
            return running, running.ask(Describe(self._next_id()), self._within_budget(self._starting))
        except ProgramError as problem:
            self.close(politely=False)
            if problem.kind == "Timeout" and self._out_of_time():
                raise ProgramError("Timeout", self.refusal) from None
            raise

    def _next_id(self) -> int:
        self._requests += 1
        return self._requests

    def close(self, *, politely: bool = True) -> None:
        """Stop the program if it is running; if `politely`, first ask it to stop and wait a short time."""
        if self._at_last is not None:
            self._at_last.detach()
        if self._running is not None:
            self._running.stop(politely=politely)
            self._running = None
