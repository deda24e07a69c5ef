"""``samescore expect``: the present failures as a file for ``samescore run --expect``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from samescore.base.errors import InputError
from samescore.cli.completing import complete_implementation
from samescore.cli.options import fresh_options, implementation_options, vector_metrics_option
from samescore.cli.output import Outputs
from samescore.cli.screen import print_data, print_line


@click.command()
@click.argument("name", shell_complete=complete_implementation, metavar="IMPLEMENTATION")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file instead of printing."
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
    """Write the present failures to a file for run --expect.

    Replace the reason of each failure by your own. The ids of fresh inputs hold their seed, and run --expect asks these
    again.
    """
    del assignments  # the claim has them
    from samescore.catalogue.expectations import Expectations, as_toml
    from samescore.implementations.names import files_of
    from samescore.records import explained_failures
    from samescore.verbs.judging import run as verb

    with Outputs({"--output": output}, files_of(name)) as outputs:
        report = verb.run([name], metrics=metrics, fresh=fresh, seed=seed)
        if reason := report.implementations[0].unavailable:
            raise InputError(f"{name} is unavailable: {reason}", hint="nothing was written")
        explained = {
            e.metric: e.mistake
            for e in explained_failures(report.failures, report.likenesses)
            if e.explained == e.failures
        }
        reasons: dict[str, Any] = {
            result.vector: explained.get(result.metric, f"to be explained: {result.stage}")
            for result in report.failures
        }
        text = as_toml(Expectations(name, reasons)).encode("utf-8")
        outputs.write_whole("--output", lambda: text)
    outputs.check()
    if output is None:
        print_data(text, nl=False)
    else:
        print_line(f"{len(reasons)} expected failures in {output}")
