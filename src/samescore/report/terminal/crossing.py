"""A crossing from one metric to another for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Change, CrossedBridge, Crossing, CrossingStep
from samescore.report.plain import page, shown_changes, visible
from samescore.report.terminal.explanation import residual


def crossing(of: Crossing) -> str:
    """The sentence, both numbers, the path between them, and what is left at the bridge."""
    return page(_lines(of))


def _lines(of: Crossing) -> Iterator[str]:
    yield visible(of.sentence)
    yield ""
    for name, side in ((of.first_metric, of.first), (of.second_metric, of.second)):
        yield f"{visible(side.name)} ({visible(name)}): {visible(side.outcome.text)}{residual(side)}"
    yield ""
    yield "From the first number to the second, step by step"
    yield f"  {'':9}  {shown(of.start)}  {visible(of.first_metric)}"
    for step, effect, idle in walked(of):
        if idle:
            yield f"  {'':9}  {'':9}  no effect here: {shown_changes(idle)}"
        if step:
            change = "" if effect is None else f"{effect:+9.4f}"
            yield f"  {change:9}  {shown(step.outcome.value)}  {what(step)}"
    if of.gap is not None:
        yield f"  {of.gap:+9.4f}  {'':9}  together"
    yield ""
    yield from map(held, of.bridges)


def walked(of: Crossing) -> Iterator[tuple[CrossingStep | None, float | None, list[Change]]]:
    """Each step that is shown, its effect, and the changes before it that have none."""
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


def what(step: CrossingStep) -> str:
    """What a step changes."""
    if step.kind == "knobs":
        return f"{shown_changes(step.changes)}"
    if step.kind == "input":
        return f"the input: {visible(step.words)}"
    return (
        f"= {visible(step.metric)}: {visible(step.words)}"
        if step.kind == "identity"
        else f"{visible(step.metric)}: {visible(step.words)}"
    )


def shown(value: float | None) -> str:
    """A score in four digits."""
    return f"{'none':>9}" if value is None else f"{value:9.4f}"


def held(bridge: CrossedBridge) -> str:
    """Whether a bridge holds for this input, and what is left of it."""
    name = f"The bridge {visible(bridge.id)}"
    if bridge.residual is None:
        return f"{name} cannot be checked here: an end of it has no score"
    if bridge.residual == 0:
        return f"{name} holds exactly (residual 0)"
    if bridge.condition:
        return f"{name} holds {visible(bridge.condition)}, which is not so here: residual {bridge.residual:+.6g}"
    return f"{name} holds up to {bridge.residual:+.3g}: the two metrics round in different places"
