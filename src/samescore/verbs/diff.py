"""The verb *diff*: every implementation on the user's own input, and what keeps their numbers apart.

The first table gives each entry point's number under its own defaults and its gap to a baseline (the
first that has a number), with the share that each knob has in it and what the catalogue knows of it. The
second table sets each pair to the closest settings that both can take, and names the knobs in which
they still cannot meet.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from samescore.catalogue.divergences import Divergence
from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.errors import UnknownNameError
from samescore.implementations import Package, Profiled, implementation, package_names
from samescore.metrics import find, merged
from samescore.metrics.evaluator import check_input, native_outcome
from samescore.outcome import CLOSE, Outcome, Score, Unavailable, Unsupported, same_number, same_outcome
from samescore.settings import Difference, Knob, Settings
from samescore.settings.scale import on_widest, rescaled
from samescore.verbs.attribution.known import known
from samescore.verbs.attribution.paths import Step, walk
from samescore.verbs.attribution.shapley import Share, attribute, ordered, sentence


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """One entry point under its defaults.

    `modelled`: the native metric under the same settings gives exactly the same outcome, so that what
    is said of the knobs holds for the implementation. `ignored` names the user's knobs that this entry
    point cannot take. `gap` leads from the baseline here, and `shares` add up to it; `sentence` says it in a line.
    `divergences` are the catalogue's entries on this entry point and the knobs that carry the gap.
    """

    implementation: str
    entry_point: str
    settings: Settings
    outcome: Outcome
    modelled: bool
    ignored: tuple[str, ...] = ()
    gap: float | None = None
    shares: tuple[Share, ...] = ()
    sentence: str = ""
    divergences: tuple[Divergence, ...] = ()

    @property
    def name(self) -> str:
        """Implementation and entry point."""
        return f"{self.implementation}.{self.entry_point}" if self.entry_point else self.implementation

    @property
    def number(self) -> float | None:
        """The score, if there is one; on the widest scale (0-100, mostly) of a metric that has a knob ``scale``."""
        outcome = rescaled(self.outcome, self.settings, on_widest(self.settings))
        return outcome.value if isinstance(outcome, Score) else None


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
        """Second minus first, as `Row.number`."""
        if self.first.number is None or self.second.number is None:
            return None
        return self.second.number - self.first.number

    @property
    def same(self) -> bool:
        """Equal but for the order of floating-point operations."""
        if self.first.number is None or self.second.number is None:
            return False
        return same_number(self.first.number, self.second.number)


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
    for a name, knob or value that does not exist, or a name given twice.
    """
    chosen, implied = find(metric_name)
    check_input(chosen, data)
    set_knobs = merged(implied, knobs)
    wanted = chosen.settings.from_mapping(set_knobs)
    if isinstance(implementations, str):
        raise UnknownNameError("implementations is a single name, not a list", hint="wrap it in a list")
    if len(set(implementations)) != len(implementations):
        raise UnknownNameError(f"an implementation is named twice: {', '.join(implementations)}", hint="name it once")
    asked: list[Asked] = []
    absent: list[tuple[str, str]] = []
    for name in implementations or package_names():
        one = implementation(name)
        if not isinstance(one, Profiled):
            continue
        refusal = one.unavailable() if isinstance(one, Package) else None
        profiles = one.profiles(chosen.name)
        if not profiles:
            if implementations:
                absent.append((name, f"no entry point for {chosen.name}"))
            continue
        if refusal is not None:
            absent.append((name, refusal.reason))
            continue
        for profile in profiles:
            if any(_key(one, profile) == _key(*other) for other in asked):
                raise UnknownNameError(f"{'.'.join(_key(one, profile))} is named twice", hint="name it once")
            asked.append((one, profile))
    rows = []
    for one, profile in asked:
        on_progress(f"{one.name}.{profile.entry_point}")
        rows.append(_default_row(one, profile, data, wanted, set(set_knobs)))
    if not implementations or "native" in implementations:
        on_progress("native")
        rows.insert(0, Row("native", "", wanted, native_outcome(data, wanted), True))
    compared = _with_gaps(data, rows, on_progress)
    return Table(chosen.name, tuple(compared), tuple(_common_tables(data, asked, rows, on_progress)), tuple(absent))


def _default_row(one: Profiled, profile: Profile, data: Data, wanted: Settings, set_knobs: set[str]) -> Row:
    """An entry point under its defaults, with those of the user's knobs that it can take."""
    settings = profile.taking({name: getattr(wanted, name) for name in set_knobs})
    ignored = sorted(
        name
        for name in set_knobs
        if name not in profile.irrelevant and getattr(settings, name) != getattr(wanted, name)
    )
    return dataclasses.replace(_row(one, profile, data, settings), ignored=tuple(ignored))


def _row(one: Profiled, profile: Profile, data: Data, settings: Settings) -> Row:
    outcome = one.ask(profile, data, settings)
    silent = isinstance(outcome, (Unsupported, Unavailable))
    modelled = silent or same_outcome(native_outcome(data, settings), outcome, max_ulps=profile.ulps)
    return Row(*_key(one, profile), settings, outcome, modelled)


def _with_gaps(data: Data, rows: list[Row], on_progress: Callable[[str], None]) -> list[Row]:
    baseline = next((row for row in rows if row.number is not None), None)
    if baseline is None:
        return rows
    return [
        row if row is baseline or row.number is None else _compared(data, baseline, row, on_progress) for row in rows
    ]


def _compared(data: Data, baseline: Row, row: Row, on_progress: Callable[[str], None]) -> Row:
    """The row with its gap to the baseline, and who carries it."""
    on_progress(f"{baseline.name} to {row.name}")
    start, end = on_widest(baseline.settings), on_widest(row.settings)
    gap = (row.number or 0.0) - (baseline.number or 0.0)
    if not all(isinstance(native_outcome(data, settings), Score) for settings in (start, end)):
        return dataclasses.replace(row, gap=gap, modelled=False)
    changes = ordered(start.differences(end))
    shares, _ = attribute(data, start, changes, lambda text: on_progress(f"{baseline.name} to {row.name}: {text}"))
    carried = [change for share in shares if share.value for change in share.changes]
    about = (known(each.implementation, each.entry_point, each.settings, carried) for each in (baseline, row))
    return dataclasses.replace(
        row,
        gap=gap,
        shares=shares,
        sentence=sentence(baseline.name, row.name, gap, shares),
        divergences=tuple({one.id: one for entries in about for one in entries}.values()),
        modelled=row.modelled and _adds_up(shares, gap, row.number or 0.0),
    )


def _adds_up(shares: Sequence[Share], gap: float, number: float) -> bool:
    """Do the shares make the gap, up to the knobs that only round?

    The gap is between numbers as returned, brought to the widest scale; the shares are computed on that scale.
    """
    return math.isclose(
        float(sum(share.value for share in shares)), gap, rel_tol=CLOSE, abs_tol=CLOSE * max(1, abs(number))
    )


def _that_matter(first: Settings, second: Settings) -> list[Difference]:
    return [difference for difference in first.differences(second) if difference.knob.matters]


def _common_tables(data: Data, asked: list[Asked], rows: list[Row], on_progress: Callable[[str], None]) -> list[Common]:
    """The first entry point that answered, paired with each other one that did."""
    numbered = {(row.implementation, row.entry_point): row for row in rows}
    answered = [(one, profile) for one, profile in asked if numbered[_key(one, profile)].number is not None]

    def row(one: Profiled, profile: Profile, settings: Settings) -> Row:
        known = numbered[_key(one, profile)]
        return known if known.settings == settings else _row(one, profile, data, settings)

    pairs = []
    for other, other_profile in answered[1:]:
        first, first_profile = answered[0]
        on_progress(f"{first.name}.{first_profile.entry_point} and {other.name}.{other_profile.entry_point}")
        own = numbered[_key(first, first_profile)].settings, numbered[_key(other, other_profile)].settings
        mine, theirs, conflicts, steps = _meeting(data, first_profile, other_profile, *own)
        pairs.append(Common(row(first, first_profile, mine), row(other, other_profile, theirs), conflicts, steps))
    return pairs


def _meeting(
    data: Data, first: Profile, second: Profile, mine: Settings, theirs: Settings
) -> tuple[Settings, Settings, tuple[Difference, ...], tuple[Step, ...]]:
    """The closest settings of a pair, the knobs still in conflict, and what each does here.

    A value that neither has by default is chosen only when the conflict it avoids has an effect.
    """
    meetings = []
    for compromise in (False, True):
        pair = closest(first, second, mine, theirs, compromise=compromise)
        conflicts = tuple(d for d in _that_matter(*pair) if d.knob.name not in _idle(first, second))
        meetings.append((*pair, conflicts, tuple(walk(data, on_widest(pair[0]), conflicts))))
    plain, compromised = meetings
    avoided = {d.knob.name for d in plain[2]} - {d.knob.name for d in compromised[2]}
    before = native_outcome(data, on_widest(plain[0]))
    for step in plain[3]:
        if not same_outcome(step.outcome, before) and any(change.knob.name in avoided for change in step.changes):
            return compromised
        before = step.outcome
    return plain


def _key(one: Profiled, profile: Profile) -> tuple[str, str]:
    return one.name.removesuffix(f".{profile.entry_point}"), profile.entry_point


def _idle(first: Profile, second: Profile) -> set[str]:
    return {*first.irrelevant, *second.irrelevant}


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
