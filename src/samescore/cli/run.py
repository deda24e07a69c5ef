"""``samescore run``."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from samescore.cli.numeric import DecimalRange
from samescore.cli.options import (
    asking_options,
    claim_options,
    format_option,
    fresh_options,
    jobs_option,
    python_option,
    set_option,
)
from samescore.cli.output import Outputs
from samescore.cli.page import html_option, page_of
from samescore.cli.progress import progress
from samescore.cli.screen import complain, wants_table
from samescore.errors import InputError

if TYPE_CHECKING:
    from samescore.records import Record

_FILE = click.Path(path_type=Path, dir_okay=False)


@dataclasses.dataclass(frozen=True)
class RunOptions:
    """What the command line asks of a run."""

    implementations: tuple[str, ...]
    metrics: tuple[str, ...]
    pattern: str
    report: Path | None
    junit: Path | None
    markdown: Path | None
    html: Path | None
    expect: tuple[Path, ...]
    all_answers: bool
    fresh: int
    seed: int | None
    python: str
    against: Path | None
    tolerance: float
    form: str

    @property
    def inputs(self) -> list[Path]:
        """The files that the run reads."""
        from samescore.implementations.names import files_of

        named = [path for name in self.implementations for path in files_of(name)]
        return [*named, *self.expect, *([self.against] if self.against else [])]

    def check(self) -> None:
        """Raise `InputError` for a tolerance that means nothing."""
        if self.tolerance and self.against is None:
            raise InputError("--tolerance needs --against", hint="name a recorded run with --against")


@click.command()
@click.argument("implementations", nargs=-1, metavar="[IMPLEMENTATION]...")
@click.option(
    "-m",
    "--metric",
    "metrics",
    multiple=True,
    help="Only this metric's vectors; what functions without a description compute. Repeatable.",
)
@click.option("--vector", "pattern", default="", metavar="TEXT", help="Only vectors whose id contains TEXT.")
@click.option(
    "--report",
    type=_FILE,
    default="samescore-run.jsonl",
    show_default=True,
    help="Write the JSON Lines report to this file.",
)
@click.option("--no-report", is_flag=True, help="Write no report file.")
@click.option("--junit", type=_FILE, metavar="FILE", help="Also write JUnit XML.")
@click.option("--markdown", type=_FILE, metavar="FILE", help="Also write a summary in Markdown.")
@html_option
@click.option(
    "--expect",
    type=_FILE,
    multiple=True,
    metavar="FILE",
    help="Accept the failures in this file, as samescore expect writes it. Repeatable.",
)
@click.option(
    "--all-answers",
    is_flag=True,
    help="Also record the answers of every entry point, under the vector's settings and under its defaults (for drift).",
)
@fresh_options
@python_option
@click.option(
    "--against",
    type=_FILE,
    metavar="FILE",
    help="Compare with the --report of an earlier run: fail if an answer moved, and for no other reason.",
)
@click.option(
    "--tolerance",
    type=DecimalRange(0, 1),
    default=0.0,
    metavar="NUMBER",
    help="With --against: the relative difference by which a score may move.",
)
@set_option
@claim_options
@format_option
@asking_options
@jobs_option
def run(report: Path, no_report: bool, **options: Any) -> None:
    """Judge implementations on the golden vectors.

    All known implementations are judged by default. An implementation is a package (sacrebleu), a released version of
    one (sacrebleu==1.5.1, installed into a separate environment), its model (native:sacrebleu), a program that speaks
    JSON Lines ("cmd:perl wer.pl"), a Python function (py:package.module:function), or a recorded run
    (replay:run.jsonl).

    Programs and functions are then asked fresh inputs, which no table of answers can know.
    """
    del options["assignments"]  # the claim has them
    exit_code = _run(RunOptions(report=None if no_report else report, **options))
    click.get_current_context().exit(exit_code)


def _run(options: RunOptions) -> int:
    """Carry out a run, or a gate; the exit code."""
    from samescore.catalogue.expectations import expected_failures
    from samescore.implementations.names import with_python
    from samescore.implementations.recording import read_recordings
    from samescore.records import Result
    from samescore.records import line as as_line
    from samescore.report.formats import page, shown
    from samescore.report.plain import visible
    from samescore.verbs import run as verb
    from samescore.verbs.fresh import Fresh

    options.check()
    names = [with_python(name, options.python) for name in options.implementations]
    written: list[Record] = []
    table = wants_table(options.form)
    files = {
        "--report": options.report,
        "--junit": options.junit,
        "--markdown": options.markdown,
        "--html": options.html,
    }
    with Outputs(files, options.inputs, otherwise=", or --no-report") as outputs, progress() as say:
        baseline = read_recordings(options.against) if options.against else None
        planned = verb.plan(
            names,
            metrics=options.metrics,
            pattern=options.pattern,
            all_answers=options.all_answers,
            fresh=Fresh.of(options.fresh, options.seed, options.pattern),
        )
        failures = expected_failures(
            options.expect, [implementation.name for implementation in planned.implementations]
        )
        planned = planned.accepting(failures)
        if not planned.vectors and "fresh-" not in options.pattern:
            complain("samescore: no vector was selected; samescore list vectors shows them all")
            return 4

        def on_record(record: Record) -> None:
            if options.report or not table:
                line = as_line(record).encode("utf-8")
                outputs.write("--report", line + b"\n")
                if not table:
                    outputs.echo(line)
            written.append(record)
            if isinstance(record, Result):
                say(f"{record.implementation} {record.vector}")

        if baseline is None:
            exit_code = verb.execute(planned, on_record).exit_code
        else:
            from samescore.verbs import gate

            exit_code = gate.execute(planned, baseline, options.tolerance, on_record).exit_code
        outputs.finish("--report")
        outputs.write_whole("--junit", lambda: page(written, "junit"))
        outputs.write_whole("--markdown", lambda: page(written, "markdown"))
        outputs.write_whole("--html", lambda: page_of(written))
    if table:
        outputs.show(written, "table")
        if options.report and outputs.whole("--report"):
            outputs.echo(f"\nreport: {visible(str(options.report))}")
    elif options.against:
        for part in shown(written, "table"):
            complain(*str(part).split("\n"))
    outputs.check()
    return exit_code
