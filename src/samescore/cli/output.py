"""Print records in the requested format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from samescore.cli.options import on_terminal

if TYPE_CHECKING:
    from samescore.records import Record
    from samescore.report.formats import Format

shown_format_option = click.option(
    "--format",
    "form",
    type=click.Choice(["auto", "table", "jsonl", "markdown"]),
    default="auto",
    show_default=True,
    help="auto: text on a terminal, JSON Lines when piped.",
)


def chosen_format(form: str) -> Format:
    """The format that the value of --format means."""
    if form == "auto":
        return "table" if on_terminal() else "jsonl"
    return form  # type: ignore[return-value]  # click has checked it


def show(saved: Sequence[Record], form: str) -> bool:
    """Print the results in the records; false if there are none."""
    from samescore.report.formats import shown

    parts = list(shown(saved, chosen_format(form)))
    for part in parts:
        if isinstance(part, str):
            click.echo(part)
        else:
            from samescore.report.terminal.tables import make_console

            make_console().print(part)
    return bool(parts)
