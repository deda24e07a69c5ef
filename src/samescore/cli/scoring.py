"""The printed output of ``samescore score``."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

from samescore.cli.screen import complain, print_data, print_line, terminal_columns

if TYPE_CHECKING:
    from samescore.cli.progress import Progress
    from samescore.records import PerClassScores, Record, ScoreLine, SystemScores
    from samescore.verbs.scoring.request import Request


def show(request: Request, form: str, *, full_signature: bool = False) -> None:
    """Print the requested scores, each record as soon as it is available."""
    from samescore.verbs.scoring.command import execute, remarks

    request = _with_engine(request)
    complain(*(f"samescore: {remark}" for remark in remarks(request)))
    if request.engine:
        from samescore.verbs.scale.command import execute
    records = _with_progress(lambda say: execute(request, say))
    if form == "text":
        _show_text(request, records, full_signature=full_signature)
    else:
        _show_lines(records)


def _with_engine(request: Request) -> Request:
    """Return the request with an engine; if the request leaves the choice to samescore, say which one is used."""
    if request.engine != "auto":
        return request
    from samescore.verbs.scoring.engine import choose_engine

    chosen = choose_engine(request)
    complain(f"samescore: --engine auto uses {chosen.engine or 'one process'}")
    return chosen


def _with_progress(execute: Callable[[Callable[[str], None]], Iterator[Record]]) -> Iterator[Record]:
    """Yield the records, with progress on stderr between them."""
    with ExitStack() as stack:
        saying: list[Progress] = []

        def say(doing: str) -> None:
            if not saying:
                from samescore.cli.progress import progress

                saying.append(stack.enter_context(progress()))
            saying[0](doing)

        for record in execute(say):
            saying.clear()
            stack.close()
            yield record


def _show_lines(records: Iterable[Record]) -> None:
    """Print records as JSON Lines."""
    from samescore.records import ScoreLine, line

    for record in records:
        if isinstance(record, ScoreLine):
            _complain_if_not_finite(record)
        print_data(line(record))


def _show_text(request: Request, records: Iterable[Record], *, full_signature: bool) -> None:
    """Print scores with the table of their classes, or what a program prints."""
    from samescore.records import PerClassScores, ProgramOutput, RecordedAgreement, ScoreLine, SystemScores
    from samescore.report.terminal.score import recorded

    systems: list[SystemScores] = []
    classes: list[PerClassScores] = []
    try:
        for record in records:
            match record:
                case PerClassScores():
                    classes.append(record)
                case RecordedAgreement():
                    print_line(recorded(record))
                case SystemScores():
                    systems.append(record)
                case ProgramOutput():
                    for printed in record.lines:
                        print_line(printed.text, error=printed.stream == "stderr")
                case ScoreLine():
                    _show_classes(classes)
                    _complain_if_not_finite(record)
                    _show_score(request, record, full=full_signature)
    finally:
        _show_classes(classes)
    if systems:
        from samescore.report.terminal.openkiwi import systems as table

        for text in table(systems, "SOURCE" if request.tags == "source" else "TARGET"):
            print_line(text)


def _show_score(request: Request, scored: ScoreLine, *, full: bool) -> None:
    if scored.text:  # the line of a program
        print_line(scored.text)
        return
    from samescore.report.terminal.score import score

    file = scored.file if len(request.hypotheses) > 1 else ""
    metric = scored.metric if len(request.metrics) > 1 else ""
    for text in score(scored, label=": ".join(filter(None, (file, metric))), full=full):
        print_line(text)


def _show_classes(rows: list[PerClassScores]) -> None:
    """Print the table of classes of one score, and empty `rows`."""
    if rows:
        from samescore.report.terminal.score import classes

        for text in classes(rows, terminal_columns()):
            print_line(text)
        rows.clear()


def _complain_if_not_finite(scored: ScoreLine) -> None:
    """Print a note if an input has no finite score; programs print their own."""
    if not scored.text and not math.isfinite(value := float.fromhex(scored.hex)):
        reason = "this input has no finite score with these settings"
        if "undecided:nan" in scored.signature:
            reason = "some items cannot be decided here; other values of the knob undecided bound the score"
        complain(f"{scored.file}: {scored.metric} is {value}: {reason}")
