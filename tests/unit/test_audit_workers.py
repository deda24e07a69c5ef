"""How an audit divides claims among processes, whose deaths it survives; threads stand for the processes here."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from samescore import InputError
from samescore.records import AuditFinding, ClaimVerdict
from samescore.verbs.audit import workers
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.findings import build_finding
from samescore.verbs.audit.search import Auditor
from samescore.verbs.audit.workers import Start, audit_claim, audited_in_processes

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_KILLED = -9


class _Death(BaseException):
    """The end of a process with an exit status."""


class _Process:
    """A thread with the interface of a process."""

    def __init__(self, target: Callable[..., None], args: tuple[Any, ...], **_: Any) -> None:
        self.exitcode: int | None = None
        self._asked: Connection = args[0]
        self._target, self._args = target, args
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self.ignores_interrupts = _ignores_interrupts()
        self._thread.start()

    def _run(self) -> None:
        try:
            self._target(*self._args)
            status = 0
        except _Death as death:
            status = death.args[0]
        if self.exitcode is None:
            self.exitcode = status
        self._asked.close()

    def join(self, timeout: float | None = None) -> None:
        self._thread.join(timeout)

    def kill(self) -> None:
        if self._thread.is_alive():
            self.exitcode = _KILLED
            self._asked.close()


def _ignores_interrupts() -> bool:
    """Return whether this thread blocks SIGINT."""
    return hasattr(signal, "pthread_sigmask") and signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


class _Context:
    """A context of `multiprocessing` whose processes are threads."""

    def __init__(self) -> None:
        self.processes: list[_Process] = []

    def Pipe(self) -> tuple[Connection, Connection]:  # noqa: N802
        own, theirs = multiprocessing.Pipe()
        return own, _Shared(theirs)  # type: ignore[return-value]

    def Process(self, **parameters: Any) -> _Process:  # noqa: N802
        self.processes.append(_Process(**parameters))
        return self.processes[-1]


class _Shared:
    """An end of a pipe that the parent closes once, and the process once more."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._opened = 2
        self.send_bytes, self.recv_bytes = connection.send_bytes, connection.recv_bytes

    def close(self) -> None:
        self._opened -= 1
        if self._opened == 0:
            self._connection.close()


@pytest.fixture
def context(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Context]:
    made = _Context()
    monkeypatch.setattr(multiprocessing, "get_context", lambda _: made)
    for name in ("end_with_parent", "restore_module_path"):
        monkeypatch.setattr(workers, name, lambda *_: None)
    yield made
    assert all(not process._thread.is_alive() for process in made.processes)


#: The deaths that are still to come: of processes before they are ready (status 0: it starts), and on claims.
_starts: list[int] = []
_deaths: dict[str, list[int]] = {}
_audited: list[str] = []


class _Scripted(Auditor):
    """An auditor that dies as scripted."""

    def audit(self, claim: Claim) -> AuditFinding:
        _audited.append(claim.id)
        if _deaths.get(claim.id):
            raise _Death(_deaths[claim.id].pop(0))
        return build_finding(claim, ClaimVerdict.CONSISTENT)


class _ScriptedStart(Start, frozen=True):
    def auditor(self) -> Auditor:
        if _starts and (status := _starts.pop(0)):
            raise _Death(status)
        return _Scripted(self.base)


def _audit(count: int, jobs: int, starts: tuple[int, ...] = (), **deaths: list[int]) -> list[AuditFinding]:
    _starts[:] = starts
    _audited.clear()
    _deaths.clear()
    _deaths.update(deaths)
    claims = [Claim("accuracy", "1", f"c{number}") for number in range(count)]
    return list(audited_in_processes(claims, _ScriptedStart(Path()), jobs))


def test_a_start_makes_an_auditor_with_its_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    monkeypatch.setattr(workers, "Auditor", lambda base, **options: made.append((base, options)))
    Start(Path("x"), thorough=True).auditor()
    Start(Path("y"), rounding_only=True).auditor()
    assert made == [
        (Path("x"), {"thorough": True, "rounding_only": False}),
        (Path("y"), {"thorough": False, "rounding_only": True}),
    ]


def test_an_exception_is_a_note_on_its_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(*_: object) -> AuditFinding:
        raise MemoryError("too much")

    monkeypatch.setattr(Auditor, "audit", raising)
    finding = audit_claim(Auditor(Path()), Claim("accuracy", "1", "c"))
    assert (finding.claim, finding.verdict, finding.notes) == ("c", ClaimVerdict.CRASHED, ["MemoryError: too much"])


@pytest.mark.parametrize(("count", "jobs", "processes"), [(0, 2, 0), (5, 1, 1), (1, 3, 1), (9, 3, 3)])
def test_processes_are_used_again_and_end_by_themselves(
    count: int, jobs: int, processes: int, context: _Context
) -> None:
    findings = _audit(count, jobs)
    assert [finding.claim for finding in findings] == [f"c{number}" for number in range(count)]
    assert {finding.verdict for finding in findings} <= {ClaimVerdict.CONSISTENT}
    assert len(context.processes) == processes
    assert [process.exitcode for process in context.processes] == [0] * processes


def test_a_claim_is_tried_again_once_when_its_process_has_died(context: _Context) -> None:
    findings = _audit(4, 1, c1=[3], c2=[3, -9], c3=[-11, 4])
    assert [finding.verdict for finding in findings] == [
        ClaimVerdict.CONSISTENT,
        ClaimVerdict.CONSISTENT,
        ClaimVerdict.CRASHED,
        ClaimVerdict.CRASHED,
    ]
    assert [finding.notes for finding in findings[2:]] == [
        ["2 processes died while computing it; the last one was killed by SIGKILL"],
        ["2 processes died while computing it; the last one exited with status 4"],
    ]
    assert _audited == ["c0", "c1", "c1", "c2", "c2", "c3", "c3"]
    assert [process.exitcode for process in context.processes] == [3, 3, -9, -11, 4]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be blocked")
def test_processes_start_with_interrupts_blocked_and_this_one_does_not_keep_them_blocked(context: _Context) -> None:
    _audit(3, 2)
    assert [process.ignores_interrupts for process in context.processes] == [True, True]
    assert not _ignores_interrupts()


def test_a_process_may_end_without_an_error(context: _Context) -> None:
    (finding,) = _audit(1, 1, c0=[0, 0])
    assert finding.notes == ["2 processes died while computing it; the last one exited with status 0"]
    assert len(context.processes) == 2


def test_four_processes_in_a_row_that_do_not_start_are_an_error(context: _Context) -> None:
    with pytest.raises(
        InputError, match="the audit's worker processes do not start: the last one exited with status 8"
    ) as raised:
        _audit(2, 1, (7, 7, 7, 8))
    assert raised.value.hint == "try -j 1"
    assert (len(context.processes), _audited) == (4, [])


def test_three_that_do_not_start_are_tried_again_and_do_not_count_against_a_claim(context: _Context) -> None:
    findings = _audit(2, 1, (7, 7, 7, 0, 7, 7, 7, 0), c0=[3])
    assert [finding.verdict for finding in findings] == [ClaimVerdict.CONSISTENT] * 2
    assert len(context.processes) == 8


@pytest.mark.usefixtures("context")
def test_at_most_63_claims_are_audited_beyond_one_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    ended, before = threading.Event(), []

    def audit(_: Auditor, claim: Claim) -> AuditFinding:
        if claim.id == "c0":
            ended.wait(10)
            before.extend(_audited)
        _audited.append(claim.id)
        if claim.id == "c63":
            threading.Timer(0.1, ended.set).start()
        return build_finding(claim, ClaimVerdict.CONSISTENT)

    monkeypatch.setattr(_Scripted, "audit", audit)
    assert len(_audit(70, 2)) == 70
    assert before == [f"c{number}" for number in range(1, 64)]
