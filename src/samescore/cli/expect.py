"""``samescore expect``: write the current failures to a file for ``samescore run --expect``."""

from __future__ import annotations

from pathlib import Path

import click

from samescore.cli.completing import complete_implementation
from samescore.cli.options import fresh_options, implementation_options, vector_metrics_option
from samescore.cli.output import Outputs
from samescore.cli.screen import print_data, print_line


@click.command()
@click.argument("name", shell_complete=complete_implementation, metavar="IMPLEMENTATION")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write to this file instead of standard output.",
)
@implementation_options(vector_metrics_option, region=True)
@fresh_options
def expect(
    name: str,
    metrics: tuple[str, ...],
    output: Path | None,
    assignments: tuple[str, ...],
    fresh: int,
    seed: int | None,
) -> None:
    """Write the current failures to a file for run --expect.

    Then replace the drafted reason of each failure with your own. Ids of fresh inputs contain their seed, and run
    --expect runs these inputs again.
    """
    del assignments  # the declaration includes them
    from samescore.verbs.judging.expect import Request, as_toml, execute

    request = Request(name, metrics, fresh, seed)
    with Outputs({"--output": output}, request.files) as outputs:
        (expectations,) = execute(request)
        text = as_toml(expectations).encode("utf-8")
        outputs.write_whole("--output", lambda: text)
    outputs.check()
    if output is None:
        print_data(text, nl=False)
    else:
        print_line(f"{len(expectations.expected)} expected failures in {output}")
