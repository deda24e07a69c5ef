"""Tables and consoles for all terminal reports."""

from __future__ import annotations

import errno
import os

from rich.console import Console
from rich.table import Table

#: Columns of words; all others have numbers.
_WORDS = ("implementation", "metric", "because", "settings", "knob")
#: Columns whose long cells are folded instead of cut.
_FOLDED = ("because", "settings", "knob", "as returned")


def table(*columns: str) -> Table:
    """An empty table without borders."""
    borderless = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1))
    for column in columns:
        justify = "left" if column in _WORDS else "right"
        borderless.add_column(column, justify=justify, overflow="fold", no_wrap=column not in _FOLDED)  # type: ignore[arg-type]
    return borderless


class _PipeConsole(Console):
    """A console that leaves a broken pipe to its caller, instead of ending the process."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def make_console(*, stderr: bool = False) -> Console:
    """A console that respects the terminal's width and NO_COLOR; `OSError` if its stream fails."""
    return _PipeConsole(stderr=stderr, highlight=False, markup=False, emoji=False)
