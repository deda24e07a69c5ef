"""The view of a gate: moves since the baseline by cause, and lost answers."""

from __future__ import annotations

from collections import Counter

import msgspec

from samescore.records import Gate, GateVerdict, MoveCause, MovedInput
from samescore.report import gate_words as words
from samescore.report import view as show
from samescore.report.counted import count_phrase
from samescore.report.view import View

#: Maximum numbers of causes and of lost answers shown in full, of moves, and of characters of an input.
_MOST, _MOST_MOVES, _INPUT = 20, 50, 400


def view(compared: Gate) -> View:
    """Build the view: each cause with its first and shortest input, the lost answers, the counts; folded: every move."""
    summary, lost = compared.summary, words.lost_answers(compared)
    style: show.Style = "bad" if summary.moved or summary.lost else "good" if summary.compared else "none"
    title, counts = words.title(compared), words.counts(compared)
    remedy = f" {words.REMEDY}." if summary.moved or lost else ""
    absent = [
        show.Paragraph(f"{each.name} UNAVAILABLE: {each.unavailable}")
        for each in compared.implementations
        if each.unavailable
    ]
    hidden = max(0, len(summary.causes) - _MOST) + max(0, len(lost) - _MOST)
    end: list[show.Block] = [
        *map(show.Paragraph, words.compared_with(compared)),
        show.Sentence(f"against the baseline: {counts}"),
    ]
    if summary.causes or lost:
        end = [msgspec.structs.replace(end[0], apart=True), *end[1:], show.Sentence(words.REMEDY)]
    blocks = show.compact(
        *absent,
        *map(_cause, summary.causes[:_MOST]),
        show.Items(tuple(f"LOST {line}" for line in lost[:_MOST])),
        show.Paragraph(f"... and {hidden} more") if hidden else None,
        *end,
        show.Folded("Answers by implementation and metric", show.compact(_table(compared))),
        show.Folded(f"Every move ({summary.moved:,})", tuple(_moves(compared))),
        show.Folded(f"Lost answers ({summary.lost:,})", (show.Items(tuple(lost[_MOST:])),) if lost[_MOST:] else ()),
    )
    subject = ", ".join(dict.fromkeys(baseline.implementation for baseline in summary.baselines))
    return View("run --against", subject, style, f"{title[:1].upper()}{title[1:]}", blocks, f"{counts}.{remedy}")


def _cause(cause: MoveCause) -> show.Card:
    of = f" of {', '.join(cause.entry_points)}" if any(cause.entry_points) else ""
    known = ("; known: ", *show.join_spans(show.entries(cause.divergences))) if cause.divergences else ()
    rows = [("first", cause.first), ("shortest", cause.shortest)]
    if cause.first == cause.shortest:
        del rows[0]
    columns = show.Column("", width=8), show.Column("answers"), show.Column("input", below=True)
    table = show.Table(columns, tuple((label, *_witness(label, moved)) for label, moved in rows))
    title = (
        f"MOVED {cause.implementation}, {cause.metric}: {count_phrase(cause.answers, 'answer')}; {words.reason(cause)}"
    )
    again = (show.Command(f"{label} again: ", moved.reproduce) for label, moved in rows if moved.reproduce)
    blocks = (
        show.Paragraph((f"the first stage{of} that differs: {cause.stage}", *known)),
        table,
        show.Folded("Again", show.compact(*again)),
    )
    return show.Card(title, blocks)


def _witness(label: str, moved: MovedInput) -> tuple[str, show.Cell]:
    """Return both answers to a moved input, and the input itself if it is the shortest."""
    answers = f"{words.place(moved)}: {words.step(moved.was, moved.became, moved.change)}"
    return answers, show.Input(words.shown_input(moved, _INPUT), moved.plain) if label == "shortest" else ""


def _table(compared: Gate) -> show.Table:
    """Return a table of vectors by implementation, metric and verdict."""
    verdicts = [verdict for verdict in GateVerdict if compared.having(verdict)]
    columns = (
        show.Column("implementation"),
        show.Column("metric"),
        *(show.Column(verdict.value, number=True) for verdict in verdicts),
    )
    counts = Counter((vector.implementation, vector.metric, vector.verdict) for vector in compared.vectors)
    rows = tuple(
        (name, metric, *(str(counts[name, metric, verdict] or "") for verdict in verdicts))
        for name, metric in dict.fromkeys((vector.implementation, vector.metric) for vector in compared.vectors)
    )
    return show.Table(columns, rows if verdicts else ())


def _moves(compared: Gate) -> list[show.Block]:
    """Return the moves by implementation and explanation, in run order."""
    groups: dict[tuple[str, str], list[str]] = {}
    for vector, regression in compared.regressions[:_MOST_MOVES]:
        key = vector.implementation, regression.reason or words.UNEXPLAINED
        groups.setdefault(key, []).append(words.move_line(vector, regression))
    blocks: list[show.Block] = []
    for (name, reason), moves in groups.items():
        blocks += [show.Paragraph((show.Span(name, "strong"), f": {reason}")), show.Items(tuple(moves))]
    if len(compared.regressions) > _MOST_MOVES:
        blocks.append(show.Paragraph(f"and {len(compared.regressions) - _MOST_MOVES} more"))
    return blocks
