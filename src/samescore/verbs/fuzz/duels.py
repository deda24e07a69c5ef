"""Make the pairs to compare: two implementations, or one and the native metric with the same settings."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from samescore.base.errors import SettingsError, UnknownNameError
from samescore.base.outcome import Outcome
from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.generators.target import needs_tokens
from samescore.implementations import Implementation, Modelled, Profiled
from samescore.implementations.sides import Side, native_settings
from samescore.metrics import find, merge_knobs, metric
from samescore.metrics.evaluator import native_outcome
from samescore.settings import Settings
from samescore.verbs.inputs.distinct import refuse_same_sides
from samescore.verbs.why.common_settings import closest

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


@dataclasses.dataclass(frozen=True, slots=True)
class FuzzedSide:
    """One entry point of an implementation; for the native metric, `implementation` and `profile` are None.

    `written` are the settings in parentheses after its name. `ignored` are knobs that are set for both sides, but that
    this side does not support.
    """

    name: str
    implementation: Profiled | None = None
    profile: Profile | None = None
    written: str = ""
    ignored: tuple[str, ...] = ()

    @property
    def entry_point(self) -> str:
        """The name of the entry point; empty for the native metric."""
        return self.profile.entry_point if self.profile else ""

    @property
    def full_name(self) -> str:
        """The implementation's name with its entry point and its own settings."""
        entry = f".{self.entry_point}" if self.profile else ""
        own = f"({self.written})" if self.written else ""
        return f"{self.name.removesuffix(entry)}{entry}{own}"

    @property
    def is_native(self) -> bool:
        """Whether the answers come from the native metric, also as a model of an implementation."""
        return self.implementation is None or isinstance(self.implementation, Modelled)

    @property
    def ulps(self) -> int:
        """The tolerance between its answers and its model's, in units in the last place; 0 for the native metric."""
        return max(self.profile.ulps, self.implementation.ulps) if self.profile and self.implementation else 0

    def ask(self, data: Data, settings: Settings) -> Outcome:
        """Return the outcome for an input, under settings that this side supports."""
        if self.implementation is None or self.profile is None:
            return native_outcome(data, settings)
        return self.implementation.ask(self.profile, data, settings)

    def takes(self, data: Data, settings: Settings) -> bool:
        """Return whether the side supports the input and the settings; the native metric always does."""
        if self.implementation is None or self.profile is None:
            return True
        return self.implementation.outside_region(self.profile, data, settings) is None

    @property
    def describes_itself(self) -> bool:
        """Whether the implementation declares its own region of settings, as users' functions and programs do."""
        return self.implementation is not None and self.implementation.describes_itself


@dataclasses.dataclass(frozen=True, slots=True)
class DuelCase:
    """An input, and the settings for each side."""

    data: Data
    first: Settings
    second: Settings


@dataclasses.dataclass(frozen=True, slots=True)
class Duel:
    """Two sides, and the strategy that draws their `cases`; without `second`, the first is compared with its model."""

    metric: str
    first: FuzzedSide
    second: FuzzedSide | None
    cases: SearchStrategy[DuelCase]

    @property
    def sides(self) -> tuple[FuzzedSide, FuzzedSide]:
        """Both sides; if there is no `second`, the second is the native model of the first."""
        return self.first, self.second or FuzzedSide(self._model)

    @property
    def _model(self) -> str:
        """The display name of the first side's model."""
        if self.first.implementation is None or self.first.implementation.describes_itself:
            return "native"
        return f"native:{self.first.full_name}"


def duels_with_model(
    asked: Side, implementation: Implementation, metric_name: str, knobs: Mapping[str, object]
) -> list[Duel]:
    """Return a duel of each entry point of an implementation with its model, under settings that it supports.

    Without a metric, entry points for all metrics are included. `knobs` and the side's own settings are fixed; an entry
    point that does not support them is skipped. Raises `UnknownNameError` if the implementation is itself a native
    model, and if no entry point is left; `SettingsError` for knobs that contradict the metric's name.
    """
    from hypothesis import strategies as st

    from samescore.generators.strategies import inputs, settings_in

    if not isinstance(implementation, Profiled) or isinstance(implementation, Modelled):
        raise UnknownNameError(
            f"{asked} is itself a native model", hint="pass a second implementation to compare it with"
        )
    chosen, implied = find(metric_name) if metric_name else (None, {})
    fixed = merge_knobs(chosen, implied, knobs) if chosen else dict(knobs)
    duels = []
    for of_metric, profiles in implementation.profiles_by_metric().items():
        for profile in profiles:
            set_knobs = _merge_knobs(asked, profile, fixed)
            if (chosen is not None and of_metric != chosen.name) or set_knobs is None:
                continue
            data = inputs(
                of_metric,
                max_references=profile.max_references,
                equal_references=profile.equal_references,
                tokens=needs_tokens(profile.settings(**set_knobs)),
            )
            settings = settings_in(profile, set_knobs)
            cases = st.builds(lambda data, settings: DuelCase(data, settings, settings), data, settings)
            duels.append(Duel(of_metric, FuzzedSide(asked.name, implementation, profile, asked.written), None, cases))
    if not duels:
        what = " ".join([f"for {metric_name}" if metric_name else "", f"with {', '.join(knobs)}" if knobs else ""])
        hint = "list its entry points with: samescore list implementations"
        raise UnknownNameError(f"{asked} has no entry point {what.strip()}".strip(), hint=hint)
    return duels


def _merge_knobs(asked: Side, profile: Profile, knobs: Mapping[str, object]) -> dict[str, object] | None:
    """Merge the knobs with the side's own settings, which win; None if the entry point does not support them."""
    try:
        together = {**knobs, **asked.own(metric(profile.metric).settings, profile, knobs)}
        profile.settings(**together)
    except SettingsError:
        return None
    return together


def duel_of(
    asked: tuple[Side, Side],
    implementations: tuple[Implementation, Implementation],
    metric_name: str,
    knobs: Mapping[str, object],
    *,
    nearest: bool = False,
) -> Duel:
    """Return the duel of two implementations, each with its defaults, the `knobs` that it supports, and its own settings.

    With `nearest`, both run under the closest settings that both support. Without a metric, they must have exactly one
    in common. Raises `UnknownNameError` if there is no entry point or no common metric, `SettingsError` for a knob, and if
    both sides are the same.
    """
    from hypothesis import strategies as st

    from samescore.generators.strategies import inputs

    chosen, implied = find(metric_name or _common_metric(asked, implementations))
    fixed = merge_knobs(chosen, implied, knobs)
    chosen.settings.from_mapping(fixed)
    common = chosen.settings.canonical(fixed)
    pairs = [_side(side, named, chosen.name, common) for side, named in zip(asked, implementations, strict=True)]
    keys = [(side.name, side.entry_point, settings) for side, settings in pairs]
    refuse_same_sides(pairs[0][0].full_name, *keys)
    sides, (first, second) = [side for side, _ in pairs], (settings for _, settings in pairs)
    profiles = [side.profile for side in sides if side.profile]
    if nearest and len(profiles) == 2:
        first, second = closest(profiles[0], profiles[1], first, second)
    most = [profile.max_references for profile in profiles if profile.max_references]
    data = inputs(
        chosen.name,
        max_references=min(most, default=0),
        equal_references=any(profile.equal_references for profile in profiles),
        tokens=needs_tokens(first) or needs_tokens(second),
    )
    cases = st.builds(lambda data: DuelCase(data, first, second), data)
    return Duel(chosen.name, sides[0], sides[1], cases)


def _side(
    asked: Side, named: Implementation, metric_name: str, common: Mapping[str, object]
) -> tuple[FuzzedSide, Settings]:
    """Return a side of a duel and its settings, with the `common` knobs that it supports.

    Raises `UnknownNameError` if the implementation has no entry point for the metric.
    """
    if not isinstance(named, Profiled):
        settings = native_settings(asked, metric(metric_name).settings, common)
        return FuzzedSide(asked.name, written=asked.written), settings
    profiles = named.profiles(metric_name)
    if not profiles:
        message = f"{asked.name} has no entry point for {metric_name}"
        raise UnknownNameError(message, hint="samescore list implementations")
    settled = asked.settled(profiles, common)[0][0]
    return FuzzedSide(asked.name, named, settled.profile, asked.written, tuple(settled.ignored)), settled.settings


def _common_metric(asked: Sequence[Side], implementations: Sequence[Implementation]) -> str:
    """Return the only metric that all implementations have in common.

    Native metrics have every metric. Raises `UnknownNameError` if there are none, or several.
    """
    known = [set(named.profiles_by_metric()) for named in implementations if isinstance(named, Profiled)]
    common = sorted(set.intersection(*known)) if known else []
    if len(common) != 1:
        both = " and ".join(map(str, asked))
        what = f"have {', '.join(common)} in common" if common else "have no metric in common"
        raise UnknownNameError(f"{both} {what}", hint="choose a metric with -m")
    return common[0]
