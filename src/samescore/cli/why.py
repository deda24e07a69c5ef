"""``samescore explain``: why two implementations differ on your files."""

from __future__ import annotations

from pathlib import Path

import click

from samescore.cli.options import (
    metric_option,
    on_terminal,
    parse_knobs,
    progress,
    read_input,
    references_option,
    set_option,
)


@click.command()
@click.argument("first", metavar="FIRST")
@click.argument("second", metavar="SECOND")
@click.argument("hypotheses", type=click.Path(path_type=Path), metavar="HYPOTHESES")
@references_option
@metric_option
@set_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["auto", "table", "jsonl", "markdown"]),
    default="auto",
    show_default=True,
    help="auto: text on a terminal, JSON Lines when piped.",
)
def explain(
    first: str,
    second: str,
    hypotheses: Path,
    references: tuple[Path, ...],
    metric: str,
    assignments: tuple[str, ...],
    form: str,
) -> None:
    """Why do two of them differ here: each knob's share of the gap, and the segments that matter.

    FIRST and SECOND are implementations: nltk.sentence_bleu, native:sacrebleu==2.3.1 (nothing installed), native.
    """
    from samescore import explain as verb
    from samescore.report import explanation, records

    data = read_input(metric, hypotheses, references)
    with progress() as say:
        found = verb.explain(first, second, metric, data, on_progress=say, **parse_knobs(metric, assignments))
    if form == "markdown":
        click.echo(explanation.markdown(found), nl=False)
    elif form == "table" or (form == "auto" and on_terminal()):
        for line in explanation.lines(found):
            click.echo(line)
    else:
        click.echo(records.line(explanation.record(found)))
    click.get_current_context().exit(0 if found.explained else 1)
