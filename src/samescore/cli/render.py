"""``samescore render``: show a saved result."""

from __future__ import annotations

from pathlib import Path

import click

from samescore.cli.output import Outputs, show
from samescore.cli.page import HINT, html_option, page_of
from samescore.cli.screen import print_line
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
@html_option
def render(report: Path, form: str, html: Path | None) -> None:
    """Show a saved result again, as text or as a page.

    REPORT is a file of JSON Lines: from samescore run --report run.jsonl ..., samescore explain ... > why.jsonl, and so
    on. It is shown as the command itself shows its result.
    """
    from samescore import records

    saved = list(records.read(report))
    if html is not None:
        with Outputs({"--html": html}, [report]) as outputs:
            outputs.write_whole("--html", lambda: page_of(saved))
        outputs.check()
        print_line(f"page: {html}")
    elif not show(saved, form):
        raise InputError(f"{report} holds no result to show as {form}", hint=HINT)
