"""``samescore identify``: the settings of an implementation."""

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
    help="Also write the settings as a profile (TOML), as conformance/profiles/ has them.",
)
@html_option
@implementation_options(one_metric_option("The metric to ask for, if the implementation has several."), region=True)
@shown_format_option
def identify(
    name: str, metric: str, profile_skeleton: Path | None, html: Path | None, assignments: tuple[str, ...], form: Format
) -> None:
    """Find the settings of an implementation.

    Only its answers to golden inputs are used. IMPLEMENTATION is a function (py:package.module:function -m bleu), a
    program (cmd:...), or a package.
    """
    del assignments  # the claim has them
    from samescore.base.errors import UnknownNameError
    from samescore.implementations import implementation
    from samescore.implementations.base import Profiled
    from samescore.implementations.names import files_of
    from samescore.metrics import find
    from samescore.verbs.identify import identify as verb
    from samescore.verbs.identify.skeleton import skeleton

    chosen = implementation(name)
    try:
        if not isinstance(chosen, Profiled):
            raise UnknownNameError(f"{name} has no settings of its own", hint="name an implementation")
        known = list(dict.fromkeys(profile.metric for profile in chosen.file.current(None)))
        if not metric and not chosen.metric_name and len(known) > 1:
            raise UnknownNameError(f"{name} computes {', '.join(known)}", hint="choose one with -m")
        metric_name = find(metric)[0].name if metric else chosen.metric_name or "".join(known)
        with (
            Outputs({"--profile-skeleton": profile_skeleton, "--html": html}, files_of(name)) as outputs,
            progress() as say,
        ):
            identification = verb(chosen, metric_name, on_progress=say)
            outputs.write_whole("--profile-skeleton", lambda: skeleton(identification))
            outputs.write_whole("--html", lambda: page_of([identification]))
    finally:
        chosen.close()
    outputs.show([identification], form)
    outputs.check()
    click.get_current_context().exit(0 if identification.found else 1)
