"""``samescore axioms``: check properties that need no expected value."""

from __future__ import annotations

import click

from samescore.cli.completing import complete_implementation
from samescore.cli.options import format_option, implementation_options, metrics_option
from samescore.cli.screen import print_data, print_line


@click.command()
@click.argument("names", shell_complete=complete_implementation, nargs=-1, metavar="[IMPLEMENTATION]...")
@implementation_options(metrics_option("Only this metric. Repeatable."), region=True)
@format_option
@click.pass_context
def axioms(
    ctx: click.Context, names: tuple[str, ...], metrics: tuple[str, ...], assignments: tuple[str, ...], form: str
) -> None:
    """Check properties that need no expected value.

    Examples: improving the hypothesis of any segment improves the score; references affect the score; the order of
    segments does not. Checks every entry point. The default implementation is native.
    """
    del assignments  # the declaration includes them
    from samescore import records
    from samescore.report.terminal import verdicts
    from samescore.verbs.judging.axioms import Request, execute

    findings: list[records.AxiomFinding] = []
    for finding in execute(Request(names, metrics)):
        findings.append(finding)
        if form == "jsonl":
            print_data(records.line(finding))
            continue
        for line in verdicts.axiom(finding):
            print_line(line)
    if form == "text":
        print_line(verdicts.axioms_summary(findings))
    checked = any(finding.holds is not None for finding in findings)
    ctx.exit(1 if any(finding.red for finding in findings) else 0 if checked else 4)
