"""Profiles: the region of setting space that an implementation's entry point occupies.

A profile gives every knob of its metric one of four roles. *Fixed* knobs have the one value that the
implementation's code has. *Free* knobs are its parameters (or, for a peer that takes tokens, what its
caller does first). *Tied* knobs follow a free one. *Irrelevant* knobs cannot change any of its scores.
Each profile holds for a range of released versions and never beyond it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

import msgspec

from samescore.catalogue.paths import data_folder
from samescore.errors import DataError, SettingsError
from samescore.metrics import metric as find_metric
from samescore.settings import Difference, Knob, Settings


class Tied(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A knob whose value follows another's: ``values[value of follows]``."""

    follows: str
    values: dict[str, Any]


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry point of an implementation, for a range of versions."""

    entry_point: str
    metric: str
    call: str
    versions: str
    unit: Literal["text", "tokens", "labels"] = "text"
    max_references: int = 0  # 0: any number
    equal_references: bool = False  # every segment must have as many references as the first
    ulps: int = 0  # how far the native model may be off, in units in the last place; with a reason
    ulps_why: str = ""
    fixed: dict[str, Any] = {}
    free: dict[str, Any] = {}
    defaults: dict[str, Any] = {}
    tied: dict[str, Tied] = {}
    irrelevant: dict[str, str] = {}
    aliases: dict[str, dict[str, Any]] = {}
    why: dict[str, str] = {}
    narrows: str = ""  # the entry point that this alias of it calls

    @property
    def called(self) -> str:
        """The entry point that an adapter is to call."""
        return self.narrows or self.entry_point

    def narrowed(self, alias: str) -> Profile:
        """The profile under one of its aliases: some free knobs fixed."""
        values = self.aliases[alias]
        return msgspec.structs.replace(
            self,
            entry_point=alias,
            narrows=self.entry_point,
            aliases={},
            fixed={**self.fixed, **values},
            free={name: options for name, options in self.free.items() if name not in values},
            defaults={name: value for name, value in self.defaults.items() if name not in values},
        )

    def settings(self, **chosen: object) -> Settings:
        """Complete settings inside the region: the entry point's defaults with `chosen` free knobs.

        Raises `SettingsError`, naming what is allowed, when `chosen` leaves the region.
        """
        kind = find_metric(self.metric).settings
        values: dict[str, object] = {**self.fixed, **self.defaults}
        for name, value in chosen.items():
            declared = kind.knob(name)
            canonical = kind.checked(name, value)
            if not self.allows(declared, canonical):
                raise SettingsError(
                    f"{self.entry_point} cannot be used with {name}={declared.domain.format(canonical)}",
                    hint=f"{name} {self.allowed(declared)}",
                )
            values[name] = canonical
        settings = kind.from_mapping(values)
        for name, tie in self.tied.items():
            followed = kind.knob(tie.follows).domain.format(getattr(settings, tie.follows))
            wanted = kind.knob(name).domain.check(tie.values[followed])
            if name in chosen and values[name] != wanted:
                raise SettingsError(
                    f"{self.entry_point} cannot be used with {name}={chosen[name]} and {tie.follows}={followed}",
                    hint=f"{name} is {wanted} when {tie.follows} is {followed}",
                )
            values[name] = wanted
        return kind.from_mapping(values)

    def allows(self, declared: Knob, value: object) -> bool:
        """May the knob have this (canonical) value here, whatever the other knobs are?"""
        name = declared.name
        if name in self.fixed:
            return bool(declared.domain.check(self.fixed[name]) == value)
        if name in self.tied:
            return value in [declared.domain.check(option) for option in self.tied[name].values.values()]
        if name in self.irrelevant:
            return True
        options = self.free[name]
        return options == "any" or value in [declared.domain.check(option) for option in options]

    def allowed(self, declared: Knob) -> str:
        """What the knob may be here, in words."""
        name = declared.name
        if name in self.fixed:
            return f"is always {declared.domain.format(declared.domain.check(self.fixed[name]))} here"
        if name in self.tied:
            return f"follows {self.tied[name].follows} here"
        options = self.free.get(name, "any")
        return f"is one of: {declared.domain.describe() if options == 'any' else ', '.join(map(str, options))}"

    def taking(self, values: Mapping[str, object]) -> Settings:
        """Settings of the region that take over every free knob of `values` they can.

        A value that would contradict the fixed knobs, or those taken over before it, stays at its default.
        """
        taken: dict[str, object] = {}
        found = self.settings()
        for declared in found.knobs():
            name = declared.name
            if name in values and name in self.free and self.allows(declared, values[name]):
                try:
                    found = self.settings(**taken, **{name: values[name]})
                except SettingsError:
                    continue
                taken[name] = values[name]
        return found

    def nearest(self, wanted: Settings) -> Settings:
        """Settings of the region that take over every free knob of `wanted` they can."""
        return self.taking({declared.name: getattr(wanted, declared.name) for declared in wanted.knobs()})

    def departures(self, wanted: Settings) -> tuple[Difference, ...]:
        """What keeps the region away from `wanted`: knobs that matter, from wanted to nearest.

        Rounding knobs and the scale are left out: they do not change what is computed.
        """
        found = wanted.differences(self.nearest(wanted))
        return tuple(d for d in found if d.knob.name not in self.irrelevant and d.knob.matters)

    def check(self) -> None:
        """Raise `DataError` unless every knob has exactly one role and every value is allowed."""
        kind = find_metric(self.metric).settings
        roles = [*self.fixed, *self.free, *self.tied, *self.irrelevant]
        names = [declared.name for declared in kind.knobs()]
        if sorted(roles) != sorted(names):
            missing, extra = (
                set(names) - set(roles),
                [name for name in roles if roles.count(name) > 1 or name not in names],
            )
            raise DataError(f"{self.entry_point}: knobs without a role {sorted(missing)}, wrong or double {extra}")
        if bool(self.ulps) != bool(self.ulps_why):
            raise DataError(f"{self.entry_point}: ulps and ulps_why go together")
        if not set(self.defaults) <= set(self.free):
            raise DataError(f"{self.entry_point}: defaults are for free knobs only")
        try:
            self.settings()
            for values in self.aliases.values():
                self.settings(**values)
        except (SettingsError, ValueError) as problem:
            raise DataError(f"{self.entry_point}: {problem}") from None


class PrintedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of what an implementation's program prints: a score in a printf format."""

    entry_point: str
    text: str
    times: float = 1  # what the program multiplies the score by first

    def check(self) -> None:
        """Raise `DataError` unless the format takes one number."""
        try:
            self.text % 0.0
        except (TypeError, ValueError) as problem:
            raise DataError(f"printed: {self.text!r}: {problem}") from None


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an implementation's program prints for one file, and how it reads that file.

    The program also computes the entry points `also`, without printing them: where they raise, so does it.
    """

    reader: Literal["stripped-tsv"]
    line: list[PrintedLine]
    also: list[str] = []


class ProfileFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One implementation's profiles: a file in conformance/profiles/."""

    implementation: str
    title: str
    profile: list[Profile]
    order: int = 1000  # its place in reports; those that state none come last, by name
    distribution: str = ""  # the package's name on PyPI; empty for an implementation without a package
    printed: Printed | None = None

    def for_metric(self, metric: str, version: str | None) -> list[Profile]:
        """The entry points that score `metric`, as of `version` (None: the newest known); the default first."""
        return [p for p in self.current(version) if p.metric == metric]

    def current(self, version: str | None) -> list[Profile]:
        """One profile for each entry point: the one whose range holds `version`, or the first listed."""
        if version is None:
            newest: dict[str, Profile] = {}
            for profile in self.profile:
                newest.setdefault(profile.entry_point, profile)
            return list(newest.values())
        from packaging.specifiers import SpecifierSet

        return [p for p in self.profile if SpecifierSet(p.versions).contains(version, prereleases=True)]

    def reach(self) -> tuple[str, str]:
        """The oldest and the newest version that a profile's range names."""
        from packaging.specifiers import SpecifierSet
        from packaging.version import Version

        named = {part.version for profile in self.profile for part in SpecifierSet(profile.versions)}
        return min(named, key=Version), max(named, key=Version)

    def entry_point(self, name: str, version: str | None) -> Profile | None:
        """The profile that an entry point's name, or an alias of it, stands for."""
        for profile in self.current(version):
            if profile.entry_point == name:
                return profile
            if name in profile.aliases:
                return profile.narrowed(name)
        return None

    def check_printed(self) -> None:
        """Raise `DataError` unless ``printed`` names entry points that exist, in formats that take one number."""
        if self.printed is None:
            return
        for name in [*(line.entry_point for line in self.printed.line), *self.printed.also]:
            if self.entry_point(name, None) is None:
                raise DataError(f"printed: there is no entry point {name!r}")
        for line in self.printed.line:
            line.check()


_ROLES = ("fixed", "free", "tied", "irrelevant")


def _with_bases(raw: dict[str, Any]) -> dict[str, Any]:
    """Resolve ``base``: a profile that names an earlier entry point takes over whatever it does not restate.

    Of a base of another metric it takes over the knobs that its own metric has too.
    """
    resolved: list[dict[str, Any]] = []
    for own in raw.get("profile", []):
        name = own.pop("base", None)
        if name is not None:
            base = next((p for p in resolved if p["entry_point"] == name), None)
            if base is None:
                raise DataError(f"{own.get('entry_point')}: base {name!r} is not an earlier entry point")
            restated = {knob for role in _ROLES for knob in own.get(role, {})}
            not_free = restated - set(own.get("free", {}))
            merged = {**base, **{key: value for key, value in own.items() if not isinstance(value, dict)}}
            for table in (*_ROLES, "defaults", "why", "aliases"):
                if table == "aliases" and table in own:  # stated again, they are all that there are
                    merged[table] = own[table]
                    continue
                inherited = base.get(table, {})
                if merged["metric"] != base["metric"] and table in _ROLES:
                    known = {declared.name for declared in find_metric(merged["metric"]).settings.knobs()}
                    inherited = {k: v for k, v in inherited.items() if k in known}
                dropped = restated if table in _ROLES else not_free if table == "defaults" else set()
                kept = {k: v for k, v in inherited.items() if k not in dropped}
                merged[table] = {**kept, **own.get(table, {})}
            own = merged
        resolved.append(own)
    return {**raw, "profile": resolved}


@lru_cache(maxsize=1)
def profile_files() -> dict[str, ProfileFile]:
    """Every implementation's profiles, by implementation name; checked."""
    files = {}
    for path in sorted((data_folder("conformance") / "profiles").glob("*.toml")):
        try:
            loaded = msgspec.convert(_with_bases(msgspec.toml.decode(path.read_bytes())), ProfileFile)
            for profile in loaded.profile:
                profile.check()
            loaded.check_printed()
        except (msgspec.MsgspecError, DataError) as problem:
            raise DataError(f"{path.name}: {problem}") from None
        files[loaded.implementation] = loaded
    return files
