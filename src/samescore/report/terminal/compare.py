"""A comparison of systems for a terminal: the systems ranked, the tests of their pairs, what was asked."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table

from samescore.records import MetricComparison, PairVerdict, SystemComparison
from samescore.report import compare_words as words
from samescore.report.counted import counted
from samescore.report.plain import visible
from samescore.report.terminal.tables import line, table, unbroken

_STYLES = {PairVerdict.OPEN: "dim", PairVerdict.UNTESTED: "magenta"}


def compare(compared: SystemComparison) -> RenderableType:
    """Each metric with its verdict, and the tables and settings behind it."""
    parts: list[RenderableType] = []
    for by_metric in compared.metrics:
        if parts:
            parts.append(line())
        parts += [line(words.headline(compared, by_metric), style="bold"), _systems(compared, by_metric)]
        parts += [line(problem, style="magenta") for problem in words.problems(by_metric)]
        if by_metric.pairs:
            parts += [line(), _pairs(compared, by_metric)]
        parts += [line(), line(counted(by_metric.segments, "segment"), style="dim")]
        parts += [
            (line if name == "correction" else unbroken)(f"{name}: {value}", style="dim")
            for name, value in words.settings(compared, by_metric)
        ]
    return Group(*parts)


def _systems(compared: SystemComparison, by_metric: MetricComparison) -> Table:
    grouped = any(system.group is not None for system in by_metric.systems)
    intervals = any(system.interval is not None for system in by_metric.systems)
    columns = ["system", "score"] + intervals * [words.level_text(compared)] + grouped * ["group", "ranks"]
    shown = table(*columns)
    for system in by_metric.ranked:
        cells = [system.system, words.score_text(by_metric, system) or "none"]
        cells += intervals * [words.interval_text(by_metric, system)]
        shown.add_row(*cells, *(grouped * [words.group_text(system), words.ranks_text(system)]))
    return shown


def _pairs(compared: SystemComparison, by_metric: MetricComparison) -> Table:
    corrected = compared.correction != "none"
    shown = table("difference", "p", *(corrected * [visible(compared.correction, 20)]), "verdict")
    for pair in by_metric.pairs:
        cells = [words.difference_text(by_metric, pair), words.p_text(pair.p)]
        cells += corrected * [words.p_text(pair.corrected)]
        shown.add_row(*cells, line(words.said(pair), style=_STYLES.get(pair.verdict, "green")))
    return shown
