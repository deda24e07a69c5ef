"""Records in any format: what a command shows at once, and what is shown again of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from samescore import records

if TYPE_CHECKING:
    from rich.console import RenderableType

Format = Literal["table", "markdown", "jsonl"]

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


def _verbs(form: Format) -> tuple[Shows, ...]:
    if form == "markdown":
        from samescore.report.markdown import audit, diff, explanation

        return (
            (records.comparisons, diff.comparison),
            (records.explanations, explanation.explanation),
            (records.audits, audit.audit),
        )
    from samescore.report.terminal import audit as audit_lines
    from samescore.report.terminal import diff as diff_tables
    from samescore.report.terminal import explanation as explanation_lines

    return (
        (records.comparisons, diff_tables.comparison),
        (records.explanations, explanation_lines.explanation),
        (records.audits, audit_lines.audit),
    )
