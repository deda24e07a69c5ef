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
    """The results that the records hold as the content of a file; no format with tables."""
    return "".join(f"{part}\n" for part in shown(saved, form))


def _verbs(form: Format) -> tuple[Shows, ...]:
    if form == "junit":
        from samescore.report import junit

        return ((records.runs, junit.run), (records.gates, junit.gate))
    if form == "markdown":
        from samescore.report.markdown import drift, gate, run

        return (
            (records.runs, run.run),
            (records.gates, gate.gate),
            (records.drifts, drift.drift),
        )
    from samescore.report.terminal import drift as drift_lines
    from samescore.report.terminal import gate as gate_lines
    from samescore.report.terminal import identification as identification_lines
    from samescore.report.terminal import run as run_tables

    return (
        (records.runs, run_tables.run),
        (records.gates, gate_lines.gate),
        (records.drifts, drift_lines.drift),
        (records.identifications, identification_lines.identification),
    )
