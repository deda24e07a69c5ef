"""Who carries how much of a gap: Shapley shares of the knobs in which two settings differ.

A knob's Shapley value is the mean of what switching it changes, over every order in which the knobs can be switched
(Shapley 1953, "A value for n-person games"). The shares are exact fractions of the doubles that were computed, and add
up to the gap.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from samescore.data.kinds import Data
from samescore.errors import SettingsError
from samescore.metrics.evaluator import native_outcome
from samescore.outcome import Score, same_number
from samescore.settings import STAGE_ORDER, Difference, Settings
from samescore.verbs.attribution.paths import MOST_KNOBS, with_changes


@dataclasses.dataclass(frozen=True, slots=True)
class Share:
    """The part of the gap that some knobs carry together (mostly one; several that cannot be switched apart)."""

    changes: tuple[Difference, ...]
    value: Fraction

    @property
    def rounding(self) -> bool:
        """Do these knobs move nothing but the last digits?"""
        return all(change.knob.rounding for change in self.changes)


Group = tuple[Difference, ...]


def ordered(changes: Sequence[Difference]) -> list[Difference]:
    """In pipeline order."""
    return sorted(changes, key=lambda change: STAGE_ORDER.index(change.knob.stage))


def sentence(first: str, second: str, gap: float | None, shares: Sequence[Share]) -> str:
    """The gap from the first to the second in a line: what each knob carries of it."""
    if gap is None:
        return f"{first} and {second} have no two numbers to compare."
    carried = sorted((share for share in shares if share.value and not share.rounding), key=lambda s: -abs(s.value))
    if not carried:
        return f"{second} scores as {first} does."
    parts = [f"{_amount(float(share.value))} because {_reason(share.changes)}" for share in carried]
    if len(parts) > 1 and f"{gap:.4f}" in ("0.0000", "-0.0000"):
        return f"{second} scores as {first} does, but only because these cancel: {'; '.join(parts)}."
    if len(parts) == 1:
        return f"{second} scores {_amount(gap)} than {first} because {_reason(carried[0].changes)}."
    return f"{second} scores {_amount(gap)} than {first}: {'; '.join(parts)}."


def _amount(value: float) -> str:
    shown = f"{abs(value):.4f}" if abs(value) >= 0.00005 else f"{abs(value):.1e}"
    return f"{shown} {'lower' if value < 0 else 'higher'}"


def _reason(changes: Group) -> str:
    shown = [
        f"{change.knob.name} is {change.knob.domain.format(change.theirs)}, not {change.knob.domain.format(change.mine)}"
        for change in changes
    ]
    return " and ".join(shown)


class _InseparableError(Exception):
    """Two groups of knobs that cannot be switched one without the other."""

    def __init__(self, inside: int, outside: int) -> None:
        super().__init__(f"{inside} and {outside}")
        self.pair = inside, outside


def attribute(
    data: Data, start: Settings, changes: list[Difference], on_progress: Callable[[str], None]
) -> tuple[tuple[Share, ...], Group | None]:
    """The shares of the groups of knobs, and the smallest set of knobs that does it all."""
    rounding = tuple(change for change in changes if change.knob.rounding)
    groups: list[Group] = [(change,) for change in changes if not change.knob.rounding]
    if len(groups) > MOST_KNOBS:
        stages: dict[Any, list[Difference]] = {}
        for change in changes:
            if not change.knob.rounding:
                stages.setdefault(change.knob.stage, []).append(change)
        groups = [tuple(several) for several in stages.values()]
    groups += [rounding] if rounding else []
    while True:
        try:
            values = _every_subset(data, start, groups, on_progress)
            break
        except _InseparableError as apart:
            low, high = sorted(apart.pair)
            groups[low] += groups.pop(high)
    shares = tuple(Share(group, value) for group, value in zip(groups, _shapley(values, len(groups)), strict=True))
    return shares, _smallest(values, groups)


def _every_subset(
    data: Data, start: Settings, groups: list[Group], on_progress: Callable[[str], None]
) -> dict[frozenset[int], float]:
    """The native score with each subset of the groups switched; `_InseparableError` where one has no score."""
    everyone = range(len(groups))
    values: dict[frozenset[int], float] = {}
    for size in range(len(groups) + 1):
        for subset in combinations(everyone, size):
            on_progress(f"{len(values)} of {2 ** len(groups)} combinations of knobs")
            changed = with_changes(start, [change for k in subset for change in groups[k]])
            outcome = None if changed is None else native_outcome(data, changed)
            if not isinstance(outcome, Score):
                outside = [k for k in everyone if k not in subset]
                if not subset or not outside:
                    raise SettingsError("one of the two has no score", hint="look at each with samescore score")
                raise _InseparableError(subset[-1], outside[0])
            values[frozenset(subset)] = outcome.value
    return values


def _shapley(values: dict[frozenset[int], float], players: int) -> list[Fraction]:
    """Each player's Shapley value, exactly."""
    exact = {subset: Fraction(value) for subset, value in values.items()}
    shares = []
    for player in range(players):
        total = Fraction(0)
        for subset, value in exact.items():
            if player not in subset:
                weight = Fraction(
                    math.factorial(len(subset)) * math.factorial(players - len(subset) - 1), math.factorial(players)
                )
                total += weight * (exact[subset | {player}] - value)
        shares.append(total)
    return shares


def _smallest(values: dict[frozenset[int], float], groups: list[Group]) -> Group | None:
    """The fewest knobs that give the second number, up to rounding."""
    target = values[frozenset(range(len(groups)))]
    fitting = [subset for subset, value in values.items() if same_number(value, target)]
    best = min(fitting, key=lambda subset: (sum(len(groups[k]) for k in subset), sorted(subset)))
    return tuple(change for k in sorted(best) for change in groups[k])
