"""``samescore smoke``: run the minimal checks on an implementation."""

from __future__ import annotations

import click

from samescore.cli.completing import complete_implementation
from samescore.cli.config import ProjectCommand
from samescore.cli.options import fresh_options, implementation_options, one_metric_option
from samescore.cli.screen import print_line, print_result


@click.command(cls=ProjectCommand)
@click.argument("name", shell_complete=complete_implementation, metavar="IMPLEMENTATION")
@implementation_options(
    one_metric_option("Select this metric; also the metric of a function without a description."), region=True
)
@fresh_options
@click.pass_context
def smoke(
    ctx: click.Context, name: str, metric: str, assignments: tuple[str, ...], fresh: int, seed: int | None
) -> None:
    """Run the minimal checks on an implementation.

    It must answer, give the same answer when asked twice, and pass the basic vectors. A program or function must also
    pass on randomly generated inputs. Try this first with a program that implements the protocol (cmd:...).
    """
    del assignments  # the declaration includes them
    from samescore.report.terminal.verdicts import smoke_test
    from samescore.verbs.judging.smoke import Request, Subject, execute

    for found in execute(Request(name, metric, fresh, seed)):
        if not isinstance(found, Subject):
            for part in smoke_test(found):
                print_result(part)
            ctx.exit(0 if found.passed else 1 if found.answered else 4)
        if found.refusal:
            print_line(f"{name} cannot be run: {found.refusal}", error=True)
            ctx.exit(5)
        print_line(f"{found.label} computes {', '.join(found.metrics) or 'nothing'}")
