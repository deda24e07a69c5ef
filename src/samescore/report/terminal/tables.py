"""Tables and consoles, as every report for a terminal has them."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

#: Columns of words; all others hold numbers.
_WORDS = ("implementation", "metric", "because", "settings", "knob")
#: Columns whose long cells are folded instead of cut.
_FOLDED = ("because", "settings", "knob", "as returned")


def table(*columns: str) -> Table:
    """An empty table without borders."""
    made = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1))
    for column in columns:
        justify = "left" if column in _WORDS else "right"
        made.add_column(column, justify=justify, overflow="fold", no_wrap=column not in _FOLDED)  # type: ignore[arg-type]
    return made


def make_console(*, stderr: bool = False) -> Console:
    """A console that keeps to the terminal's width and to NO_COLOR."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)
