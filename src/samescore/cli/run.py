"""``samescore run``: judge implementations on the golden vectors."""

from __future__ import annotations

import dataclasses
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
    from samescore.report.formats import Format
    from samescore.verbs.judging.plan import Request

_FILE = click.Path(path_type=Path, dir_okay=False)


@dataclasses.dataclass(frozen=True)
class RunOptions:
    """The options of a run: what is run, and where its results go."""

    request: Request
    gate: GateOptions
    verbose: bool
    report: Path | None
    keep: bool
    junit: Path | None
    markdown: Path | None
    html: Path | None
    form: Format

    @property
    def inputs(self) -> list[Path]:
        """The input files of the run."""
        return [*self.request.files, *([self.gate.against] if self.gate.against else [])]


@click.command(cls=ProjectCommand)
@click.argument("implementations", shell_complete=complete_implementation, nargs=-1, metavar="[IMPLEMENTATION]...")
@keyword_option
@click.option("-x", "--exitfirst", "exit_first", is_flag=True, help="Stop at the first failure.")
@click.option(
    "--lf",
    "--last-failed",
    "last_failed",
    is_flag=True,
    help="Run only the cases that failed in the last run of the same implementations in this folder; all if none failed.",
)
@verbose_option
@click.option(
    "--report",
    type=_FILE,
    metavar="FILE",
    help="Write the JSON Lines report to this file. [default: saved for samescore render]",
)
@click.option("--no-report", is_flag=True, help="Do not write or save a report.")
@click.option("--junit", type=_FILE, metavar="FILE", help="Also write JUnit XML.")
@click.option("--markdown", type=_FILE, metavar="FILE", help="Also write a summary in Markdown.")
@html_option
@click.option(
    "--expect",
    type=_FILE,
    multiple=True,
    metavar="FILE",
    help="Accept the failures listed in this file (written by samescore expect). Repeatable.",
)
@click.option(
    "--all-answers",
    is_flag=True,
    help="Also record the answers of every entry point with the vector's settings and with its own defaults (for drift).",
)
@fresh_options
@python_option
@gate_options
@implementation_options(
    metrics_option("Select this metric's vectors; also the metric of functions without a description. Repeatable."),
    region=True,
)
@format_option
@jobs_option
def run(
    report: Path | None,
    no_report: bool,
    gate: GateOptions,
    verbose: bool,
    junit: Path | None,
    markdown: Path | None,
    html: Path | None,
    form: Format,
    **asked: Any,
) -> None:
    """Judge implementations on the golden vectors.

    Judges all known implementations by default. An implementation is a package (sacrebleu), a released version of
    one (sacrebleu==1.5.1, installed into a separate environment), its model (native:sacrebleu), a program that speaks
    JSON Lines ("cmd:perl wer.pl"), a Python function (py:package.module:function), or a recorded run
    (replay:run.jsonl).

    Programs and functions then run on randomly generated inputs, so memorised answers cannot pass.
    """
    from samescore.verbs.judging.plan import Request

    context = click.get_current_context()
    if no_report and report and context.get_parameter_source("report") is click.core.ParameterSource.COMMANDLINE:
        raise click.UsageError("--report and --no-report cannot be combined")
    keep, report = not (no_report or report), None if no_report else report
    request = Request(inputs=gate.inputs, **asked)
    context.exit(_run(RunOptions(request, gate, verbose, report, keep, junit, markdown, html, form)))


def _run(options: RunOptions) -> int:
    """Run the implementations, compare them with a baseline if one is given, and return the exit code."""
    from samescore.cli.kept import KeptRun
    from samescore.cli.shown_run import ShownRun
    from samescore.records import line as as_line
    from samescore.report.formats import page, render_all
    from samescore.report.plain import visible
    from samescore.verbs.judging.plan import plan

    gate, text = options.gate, options.form == "text"
    gate.check()
    files = {
        "--report": options.report,
        "--junit": options.junit,
        "--markdown": options.markdown,
        "--html": options.html,
        "--write-baseline": gate.baseline,
    }
    with (
        Outputs(files, options.inputs, otherwise=", or --no-report") as outputs,
        KeptRun(wanted=options.keep) as kept,
    ):
        with progress() as say:
            baseline = gate.baseline_file()
            planned = plan(gate.request(options.request))
            complain(*(line for note in planned.notes for line in f"samescore: {note}".split("\n")))
            if not planned.selects_some:
                return 4
            needs_lines = bool(options.report or options.keep or not text)
            showing = ShownRun(outputs, say, options.form, verbose=options.verbose, gate=gate.against is not None)
            try:
                for record in gate.records_of(planned, baseline):
                    line = as_line(record).encode("utf-8") if needs_lines else b""
                    outputs.write("--report", line + b"\n")
                    kept.add(record, line)
                    showing.add(record, line)
            except KeyboardInterrupt:
                say.aside(showing.finish)
                raise
        outputs.finish("--report")
        written = showing.written
        outputs.write_whole("--junit", lambda: page(written, "junit"))
        outputs.write_whole("--markdown", lambda: page(written, "markdown"))
        outputs.write_whole("--html", lambda: page_of(written))
        showing.finish()
        exit_code = showing.exit_code
        if exit_code not in (4, 5) and gate.against is None:
            outputs.write_whole("--write-baseline", lambda: gate.content(written, planned))
    if gate.baseline:
        complain(gate.said(written=exit_code not in (4, 5)))
    if text:
        if options.report and outputs.whole("--report"):
            outputs.echo(f"\nreport: {visible(str(options.report))}")
        elif kept:
            from samescore.report.terminal.tables import line as line_of

            outputs.echo("")
            outputs.result(line_of("Show this run again with samescore render (--html FILE: as a page)."))
    elif gate.against:
        for part in render_all(written, "text"):
            complain(*str(part).split("\n"))
    outputs.check()
    return exit_code
