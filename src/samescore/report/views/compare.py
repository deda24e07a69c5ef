"""The view of a comparison of systems: ranked systems, tests of their pairs, and the settings."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import MetricComparison, PairVerdict, SystemComparison
from samescore.report import compare_words as words
from samescore.report import view as show
from samescore.report.counted import count_phrase
from samescore.report.plain import visible
from samescore.report.view import View

#: Maximum number of systems that are named above the verdict.
_MOST_NAMES = 2

#: The style of each verdict on a pair.
STYLES: dict[PairVerdict, show.Style] = {
    PairVerdict.BETTER: "good",
    PairVerdict.WORSE: "bad",
    PairVerdict.DIFFERENT: "known",
    PairVerdict.OPEN: "none",
    PairVerdict.UNTESTED: "none",
}


def view(compared: SystemComparison) -> View:
    """Build the view: each metric with its verdict, tables and settings."""
    significant = [by_metric for by_metric in compared.metrics if by_metric.significant]
    style: show.Style = "known" if significant else "none"
    files = [(system.name, system.file or "no file") for system in compared.systems]
    files += [("reference", file) for file in compared.references]
    blocks = show.compact(
        *(block for by_metric in compared.metrics for block in _by_metric(compared, by_metric)),
        show.Folded("The files", (show.Facts(tuple(files)),)),
    )
    names = [system.name for system in compared.systems]
    subject = ", ".join(names) if len(names) <= _MOST_NAMES else count_phrase(len(names), "system")
    return View("compare", subject, style, _verdict(compared), blocks)


def _verdict(compared: SystemComparison) -> str:
    """Return the result of the only metric in words, or the number of metrics that find a significant difference."""
    if len(compared.metrics) != 1:
        finding = sum(bool(by_metric.significant) for by_metric in compared.metrics)
        verb = "finds" if finding == 1 else "find"
        metrics = count_phrase(len(compared.metrics), "metric")
        return f"{finding} of {metrics} {verb} a significant difference" if compared.tested else f"{metrics}, no tests"
    (by_metric,) = compared.metrics
    if len(by_metric.pairs) > 1 and by_metric.significant and not compared.baseline:
        return words.significant_text(by_metric)
    return words.headline(compared, by_metric)


def _by_metric(compared: SystemComparison, by_metric: MetricComparison) -> Iterator[show.Block]:
    headline = words.headline(compared, by_metric)
    if len(compared.metrics) == 1:
        yield show.Sentence(headline)
    else:
        yield show.Heading(headline, apart=True)
    yield show.Picture("compare", (compared, by_metric), (_systems(compared, by_metric),))
    yield show.Items(tuple(words.problems(by_metric)))
    if by_metric.pairs:
        summary = f"Differences and p-values of {count_phrase(len(by_metric.pairs), 'pair')}"
        yield show.Folded(summary, (_pairs(compared, by_metric),), printed=True, apart=True)
    yield show.Paragraph(count_phrase(by_metric.segments, "segment"), "soft", apart=True)
    short, full = (_settings(compared, by_metric, full=full) for full in (False, True))
    yield short
    if full != short:
        yield show.Sentence("Knobs that are not shown are at their defaults; --full-signature shows all.")
        summary = "Complete settings (above, knobs at their defaults are not shown)"
        yield show.Folded(summary, (full,), on_request=True)


def _settings(compared: SystemComparison, by_metric: MetricComparison, *, full: bool) -> show.Facts:
    return show.Facts(
        tuple(
            (name, value if name == "correction" else show.Span(value, "settings"))
            for name, value in words.settings(compared, by_metric, full=full)
        )
    )


def _systems(compared: SystemComparison, by_metric: MetricComparison) -> show.Table:
    grouped = any(system.group is not None for system in by_metric.systems)
    intervals = any(system.interval is not None for system in by_metric.systems)
    titles = ["score"] + intervals * [words.level_text(compared)] + grouped * ["group", "ranks"]
    rows = tuple(
        (
            system.system,
            words.score_text(by_metric, system) or "none",
            *(intervals * [words.interval_text(by_metric, system)]),
            *(grouped * [words.group_text(system), words.ranks_text(system)]),
        )
        for system in by_metric.ranked
    )
    return show.Table((show.Column("system"), *(show.Column(title, number=True) for title in titles)), rows, head=True)


def _pairs(compared: SystemComparison, by_metric: MetricComparison) -> show.Table:
    corrected = compared.correction != "none"
    titles = ["difference", "p", *(corrected * [visible(compared.correction, 20)])]
    rows: tuple[tuple[show.Cell, ...], ...] = tuple(
        (
            words.difference_text(by_metric, pair),
            words.p_text(pair.p),
            *(corrected * [words.p_text(pair.corrected)]),
            show.Span(words.said(pair), "mark", STYLES[pair.verdict]),
        )
        for pair in by_metric.pairs
    )
    columns = (*(show.Column(title, number=True) for title in titles), show.Column("verdict"))
    return show.Table(columns, rows, head=True)
