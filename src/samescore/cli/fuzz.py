"""``samescore fuzz``: search for disagreements."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from samescore.base.errors import InputError
from samescore.cli.completing import complete_implementation
from samescore.cli.numeric import CountRange, DecimalRange
from samescore.cli.options import implementation_options, one_metric_option
from samescore.cli.output import Outputs, shown_format_option
from samescore.cli.page import html_option, page_of
from samescore.cli.progress import progress
from samescore.cli.screen import complain

if TYPE_CHECKING:
    from samescore.verbs.fuzz import Request

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("first", shell_complete=complete_implementation, metavar="FIRST")
@click.argument("second", shell_complete=complete_implementation, default="", metavar="[SECOND]")
@implementation_options(
    one_metric_option("The metric, if FIRST and SECOND have several in common.  [default: all of FIRST's]"),
    region=False,
)
@click.option(
    "--seconds",
    type=DecimalRange(0, min_open=True),
    metavar="SECONDS",
    help="How long to search.  [default: 60, without --examples]",
)
@click.option(
    "--examples", type=CountRange(1), metavar="N", help="Number of inputs. The same seed finds the same disagreements."
)
@click.option(
    "--seed",
    type=CountRange(0, 10**18 - 1),
    metavar="NUMBER",
    help="The seed of the inputs. [default: random; printed]",
)
@click.option(
    "--known", is_flag=True, help="Also show disagreements that the catalogue explains, not only their number."
)
@click.option("--closest", is_flag=True, help="Run both implementations with the closest settings that both support.")
@click.option(
    "--tolerance",
    type=DecimalRange(0, 1),
    default=0.0,
    metavar="NUMBER",
    help="Relative tolerance below which scores count as equal.",
)
@click.option("--report", type=_FILE, metavar="FILE", help="Write the disagreements to this file as JSON Lines.")
@click.option(
    "--resume",
    type=_FILE,
    metavar="FILE",
    help="Continue the search recorded in this --report, looking for other explanations.",
)
@click.option("--vectors", type=_FILE, metavar="FILE", help="Write the disagreements to this file as golden vectors.")
@html_option
@shown_format_option
def fuzz(first: str, second: str, metric: str, assignments: tuple[str, ...], **options: Any) -> None:
    """Search for inputs on which two implementations disagree.

    Shrinks each disagreement to a small input with the same explanation, shows it as a golden vector with its cause,
    and continues with other explanations. Without SECOND, compares FIRST with its native model, under settings that it
    supports: samescore fuzz nltk.

    Needs Hypothesis: pip install 'samescore[fuzz]'.
    """
    from samescore.verbs.fuzz import NotStartedError, Request

    if options["vectors"] and not metric:
        raise InputError("--vectors needs the metric: a file holds vectors of one metric", hint="pass it with -m")
    names = ("examples", "seconds", "seed", "known", "closest", "tolerance", "resume")
    request = Request(first, second, metric, assignments, **{name: options[name] for name in names})
    try:
        code = _fuzz(request, options)
    except NotStartedError as problem:
        complain(f"samescore: {problem.message}")
        code = 5
    click.get_current_context().exit(code)


def _fuzz(request: Request, options: dict[str, Any]) -> int:
    """Run a search and return the exit code."""
    from samescore.records import Find, FuzzSummary, line
    from samescore.verbs.fuzz import execute
    from samescore.verbs.fuzz.vectors import vectors_json

    files = {"--report": options["report"], "--vectors": options["vectors"], "--html": options["html"]}
    saved: list[Find | FuzzSummary] = []
    with Outputs(files, request.paths) as outputs, progress() as say:

        def keep(record: Find | FuzzSummary) -> None:
            saved.append(record)
            outputs.write("--report", line(record).encode("utf-8") + b"\n")

        with closing(execute(request, say, on_note=lambda note: complain(f"samescore: {note}"))) as records:
            try:
                for record in records:
                    keep(record)
            except KeyboardInterrupt:  # the interrupt came between two records
                keep(records.throw(KeyboardInterrupt()))
        finds = [record for record in saved if isinstance(record, Find)]
        (summary,) = (record for record in saved if isinstance(record, FuzzSummary))
        if summary.interrupted and not _goes_on(options["resume"], options["report"]):
            outputs.keep_old()
        outputs.write_whole("--vectors", lambda: vectors_json(request.metric, finds))
        outputs.write_whole("--html", lambda: page_of(saved))
    outputs.show(saved, options["form"])
    outputs.check()
    if summary.interrupted:
        raise KeyboardInterrupt
    return 1 if finds else 0 if summary.compared else 4


def _goes_on(resumed: Path | None, report: Path | None) -> bool:
    """Return whether the report of a resumed search replaces the file that it resumes."""
    return resumed is not None and report is not None and resumed.resolve() == report.resolve()
