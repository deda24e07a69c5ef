"""Audit claims in several processes. A claim whose process dies is retried once, and then reported as crashed."""

from __future__ import annotations

import signal
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from samescore.base.errors import InputError
from samescore.implementations.processes import (
    end_with_parent,
    module_path_setting,
    restore_module_path,
    safe_module_path,
)
from samescore.records import AuditFinding, ClaimVerdict
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.findings import build_finding
from samescore.verbs.audit.search import Auditor

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

#: Maximum number of processes that may die on one claim.
_MOST_DEATHS = 2
#: Maximum number of consecutive processes that may die before they are ready.
_MOST_UNSTARTED = 4
#: Number of claims to work on at a time, in order, from the first one without a finding.
_AHEAD = 64


class Start(msgspec.Struct, frozen=True):
    """The parameters of an `Auditor`, which can be sent to another process."""

    base: Path
    thorough: bool = False
    rounding_only: bool = False

    def auditor(self) -> Auditor:
        """Return a new auditor with these parameters."""
        return Auditor(self.base, thorough=self.thorough, rounding_only=self.rounding_only)


def audit_claim(auditor: Auditor, claim: Claim) -> AuditFinding:
    """Return the finding on a claim; any exception becomes the verdict `ClaimVerdict.CRASHED`."""
    try:
        return auditor.audit(claim)
    except Exception as problem:
        return build_finding(claim, ClaimVerdict.CRASHED, [f"{type(problem).__name__}: {problem}"])


def audited_in_processes(claims: Sequence[Claim], start: Start, jobs: int) -> Iterator[AuditFinding]:
    """Yield the findings on claims, in order, computed in at most `jobs` processes, which end with the iteration.

    A claim on which two processes have died gets the verdict `ClaimVerdict.CRASHED`. Raises `InputError` if processes
    do not start.
    """
    from multiprocessing import connection  # slow to import, and not needed for one process

    waiting, findings, following = deque(range(len(claims))), dict[int, AuditFinding](), 0
    deaths: Counter[int] = Counter()
    unstarted = 0  # number of processes in a row that died before they were ready
    idle: list[_Worker] = []
    busy: dict[object, tuple[_Worker, int]] = {}  # by connection
    try:
        while following < len(claims):
            while waiting and waiting[0] < following + _AHEAD and len(busy) < jobs:
                number, worker = waiting.popleft(), idle.pop() if idle else _Worker(start)
                worker.ask(claims[number])
                busy[worker.connection] = worker, number
            for ready in connection.wait([worker.connection for worker, _ in busy.values()]):
                worker, number = busy[ready]
                if worker.becomes_ready():
                    unstarted = 0
                    continue
                del busy[ready]
                if (answer := worker.answer()) is not None:
                    findings[number] = answer
                    idle.append(worker)
                    continue
                how = worker.end()
                unstarted += not worker.ready
                if unstarted >= _MOST_UNSTARTED:
                    raise InputError(f"the audit's worker processes do not start: the last one {how}", hint="try -j 1")
                deaths[number] += worker.ready
                if deaths[number] < _MOST_DEATHS:
                    waiting.appendleft(number)
                else:
                    why = f"{_MOST_DEATHS} processes died while computing it; the last one {how}"
                    findings[number] = build_finding(claims[number], ClaimVerdict.CRASHED, [why])
            while following in findings:
                yield findings.pop(following)
                following += 1
    finally:
        for worker in (*idle, *(worker for worker, _ in busy.values())):
            worker.end()


class _Worker:
    """A process that audits claims one after the other; `ready` is true once it has reported that it is ready."""

    def __init__(self, start: Start) -> None:
        from multiprocessing import get_context

        context = get_context("spawn")  # forking a process with threads may hang
        self.ready = False
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, start, module_path_setting()), daemon=True)
        with _without_interrupts(), safe_module_path():
            self._process.start()
        theirs.close()

    def ask(self, claim: Claim) -> None:
        """Send the next claim to the process; if it has died, nothing happens, and `answer` returns None."""
        with suppress(OSError):
            self.connection.send_bytes(msgspec.json.encode(claim))

    def becomes_ready(self) -> bool:
        """Receive the message that the process is ready, and return whether it came; False if the process was ready."""
        if self.ready:
            return False
        self.ready = self._received() is not None
        return self.ready

    def answer(self) -> AuditFinding | None:
        """Wait for the finding on the claim; None if the process has died."""
        received = self._received()
        return None if received is None else msgspec.json.decode(received, type=AuditFinding)

    def _received(self) -> bytes | None:
        try:
            return self.connection.recv_bytes()
        except (EOFError, OSError):
            return None

    def end(self) -> str:
        """Kill the process if it is still running, and return how it ended."""
        self.connection.close()
        self._process.join(0.2)
        self._process.kill()
        self._process.join()
        code = self._process.exitcode or 0
        return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"exited with status {code}"


def _work(asked: Connection, start: Start, module_path: str | None) -> None:
    """Run a worker process: receive claims, and send findings, until the parent process ends.

    `module_path` is the value of PYTHONPATH for the programs that it starts.
    """
    end_with_parent()
    restore_module_path(module_path)
    auditor = start.auditor()
    with suppress(EOFError, OSError):  # the parent process has ended
        asked.send_bytes(b"ready")
        while True:
            claim = msgspec.json.decode(asked.recv_bytes(), type=Claim)
            asked.send_bytes(msgspec.json.encode(audit_claim(auditor, claim)))


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Block SIGINT while child processes start in a ``with`` block: only the parent handles Ctrl-C."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
