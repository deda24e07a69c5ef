"""``samescore audit``: which settings gave a published number."""

from __future__ import annotations

from pathlib import Path

import click

from samescore.cli.options import progress
from samescore.cli.output import chosen_format
from samescore.errors import InputError


@click.command()
@click.argument("claims", type=click.Path(path_type=Path), metavar="CLAIMS")
@click.option(
    "--report", type=click.Path(path_type=Path, dir_okay=False), help="Write each finding to this file at once."
)
@click.option("--resume", is_flag=True, help="Continue an interrupted --report: skip the claims in it.")
@click.option("--thorough", is_flag=True, help="Try all settings, even after one that fits.")
@click.option("-j", "--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="How many processes.")
@click.option(
    "--format", "form", type=click.Choice(["auto", "table", "jsonl", "markdown"]), default="auto", show_default=True
)
@click.pass_context
def audit(
    ctx: click.Context, claims: Path, report: Path | None, resume: bool, thorough: bool, jobs: int, form: str
) -> None:
    """Find the settings behind published numbers.

    CLAIMS is a .jsonl or .toml file of published numbers. The files that it names must be in the same folder or below.

    Exit codes: 0 every number is possible, 1 a number is impossible or cannot be reproduced.
    """
    from samescore.records import Audit
    from samescore.records.file import RecordFile
    from samescore.report.markdown.audit import audit as markdown
    from samescore.report.terminal.audit import finding as finding_lines
    from samescore.report.terminal.audit import summary
    from samescore.verbs.audit import batch as verb

    if resume and report is None:
        raise InputError("--resume needs the report to continue", hint="name it with --report")
    form = chosen_format(form)
    earlier = verb.findings_of(report) if resume and report is not None and report.exists() else []
    audited = Audit(list(earlier), [])
    with RecordFile(report, hint="choose another --report", earlier=earlier) as report_file, progress() as say:
        for number, finding in enumerate(verb.audit_all(claims, jobs=jobs, thorough=thorough, earlier=earlier), 1):
            audited.findings.append(finding)
            text = report_file.write(finding)
            say(f"{number} claims, last: {finding.claim}")
            if form == "table":
                text = "\n".join(finding_lines(finding))
            if form != "markdown":
                click.echo(text)
        say("looking for settings that explain all claims of a source")
        for group in verb.joint(claims, audited.findings):
            audited.groups.append(group)
            text = report_file.write(group)
            if form == "jsonl":
                click.echo(text)
    if form == "markdown":
        click.echo(markdown(audited), nl=False)
    elif form == "table":
        click.echo("\n".join(["", *summary(audited)]))
    report_file.check()
    ctx.exit(1 if any(finding.failed for finding in audited.findings) else 0)
