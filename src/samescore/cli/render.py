"""``samescore render``: a saved result, shown again."""

from __future__ import annotations

from pathlib import Path

import click

from samescore.cli.output import show
from samescore.errors import InputError


@click.command()
@click.argument("report", type=click.Path(path_type=Path), metavar="REPORT")
@click.option("--format", "form", type=click.Choice(["table", "markdown", "jsonl"]), default="table", show_default=True)
def render(report: Path, form: str) -> None:
    """Show again what diff, explain or audit has saved as JSON Lines.

    REPORT is a file: samescore explain ... > why.jsonl, samescore audit --report audit.jsonl ...
    """
    from samescore import records

    if not show(list(records.read(report)), form):
        raise InputError(f"{report} holds no result to show", hint="name what diff, explain or audit has saved")
