"""Tables and consoles for all terminal reports."""

from __future__ import annotations

import errno
import os
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from samescore.report.plain import LONGEST, visible

#: Columns of words; all others have numbers.
_WORDS = ("implementation", "metric", "because", "settings", "knob")
#: Columns whose long cells are folded instead of cut.
_FOLDED = ("because", "settings", "knob", "as returned")


class SafeTable(Table):
    """A table whose cells are made visible."""

    def add_row(self, *cells: Any, **rest: Any) -> None:
        super().add_row(*(visible(cell, LONGEST) if isinstance(cell, str) else cell for cell in cells), **rest)


def line(*parts: str | tuple[str, str], style: str = "") -> Text:
    """A line of parts, each a text or a text with its style, made visible and cut at `LONGEST`."""
    shown = Text(style=style)
    for part in parts:
        text, own = (part, "") if isinstance(part, str) else part
        shown.append(visible(text, LONGEST), style=own)
    return shown


def indented(text: str, style: str = "") -> Padding:
    """A line, indented."""
    return Padding(line(text, style=style), (0, 0, 0, 2))


def table(*columns: str) -> SafeTable:
    """An empty table without borders."""
    borderless = SafeTable(box=None, pad_edge=False, header_style="bold", padding=(0, 1))
    for column in columns:
        justify = "left" if column in _WORDS else "right"
        borderless.add_column(visible(column, 80), justify=justify, overflow="fold", no_wrap=column not in _FOLDED)  # type: ignore[arg-type]
    return borderless


class _PipeConsole(Console):
    """A console that leaves a broken pipe to its caller, instead of ending the process."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def make_console(*, stderr: bool = False) -> Console:
    """A console that respects the terminal's width and NO_COLOR; `OSError` if its stream fails."""
    return _PipeConsole(stderr=stderr, highlight=False, markup=False, emoji=False)
