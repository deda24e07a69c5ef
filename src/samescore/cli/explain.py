"""``samescore explain``: why two implementations differ on the user's files."""

from __future__ import annotations

from pathlib import Path

import click

from samescore.cli.inputs import parse_knobs, read_input
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


@click.command()
@click.argument("first", metavar="FIRST")
@click.argument("second", metavar="SECOND")
@click.argument("hypotheses", type=click.Path(path_type=Path), metavar="HYPOTHESES")
@references_option
@metric_option
@set_option
@claim_options
@shown_format_option
@asking_options
@jobs_option
@click.pass_context
def explain(
    ctx: click.Context,
    first: str,
    second: str,
    hypotheses: Path,
    references: tuple[Path, ...],
    metric: str,
    assignments: tuple[str, ...],
    form: str,
) -> None:
    """Explain why two implementations differ.

    Shows each knob's share of the gap, and the segments that differ most. FIRST and SECOND are implementations:
    nltk.sentence_bleu, native:sacrebleu==2.3.1 (a model, which needs no installation), native.
    """
    from samescore.verbs import explain as verb

    data = read_input(metric, hypotheses, references)
    with progress() as say:
        explanation = verb.explain(first, second, metric, data, on_progress=say, **parse_knobs(metric, assignments))
    show([explanation], form)
    ctx.exit(0 if explanation.explained else 1)
