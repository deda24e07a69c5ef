"""Results as text outside a terminal: ``print`` in Python, a notebook, a log."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console

from samescore.report.formats import render_all
from samescore.report.plain import visible

if TYPE_CHECKING:
    from samescore.records import Record

#: The width of the text in columns.
_WIDTH = 100


def as_text(saved: Sequence[Record]) -> str:
    """Return the terminal report without colours and final line break."""
    text = io.StringIO()
    console = Console(file=text, width=_WIDTH, color_system=None, highlight=False, markup=False, emoji=False)
    for part in render_all(saved, "text"):
        if isinstance(part, str):
            lines = ("\t".join(map(visible, line.split("\t"))) for line in part.split("\n"))
            text.write("\n".join(lines) + "\n")
        else:
            console.print(part)
    return "\n".join(line.rstrip() for line in text.getvalue().rstrip("\n").split("\n"))
