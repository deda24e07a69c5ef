"""``samescore tokens``: show the tokens that a metric compares."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from samescore.cli.numeric import CountRange
from samescore.cli.options import (
    InputFile,
    like_option,
    one_metric_option,
    references_option,
    set_option,
    signature_option,
)
from samescore.cli.output import show, shown_format_option
from samescore.cli.screen import complain

if TYPE_CHECKING:
    from samescore.report.formats import Format


@click.command()
@click.argument("hypotheses", nargs=-1, type=InputFile(), metavar="[HYPOTHESES]...")
@click.option("-t", "--text", "texts", multiple=True, metavar="TEXT", help="A text instead of a file. Repeatable.")
@references_option
@one_metric_option("bleu (the default), chrf++, rouge2, ter, ...")
@like_option(
    "IMPLEMENTATION",
    "Prepare the lines like this implementation: sacrebleu==2.6.0, nltk.sentence_bleu. Repeat it to see differences.",
    multiple=True,
)
@set_option
@signature_option
@click.option(
    "--line", "numbers", type=CountRange(1, 10**9), multiple=True, metavar="N", help="Show only this line. Repeatable."
)
@click.option(
    "--most",
    type=CountRange(0, 10**9),
    metavar="N",
    help="Number of lines to show, 0 for all. [default: 10; all with --format jsonl]",
)
@shown_format_option
def tokens(
    hypotheses: tuple[Path, ...],
    texts: tuple[str, ...],
    references: tuple[Path, ...],
    metric: str,
    like: tuple[str, ...],
    assignments: tuple[str, ...],
    signature: str,
    numbers: tuple[int, ...],
    most: int | None,
    form: Format,
) -> None:
    """Show the tokens that a metric or an implementation compares.

    Shows each line of HYPOTHESES (- is standard input), of -r, or of --text after every stage: lowercasing,
    normalization, tokenization, n-grams. Tokens are separated by ·, and spaces at the ends or inside tokens are shown as
    ␣. With several --like, the differences between their tokens follow.
    """
    from samescore.verbs.scoring.tokens import Request, execute

    if not (hypotheses or texts or references):
        raise click.UsageError("pass a file, - for standard input, or --text TEXT")
    if most is None:
        most = 0 if form == "jsonl" else 10
    request = Request(
        hypotheses,
        references,
        texts,
        metric=metric,
        like=like,
        assignments=assignments,
        signature=signature,
        numbers=numbers,
        most=most,
    )
    remarks: list[str] = []
    show(list(execute(request, remarks.append)), form)
    complain(*(f"samescore: {remark}" for remark in remarks))
