"""The results of a run in the form that a page's script uses, with each vector once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from samescore.base.outcome import describe_difference
from samescore.records import Change, Result, RunReport, VectorVerdict
from samescore.report.html.document import escape_text
from samescore.report.html.texts import InputBlock, blocks
from samescore.report.html.vectors import Shown
from samescore.report.view import Style

#: The appearance of a verdict: a sign for readers who cannot see colours, and a style.
LOOKS: dict[VectorVerdict, tuple[str, Style]] = {
    VectorVerdict.AGREE: ("✓", "good"),
    VectorVerdict.DIVERGE: ("≠", "none"),
    VectorVerdict.EXPECTED: ("≈", "known"),
    VectorVerdict.STALE: ("!", "bad"),
    VectorVerdict.DISAGREE: ("✗", "bad"),
    VectorVerdict.ERROR: ("✗", "bad"),
    VectorVerdict.UNSUPPORTED: ("–", "none"),
    VectorVerdict.UNAVAILABLE: ("–", "none"),
}
#: The styles in the order in which results are listed.
_FIRST: tuple[Style, ...] = ("bad", "known", "none", "good")


class ResultView(msgspec.Struct, frozen=True):
    """The displayed data of a result. `got` is on the scale of the vector, `own` on the implementation's, if different."""

    vector: str
    implementation: str
    entry_point: str
    verdict: str
    sign: str
    style: Style
    expected: str
    got: str
    own: str
    difference: str
    why: str
    causes: list[Change]
    mistakes: list[str]
    divergences: list[str]
    settings: str
    input: list[InputBlock]
    comment: str
    command: str


def result_view(report: RunReport, result: Result, vectors: Mapping[str, Shown]) -> ResultView:
    """Return the displayed data of a result, with its vector."""
    known = vectors.get(result.vector)
    plain = input_of(report, result, vectors)
    expected = report.expected(result)
    return ResultView(
        result.vector,
        result.implementation,
        result.entry_point,
        result.verdict.value,
        *LOOKS[result.verdict],
        expected,
        result.outcome.text,
        _own_scale(result),
        _difference(result, expected),
        _stage_before_score(result),
        result.causes,
        [str(mistake) for mistake in result.mistakes],
        result.divergences,
        result.signature,
        blocks(plain) if plain is not None else [],
        known.comment if known else "",
        result.reproduce,
    )


def input_of(report: RunReport, result: Result, vectors: Mapping[str, Shown]) -> dict[str, Any] | None:
    """Return the input of a result in its JSON form; None if unknown."""
    if case := report.recorded_case(result):
        return case.input
    if known := vectors.get(result.vector):
        return known.input
    asked = (result.implementation, result.vector)
    return next((f.input for f in report.failed_inputs if (f.implementation, f.vector) == asked), None)


def _own_scale(result: Result) -> str:
    """Return the answer on the implementation's own scale; empty if it is the same or not a number."""
    try:
        own = float.fromhex(result.raw)
    except (ValueError, OverflowError):
        return ""
    return "" if own == result.outcome.value else repr(own)


def _difference(result: Result, expected: str) -> str:
    """Return the distance of the answer from the expected score, in words.

    The result is empty if they are equal or if either is not a finite number.
    """
    got = result.outcome.value
    try:
        right = float(expected)
    except ValueError:
        return ""
    if got is None or not max(abs(got), abs(right)) < float("inf") or got == right:
        return ""
    return describe_difference(right, got)


def _stage_before_score(result: Result) -> str:
    """Return the first stage that differs; empty if it is the score, which is shown anyway, or without an answer."""
    differs = result.verdict.answered and result.stage.partition(":")[0] != "value"
    return result.stage if differs else ""


def data(report: RunReport, vectors: Mapping[str, Shown]) -> dict[str, object]:
    """Return the data for the script: names, each vector once, and a row for each answer."""
    numbers: dict[tuple[str, str], int] = {}
    cases: list[list[object]] = []
    rows: list[list[object]] = []
    names = [participant.name for participant in report.implementations]
    verdicts = list(VectorVerdict)
    answered = [result for result in report.results if result.verdict.answered]
    for result in sorted(answered, key=lambda result: _FIRST.index(LOOKS[result.verdict][1])):
        key = (result.implementation if report.recorded_case(result) else "", result.vector)
        if key not in numbers:
            numbers[key] = len(cases)
            cases.append(_case(report, result, vectors))
        rows.append(
            [numbers[key], names.index(result.implementation), verdicts.index(result.verdict), *_row(report, result)]
        )
    return {
        "implementations": list(map(escape_text, names)),
        "metrics": list(map(escape_text, report.metrics)),
        "verdicts": [[verdict.value, *LOOKS[verdict]] for verdict in verdicts],
        "vectors": cases,
        "results": rows,
    }


def _case(report: RunReport, result: Result, vectors: Mapping[str, Shown]) -> list[object]:
    """Return a vector as a list: id, metric, expected answer, settings, input blocks, flags, comment."""
    known = vectors.get(result.vector)
    case = report.recorded_case(result) or report.cases.get(result.vector)
    plain = input_of(report, result, vectors)
    return [
        escape_text(result.vector),
        report.metrics.index(result.metric),
        escape_text(report.expected(result)),
        escape_text(case.signature) if case else "",
        [_plain(block) for block in blocks(plain)] if plain is not None else [],
        list(map(escape_text, known.flags)) if known else [],
        escape_text(known.comment) if known else "",
    ]


def _plain(block: InputBlock) -> dict[str, Any]:
    """Return a block of an input as a dictionary, without empty fields."""
    return {name: value for name, value in msgspec.to_builtins(block).items() if value}


def _row(report: RunReport, result: Result) -> list[object]:
    """Return a result as a list, in the order that the script expects.

    The list has the entry point and the answer. Unless the answer is the expected one, these follow: its distance, the
    answer on its own scale, the first difference, the causes (knob, from, to), known mistakes, divergences, settings,
    command.
    """
    row: list[object] = [escape_text(result.entry_point), escape_text(result.outcome.text)]
    if result.verdict is VectorVerdict.AGREE:
        return row
    return [
        *row,
        _difference(result, report.expected(result)),
        _own_scale(result),
        escape_text(_stage_before_score(result)),
        [[escape_text(cause.knob), escape_text(cause.before), escape_text(cause.after)] for cause in result.causes],
        [escape_text(mistake) for mistake in result.mistakes],
        [escape_text(name) for name in result.divergences],
        escape_text(result.signature),
        escape_text(result.reproduce),
    ]
