"""Render results as the commands show them, for tests of their texts."""

from __future__ import annotations

from collections.abc import Callable

from samescore.report.formats import render_result


def text_of(kind: str, *, verbose: bool = False) -> Callable[[object], str]:
    """Return a function that renders a result as text, with the view `kind` of `samescore.report.views`."""
    return lambda result: str(render_result(kind, result, "text", verbose=verbose))


def markdown_of(kind: str) -> Callable[[object], str]:
    """Return a function that renders a result in Markdown, with the view `kind`."""
    return lambda result: str(render_result(kind, result, "markdown"))
