"""A benchmark as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.records import Benchmark, BenchmarkCase, BenchmarkRow, BenchmarkSeries
from samescore.report.plain import visible
from samescore.report.terminal.benchmark import times

_NOTE = (
    "CPU seconds are those of the call alone, without imports: the median of the rounds, with the smallest and the "
    "largest. A ratio is a package's time divided by samescore's for the same number: above 1, samescore is faster. "
    "Bytes an item are what the process needs at its peak beyond the input."
)


def benchmark(report: Benchmark) -> str:
    """The whole report; sections without measurements are left out."""
    parts = [_table(("made with", ""), [list(fact) for fact in report.facts])]
    if report.failures:
        parts += [
            "**Not everything is as it should be:**",
            "\n".join(f"- {_plain(failure)}" for failure in report.failures),
        ]
    if report.scores:
        parts += ["## How much faster", _summary(report.scores), "## Scores", _NOTE, _details(report.scores)]
    if report.significance:
        text = "From the texts of two systems to the p-value of their difference, which is the same number."
        parts += ["## Significance", text, _summary(report.significance), _details(report.significance)]
    if report.adapters:
        text = (
            "What samescore's adapters add to the packages: a ratio above 1 is the price of asking through samescore."
        )
        parts += ["## Adapters", text, _details(report.adapters)]
    for title, unit, series in (
        ("Growth with the number of lines", "lines", report.by_lines),
        ("Growth with the length of a line", "tokens", report.by_length),
    ):
        if any(s.points for s in series):
            divisor = "line" if unit == "lines" else "token"
            parts += [f"## {title}", f"Nanoseconds of CPU a {divisor}, by the number of {unit}.", _growth(series, unit)]
    if report.commands:
        text = "From the start of a process to its end. The ratio is to the first command of the group."
        parts += ["## Whole commands", text, _commands(report.commands)]
    if report.verbs:
        text = "Models of packages are compared: no package's own time is in it."
        parts += ["## Verbs", text, _commands(report.verbs)]
    return "\n\n".join(parts) + "\n"


def _summary(comparisons: Sequence[BenchmarkCase]) -> str:
    """A line a metric: what samescore needs, and by how much it is faster than each package."""
    lines = []
    for comparison in comparisons:
        native = comparison.rows[0]
        faster = [f"{row.name} {_ratio(row)}" for row in comparison.rows if row.ratio is not None]
        time = (
            f"{_digits(native.cpu[0] / comparison.items * 1e6)} µs a {comparison.unit}"
            if native.cpu
            else native.problem
        )
        lines.append([comparison.title, f"{comparison.items:,}", time, " · ".join(faster)])
    return _table(("metric", "items", "samescore", "times faster than"), lines, "lrrl")


def _ratio(row: BenchmarkRow) -> str:
    """The ratio of CPU seconds, with that of wall seconds if a package uses several cores."""
    if row.ratio is None:
        return ""
    text = times(row.ratio)
    if row.cpu and row.wall and row.wall_ratio is not None and row.cpu[0] > 1.25 * row.wall[0]:
        text += f" (wall {times(row.wall_ratio)})"
    return text


def _details(comparisons: Sequence[BenchmarkCase]) -> str:
    lines = []
    for comparison in comparisons:
        for row in comparison.rows:
            title = f"{comparison.title}, {comparison.items:,}" if row is comparison.rows[0] else ""
            if row.cpu is None or row.wall is None:
                lines.append([title, row.name, row.problem, "", "", "", "", ""])
                continue
            memory = "{:.0f} → {:.0f}".format(*row.megabytes) if row.megabytes else ""
            extra = f"{row.extra:,.0f}" if row.extra is not None else ""
            lines.append([title, row.name, _spread(row.cpu), _spread(row.wall), _ratio(row), memory, extra, _same(row)])
    head = ("metric, items", "", "CPU s", "wall s", "ratio", "MB before → peak", "bytes an item", "same number")
    return _table(head, lines, "llrrrrrl")


def _commands(comparisons: Sequence[BenchmarkCase]) -> str:
    lines = []
    for comparison in comparisons:
        for row in comparison.rows:
            if row.cpu is None or row.wall is None:
                lines.append([f"`{row.name}`", row.problem, "", "", ""])
            else:
                lines.append([f"`{row.name}`", _spread(row.cpu), _spread(row.wall), _ratio(row), _same(row)])
    return _table(("command", "CPU s", "wall s", "ratio", ""), lines, "lrrrl")


def _same(row: BenchmarkRow) -> str:
    return f"**{row.agreement}**" if row.wrong else row.agreement or row.problem


def _growth(series: Sequence[BenchmarkSeries], unit: str) -> str:
    """A column a size; metrics whose sizes differ from those of the first have a table of their own."""
    tables = []
    for sizes in dict.fromkeys(tuple(size for size, _ in _longest(series, s.title)) for s in series):
        lines = []
        for one in series:
            if tuple(size for size, _ in _longest(series, one.title)) == sizes:
                points = dict(one.points)
                cells = [f"{points[size]:,.0f}" if size in points else "" for size in sizes]
                lines.append([one.title, one.name, *cells])
        tables.append(_table(("metric", "", *(f"{size:,} {unit}" for size in sizes)), lines, "ll" + "r" * len(sizes)))
    return "\n\n".join(tables)


def _longest(series: Sequence[BenchmarkSeries], title: str) -> tuple[tuple[int, float], ...]:
    return max((s.points for s in series if s.title == title), key=len)


def _spread(values: tuple[float, float, float]) -> str:
    return "{} ({}–{})".format(*map(_digits, values))


def _digits(number: float) -> str:
    """Three digits, or all before the point."""
    return f"{number:.3g}" if number < 100 else f"{number:,.0f}"


def _table(head: Sequence[str], lines: Sequence[Sequence[str]], alignment: str = "") -> str:
    marks = {"l": "---", "r": "---:"}
    ruler = [marks[letter] for letter in alignment or "l" * len(head)]
    return "\n".join(
        "| " + " | ".join(cells) + " |" for cells in (head, ruler, *([_cell(c) for c in line] for line in lines))
    )


def _cell(text: str) -> str:
    return _plain(text).replace("|", "\\|")


def _plain(text: str) -> str:
    """A text in one line that is no markup."""
    return visible(text.replace("\n", " ")).replace("<", "\\<")
