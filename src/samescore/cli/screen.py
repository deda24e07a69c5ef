"""What commands print. Nothing reaches the screen in another way, so that no text from outside arrives there raw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import RenderableType


def print_line(text: str, *, error: bool = False) -> None:
    """Print one line; what is not visible in it, line breaks included, is written as escapes. `error`: to stderr."""
    from samescore.report.plain import visible

    click.echo(visible(text), err=error)


def print_page(text: str, *, error: bool = False, nl: bool = True) -> None:
    """Print lines; what is not visible in them, but tabs, is written as escapes."""
    click.echo(_visible_page(text), err=error, nl=nl)


def print_data(text: str) -> None:
    """Print lines of JSON or Markdown as `print_page` does, but in UTF-8, whatever the terminal's encoding is."""
    click.echo(_visible_page(text).encode("utf-8"))


def _visible_page(text: str) -> str:
    from samescore.report.plain import visible

    return "\n".join("\t".join(map(visible, line.split("\t"))) for line in text.split("\n"))


def print_exactly(content: bytes) -> None:
    """Print a file of ours, such as a schema, byte by byte."""
    click.echo(content, nl=False)


def print_result(part: RenderableType) -> None:
    """Print a part of a report, which is a page or a table."""
    if isinstance(part, str):
        print_page(part)
        return
    from samescore.report.terminal.tables import make_console

    make_console().print(part)
