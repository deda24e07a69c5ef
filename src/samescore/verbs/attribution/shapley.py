"""Attribute a gap to the knobs in which two settings differ, by their Shapley values.

A knob's Shapley value is its mean effect on the score over all orders in which the knobs can be changed (Shapley 1953,
"A value for n-person games"). The shares are computed from the scores as exact fractions, and add up to the gap.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

from samescore import records
from samescore.data.kinds import Data
from samescore.errors import SettingsError
from samescore.metrics.evaluator import native_value
from samescore.outcome import SAME_NUMBER, relative_gap
from samescore.records import Change, ShareOfGap
from samescore.settings import STAGE_ORDER, Difference, Settings, Stage
from samescore.verbs.attribution.paths import MOST_KNOBS, with_changes

Group = tuple[Difference, ...]


def ordered(changes: Sequence[Difference]) -> list[Difference]:
    """The changes in pipeline order."""
    return sorted(changes, key=lambda change: STAGE_ORDER.index(change.knob.stage))


class _InseparableError(Exception):
    """Two groups of knobs that cannot be changed one without the other."""

    def __init__(self, inside: int, outside: int) -> None:
        super().__init__(f"{inside} and {outside}")
        self.pair = inside, outside


def attribute(
    data: Data, start: Settings, changes: Sequence[Difference], on_progress: Callable[[str], None]
) -> tuple[list[ShareOfGap], list[Change]]:
    """The shares of the groups of knobs, and the smallest set of knobs that closes the whole gap."""
    groups = _groups(changes)
    while True:
        try:
            values = _every_subset(data, start, groups, on_progress)
            break
        except _InseparableError as inseparable:
            low, high = sorted(inseparable.pair)
            groups[low] += groups.pop(high)
    shares = [_share(group, value) for group, value in zip(groups, _shapley(values, len(groups)), strict=True)]
    return shares, records.differences(_smallest(values, groups))


def _groups(changes: Sequence[Difference]) -> list[Group]:
    """The players: single knobs, or stages if there are more than `MOST_KNOBS` knobs; rounding knobs are one group."""
    rounding = tuple(change for change in changes if change.knob.rounding)
    groups: list[Group] = [(change,) for change in changes if not change.knob.rounding]
    if len(groups) > MOST_KNOBS:
        stages: dict[Stage, Group] = defaultdict(tuple)
        for group in groups:
            stages[group[0].knob.stage] += group
        groups = list(stages.values())
    return groups + ([rounding] if rounding else [])


def _share(group: Group, value: Fraction) -> ShareOfGap:
    rounding = all(change.knob.rounding for change in group)
    return ShareOfGap(records.differences(group), float(value), str(value), rounding)


def _every_subset(
    data: Data, start: Settings, groups: list[Group], on_progress: Callable[[str], None]
) -> dict[frozenset[int], float]:
    """The native score with each subset of the groups changed; `_InseparableError` if a subset has no score."""

    def score(subset: Sequence[int]) -> float | None:
        changed = with_changes(start, [change for k in subset for change in groups[k]])
        return None if changed is None else native_value(data, changed)

    values: dict[frozenset[int], float] = {}
    for size in range(len(groups) + 1):
        for subset in combinations(range(len(groups)), size):
            on_progress(f"{len(values)} of {2 ** len(groups)} combinations of knobs")
            value = score(subset)
            if value is None:
                outside = [k for k in range(len(groups)) if k not in subset]
                if not subset or not outside:
                    raise SettingsError("one of the two has no score", hint="look at each with samescore score")
                missing = (k for k in outside if score((*subset, k)) is not None)
                raise _InseparableError(subset[-1], next(missing, outside[0]))
            values[frozenset(subset)] = value
    return values


def _shapley(values: dict[frozenset[int], float], players: int) -> list[Fraction]:
    """Each player's Shapley value, exactly: in whole numbers of one unit, of which every score is a multiple."""
    ratios = {subset: value.as_integer_ratio() for subset, value in values.items()}
    units = max(denominator for _, denominator in ratios.values())  # denominators are powers of two
    exact = {subset: numerator * (units // denominator) for subset, (numerator, denominator) in ratios.items()}
    orders = math.factorial(players)
    weights = [math.factorial(size) * math.factorial(players - size - 1) for size in range(players)]
    shares = []
    for player in range(players):
        alone = frozenset((player,))
        gains = (
            weights[len(subset)] * (exact[subset | alone] - v) for subset, v in exact.items() if player not in subset
        )
        shares.append(Fraction(sum(gains), units * orders))
    return shares


def _smallest(values: dict[frozenset[int], float], groups: list[Group]) -> Group:
    """The fewest knobs that give the target score, up to rounding."""
    target = values[frozenset(range(len(groups)))]
    fitting = [subset for subset, value in values.items() if relative_gap(value, target) <= SAME_NUMBER]
    best = min(fitting, key=lambda subset: (sum(len(groups[k]) for k in subset), sorted(subset)))
    return tuple(change for k in sorted(best) for change in groups[k])
