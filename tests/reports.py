"""Render results as the commands show them, for tests of their texts."""

from __future__ import annotations

import io
from collections.abc import Callable

from rich.console import Console

from samescore.report.formats import render_result


def text_of(kind: str, *, verbose: bool = False) -> Callable[[object], str]:
    """Return a function that renders a result as text, with the view `kind` of `samescore.report.views`."""
    return lambda result: str(render_result(kind, result, "text", verbose=verbose))


def markdown_of(kind: str) -> Callable[[object], str]:
    """Return a function that renders a result in Markdown, with the view `kind`."""
    return lambda result: str(render_result(kind, result, "markdown"))


def on_terminal(kind: str, result: object, *, width: int = 100, verbose: bool = False) -> str:
    """Return a result as a terminal of this width shows it, without colours, and without spaces at the ends of lines."""
    text = io.StringIO()
    console = Console(file=text, width=width, color_system=None, highlight=False, markup=False, emoji=False)
    console.print(render_result(kind, result, "text", verbose=verbose))
    return "\n".join(line.rstrip() for line in text.getvalue().rstrip("\n").split("\n"))
