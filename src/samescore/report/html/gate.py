"""A gate as a page: what moved, by cause, each with its first and its shortest input, and what was lost."""

from __future__ import annotations

from samescore.records import Gate, MoveCause, MovedInput
from samescore.report import gate_words as words
from samescore.report.html.document import Style, View, section
from samescore.report.html.texts import Block, blocks, pieces


def gate(compared: Gate) -> View:
    """The view of a gate."""
    summary = compared.summary
    lost = words.lost(compared)
    content = section(
        "gate.html",
        gate=compared,
        words=words,
        causes=[_cause(cause) for cause in summary.causes],
        moves=[
            (vector.implementation, words.explained(vector, regression)) for vector, regression in compared.regressions
        ],
        lost=lost,
    )
    style: Style = "bad" if summary.moved or summary.lost else "good" if summary.compared else "none"
    title = words.title(compared)
    subject = ", ".join(dict.fromkeys(baseline.implementation for baseline in summary.baselines))
    lead = f"{words.counts(compared)}. {f'{words.REMEDY}.' if summary.moved or lost else ''}"
    return View("run --against", subject, style, f"{title[:1].upper()}{title[1:]}", content, lead.strip())


def _cause(cause: MoveCause) -> dict[str, object]:
    """A cause with its first and its shortest input, once if they are the same."""
    same = (cause.first.vector, cause.first.entry_point) == (cause.shortest.vector, cause.shortest.entry_point)
    witnesses = [("the input" if cause.answers == 1 else "first and shortest" if same else "first", cause.first)]
    if not same:
        witnesses.append(("shortest", cause.shortest))
    return {
        "cause": cause,
        "reason": words.reason(cause),
        "witnesses": [(label, moved, _input(moved), moved.reproduce) for label, moved in witnesses],
    }


def _input(moved: MovedInput) -> list[Block]:
    """The input of a move, which the record keeps as JSON."""
    plain = moved.plain
    return [Block("", [("input", pieces(moved.input))])] if plain is None else blocks(plain)
