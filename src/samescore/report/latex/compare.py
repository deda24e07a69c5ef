r"""A comparison of systems as a LaTeX table: a row for each system, a column for each metric.

The best system by a metric is bold, and so are all others of its significance group. Requires the package `booktabs`.
"""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import MetricComparison, PairVerdict, ScoreInterval, SystemComparison
from samescore.report import compare_words as words
from samescore.report.counted import count_phrase
from samescore.report.plain import visible

#: The special characters of LaTeX, with their escapes.
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}
#: The mark of a system that is significantly better or worse than the baseline, or only different.
_MARKS = {
    PairVerdict.BETTER: r"$^{\uparrow}$",
    PairVerdict.WORSE: r"$^{\downarrow}$",
    PairVerdict.DIFFERENT: r"$^{*}$",
}


def escape_latex(text: str) -> str:
    r"""Return a text with the special characters of LaTeX escaped.

    >>> print(escape_latex("a_b & 50 %"))
    a\_b \& 50 \%
    """
    return "".join(_SPECIAL.get(character, character) for character in visible(text, 400))


def compare(compared: SystemComparison) -> str:
    """Return the table, followed by comments with all settings."""
    return "\n".join(_lines(compared))


def _lines(compared: SystemComparison) -> Iterator[str]:
    yield rf"\begin{{tabular}}{{l{'r' * len(compared.metrics)}}}"
    yield r"\toprule"
    yield rf"System & {' & '.join(map(_heading, compared.metrics))} \\"
    yield r"\midrule"
    for system in compared.systems:
        cells = (_cell(compared, by_metric, system.name) for by_metric in compared.metrics)
        yield rf"{escape_latex(system.name)} & {' & '.join(cells)} \\"
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield from (f"% {_comment(note)}" for note in _notes(compared))


def _heading(by_metric: MetricComparison) -> str:
    arrow = {True: r" $\uparrow$", False: r" $\downarrow$", None: ""}[by_metric.higher_is_better]
    return escape_latex(by_metric.metric) + arrow


def _cell(compared: SystemComparison, by_metric: MetricComparison, name: str) -> str:
    system = next((system for system in by_metric.systems if system.system == name), None)
    if system is None or system.score is None:
        return "--"
    number = words.score_text(by_metric, system)
    if system.group == 1 and any((other.group or 1) > 1 for other in by_metric.systems):
        number = rf"\textbf{{{number}}}"
    if system.interval is not None:
        number += rf" {{\scriptsize{_interval(system.interval, words.decimals(by_metric))}}}"
    verdicts = [pair.verdict for pair in by_metric.pairs if compared.baseline and pair.second == system.system]
    return number + "".join(_MARKS.get(verdict, "") for verdict in verdicts)


def _interval(interval: ScoreInterval, places: int) -> str:
    if interval.centre is not None and interval.half is not None:
        return rf"({interval.centre:.{places}f} $\pm$ {interval.half:.{places}f})"
    return f"[{interval.low:.{places}f}, {interval.high:.{places}f}]"


def _notes(compared: SystemComparison) -> Iterator[str]:
    """Yield the meanings of the marks, and all settings."""
    if compared.baseline and compared.tested:
        yield f"Arrows: significantly better or worse than {compared.baseline}."
    elif compared.tested:
        yield "Bold: the first significance group; each of its systems is significantly better than every system of other groups."
    for by_metric in compared.metrics:
        if any(system.interval is not None for system in by_metric.systems):
            yield f"{by_metric.metric}: each score is followed by its {words.level_text(compared)}"
        yield f"{by_metric.metric}: {count_phrase(by_metric.segments, 'segment')}"
        yield from (f"{by_metric.metric}: {problem}" for problem in words.problems(by_metric))
        yield from (f"{by_metric.metric}, {name}: {value}" for name, value in words.settings(compared, by_metric))


def _comment(text: str) -> str:
    return visible(text, 4_000)
