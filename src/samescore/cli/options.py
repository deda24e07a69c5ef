"""Options that several commands share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
from click.exceptions import Exit

from samescore.base.errors import nearest
from samescore.base.folders import working_folder
from samescore.cli.completing import complete_implementation, complete_metric, complete_setting, complete_vector
from samescore.cli.numeric import CountRange, DecimalRange
from samescore.cli.screen import complain, print_line

#: The key in a click context's `meta` that records whether the command reads standard input.
_READS_INPUT = "samescore.standard-input"


class NamedChoice(click.Choice[str]):
    """A click type: one of a few names; an error about an unknown name suggests the nearest."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        del ctx
        return f"unknown value {value!r}; {nearest(str(value), self.choices)}"


class InputFile(click.Path):
    """A click type: an input file. ``-`` is standard input, which a command can read once; ``./-`` is a file."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Convert a value to a path. Raises a usage error if standard input is named twice."""
        if value == "-":
            check_standard_input(ctx)
            return Path("-")
        path = Path(super().convert(value, param, ctx))  # type: ignore[arg-type]  # it is a path
        return working_folder() / path if path == Path("-") else path


def check_standard_input(ctx: click.Context | None) -> None:
    """Record that the command reads standard input. Raises a usage error if it already does."""
    if ctx is not None:
        if ctx.meta.get(_READS_INPUT):
            raise click.UsageError("- was given twice, but standard input can be read only once; pass a file", ctx)
        ctx.meta[_READS_INPUT] = True


def metrics_option(text: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make the option ``-m``, which may be repeated, with this help text."""
    return click.option("-m", "--metric", "metrics", shell_complete=complete_metric, multiple=True, help=text)


def one_metric_option(text: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make the option ``-m``, which may be given once, with this help text."""
    return click.option("-m", "--metric", shell_complete=complete_metric, default="", help=text)


def memory_option(text: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make the option ``--memory``, a number of gibibytes, with this help text."""
    return click.option("--memory", type=DecimalRange(0, min_open=True), metavar="GIB", help=text)


def like_option(
    metavar: str, text: str, *, multiple: bool = False
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make the option ``--like``, the name of an implementation, with this help text; `multiple` allows several."""
    return click.option(
        "--like",
        shell_complete=complete_implementation,
        default=() if multiple else "",
        multiple=multiple,
        metavar=metavar,
        help=text,
    )


def formats_option(names: Sequence[str], text: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make the option ``--format``, one of `names`, with this help text."""
    return click.option("--format", "form", type=NamedChoice(names), default="text", show_default=True, help=text)


#: For commands that use golden vectors.
vector_metrics_option = metrics_option("Select this metric's vectors. Repeatable.")

format_option = formats_option(["text", "jsonl"], "text for reading, or jsonl (JSON Lines) for programs.")

#: For commands that can also show their results as a page.
shown_format_option = formats_option(
    ["text", "jsonl", "markdown"], "text for reading, jsonl (JSON Lines) for programs, or markdown for a page."
)

full_signature_option = click.option(
    "--full-signature", is_flag=True, help="Show every knob of the settings, including those at their defaults."
)

html_option = click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Also write the result to this file as a self-contained HTML page.",
)

metric_option = click.option(
    "-m",
    "--metric",
    shell_complete=complete_metric,
    default="bleu",
    show_default=True,
    help="The metric: bleu, chrf++, rouge2, mcc, ...",
)

references_option = click.option(
    "-r",
    "--reference",
    "references",
    multiple=True,
    type=InputFile(),
    help="A file of references (or gold labels), one segment per line. Repeat for several references.",
)

sources_option = click.option(
    "-s",
    "--sources",
    type=InputFile(),
    metavar="FILE",
    help="For -m sari: the source texts that HYPOTHESES rewrites, one segment per line.",
)

baseline_option = click.option(
    "--baseline",
    type=InputFile(),
    metavar="FILE",
    help="For -m p-value: the output of the baseline system, with which HYPOTHESES is compared.",
)

statistic_option = click.option(
    "--statistic",
    shell_complete=complete_metric,
    default="",
    metavar="METRIC",
    help="For -m p-value and interval: the statistic to test: a metric ('chrf|beta:3.0' with settings), or mean for files of one number per line.",
)

signature_option = click.option(
    "--signature", default="", help="Take all settings from a signature printed by samescore score."
)

set_option = click.option(
    "--set",
    "assignments",
    shell_complete=complete_setting,
    multiple=True,
    metavar="KNOB=VALUE",
    help="Set a knob (see samescore list knobs METRIC). Repeatable.",
)


keyword_option = click.option(
    "-k",
    "pattern",
    shell_complete=complete_vector,
    default="",
    metavar="EXPRESSION",
    help="Select vectors whose ids or flags match the expression, e.g. 'bleu and not empty'.",
)

verbose_option = click.option(
    "-v", "--verbose", is_flag=True, help="Also show results by metric, the reasons for divergences, and every failure."
)

python_option = click.option(
    "--python",
    default="",
    metavar="PYTHON",
    help="The interpreter for released versions (NAME==VERSION): 3.8, or a program. [default: a suitable one, if found]",
)


def index_option(command: Callable[..., None]) -> Callable[..., None]:
    """Add the option for the package index, for commands that may install releases."""

    @click.option(
        "--index",
        default="",
        metavar="URL",
        help="Install released versions from this package index, or from a folder of wheels.  [default: SAMESCORE_INDEX, "
        "or the index set in the environment variables of uv or pip, or PyPI]",
    )
    @functools.wraps(command)
    def installs(*arguments: Any, index: str, **options: Any) -> None:
        from samescore.verbs.lookup.context import installing_from

        with installing_from(index):
            command(*arguments, **options)

    return installs


def fresh_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options ``--fresh`` and ``--seed``."""
    command = click.option(
        "--seed",
        type=CountRange(0, 10**18 - 1),
        metavar="NUMBER",
        help="The seed of the fresh inputs. [default: random; printed and recorded]",
    )(command)
    return click.option(
        "--fresh",
        type=CountRange(0, 100_000),
        default=50,
        show_default=True,
        metavar="N",
        help="After the vectors, run each entry point of a program or function on N randomly generated inputs, so memorised answers cannot pass; 0: none.",
    )(command)


def jobs_option(command: Callable[..., None]) -> Callable[..., None]:
    """Add the option ``--jobs``, the number of threads."""

    @click.option(
        "-j",
        "--jobs",
        type=CountRange(1, 64),
        metavar="N",
        default=1,
        show_default=True,
        help="Number of threads. It does not affect the results.",
    )
    @functools.wraps(command)
    def counts(*arguments: Any, jobs: int, **options: Any) -> None:
        from samescore.verbs.lookup.context import counting_with

        with counting_with(jobs):
            command(*arguments, **options)

    return counts


def engine_options(*, auto: str = "") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add the options ``--engine`` and ``--scheduler``; `auto` is the help of ``--engine auto``, and enables it."""

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        command = click.option(
            "--scheduler",
            default="",
            metavar="ADDRESS",
            help="The address of the scheduler for --engine dask, e.g. tcp://host:8786.",
        )(command)
        return click.option(
            "--engine",
            type=NamedChoice(["dask", "auto"] if auto else ["dask"]),
            help="dask: run in Dask worker processes, on this machine (-j) or on the cluster of --scheduler "
            f"(docs/clusters.md).{auto}",
        )(command)

    return decorated


def implementation_options(
    metric: Callable[[Callable[..., None]], Callable[..., None]], *, region: bool
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add the options of all commands that run implementations: what they compute, with which settings, and how.

    `metric` is the command's ``-m``. With `region`, ``--set`` restricts the settings under which a self-describing
    implementation is run; otherwise the command itself runs all sides with these settings.
    """

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        return metric(set_option(_claim_options(asking_options(command), region=region)))

    return decorated


def _claim_options(command: Callable[..., None], *, region: bool) -> Callable[..., None]:
    """Add the options that declare functions and programs without a description, together with ``-m`` and ``--set``."""

    @like_option(
        "NAME",
        "For a function or program without a description: the entry point that it should match (nltk.sentence_bleu).",
    )
    @click.option(
        "--return-key",
        default="",
        metavar="KEY",
        help="The part of a function's result to use as the score: a key, index or attribute, as in rouge1.fmeasure.",
    )
    @click.option(
        "--layout",
        default="",
        metavar="LAYOUT",
        help="The call convention of a function: lists, streams, flat, single or single-list, plus -tokens, -swapped or both."
        "  [default: detected]",
    )
    @click.option(
        "--number-pattern",
        default="",
        metavar="REGEX",
        help="Regular expression for the score in a program's output: its last match, or the first group of that match.",
    )
    @functools.wraps(command)
    def claims(*arguments: Any, like: str, return_key: str, layout: str, number_pattern: str, **options: Any) -> None:
        from samescore.verbs.inputs.declarations import declaration_of
        from samescore.verbs.lookup.context import declaring

        declaration = declaration_of(
            options,
            like=like,
            return_key=return_key,
            layout=layout,
            number_pattern=number_pattern,
            region=region,
            say=lambda text: complain(f"samescore: {text}"),
        )
        with declaring(declaration):
            command(*arguments, **options)

    return claims


def asking_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that control how implementations are run."""

    @index_option
    @click.option(
        "--timeout",
        type=DecimalRange(0, min_open=True),
        metavar="SECONDS",
        help="Time limit for one answer of a program or function. [default: 30; 60 for released versions]",
    )
    @click.option(
        "--budget",
        type=DecimalRange(0, min_open=True),
        metavar="SECONDS",
        help="Total time limit. Cases not reached are skipped; the exit code is 5 unless another applies.",
    )
    @click.option(
        "--in-process",
        is_flag=True,
        help="Run functions (py:) in this process, for debuggers. A crash ends the run.",
    )
    @functools.wraps(command)
    def asks(*arguments: Any, timeout: float | None, budget: float | None, in_process: bool, **options: Any) -> None:
        from samescore.verbs.lookup.context import asking

        code = 0
        with asking(timeout, budget, in_process=in_process) as is_cut_short:
            try:
                command(*arguments, **options)
            except Exit as end:
                code = end.exit_code
        if is_cut_short():
            print_line(
                f"samescore: the budget of {budget:g} seconds was exhausted before the end of the run", error=True
            )
            code = 5 if code in (0, 4) else code
        click.get_current_context().exit(code)

    return asks
