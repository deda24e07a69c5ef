"""``samescore score``: score files natively."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from samescore.cli.numeric import CountRange, Decimal
from samescore.cli.options import (
    InputFile,
    NamedChoice,
    baseline_option,
    engine_options,
    format_option,
    full_signature_option,
    jobs_option,
    like_option,
    memory_option,
    metrics_option,
    references_option,
    set_option,
    signature_option,
    sources_option,
    statistic_option,
)
from samescore.cli.scoring import show
from samescore.verbs.scoring.request import Request


@click.command()
@click.argument("hypotheses", nargs=-1, required=True, type=InputFile(), metavar="HYPOTHESES...")
@references_option
@sources_option
@metrics_option("bleu (the default), chrf++, rouge2, mcc, ... Repeat for several.")
@like_option(
    "IMPLEMENTATION",
    "Score like this implementation: nltk.sentence_bleu, sacrebleu==2.6.0, 'sacrebleu(lowercase=true)'.",
)
@set_option
@baseline_option
@statistic_option
@signature_option
@full_signature_option
@click.option("--stages", is_flag=True, help="Also show the result of every stage.")
@click.option(
    "--tags",
    type=NamedChoice(["all", "words", "gaps", "source", "without-end"]),
    default="all",
    help="Which tags of a line to score, for labels and --like openkiwi.",
)
@click.option(
    "--reading",
    type=NamedChoice(
        [
            "usual",
            "keep-byte-order-mark",
            "keep-carriage-returns",
            "all-line-separators",
            "no-final-blank-lines",
        ]
    ),
    default="usual",
    help="How to split text files into lines; programs disagree (docs/files.md).",
)
@click.option(
    "--per-class", is_flag=True, help="For labels: show precision, recall, F1, MCC and support of every class."
)
@click.option(
    "--recorded",
    is_flag=True,
    help="For logs of language models: count the recorded scores and answers that equal the computed ones.",
)
@click.option(
    "--na-prob-file",
    type=click.Path(path_type=Path),
    help="For --like squad-v2: a JSON file with each question's probability of having no answer.",
)
@click.option(
    "--na-prob-thresh",
    type=Decimal(),
    default=1.0,
    show_default=True,
    help="For --like squad-v2: above this probability the prediction is the empty answer.",
)
@memory_option("Memory limit for metrics whose memory grows with the file. [default: a quarter of the memory]")
@engine_options(auto=" auto: use Dask only for files so large that it saves time.")
@click.option(
    "--segments",
    type=click.Path(path_type=Path, file_okay=False),
    help="With --engine: write segment scores as Parquet into this folder, which must be new or empty.",
)
@click.option("--together", is_flag=True, help="With --engine: also score all HYPOTHESES together.")
@click.option(
    "--shard-lines",
    type=CountRange(1, 10**9),
    metavar="N",
    help="With --engine: number of lines that a process reads at a time. [default: 50000]",
)
@jobs_option
@format_option
def score(form: str, full_signature: bool, **options: Any) -> None:
    """Score files with the native metrics.

    Scores use the metric's default settings, or the settings of a known implementation (--like). HYPOTHESES is a text file
    (one segment per line, with -r), a .tsv or .jsonl file with both sides, or for classification metrics a file of
    predicted labels.

    With --like and without -m, reads the files and prints the lines as an evaluation script does (cmrc2018,
    dialogue-eval, drop, openkiwi, squad-v1, squad-v2). Question-answering metrics read JSON: PREDICTIONS -r DATA.
    """
    show(Request(**options), form, full_signature=full_signature)
