"""Which of the knobs in which two settings differ cause the difference between their scores?

Everything here evaluates the native metric only. The caller verifies that the native metric
reproduces the implementation (`samescore.verbs.diff`, `samescore.verbs.judge`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from samescore import records
from samescore.data.kinds import Data
from samescore.errors import SettingsError
from samescore.metrics.evaluator import bare_outcome, native_outcome
from samescore.outcome import STORED_ULPS, Outcome, Unsupported, same_outcome
from samescore.records import WalkStep
from samescore.settings import Difference, Settings

#: With more differing knobs than this, subsets are not searched (2^10 evaluations).
MOST_KNOBS = 10


def with_changes(settings: Settings, changes: Sequence[Difference]) -> Settings | None:
    """`settings` with the differences applied, or None if the resulting settings contradict each other."""
    try:
        return settings.replace(**{change.knob.name: change.right for change in changes})
    except SettingsError:
        return None


def smallest_cause(
    data: Data, start: Settings, changes: Sequence[Difference], target: Outcome
) -> tuple[Difference, ...] | None:
    """The fewest of `changes` that turn the score under `start` into `target`.

    `target` is on the scale of `start`, and equality is within `STORED_ULPS`. None if no subset does, or if there
    are more than `MOST_KNOBS` changes and all of them together do not.
    """
    sizes = range(len(changes) + 1) if len(changes) <= MOST_KNOBS else (len(changes),)
    for size in sizes:
        for subset in combinations(changes, size):
            changed = with_changes(start, subset)
            if changed is not None and same_outcome(bare_outcome(data, changed), target, max_ulps=STORED_ULPS):
                return subset
    return None


def walk(data: Data, start: Settings, changes: Sequence[Difference]) -> list[WalkStep]:
    """Apply `changes` one after another, in pipeline order, and score after each.

    A change that contradicts a knob not yet changed is applied together with it, as one step.
    """
    steps: list[WalkStep] = []
    current: Settings = start
    waiting: list[Difference] = []
    for change in changes:
        waiting.append(change)
        changed = with_changes(current, waiting)
        if changed is not None:
            steps.append(_step(waiting, native_outcome(data, changed)))
            current, waiting = changed, []
    if waiting:
        steps.append(_step(waiting, Unsupported("these knobs contradict each other")))
    return steps


def _step(changes: Sequence[Difference], outcome: Outcome) -> WalkStep:
    return WalkStep(records.differences(changes), records.outcome(outcome))
