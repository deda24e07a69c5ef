"""Results as the commands show them, for tests of what is said."""

from __future__ import annotations

from collections.abc import Callable

from samescore.report.formats import render_result


def text_of(kind: str, *, verbose: bool = False) -> Callable[[object], str]:
    """A function from a result of a kind (a module of `samescore.report.views`) to its text."""
    return lambda result: str(render_result(kind, result, "text", verbose=verbose))


def markdown_of(kind: str) -> Callable[[object], str]:
    """The same in Markdown."""
    return lambda result: str(render_result(kind, result, "markdown"))
