"""Failing implementations on a terminal: the likeliest cause first, then a few failures in full."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from samescore.base.outcome import describe_difference
from samescore.records import Answer, Repeated, Result, RunReport, VectorVerdict, explained_failures
from samescore.report.counted import count_phrase
from samescore.report.plain import LONGEST, visible
from samescore.report.terminal.tables import command, line

#: Maximum number of failures of an implementation shown in full, and of known mistakes.
_MOST = 3
_MOST_MISTAKES = 2
#: Maximum length of an input, and of a first difference, in characters.
_INPUT = 300
#: An input with at most this many segments is shown by segment: the hypothesis, then its references.
_MOST_SEGMENTS = 3
_WHY = 400


def failure_blocks(
    report: RunReport, rest: str = "-v shows all of them, --last-failed runs them again"
) -> Iterator[RenderableType]:
    """Yield a block for each failing implementation; `rest` is the advice about omitted failures."""
    names = dict.fromkeys(result.implementation for result in report.failures)
    for name in names:
        yield line()
        yield from _block(report, name, [r for r in report.failures if r.implementation == name], rest)


def _block(report: RunReport, name: str, failures: Sequence[Result], rest: str) -> Iterator[RenderableType]:
    """Yield the report on one implementation: its observed behaviour, matching known mistakes, and selected failures.

    The block shows the first and the shortest failures; `rest` says where to find the others.
    """
    answered = sum(result.implementation == name and result.verdict.answered for result in report.results)
    yield line(f"{name}: {len(failures):,} of {answered:,} answers are wrong", style="bold red")
    for likeness in report.likenesses:
        if likeness.implementation == name:
            yield _indented(2, f"{likeness.metric}: {_sentence(likeness.text)}")
    for mistake in explained_failures(failures, report.likenesses)[:_MOST_MISTAKES]:
        yield _indented(2, f"{mistake.metric}: {mistake.text}")
    chosen = _chosen(report, failures)
    for result in chosen:
        yield line()
        yield failure(report, result)
    if hidden := len(failures) - len(chosen):
        yield line()
        yield _indented(2, f"and {hidden:,} more: {rest}", style="dim")


def unsteady_block(repeated: Repeated) -> Iterator[RenderableType]:
    """Yield the answers of an implementation that changed on repetition, and the command that repeats them."""
    yield line(f"{repeated.implementation}: {repeated.text}", style="bold red")
    *changes, again = repeated.lines[1:]
    yield from (_indented(2, visible(change, LONGEST)) for change in changes)
    yield command(again, 4)


def _sentence(text: str) -> str:
    return f"it {text}" if text.startswith("behaves") else text


def _chosen(report: RunReport, failures: Sequence[Result]) -> list[Result]:
    """Return the failures whose inputs the report has, or the first ones if it has no inputs; at most `_MOST`."""
    by_vector = {result.vector: result for result in failures}
    names = [shown.vector for shown in report.failed_inputs if shown.implementation == failures[0].implementation]
    return [by_vector[name] for name in names if name in by_vector][:_MOST] or list(failures[:_MOST])


def failure(report: RunReport, result: Result) -> RenderableType:
    """Return a failure with its input, settings, expected answer, actual answer, and the command that repeats it."""
    facts: list[tuple[str, str]] = []
    if (plain := _input(report, result)) is not None:
        facts += _parts(plain)
    if result.signature:
        facts.append(("settings", ", ".join(result.signature.split("|")[1:]) or "all at their defaults"))
    if result.verdict is VectorVerdict.STALE:
        facts.append(("why", result.stage))
    else:
        expected = report.expected(result)
        facts += [("expected", _shortest(expected)), ("got", _got(result, expected))]
        if result.outcome.kind == "score" and not result.stage.startswith("value:"):
            facts.append(("first", visible(result.stage, _WHY)))
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in facts:
        grid.add_row(line(name), line(visible(value, LONGEST)))
    entry_point = f" ({result.entry_point})" if result.entry_point and result.entry_point != result.metric else ""
    return Group(
        _indented(2, f"{result.vector}{entry_point}: {result.verdict.value}", style="red"),
        Padding(grid, (0, 0, 0, 4), expand=False),
        command(result.reproduce, 4),
    )


def _indented(columns: int, text: str, style: str = "") -> RenderableType:
    return Padding(line(text, style=style), (0, 0, 0, columns), expand=False)


def _input(report: RunReport, result: Result) -> dict[str, Any] | None:
    if recorded := report.recorded_case(result):
        return recorded.input
    names = (result.implementation, result.vector)
    return next((shown.input for shown in report.failed_inputs if (shown.implementation, shown.vector) == names), None)


def _parts(plain: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the input as JSON: a row for each segment of a text metric if there are few, otherwise the whole input."""
    segments = plain.get("segments")
    if not isinstance(segments, list) or not 0 < len(segments) <= _MOST_SEGMENTS:
        yield "input", _as_json(plain)
        return
    for number, segment in enumerate(segments, 1):
        words = [_as_json(segment.get("hypothesis")), *map(_as_json, segment.get("references", []))]
        yield f"input {number}" if len(segments) > 1 else "input", " | ".join(words)


def _as_json(value: Any) -> str:
    return visible(json.dumps(value, ensure_ascii=False), _INPUT)


def _shortest(expected: str) -> str:
    """Return a decimal string as the nearest double, and other texts unchanged; a remark if there is no text."""
    try:
        return repr(float(expected))
    except ValueError:
        return expected or "(not recorded)"


def _got(result: Result, expected: str) -> str:
    """Return the returned answer, and its distance from the expected one."""
    answer: Answer = result.outcome
    if answer.kind != "score" or answer.value is None:
        return visible(answer.text, _WHY)
    words = [repr(answer.value)]
    if result.raw:
        words = [f"{float.fromhex(result.raw)!r}, which is {answer.value!r} on the vector's scale"]
    if answer.decimals is not None:
        words.append(f"rounded to {count_phrase(answer.decimals, 'decimal')}")
    try:
        right = float(expected)
    except ValueError:
        return ", ".join(words)
    if right != answer.value and math.isfinite(right) and math.isfinite(answer.value):
        words.append(describe_difference(right, float(answer.value)))
    return ", ".join(words)
