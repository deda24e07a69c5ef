"""A comparison of systems by one metric: scores with intervals on one axis, groups, and a table of all pairs."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from markupsafe import Markup

from samescore.records import MetricComparison, PairTest, PairVerdict, SystemComparison, SystemScore
from samescore.report import compare_words as words
from samescore.report.html.axis import Axis
from samescore.report.html.document import section
from samescore.report.view import Style
from samescore.report.views.compare import STYLES

#: The width of a mark on the axis, and the margin of the axis, as a share of the data range.
_MARK, _MARGIN = 0.8, 0.04

#: The verdict on a row's system, in a cell of the pair table.
_BRIEF = {
    PairVerdict.BETTER: "better",
    PairVerdict.WORSE: "worse",
    PairVerdict.DIFFERENT: "different",
    PairVerdict.OPEN: "n.s.",
    PairVerdict.UNTESTED: "–",
}
#: The direction of a metric in words, by `higher_is_better`.
_DIRECTIONS = {True: "higher is better", False: "lower is better", None: "neither higher nor lower is better"}


class _Bar(msgspec.Struct, frozen=True):
    """A system in a drawing: the start and width of its interval, and the position of its score.

    `cut` means that it starts a new significance group.
    """

    system: SystemScore
    score: str
    interval: str
    begin: float
    width: float
    mark: float
    cut: bool


class _Cell(msgspec.Struct, frozen=True):
    """A cell of the pair table: the p-value, and the verdict on the row's system relative to the column's."""

    style: Style
    verdict: str
    p: str
    told: str


def draw(compared: SystemComparison, by_metric: MetricComparison) -> Markup:
    """Draw the scores with their intervals and, for more than two systems, the table of all pairs."""
    axis = _axis(by_metric)
    return section(
        "compare.html",
        metric=by_metric,
        axis=axis,
        bars=_bars(by_metric, axis) if axis is not None else [],
        direction=_DIRECTIONS[by_metric.higher_is_better],
        grouped=any((system.group or 0) > 1 for system in by_metric.systems) and len(by_metric.systems) > 2,
        group=words.group_text,
        cells=_cells(by_metric) if len(by_metric.systems) > 2 and by_metric.pairs else [],
        level=words.level_text(compared),
        corrected=compared.correction != "none",
    )


def _axis(by_metric: MetricComparison) -> Axis | None:
    """Return an axis that spans all scores and intervals; None if no system has a score."""
    ends = [system.score for system in by_metric.systems if system.score is not None]
    if not ends:
        return None
    ends += [end for system in by_metric.systems if (i := system.interval) is not None for end in (i.low, i.high)]
    margin = _MARGIN * ((max(ends) - min(ends)) or 1.0)
    return Axis(min(ends) - margin, max(ends) + margin)


def _bars(by_metric: MetricComparison, axis: Axis) -> list[_Bar]:
    """Return the systems with a score, best first, on the axis."""
    bars: list[_Bar] = []
    for system in by_metric.ranked:
        if system.score is None:
            continue
        low, high = (system.score,) * 2 if system.interval is None else (system.interval.low, system.interval.high)
        texts = words.score_text(by_metric, system), words.interval_text(by_metric, system)
        begin, mark = axis.place(low), axis.place(system.score) - _MARK / 2
        cut = bool(bars) and bars[-1].system.group != system.group
        bars.append(_Bar(system, *texts, begin, axis.place(high) - begin, mark, cut))
    return bars


def _cells(by_metric: MetricComparison) -> list[tuple[str, list[_Cell | None]]]:
    """Return the table of pairs: systems in score order, each against every other; None if untested."""
    names = [system.system for system in by_metric.ranked]
    tests = {(pair.first, pair.second): pair for pair in by_metric.pairs}
    return [(name, [_cell(tests, name, other) for other in names]) for name in names]


def _cell(tests: Mapping[tuple[str, str], PairTest], row: str, column: str) -> _Cell | None:
    """Return a cell with the verdict on the row's system; None if the pair was not compared."""
    pair = tests.get((column, row)) or tests.get((row, column))
    if pair is None:
        return None
    verdict = pair.verdict
    if pair.first == row:
        turned = {PairVerdict.BETTER: PairVerdict.WORSE, PairVerdict.WORSE: PairVerdict.BETTER}
        verdict = turned.get(verdict, verdict)
    return _Cell(STYLES[verdict], _BRIEF[verdict], words.p_text(pair.corrected), words.said(pair))
