"""Tables and consoles for all terminal reports."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from samescore.report.plain import LONGEST, visible, wrap_line
from samescore.report.view import Column

#: Columns of listings that hold numbers.
_NUMBERS = ("expected", "knobs", "default", "entry_points")
#: The column of a listing whose cells are shortened to what fits.
_SHORTENED = "metrics"
#: Minimum width of a column with folded cells, and of the only such column of a listing.
_NARROWEST, _NARROWEST_ALONE = 24, 36


class SafeTable(Table):
    """A table whose cells are escaped.

    If it is wider than the terminal, each row becomes a paragraph of lines ``label: value``: no number is truncated or
    folded.
    """

    narrowest = _NARROWEST

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self._needs(console, options) <= options.max_width:
            yield from super().__rich_console__(console, options)
            return
        for number in range(self.row_count):
            yield from self._paragraph([list(column.cells)[number] for column in self.columns], options.max_width)

    def _needs(self, console: Console, options: ConsoleOptions) -> int:
        """Return the width that the rows need, with folded columns at their minimum."""
        unbounded = options.update(max_width=LONGEST)
        widths = []
        for column in self.columns:
            cells = [*column.cells, *([column.header] if self.show_header else [])]
            widest = max((Measurement.get(console, unbounded, cell).maximum for cell in cells), default=0)
            widths.append(widest if column.no_wrap else min(widest, self.narrowest))
        return sum(widths) + 2 * (len(widths) - 1)

    def _paragraph(self, cells: list[RenderableType], width: int) -> RenderResult:
        """Yield a row as its first cell, then a line for each other nonempty cell, with its label if there are several."""
        first, *others = zip(self.columns, cells, strict=True)
        yield first[1]
        for column, cell in others:
            text = cell.plain if isinstance(cell, Text) else str(cell)
            label = f"{column.header}: " if len(others) > 1 else ""
            if text:
                yield Text(wrap_line(f"  {label}{text}", width), no_wrap=True, overflow="ignore")

    def add_row(self, *cells: Any, **rest: Any) -> None:
        super().add_row(*(visible(cell, LONGEST) if isinstance(cell, str) else cell for cell in cells), **rest)


def line(*parts: str | tuple[str, str], style: str = "") -> Text:
    """Return a line of parts, each a text or a text with its style, escaped and truncated at `LONGEST`."""
    shown = Text(style=style)
    for part in parts:
        text, own = (part, "") if isinstance(part, str) else part
        shown.append(visible(text, LONGEST), style=own)
    return shown


def indent_line(text: str, style: str = "") -> Padding:
    """Return a line, indented."""
    return Padding(line(text, style=style), (0, 0, 0, 2), expand=False)


def command(text: str, columns: int = 0) -> Text:
    """Return a command to copy: indented, on one line at any width."""
    return unbroken(f"{'':{columns}}{text}", style="cyan")


def unbroken(text: str, style: str = "") -> Text:
    """Return text to copy as one line, which is never broken at any width."""
    shown = line(text, style=style)
    shown.no_wrap, shown.overflow = True, "ignore"
    return shown


def table(*columns: Column) -> SafeTable:
    """Return an empty table without borders. Numbers are right-aligned, and never folded."""
    borderless = SafeTable(box=None, pad_edge=False, header_style="bold", padding=(0, 1))
    for column in columns:
        borderless.add_column(
            visible(column.title, 80),
            justify="right" if column.number else "left",
            overflow="fold",
            no_wrap=column.number,
        )
    return borderless


class _Names:
    """A cell with a list of names; it shows as many as fit on one line, and the number of the others."""

    def __init__(self, text: str) -> None:
        self._text = visible(text, LONGEST)

    def __str__(self) -> str:
        return self._text

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(min(len(self._text), _NARROWEST), len(self._text))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        names = self._text.split(", ")
        shown, kept = self._text, len(names)
        while len(shown) > options.max_width and kept:
            kept -= 1
            shown = f"{', '.join(names[:kept])} and {len(names) - kept} more" if kept else f"{len(names)} metrics"
        yield Text(shown)


def listing_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> SafeTable:
    """Return a table of ids and their properties; ids and numbers are not folded. A short row is a heading."""
    borderless = SafeTable(box=None, pad_edge=False, header_style="bold")
    for number, column in enumerate(columns):
        borderless.add_column(column, overflow="fold", no_wrap=number == 0 or column in _NUMBERS)
    if len(columns) == 2:
        borderless.narrowest = _NARROWEST_ALONE
    for row in rows:
        cells = [_Names(cell) if name == _SHORTENED else cell for name, cell in zip(columns, row, strict=False)]
        borderless.add_row(*cells, style="bold" if len(row) < len(columns) else "")
    return borderless


class _PipeConsole(Console):
    """A console that raises an error on a broken pipe instead of ending the process."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def make_console(*, stderr: bool = False) -> Console:
    """Return a console that respects the terminal's width and NO_COLOR. Printing raises `OSError` if it fails.

    If the stream is no terminal, the width is COLUMNS, or else so large that nothing is wrapped.
    """
    stream = sys.stderr if stderr else sys.stdout
    if stream is None or not stream.isatty():
        columns = os.environ.get("COLUMNS", "")
        width = int(columns) if columns.isdecimal() and int(columns) else LONGEST
        return _PipeConsole(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)
    size = shutil.get_terminal_size()  # rich assumes 80 columns for a dumb terminal
    return _PipeConsole(
        stderr=stderr, width=size.columns, height=size.lines, highlight=False, markup=False, emoji=False
    )
