"""How implementations are asked, for as long as a command runs: in which process, and how much time there is."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from samescore.base.outcome import Unavailable


class Budget:
    """The time for asking in a whole run. `cut` says whether something was not asked because it had ended."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._end = seconds, time.monotonic() + seconds
        self.cut = False

    def left(self) -> float:
        """The seconds until it ends; 0 afterwards."""
        return max(0.0, self._end - time.monotonic())

    def refusal(self) -> Unavailable | None:
        """Why nothing is asked any more; None before it ends."""
        if self.left():
            return None
        self.cut = True
        return Unavailable(f"skipped: the budget of {self._seconds:g} seconds is exhausted")


@dataclasses.dataclass(frozen=True, slots=True)
class Asking:
    """How implementations are asked.

    `timeout` is in seconds, for one answer; None for what is usual for the implementation. `in_process`: functions are
    called in this process. `budget` is for all of them together.
    """

    timeout: float | None = None
    in_process: bool = False
    budget: Budget | None = None


_current = ContextVar("asking", default=Asking())  # noqa: B039 - it cannot be changed


def current() -> Asking:
    """How implementations that are made now will be asked."""
    return _current.get()


def out_of_time() -> Unavailable | None:
    """Why nothing is asked any more: the budget of this run has ended. None before that."""
    budget = current().budget
    return budget.refusal() if budget else None


@contextmanager
def asking(ways: Asking) -> Iterator[None]:
    """Ask so the implementations that are made in this block."""
    token = _current.set(ways)
    try:
        yield
    finally:
        _current.reset(token)


_modules: ContextVar[Path | None] = ContextVar("modules", default=None)


def module_folder() -> Path | None:
    """The folder that is searched for modules of functions right after the working one; None if there is no other."""
    return _modules.get()


@contextmanager
def searching(folder: Path) -> Iterator[None]:
    """Search a folder, too, for the modules of the functions that are named in this block."""
    token = _modules.set(folder)
    try:
        yield
    finally:
        _modules.reset(token)
