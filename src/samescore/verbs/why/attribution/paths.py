"""Find the knobs that cause the difference between the scores of two settings.

Only the native metric is evaluated here. The caller verifies that it reproduces the implementation
(`samescore.verbs.why.diff`, `samescore.verbs.judging.judge`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations, islice

from samescore import records
from samescore.base.errors import SettingsError
from samescore.base.outcome import STORED_ULPS, Outcome, Unsupported, same_outcome
from samescore.data.kinds import Data
from samescore.metrics.evaluator import bare_outcome, native_outcome
from samescore.records import WalkStep
from samescore.settings import Difference, Settings
from samescore.verbs.why.attribution.game import Game
from samescore.verbs.why.attribution.orders import first_order

#: Maximum number of differing knobs whose subsets are all tried (2^10 evaluations).
MOST_KNOBS = 10


def with_changes(settings: Settings, changes: Sequence[Difference]) -> Settings | None:
    """Return the settings with the differences applied; None if the resulting settings contradict each other."""
    try:
        return settings.replace(**{change.knob.name: change.right for change in changes})
    except SettingsError:
        return None


def smallest_cause(
    data: Data, start: Settings, changes: Sequence[Difference], target: Outcome
) -> tuple[Difference, ...] | None:
    """Return the fewest of `changes` that turn the score under `start` into `target`.

    `target` is on the scale of `start`, and equality is within `STORED_ULPS`. Return None if no subset that is tried
    gives it: with more than `MOST_KNOBS` changes, only the ``2**MOST_KNOBS`` smallest subsets and the full set are
    tried. The empty subset is one of them.
    """
    subsets = chain.from_iterable(combinations(changes, size) for size in range(len(changes) + 1))
    for subset in chain(islice(subsets, 2**MOST_KNOBS), [tuple(changes)]):
        changed = with_changes(start, subset)
        if changed is not None and same_outcome(bare_outcome(data, changed), target, max_ulps=STORED_ULPS):
            return subset
    return None


def walk(data: Data, start: Settings, changes: Sequence[Difference]) -> list[WalkStep]:
    """Apply `changes` one after another, in their order if possible, and return the steps with the score after each.

    A change waits as long as the settings with it contradict each other, or have no score although both ends have one.
    If no order changes every knob separately, as few knobs as possible are changed together in one step. A change of
    rounding knobs is not returned as a step. If the final settings contradict each other, the only step says so.
    """
    if with_changes(start, changes) is None:
        return [_step(changes, Unsupported("these knobs contradict each other"))]
    game = Game(data, start, [(change,) for change in changes])
    scored = game.worth(0) is not None and game.worth(game.everybody) is not None

    def possible(coalition: int) -> bool:
        if scored:
            return game.worth(coalition) is not None
        return with_changes(start, game.changes(coalition)) is not None

    scored_steps, changed = [], 0
    for joining in first_order(possible, len(game.groups), 2**MOST_KNOBS):
        changed |= joining
        if any(change.knob.matters for change in game.changes(joining)):
            scored_steps.append(_step(game.changes(joining), native_outcome(data, game.settings(changed))))
    return scored_steps


def _step(changes: Sequence[Difference], outcome: Outcome) -> WalkStep:
    return WalkStep(records.differences(changes), records.outcome(outcome))
