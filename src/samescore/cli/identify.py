"""``samescore identify``: infer the settings of an implementation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from samescore.cli.completing import complete_implementation
from samescore.cli.config import ProjectCommand
from samescore.cli.options import implementation_options, one_metric_option
from samescore.cli.output import Outputs, shown_format_option
from samescore.cli.page import html_option, page_of
from samescore.cli.progress import progress

if TYPE_CHECKING:
    from samescore.report.formats import Format


@click.command(cls=ProjectCommand)
@click.argument("name", shell_complete=complete_implementation, metavar="IMPLEMENTATION")
@click.option(
    "--profile-skeleton",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Also write the settings as a profile (TOML, the format of conformance/profiles/).",
)
@html_option
@implementation_options(one_metric_option("The metric to identify, if the implementation has several."), region=True)
@shown_format_option
def identify(
    name: str, metric: str, profile_skeleton: Path | None, html: Path | None, assignments: tuple[str, ...], form: Format
) -> None:
    """Infer the settings of an implementation.

    Uses only its answers to golden inputs. IMPLEMENTATION is a function (py:package.module:function -m bleu), a
    program (cmd:...), or a package.
    """
    del assignments  # the declaration includes them
    from samescore.verbs.identify import Request, execute
    from samescore.verbs.identify.skeleton import skeleton

    request = Request(name, metric)
    files = {"--profile-skeleton": profile_skeleton, "--html": html}
    with Outputs(files, request.paths) as outputs, progress() as say:
        (identification,) = execute(request, say)
        outputs.write_whole("--profile-skeleton", lambda: skeleton(identification))
        outputs.write_whole("--html", lambda: page_of([identification]))
    outputs.show([identification], form)
    outputs.check()
    click.get_current_context().exit(0 if identification.found else 1)
