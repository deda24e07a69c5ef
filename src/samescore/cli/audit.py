"""``samescore audit``: find the settings that give a published number."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from samescore.base.errors import InputError, SettingsError
from samescore.cli.completing import complete_implementation, complete_metric
from samescore.cli.numeric import CountRange
from samescore.cli.options import (
    InputFile,
    NamedChoice,
    baseline_option,
    engine_options,
    references_option,
    set_option,
    statistic_option,
)
from samescore.cli.output import Outputs, shown_format_option, shown_if_interrupted
from samescore.cli.page import html_option, page_of
from samescore.cli.progress import progress
from samescore.cli.screen import complain

if TYPE_CHECKING:
    from samescore.records import Audit, Record
    from samescore.report.formats import Format
    from samescore.verbs.audit.batch import Elsewhere

_RESUME = "; --resume continues"
#: Maximum number of unreadable files that an error names.
_MOST_PROBLEMS = 8


@click.command()
@click.argument("files", type=InputFile(), nargs=-1, metavar="CLAIMS [HYPOTHESES]")
@references_option
@click.option(
    "--published", default="", metavar="NUMBER", help="Audit this score of HYPOTHESES instead of a claims file."
)
@click.option(
    "-m",
    "--metric",
    shell_complete=complete_metric,
    default="",
    help="The metric that --published reports: BLEU, chrF++, R-2, macro-F1, ...",
)
@set_option
@click.option(
    "--like",
    shell_complete=complete_implementation,
    default="",
    metavar="IMPLEMENTATION",
    help="The implementation that computed --published, e.g. sacrebleu==2.3.1.",
)
@click.option("--signature", default="", help="The signature printed with --published, by sacreBLEU or samescore.")
@baseline_option
@statistic_option
@click.option("--guess", is_flag=True, help="Write a draft of the TOML file that describes a file of tables.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The file that --guess writes.")
@click.option(
    "--report",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write each finding to this file as soon as it is known.",
)
@html_option
@click.option("--resume", is_flag=True, help="Continue an interrupted --report, skipping the claims already in it.")
@click.option("--thorough", is_flag=True, help="List all settings that reproduce the number, not only the likeliest.")
@click.option(
    "--rounding",
    type=NamedChoice(["any", "only"]),
    default="any",
    show_default=True,
    help="any: numbers may be rounded or truncated; only: they are rounded, never truncated.",
)
@click.option(
    "-v", "--verbose", is_flag=True, help="Show the details of every number, not only of those that need attention."
)
@engine_options()
@click.option(
    "-j", "--jobs", type=CountRange(1, 64), metavar="N", default=1, show_default=True, help="Number of processes."
)
@shown_format_option
@click.pass_context
def audit(
    ctx: click.Context,
    /,
    report: Path | None,
    html: Path | None,
    resume: bool,
    thorough: bool,
    rounding: str,
    engine: str | None,
    scheduler: str,
    jobs: int,
    form: Format,
    verbose: bool,
    guess: bool,
    output: Path | None,
    **asked: Any,
) -> None:
    """Find the settings that give published numbers.

    CLAIMS is a claims file (.jsonl, .toml, .json), a file of tables (.tex, .md, .html, .csv, .tsv, with a .toml beside
    it that describes them), or the output of a program (sacreBLEU, lm-eval, evaluate, scikit-learn). The format is
    detected from the suffix and the content. Files named in CLAIMS must be in its folder or below; if it names none,
    pass HYPOTHESES and -r. To audit a single number: samescore audit -m chrF --published 59.67 hyp.txt -r ref.txt

    Until the audit ends, --report FILE is written as FILE.part; --resume continues from there after an interruption.

    Exit codes: 0 every number is possible and, if it has files, is reproduced with its stated settings, a common
    default or a known tool, and is unlikely to match by chance; 6 a number needs attention: the evidence is weak, it is
    reproduced only if truncated or only with unusual settings, or it does not fit the other numbers of its source; 1 a
    number is impossible or cannot be reproduced, or a claim is malformed; 2 a claims file cannot be read; 4 there is
    nothing to check.
    """
    from samescore.cli.claims import AuditFiles, request_of, write_guess
    from samescore.verbs.audit.execution import Execution
    from samescore.verbs.audit.sources import source_of

    options = AuditFiles(**asked)
    if guess:
        write_guess(options, output)
        return
    _check_files(output, report, resume=resume)
    if scheduler and not engine:
        raise SettingsError("--scheduler needs an engine", hint="add --engine dask")
    request = request_of(options, thorough=thorough, rounding_only=rounding == "only", jobs=jobs)
    with source_of(request) as source:
        work = Execution(request, source, _on_cluster(scheduler, jobs) if engine else None)
        if not source.claims and not source.tables:
            complain(f"samescore: no claims in {' '.join(map(str, source.read))}")
            ctx.exit(4)
        complain(*(f"samescore: {note}" for note in source.notes))

        def known() -> list[Record]:
            """Return the findings so far; none for JSON Lines, where they have been printed already."""
            return [] if form == "jsonl" else list(work.from_here().findings)

        with (
            shown_if_interrupted(form, known),
            Outputs({"--report": report, "--html": html}, work.files, resume=_RESUME) as outputs,
            progress() as say,
        ):
            if resume:
                earlier = work.resume(outputs["--report"].earlier(), str(report))
                outputs["--report"].begin(b"".join(map(_line, earlier)))
            for record in work.findings(say):
                outputs.write("--report", _line(record))
                if form == "jsonl":
                    outputs.echo(_line(record), nl=False)
            shown = work.from_here()
            outputs.write_whole("--html", lambda: page_of([*shown.findings, *shown.groups, *shown.tables]))
    if form != "jsonl":
        _conclude(outputs, shown, form, verbose=verbose)
    outputs.check()
    complain(*_unreadable(work.found), *_to_fill(work.found, source.remedy))
    ctx.exit(work.exit_code)


def _on_cluster(scheduler: str, jobs: int) -> Elsewhere:
    """Return a function that audits with Dask: on the scheduler at an address, or in `jobs` local processes."""
    from functools import partial

    from samescore.verbs.scale.leaderboards import audit

    return partial(audit, scheduler=scheduler, workers=jobs)


def _check_files(output: Path | None, report: Path | None, *, resume: bool) -> None:
    """Raise `InputError` for output files that do not fit the other options."""
    if output is not None:
        raise InputError("-o needs --guess", hint="add --report FILE")
    if resume and report is None:
        raise InputError("--resume needs a report to continue", hint="pass it with --report")


def _line(record: Record) -> bytes:
    from samescore.records import line

    return line(record).encode("utf-8") + b"\n"


def _conclude(outputs: Outputs, audited: Audit, form: str, *, verbose: bool) -> None:
    """Print the result as Markdown or as text."""
    from samescore.report.formats import render_result

    if form == "markdown":
        outputs.echo(str(render_result("audit", audited, "markdown")).encode("utf-8"), nl=False)
    else:
        outputs.echo(str(render_result("audit", audited, "text", verbose=verbose)))


def _unreadable(audited: Audit) -> Iterator[str]:
    """Yield the lines of one error about all unreadable files of claims: the problem of each, and a hint."""
    from samescore.records import ClaimVerdict
    from samescore.report.counted import count_phrase

    findings = [finding for finding in audited.findings if finding.verdict is ClaimVerdict.UNREADABLE]
    if findings:
        problems = list(dict.fromkeys(finding.notes[0] for finding in findings))
        more = f"; and {count_phrase(len(problems) - _MOST_PROBLEMS, 'other problem')}" * (
            len(problems) > _MOST_PROBLEMS
        )
        yield f"samescore: {count_phrase(len(findings), 'claim')} cannot be checked: {'; '.join(problems[:_MOST_PROBLEMS])}{more}"
        yield "  hint: check the paths; paths in a claims file or a table's description are relative to that file"


def _to_fill(audited: Audit, remedy: str) -> Iterator[str]:
    """Yield a line with `remedy`, which says what to fill in, if a number is underspecified."""
    from samescore.records import ClaimVerdict

    if remedy and any(finding.verdict is ClaimVerdict.UNDERSPECIFIED for finding in audited.concluded()):
        yield f"samescore: {remedy}"
