"""Run programs that always end when samescore ends, together with everything that they started.

A separate small program, `samescore.implementations.supervisor`, starts each program and ends it. There is no
supervisor on Windows: a program is killed when samescore ends normally, but its children are not.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import all_suffixes
from pathlib import Path
from typing import IO

from samescore.base.errors import InputError
from samescore.base.folders import working_folder

_HAS_SUPERVISOR = os.name != "nt"
_SUPERVISOR = Path(__file__).with_name("supervisor.py")
#: Time limits in seconds for the supervisor to start a program and to end a program.
_STARTING, _ENDING = 60.0, 15.0


#: The variable that keeps the working folder off the module search path of ``python -c`` and ``-m``.
_SAFE_PATH = "PYTHONSAFEPATH"


class StartError(Exception):
    """A program cannot be started; the message says why."""


class SupervisedProcess:
    """A running program and its pipes. The constructor raises `StartError` if the program cannot be started."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
        stdin: int = subprocess.PIPE,
        stderr: int = subprocess.PIPE,
    ) -> None:
        self._line: socket.socket | None = None
        theirs: socket.socket | None = None
        before: list[str] = []
        if _HAS_SUPERVISOR:
            self._line, theirs = socket.socketpair()
            before = [sys.executable, "-I", "-S", str(_SUPERVISOR), str(theirs.fileno())]
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user names the program; there is no shell
                [*before, *command],
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=stderr,
                start_new_session=True,
                cwd=folder,
                env=environment,
                pass_fds=[theirs.fileno()] if theirs else (),
            )
        except (OSError, ValueError) as problem:  # ValueError: a null character
            if self._line is not None:
                self._line.close()
            raise StartError(f"{command[0]}: {getattr(problem, 'strerror', None) or problem}") from None
        finally:
            if theirs is not None:
                theirs.close()
        if self._line is not None:
            self._check_start(self._line, command[0])

    def _check_start(self, line: socket.socket, name: str) -> None:
        """Wait until the supervisor reports that the program has started; otherwise end it and raise `StartError`."""
        line.settimeout(_STARTING)
        answer = b""
        with contextlib.suppress(OSError):
            while not answer.endswith(b"\n") and (part := line.recv(16)):
                answer += part
        answer = answer.strip()
        if answer != b"started":
            self.end()
            self.close_pipes()
            raise StartError(f"{name}: {os.strerror(int(answer)) if answer.isdigit() else 'its supervisor has ended'}")

    @property
    def stdin(self) -> IO[bytes]:
        if self._process.stdin is None:
            raise ValueError("the program has no such pipe")
        return self._process.stdin

    @property
    def stdout(self) -> IO[bytes]:
        if self._process.stdout is None:
            raise ValueError("the program has no such pipe")
        return self._process.stdout

    @property
    def stderr(self) -> IO[bytes]:
        if self._process.stderr is None:
            raise ValueError("the program has no such pipe")
        return self._process.stderr

    @property
    def status(self) -> int | None:
        """The exit status, negative for a signal; None while the program runs."""
        return self._process.poll()

    def wait(self, timeout: float) -> bool:
        """Wait until the program has ended; return False if it still runs after `timeout` seconds."""
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            return False
        return True

    def communicate(self, timeout: float) -> bytes:
        """Wait until the program has ended, and return its whole output.

        Raises `subprocess.TimeoutExpired` if it does not end within `timeout` seconds.
        """
        printed: bytes = self._process.communicate(timeout=timeout)[0]
        return printed

    def end(self) -> None:
        """Kill the program, if it still runs, and everything that it started, and wait until it has ended."""
        if self._line is None:
            self._process.kill()
        else:
            with contextlib.suppress(OSError):  # it has ended already
                self._line.shutdown(socket.SHUT_RDWR)
            self._line.close()
        if not self.wait(_ENDING):
            self._process.kill()
        self._process.wait()

    def close_pipes(self) -> None:
        """Close this process's ends of the pipes."""
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError, ValueError):
                    pipe.close()


def printed_by(
    command: Sequence[str],
    timeout: float,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> tuple[int, bytes]:
    """Run a program, and return its exit status and its output, including stderr.

    It runs in `folder`, or in the working folder if None, with the variables in `environment`, or the current ones if
    None. Raises `StartError` if it cannot be started, and `subprocess.TimeoutExpired` after `timeout` seconds.
    """
    process = SupervisedProcess(
        command, folder=folder, environment=environment, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT
    )
    try:
        printed = process.communicate(timeout)
        return process.status or 0, printed
    finally:
        process.end()
        process.close_pipes()


@contextmanager
def safe_module_path() -> Iterator[None]:
    """Keep Python processes started within a ``with`` block from importing standard modules from the working folder.

    `multiprocessing` and Dask start processes with ``python -c``, which searches that folder first unless
    PYTHONSAFEPATH is set. Python 3.10 ignores this variable; there, `InputError` is raised if the folder contains a
    module with the name of a standard module.
    """
    if sys.version_info < (3, 11) and (found := shadowing_module(working_folder())) is not None:
        hint = "rename it, work in another folder, or leave out -j"
        raise InputError(f"{found} would run instead of Python's own module", hint=hint)
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        restore_module_path(before)


def module_path_setting() -> str | None:
    """Return the current value of PYTHONSAFEPATH; None if it is not set."""
    return os.environ.get(_SAFE_PATH)


def restore_module_path(before: str | None) -> None:
    """Set PYTHONSAFEPATH to the value `before`, or delete it if `before` is None."""
    if before is None:
        os.environ.pop(_SAFE_PATH, None)
    else:
        os.environ[_SAFE_PATH] = before


def shadowing_module(folder: Path) -> Path | None:
    """Return the path of a module in a folder that has the name of a standard module; None if there is none."""
    for path in sorted(folder.iterdir()):
        if path.name.partition(".")[0] in sys.stdlib_module_names and (
            path.name.endswith(tuple(all_suffixes())) or (path / "__init__.py").exists()
        ):
            return path
    return None


def end_with_parent() -> None:
    """Make this `multiprocessing` worker end when its parent process ends.

    A worker must call this function once, before anything else. Otherwise, when its parent has ended, it would finish
    its current task and then wait forever.
    """
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)
