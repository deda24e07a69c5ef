"""How implementations are asked, for as long as a command runs: in which process, and how long an answer may take."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


@dataclasses.dataclass(frozen=True, slots=True)
class Asking:
    """How implementations are asked.

    `timeout` is in seconds, for one answer; None for what is usual for the implementation. `in_process`: functions are
    called in this process.
    """

    timeout: float | None = None
    in_process: bool = False


_current = ContextVar("asking", default=Asking())  # noqa: B039 - it cannot be changed


def current() -> Asking:
    """How implementations that are made now will be asked."""
    return _current.get()


@contextmanager
def asking(ways: Asking) -> Iterator[None]:
    """Ask so the implementations that are made in this block."""
    token = _current.set(ways)
    try:
        yield
    finally:
        _current.reset(token)
