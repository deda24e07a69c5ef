"""Records in any format: what a command shows at once, and what is shown again of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from samescore import records

if TYPE_CHECKING:
    from rich.console import RenderableType

Format = Literal["table", "markdown", "jsonl", "junit"]

#: What gathers the results of a verb from records, and what shows one of them.
Shows = tuple[Callable[[Iterable[object]], Sequence[Any]], Callable[[Any], "RenderableType"]]


def shown(saved: Sequence[records.Record], form: Format) -> Iterator[RenderableType]:
    """The results that the records hold, verb by verb; texts are without their last line's end."""
    if form == "jsonl":
        yield from map(records.line, saved)
        return
    parts = [show(result) for gather, show in _verbs(form) for result in gather(saved)]
    for number, part in enumerate(parts):
        if number:
            yield ""
        yield part.removesuffix("\n") if isinstance(part, str) else part


def page(saved: Sequence[records.Record], form: Format) -> str:
    """The results that the records hold as the content of a file; not as a table."""
    return "".join(f"{part}\n" for part in shown(saved, form))


def _verbs(form: Format) -> tuple[Shows, ...]:
    if form == "junit":
        return _junit()
    return _markdown() if form == "markdown" else _terminal()


def _junit() -> tuple[Shows, ...]:
    from samescore.report import junit

    return ((records.runs, junit.run), (records.gates, junit.gate))


def _markdown() -> tuple[Shows, ...]:
    from samescore.report.markdown import audit, diff, drift, explanation, gate, run

    return (
        (records.runs, run.run),
        (records.gates, gate.gate),
        (records.drifts, drift.drift),
        (records.comparisons, diff.comparison),
        (records.explanations, explanation.explanation),
        (records.audits, audit.audit),
    )


def _terminal() -> tuple[Shows, ...]:
    from samescore.report.terminal import audit, diff, drift, explanation, gate, identification, run

    return (
        (records.runs, run.run),
        (records.gates, gate.gate),
        (records.drifts, drift.drift),
        (records.identifications, identification.identification),
        (records.comparisons, diff.comparison),
        (records.explanations, explanation.explanation),
        (records.audits, audit.audit),
    )
