"""The view of a benchmark: packages' times relative to samescore's, memory, growth, whole commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samescore.records import Benchmark, BenchmarkCase, BenchmarkRow, BenchmarkSeries
from samescore.report import view as show
from samescore.report.counted import count_phrase
from samescore.report.view import View

_NOTE = (
    "CPU seconds of the call alone, without imports: median over all rounds, with minimum and maximum. A ratio "
    "is a package's time divided by samescore's for the same score; above 1, samescore is faster. Bytes per "
    "item: peak memory of the process minus its memory before the call, divided by the number of items."
)
_TITLES = ("CPU s", "wall s", "ratio", "MB before → peak", "bytes per item")


def view(report: Benchmark) -> View:
    """Build the view: the time ratios by metric and package, then the problems; sections without rows are omitted."""
    groups = (
        ("Scores", _NOTE, report.scores),
        ("Significance", "From the texts of two systems to the p-value of the difference.", report.significance),
        ("Adapters", "A ratio above 1 is the overhead of samescore's adapters.", report.adapters),
        (
            "Whole commands",
            "From the start of a process to its end. Ratios are relative to the first row.",
            report.commands,
        ),
        ("Verbs", "With native models of packages, so no package's own time is included.", report.verbs),
    )
    growth = (
        ("CPU time by number of lines", "lines", report.by_lines),
        ("CPU time by line length", "tokens", report.by_length),
    )
    ratios = tuple(row.ratio for _, _, cases in groups for case in cases for row in case.rows if row.ratio)
    blocks = show.compact(
        show.Paragraph("CPU time as a multiple of samescore's for the same score"),
        *(block for title, words, cases in groups for block in _group(title, words, cases, ratios)),
        *(block for title, unit, series in growth for block in _growth(title, unit, series)),
        show.Facts(tuple(report.facts)),
        show.Items(tuple(report.failures), bullet="WRONG: "),
    )
    return View("benchmark", "", *_verdict(report), blocks, _lead(report))


def _verdict(report: Benchmark) -> tuple[show.Style, str]:
    compared = [row.ratio or 0.0 for _, row in report.packages]
    if report.failures:
        number = len(report.failures)
        return "bad", f"{number} measurement{'s differ' if number != 1 else ' differs'} or failed"
    if not compared:
        return "none", "No package was compared"
    faster = sum(ratio > 1 for ratio in compared)
    style: show.Style = "good" if faster == len(compared) else "known"
    return style, f"Faster in {faster} of {len(compared)} comparisons with packages"


def _lead(report: Benchmark) -> str:
    compared = [row.ratio or 0.0 for _, row in report.packages]
    if not compared:
        return ""
    return f"Packages take {times(min(compared))} to {times(max(compared))} as long as samescore for the same numbers."


def _group(title: str, words: str, cases: Sequence[BenchmarkCase], ratios: tuple[float, ...]) -> Iterator[show.Block]:
    """Yield the cases of one kind: a row of ratios for each, which a page draws, and all measurements."""
    if not cases:
        return
    yield show.Heading(title)
    yield show.Folded("How to read the numbers", (show.Paragraph(words),))
    yield show.Picture("bars", (cases, ratios), tuple(map(_case, cases)))
    columns = (
        show.Column("metric, items"),
        show.Column(""),
        *(show.Column(name, number=True) for name in _TITLES),
        show.Column("same number"),
    )
    rows = tuple(_measured(case, row) for case in cases for row in case.rows)
    yield show.Folded("In full", (show.Table(columns, rows),))


def _case(case: BenchmarkCase) -> show.Card:
    rows = tuple(
        (
            times(row.ratio) if row.ratio is not None else "",
            f"{row.name}{f': {row.problem}' if row.ratio is None else ''}",
        )
        for row in case.rows
        if row.ratio is not None or row.problem
    )
    title = f"{case.title}, {count_phrase(case.items, case.unit)}"
    if native := case.rows[0].cpu:
        title += f", {_digits(native[0] / case.items * 1e6)} µs a {case.unit}"
    return show.Card(title, (show.Table((show.Column("times as long", number=True, width=8), show.Column("")), rows),))


def _measured(case: BenchmarkCase, row: BenchmarkRow) -> tuple[show.Cell, ...]:
    """Return all measurements of a participant as a table row."""
    title = f"{case.title}, {case.items:,}" if row is case.rows[0] else ""
    if row.cpu is None or row.wall is None:
        return title, row.name, row.problem, "", "", "", "", ""
    memory = "{:.0f} → {:.0f}".format(*row.megabytes) if row.megabytes else ""
    extra = f"{row.extra:,.0f}" if row.extra is not None else ""
    same = show.Span(row.agreement or row.problem, "strong" if row.wrong else "plain")
    return title, row.name, _spread(row.cpu), _spread(row.wall), _ratio(row), memory, extra, same


def _ratio(row: BenchmarkRow) -> str:
    """Return the ratio of CPU times, with the ratio of wall-clock times if a package uses several cores."""
    if row.ratio is None:
        return ""
    text = times(row.ratio)
    if row.cpu and row.wall and row.wall_ratio is not None and row.cpu[0] > 1.25 * row.wall[0]:
        text += f" (wall {times(row.wall_ratio)})"
    return text


def _growth(title: str, unit: str, series: Sequence[BenchmarkSeries]) -> Iterator[show.Block]:
    """Yield tables with a column for each size; metrics with different sizes get a separate table."""
    tables: dict[tuple[int, ...], list[tuple[str, ...]]] = {}
    for one in series:
        sizes = tuple(size for size, _ in max((s.points for s in series if s.title == one.title), key=len))
        points = dict(one.points)
        numbers = (f"{points[size]:,.0f}" if size in points else "" for size in sizes)
        tables.setdefault(sizes, []).append((one.title, one.name, *numbers))
    shown = [
        show.Table(
            (show.Column("metric"), show.Column(""), *(show.Column(f"{size:,} {unit}", number=True) for size in sizes)),
            tuple(rows),
            note=f"CPU nanoseconds per {unit[:-1]}, by number of {unit}.",
        )
        for sizes, rows in tables.items()
        if sizes
    ]
    if shown:
        yield show.Folded(title, tuple(shown), open=True)


def times(ratio: float) -> str:
    """Return a ratio with two digits, or all digits before the point.

    >>> times(0.5), times(3.21), times(154.2)
    ('0.50×', '3.2×', '154×')
    """
    return f"{ratio:.{0 if ratio >= 10 else 1 if ratio >= 1 else 2}f}\N{MULTIPLICATION SIGN}"


def _spread(values: tuple[float, float, float]) -> str:
    return "{} ({}–{})".format(*map(_digits, values))


def _digits(number: float) -> str:
    """Return a number with three digits, or all digits before the point."""
    return f"{number:.3g}" if number < 100 else f"{number:,.0f}"
