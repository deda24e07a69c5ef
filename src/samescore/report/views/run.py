"""The view of a run: counts of verdicts by implementation and by metric, then the failures.

A page draws a matrix instead (`report.html.run`), and a terminal shows rows during the run (`report.terminal.run`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from samescore.records import Participant, RunReport, VectorVerdict, coverages, explained_failures
from samescore.report import view as show
from samescore.report.counted import count_phrase
from samescore.report.view import View

if TYPE_CHECKING:
    from samescore.report.html.vectors import Shown

#: Maximum numbers of failures and of known mistakes listed.
_MOST, _MOST_MISTAKES = 50, 4


def view(report: RunReport, vectors: Mapping[str, Shown] | None = None) -> View:
    """Build the view: a table of verdicts by implementation, one by metric, then the failures.

    `vectors` has the data of golden vectors by id.
    """
    counts = Counter(result.verdict for result in report.results)
    style, verdict = _verdict(report, counts)
    drawn = show.Picture("run", (report, vectors or {}), show.compact(*_blocks(report, counts)))
    return View("run", _subject(report), style, verdict, (drawn,), _lead(report, counts))


def _subject(report: RunReport) -> str:
    names = [participant.name for participant in report.implementations]
    return (
        names[0] if len(names) == 1 else f"{len(names)} implementations, {count_phrase(len(report.metrics), 'metric')}"
    )


def _verdict(report: RunReport, counts: Counter[VectorVerdict]) -> tuple[show.Style, str]:
    if not report.failures and report.unsteady:
        return "bad", "Some answers changed when repeated"
    if failures := report.failures:
        names = list(dict.fromkeys(result.implementation for result in failures))
        where = f"all by {names[0]}" if len(names) == 1 else f"in {len(names)} implementations"
        number = f"{len(failures):,} unexplained failure{'s' if len(failures) != 1 else ''}"
        return "bad", f"{number}, {where}" if len(report.implementations) > 1 else number
    if not _answered(counts):
        return "none", "No answers"
    exact, answered = _exact(counts), _answered(counts)
    if counts[VectorVerdict.AGREE] == answered:
        return "good", "Every answer is as expected"
    return (
        "good",
        f"Exact under {'its' if len(report.implementations) == 1 else 'their'} own settings: {exact:,} of {answered:,}",
    )


def _exact(counts: Counter[VectorVerdict]) -> int:
    """Return the number of answers that are exact under the implementation's own settings."""
    return counts[VectorVerdict.AGREE] + counts[VectorVerdict.DIVERGE]


def _answered(counts: Counter[VectorVerdict]) -> int:
    return sum(counts[verdict] for verdict in VectorVerdict if verdict.answered)


def _lead(report: RunReport, counts: Counter[VectorVerdict]) -> str:
    interrupted = ""
    if report.footer is None:
        interrupted = "The run was interrupted; these are the results until then. "
    elif report.footer.stopped:
        interrupted = "The run stopped at its first failure. "
    said = [f"{counts[VectorVerdict.AGREE]:,} of {_answered(counts):,} answers are as expected"]
    if diverging := counts[VectorVerdict.DIVERGE]:
        said.append(f"{diverging:,} differ by a convention of the implementation")
    if accepted := counts[VectorVerdict.EXPECTED]:
        said.append(f"{accepted:,} are listed as expected failures")
    return f"{interrupted}{', '.join(said)}."


def _blocks(report: RunReport, counts: Counter[VectorVerdict]) -> Iterator[show.Block]:
    words = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in VectorVerdict if counts[verdict])
    yield show.Paragraph(f"{count_phrase(len(report.results), 'result')}: {words}.")
    yield _by_implementation(report)
    columns = [verdict for verdict in VectorVerdict if counts[verdict] and verdict is not VectorVerdict.UNAVAILABLE]
    yield show.Folded("By metric", show.compact(_by_metric(report, columns)))
    for participant in report.implementations:
        if participant.unavailable:
            yield show.Paragraph(f"{participant.name} was not run: {participant.unavailable}")
    yield show.Items(tuple(coverage.line for coverage in coverages(report)))
    yield show.Items(tuple(f"{again.implementation}: {again.text}" for again in report.repeated))
    if report.failures:
        yield show.Heading("Failures")
        yield show.Items(tuple(_failures(report)))
    if report.unsteady:
        yield show.Heading("Changed answers")
        changes = (
            (show.Span(again.implementation, "strong"), f" {text}")
            for again in report.unsteady
            for text in again.lines[1:]
        )
        yield show.Items(tuple(changes))


def _name(participant: Participant) -> str:
    return f"{participant.name} {participant.version}".strip()


def _by_implementation(report: RunReport) -> show.Table:
    """Return a row for each implementation with answers: the number of each verdict, and how many cases it answered."""
    counted: dict[str, Counter[VectorVerdict]] = {each.name: Counter() for each in report.implementations}
    for result in report.results:
        counted.setdefault(result.implementation, Counter())[result.verdict] += 1
    shown = [verdict for verdict in VectorVerdict if verdict.answered and any(c[verdict] for c in counted.values())]
    rows = []
    for participant in report.implementations:
        counts = counted[participant.name]
        if answered := sum(counts[verdict] for verdict in shown):
            cells = (f"{counts[verdict]:,}" if counts[verdict] else "" for verdict in shown)
            rows.append((_name(participant), *cells, f"{answered:,} of {sum(counts.values()):,}"))
    numbers = (show.Column(title, number=True) for title in (*(verdict.value for verdict in shown), "answered"))
    return show.Table((show.Column("implementation"), *numbers), tuple(rows))


def _by_metric(report: RunReport, verdicts: Sequence[VectorVerdict]) -> show.Table:
    """Return the counts by implementation and metric; fresh inputs have separate rows."""
    rows = []
    for participant in report.implementations:
        for metric in report.metrics if not participant.unavailable else ():
            for fresh, title in ((False, metric), (True, f"{metric}, fresh")):
                counted = report.count(participant.name, metric, fresh=fresh)
                if set(counted) - {VectorVerdict.UNSUPPORTED}:
                    rows.append((_name(participant), title, *(str(counted[verdict] or "") for verdict in verdicts)))
    columns = (
        show.Column("implementation"),
        show.Column("metric"),
        *(show.Column(verdict.value, number=True) for verdict in verdicts),
    )
    return show.Table(columns, tuple(rows))


def _failures(report: RunReport) -> Iterator[show.Line]:
    """Yield the observed behaviour of failing implementations, the known mistakes, and the failures."""
    yield from (likeness.line for likeness in report.likenesses)
    mistakes = explained_failures(report.failures, report.likenesses)[:_MOST_MISTAKES]
    yield from (mistake.line for mistake in mistakes)
    for result in report.failures[:_MOST]:
        yield show.Span(result.implementation, "strong"), " ", show.Span(result.vector, "code"), f": {result.why}"
    if len(report.failures) > _MOST:
        yield f"and {len(report.failures) - _MOST} more"
