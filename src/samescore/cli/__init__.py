"""The command line: each command parses its options, calls a verb, and shows the result with a report."""

from __future__ import annotations

import _thread
import errno
import gc
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from samescore.base.errors import InputError, SamescoreError
from samescore.cli.screen import complain, print_version

#: The exit codes that shells use for a broken pipe and for an interrupt.
_BROKEN_PIPE = 141
_INTERRUPTED = 130
#: Number of new objects after which the garbage collector searches for cycles.
_ALLOCATIONS = 100_000
#: Seconds until a lost interrupt is raised again.
_MOMENT = 0.01


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line (by default with the arguments of this process) and exit.

    Every foreseeable failure prints a message and sets an exit code, without a traceback. Output to a standard stream
    that was closed is discarded.
    """
    asked = sys.argv[1:] if arguments is None else list(arguments)
    _open_closed_descriptors()
    _forget_useless_columns()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    output, received = sys.stdout, list[signal.Signals]()
    try:
        with _signals_as_interrupts(received), _no_interrupt_lost():
            code = _invoke(asked)
        if sys.stdout is not None:
            sys.stdout.flush()
    except SamescoreError as problem:
        from samescore.cli.commands import commands
        from samescore.cli.habits import correction
        from samescore.report.plain import LONGEST, visible

        # Only an unusable file may be a misplaced metric or setting; errors about names and settings have hints of their own.
        guess = correction(asked, commands.commands) if isinstance(problem, InputError) else ""
        hint = guess or problem.hint
        hints = [f"  hint: {visible(hint, LONGEST)}"] if hint else []
        code = _fail(2, f"samescore: {visible(problem.message, LONGEST)}", *hints)
    except KeyboardInterrupt:
        code = _fail(128 + received[0] if received else _INTERRUPTED, "samescore: interrupted")
    except SystemExit:
        if sys.stdout is output:
            raise
        code = _BROKEN_PIPE  # click replaces the stream after a broken pipe, and exits with 1
    except OSError as problem:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # so that the interpreter does not write to it again at exit
        if problem.errno == errno.EPIPE:
            code = _BROKEN_PIPE
        else:
            code = _fail(2, f"samescore: {problem.filename or 'writing the output'}: {problem.strerror}")
    if arguments is None:
        gc.freeze()  # the process ends, so a last search of all its objects for cycles is useless
    sys.exit(code)


def _forget_useless_columns() -> None:
    """Drop COLUMNS from the environment if it is not a usable width: with a width of zero, nothing would be printed."""
    columns = os.environ.get("COLUMNS", "")
    if columns and not (columns.isdecimal() and columns.strip("0")):
        del os.environ["COLUMNS"]


def _invoke(arguments: list[str]) -> int:
    """Run the command named by the arguments and return its exit code. The simplest command lines need no parser."""
    if arguments == ["--version"]:
        print_version()
        return 0
    if arguments and not {"--help", "-h"}.intersection(arguments):
        from samescore.base.folders import working_folder

        working_folder()
    if arguments[:1] == ["score"] and _score(arguments[1:]):
        return 0
    with _fewer_collections():
        from samescore.cli.commands import invoke

        return invoke(arguments)


@contextmanager
def _fewer_collections() -> Iterator[None]:
    """Run the garbage collector less often, because most objects of a command (modules, texts, records) live on."""
    before = gc.get_threshold()
    gc.set_threshold(_ALLOCATIONS)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _score(words: list[str]) -> bool:
    """Run ``samescore score`` if the words after it are plain, and return whether they were."""
    gc.disable()  # modules and columns of text all stay alive, so searching them for cycles is useless
    try:
        from samescore.cli.plain import plain_request
        from samescore.cli.scoring import show

        plain = plain_request(words)
        if plain is not None:
            show(*plain)
        return plain is not None
    finally:
        gc.enable()


@contextmanager
def _signals_as_interrupts(received: list[signal.Signals]) -> Iterator[None]:
    """Turn the first signal that would end the process into an interrupt, which cleans up files and processes.

    The signal is appended to `received`; a second one ends the process.
    """
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    free = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]  # nohup ignores SIGHUP
    taken = []

    def interrupt(number: int, _: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        received.append(signal.Signals(number))
        raise KeyboardInterrupt

    with suppress(ValueError):  # only the main thread may set signal handlers
        for number in free:
            signal.signal(number, interrupt)
            taken.append(number)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def _no_interrupt_lost() -> Iterator[None]:
    """Raise an interrupt again if it was lost because it arrived where nothing can be raised, such as in a ``__del__``."""
    before, main_thread = sys.unraisablehook, _thread.get_ident()

    def again() -> None:
        time.sleep(_MOMENT)  # until the code that cannot raise has been left
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(main_thread, signal.SIGINT)  # which also interrupts a system call
        else:
            _thread.interrupt_main()

    def hook(dropped: sys.UnraisableHookArgs) -> None:
        if dropped.exc_type is KeyboardInterrupt:
            _thread.start_new_thread(again, ())
        else:
            before(dropped)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before


def _open_closed_descriptors() -> None:
    """Open closed standard streams on the null device; otherwise, files opened later would get their descriptors."""
    descriptor = os.open(os.devnull, os.O_RDWR)
    while descriptor < 3:  # the system picks the lowest free descriptor
        descriptor = os.open(os.devnull, os.O_RDWR)
    os.close(descriptor)


def _fail(code: int, *lines: str) -> int:
    complain(*lines)
    return code
