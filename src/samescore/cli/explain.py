"""``samescore explain``: why two implementations differ on the user's files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from samescore.cli.inputs import parse_knobs, read_input, sides_and_file
from samescore.cli.options import (
    asking_options,
    claim_options,
    jobs_option,
    metric_option,
    references_option,
    set_option,
)
from samescore.cli.output import show, shown_format_option
from samescore.cli.progress import progress

if TYPE_CHECKING:
    from samescore.records import Account, Explanation


@click.command()
@click.argument("named", nargs=-1, required=True, metavar="FIRST [SECOND] HYPOTHESES")
@references_option
@metric_option
@set_option
@click.option(
    "--reported",
    default="",
    metavar="NUMBER",
    help="A number that somebody reports, as printed: which layout of the input, mistake or setting gives it.",
)
@claim_options
@shown_format_option
@asking_options
@jobs_option
@click.pass_context
def explain(
    ctx: click.Context,
    named: tuple[str, ...],
    references: tuple[Path, ...],
    metric: str,
    assignments: tuple[str, ...],
    reported: str,
    form: str,
) -> None:
    """Explain why two implementations differ, or what carries the number of one.

    Shows each knob's share of the gap, and the segments that differ most. FIRST and SECOND are implementations:
    nltk.sentence_bleu, native:sacrebleu==2.3.1 (a model, which needs no installation), native. Each may have settings
    of its own, knobs or the package's arguments: 'sacrebleu(lowercase=true)' 'nltk(smoothing_function=method3)'. They
    win over --set, which is for both.

    With FIRST alone: what its number is made of, the segments that matter most, what is unusual about it, and the
    nearest settings that give another number.
    """
    from samescore.verbs.attribution.readings import readings_of

    sides, hypotheses = sides_and_file(named)
    data, knobs = read_input(metric, hypotheses, references), parse_knobs(metric, assignments)
    explanation: Account | Explanation
    with progress() as say:
        first, *second = sides
        if not second:
            from samescore.verbs.alone.account import account

            explanation = account(first, metric, data, on_progress=say, **knobs)
        else:
            from samescore.verbs import explain as verb

            explanation = verb.explain(first, second[0], metric, data, on_progress=say, **knobs)
        say("other layouts of the input")
        readings = readings_of(explanation, data, reported)
    show([explanation, *readings], form)
    ctx.exit(0 if explanation.explained else 1)
