"""``samescore explain``, why two implementations differ on your files; ``samescore audit``, what gave a published number."""

from __future__ import annotations

from pathlib import Path

import click

from samescore.cli.options import (
    metric_option,
    on_terminal,
    parse_knobs,
    progress,
    read_input,
    references_option,
    set_option,
)


@click.command()
@click.argument("first", metavar="FIRST")
@click.argument("second", metavar="SECOND")
@click.argument("hypotheses", type=click.Path(path_type=Path), metavar="HYPOTHESES")
@references_option
@metric_option
@set_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["auto", "table", "jsonl", "markdown"]),
    default="auto",
    show_default=True,
    help="auto: text on a terminal, JSON Lines when piped.",
)
def explain(
    first: str,
    second: str,
    hypotheses: Path,
    references: tuple[Path, ...],
    metric: str,
    assignments: tuple[str, ...],
    form: str,
) -> None:
    """Why do two of them differ here: each knob's share of the gap, and the segments that matter.

    FIRST and SECOND are implementations: nltk.sentence_bleu, native:sacrebleu==2.3.1 (nothing installed), native.
    """
    from samescore import records
    from samescore.report import explanation
    from samescore.verbs import explain as verb

    data = read_input(metric, hypotheses, references)
    with progress() as say:
        found = verb.explain(first, second, metric, data, on_progress=say, **parse_knobs(metric, assignments))
    record = explanation.record(found)
    if form == "markdown":
        click.echo(explanation.markdown(record), nl=False)
    elif form == "table" or (form == "auto" and on_terminal()):
        for line in explanation.lines(record):
            click.echo(line)
    else:
        click.echo(records.line(record))
    click.get_current_context().exit(0 if found.explained else 1)


@click.command()
@click.argument("claims", type=click.Path(path_type=Path), metavar="CLAIMS")
@click.option("--report", type=click.Path(path_type=Path, dir_okay=False), help="Write each finding here as it comes.")
@click.option("--resume", is_flag=True, help="Go on with --report: claims that it has are not audited again.")
@click.option("--thorough", is_flag=True, help="Try all settings even where one fits already.")
@click.option("-j", "--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes.")
@click.option(
    "--format", "form", type=click.Choice(["auto", "table", "jsonl", "markdown"]), default="auto", show_default=True
)
def audit(claims: Path, report: Path | None, resume: bool, thorough: bool, jobs: int, form: str) -> None:
    """Which settings give published numbers, or that none does.

    CLAIMS is a .jsonl or .toml file of published numbers with the files that they belong to, which lie beside it.
    """
    from samescore import records
    from samescore.report import audited
    from samescore.verbs.audit import batch as verb

    table = form == "table" or (form == "auto" and on_terminal())
    with audited.Report(report, resume) as kept, progress() as say:
        findings, groups = list(kept.earlier), []
        for number, finding in enumerate(verb.audit_all(claims, jobs=jobs, thorough=thorough, skip=kept.done), 1):
            record = audited.record(finding)
            kept.write(records.line(record))
            findings.append(record)
            say(f"{number} claims, the last: {finding.claim.id}")
            if table:
                for line in audited.lines(record):
                    click.echo(line)
            elif form != "markdown":
                click.echo(records.line(record))
        say("what the claims of each source have in common")
        for found in verb.joint(claims, {one.claim: one.signatures for one in findings}):
            groups.append(audited.joint(found))
            kept.write(records.line(groups[-1]))
            if form != "markdown" and not table:
                click.echo(records.line(groups[-1]))
    if form == "markdown":
        click.echo(audited.markdown(findings, groups), nl=False)
    elif table:
        for line in ("", *audited.summary(findings, groups)):
            click.echo(line)
    click.get_current_context().exit(1 if any(audited.bad(finding) for finding in findings) else 0)
