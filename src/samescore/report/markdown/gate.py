"""A gate as Markdown, for the summary page of a CI service."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from samescore.records import Gate, GateVerdict
from samescore.report.moves import counts, moved
from samescore.report.plain import code, escaped

#: How many regressions, and how many lost answers, are listed.
_MOST = 50


def gate(compared: Gate) -> str:
    """The counts, a table by implementation and metric, then each answer that moved or was lost."""
    return "\n".join(_lines(compared)) + "\n"


def _lines(compared: Gate) -> Iterator[str]:
    summary = compared.summary
    if summary.moved or summary.lost:
        title = f"{summary.moved} answers moved, {summary.lost} lost"
    else:
        title = "nothing moved" if summary.compared else "nothing was compared"
    yield f"## samescore: {title}"
    yield ""
    yield f"{counts(compared)}."
    yield ""
    for baseline in summary.baselines:
        name, recording = escaped(baseline.implementation), escaped(baseline.recording)
        yield f"- {name} was compared with the recording of {recording}"
    yield ""
    yield from _table(compared)
    for participant in compared.implementations:
        if participant.unavailable:
            yield f"\n{escaped(participant.name)} was not asked: {escaped(participant.unavailable)}"
    if compared.regressions:
        yield "\n### Moved\n"
    for vector, regression in compared.regressions[:_MOST]:
        yield f"- **{escaped(vector.implementation)}** {escaped(moved(vector, regression))}"
    lost = compared.having(GateVerdict.LOST)
    if lost:
        yield "\n### Lost\n"
    for vector in lost[:_MOST]:
        yield f"- **{escaped(vector.implementation)}** {escaped(vector.entry_point)} `{code(vector.vector)}`"
    hidden = max(0, len(compared.regressions) - _MOST) + max(0, len(lost) - _MOST)
    if hidden:
        yield f"- and {hidden} more"


def _table(compared: Gate) -> Iterator[str]:
    """Vectors by implementation, metric and verdict."""
    verdicts = [verdict for verdict in GateVerdict if compared.having(verdict)]
    if not verdicts:
        return
    yield f"| implementation | metric | {' | '.join(verdict.value for verdict in verdicts)} |"
    yield f"|---|---|{'---:|' * len(verdicts)}"
    counted = Counter((vector.implementation, vector.metric, vector.verdict) for vector in compared.vectors)
    for name, metric in dict.fromkeys((vector.implementation, vector.metric) for vector in compared.vectors):
        cells = " | ".join(str(counted[name, metric, verdict] or "") for verdict in verdicts)
        yield f"| {escaped(name)} | {escaped(metric)} | {cells} |"
