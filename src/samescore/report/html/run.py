"""A run as a page: the matrix of implementations and metrics, and every result behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec
from markupsafe import Markup

from samescore.records import Result, RunReport, VectorVerdict, coverages, explained_failures
from samescore.report.html.document import data_block, section, shown

#: Failures that the page shows without a script.
_MOST = 50

#: How a verdict looks: a sign for those who see no colours, and a class of the style.
_LOOKS = {
    VectorVerdict.AGREE: ("✓", "good"),
    VectorVerdict.DIVERGE: ("≠", "known"),
    VectorVerdict.EXPECTED: ("≈", "known"),
    VectorVerdict.STALE: ("!", "bad"),
    VectorVerdict.DISAGREE: ("✗", "bad"),
    VectorVerdict.ERROR: ("✗", "bad"),
    VectorVerdict.UNSUPPORTED: ("–", "none"),
    VectorVerdict.UNAVAILABLE: ("–", "none"),
}
#: The styles in the order in which results are listed.
_FIRST = ("bad", "known", "good")
_MEANINGS = {
    VectorVerdict.AGREE: "the expected answer",
    VectorVerdict.DIVERGE: "another answer, which named settings explain exactly",
    VectorVerdict.EXPECTED: "another answer, as its file of expected failures says",
    VectorVerdict.STALE: "listed as an expected failure, but passes",
    VectorVerdict.DISAGREE: "another answer, unexplained",
    VectorVerdict.ERROR: "crashed, raised, or refused what it declares",
}


class Shown(msgspec.Struct, frozen=True):
    """What a page shows of a golden vector beside its record: the input as JSON, the flags, the comment."""

    input: str
    flags: list[str]
    comment: str


def run(report: RunReport, vectors: Mapping[str, Shown]) -> Markup:
    """The section of a run. `vectors` has what is known of its golden vectors, by id."""
    counts = Counter(result.verdict for result in report.results)
    return section(
        "run.html",
        report=report,
        sentence=_sentence(report),
        counted=[(verdict, *_LOOKS[verdict], counts[verdict]) for verdict in VectorVerdict if counts[verdict]],
        meanings=_MEANINGS,
        columns=[participant for participant in report.implementations if not participant.unavailable],
        absent=[participant for participant in report.implementations if participant.unavailable],
        cells=_cells(report),
        coverages=[coverage.line for coverage in coverages(report)],
        mistakes=[mistake.line for mistake in explained_failures(report.failures)],
        failures=report.failures[:_MOST],
        hidden=max(0, len(report.failures) - _MOST),
        data=data_block(_data(report, vectors)),
    )


def _sentence(report: RunReport) -> str:
    if report.footer is None:
        return "The run was interrupted."
    if report.failures:
        return f"{len(report.failures)} failure{'s' if len(report.failures) != 1 else ''}."
    answered = any(result.verdict.answered for result in report.results)
    return "Nothing unexplained." if answered else "Nothing was answered."


def _cells(report: RunReport) -> dict[tuple[str, str], dict[str, str]]:
    """The cell of each implementation and metric: its text, its style, and what it says in words."""
    counts: dict[tuple[str, str], Counter[VectorVerdict]] = {}
    for result in report.results:
        counts.setdefault((result.implementation, result.metric), Counter())[result.verdict] += 1
    cells = {}
    for key, counted in counts.items():
        answered = [verdict for verdict in VectorVerdict if counted[verdict] and verdict.answered]
        worst = next((verdict for verdict in answered if verdict.red), None)
        look = worst or next((verdict for verdict in answered if verdict is not VectorVerdict.AGREE), None)
        words = ", ".join(f"{counted[verdict]} {verdict.value}" for verdict in VectorVerdict if counted[verdict])
        cells[key] = {
            "style": _LOOKS[look or VectorVerdict.AGREE][1] if answered else "none",
            "text": "  ".join(f"{_LOOKS[verdict][0]} {counted[verdict]}" for verdict in answered) or "–",
            "words": f"{key[0]}, {key[1]}: {words}",
        }
    return cells


def _data(report: RunReport, vectors: Mapping[str, Shown]) -> dict[str, object]:
    """What the script shows of each result, with each vector once."""
    numbers: dict[tuple[str, str], int] = {}
    cases: list[list[object]] = []
    results: list[list[object]] = []
    names = [participant.name for participant in report.implementations]
    verdicts = list(VectorVerdict)
    answered = [result for result in report.results if result.verdict.answered]
    for result in sorted(answered, key=lambda result: _FIRST.index(_LOOKS[result.verdict][1])):
        fresh = report.fresh_case(result)
        key = (result.implementation if fresh else "", result.vector)
        if key not in numbers:
            numbers[key] = len(cases)
            cases.append(_case(report, result, vectors))
        results.append(
            [numbers[key], names.index(result.implementation), verdicts.index(result.verdict), *_told(result)]
        )
    return {
        "implementations": list(map(shown, names)),
        "metrics": list(map(shown, report.metrics)),
        "verdicts": [[verdict.value, *_LOOKS[verdict]] for verdict in verdicts],
        "vectors": cases,
        "results": results,
    }


def _case(report: RunReport, result: Result, vectors: Mapping[str, Shown]) -> list[object]:
    """A vector: id, metric, expected answer, settings, input, flags, comment."""
    fresh = report.fresh_case(result)
    case = fresh or report.cases.get(result.vector)
    known = vectors.get(result.vector)
    text = fresh.input_text if fresh else known.input if known else ""
    return [
        shown(result.vector),
        report.metrics.index(result.metric),
        shown(report.expected(result)),
        shown(case.signature) if case else "",
        shown(text),
        list(map(shown, known.flags)) if known else [],
        shown(known.comment) if known else "",
    ]


def _told(result: Result) -> list[object]:
    """Of a result: entry point, answer, reason, known mistakes, divergences, settings, command."""
    if result.verdict is VectorVerdict.AGREE:
        return [shown(result.entry_point), shown(result.outcome.text), "", [], [], "", ""]
    return [
        shown(result.entry_point),
        shown(result.outcome.text),
        shown(result.why),
        [shown(mistake) for mistake in result.mistakes],
        [shown(name) for name in result.divergences],
        shown(result.signature),
        shown(result.reproduce),
    ]
