"""A comparison of systems by one metric: scores with intervals on one axis, groups, and a table of all pairs."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from markupsafe import Markup

from samescore.records import MetricComparison, PairTest, PairVerdict, SystemComparison, SystemScore
from samescore.report import compare_words as words
from samescore.report.html.document import section
from samescore.report.view import Style
from samescore.report.views.compare import STYLES

#: The width of a drawing and of a mark, in its own units; and the margin of the axis, as a share of the data range.
_WIDTH, _MARK, _MARGIN = 100.0, 0.8, 0.04

_SIGNS = {
    PairVerdict.BETTER: ">",
    PairVerdict.WORSE: "<",
    PairVerdict.DIFFERENT: "≠",
    PairVerdict.OPEN: "~",
    PairVerdict.UNTESTED: "–",
}


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
    sign: str
    p: str
    told: str


def draw(compared: SystemComparison, by_metric: MetricComparison) -> Markup:
    """Draw the scores with their intervals and, for more than two systems, the table of all pairs."""
    return section(
        "compare.html",
        metric=by_metric,
        bars=_bars(by_metric),
        grouped=any(system.group is not None for system in by_metric.systems),
        group=words.group_text,
        cells=_cells(by_metric) if len(by_metric.systems) > 2 and by_metric.pairs else [],
        level=words.level_text(compared),
        corrected=compared.correction != "none",
    )


def _bars(by_metric: MetricComparison) -> list[_Bar]:
    """Return the systems with a score, best first, on an axis that spans all intervals."""
    scored = [(system, system.score) for system in by_metric.ranked if system.score is not None]
    if not scored:
        return []
    ends = [score for _, score in scored]
    ends += [end for system, _ in scored if (i := system.interval) is not None for end in (i.low, i.high)]
    span = (max(ends) - min(ends)) or 1.0
    lowest, room = min(ends) - _MARGIN * span, _WIDTH / (span * (1 + 2 * _MARGIN))
    bars: list[_Bar] = []
    for system, score in scored:
        low, high = (score, score) if system.interval is None else (system.interval.low, system.interval.high)
        texts = words.score_text(by_metric, system), words.interval_text(by_metric, system)
        place = (score - lowest) * room - _MARK / 2
        cut = bool(bars) and bars[-1].system.group != system.group
        bars.append(_Bar(system, *texts, (low - lowest) * room, (high - low) * room, place, cut))
    return bars


def _cells(by_metric: MetricComparison) -> list[tuple[str, list[_Cell | None]]]:
    """Return the table of pairs: systems in score order, each against every other; None if untested."""
    names = [system.system for system in by_metric.ranked]
    tests = {(pair.first, pair.second): pair for pair in by_metric.pairs}
    return [(name, [_cell(tests, name, other) for other in names]) for name in names]


def _cell(tests: Mapping[tuple[str, str], PairTest], row: str, column: str) -> _Cell | None:
    """Return the verdict on the row's system in the test of a pair."""
    pair = tests.get((column, row)) or tests.get((row, column))
    if pair is None:
        return None
    verdict = pair.verdict
    if pair.first == row:
        turned = {PairVerdict.BETTER: PairVerdict.WORSE, PairVerdict.WORSE: PairVerdict.BETTER}
        verdict = turned.get(verdict, verdict)
    return _Cell(STYLES[verdict], _SIGNS[verdict], words.p_text(pair.corrected), words.said(pair))
