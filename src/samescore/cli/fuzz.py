"""``samescore fuzz``: search for disagreements."""

from __future__ import annotations

import random
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from samescore.base.errors import InputError, SettingsError, UnknownNameError
from samescore.cli.completing import complete_implementation
from samescore.cli.inputs import parse_knobs
from samescore.cli.numeric import CountRange, DecimalRange
from samescore.cli.options import implementation_options, one_metric_option
from samescore.cli.output import Outputs, shown_format_option
from samescore.cli.page import html_option, page_of
from samescore.cli.progress import progress
from samescore.cli.screen import complain

if TYPE_CHECKING:
    from samescore.implementations import Implementation
    from samescore.records.fuzz import FuzzReport

_FILE = click.Path(path_type=Path, dir_okay=False)
#: Seeds are below this, so that they can be typed again.
_SEEDS = 10**6


@click.command()
@click.argument("first", shell_complete=complete_implementation, metavar="FIRST")
@click.argument("second", shell_complete=complete_implementation, default="", metavar="[SECOND]")
@implementation_options(
    one_metric_option("The metric, if they have several in common.  [default: all of FIRST's]"), region=False
)
@click.option(
    "--seconds", type=DecimalRange(0, min_open=True), help="How long to search.  [default: 60, without --examples]"
)
@click.option(
    "--examples", type=CountRange(1), metavar="N", help="How many inputs to try. The same seed, the same finds."
)
@click.option(
    "--seed", type=CountRange(0, 10**18 - 1), metavar="NUMBER", help="By default a random one, which is printed."
)
@click.option("--known", is_flag=True, help="Show also what the catalogue explains, not only how often it was met.")
@click.option("--closest", is_flag=True, help="Ask both under the closest settings that both support.")
@click.option(
    "--tolerance", type=DecimalRange(0, 1), default=0.0, metavar="NUMBER", help="The relative difference that is none."
)
@click.option("--report", type=_FILE, metavar="FILE", help="Write the finds to this file of JSON Lines.")
@click.option("--resume", type=_FILE, metavar="FILE", help="Go on after this --report, with other explanations.")
@click.option("--vectors", type=_FILE, metavar="FILE", help="Write the finds to this file of golden vectors.")
@html_option
@shown_format_option
def fuzz(first: str, second: str, metric: str, assignments: tuple[str, ...], **options: Any) -> None:
    """Search for inputs on which two implementations disagree.

    Each disagreement is shrunk to a small input with the same explanation, and shown as a golden vector with its cause;
    then the search goes on to other explanations. Without SECOND, FIRST is compared with its own model, under settings of
    its region: samescore fuzz nltk.

    It needs Hypothesis: pip install 'samescore[fuzz]'.
    """
    names = (first, second) if second else (first,)
    if assignments and not metric:
        raise SettingsError("--set needs the metric", hint="name it with -m")
    if options["vectors"] and not metric:
        raise InputError("--vectors needs the metric: a file holds vectors of one", hint="name it with -m")
    if options["closest"] and not second:
        raise UnknownNameError("--closest needs two implementations", hint="name a second one")
    knobs = parse_knobs(metric, assignments) if assignments else {}
    click.get_current_context().exit(_fuzz(names, metric, knobs, options))


def _fuzz(names: tuple[str, ...], metric: str, knobs: dict[str, Any], options: dict[str, Any]) -> int:
    """Carry out a search; the exit code."""
    import samescore.generators.strategies  # noqa: F401 - it says what to do where Hypothesis is missing
    from samescore import records
    from samescore.catalogue.layout import as_json
    from samescore.implementations.names import files_of
    from samescore.implementations.sides import side
    from samescore.metrics import find as find_metric
    from samescore.verbs.fuzz.command import SECONDS, Fuzz, FuzzRequest
    from samescore.verbs.fuzz.search import Limits
    from samescore.verbs.fuzz.vectors import vector_file

    earlier = _earlier(options["resume"])
    seed = options["seed"]
    if seed is None:
        seed = earlier.summary.seed if earlier else random.SystemRandom().randrange(_SEEDS)
    seconds = options["seconds"] or (None if options["examples"] else SECONDS)
    limits = Limits(options["examples"], seconds)
    request = FuzzRequest(
        names, metric, seed, limits, options["known"], options["closest"], options["tolerance"], knobs
    )
    files = {"--report": options["report"], "--vectors": options["vectors"], "--html": options["html"]}
    read = [path for name in names for path in files_of(name)]
    with ExitStack() as stack:
        outputs = stack.enter_context(Outputs(files, read))
        opened: list[Implementation] = []
        for name in names:
            opened.append(side(name).opened(metric))
            stack.callback(opened[-1].close)
            if refusal := opened[-1].unavailable():
                complain(f"samescore: {name} does not start: {refusal.reason}")
                return 5
        say = stack.enter_context(progress())
        search = Fuzz(request, opened, earlier, on_progress=say)
        for side_name, knob in search.ignored:
            complain(f"samescore: --set {knob} does not apply to {side_name}, which does not support it")
        finds: list[records.Find] = []
        interrupted = False
        try:
            for find in search.finds():
                finds.append(find)
                outputs.write("--report", records.line(find).encode("utf-8") + b"\n")
        except KeyboardInterrupt:
            interrupted = True
        summary = search.summary(interrupted=interrupted)
        outputs.write("--report", records.line(summary).encode("utf-8") + b"\n")
        if interrupted and not _goes_on(options["resume"], options["report"]):
            outputs.keep_old()
        outputs.write_whole("--vectors", lambda: as_json(vector_file(find_metric(metric)[0].name, finds)))
        outputs.write_whole("--html", lambda: page_of([*finds, summary]))
    outputs.show([*finds, summary], options["form"])
    outputs.check()
    if interrupted:
        raise KeyboardInterrupt
    return 1 if finds else 0 if summary.compared else 4


def _goes_on(resumed: Path | None, report: Path | None) -> bool:
    """Does the report begin with the search that is resumed, and replace it?"""
    return resumed is not None and report is not None and resumed.resolve() == report.resolve()


def _earlier(path: Path | None) -> FuzzReport | None:
    """The search that a report holds."""
    from samescore.records import fuzz_reports, read

    if path is None:
        return None
    reports = fuzz_reports(read(path))
    if not reports:
        raise InputError(
            f"{path} holds no finished search", hint="name a file that samescore fuzz --report has written"
        )
    return reports[-1]
