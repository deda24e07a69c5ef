"""Settings for running implementations during a command: in which process, and with which time limits."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from samescore.base.outcome import Unavailable


class Budget:
    """The total time limit of a run. `cut` is True once `refusal` has refused a request because the time was over."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._end = seconds, time.monotonic() + seconds
        self.cut = False

    def left(self) -> float:
        """Return the seconds left; 0 after the end."""
        return max(0.0, self._end - time.monotonic())

    def refusal(self) -> Unavailable | None:
        """Return `Unavailable`, and set `cut`, if the time is over; otherwise return None."""
        if self.left():
            return None
        self.cut = True
        return Unavailable(f"skipped: the budget of {self._seconds:g} seconds is exhausted")


@dataclasses.dataclass(frozen=True, slots=True)
class Asking:
    """Settings for running implementations.

    `timeout` is the time limit for one answer in seconds; None for the implementation's default. `in_process` means
    that functions are called in this process. `budget` is the total time limit; None for no limit.
    """

    timeout: float | None = None
    in_process: bool = False
    budget: Budget | None = None


_current = ContextVar("asking", default=Asking())  # noqa: B039 - it cannot be changed


def current() -> Asking:
    """Return the settings of the innermost `asking` block, or the defaults outside."""
    return _current.get()


def out_of_time() -> Unavailable | None:
    """Return `Unavailable` if the total time limit of the current settings has been reached; otherwise return None."""
    budget = current().budget
    return budget.refusal() if budget else None


@contextmanager
def asking(ways: Asking) -> Iterator[None]:
    """Use these settings for the implementations that are created within a ``with`` block."""
    token = _current.set(ways)
    try:
        yield
    finally:
        _current.reset(token)


_modules: ContextVar[Path | None] = ContextVar("modules", default=None)


def module_folder() -> Path | None:
    """Return the folder of the innermost `searching` block, where functions' modules are searched; None outside."""
    return _modules.get()


@contextmanager
def searching(folder: Path) -> Iterator[None]:
    """Within a ``with`` block, search a folder, after the working folder, for the modules of functions."""
    token = _modules.set(folder)
    try:
        yield
    finally:
        _modules.reset(token)
