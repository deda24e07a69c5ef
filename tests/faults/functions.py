"""Functions that misbehave, for tests with faults: ``py:functions:NAME``. All claim to compute WER.

The functions `FAILING` return at once, or end their process; the functions `HANGING` never return.
"""

from __future__ import annotations

import asyncio
import atexit
import builtins
import contextlib
import ctypes
import decimal
import gc
import json
import math
import os
import random
import re
import select
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

FAILING: list[str] = []
HANGING: list[str] = []

_WRONG = 0.123  # a number, and not the right one
_Function = Callable[..., Any]


def _listed(names: list[str]) -> Callable[[_Function], _Function]:
    def add(function: _Function) -> _Function:
        names.append(function.__name__)
        function.samescore = {"metric": "wer"}  # type: ignore[attr-defined]  # how a function is described
        return function

    return add


_failing, _hanging = _listed(FAILING), _listed(HANGING)


class UnspeakableError(Exception):
    """An exception whose message ends the process."""

    def __str__(self) -> str:
        sys.exit(0)


class MuteError(Exception):
    """An exception whose message is not a string."""

    def __str__(self) -> str:
        return 3  # type: ignore[return-value]  # on purpose


class PanicError(BaseException):
    """An exception like the panics of libraries in Rust."""


class _NameFails(type):
    @property
    def __name__(cls) -> str:  # type: ignore[override]  # on purpose
        raise SystemExit(0)


class NamelessError(Exception, metaclass=_NameFails):
    """An exception whose class has no readable name."""


class Number:
    """A value that raises an exception when it is converted to a number."""

    def __init__(self, problem: BaseException) -> None:
        self.problem = problem

    def __float__(self) -> float:
        raise self.problem


class Looping:
    """A value that cannot be converted to a number in finite time."""

    def __float__(self) -> float:
        while True:
            pass


class OddFloat(float):
    """A number that misreports its value."""

    def __float__(self) -> float:
        raise SystemExit(0)

    def __repr__(self) -> str:
        raise SystemExit(0)


def _make(name: str, body: Callable[[], Any], names: Callable[[_Function], _Function]) -> None:
    """Add a function to this module that only calls `body`, and add its name to `names`."""

    def function(*_: Any) -> Any:
        return body()

    function.__name__ = name
    globals()[name] = names(function)


def _raising(problem: Callable[[], BaseException]) -> Callable[[], Any]:
    def body() -> Any:
        raise problem()

    return body


#: Functions that raise these exceptions.
for _name, _problem in {
    "raises_value_error": lambda: ValueError("no"),
    "raises_key_error": lambda: KeyError("x"),
    "raises_stop_iteration": StopIteration,
    "raises_stop_async_iteration": StopAsyncIteration,
    "raises_os_error": lambda: OSError(28, "No space left on device"),
    "raises_import_error": lambda: ImportError("no module"),
    "raises_broken_pipe": BrokenPipeError,
    "raises_timeout": lambda: TimeoutError("as if too slow"),
    "raises_system_exit_0": lambda: SystemExit(0),
    "raises_system_exit_none": SystemExit,
    "raises_system_exit_text": lambda: SystemExit("done"),
    "raises_base_exception": lambda: BaseException("base"),
    "raises_generator_exit": GeneratorExit,
    "raises_keyboard_interrupt": KeyboardInterrupt,
    "raises_cancelled": asyncio.CancelledError,
    "raises_panic": lambda: PanicError("index out of bounds"),
    "raises_memory_error": MemoryError,
    "raises_unspeakable": UnspeakableError,
    "raises_mute": MuteError,
    "raises_nameless": NamelessError,
    "raises_huge_message": lambda: ValueError("m" * 10**7),
    "raises_surrogates": lambda: ValueError("\ud800\udfff"),
    "raises_controls": lambda: ValueError("\x00\x1b[31m\u202e\r\n<b>&|`"),
    "raises_itself_as_cause": lambda: _own_cause(),
}.items():
    _make(_name, _raising(_problem), _failing)


def _own_cause() -> BaseException:
    problem = ValueError("circle")
    problem.__cause__ = problem
    return problem


#: Functions that return these values instead of the score.
for _name, _returned in {
    "returns_text": lambda: "half",
    "returns_digits_of_another_script": lambda: "½",
    "returns_bytes": lambda: b"\xff",
    "returns_list": lambda: [0.5],
    "returns_dict": lambda: {"score": 0.5},
    "returns_complex": lambda: 1j,
    "returns_huge_integer": lambda: 10**5000,
    "returns_nan": lambda: float("nan"),
    "returns_infinity": lambda: float("inf"),
    "returns_none": lambda: None,
    "returns_ellipsis": lambda: ...,
    "returns_function": lambda: _loop,
    "returns_generator": lambda: (number for number in [0.5]),
    "returns_decimal_nan": lambda: decimal.Decimal("sNaN"),
    "returns_huge_fraction": lambda: Fraction(10**5000, 3),
    "returns_failing_number": lambda: Number(ValueError("no")),
    "returns_exiting_number": lambda: Number(SystemExit(0)),
    "returns_panicking_number": lambda: Number(PanicError("no")),
    "returns_closing_number": lambda: Number(GeneratorExit()),
    "returns_odd_float": lambda: OddFloat(0.5),
    "returns_wrong_number": lambda: _WRONG,
}.items():
    _make(_name, _returned, _failing)


#: Functions that end the process in these ways.
for _name, _end in {
    "ends_sys_exit": lambda: sys.exit(0),
    "ends_quit": lambda: sys.modules["builtins"].__dict__.get("quit", sys.exit)(0),
    "ends_os_exit_0": lambda: os._exit(0),
    "ends_os_exit_3": lambda: os._exit(3),
    "ends_abort": os.abort,
    "ends_kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "ends_terminate": lambda: os.kill(os.getpid(), signal.SIGTERM),
    "ends_fault": lambda: ctypes.string_at(0),
    "ends_group": lambda: os.killpg(os.getpgid(0), signal.SIGKILL),
    "ends_exec": lambda: os.execvp("true", ["true"]),  # noqa: S606, S607 - on purpose
    "ends_at_recursion": lambda: _recurse(),
    "ends_in_thread": lambda: _in_thread(lambda: os._exit(0)),
    "ends_at_exit": lambda: atexit.register(os._exit, 0),
    "ends_parent": lambda: _kill_parent(),
    "ends_descriptors": lambda: os.closerange(3, 256),
    "ends_memory": lambda: bytearray(2**40),
}.items():
    _make(_name, _end, _failing)


def _kill_parent() -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)


def _recurse() -> Any:
    return _recurse()


def _in_thread(body: Callable[[], Any]) -> float:
    thread = threading.Thread(target=body)
    thread.start()
    thread.join()
    return _WRONG


def _disturbing(body: Callable[[], Any]) -> Callable[[], Any]:
    def disturb() -> float:
        body()
        return _WRONG

    return disturb


def _write_everywhere() -> None:
    for descriptor in range(1, 16):
        with contextlib.suppress(OSError):
            os.write(descriptor, b"garbage\n")


def _leave_processes() -> None:
    for _ in range(5):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(3600)
            os._exit(0)


def _warn() -> None:
    warnings.simplefilter("error")
    warnings.warn("w", stacklevel=1)


def _limit(name: str) -> None:
    import resource

    resource.setrlimit(getattr(resource, name), (0, 0))


#: Functions that disturb the process or its environment, and return a wrong number.
for _name, _disturb in {
    "disturbs_directory": lambda: os.chdir("/"),
    "disturbs_random_state": lambda: random.seed(1),
    "disturbs_environment": os.environ.clear,
    "disturbs_modules": sys.modules.clear,
    "disturbs_path": sys.path.clear,
    "disturbs_json": lambda: setattr(json, "dumps", None),
    "disturbs_float": lambda: setattr(builtins, "float", None),
    "disturbs_exceptions": lambda: setattr(builtins, "BaseException", None),
    "disturbs_streams": lambda: vars(sys).update(stdout=None, stderr=None),
    "disturbs_standard_descriptors": lambda: os.closerange(0, 3),
    "disturbs_every_descriptor": _write_everywhere,
    "disturbs_recursion_limit": lambda: sys.setrecursionlimit(60),
    "disturbs_trace": lambda: sys.settrace(lambda *_: 1 / 0),  # type: ignore[arg-type]  # on purpose
    "disturbs_collector": gc.disable,
    "disturbs_warnings": lambda: _warn(),
    "disturbs_signals": lambda: [signal.signal(n, signal.SIG_IGN) for n in (signal.SIGTERM, signal.SIGHUP)],
    "disturbs_umask": lambda: os.umask(0o777),
    "disturbs_files": lambda: _limit("RLIMIT_NOFILE"),
    "disturbs_file_size": lambda: _limit("RLIMIT_FSIZE"),
    "disturbs_stdout": lambda: print("x" * 10**7, flush=True),
    "disturbs_stdout_lines": lambda: [print('{"id": 2, "outcome": "score", "value": 1}') for _ in range(10**4)],
    "disturbs_stdin": lambda: sys.stdin.read(),
    "disturbs_by_forking": os.fork,
    "disturbs_by_leaving_processes": _leave_processes,
    "disturbs_by_programs": lambda: subprocess.Popen(["sleep", "3600"], start_new_session=True),  # noqa: S607
    "disturbs_by_threads": lambda: threading.Thread(target=time.sleep, args=(3600,)).start(),
    "disturbs_by_alarm": lambda: signal.setitimer(signal.ITIMER_REAL, 0.01),
}.items():
    _make(_name, _disturbing(_disturb), _failing)


@_failing
def disturbs_its_arguments(hypotheses: list[Any], references: list[Any]) -> float:
    hypotheses.append(hypotheses)
    references.clear()
    return _WRONG


@_failing
async def is_a_coroutine(*_: Any) -> float:
    return _WRONG


@_failing
def takes_too_few(_: Any) -> float:
    return _WRONG


#: Functions that never end; some ignore signals or block the interpreter.
for _name, _forever in {
    "hangs_in_loop": lambda: _loop(),
    "hangs_asleep": lambda: time.sleep(3600),
    "hangs_at_lock": lambda: _deadlock(),
    "hangs_at_pipe": lambda: os.read(os.pipe()[0], 1),
    "hangs_at_select": lambda: select.select([], [], []),
    "hangs_in_pattern": lambda: re.match("(a*)*b", "a" * 64),
    "hangs_in_arithmetic": lambda: math.factorial(10**7),
    "hangs_in_sum": lambda: sum(range(10**15)),
    "hangs_stopped": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "hangs_in_float": Looping,
    "hangs_ignoring_signals": lambda: _ignore_and_loop(),
    "hangs_in_child": lambda: subprocess.run(["sleep", "3600"], check=False),  # noqa: S607
}.items():
    _make(_name, _forever, _hanging)


def _loop() -> None:
    while True:
        pass


def _deadlock() -> None:
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def _ignore_and_loop() -> None:
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    _loop()
