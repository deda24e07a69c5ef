"""``samescore render``: a saved result, shown again."""

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
    help="JUnit XML is for runs, with and without --against.",
)
def render(report: Path, form: str) -> None:
    """Show again what a command has saved as JSON Lines, as it showed it at once.

    REPORT is a file: samescore run --report run.jsonl ..., samescore explain ... > why.jsonl, and so on.
    """
    from samescore import records

    if not show(list(records.read(report)), form):
        hint = "name what run, drift, identify, diff, explain or audit has saved"
        raise InputError(f"{report} holds no result to show as {form}", hint=hint)
