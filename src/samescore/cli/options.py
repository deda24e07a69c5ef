"""Options that several commands share."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.exceptions import Exit

from samescore.cli.numeric import CountRange, DecimalRange
from samescore.cli.screen import print_line

format_option = click.option(
    "--format",
    "form",
    type=click.Choice(["auto", "table", "jsonl"]),
    default="auto",
    show_default=True,
    help="auto: a table on a terminal, JSON Lines when piped.",
)

metric_option = click.option("-m", "--metric", default="bleu", show_default=True, help="bleu, chrf++, rouge2, mcc, ...")

references_option = click.option(
    "-r",
    "--reference",
    "references",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A file of references (or gold labels), one segment a line. Repeat for several references.",
)

set_option = click.option(
    "--set",
    "assignments",
    multiple=True,
    metavar="KNOB=VALUE",
    help="Set a knob (see samescore list knobs METRIC). Repeatable.",
)


python_option = click.option(
    "--python",
    default="",
    metavar="PYTHON",
    help="The interpreter for released versions (NAME==VERSION): 3.8, or a program. By default a suitable one is found.",
)


def fresh_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options ``--fresh`` and ``--seed``."""
    command = click.option(
        "--seed",
        type=CountRange(0, 10**18 - 1),
        metavar="NUMBER",
        help="The seed of the fresh inputs. By default a random one, which is printed and recorded.",
    )(command)
    return click.option(
        "--fresh",
        type=CountRange(0, 100_000),
        default=50,
        show_default=True,
        metavar="N",
        help="After the vectors, ask programs and functions N inputs that nobody has seen for each entry point; 0: none.",
    )(command)


def claim_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options for functions and programs that do not describe themselves; ``-m`` and ``--set`` belong to them, too."""

    @click.option(
        "--like",
        default="",
        metavar="NAME",
        help="A function or program without a description claims to compute what this one does (nltk.sentence_bleu).",
    )
    @click.option(
        "--return-key",
        default="",
        metavar="KEY",
        help="The part of a function's answer that counts: a key, an index or an attribute, as in rouge1.fmeasure.",
    )
    @click.option(
        "--layout",
        default="",
        metavar="LAYOUT",
        help="How a function takes texts: lists, streams, flat, single, single-list; also with -tokens, -swapped."
        "  [default: found by trying]",
    )
    @click.option(
        "--number-pattern",
        default="",
        metavar="REGEX",
        help="Finds the number in what a program prints: its last match, or the first group of that.",
    )
    @functools.wraps(command)
    def claims(*arguments: Any, like: str, return_key: str, layout: str, number_pattern: str, **options: Any) -> None:
        from samescore.cli.claimed import claim_of
        from samescore.implementations.claim import claiming

        with claiming(claim_of(options, like, return_key, layout, number_pattern)):
            command(*arguments, **options)

    return claims


def jobs_option(command: Callable[..., None]) -> Callable[..., None]:
    """The option of a command that counts: how many threads do."""

    @click.option(
        "-j",
        "--jobs",
        type=CountRange(1, 64),
        default=1,
        show_default=True,
        help="How many threads to use. The results are the same, bit for bit.",
    )
    @functools.wraps(command)
    def counts(*arguments: Any, jobs: int, **options: Any) -> None:
        from samescore.metrics.jobs import counting_with

        with counting_with(jobs):
            command(*arguments, **options)

    return counts


def asking_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that asks implementations."""

    @click.option(
        "--timeout",
        type=DecimalRange(0, min_open=True),
        metavar="SECONDS",
        help="How long a program or function may take for one answer.  [default: 30; 60 for released versions]",
    )
    @click.option(
        "--budget",
        type=DecimalRange(0, min_open=True),
        metavar="SECONDS",
        help="How long to ask implementations in all. What is left then is not asked, and the exit code is 5 if no other.",
    )
    @click.option(
        "--in-process",
        is_flag=True,
        help="Call functions (py:) in this process, for a debugger: what one does to the process, it does to the run.",
    )
    @functools.wraps(command)
    def asks(*arguments: Any, timeout: float | None, budget: float | None, in_process: bool, **options: Any) -> None:
        from samescore.implementations.asking import Asking, Budget, asking

        whole = Budget(budget) if budget else None
        code = 0
        with asking(Asking(timeout, in_process, whole)):
            try:
                command(*arguments, **options)
            except Exit as end:
                code = end.exit_code
        if whole is not None and whole.cut:
            print_line(f"samescore: the budget of {budget:g} seconds ended before everything was asked", error=True)
            code = 5 if code in (0, 4) else code
        click.get_current_context().exit(code)

    return asks
