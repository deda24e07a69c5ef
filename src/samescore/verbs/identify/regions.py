"""Represent the regions of known implementations: the settings in them, and changes from one to another."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from samescore.base.errors import SettingsError
from samescore.base.outcome import STORED_ULPS
from samescore.catalogue.mistakes import catalogue
from samescore.catalogue.profile_files import profile_files
from samescore.implementations.base import missing_requirement
from samescore.metrics import metric as find_metric
from samescore.records import NamedMistake
from samescore.settings import Knob, Settings
from samescore.verbs.identify.changes import Change, usual_values

if TYPE_CHECKING:
    from samescore.catalogue.profile import Profile

#: Knobs that the caller controls if an implementation accepts tokens.
CALLERS_KNOBS = ("case", "strip", "tokenizer")


@dataclasses.dataclass(frozen=True)
class Region:
    """The settings that one entry point of a known implementation supports, for one range of versions.

    `newest` means that it is the newest range. `callers` are the knobs that the caller of the implementation under test
    controls, with their values; they are the same in all settings of the region.
    """

    implementation: str
    profile: Profile
    newest: bool
    callers: Mapping[str, object]

    @property
    def name(self) -> str:
        return f"{self.implementation}.{self.profile.entry_point}"

    @property
    def ulps(self) -> int:
        return max(STORED_ULPS, self.profile.ulps)

    @cached_property
    def default(self) -> Settings:
        return self._with_callers(self.profile.settings())

    def nearest(self, settings: Settings) -> Settings:
        """Return the settings in the region whose free knobs are as in `settings` where possible."""
        return self._with_callers(self.profile.nearest(settings))

    def _with_callers(self, settings: Settings) -> Settings:
        return settings.replace(**self.callers) if self.callers else settings

    @cached_property
    def free(self) -> list[Knob]:
        """The free knobs, except those that only round and those that the caller controls."""
        knobs = (knob for knob in self.default.knobs() if knob.name in self.profile.free)
        return [knob for knob in knobs if not knob.rounding and knob.name not in self.callers]

    def arguments(self, settings: Settings) -> dict[str, str]:
        """Return the free knobs that are not at their defaults, with values as text."""
        return {
            knob.name: knob.domain.format(getattr(settings, knob.name))
            for knob in self.free
            if getattr(settings, knob.name) != getattr(self.default, knob.name)
        }

    def changed(self, settings: Settings, changes: Mapping[str, object]) -> Settings | None:
        """Return the settings with some free knobs changed, and dependent knobs adjusted; None if they conflict."""
        try:
            return self.profile.changed(settings, changes)
        except SettingsError:
            return None

    def changes(self, settings: Settings) -> Iterator[Change]:
        """Yield every free knob with each of its other usual values."""
        for knob in self.free:
            current = getattr(settings, knob.name)
            yield from ((knob.name, value) for value in self._values(knob, settings) if value != current)

    def _values(self, knob: Knob, settings: Settings) -> Iterator[object]:
        options = self.profile.options(knob.name)
        if options is None:
            yield from usual_values(knob, settings)
        else:
            yield from (option for option in options if not (knob.needs_package(option) or knob.needs_tokens(option)))

    @property
    def starts(self) -> list[Settings]:
        """The default settings of the entry point and of its aliases."""
        aliases = (self.profile.narrowed(alias).settings() for alias in self.profile.aliases)
        return list(dict.fromkeys((self.default, *map(self._with_callers, aliases))))

    @cached_property
    def shape(self) -> object:
        """A key that is equal for regions with the same settings and tolerance."""
        options = {knob.name: str(self.profile.options(knob.name)) for knob in self.free}
        ties = {name: (tie.follows, str(tie.values)) for name, tie in self.profile.tied.items()}
        return self.default, str(options), str(ties), self.ulps


def wrong_knobs(settings: Settings, known: Sequence[Region]) -> list[NamedMistake]:
    """Return the catalogued mistakes whose knob values these settings have.

    Mistakes are skipped if a region in `known` has one of the values, and if all values are the metric's defaults.
    """
    default = type(settings)().as_dict()
    found = []
    for name, mistake in catalogue().items():
        values = {knob: getattr(settings, knob, None) for knob in mistake.set}
        if mistake.set and values == mistake.set and any(default[knob] != value for knob, value in values.items()):
            nearest = (region.nearest(settings) for region in known)
            if not any(getattr(near, knob) == value for near in nearest for knob, value in values.items()):
                found.append(NamedMistake(name, mistake.meaning))
    return found


def regions(metric_name: str, callers: Mapping[str, object]) -> list[Region]:
    """Return the regions of the known entry points for a metric, except those whose requirements are not installed.

    Regions are in the order of the profile files; `callers` are as for `Region`.
    """
    kind = find_metric(metric_name).settings
    callers = kind.by_present_name({name: value for name, value in callers.items() if kind.has_knob(name)})
    return [
        Region(file.implementation, profile, profile in file.current(None), callers)
        for file in profile_files().values()
        for profile in file.profile
        if profile.metric == metric_name and not missing_requirement(profile.settings())
    ]
