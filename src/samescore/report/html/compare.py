"""A comparison of systems by one metric: scores with their intervals on one axis, groups, and a table of all pairs."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from markupsafe import Markup

from samescore.records import MetricComparison, PairTest, PairVerdict, SystemComparison, SystemScore
from samescore.report import compare_words as words
from samescore.report.html.document import section
from samescore.report.view import Style
from samescore.report.views.compare import STYLES

#: The width of a drawing, in its own units; that of a mark; and the margin of the axis, as a part of what is drawn.
_WIDTH, _MARK, _MARGIN = 100.0, 0.8, 0.04

_SIGNS = {
    PairVerdict.BETTER: ">",
    PairVerdict.WORSE: "<",
    PairVerdict.DIFFERENT: "≠",
    PairVerdict.OPEN: "~",
    PairVerdict.UNTESTED: "–",
}


class _Bar(msgspec.Struct, frozen=True):
    """A system in a drawing: where its interval begins, its width, and where its score stands.

    `cut` means that another significance group than that of the system above begins with it.
    """

    system: SystemScore
    score: str
    interval: str
    begin: float
    width: float
    mark: float
    cut: bool


class _Cell(msgspec.Struct, frozen=True):
    """A system of a row beside one of a column: the p-value, and what it says of the row's system."""

    style: Style
    sign: str
    p: str
    told: str


def draw(compared: SystemComparison, by_metric: MetricComparison) -> Markup:
    """The scores with their intervals, and, of more than two systems, the table of all pairs."""
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
    """The systems with a score, the best first, on one axis from the lowest end of an interval to the highest."""
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
    """The table of pairs: the systems in the order of their scores, each beside every other; None where none was tested."""
    names = [system.system for system in by_metric.ranked]
    tests = {(pair.first, pair.second): pair for pair in by_metric.pairs}
    return [(name, [_cell(tests, name, other) for other in names]) for name in names]


def _cell(tests: Mapping[tuple[str, str], PairTest], row: str, column: str) -> _Cell | None:
    """What the test of a pair says of the row's system."""
    pair = tests.get((column, row)) or tests.get((row, column))
    if pair is None:
        return None
    verdict = pair.verdict
    if pair.first == row:
        turned = {PairVerdict.BETTER: PairVerdict.WORSE, PairVerdict.WORSE: PairVerdict.BETTER}
        verdict = turned.get(verdict, verdict)
    return _Cell(STYLES[verdict], _SIGNS[verdict], words.p_text(pair.corrected), words.said(pair))
