"""A program behind pipes: one JSON object a line, a request and an answer with the same ``id``.

The program is started without a shell, and restarted after a crash. A hang, a flood or garbage is a `ProgramError`,
and `Crashed` as an outcome; only an answer ``raised`` is a refusal.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from samescore.implementations.function import number_outcome
from samescore.implementations.protocol import (
    Answer,
    Ask,
    CrashedAnswer,
    Describe,
    RaisedAnswer,
    ScoreAnswer,
    Stop,
    UndefinedAnswer,
)
from samescore.outcome import Crashed, Outcome, Raised, Score, Unavailable, Undefined, Unsupported
from samescore.settings import Settings

#: Timeout of one request, in seconds.
TIMEOUT = 30.0
#: The longest answer, in bytes.
LONGEST_LINE = 4 * 2**20
#: How much of the end of stderr is kept: lines, and bytes a line.
_STDERR_LINES, _STDERR_WIDTH = 20, 500
#: How many of those lines are shown.
_SHOWN_LINES = 4
#: After this many failures in a row the program is not restarted.
_PATIENCE = 10


class ProgramError(Exception):
    """The program violated the protocol. `kind` names the failure."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Program:
    """A program, started with the first request.

    `refusal` says why it is no longer used; empty until then. `folder` is its working directory, `environment` its
    environment variables (None: ours).
    """

    def __init__(
        self,
        command: Sequence[str],
        timeout: float = TIMEOUT,
        *,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._command, self._timeout = list(command), timeout
        self._folder, self._environment = folder, environment
        self._running: _RunningProgram | None = None
        self._requests = self._failures = 0
        self.refusal = ""

    def describe(self) -> dict[str, Any]:
        """Its answer to ``describe``; `ProgramError` if there is no valid one."""
        return self._ask(Describe(self._next()))

    def score(self, metric: str, entry_point: str, settings: Settings, plain: dict[str, Any]) -> Outcome:
        """The outcome of a request for a score. After too many failures in a row `refusal` is set."""
        if self.refusal:
            return Unavailable(self.refusal)
        try:
            outcome = _outcome(self._ask(Ask(self._next(), metric, entry_point, settings.as_dict(), plain)))
        except ProgramError as problem:
            self._failures += 1
            if self._failures >= _PATIENCE:
                self.refusal = f"gave up after {_PATIENCE} failures in a row, the last: {problem.kind}: {problem}"
            return Crashed(problem.kind, str(problem))
        self._failures = 0
        return outcome

    def _next(self) -> int:
        self._requests += 1
        return self._requests

    def _ask(self, request: Describe | Ask) -> dict[str, Any]:
        """One answer. After a malformed one, or none, the program is stopped; the next request restarts it."""
        if self._running is None:
            self._running = _RunningProgram(self._command, self._folder, self._environment)
        try:
            return self._running.ask(request, self._timeout)
        except ProgramError:
            self.close(politely=False)
            raise

    def close(self, *, politely: bool = True) -> None:
        """Stop the program, if it is running."""
        if self._running is not None:
            self._running.stop(politely=politely)
            self._running = None


def _encoded(message: Describe | Ask | Stop) -> bytes:
    """A message as a line; unpaired surrogates are escaped."""
    try:
        return msgspec.json.encode(message) + b"\n"
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(message), separators=(",", ":")).encode("ascii") + b"\n"


def _outcome(raw: dict[str, Any]) -> Outcome:
    try:
        answer = msgspec.convert(raw, Answer)
    except msgspec.ValidationError as problem:
        hint = 'the answer has no "outcome" (score with a "value", undefined, raised, crashed, unsupported)'
        raise ProgramError("ProtocolError", str(problem) if "outcome" in raw else hint) from None
    match answer:
        case ScoreAnswer():
            outcome = number_outcome(answer.value)
            if isinstance(outcome, Crashed):
                raise ProgramError("ProtocolError", f"value {answer.value!r:.80} is not a number")
            if isinstance(outcome, Score):
                return Score(outcome.value, answer.stages, tuple(answer.warnings))
            return outcome
        case RaisedAnswer():
            return Raised(answer.error, answer.message)
        case CrashedAnswer():
            return Crashed(answer.error, answer.message)
        case UndefinedAnswer():
            return Undefined(answer.reason)
    return Unsupported(answer.reason)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a program that leads its own session, with everything that it started."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:  # Windows
            process.kill()
    process.wait()


class _RunningProgram:
    """A running program and its pipes."""

    def __init__(self, command: list[str], folder: Path | None, environment: Mapping[str, str] | None) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user names the program; there is no shell
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                cwd=folder,
                env=environment,
            )
        except OSError as problem:
            raise ProgramError("NotStarted", f"{command[0]}: {problem.strerror}") from None
        self._answers: queue.Queue[bytes | None] = queue.Queue(maxsize=8)
        self._stderr: deque[str] = deque(maxlen=_STDERR_LINES)
        self._stopped = threading.Event()
        pipes: Any = self._process  # all three are pipes, which Popen's type does not know
        self._threads = [
            threading.Thread(target=self._read_answers, args=(pipes.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(pipes.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, request: Describe | Ask, timeout: float) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        writer = threading.Thread(target=self._write, args=(_encoded(request),), daemon=True)
        writer.start()
        try:
            line = self._answers.get(timeout=timeout)
        except queue.Empty:
            raise ProgramError("Timeout", f"no answer within {timeout:g} seconds{self._errors()}") from None
        if line is None:
            try:
                self._process.wait(timeout=2)
            except subprocess.TimeoutExpired:
                raise ProgramError("Crashed", f"the program has closed its output{self._errors()}") from None
            raise ProgramError("Crashed", f"the program ended, exit status {self._process.returncode}{self._errors()}")
        if len(line) > LONGEST_LINE:
            raise ProgramError("ProtocolError", f"an answer is longer than {LONGEST_LINE} bytes")
        try:
            answer = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
            raise ProgramError("ProtocolError", f"{line[:80]!r} is not a JSON object: {problem}") from None
        if answer.get("id") != request.id:
            raise ProgramError("ProtocolError", f"the answer's id is {answer.get('id')!r:.40}, not {request.id}")
        return answer

    def _write(self, text: bytes) -> None:
        stdin: Any = self._process.stdin
        with contextlib.suppress(OSError, ValueError):  # a program that has ended is noticed when no answer comes
            stdin.write(text)
            stdin.flush()

    def _send_stop(self) -> None:
        stdin: Any = self._process.stdin
        self._write(_encoded(Stop()))
        with contextlib.suppress(OSError, ValueError):
            stdin.close()

    def _read_answers(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := pipe.readline(LONGEST_LINE + 1):
                self._put(line)
                if len(line) > LONGEST_LINE or self._stopped.is_set():
                    return
        self._put(None)

    def _put(self, line: bytes | None) -> None:
        """Queue a line; blocks while the queue is full, so that a flooding program has to wait."""
        while not self._stopped.is_set():
            with contextlib.suppress(queue.Full):
                self._answers.put(line, timeout=0.1)
                return

    def _read_errors(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := pipe.readline(_STDERR_WIDTH):
                self._stderr.append(line.decode("utf-8", "replace").rstrip())

    def _errors(self) -> str:
        self._threads[1].join(timeout=0.2)
        lines = [line.strip() for line in self._stderr if line.strip()]
        return f"; on stderr: {' / '.join(lines[-_SHOWN_LINES:])}" if lines else ""

    def stop(self, *, politely: bool) -> None:
        """Stop the program and everything that it started."""
        pipes: Any = self._process
        if politely and self._process.poll() is None:
            writer = threading.Thread(target=self._send_stop, daemon=True)  # a full pipe would block it
            writer.start()
            writer.join(timeout=2)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=2)
        end_group(self._process)
        self._stopped.set()
        for thread in self._threads:
            thread.join(timeout=1)
        if not any(thread.is_alive() for thread in self._threads):
            for pipe in (pipes.stdin, pipes.stdout, pipes.stderr):
                with contextlib.suppress(OSError, ValueError):
                    pipe.close()
