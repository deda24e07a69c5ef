"""``samescore render``: show a saved result."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from samescore.base.errors import InputError
from samescore.cli.badge import badge_of, badge_option
from samescore.cli.options import InputFile, NamedChoice, verbose_option
from samescore.cli.output import Outputs, show
from samescore.cli.page import HINT, html_option, page_of
from samescore.cli.screen import complain, print_line

if TYPE_CHECKING:
    from samescore.records import Record
    from samescore.report.formats import Format


@click.command()
@click.argument("report", type=InputFile(), metavar="[REPORT]", required=False)
@click.option(
    "--format",
    "form",
    type=NamedChoice(["text", "jsonl", "markdown", "junit", "latex"]),
    default="text",
    show_default=True,
    help="The output format. junit: runs only; latex: compare only.",
)
@verbose_option
@html_option
@badge_option
def render(report: Path | None, form: Format, verbose: bool, html: Path | None, badge: Path | None) -> None:
    """Show a saved result again, in any format, as an HTML page or as a badge.

    REPORT is a JSON Lines file from samescore run --report run.jsonl ..., samescore explain ... --format jsonl >
    why.jsonl, and so on. The output is the same as the command's own. Without REPORT, shows the last run in this
    folder; if there is none, shows the last run in any other folder, and names it. Without REPORT, a badge is made only
    if there is a run in this folder.
    """
    from samescore import records

    saved = list(records.read(report)) if report else []
    if report is None:
        report, saved = _last_run(here=badge is not None)
    if html is not None or badge is not None:
        with Outputs({"--html": html, "--badge": badge}, [report]) as outputs:
            outputs.write_whole("--html", lambda: page_of(saved))
            if badge is not None:
                outputs.write_whole("--badge", partial(badge_of, saved, badge))
        outputs.check()
        for what, path in (("page", html), ("badge", badge)):
            if path is not None:
                print_line(f"{what}: {path}")
    elif not show(saved, form, verbose=verbose):
        raise InputError(f"{report} has no result that can be shown as {form}", hint=HINT)


def _last_run(*, here: bool) -> tuple[Path, list[Record]]:
    """Return the path and records of the last run.

    Unless `here`, it may be from another folder, which is named on stderr.
    """
    from samescore.records import Header, read
    from samescore.records.history import last_run, origin

    path = last_run(here=here)
    saved = list(read(path))
    for header in saved:
        if isinstance(header, Header) and (elsewhere := origin(path, header)):
            complain(f"samescore: no saved run for this folder; showing the last one, from {elsewhere}")
    return path, saved
