"""``samescore run``."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from samescore.cli.completing import complete_implementation
from samescore.cli.config import ProjectCommand
from samescore.cli.gate import GateOptions, gate_options
from samescore.cli.options import (
    format_option,
    fresh_options,
    implementation_options,
    jobs_option,
    keyword_option,
    metrics_option,
    python_option,
    verbose_option,
)
from samescore.cli.output import Outputs
from samescore.cli.page import html_option, page_of
from samescore.cli.progress import progress
from samescore.cli.screen import complain

if TYPE_CHECKING:
    from samescore.records import Record
    from samescore.report.formats import Format
    from samescore.verbs.judging.run import Plan

_FILE = click.Path(path_type=Path, dir_okay=False)


@dataclasses.dataclass(frozen=True)
class RunOptions:
    """What the command line asks of a run."""

    implementations: tuple[str, ...]
    metrics: tuple[str, ...]
    pattern: str
    exit_first: bool
    last_failed: bool
    verbose: bool
    report: Path | None
    keep: bool
    junit: Path | None
    markdown: Path | None
    html: Path | None
    expect: tuple[Path, ...]
    all_answers: bool
    fresh: int
    seed: int | None
    python: str
    gate: GateOptions
    form: Format

    @property
    def inputs(self) -> list[Path]:
        """The files that the run reads."""
        from samescore.implementations.names import files_of

        named = [path for name in self.implementations for path in files_of(name)]
        return [*named, *self.expect, *self.gate.files]


@click.command(cls=ProjectCommand)
@click.argument("implementations", shell_complete=complete_implementation, nargs=-1, metavar="[IMPLEMENTATION]...")
@keyword_option
@click.option("-x", "--exitfirst", "exit_first", is_flag=True, help="Stop at the first failure.")
@click.option(
    "--lf",
    "--last-failed",
    "last_failed",
    is_flag=True,
    help="Ask only what failed in the last run of the same implementations in this folder; everything if nothing did.",
)
@verbose_option
@click.option(
    "--report",
    type=_FILE,
    metavar="FILE",
    help="Write the JSON Lines report to this file.  [default: kept for samescore render]",
)
@click.option("--no-report", is_flag=True, help="Write no report file, and keep none.")
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
@gate_options
@implementation_options(
    metrics_option("Only this metric's vectors; what functions without a description compute. Repeatable."), region=True
)
@format_option
@jobs_option
def run(report: Path | None, no_report: bool, **options: Any) -> None:
    """Judge implementations on the golden vectors.

    All known implementations are judged by default. An implementation is a package (sacrebleu), a released version of
    one (sacrebleu==1.5.1, installed into a separate environment), its model (native:sacrebleu), a program that speaks
    JSON Lines ("cmd:perl wer.pl"), a Python function (py:package.module:function), or a recorded run
    (replay:run.jsonl).

    Programs and functions are then asked fresh inputs, which no table of answers can know.
    """
    del options["assignments"]  # the claim has them
    context = click.get_current_context()
    if no_report and report and context.get_parameter_source("report") is click.core.ParameterSource.COMMANDLINE:
        raise click.UsageError("--report and --no-report exclude each other")
    keep = not (no_report or report)
    exit_code = _run(RunOptions(report=None if no_report else report, keep=keep, **options))
    context.exit(exit_code)


def _run(options: RunOptions) -> int:
    """Carry out a run, or a gate; the exit code."""
    from samescore.cli.kept import KeptRun
    from samescore.cli.shown_run import ShownRun
    from samescore.records import line as as_line
    from samescore.report.formats import page, shown
    from samescore.report.plain import visible
    from samescore.verbs.judging import run as verb

    options.gate.check()
    text = options.form == "text"
    files = {
        "--report": options.report,
        "--junit": options.junit,
        "--markdown": options.markdown,
        "--html": options.html,
        "--write-baseline": options.gate.baseline,
    }
    with (
        Outputs(files, options.inputs, otherwise=", or --no-report") as outputs,
        KeptRun(wanted=options.keep) as kept,
    ):
        with progress() as say:
            baseline = options.gate.recordings()
            planned = _planned(options)
            if not planned.selects_some:
                return 4
            needs_lines = bool(options.report or options.keep or not text)
            showing = ShownRun(outputs, say, options.form, verbose=options.verbose, gate=baseline is not None)

            def on_record(record: Record) -> None:
                line = as_line(record).encode("utf-8") if needs_lines else b""
                outputs.write("--report", line + b"\n")
                kept.add(record, line)
                showing.add(record, line)

            try:
                if baseline is None:
                    report = verb.execute(planned, on_record)
                    exit_code = report.exit_code
                else:
                    from samescore.verbs.releases import gate

                    against, tolerance = str(options.gate.against), options.gate.tolerance
                    exit_code = gate.execute(planned, baseline, tolerance, on_record, against=against).exit_code
            except KeyboardInterrupt:
                say.aside(showing.finish)
                raise
        outputs.finish("--report")
        written = showing.written
        outputs.write_whole("--junit", lambda: page(written, "junit"))
        outputs.write_whole("--markdown", lambda: page(written, "markdown"))
        outputs.write_whole("--html", lambda: page_of(written))
        showing.finish()
        if exit_code not in (4, 5) and baseline is None:
            outputs.write_whole("--write-baseline", lambda: options.gate.content(report, planned))
    if options.gate.baseline:
        complain(options.gate.said(written=exit_code not in (4, 5)))
    if text:
        if options.report and outputs.whole("--report"):
            outputs.echo(f"\nreport: {visible(str(options.report))}")
        elif kept:
            from samescore.report.terminal.tables import line as line_of

            outputs.echo("")
            outputs.result(line_of("samescore render shows this run again (--html FILE: as a page)."))
    elif options.gate.against:
        for part in shown(written, "text"):
            complain(*str(part).split("\n"))
    outputs.check()
    return exit_code


def _planned(options: RunOptions) -> Plan:
    """The plan of the run that the options ask for; where it selects nothing, the error stream says why."""
    from samescore.catalogue.expectations import expected_failures
    from samescore.implementations.names import with_python
    from samescore.verbs.judging import run as verb
    from samescore.verbs.judging.fresh import Fresh

    planned = verb.plan(
        [with_python(name, options.python) for name in options.implementations],
        metrics=options.metrics,
        pattern=options.pattern,
        all_answers=options.all_answers,
        fresh=Fresh.of(options.fresh, options.gate.seed(options.seed), options.pattern),
        exit_first=options.exit_first,
        repeat=True,
    )
    names = [implementation.name for implementation in planned.implementations]
    planned = options.gate.with_own(planned.accepting(expected_failures(options.expect, names)), options.metrics)
    if options.last_failed:
        planned = _last_failed(planned, names)
    if planned.only is None and not planned.selects_some:
        complain("samescore: no vector was selected; samescore list vectors shows them all")
    return planned


def _last_failed(planned: Plan, names: Sequence[str]) -> Plan:
    """The plan for what failed in the last run; as it is, with a message, where there is none or nothing failed."""
    from samescore.records.history import last_failures

    failures = last_failures(names)
    if not failures:
        complain("samescore: --last-failed: no run of these implementations in this folder is kept; asking everything")
        return planned
    count = sum(map(len, failures.values()))
    if not count:
        complain("samescore: --last-failed: nothing failed in the last run; asking everything")
        return planned
    failed = planned.asking_only(failures)
    size = failed.size()
    said = f"{count:,} failure{'s' * (count != 1)} of the last run"
    if size == count:
        complain(f"samescore: asking {said}")
    else:
        hint = "ask with the -m, -k and --inputs of that run, or without --last-failed"
        complain(f"samescore: asking {size:,} of {said}; what is selected now leaves out the rest", f"  hint: {hint}")
    return failed
