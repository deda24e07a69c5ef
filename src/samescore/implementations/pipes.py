"""The pipes of a running program, which threads read to keep the program from blocking the run."""

from __future__ import annotations

import contextlib
import json
import queue
import re
import select
import threading
import time
from collections import deque
from collections.abc import Iterable
from typing import IO, Any

import msgspec

from samescore.implementations.processes import SupervisedProcess
from samescore.implementations.protocol import Ask, Describe, Stop

#: Maximum size of an answer in bytes.
LONGEST_LINE = 4 * 2**20
#: Number of bytes that a writable pipe accepts at once; 0 on Windows, where it is unknown.
_AT_ONCE: int = getattr(select, "PIPE_BUF", 0)
#: The part of the end of stderr that is kept: number of lines, and bytes of each line.
_STDERR_LINES, _STDERR_WIDTH = 20, 500
#: Number of those lines shown if none names an error.
_SHOWN_LINES = 4
#: Seconds between checks whether the program still runs, and for its remaining output after it has ended.
_LOOK, _REST = 0.2, 1.0


#: Advice about a program that is not found, and about a program that fails.
NOT_FOUND, FAILED = (
    "install the program, or write its path",
    "the program started but failed: fix the error that it reports",
)


class ProgramError(Exception):
    """A program failed or violated the protocol. `kind` is NotStarted, Crashed, Timeout or ProtocolError."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind

    @property
    def remedy(self) -> str:
        """The advice for this failure."""
        return NOT_FOUND if self.kind == "NotStarted" else FAILED


class RunningProgram:
    """A running program with threads that read its pipes."""

    def __init__(self, process: SupervisedProcess) -> None:
        self.process = process
        self.answers: queue.Queue[bytes | None] = queue.Queue(maxsize=8)
        self._stderr: deque[str] = deque(maxlen=_STDERR_LINES)
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._read_answers, args=(self.process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(self.process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, request: Describe | Ask, timeout: float) -> dict[str, Any]:
        """Send a request, and return the answer, which is a JSON object with the same id.

        Raises `ProgramError` if there is no answer within `timeout` seconds, the program ends, or the answer is too
        long, malformed or has a different id.
        """
        text = _encode(request)
        if len(text) <= _AT_ONCE and select.select([], [self.process.stdin], [], 0)[1]:
            self._write(text)
        else:
            threading.Thread(target=self._write, args=(text,), daemon=True).start()
        line = self._next_line(timeout)
        if line is None:
            if not self.process.wait(timeout=2):
                raise ProgramError("Crashed", f"the program has closed its output{self._errors()}")
            raise ProgramError("Crashed", f"the program exited with status {self.process.status}{self._errors()}")
        if len(line) > LONGEST_LINE:
            raise ProgramError("ProtocolError", f"an answer is longer than {LONGEST_LINE} bytes")
        try:
            answer = msgspec.json.decode(line, type=dict[str, Any])
        except RecursionError:
            raise ProgramError("ProtocolError", f"{line[:80]!r} is too deeply nested") from None
        except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
            raise ProgramError("ProtocolError", f"{line[:80]!r} is not a JSON object: {problem}") from None
        if answer.get("id") != request.id:
            raise ProgramError("ProtocolError", f"the answer's id is {answer.get('id')!r:.40}, not {request.id}")
        return answer

    def _next_line(self, timeout: float) -> bytes | None:
        """Return the next line of output; None if the program has ended or closed its output.

        Raises `ProgramError` if there is no line within `timeout` seconds.
        """
        deadline, ended = time.monotonic() + timeout, False
        while True:
            left = deadline - time.monotonic()
            try:
                return self.answers.get(timeout=max(0.0, left if ended else min(left, _LOOK)))
            except queue.Empty:
                if ended:  # a child process holds its output open
                    return None
            if self.process.status is not None:
                deadline, ended = time.monotonic() + _REST, True
            elif time.monotonic() >= deadline:
                raise ProgramError("Timeout", f"no answer within {timeout:g} seconds{self._errors()}")

    def _write(self, text: bytes) -> None:
        with contextlib.suppress(OSError, ValueError):  # a program that has ended is detected when no answer comes
            self.process.stdin.write(text)
            self.process.stdin.flush()

    def _send_stop(self) -> None:
        self._write(_encode(Stop()))
        self._close_stdin()

    def _close_stdin(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.close()

    def _read_answers(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), pipe:
            while line := pipe.readline(LONGEST_LINE + 1):
                self._put(line)
                if len(line) > LONGEST_LINE or self._stopped.is_set():
                    return
        self._put(None)

    def _put(self, line: bytes | None) -> None:
        """Queue a line, and wait while the queue is full, which makes a program that prints too fast wait too.

        The line is dropped once the program is stopped.
        """
        while not self._stopped.is_set():
            with contextlib.suppress(queue.Full):
                self.answers.put(line, timeout=0.1)
                return

    def _read_errors(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), pipe:
            while line := pipe.readline(_STDERR_WIDTH):
                self._stderr.append(line.decode("utf-8", "replace").rstrip())

    def _errors(self) -> str:
        self._threads[1].join(timeout=0.2)
        lines = [line.strip() for line in self._stderr if line.strip()]
        words = named_error(lines) or " / ".join(lines[-_SHOWN_LINES:])
        return f"; on stderr: {words}" if words else ""

    def stop(self, *, politely: bool) -> None:
        """Stop the program and everything that it started; if `politely`, first ask it to stop and wait two seconds."""
        if politely and self.process.status is None:
            writer = threading.Thread(target=self._send_stop, daemon=True)  # a full pipe would block it
            writer.start()
            writer.join(timeout=2)
            self.process.wait(timeout=2)
        self.process.end()
        self._stopped.set()
        closer = threading.Thread(target=self._close_stdin, daemon=True)
        try:
            closer.start()
        except RuntimeError:  # the interpreter ends, and closes them itself
            return
        for thread in (
            closer,
            *self._threads,
        ):  # each closes its pipe, unless an unreachable process holds the other end
            thread.join(timeout=1)


def named_error(lines: Iterable[str]) -> str:
    """Return the first line that names an error, such as ``TypeError: ...``; empty if none does."""
    return next((line for line in lines if re.match(r"[\w.]*(Error|Exception)\b", line)), "")


def _encode(message: Describe | Ask | Stop) -> bytes:
    """Encode a message as a line of JSON; unpaired surrogates are escaped."""
    try:
        return msgspec.json.encode(message) + b"\n"
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(message), separators=(",", ":")).encode("ascii") + b"\n"
