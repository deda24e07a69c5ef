"""Progress messages of a command: a bar on a terminal, a line from time to time in a log."""

from __future__ import annotations

import logging
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from samescore.cli.screen import complain

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

#: Seconds between two lines in a log.
_SPARSE = 30.0
#: Seconds between two updates of the bar.
_OFTEN = 0.1
#: Maximum length of a progress message in characters.
_LONGEST = 200


#: The form in which a message states its steps: ``12 of 64 combinations``, also after a title and a colon.
_STEPS = re.compile(r"(?P<title>.*: )?(?P<done>[0-9][0-9,]*) of (?P<total>[0-9][0-9,]*) (?P<doing>.*)", re.DOTALL)


class Progress(Protocol):
    """Reports the current step. If a message starts with steps (``12 of 64 ...``), the bar shows the progress."""

    def __call__(self, doing: str, /) -> None: ...

    def aside(self, write: Callable[[], object]) -> None:
        """Write to standard output while the bar is hidden."""


@contextmanager
def progress() -> Iterator[Progress]:
    """Show the progress of a command, and messages of the log, on stderr."""
    saying = _Bar() if _on_terminal() else _Log()
    try:
        with _logged_to(saying.log):
            yield saying
    finally:
        saying.end()


def _on_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM", "") not in ("dumb", "unknown")


class _Log:
    """Progress as a line every `_SPARSE` seconds, for an error stream that is not a terminal with a movable cursor."""

    def __init__(self) -> None:
        self._began = self._said = time.monotonic()

    def __call__(self, doing: str, /) -> None:
        now = time.monotonic()
        if now - self._said >= _SPARSE:
            self._said = now
            complain(f"samescore: after {now - self._began:.0f} s: {doing[:_LONGEST]}")

    def aside(self, write: Callable[[], object]) -> None:
        write()

    def log(self, text: str) -> None:
        complain(f"samescore: {text}")

    def end(self) -> None:
        pass


class _Bar:
    """Progress as a bar with the number of steps and the time left; the bar is removed at the end."""

    def __init__(self) -> None:
        self._changed = 0.0
        self._bar = _rich_progress()
        self._task = self._bar.add_task("starting", total=None, steps="")
        self._bar.start()

    def __call__(self, doing: str, /) -> None:
        now = time.monotonic()
        if now - self._changed < _OFTEN:
            return
        self._changed = now
        if match := _STEPS.fullmatch(doing):
            done, total = (int(match[name].replace(",", "")) for name in ("done", "total"))
            words, steps = f"{match['title'] or ''}{match['doing']}", f"{done:,} of {total:,}"
            self._bar.update(self._task, description=_shown(words), completed=done, total=total, steps=steps)
        else:
            self._bar.tasks[0].total = None  # unknown
            self._bar.update(self._task, description=_shown(doing), completed=0, steps="")

    def aside(self, write: Callable[[], object]) -> None:
        self._bar.stop()
        try:
            write()
        finally:
            self._bar.start()

    def log(self, text: str) -> None:
        self._bar.update(self._task, description=_shown(text))

    def end(self) -> None:
        self._bar.stop()


def _shown(text: str) -> str:
    from samescore.report.plain import visible

    return visible(text, _LONGEST)


def _rich_progress() -> RichProgress:
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Column

    from samescore.report.terminal.tables import make_console

    return Progress(
        TextColumn(
            "{task.description}",
            markup=False,
            table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis"),
        ),
        BarColumn(bar_width=16),
        TextColumn("{task.fields[steps]}", table_column=Column(no_wrap=True)),
        TimeRemainingColumn(compact=True),
        console=make_console(stderr=True),
        refresh_per_second=5,
        transient=True,
        expand=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


class _SayingHandler(logging.Handler):
    """A logging handler that passes each message to a function."""

    def __init__(self, say: Callable[[str], None]) -> None:
        super().__init__()
        self._say = say

    def emit(self, record: logging.LogRecord) -> None:
        self._say(record.getMessage())


@contextmanager
def _logged_to(say: Callable[[str], None]) -> Iterator[None]:
    """Pass log messages of the library about long work, such as creating environments, to `say`."""
    logger, handler = logging.getLogger("samescore"), _SayingHandler(say)
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
