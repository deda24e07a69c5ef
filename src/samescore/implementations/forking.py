"""Run code in a copy of this process, which cannot affect this process, on systems that have `os.fork`.

The copy has the whole state of this process at the time of the fork, but none of its threads: a lock held by another
thread at that moment stays locked in the copy. Like every `SupervisedProcess`, it ends with everything that it started.
It does not read from the terminal, and its output goes to a separate pipe.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, NoReturn

from samescore.implementations.processes import StartError, SupervisedProcess
from samescore.implementations.supervisor import supervise

with suppress(ImportError):  # not on Windows
    import fcntl

#: Whether this process can be copied.
CAN_FORK = hasattr(os, "fork")
#: Seconds between checks whether a copy has ended.
_LOOK = 0.005


class ForkedProcess(SupervisedProcess):
    """A copy of this process that calls `run`, and its pipes. The constructor raises `StartError` if copying fails."""

    def __init__(self, run: Callable[[], None]) -> None:
        self._line, guard = socket.socketpair()
        pipes = [os.pipe() for _ in range(3)]
        theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
        ours = [pipes[0][1], pipes[1][0], pipes[2][0]]
        parent, numbers = os.getpid(), random.getstate()

        def answer() -> None:
            random.setstate(numbers)  # the copy gets its own
            run()

        try:
            process = _fork()
            if process == 0:
                _become_copy(answer, guard.fileno(), parent, [self._line.fileno(), *ours], theirs)
        except OSError as problem:
            for descriptor in ours:
                os.close(descriptor)
            self._line.close()
            raise StartError(f"this process cannot be forked: {problem.strerror}") from None
        finally:
            guard.close()
            for descriptor in theirs:
                os.close(descriptor)
        self._process = _Copy(process, ours)  # type: ignore[assignment]  # as far as it is needed
        self._check_start(self._line, "a copy of this process")


def _fork() -> int:
    """Fork this process, and return the child's id in the parent, and 0 in the child.

    SIGINT stays blocked in the child; otherwise an interrupt could make it return into the caller's code. Raises
    `OSError` if the process cannot be forked.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    process = -1
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # the warning about threads: see the module docstring
            process = os.fork()
    finally:
        if process:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return process


class _Copy:
    """A handle of a copy of this process, with the parts of `subprocess.Popen` that `SupervisedProcess` needs."""

    def __init__(self, process: int, descriptors: list[int]) -> None:
        self._pid, self._status, self._lock = process, None, threading.Lock()
        self.stdin: BinaryIO = os.fdopen(descriptors[0], "wb")
        self.stdout: BinaryIO = os.fdopen(descriptors[1], "rb")
        self.stderr: BinaryIO = os.fdopen(descriptors[2], "rb")

    _status: int | None

    def poll(self) -> int | None:
        """Return the exit status, negative for a signal; None while the copy runs.

        The status is 0 if other code has already waited for the copy.
        """
        with self._lock:
            if self._status is None:
                try:
                    process, status = os.waitpid(self._pid, os.WNOHANG)
                except ChildProcessError:  # already waited for elsewhere
                    self._status = 0
                else:
                    self._status = os.waitstatus_to_exitcode(status) if process else None
            return self._status

    def wait(self, timeout: float | None = None) -> None:
        """Wait until the copy has ended; raise `subprocess.TimeoutExpired` after `timeout` seconds (None: no limit)."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            if deadline is not None and time.monotonic() >= deadline:
                raise subprocess.TimeoutExpired("a copy of this process", timeout or 0)
            time.sleep(_LOOK)

    def kill(self) -> None:
        """Kill the copy if it is still running."""
        if self.poll() is None:
            os.kill(self._pid, signal.SIGKILL)


def _become_copy(run: Callable[[], None], guard: int, parent: int, ours: list[int], theirs: list[int]) -> NoReturn:
    """Make this forked process the supervisor of a second copy, which calls `run`; never return.

    `guard` is the socket that connects the supervisor to the process `parent`. `ours` are descriptors of the parent to
    close; `theirs` become the copy's standard streams.
    """
    try:
        os.setsid()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        faulthandler.disable()  # it would write to the first process's output
        guard, *pipes = (fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 3) for descriptor in (guard, *theirs))
        for descriptor in ours:
            os.close(descriptor)
        for number, descriptor in enumerate(pipes):
            os.dup2(descriptor, number)
            os.close(descriptor)

        def answer(started: int) -> None:
            os.close(started)
            os.close(guard)
            _run_apart(run)

        supervise(answer, guard, parent)
    finally:
        os._exit(1)


def _run_apart(run: Callable[[], None]) -> None:
    """Call `run` with new standard streams, and end this process: with status 1 if `run` raises, otherwise with 0."""
    gc.freeze()  # searching the inherited objects for cycles would be slow, and would copy their memory
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = sys.stderr = os.fdopen(2, "w", 1, "utf-8", "backslashreplace", closefd=False)
    try:
        run()
    except BaseException:
        sys.__excepthook__(*sys.exc_info())
        os._exit(1)
    os._exit(0)
