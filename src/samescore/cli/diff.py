"""``samescore diff``: compare implementations on the user's own files."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from samescore.cli.completing import complete_implementation
from samescore.cli.options import (
    InputFile,
    baseline_option,
    implementation_options,
    jobs_option,
    metric_option,
    references_option,
    statistic_option,
)
from samescore.cli.output import Outputs, shown_format_option, shown_if_interrupted
from samescore.cli.page import html_option, page_of
from samescore.cli.progress import progress
from samescore.cli.screen import complain

if TYPE_CHECKING:
    from samescore.records import DiffReport, DiffRow, Record
    from samescore.report.formats import Format

#: The options that describe a function or program without a description of its own.
_CLAIMS = ("like", "return_key", "layout", "number_pattern")


class Compared(msgspec.Struct, frozen=True):
    """The subject of a p-value or interval: the `baseline` output, and the `statistic`; both empty for other metrics."""

    baseline: Path | None = None
    statistic: str = ""

    @property
    def words(self) -> list[str]:
        """The command-line options that give these values."""
        baseline = ["--baseline", str(self.baseline)] if self.baseline else []
        return [*baseline, *(["--statistic", self.statistic] if self.statistic else [])]


@click.command()
@click.argument("hypotheses", type=InputFile(), metavar="HYPOTHESES")
@references_option
@click.option(
    "-i",
    "--with",
    "names",
    shell_complete=complete_implementation,
    multiple=True,
    metavar="IMPLEMENTATION",
    help="Compare only these implementations. Repeatable, also with different settings.",
)
@implementation_options(metric_option, region=False)
@baseline_option
@statistic_option
@shown_format_option
@html_option
@jobs_option
@click.pass_context
def diff(
    ctx: click.Context,
    hypotheses: Path,
    references: tuple[Path, ...],
    metric: str,
    names: tuple[str, ...],
    assignments: tuple[str, ...],
    baseline: Path | None,
    statistic: str,
    form: Format,
    html: Path | None,
) -> None:
    """Compare implementations on your own files.

    Shows the scores, the gaps between them, and the knobs that cause each gap. Compares all installed packages by
    default. Each may have its own settings, which override --set: -i 'sacrebleu(lowercase=true)' -i sacrebleu.
    """
    from samescore.records import DiffReport, comparisons
    from samescore.verbs.inputs.files import Files
    from samescore.verbs.why.diff import Request, execute, programs_of

    rows: dict[str, DiffRow] = {}

    def on_row(row: DiffRow) -> None:
        rows[row.name] = row

    def known() -> list[Record]:
        return list(DiffReport(metric, list(rows.values())).records)

    request = Request(Files(hypotheses, references, baseline, statistic), metric, names, assignments)
    with shown_if_interrupted(form, known), Outputs({"--html": html}, request.paths) as outputs, progress() as say:
        saved = list(execute(request, say, on_row))
        outputs.write_whole("--html", lambda: page_of(saved))
    outputs.show(saved, form)
    (comparison,) = comparisons(saved)
    if form == "text":
        for row in comparison.unexplained:
            complain(f"reproduce: {_reproduction(row, ctx.params)}")
        for name in programs_of(request, comparison.unexplained):
            complain(f"find its settings with: samescore identify {shlex.quote(name)} -m {metric}")
    outputs.check()
    ctx.exit(_exit_code(comparison, named=bool(names)))


def _reproduction(row: DiffRow, asked: Mapping[str, Any]) -> str:
    """Return the command that compares only the row's implementation with the native metric, with the same options."""
    names = [name for name in asked["names"] if row.name.startswith(name)]
    options = {
        "-r": asked["references"],
        "-m": (asked["metric"],),
        "-i": ("native", max(names, key=len, default=row.name)),
        "--set": asked["assignments"],
        "--index": filter(None, (asked["index"],)),
        **{f"--{name.replace('_', '-')}": filter(None, (asked[name],)) for name in _CLAIMS},
    }
    words = [word for option, values in options.items() for value in values for word in (option, str(value))]
    in_process = ["--in-process"] if asked["in_process"] else []
    words += Compared(asked["baseline"], asked["statistic"]).words
    return shlex.join(["samescore", "diff", str(asked["hypotheses"]), *words, *in_process])


def _exit_code(compared: DiffReport, *, named: bool) -> int:
    if compared.unexplained:
        return 1
    if named and compared.absent:
        return 5
    return 0 if any(row.number is not None for row in compared.rows) else 4
