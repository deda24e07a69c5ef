"""Find the closest settings that two entry points both support."""

from __future__ import annotations

import dataclasses
from itertools import product
from typing import Any

from samescore import records
from samescore.base.outcome import same_outcome
from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.metrics.evaluator import native_outcome
from samescore.records import WalkStep
from samescore.settings import Difference, Knob, Settings
from samescore.settings.scale import on_widest
from samescore.verbs.why.attribution.paths import walk


@dataclasses.dataclass(frozen=True, slots=True)
class Meeting:
    """The settings of two entry points, as close to each other as possible.

    `conflicts` are the knobs in which they still differ; `steps` change these knobs one after another, with the scores.
    """

    first: Settings
    second: Settings
    conflicts: tuple[Difference, ...]
    steps: list[WalkStep]


def closest_settings(
    data: Data, first: Profile, second: Profile, first_settings: Settings, second_settings: Settings
) -> Meeting:
    """Return the closest settings that two entry points support, with their conflicts and the effects on `data`.

    If neither supports the other's value of a knob, a third value that both support is used, but only if the conflict
    affects the score of `data`.
    """
    plain, compromised = (
        _meeting(data, first, second, closest(first, second, first_settings, second_settings, compromise=compromise))
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
    """Return a pair of settings with their conflicts; knobs without effect in one of the entry points are ignored."""
    idle = first.idle | second.idle
    conflicts = tuple(change for change in _relevant_differences(*pair) if change.knob.name not in idle)
    return Meeting(*pair, conflicts, walk(data, on_widest(pair[0]), conflicts))


def _relevant_differences(first: Settings, second: Settings) -> list[Difference]:
    return [difference for difference in first.differences(second) if difference.knob.matters]


def closest(
    first: Profile, second: Profile, first_settings: Settings, second_settings: Settings, *, compromise: bool = True
) -> tuple[Settings, Settings]:
    """Return settings of each profile, with as few relevant differences between them as possible.

    For each knob, the value of `first_settings` is preferred if the second profile supports it, then the value of
    `second_settings` if the first profile supports it, then, with `compromise`, any value that both support. If there is
    no common value, each profile keeps its own. Of equally close pairs, the one with the fewest changes is returned.
    """
    leaders = sorted({tie.follows for profile in (first, second) for tie in profile.tied.values()})
    options: list[list[tuple[str, Any]]] = []
    for name in leaders:
        values = {v for profile in (first, second) for v in profile.free.get(name, [])}
        options.append([(name, value) for value in sorted(values)] or [(name, None)])
    candidates = [
        _closest_with_leaders(first, second, first_settings, second_settings, dict(choice), compromise)
        for choice in product(*options)
    ]

    def distance(pair: tuple[Settings, Settings]) -> tuple[int, int]:
        changes = len(pair[0].differences(first_settings)) + len(pair[1].differences(second_settings))
        return len(_relevant_differences(*pair)), changes

    return min(candidates, key=distance)


def _closest_with_leaders(
    first: Profile,
    second: Profile,
    first_settings: Settings,
    second_settings: Settings,
    leaders: dict[str, Any],
    compromise: bool,
) -> tuple[Settings, Settings]:
    """Return the closest settings of both profiles, given values for the `leaders`: the knobs that others are tied to.

    A profile that does not support the value of a leader chooses it like other knobs.
    """
    first_values: dict[str, object] = {}
    second_values: dict[str, object] = {}
    for knob in first_settings.knobs():
        defaults = getattr(first_settings, knob.name), getattr(second_settings, knob.name)
        shared = _shared_value(first, second, knob, *defaults, compromise)
        leader = leaders.get(knob.name)
        for profile, values, default in ((first, first_values, defaults[0]), (second, second_values, defaults[1])):
            if leader is not None and profile.allows(knob, leader):
                values[knob.name] = leader
            else:
                values[knob.name] = default if shared is None else shared
    return first.taking(first_values), second.taking(second_values)


def _shared_value(
    first: Profile, second: Profile, knob: Knob, first_value: object, second_value: object, compromise: bool
) -> object | None:
    """Return a value that both profiles support, with the preferences of `closest`; None if there is none."""
    if second.allows(knob, first_value):
        return first_value
    if first.allows(knob, second_value):
        return second_value
    options = first.free.get(knob.name, []) if compromise else []
    for option in options if options != "any" else []:
        if second.allows(knob, knob.domain.check(option)):
            return knob.domain.check(option)
    return None
