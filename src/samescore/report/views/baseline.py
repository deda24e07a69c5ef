"""The view of a baseline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from samescore.records import Baseline
from samescore.report import view as show
from samescore.report.counted import count_phrase
from samescore.report.view import View


def view(baseline: Baseline) -> View:
    """Build the view: the number of answers by implementation, metric and entry point, and their origin."""
    names = ", ".join(named.name for named in baseline.header.implementations)
    style: show.Style = "good" if baseline.whole else "known"
    said = _headline(baseline)
    blocks: list[show.Block] = [
        show.Sentence(said),
        _counts(baseline),
        *map(show.Paragraph, _remarks(baseline)),
        _answers(baseline),
    ]
    return View("run --write-baseline", names, style, f"{said[:1].upper()}{said[1:]}", show.compact(*blocks))


def _headline(baseline: Baseline) -> str:
    """Return the number of answers in a baseline, and the version of the vectors."""
    names = count_phrase(len(baseline.header.implementations), "implementation")
    vectors = f"made with the vectors of samescore {baseline.header.samescore}"
    return f"a baseline: {count_phrase(len(baseline.answers), 'answer')} of {names}, {vectors}"


def _counts(baseline: Baseline) -> show.Table:
    versions = {named.name: f"{named.name} {named.version}".strip() for named in baseline.header.implementations}
    counts = Counter((a.implementation, a.metric, a.entry_point) for a in baseline.answers)
    columns = (
        show.Column("answers", number=True, width=8),
        show.Column("implementation", pattern=" {}:"),
        show.Column("metric"),
        show.Column("entry point"),
    )
    rows = tuple((f"{count:,}", versions.get(name, name), *rest) for (name, *rest), count in counts.items())
    return show.Table(columns, rows, joint=" ")


def _remarks(baseline: Baseline) -> Iterator[str]:
    """Yield the reason for recording, the options of implementations, and whether lines were changed since."""
    if baseline.header.reason:
        yield f"recorded because: {baseline.header.reason}"
    for implementation in baseline.header.implementations:
        if implementation.settings:
            yield f"{implementation.name} ran with {' '.join(implementation.settings)}"
    if not baseline.whole:
        yield "the number of answers does not match its header: lines were merged or edited"


def _answers(baseline: Baseline) -> show.Folded:
    rows = tuple((each.vector, each.entry_point, each.answer.text) for each in baseline.answers)
    table = show.Table((show.Column("vector"), show.Column("entry point"), show.Column("answer")), rows)
    return show.Folded("Every answer", (table,) if rows else ())
