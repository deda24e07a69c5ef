"""Find the path from one metric's number to another's: knobs up to a bridge, the bridge, and knobs after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from samescore import records
from samescore.base.outcome import SAME_NUMBER, Outcome, Score
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.metrics import metric
from samescore.metrics.base import value_of
from samescore.metrics.evaluator import check_input, native_outcome
from samescore.records import CrossedBridge, Crossing, CrossingStep
from samescore.settings import Settings
from samescore.settings.scale import on_widest
from samescore.verbs.why.answers import AskedSide, answer_of
from samescore.verbs.why.attribution.paths import walk
from samescore.verbs.why.attribution.shapley import pipeline_order
from samescore.verbs.why.bridges.bridges import Bridge, End, way


def cross(
    first: AskedSide, second: AskedSide, data: Data, on_progress: Callable[[str], None] = lambda _: None
) -> Crossing:
    """Explain the path from the first side's number to the second side's number, which is by a different metric.

    Raises `SettingsError` if no bridge between the metrics is known, `InputError` for data that one of the metrics or
    the bridge does not accept, and the errors of `samescore.verbs.why.answers.answer_of`.
    """
    sides = first, second
    crossed = way(first.metric.name, second.metric.name)
    for bridge in crossed:
        bridge.needs(data)
    answers = []
    for asked in sides:
        check_input(asked.metric, data)
        on_progress(f"{asked.side} {asked.metric.name}")
        answers.append(answer_of(asked, data))
    left, right = answers
    on_progress("the path between them")
    paths = list(_paths(crossed, data, on_widest(left.settings), on_widest(right.settings)))
    steps = [step for path in paths for step in path.steps()]
    numbers = [answer.record.number for answer in answers]
    gap = None if numbers[0] is None or numbers[1] is None else numbers[1] - numbers[0]
    names = [f"{asked.metric.name} of {answer.record.name}" for asked, answer in zip(sides, answers, strict=True)]
    return Crossing(
        first.metric.name,
        second.metric.name,
        left.record,
        right.record,
        [CrossedBridge(p.bridge.id, p.bridge.statement, p.bridge.condition, p.residual) for p in paths],
        numbers[0],
        gap,
        left.record.residual == 0 and right.record.residual == 0,
        steps,
        _sentence(names, numbers, steps),
    )


def _sentence(names: list[str], numbers: list[float | None], steps: list[CrossingStep]) -> str:
    """Return a sentence with both numbers, and the step that changes the score most."""
    first, second = ("no score" if number is None else f"{number:.4f}" for number in numbers)
    words = f"{names[0]} is {first}, {names[1]} is {second}"
    before, largest, cause = numbers[0], 0.0, ""
    for step in steps:
        value = step.outcome.value
        if value is None or before is None:
            continue
        if abs(value - before) > max(abs(largest), SAME_NUMBER * abs(before)):
            largest, cause = value - before, step.words or ", ".join(map(str, step.changes))
        before = value
    return (
        f"{words}: {largest:+.4f} of it from one step ({cause})." if cause else f"{words}; no step changes the score."
    )


def _paths(crossed: Sequence[Bridge], data: Data, first: Settings, second: Settings) -> Iterator[BridgePath]:
    """Yield the path over each bridge, each beginning where the one before ends.

    The last path ends at the settings of the second side.
    """
    start = first
    for number, bridge in enumerate(crossed, 1):
        if number == len(crossed):
            yield BridgePath(bridge, data, start, second)
            return
        ends = bridge.first.metric, bridge.second.metric
        between = metric(ends[1] if ends[0] == start.metric else ends[0])
        path = BridgePath(bridge, data, start, on_widest(between.settings()))
        path.second = start = path.back
        yield path


class BridgePath:
    """A path that crosses one bridge: the settings at the start and end of the path, and at each end of the bridge.

    `near` and `far` are the ends of the bridge in the order of the path; `leave` and `arrive` are the settings there.
    """

    def __init__(self, bridge: Bridge, data: Data, first: Settings, second: Settings) -> None:
        self.bridge, self.data = bridge, data
        self.first, self.second = first, second
        forward = bridge.first.metric == first.metric
        self.near, self.far = (bridge.first, bridge.second) if forward else (bridge.second, bridge.first)
        replaced = {
            knob: others[getattr(first, knob)]
            for knob, others in bridge.instead.items()
            if getattr(first, knob) in others
        }
        self.leave = first.replace(**replaced, **self.near.knobs)
        applied = self.near.input.applied if self.near.input else ()
        shared = {name: getattr(first if name in applied else self.leave, name) for name in bridge.shared}
        self.arrive = second.replace(**{**shared, **self.far.knobs})

    def _input_at(self, end: End, other: Settings) -> Data:
        """Return the input after the change (if any) for one end of the bridge, given the settings of the other end."""
        return (
            self.data if end.input is None or not isinstance(self.data, Corpus) else end.input.change(self.data, other)
        )

    @property
    def _near_input(self) -> Data:
        return self._input_at(self.near, self.arrive)

    @property
    def _far_input(self) -> Data:
        return self._input_at(self.far, self.leave)

    @property
    def residual(self) -> float | None:
        """The difference between the scores of the far and the near end, which is 0 if the bridge holds.

        For a formula, the near end's score is replaced by the far metric's formula on the near end's counts. None if an
        end has no score.
        """
        here, there = native_outcome(self._near_input, self.leave), native_outcome(self._far_input, self.arrive)
        if not isinstance(here, Score) or not isinstance(there, Score):
            return None
        if self.bridge.kind == "formula":
            counts = metric(self.leave.metric).counted(self._near_input, self.leave)
            return there.value - value_of(metric(self.arrive.metric), counts, self.arrive)
        return there.value - here.value

    def steps(self) -> Iterator[CrossingStep]:
        """Yield each step of the path, with the score after it: knobs, changes of the input, and the bridge."""
        yield from self._walk(self.first, self._text_settings(self.near, self.leave, self.first, self.arrive))
        if self.near.input:
            yield self._step("input", self.leave, self.near.input.words, native_outcome(self._near_input, self.leave))
        crossed = native_outcome(self._far_input, self.arrive)
        yield self._step(self.bridge.kind, self.arrive, self.bridge.statement, crossed)
        if self.far.input:
            yield self._step("input", self.back, self.far.input.undone, native_outcome(self.data, self.back))
        yield from self._walk(self.back, self.second)

    @property
    def back(self) -> Settings:
        """The settings just after the bridge, for the unchanged input."""
        return self._text_settings(self.far, self.arrive, self.second, self.leave)

    def _text_settings(self, end: End, at_bridge: Settings, own: Settings, other: Settings) -> Settings:
        """Return the settings at an end of the bridge for the unchanged input.

        If the change made tokens, the tokenizer is taken from the settings `own` again; the knobs that the change
        applied are taken from the `other` end.
        """
        if end.input is None:
            return at_bridge
        values = {name: getattr(other, name) for name in end.input.applied}
        if getattr(at_bridge, "tokenizer", "") == "given":
            values["tokenizer"] = own.tokenizer  # type: ignore[attr-defined]
        return at_bridge.replace(**values)

    def _walk(self, start: Settings, end: Settings) -> Iterator[CrossingStep]:
        for step in walk(self.data, start, pipeline_order(start.differences(end))):
            yield CrossingStep("knobs", start.metric, step.changes, "", step.outcome)

    def _step(self, kind: str, settings: Settings, words: str, outcome: Outcome) -> CrossingStep:
        bare = Score(outcome.value) if isinstance(outcome, Score) else outcome
        return CrossingStep(kind, settings.metric, [], words, records.outcome(bare))  # type: ignore[arg-type]  # one of them
