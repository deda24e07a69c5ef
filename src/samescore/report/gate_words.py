"""Describe moved answers in words, for all reports of a gate."""

from __future__ import annotations

import math

from samescore.records import Answer, Gate, GateVerdict, MoveCause, MovedInput, Regression, VectorGate
from samescore.report.counted import count_phrase
from samescore.report.moves import short_answer
from samescore.report.plain import visible

#: The text for unexplained moves.
UNEXPLAINED = "no single knob and no known mistake explains the new answers"
#: The advice for intended moves.
REMEDY = "If the change is intended, record the baseline again: samescore run ... --write-baseline FILE --reason TEXT"


def title(gate: Gate) -> str:
    """Return a one-line summary: the number of answers that moved, with their causes, and of answers that were lost."""
    summary = gate.summary
    if summary.moved or summary.lost:
        parts = [f"{summary.moved:,} of {count_phrase(summary.compared, 'answer')} moved"] if summary.moved else []
        if summary.moved:
            parts[0] += f", by {count_phrase(len(summary.causes), 'cause')}" if summary.causes else ""
        if summary.lost:
            parts.append(f"{count_phrase(summary.lost, 'answer')} lost")
        return "; ".join(parts)
    return "nothing moved" if summary.compared else "nothing was compared"


def counts(gate: Gate) -> str:
    """Return the counts of compared, unchanged, changed, lost, new and gone answers, and of vectors not compared."""
    summary = gate.summary
    line = f"{count_phrase(summary.compared, 'answer')} compared: {summary.unchanged:,} unchanged, {summary.moved:,} changed"
    line += f", {summary.lost:,} lost, {summary.new:,} new, {summary.gone:,} gone"
    return line + (f", {summary.skipped:,} not compared because their inputs changed" if summary.skipped else "")


def compared_with(gate: Gate) -> list[str]:
    """Return what each implementation was compared with, limitations of the comparison, and the tolerance if not 0."""
    lines = []
    for counterpart in gate.summary.baselines:
        same = counterpart.implementation == counterpart.recording
        recording = "its recording" if same else f"the recording of {counterpart.recording}"
        line = f"{counterpart.implementation} was compared with {recording}"
        if counterpart.samescore and gate.summary.samescore and counterpart.samescore != gate.summary.samescore:
            line += f", made with the vectors of samescore {counterpart.samescore} (now {gate.summary.samescore}); only vectors in both are compared"
        lines.append(f"{line}; {counterpart.note}" if counterpart.note else line)
        if counterpart.errors:
            lines.append(
                f"{counterpart.errors:,} of the {count_phrase(counterpart.answers, 'recorded answer')} of "
                f"{counterpart.implementation} {'is an error' if counterpart.errors == 1 else 'are errors'} where the native metric has a score"
            )
    if tolerance := gate.summary.tolerance:
        lines.append(
            f"a score may differ from its old value by up to {100 * tolerance:g} % (--tolerance {tolerance:g})"
        )
    return lines


def reason(cause: MoveCause) -> str:
    """Return the reason why answers moved, in words."""
    return cause.reason or UNEXPLAINED


def place(witness: MovedInput) -> str:
    """Return a text that identifies a move's input: its id, "under defaults", and its place in a user's file.

    The last two are omitted if they do not apply.
    """
    where = f" ({witness.where})" if witness.where else ""
    return f"{witness.vector}{_how(witness.kind)}{where}"


def _how(kind: str) -> str:
    return " under defaults" if kind == "default" else ""


def values(was: Answer, became: Answer) -> tuple[str, str]:
    """Return both answers in short form; two numbers get as many digits as are needed to distinguish them.

    >>> values(Answer("score", 0.25), Answer("score", 0.5))
    ('0.25', '0.5')
    >>> values(Answer("score", 41.00000001), Answer("score", 41.00000002))
    ('41.00000001', '41.00000002')
    """
    if was.value is None or became.value is None or was.value == became.value:
        return short_answer(was), short_answer(became)
    for digits in range(6, 18):
        shown = f"{was.value:.{digits}g}", f"{became.value:.{digits}g}"
        if shown[0] != shown[1]:
            break
    return shown


def change(relative: float | None) -> str:
    """Return a relative change as text; empty if it is None or not finite.

    >>> change(0.5), change(-1e-9), change(None)
    ('+50 %', '-1.0e-09 relatively', '')
    """
    if relative is None or not math.isfinite(relative):
        return ""
    return f"{100 * relative:+.3g} %" if abs(relative) >= 0.0001 else f"{relative:+.1e} relatively"


def step(was: Answer, became: Answer, relative: float | None) -> str:
    """Return the old answer, the new one, and the relative change."""
    words = " -> ".join(values(was, became))
    shown = change(relative)
    return f"{words} ({shown})" if shown else words


def move_line(vector: VectorGate, regression: Regression) -> str:
    """Return a move on one line: entry point and vector, both answers, and the first stage that differs."""
    answers = step(regression.was, regression.became, regression.change)
    return (
        f"{vector.entry_point}{_how(regression.kind)} {vector.vector}: {answers}, first at {regression.stage}".strip()
    )


def explained_move(vector: VectorGate, regression: Regression) -> str:
    """Return a move on one line, with its explanation."""
    return f"{move_line(vector, regression)}; {regression.reason or UNEXPLAINED}"


def lost_answers(gate: Gate) -> list[str]:
    """Return the lost answers, one line each."""
    return [
        f"{' '.join(filter(None, (vector.implementation, vector.entry_point, vector.vector)))}: the answer is now missing"
        for vector in gate.having(GateVerdict.LOST)
    ]


def shown_input(witness: MovedInput, limit: int) -> str:
    """Return the input of a move, escaped and truncated."""
    return visible(witness.input, limit)
