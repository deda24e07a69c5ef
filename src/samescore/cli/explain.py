"""``samescore explain``: explain why two implementations differ on the user's files."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from samescore.base.errors import InputError
from samescore.cli.completing import complete_side
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
        "bleu, chrf++, rouge2, mcc, ... Pass it twice to explain the relation between two metrics.  [default: the metric "
        "of the named entry points, or bleu]"
    ),
    region=False,
)
@baseline_option
@statistic_option
@click.option(
    "--reported",
    default="",
    metavar="NUMBER",
    help="A reported number, as printed: find the input layout, mistake or setting that gives it.",
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
    """Explain why two implementations differ, or what determines the score of one.

    Shows each knob's share of the gap and the segments that differ most. FIRST and SECOND are implementations:
    nltk.sentence_bleu, native:sacrebleu==2.3.1 (a model, which needs no installation), native. Each may have its own
    settings, as knobs or as the package's arguments: 'sacrebleu(lowercase=true)' 'nltk(smoothing_function=method3)'.
    These override --set, which applies to both.

    With FIRST alone: the parts of its score, the most influential segments, anything unusual, and the nearest settings
    that give a different score.

    With two metrics (-m rougeL -m rougeLsum): the steps from one score to the other, via settings under which the two metrics are equal or use the same counts.
    """
    from samescore.records import Readings
    from samescore.verbs.inputs.files import Files, files_of_implementations
    from samescore.verbs.why.explain import Request, execute, unexplained_programs

    if named[-1] == "-":
        check_standard_input(ctx)
    sides, hypotheses = _sides_and_file(named)
    files = Files(hypotheses, references, baseline, statistic)
    request = Request(files, sides[0], "".join(sides[1:]), metrics, assignments, reported)
    read = [*files.paths, *files_of_implementations(sides)]
    with Outputs({"--html": html}, read) as outputs, progress() as say:
        saved = list(execute(request, say))
        outputs.write_whole("--html", lambda: page_of(saved))
    outputs.show(saved, form)
    outputs.check()
    explained = next(record for record in saved if not isinstance(record, Readings))
    for name, metric in unexplained_programs(request, explained):
        complain(f"find its settings with: samescore identify {shlex.quote(name)} -m {metric}")
    ctx.exit(0 if explained.explained else 1)


def _sides_and_file(named: tuple[str, ...]) -> tuple[tuple[str, ...], Path]:
    """Split a command's arguments into one or two implementations and the file of hypotheses, which comes last.

    Raises `InputError` for a different number of arguments, for a file in place of an implementation, and for an
    implementation in place of the file.
    """
    usage = "write samescore explain FIRST [SECOND] HYPOTHESES -r REFERENCES"
    *sides, last = named
    if not 1 <= len(sides) <= 2:
        message = "the file of hypotheses is missing" if not sides else f"{len(named)} names were given; the limit is 3"
        raise InputError(f"{message}: {' '.join(named):.200}", hint=usage)
    for side in sides:
        if _is_file(side):
            hint = f"{usage}; reference files follow -r"
            raise InputError(f"{side} is a file, but the name of an implementation is expected", hint=hint)
    if last == "-":
        return tuple(sides), Path(last)
    if not Path(last).exists():
        raise InputError(f"cannot read {last}: no such file", hint=f"pass the file of hypotheses last: {usage}")
    return tuple(sides), Path(last)


def _is_file(name: str) -> bool:
    """Return whether a file with this name exists; False if a file cannot have such a name."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # too long, or with a null byte
        return False
