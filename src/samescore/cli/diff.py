"""``samescore diff``: implementations compared on the user's own files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from samescore.cli.inputs import parse_knobs, read_input
from samescore.cli.options import (
    asking_options,
    claim_options,
    jobs_option,
    metric_option,
    references_option,
    set_option,
)
from samescore.cli.output import Outputs, shown_format_option
from samescore.cli.page import html_option, page_of
from samescore.cli.progress import progress

if TYPE_CHECKING:
    from samescore.records import Comparison


@click.command()
@click.argument("hypotheses", type=click.Path(path_type=Path), metavar="HYPOTHESES")
@references_option
@metric_option
@click.option(
    "-i",
    "--with",
    "names",
    multiple=True,
    metavar="IMPLEMENTATION",
    help="Compare only these. Repeatable, also with other settings.",
)
@set_option
@claim_options
@shown_format_option
@html_option
@asking_options
@jobs_option
@click.pass_context
def diff(
    ctx: click.Context,
    hypotheses: Path,
    references: tuple[Path, ...],
    metric: str,
    names: tuple[str, ...],
    assignments: tuple[str, ...],
    form: str,
    html: Path | None,
) -> None:
    """Compare implementations on your own files.

    Shows their numbers, the gaps between them, and the knobs behind each gap. All installed packages are compared by
    default. Each may have settings of its own, which win over --set: -i 'sacrebleu(lowercase=true)' -i sacrebleu.
    """
    from samescore.implementations.names import files_of
    from samescore.verbs import diff as verb

    read = [hypotheses, *references, *(path for name in names for path in files_of(name))]
    with Outputs({"--html": html}, read) as outputs, progress() as say:
        data = read_input(metric, hypotheses, references)
        compared = verb.diff(metric, data, names, on_progress=say, **parse_knobs(metric, assignments))
        saved = list(compared.records)
        outputs.write_whole("--html", lambda: page_of(saved))
    outputs.show(saved, form)
    outputs.check()
    ctx.exit(_exit_code(compared, named=bool(names)))


def _exit_code(compared: Comparison, *, named: bool) -> int:
    if compared.unexplained:
        return 1
    if named and compared.absent:
        return 5
    return 0 if any(row.number is not None for row in compared.rows) else 4
