"""How implementations are run during a command: in which process, and with which time limits."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from samescore.base.outcome import Unavailable


class Budget:
    """The total time limit of a run. `cut` says whether something was skipped because it had ended."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._end = seconds, time.monotonic() + seconds
        self.cut = False

    def left(self) -> float:
        """Return the seconds left; 0 after the end."""
        return max(0.0, self._end - time.monotonic())

    def refusal(self) -> Unavailable | None:
        """Return the reason why nothing more is run; None before the end."""
        if self.left():
            return None
        self.cut = True
        return Unavailable(f"skipped: the budget of {self._seconds:g} seconds is exhausted")


@dataclasses.dataclass(frozen=True, slots=True)
class Asking:
    """How implementations are run.

    `timeout` is in seconds, for one answer; None for the implementation's default. `in_process`: functions are called
    in this process. `budget` is the total time limit.
    """

    timeout: float | None = None
    in_process: bool = False
    budget: Budget | None = None


_current = ContextVar("asking", default=Asking())  # noqa: B039 - it cannot be changed


def current() -> Asking:
    """Return the settings for implementations created now."""
    return _current.get()


def out_of_time() -> Unavailable | None:
    """Return the reason why nothing more is run if the run's time limit has been reached, else None."""
    budget = current().budget
    return budget.refusal() if budget else None


@contextmanager
def asking(ways: Asking) -> Iterator[None]:
    """Use these settings for the implementations created in this block."""
    token = _current.set(ways)
    try:
        yield
    finally:
        _current.reset(token)


_modules: ContextVar[Path | None] = ContextVar("modules", default=None)


def module_folder() -> Path | None:
    """Return the folder searched for modules of functions right after the working folder; None if there is none."""
    return _modules.get()


@contextmanager
def searching(folder: Path) -> Iterator[None]:
    """Also search a folder for the modules of functions named in this block."""
    token = _modules.set(folder)
    try:
        yield
    finally:
        _modules.reset(token)
