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
    from samescore.report.plain import visible

    lines = ("\t".join(map(visible, line.split("\t"))) for line in text.split("\n"))
    click.echo("\n".join(lines), err=error, nl=nl)


def print_data(data: str | bytes, *, nl: bool = True) -> None:
    """Print JSON, TOML or Markdown, which its writer has escaped, in UTF-8, whatever the terminal's encoding is."""
    click.echo(data.encode("utf-8") if isinstance(data, str) else data, nl=nl)


def print_result(part: RenderableType) -> None:
    """Print a part of a report, which is a page or a table."""
    if isinstance(part, str):
        print_page(part)
        return
    from samescore.report.terminal.tables import make_console

    make_console().print(part)
