"""Results as text for a place that is no terminal: ``print`` in Python, a notebook, a log."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console

from samescore.report.formats import shown
from samescore.report.plain import visible

if TYPE_CHECKING:
    from samescore.records import Record

#: How many columns the text has.
_WIDTH = 100


def as_text(saved: Sequence[Record]) -> str:
    """The report of a terminal without colours, without a line break at its end."""
    text = io.StringIO()
    console = Console(file=text, width=_WIDTH, color_system=None, highlight=False, markup=False, emoji=False)
    for part in shown(saved, "text"):
        if isinstance(part, str):
            lines = ("\t".join(map(visible, line.split("\t"))) for line in part.split("\n"))
            text.write("\n".join(lines) + "\n")
        else:
            console.print(part)
    return "\n".join(line.rstrip() for line in text.getvalue().rstrip("\n").split("\n"))
