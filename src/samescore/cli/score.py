"""``samescore score``: score files natively."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from samescore.cli.numeric import DecimalRange
from samescore.cli.options import format_option, jobs_option, references_option, set_option
from samescore.cli.scoring import Request, show


@click.command()
@click.argument("hypotheses", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="HYPOTHESES...")
@references_option
@click.option(
    "-m", "--metric", "metrics", multiple=True, help="bleu (the default), chrf++, rouge2, mcc, ... Repeat for several."
)
@click.option(
    "--like",
    default="",
    metavar="IMPLEMENTATION",
    help="Score as this one does: nltk.sentence_bleu, sacrebleu==2.6.0, 'sacrebleu(lowercase=true)'.",
)
@set_option
@click.option("--signature", default="", help="Take all settings from a signature that this command printed.")
@click.option("--stages", is_flag=True, help="Also show the product of every stage.")
@click.option(
    "--tags",
    type=click.Choice(["all", "words", "gaps", "source", "without-end"]),
    default="all",
    help="Which tags of a line count, for labels and --like openkiwi.",
)
@click.option(
    "--reading",
    type=click.Choice(
        [
            "usual",
            "keep-byte-order-mark",
            "keep-carriage-returns",
            "all-line-separators",
            "no-final-blank-lines",
        ]
    ),
    default="usual",
    help="How text files become lines, where programs differ (docs/files.md).",
)
@click.option("--per-class", is_flag=True, help="For labels: precision, recall, F1, MCC and support of every class.")
@click.option(
    "--na-prob-file",
    type=click.Path(path_type=Path),
    help="For --like squad-v2: a JSON file with the probability that a question has no answer.",
)
@click.option(
    "--na-prob-thresh",
    type=DecimalRange(),
    default=1.0,
    show_default=True,
    help="For --like squad-v2: above this probability the prediction is the empty answer.",
)
@jobs_option
@format_option
def score(form: str, **options: Any) -> None:
    """Score files natively.

    The scores are those of the metric's default settings, or of a known implementation (--like). HYPOTHESES is a text
    file (one segment a line, with -r), a .tsv or .jsonl file that holds both sides, or for classification metrics a
    file of predicted labels.

    With --like and without -m, an implementation that is a program (cmrc2018, dialogue-eval, drop, openkiwi, squad-v1,
    squad-v2) reads the files and prints its lines as that program does. Those of question answering read JSON:
    PREDICTIONS -r DATA.
    """
    show(Request(**options), form)
