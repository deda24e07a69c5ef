"""The closest settings that two entry points can both take."""

from __future__ import annotations

import dataclasses
from itertools import product
from typing import Any

from samescore import records
from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.metrics.evaluator import native_outcome
from samescore.outcome import same_outcome
from samescore.records import WalkStep
from samescore.settings import Difference, Knob, Settings
from samescore.settings.scale import on_widest
from samescore.verbs.attribution.paths import walk


@dataclasses.dataclass(frozen=True, slots=True)
class Meeting:
    """Two settings as close as possible: the knobs still in conflict, and what each of them does to the score."""

    first: Settings
    second: Settings
    conflicts: tuple[Difference, ...]
    steps: list[WalkStep]


def meeting(data: Data, first: Profile, second: Profile, mine: Settings, theirs: Settings) -> Meeting:
    """The closest settings of a pair on `data`.

    A value that neither has by default is chosen only when the conflict it avoids has an effect.
    """
    plain, compromised = (
        _meeting(data, first, second, closest(first, second, mine, theirs, compromise=compromise))
        for compromise in (False, True)
    )
    avoided = {change.knob.name for change in plain.conflicts} - {change.knob.name for change in compromised.conflicts}
    before = native_outcome(data, on_widest(plain.first))
    for step in plain.steps:
        outcome = records.as_outcome(step.outcome)
        if not same_outcome(outcome, before) and any(change.knob in avoided for change in step.changes):
            return compromised
        before = outcome
    return plain


def _meeting(data: Data, first: Profile, second: Profile, pair: tuple[Settings, Settings]) -> Meeting:
    """A pair of settings, and what keeps them apart beside knobs that one of the two does not have."""
    idle = {*first.irrelevant, *second.irrelevant}
    conflicts = tuple(change for change in _that_matter(*pair) if change.knob.name not in idle)
    return Meeting(*pair, conflicts, walk(data, on_widest(pair[0]), conflicts))


def _that_matter(first: Settings, second: Settings) -> list[Difference]:
    return [difference for difference in first.differences(second) if difference.knob.matters]


def closest(
    first: Profile, second: Profile, mine: Settings, theirs: Settings, *, compromise: bool = True
) -> tuple[Settings, Settings]:
    """Settings in each region that differ in as few knobs that matter as possible.

    Where both may choose, `mine` (settings of the first) decides if the second can take its value, else
    `theirs`; with `compromise`, else a third value that both can take.
    """
    leaders = sorted({tie.follows for profile in (first, second) for tie in profile.tied.values()})
    options: list[list[tuple[str, Any]]] = []
    for name in leaders:
        values = {v for profile in (first, second) for v in profile.free.get(name, [])}
        options.append([(name, value) for value in sorted(values)] or [(name, None)])
    candidates = [_meet(first, second, mine, theirs, dict(choice), compromise) for choice in product(*options)]
    return min(candidates, key=lambda pair: len(_that_matter(*pair)))


def _meet(
    first: Profile, second: Profile, mine: Settings, theirs: Settings, leaders: dict[str, Any], compromise: bool
) -> tuple[Settings, Settings]:
    """The pair for one choice of the knobs that others are tied to."""
    chosen_first: dict[str, object] = {}
    chosen_second: dict[str, object] = {}
    for knob in mine.knobs():
        own = getattr(mine, knob.name), getattr(theirs, knob.name)
        shared = _shared_value(first, second, knob, *own, compromise)
        leader = leaders.get(knob.name)
        for profile, chosen, default in ((first, chosen_first, own[0]), (second, chosen_second, own[1])):
            if leader is not None and profile.allows(knob, leader):
                chosen[knob.name] = leader
            else:
                chosen[knob.name] = default if shared is None else shared
    return first.taking(chosen_first), second.taking(chosen_second)


def _shared_value(
    first: Profile, second: Profile, knob: Knob, mine: object, theirs: object, compromise: bool
) -> object | None:
    """A value that both can take, or None."""
    if second.allows(knob, mine):
        return mine
    if first.allows(knob, theirs):
        return theirs
    options = first.free.get(knob.name, []) if compromise else []
    for option in options if options != "any" else []:
        if second.allows(knob, knob.domain.check(option)):
            return knob.domain.check(option)
    return None
