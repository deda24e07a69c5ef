"""Records in any format, for the commands and for ``samescore render``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from samescore import records

if TYPE_CHECKING:
    from rich.console import RenderableType

Format = Literal["table", "markdown", "jsonl", "junit"]

#: For each verb: a function that gathers its results from records, and one that renders a result.
Renderers = tuple[Callable[[Iterable[object]], Sequence[Any]], Callable[[Any], "RenderableType"]]


def shown(saved: Sequence[records.Record], form: Format) -> Iterator[RenderableType]:
    """The results in the records, verb by verb; texts have no final line break."""
    if form == "jsonl":
        yield from map(records.line, saved)
        return
    parts = [show(result) for gather, show in _verbs(form) for result in gather(saved)]
    for number, part in enumerate(parts):
        if number:
            yield ""
        yield part.removesuffix("\n") if isinstance(part, str) else part


def page(saved: Sequence[records.Record], form: Format) -> str:
    """The results in the records as the content of a file, in any format but a table."""
    return "".join(f"{part}\n" for part in shown(saved, form))


def _verbs(form: Format) -> tuple[Renderers, ...]:
    if form == "junit":
        return _junit()
    return _markdown() if form == "markdown" else _terminal()


def _junit() -> tuple[Renderers, ...]:
    from samescore.report import junit

    return ((records.runs, junit.run), (records.gates, junit.gate))


def _markdown() -> tuple[Renderers, ...]:
    from samescore.report.markdown import (
        account,
        audit,
        crossing,
        diff,
        drift,
        explanation,
        fuzz,
        gate,
        identification,
        layouts,
        run,
        why,
    )

    return (
        (records.runs, run.run),
        (records.gates, gate.gate),
        (records.drifts, drift.drift),
        (records.identifications, identification.identification),
        (records.comparisons, diff.comparison),
        (records.explanations, explanation.explanation),
        (records.accounts, account.account),
        (records.crossings, crossing.crossing),
        (records.all_readings, layouts.readings),
        (records.audits, audit.audit),
        (records.fuzz_reports, fuzz.fuzz),
        (records.known_reasons, why.why),
    )


def _terminal() -> tuple[Renderers, ...]:
    from samescore.report.terminal import (
        account,
        audit,
        crossing,
        diff,
        drift,
        explanation,
        fuzz,
        gate,
        identification,
        layouts,
        run,
        why,
    )

    return (
        (records.runs, run.run),
        (records.gates, gate.gate),
        (records.drifts, drift.drift),
        (records.identifications, identification.identification),
        (records.comparisons, diff.comparison),
        (records.explanations, explanation.explanation),
        (records.accounts, account.account),
        (records.crossings, crossing.crossing),
        (records.all_readings, layouts.readings),
        (records.audits, audit.audit),
        (records.fuzz_reports, fuzz.fuzz),
        (records.known_reasons, why.why),
    )
