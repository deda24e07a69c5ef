"""``samescore why``: search for the known cause of a symptom described in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from samescore.cli.numeric import CountRange
from samescore.cli.output import show, shown_format_option

if TYPE_CHECKING:
    from samescore.report.formats import Format


@click.command()
@click.argument("symptom", nargs=-1, required=True, metavar="SYMPTOM...")
@shown_format_option
@click.option(
    "--most", type=CountRange(1, 100), metavar="N", default=5, show_default=True, help="Number of results to show."
)
@click.pass_context
def why(ctx: click.Context, symptom: tuple[str, ...], form: Format, most: int) -> None:
    """Search for the cause of a symptom, offline.

    For example: samescore why "rouge 0.0 for non-latin". Searches reported disagreements, known divergences, mistakes
    and flags of golden vectors by metric, package, number and words. Exit code 4: nothing matches.
    """
    from samescore.verbs.why.symptom_search import Request, execute

    (reasons,) = execute(Request(" ".join(symptom), most))
    show([reasons], form)
    ctx.exit(0 if reasons.reasons else 4)
