"""``samescore audit``: what gave a published number."""

from __future__ import annotations

from pathlib import Path

import click

from samescore.cli.options import progress
from samescore.cli.output import chosen_format
from samescore.errors import InputError


@click.command()
@click.argument("claims", type=click.Path(path_type=Path), metavar="CLAIMS")
@click.option("--report", type=click.Path(path_type=Path, dir_okay=False), help="Write each finding here as it comes.")
@click.option("--resume", is_flag=True, help="Go on with --report: claims that it has are not audited again.")
@click.option("--thorough", is_flag=True, help="Try all settings even where one fits already.")
@click.option("-j", "--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes.")
@click.option(
    "--format", "form", type=click.Choice(["auto", "table", "jsonl", "markdown"]), default="auto", show_default=True
)
@click.pass_context
def audit(
    ctx: click.Context, claims: Path, report: Path | None, resume: bool, thorough: bool, jobs: int, form: str
) -> None:
    """Which settings give published numbers, or that none does.

    CLAIMS is a .jsonl or .toml file of published numbers with the files that they belong to, which lie beside it.
    """
    from samescore.records import Audit
    from samescore.records.file import RecordFile
    from samescore.report.markdown.audit import audit as markdown
    from samescore.report.terminal.audit import finding as finding_lines
    from samescore.report.terminal.audit import summary
    from samescore.verbs.audit import batch as verb

    if resume and report is None:
        raise InputError("--resume goes on with a report", hint="name it with --report")
    form = chosen_format(form)
    earlier = verb.findings_of(report) if resume and report is not None and report.exists() else []
    audited = Audit(list(earlier), [])
    with RecordFile(report, hint="choose another --report", earlier=earlier) as kept, progress() as say:
        for number, finding in enumerate(verb.audit_all(claims, jobs=jobs, thorough=thorough, earlier=earlier), 1):
            audited.findings.append(finding)
            text = kept.write(finding)
            say(f"{number} claims, the last: {finding.claim}")
            if form == "table":
                text = "\n".join(finding_lines(finding))
            if form != "markdown":
                click.echo(text)
        say("what the claims of each source have in common")
        for group in verb.joint(claims, audited.findings):
            audited.groups.append(group)
            text = kept.write(group)
            if form == "jsonl":
                click.echo(text)
    if form == "markdown":
        click.echo(markdown(audited), nl=False)
    elif form == "table":
        click.echo("\n".join(["", *summary(audited)]))
    kept.check()
    ctx.exit(1 if any(finding.failed for finding in audited.findings) else 0)
