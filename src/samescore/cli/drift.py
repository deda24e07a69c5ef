"""``samescore drift``: show what changed between releases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from samescore.cli.completing import complete_side
from samescore.cli.options import asking_options, format_option, keyword_option, python_option, vector_metrics_option
from samescore.cli.output import Outputs, shown_if_interrupted
from samescore.cli.page import html_option, page_of
from samescore.cli.progress import progress

if TYPE_CHECKING:
    from samescore.records import Record
    from samescore.report.formats import Format

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("names", shell_complete=complete_side, nargs=-1, required=True, metavar="RECORDING|IMPLEMENTATION...")
@vector_metrics_option
@keyword_option
@python_option
@click.option("--report", type=_FILE, metavar="FILE", help="Also write JSON Lines.")
@click.option("--markdown", type=_FILE, metavar="FILE", help="Also write a page in Markdown.")
@html_option
@format_option
@asking_options
def drift(
    names: tuple[str, ...],
    metrics: tuple[str, ...],
    pattern: str,
    python: str,
    report: Path | None,
    markdown: Path | None,
    html: Path | None,
    form: Format,
) -> None:
    """Compare releases: which results changed, and why.

    Pass two or more recorded runs (from samescore run --all-answers --report), implementations to run now
    (sacrebleu==1.5.1 sacrebleu==2.0.0), or their native models, which need no installation (native:nltk==3.4.5
    native:nltk==3.5).

    Exit codes: 0 every change is explained, 1 some are not, 4 nothing to compare, 5 a recording has no answers.
    """
    from samescore.records import Drift
    from samescore.report.formats import page
    from samescore.verbs.releases.drift import Request, execute

    request = Request(names, metrics, pattern, python)
    files = {"--report": report, "--markdown": markdown, "--html": html}
    written: list[Record] = []
    with (
        shown_if_interrupted(form, lambda: written),
        Outputs(files, request.files) as outputs,
        progress() as say,
    ):
        for record in execute(request, on_progress=say):
            written.append(record)  # noqa: PERF402 - an interruption shows those that have come
        outputs.write_whole("--report", lambda: page(written, "jsonl"))
        outputs.write_whole("--markdown", lambda: page(written, "markdown"))
        outputs.write_whole("--html", lambda: page_of(written))
    outputs.show(written, form)
    outputs.check()
    click.get_current_context().exit(Drift.of(written).exit_code)
