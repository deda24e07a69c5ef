"""Run one program, and when it ends, kill everything that it started.

This file is a program of its own, which uses only the standard library, and does not work on Windows::

    python -I -S supervisor.py DESCRIPTOR PROGRAM ARGUMENT...

DESCRIPTOR is one end of a pair of connected sockets. The supervisor writes one line to it: ``started``, or the number
of the error that prevented the start. The program is killed when the other end is closed, when the process at the other
end dies in any way, and when a signal asks the supervisor to end. When the program has ended, for any reason,
everything that it started is killed; then the supervisor ends in the same way as the program.

On Linux, processes that have left the program's session are also found, because the supervisor inherits them when their
parents end. On other systems only the program's session is searched.

`supervise` does the same for a function, which a forked child runs (see `samescore.implementations.forking`).
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable

#: Constants of Linux's prctl.
_SET_PDEATHSIG, _SET_CHILD_SUBREAPER = 1, 36
#: Seconds after which the supervisor stops trying to kill processes.
_PATIENCE = 10.0
#: Signals that request a process to end.
_ENDING = [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT]


def main() -> None:
    """Start the program of the command line, wait until it ends, and end in the same way."""
    guard, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(guard, False)

    def execute(_: int) -> None:  # the pipe is closed when the program starts
        os.execvp(command[0], command)  # noqa: S606 - the user names the program; there is no shell

    supervise(execute, guard, os.getppid())


def supervise(run: Callable[[int], None], guard: int, parent: int) -> None:
    """Run a function in a child process, wait until the child ends, and end this process in the same way.

    `run` gets the descriptor of a pipe, which it must close once it has started; the child ends when `run` returns.
    `guard` is the descriptor described in the module docstring, and `parent` the process at its other end.
    """
    _prctl(_SET_CHILD_SUBREAPER, 1)
    wakes = _wake_on_signals()
    program = _start(run, guard)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):  # only the program's: they are closed when it ends
        os.dup2(nowhere, descriptor)
    status = _wait(program, guard, wakes, parent)
    _kill_all(program)
    _end_like(status)


def _prctl(option: int, value: int) -> None:
    """Set a property of this process with Linux's ``prctl``; do nothing on systems without it."""
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _wake_on_signals() -> int:
    """Make every relevant signal write a byte to a pipe, and return the descriptor that reads the pipe."""
    reading, writing = os.pipe()
    for descriptor in (reading, writing):
        os.set_blocking(descriptor, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    for number in [signal.SIGCHLD, *_ENDING]:
        signal.signal(number, lambda *_: None)
    return reading


def _start(run: Callable[[int], None], guard: int) -> int:
    """Run `run` in a child process with its own session, report the start on `guard`, and return the child's id.

    If the start fails, report the error number and exit.
    """
    reading, writing = os.pipe()
    supervisor = os.getpid()
    program = os.fork()
    if program == 0:
        try:
            os.setsid()
            _prctl(_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != supervisor:
                os._exit(1)
            signal.set_wakeup_fd(-1)
            for number in [signal.SIGCHLD, *_ENDING]:  # ours
                signal.signal(number, signal.SIG_DFL)
            for number in (signal.SIGPIPE, getattr(signal, "SIGXFSZ", signal.SIGPIPE)):  # Python ignores them
                signal.signal(number, signal.SIG_DFL)
            run(writing)
        except OSError as problem:
            os.write(writing, str(problem.errno).encode("ascii"))
        finally:
            os._exit(127)
    os.close(writing)
    error = os.read(reading, 16)
    os.close(reading)
    with contextlib.suppress(OSError):  # the parent has died
        os.write(guard, (error or b"started") + b"\n")
    if error:
        sys.exit(127)
    return program


def _wait(program: int, guard: int, wakes: int, parent: int) -> int | None:
    """Wait until the program has ended, and return its status, or None if it must be killed."""
    events = select.poll()
    events.register(guard, select.POLLIN)
    events.register(wakes, select.POLLIN)
    while True:
        while True:
            ended, status = os.waitpid(-1, os.WNOHANG)
            if ended == program:
                return status
            if ended == 0:
                break
        ready = [descriptor for descriptor, _ in events.poll(1000)]
        if guard in ready or os.getppid() != parent:
            return None
        if wakes in ready and set(os.read(wakes, 4096)) & set(_ENDING):
            return None


def _kill_all(program: int) -> None:
    """Kill the program and everything that it started, and wait up to `_PATIENCE` seconds until all have ended."""
    deadline = time.monotonic() + _PATIENCE
    with contextlib.suppress(OSError):  # its whole session has ended
        os.killpg(program, signal.SIGKILL)
    while time.monotonic() < deadline:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        for process in _descendants():
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.002)


def _descendants() -> list[int]:
    """Return the ids of the descendants of this process, as far as ``/proc`` lists them."""
    children: dict[int, list[int]] = {}
    with contextlib.suppress(OSError):
        for name in os.listdir("/proc"):  # noqa: PTH208 - pathlib takes longer to import than all else here
            if name.isdigit():
                with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
                    parent = int(file.read().rpartition(b")")[2].split()[1])
                    children.setdefault(parent, []).append(int(name))
    found, waiting = list[int](), [os.getpid()]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _end_like(status: int | None) -> None:
    """End this process like the program: with its exit status or by the same signal; with status 0 if it is None."""
    if status is not None and os.WIFSIGNALED(status):
        with contextlib.suppress(ImportError, OSError, ValueError):
            import resource

            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the program has left its own core file
        number = os.WTERMSIG(status)
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status) if status is not None and os.WIFEXITED(status) else 0)


if __name__ == "__main__":
    main()
