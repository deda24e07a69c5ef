"""``samescore render``: show a saved result."""

from __future__ import annotations

from pathlib import Path

import click

from samescore.cli.output import show
from samescore.errors import InputError


@click.command()
@click.argument("report", type=click.Path(path_type=Path), metavar="REPORT")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "markdown", "jsonl", "junit"]),
    default="table",
    show_default=True,
    help="junit is for runs only, with and without --against.",
)
def render(report: Path, form: str) -> None:
    """Show a saved result again.

    REPORT is a file of JSON Lines: from samescore run --report run.jsonl ..., samescore explain ... > why.jsonl, and so
    on. It is shown as the command itself shows its result.
    """
    from samescore import records

    if not show(list(records.read(report)), form):
        hint = "name a file that run, drift, identify, diff, explain or audit has written"
        raise InputError(f"{report} holds no result to show as {form}", hint=hint)
