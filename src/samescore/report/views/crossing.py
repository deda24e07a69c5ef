"""The view of a crossing from one metric to another."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Change, CrossedBridge, Crossing, CrossingStep
from samescore.report import view as show
from samescore.report.plain import shown_changes
from samescore.report.view import View
from samescore.report.views.sides import figures, settings


def view(of: Crossing) -> View:
    """Build the view: the sentence, both numbers, the path between them, and the remainder at the bridge."""
    verdict, lead = show.verdict_and_lead(of.sentence)
    sides = (of.first, of.second)
    steps = show.Table(
        (show.Column("change", number=True, width=9), show.Column("score", number=True, width=9), show.Column("step")),
        tuple(_rows(of)),
        title="From the first score to the second, step by step",
        apart=True,
    )
    blocks = show.compact(
        show.Sentence(of.sentence),
        figures(
            [(f"{of.first.name} ({of.first_metric})", of.first), (f"{of.second.name} ({of.second_metric})", of.second)]
        ),
        steps,
        show.Items(tuple(map(_bridge_status, of.bridges)), apart=True),
        settings(sides),
    )
    subject = f"{of.first_metric} and {of.second_metric}"
    return View("explain", subject, "known" if of.explained else "bad", verdict, blocks, lead)


def _rows(of: Crossing) -> Iterator[tuple[str, str, str]]:
    yield "", _shown(of.start), of.first_metric
    for step, effect, idle in _steps(of):
        if idle:
            yield "", "", f"no effect here: {shown_changes(idle)}"
        if step:
            yield "" if effect is None else f"{effect:+.4f}", _shown(step.outcome.value), _step_label(step)
    if of.gap is not None:
        yield f"{of.gap:+.4f}", "", "together"


def _steps(of: Crossing) -> Iterator[tuple[CrossingStep | None, float | None, list[Change]]]:
    """Yield each step to show, its effect, and the preceding changes without effect."""
    before, idle = of.start, list[Change]()
    for step in of.steps:
        value = step.outcome.value
        effect = None if value is None or before is None else value - before
        if step.kind in ("knobs", "input") and effect == 0:
            idle += step.changes
            continue
        yield step, effect, idle
        idle = []
        before = value if value is not None else before
    if idle:
        yield None, None, idle


def _step_label(step: CrossingStep) -> str:
    """Return the changes of a step in words: the knobs, the input, or the metric."""
    if step.kind == "knobs":
        return shown_changes(step.changes)
    if step.kind == "input":
        return f"the input: {step.words}"
    return f"{'= ' if step.kind == 'identity' else ''}{step.metric}: {step.words}"


def _shown(value: float | None) -> str:
    """Return a score with four decimals."""
    return "none" if value is None else f"{value:.4f}"


def _bridge_status(bridge: CrossedBridge) -> show.Line:
    """Return a sentence on whether a bridge holds for this input, and the remainder."""
    return "The bridge ", show.Span(bridge.id, "code"), _left(bridge)


def _left(bridge: CrossedBridge) -> str:
    if bridge.residual is None:
        return " cannot be checked here: one of its two metrics has no score for this input"
    if bridge.residual == 0:
        return " holds exactly (residual 0)"
    if bridge.condition:
        return f" holds {bridge.condition}, which is not the case here: residual {bridge.residual:+.6g}"
    return f" holds up to {bridge.residual:+.3g}: the two metrics round at different steps"
