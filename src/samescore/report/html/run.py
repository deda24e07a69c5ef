"""A run on a page: the most important failures, the matrix of implementations and metrics, and all results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from markupsafe import Markup

from samescore.records import Result, RunReport, VectorVerdict, coverages, explained_failures
from samescore.report.html.document import data_block, section
from samescore.report.html.results import LOOKS, ResultView, data, input_of, result_view
from samescore.report.html.vectors import Shown
from samescore.report.view import Style

#: Maximum numbers of failures shown without a script, failures shown first in a group, groups, and knobs.
_MOST, _FIRST, _GROUPS, _KNOBS = 50, 3, 12, 24

#: The verdicts of answers that are exact under the implementation's own settings.
_EXACT = (VectorVerdict.AGREE, VectorVerdict.DIVERGE)

_MEANINGS = {
    VectorVerdict.AGREE: "the expected answer",
    VectorVerdict.DIVERGE: "a different answer, explained exactly by named settings",
    VectorVerdict.EXPECTED: "a different answer, listed as an expected failure",
    VectorVerdict.STALE: "listed as an expected failure, but passes",
    VectorVerdict.DISAGREE: "a different answer, unexplained",
    VectorVerdict.ERROR: "crashed, raised an error, or refused input that it declares to support",
    VectorVerdict.UNSUPPORTED: "settings or inputs that the implementation does not support",
    VectorVerdict.UNAVAILABLE: "not run: the implementation is not available",
}


class _Cell(msgspec.Struct, frozen=True):
    """A cell of the matrix: its counts by verdict with signs, its style, and a description in words.

    `exact` counts the answers that are exact under the implementation's own settings, and `others` the remaining ones;
    `conventions` is whether some of the exact answers diverge from the vectors' settings. `parts` are the shares of each
    style in per cent, for the line under the counts.
    """

    style: Style
    counts: list[tuple[str, int]]
    words: str
    parts: dict[Style, float]
    exact: int
    others: list[tuple[str, int]]
    conventions: bool


class _Group(msgspec.Struct, frozen=True):
    """The failures of one implementation and metric: counts, their likely cause, and the first ones."""

    implementation: str
    metric: str
    failures: int
    answers: int
    lines: list[str]
    first: list[ResultView]


def draw(report: RunReport, vectors: Mapping[str, Shown]) -> Markup:
    """Draw everything below the verdict. `vectors` has the data of golden vectors by id."""
    counts = Counter(result.verdict for result in report.results)
    cells = _cells(report)
    columns = [participant for participant in report.implementations if not participant.unavailable]
    failures = report.failures
    return section(
        "run.html",
        report=report,
        counted=[(verdict, *LOOKS[verdict], counts[verdict]) for verdict in VectorVerdict if counts[verdict]],
        meanings=_MEANINGS,
        columns=columns,
        absent=[participant for participant in report.implementations if participant.unavailable],
        cells=cells,
        rows=[name for name in report.metrics if any((p.name, name) in cells for p in columns)],
        groups=_groups(report, vectors),
        more_groups=max(0, len({(result.implementation, result.metric) for result in failures}) - _GROUPS),
        knobs=_knobs(report),
        conventions=any(cell.conventions for cell in cells.values()),
        repeated=[(f"{again.implementation}: {again.text}", again.lines[1:]) for again in report.repeated],
        coverages=[coverage.line for coverage in coverages(report)],
        failures=[result_view(report, result, vectors) for result in failures[:_MOST]],
        hidden=max(0, len(failures) - _MOST),
        data=data_block(data(report, vectors)),
    )


def _cells(report: RunReport) -> dict[tuple[str, str], _Cell]:
    """Return the cell of each implementation and metric with an answer."""
    counts: dict[tuple[str, str], Counter[VectorVerdict]] = {}
    for result in report.results:
        counts.setdefault((result.implementation, result.metric), Counter())[result.verdict] += 1
    cells = {}
    for key, counted in counts.items():
        answered = [verdict for verdict in VectorVerdict if counted[verdict] and verdict.answered]
        if not answered:
            continue
        others = [verdict for verdict in answered if verdict not in _EXACT]
        look = next((verdict for verdict in others if verdict.red), None) or (others or [VectorVerdict.AGREE])[0]
        total = sum(counted[verdict] for verdict in answered)
        shares: Counter[Style] = Counter()
        for verdict in answered:
            shares[LOOKS[verdict][1]] += counted[verdict]
        words = ", ".join(f"{counted[verdict]} {verdict.value}" for verdict in VectorVerdict if counted[verdict])
        cells[key] = _Cell(
            LOOKS[look][1],
            [(LOOKS[verdict][0], counted[verdict]) for verdict in answered],
            f"{key[0]}, {key[1]}: {words}",
            {style: 100 * count / total for style, count in shares.items()},
            sum(counted[verdict] for verdict in _EXACT),
            [(LOOKS[verdict][0], counted[verdict]) for verdict in others],
            conventions=bool(counted[VectorVerdict.DIVERGE]),
        )
    return cells


def _groups(report: RunReport, vectors: Mapping[str, Shown]) -> list[_Group]:
    """Return the failures by implementation and metric, the largest group first."""
    failed: dict[tuple[str, str], list[Result]] = {}
    answers: Counter[tuple[str, str]] = Counter()
    for result in report.results:
        key = (result.implementation, result.metric)
        answers[key] += result.verdict.answered
        if result.verdict.red:
            failed.setdefault(key, []).append(result)
    largest = sorted(failed.items(), key=lambda item: -len(item[1]))[:_GROUPS]
    return [
        _Group(
            *key,
            len(results),
            answers[key],
            list(_known(report, *key, results)),
            [result_view(report, result, vectors) for result in _clearest(report, results, vectors)[:_FIRST]],
        )
        for key, results in largest
    ]


def _known(report: RunReport, name: str, metric: str, failures: Sequence[Result]) -> Iterator[str]:
    """Yield likely causes of the failures of an implementation and metric."""
    for likeness in report.likenesses:
        if (likeness.implementation, likeness.metric) == (name, metric):
            yield f"It {likeness.text}." if likeness.text.startswith("behaves") else f"{likeness.text.capitalize()}."
    yield from (f"{mistake.text.capitalize()}." for mistake in explained_failures(failures, report.likenesses)[:2])


def _clearest(report: RunReport, failures: Sequence[Result], vectors: Mapping[str, Shown]) -> list[Result]:
    """Return the failures, the easiest to understand first.

    First come those that the most frequent mistake explains, then basic vectors, numbers instead of errors, short
    inputs.
    """
    mistakes = explained_failures(failures, report.likenesses)
    frequent = mistakes[0].mistake if mistakes else ""

    def difficulty(result: Result) -> tuple[bool, bool, bool, int]:
        known, plain = vectors.get(result.vector), input_of(report, result, vectors)
        basic = known is not None and "basic" in known.flags
        length = len(str(plain)) if plain is not None else 1_000_000
        return frequent not in map(str, result.mistakes), not basic, result.outcome.kind != "score", length

    return sorted(failures, key=difficulty)


def _knobs(report: RunReport) -> list[tuple[str, int]]:
    """Return the knobs that explain differences, with the number of results, the most frequent first."""
    counts: Counter[str] = Counter()
    for result in report.results:
        counts.update({cause.knob for cause in result.causes})
    return counts.most_common(_KNOBS)
