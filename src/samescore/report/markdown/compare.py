"""A comparison of systems as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samescore.records import MetricComparison, SystemComparison
from samescore.report import compare_words as words
from samescore.report.counted import counted
from samescore.report.plain import code, escaped


def compare(compared: SystemComparison) -> str:
    """Each metric with its verdict, the systems ranked, and the tests of their pairs."""
    return "\n".join(line for by_metric in compared.metrics for line in _lines(compared, by_metric))


def _lines(compared: SystemComparison, by_metric: MetricComparison) -> Iterator[str]:
    yield f"**{escaped(words.headline(compared, by_metric))}**"
    yield ""
    yield from _row(["system", "score", words.level_text(compared), "group", "ranks"])
    yield "|---|---:|---|---:|---:|"
    for system in by_metric.ranked:
        cells = (words.score_text(by_metric, system) or "none", words.interval_text(by_metric, system))
        yield from _row([system.system, *cells, words.group_text(system), words.ranks_text(system)])
    yield ""
    if by_metric.pairs:
        yield from _row(["difference", "p", f"p, {compared.correction}", "verdict"])
        yield "|---:|---:|---:|---|"
        for pair in by_metric.pairs:
            numbers = (words.p_text(pair.p), words.p_text(pair.corrected))
            yield from _row([words.difference_text(by_metric, pair), *numbers, words.said(pair)])
        yield ""
    yield from (f"- {escaped(problem)}" for problem in words.problems(by_metric))
    yield f"- {counted(by_metric.segments, 'segment')}"
    for name, value in words.settings(compared, by_metric):
        yield f"- {name}: {escaped(value) if name == 'correction' else f'`{code(value)}`'}"
    yield ""


def _row(cells: Sequence[str]) -> Iterator[str]:
    yield f"| {' | '.join(map(escaped, cells))} |"
