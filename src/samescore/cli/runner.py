"""``samescore run``."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from samescore.cli.options import format_option, progress, python_option, wants_table
from samescore.errors import InputError

if TYPE_CHECKING:
    from samescore.implementations.recording import Recording
    from samescore.records import Record
    from samescore.verbs import run as conform
    from samescore.verbs.all_answers import EntryAnswer
    from samescore.verbs.judge import Judgement

_FILE = click.Path(path_type=Path, dir_okay=False)

#: Runs on at most this many vectors show every result.
_DETAILS_UP_TO = 3


@click.command()
@click.argument("implementations", nargs=-1, metavar="[IMPLEMENTATION]...")
@click.option("-m", "--metric", "metrics", multiple=True, help="Only this metric's vectors. Repeatable.")
@click.option("--vector", "pattern", default="", metavar="TEXT", help="Only vectors whose id contains TEXT.")
@click.option(
    "--report",
    "report_path",
    type=click.Path(path_type=Path, dir_okay=False),
    default="samescore-run.jsonl",
    show_default=True,
    help="Where the JSON Lines report goes.",
)
@click.option("--no-report", is_flag=True, help="Write no report file.")
@click.option("--junit", type=_FILE, metavar="FILE", help="Also write JUnit XML.")
@click.option("--markdown", type=_FILE, metavar="FILE", help="Also write a summary in Markdown.")
@click.option(
    "--expect",
    type=_FILE,
    multiple=True,
    metavar="FILE",
    help="Failures that are accepted: see samescore expect. Repeatable.",
)
@click.option(
    "--all-answers",
    is_flag=True,
    help="Also record what every entry point answers, to the vectors' settings and under its defaults: for drift.",
)
@python_option
@click.option(
    "--against",
    type=_FILE,
    metavar="FILE",
    help="A recorded run (--report of an earlier one): fail on what moved since, and on nothing else.",
)
@click.option(
    "--tolerance",
    type=click.FloatRange(0, 1),
    default=0.0,
    metavar="NUMBER",
    help="With --against: the relative difference by which a score may move.",
)
@format_option
@click.pass_context
def run(
    ctx: click.Context,
    implementations: tuple[str, ...],
    metrics: tuple[str, ...],
    pattern: str,
    report_path: Path,
    no_report: bool,
    junit: Path | None,
    markdown: Path | None,
    expect: tuple[Path, ...],
    all_answers: bool,
    python: str,
    against: Path | None,
    tolerance: float,
    form: str,
) -> None:
    """Golden vectors against implementations (all known ones by default).

    An implementation is a package (sacrebleu), a released version of one (sacrebleu==1.5.1, installed into an
    environment of its own), its model (native:sacrebleu), a program that speaks JSON Lines ("cmd:perl wer.pl"), a
    Python function (py:package.module:function), or a recorded run (replay:run.jsonl).
    """
    from samescore import __version__, records
    from samescore.catalogue.expectations import expected_failures
    from samescore.implementations.names import with_python
    from samescore.implementations.recording import recordings
    from samescore.report import runs
    from samescore.verbs import run as conform

    _check_gate(against, tolerance, None if no_report else report_path)
    names = [with_python(name, python) for name in implementations]
    baseline = recordings(against) if against else []
    planned = conform.plan(names, metrics=metrics, pattern=pattern)
    listed = expected_failures(expect, [one.name for one in planned.chosen])
    if not planned.vectors:
        click.echo("samescore: no vector was selected; samescore list vectors shows them all", err=True)
        ctx.exit(4)
    table = wants_table(form)
    with _ReportFile(None if no_report else report_path) as out, progress() as say:
        cases = runs.Cases()
        answers: list[EntryAnswer] = []

        def emit(record: Record) -> None:
            text = records.line(record)
            if not table:
                click.echo(text)
            out.write(text)

        emit(runs.header(__version__, [conform.asked(one) for one in planned.chosen]))

        def on_result(result: Judgement) -> None:
            say(f"{result.implementation} {result.vector.id}")
            for case in cases.first_time(result.vector):
                emit(case)
            emit(runs.result(result))

        def on_answer(answer: EntryAnswer) -> None:
            emit(runs.answer(answer))
            if against:
                answers.append(answer)

        report = conform.execute(planned, on_result, listed, on_answer if all_answers else None)
        emit(runs.footer(report))
    _write_summaries(report, junit, markdown)
    if table:
        from samescore.report import terminal

        console = terminal.make_console()
        few = len({result.vector.id for result in report.results}) <= _DETAILS_UP_TO
        console.print(terminal.run_details(report) if few else terminal.run_summary(report, console.width))
        if not no_report and not out.lost:
            console.print(f"\nreport: {report_path}")
    if out.lost:
        raise InputError(
            f"the report {report_path} is incomplete: {out.lost}",
            hint="make room, or choose another --report; the results are above",
        )
    ctx.exit(_gate(report, answers, baseline, tolerance) if against else report.exit_code)


def _check_gate(against: Path | None, tolerance: float, report_path: Path | None) -> None:
    """Raise `InputError` for a gate that could not fail, or that would overwrite its own baseline."""
    if tolerance and against is None:
        raise InputError("--tolerance goes with --against", hint="name a recorded run with --against")
    if not tolerance <= 1:
        raise InputError("--tolerance is no number", hint="name the relative difference that a score may move by: 1e-9")
    if against and report_path and against.resolve() == report_path.resolve():
        raise InputError(
            f"--report would overwrite the baseline {against}", hint="name another --report, or --no-report"
        )


def _gate(report: conform.RunReport, answers: list[EntryAnswer], baseline: list[Recording], tolerance: float) -> int:
    """Say what moved since a recorded run; the exit code."""
    from samescore.report.gated import lines
    from samescore.verbs.drift import of_report
    from samescore.verbs.gate import hold

    gate = hold(baseline, [one for one in of_report(report, answers) if not one.unavailable], tolerance)
    for line in lines(gate):
        click.echo(line, err=True)
    if gate.failed:
        return 1
    if not gate.compared and report.exit_code != 5:
        return 4
    return report.exit_code if report.exit_code in (4, 5) else 0


def _write_summaries(report: Any, junit: Path | None, markdown: Path | None) -> None:
    """The report in other forms, where they are asked for."""
    from samescore.report import junit as junit_report
    from samescore.report import markdown as markdown_report

    for path, make in ((junit, junit_report.xml), (markdown, lambda r: markdown_report.text(r).encode("utf-8"))):
        if path is not None:
            try:
                path.write_bytes(make(report))
            except OSError as problem:
                raise InputError(f"cannot write {path}: {problem.strerror}", hint="choose another file") from None


class _ReportFile:
    """The report, a line for each record as it comes; a disk that fills up does not end the run.

    `lost` says why lines are missing.
    """

    def __init__(self, path: Path | None) -> None:
        self.lost = ""
        self._file: IO[str] | None = None
        if path is not None:
            try:
                self._file = path.open("w", encoding="utf-8")
            except OSError as problem:
                raise InputError(
                    f"cannot write the report {path}: {problem.strerror}",
                    hint="choose another --report, or --no-report",
                ) from None

    def write(self, text: str) -> None:
        if self._file is not None and not self.lost:
            try:
                self._file.write(text + "\n")
                self._file.flush()
            except OSError as problem:
                self.lost = problem.strerror or "it cannot be written"

    def __enter__(self) -> _ReportFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            with suppress(OSError):  # what a full disk has not taken before
                self._file.close()
