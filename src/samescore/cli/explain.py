"""``samescore explain``: why two implementations differ on the user's files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from samescore.cli.completing import complete_side
from samescore.cli.explaining import explained, next_steps
from samescore.cli.inputs import Compared
from samescore.cli.options import (
    baseline_option,
    check_standard_input,
    implementation_options,
    jobs_option,
    metrics_option,
    references_option,
    statistic_option,
)
from samescore.cli.output import Outputs, shown_format_option
from samescore.cli.page import html_option, page_of
from samescore.cli.progress import progress
from samescore.cli.screen import complain

if TYPE_CHECKING:
    from samescore.report.formats import Format


@click.command()
@click.argument("named", shell_complete=complete_side, nargs=-1, required=True, metavar="FIRST [SECOND] HYPOTHESES")
@references_option
@implementation_options(
    metrics_option(
        "bleu, chrf++, rouge2, mcc, ... Twice for two metrics: of the first side and of the second.  [default: that of "
        "the entry points named, or bleu]"
    ),
    region=False,
)
@baseline_option
@statistic_option
@click.option(
    "--reported",
    default="",
    metavar="NUMBER",
    help="A number that somebody reports, as printed: which layout of the input, mistake or setting gives it.",
)
@shown_format_option
@html_option
@jobs_option
@click.pass_context
def explain(
    ctx: click.Context,
    named: tuple[str, ...],
    references: tuple[Path, ...],
    metrics: tuple[str, ...],
    assignments: tuple[str, ...],
    baseline: Path | None,
    statistic: str,
    reported: str,
    form: Format,
    html: Path | None,
) -> None:
    """Explain why two implementations differ, or what carries the number of one.

    Shows each knob's share of the gap, and the segments that differ most. FIRST and SECOND are implementations:
    nltk.sentence_bleu, native:sacrebleu==2.3.1 (a model, which needs no installation), native. Each may have settings
    of its own, knobs or the package's arguments: 'sacrebleu(lowercase=true)' 'nltk(smoothing_function=method3)'. They
    win over --set, which is for both.

    With FIRST alone: what its number is made of, the segments that matter most, what is unusual about it, and the
    nearest settings that give another number.

    With two metrics (-m rougeL -m rougeLsum): the path from one number to the other, over an identity between the two.
    """
    if named[-1] == "-":
        check_standard_input(ctx)
    compared = Compared(baseline, statistic)
    read = [*map(Path, named), *references, *filter(None, [baseline])]
    with Outputs({"--html": html}, read) as outputs, progress() as say:
        explanation, readings = explained(named, metrics, references, assignments, compared, reported, say)
        saved = [explanation, *readings]
        outputs.write_whole("--html", lambda: page_of(saved))
    outputs.show(saved, form)
    outputs.check()
    complain(*next_steps(named, explanation))
    ctx.exit(0 if explanation.explained else 1)
