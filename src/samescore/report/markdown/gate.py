"""A gate as Markdown, short enough for a comment on a pull request: the details are folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from samescore.records import Gate, GateVerdict, MoveCause
from samescore.report import gate_words as words
from samescore.report.counted import counted
from samescore.report.plain import escaped

#: How many causes, moves and lost answers are listed.
_MOST = 50
#: The most characters of an input.
_INPUT = 200


def gate(compared: Gate) -> str:
    """The result, each cause with its first and its shortest input, the counts, and folded: every move."""
    return "\n".join(_lines(compared)) + "\n"


def _lines(compared: Gate) -> Iterator[str]:
    summary = compared.summary
    yield f"## samescore: {words.title(compared)}"
    yield ""
    for participant in compared.implementations:
        if participant.unavailable:
            yield f"{escaped(participant.name)} was not asked: {escaped(participant.unavailable)}\n"
    for cause in summary.causes[:_MOST]:
        yield from _cause(cause)
    yield f"{words.counts(compared)}."
    yield ""
    for line in words.compared_with(compared):
        yield f"- {escaped(line)}"
    yield ""
    yield from _folded("Answers by implementation and metric", list(_table(compared)))
    yield from _folded(f"Every move ({summary.moved:,})", list(_moves(compared)))
    yield from _folded(f"Lost answers ({summary.lost:,})", list(_lost(compared)))
    if summary.moved or summary.lost:
        yield escaped(words.REMEDY)


def _cause(cause: MoveCause) -> Iterator[str]:
    yield (
        f"**{escaped(cause.implementation)}**, {escaped(cause.metric)}: {counted(cause.answers, 'answer')}, first at "
        f"{escaped(cause.stage)}; **{escaped(words.reason(cause))}**"
        + (f" (known: {escaped(', '.join(cause.divergences))})" if cause.divergences else "")
    )
    yield ""
    yield "| | input | was | is | change |"
    yield "|---|---|---:|---:|---:|"
    shown = {"first": cause.first, "shortest": cause.shortest}
    if cause.first == cause.shortest:
        del shown["first"]
    for label, moved in shown.items():
        was, became = words.values(moved.was, moved.became)
        text = f"<br>{escaped(words.shown_input(moved, _INPUT))}" if label == "shortest" else ""
        cells = escaped(words.place(moved)) + text, escaped(was), escaped(became), escaped(words.change(moved.change))
        yield f"| {label} | {' | '.join(cells)} |"
    yield ""


def _folded(summary: str, lines: list[str]) -> Iterator[str]:
    """Lines that a click opens; nothing if there are none."""
    if lines:
        yield f"<details><summary>{summary}</summary>\n"
        yield from lines
        yield "\n</details>\n"


def _moves(compared: Gate) -> Iterator[str]:
    """The moves by implementation and explanation, in the order of asking."""
    groups: dict[tuple[str, str], list[str]] = {}
    for vector, regression in compared.regressions[:_MOST]:
        key = vector.implementation, regression.reason or words.UNEXPLAINED
        groups.setdefault(key, []).append(words.moved(vector, regression))
    for (name, reason), moves in groups.items():
        yield f"**{escaped(name)}**: {escaped(reason)}\n"
        yield from (f"- {escaped(move)}" for move in moves)
        yield ""
    if len(compared.regressions) > _MOST:
        yield f"and {len(compared.regressions) - _MOST} more"


def _lost(compared: Gate) -> Iterator[str]:
    lost = words.lost(compared)
    yield from (f"- {escaped(line)}" for line in lost[:_MOST])
    if len(lost) > _MOST:
        yield f"- and {len(lost) - _MOST} more"


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
