"""The verb *diff*: every implementation on the user's own input, and what keeps their numbers apart.

The first table gives each entry point's number under its own defaults and its gap to a baseline (the
first that has a number), with the walk from the baseline's settings to its own, knob by knob. The
second table sets each pair to the closest settings that both can take, and names the knobs in which
they still cannot meet.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from samescore.causes import Step, percent, walk
from samescore.errors import SettingsError
from samescore.implementations import ADAPTERS, Peer, Profiled, implementation
from samescore.implementations.base import check_input, native_outcome
from samescore.inputs import Data
from samescore.metrics import find
from samescore.outcome import Outcome, Score, Unavailable, Unsupported, relative_gap, same_outcome
from samescore.settings import Difference, Knob, Settings
from samescore.suite.profiles import Profile

#: Two implementations that do the same arithmetic in another order stay within this, relatively.
SAME_NUMBER = 1e-12


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """One entry point under its defaults.

    `modelled`: the native metric under the same settings gives exactly the same outcome, so that what
    is said of the knobs holds for the implementation. `gap` and `steps` lead from the baseline here.
    """

    implementation: str
    entry_point: str
    settings: Settings
    outcome: Outcome
    modelled: bool
    gap: float | None = None
    steps: tuple[Step, ...] = ()

    @property
    def name(self) -> str:
        """Implementation and entry point."""
        return f"{self.implementation}.{self.entry_point}" if self.entry_point else self.implementation

    @property
    def percent(self) -> float | None:
        """The score on the 0-100 scale, if there is one."""
        return percent(self.outcome.value, self.settings) if isinstance(self.outcome, Score) else None


@dataclasses.dataclass(frozen=True, slots=True)
class Common:
    """A pair under the closest settings that both can take.

    `conflicts` are the knobs in which no common value exists (from the first's to the second's value),
    `steps` what each does to the score here; `same` says whether the numbers are the same for all that.
    """

    first: Row
    second: Row
    conflicts: tuple[Difference, ...]
    steps: tuple[Step, ...]

    @property
    def gap(self) -> float | None:
        """Second minus first, on the 0-100 scale."""
        if self.first.percent is None or self.second.percent is None:
            return None
        return self.second.percent - self.first.percent

    @property
    def same(self) -> bool:
        """Equal but for the order of floating-point operations."""
        if self.first.percent is None or self.second.percent is None:
            return False
        return relative_gap(self.first.percent, self.second.percent) <= SAME_NUMBER


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """The result of a diff. `unexplained` lists rows whose number the native model does not reproduce."""

    metric: str
    rows: tuple[Row, ...]
    common: tuple[Common, ...]
    absent: tuple[tuple[str, str], ...]

    @property
    def unexplained(self) -> list[Row]:
        return [row for row in self.rows if not row.modelled]


Asked = tuple[Profiled, Profile]


def diff(
    metric_name: str,
    data: Data,
    implementations: Sequence[str] = (),
    *,
    on_progress: Callable[[str], None] = lambda _: None,
    **knobs: object,
) -> Table:
    """Compare implementations (all installed ones when none is named) on `data`.

    `knobs` are set wherever an entry point can take them. Raises `UnknownNameError` or `SettingsError`
    for a name, knob or value that does not exist.
    """
    chosen, implied = find(metric_name)
    check_input(chosen, data)
    wanted = chosen.settings.from_mapping({**implied, **knobs})
    asked: list[Asked] = []
    absent: list[tuple[str, str]] = []
    for name in implementations or ADAPTERS:
        one = implementation(name)
        if not isinstance(one, Profiled):
            continue
        refusal = one.unavailable() if isinstance(one, Peer) else None
        profiles = one.profiles(chosen.name)
        if not profiles:
            if implementations:
                absent.append((name, f"no entry point for {chosen.name}"))
            continue
        if refusal is not None:
            absent.append((name, refusal.reason))
            continue
        asked += [(one, profile) for profile in profiles]
    rows = []
    for one, profile in asked:
        on_progress(f"{one.name}.{profile.entry_point}")
        rows.append(_row(one, profile, data, _defaults(profile, wanted, {**implied, **knobs})))
    if not implementations or "native" in implementations:
        on_progress("native")
        rows.insert(0, Row("native", "", wanted, native_outcome(data, wanted), True))
    compared = _with_gaps(data, rows, on_progress)
    return Table(chosen.name, tuple(compared), tuple(_common_tables(data, asked, rows, on_progress)), tuple(absent))


def _defaults(profile: Profile, wanted: Settings, set_knobs: dict[str, object]) -> Settings:
    """An entry point's defaults, with those of the user's knobs that it can take."""
    taken = {name: getattr(wanted, name) for name in set_knobs if name in profile.free}
    return profile.settings(**{k: v for k, v in taken.items() if profile.allows(wanted.knob(k), v)})


def _row(one: Profiled, profile: Profile, data: Data, settings: Settings) -> Row:
    outcome = one.ask(profile, data, settings)
    silent = isinstance(outcome, (Unsupported, Unavailable))
    modelled = silent or same_outcome(native_outcome(data, settings), outcome)
    return Row(*_key(one, profile), settings, outcome, modelled)


def _with_gaps(data: Data, rows: list[Row], on_progress: Callable[[str], None]) -> list[Row]:
    baseline = next((row for row in rows if row.percent is not None), None)
    if baseline is None or baseline.percent is None:
        return rows
    compared = []
    for row in rows:
        if row is baseline or row.percent is None:
            compared.append(row)
            continue
        on_progress(f"{baseline.name} to {row.name}")
        steps = tuple(walk(data, _percent_scale(baseline.settings), _that_matter(baseline.settings, row.settings)))
        compared.append(dataclasses.replace(row, gap=row.percent - baseline.percent, steps=steps))
    return compared


def _percent_scale(settings: Settings) -> Settings:
    return settings.replace(scale="100") if hasattr(settings, "scale") else settings


def _that_matter(first: Settings, second: Settings) -> list[Difference]:
    return [difference for difference in first.differences(second) if difference.knob.matters]


def _common_tables(data: Data, asked: list[Asked], rows: list[Row], on_progress: Callable[[str], None]) -> list[Common]:
    """The first entry point that answered, paired with each other one that did."""
    numbered = {(row.implementation, row.entry_point): row for row in rows}
    answered = [(one, profile) for one, profile in asked if numbered[_key(one, profile)].percent is not None]
    pairs = []
    for other, other_profile in answered[1:]:
        first, first_profile = answered[0]
        on_progress(f"{first.name}.{first_profile.entry_point} and {other.name}.{other_profile.entry_point}")
        mine, theirs = closest(
            first_profile,
            other_profile,
            numbered[_key(first, first_profile)].settings,
            numbered[_key(other, other_profile)].settings,
        )
        conflicts = tuple(
            d for d in _that_matter(mine, theirs) if d.knob.name not in _idle(first_profile, other_profile)
        )
        steps = tuple(walk(data, _percent_scale(mine), conflicts))
        pairs.append(
            Common(_row(first, first_profile, data, mine), _row(other, other_profile, data, theirs), conflicts, steps)
        )
    return pairs


def _key(one: Profiled, profile: Profile) -> tuple[str, str]:
    return one.name.removesuffix(f".{profile.entry_point}"), profile.entry_point


def _idle(first: Profile, second: Profile) -> set[str]:
    return {*first.irrelevant, *second.irrelevant}


def closest(first: Profile, second: Profile, mine: Settings, theirs: Settings) -> tuple[Settings, Settings]:
    """Settings in each region that differ in as few knobs that matter as possible.

    Where both may choose, `mine` (settings of the first) decides if the second can take its value, else
    `theirs`.
    """
    leaders = sorted({tie.follows for profile in (first, second) for tie in profile.tied.values()})
    options: list[list[tuple[str, Any]]] = []
    for name in leaders:
        values = {v for profile in (first, second) for v in profile.free.get(name, [])}
        options.append([(name, value) for value in sorted(values)] or [(name, None)])
    candidates = [_meet(first, second, mine, theirs, dict(choice)) for choice in product(*options)]
    return min(candidates, key=lambda pair: len(_that_matter(*pair)))


def _meet(
    first: Profile, second: Profile, mine: Settings, theirs: Settings, leaders: dict[str, Any]
) -> tuple[Settings, Settings]:
    """The pair for one choice of the knobs that others are tied to."""
    chosen_first: dict[str, object] = {}
    chosen_second: dict[str, object] = {}
    for knob in mine.knobs():
        value = _shared_value(first, second, knob, getattr(mine, knob.name), getattr(theirs, knob.name))
        leader = leaders.get(knob.name)
        for profile, chosen in ((first, chosen_first), (second, chosen_second)):
            wanted = leader if leader is not None and profile.allows(knob, leader) else value
            if knob.name in profile.free and wanted is not None and profile.allows(knob, wanted):
                chosen[knob.name] = wanted
    return _settings(first, chosen_first), _settings(second, chosen_second)


def _settings(profile: Profile, chosen: dict[str, object]) -> Settings:
    try:
        return profile.settings(**chosen)
    except SettingsError:
        return profile.settings()


def _shared_value(first: Profile, second: Profile, knob: Knob, mine: object, theirs: object) -> object | None:
    """A value that both can take, or None."""
    if second.allows(knob, mine):
        return mine
    if first.allows(knob, theirs):
        return theirs
    for option in first.free.get(knob.name, []):
        if first.free[knob.name] != "any" and second.allows(knob, knob.domain.check(option)):
            return knob.domain.check(option)
    return None
