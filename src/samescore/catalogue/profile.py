"""Profiles: the settings that an implementation's entry point supports, called its region.

A profile gives every knob of its metric one of four roles. *Fixed* knobs have the single value used in the
implementation's code. *Free* knobs are parameters of the entry point or, for a package that takes tokens, choices of its
caller. *Tied* knobs depend on a free one. *Irrelevant* knobs cannot change any score of the entry point. Each profile
applies to a range of released versions.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import Any, Literal

import msgspec

from samescore.base.errors import DataError, SettingsError
from samescore.catalogue.arguments import Argument
from samescore.metrics import metric as find_metric
from samescore.settings import Choice, Difference, Knob, Settings


@lru_cache(maxsize=4096)
def is_within(versions: str, version: str) -> bool:
    """Return whether `version` is in a range such as ``>=3.5,<3.9``, including prereleases; False if it is invalid."""
    from packaging.specifiers import SpecifierSet
    from packaging.version import InvalidVersion

    try:
        return SpecifierSet(versions).contains(version, prereleases=True)
    except InvalidVersion:
        return False


def _text(knob: Knob, settings: Settings) -> str:
    """Return the text form of a knob's value in `settings`."""
    return knob.domain.format(getattr(settings, knob.name))


class Tied(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A knob whose value depends on the knob `follows`: `values` has its value for each value of that knob."""

    follows: str
    values: dict[str, Any]


class _Region(msgspec.Struct, frozen=True):
    """The knobs of a profile by role, with values in canonical form."""

    kind: type[Settings]
    start: dict[str, object]  # the fixed knobs and the defaults of the free ones
    fixed: dict[str, object]
    options: dict[str, list[object]]  # the values of tied knobs, and of free ones restricted to a list
    free: list[str]  # in declaration order
    tied: dict[str, tuple[Knob, dict[str, object]]]  # the knob followed, and the values by that knob's value as text


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """One entry point of an implementation, for a range of versions; see the module docstring for the roles of knobs."""

    entry_point: str
    metric: str
    call: str  # the call as users write it
    versions: str  # a version specifier such as ``>=3.5,<3.9``
    unit: Literal["text", "tokens", "labels"] = "text"  # what the entry point takes
    max_references: int = 0  # maximum number of references; 0: any number
    equal_references: bool = False  # every segment must have as many references as the first
    outside_texts: str = ""  # pattern of texts for which the entry point is not modelled; empty: none
    outside_if: Literal["any", "all"] = "any"  # how many texts have to match `outside_texts`
    outside_why: str = ""  # what `outside_texts` finds, in the plural
    number_types: tuple[str, ...] = ()  # number types scored like doubles, besides float64 and int64
    missing_scores: Literal["any", "human"] = "any"  # which scores may be missing; human: only human ratings
    nan_is_missing: bool = True  # if false, only None is a missing score, and nan is a number
    statistics: tuple[str, ...] = ()  # statistics by which systems can be compared; empty: any
    ulps: int = 0  # maximum error of the native model, in units in the last place; needs a reason
    ulps_why: str = ""
    unmodelled_stages: tuple[str, ...] = ()  # stages of a trace that differ from the program's own
    fixed: dict[str, Any] = {}
    free: dict[str, Any] = {}
    defaults: dict[str, Any] = {}
    practice: dict[str, list[Any]] = {}  # values of free knobs that users choose, in every combination
    program_defaults: dict[str, Any] = {}  # defaults of the program that differ from `defaults`
    tied: dict[str, Tied] = {}
    irrelevant: dict[str, str] = {}  # the knobs, each with the reason
    arguments: dict[str, Argument] = {}  # the package's arguments, and the knobs that they set
    aliases: dict[str, dict[str, Any]] = {}  # entry points that call this one with some free knobs fixed
    why: dict[str, str] = {}  # by knob: the reason for its value
    narrows: str = ""  # for an alias, the entry point that it calls

    @property
    def called(self) -> str:
        """The entry point that the adapter calls: for an alias, the entry point behind it."""
        return self.narrows or self.entry_point

    def covers(self, version: str) -> bool:
        """Return whether `versions` includes this version."""
        return is_within(self.versions, version)

    def narrowed(self, alias: str) -> Profile:
        """Return the profile of one of `aliases`, in which the free knobs that the alias sets are fixed."""
        return self._narrowed[alias]

    @cached_property
    def _narrowed(self) -> dict[str, Profile]:
        """The profiles of all aliases by name."""
        return {
            alias: msgspec.structs.replace(
                self,
                entry_point=alias,
                narrows=self.entry_point,
                aliases={},
                fixed={**self.fixed, **values},
                free={name: options for name, options in self.free.items() if name not in values},
                defaults={name: value for name, value in self.defaults.items() if name not in values},
                practice={name: chosen for name, chosen in self.practice.items() if name not in values},
            )
            for alias, values in self.aliases.items()
        }

    @cached_property
    def _region(self) -> _Region:
        """The knobs by role, with values in canonical form.

        Raises `SettingsError` for an unknown knob or a disallowed value.
        """
        kind = find_metric(self.metric).settings

        ties = {
            name: (kind.knob(tie.follows), {text: kind.checked(name, value) for text, value in tie.values.items()})
            for name, tie in self.tied.items()
        }
        listed = {name: options for name, options in self.free.items() if options != "any"}
        options = {name: [kind.checked(name, option) for option in options] for name, options in listed.items()}
        return _Region(
            kind=kind,
            start=kind.canonical({**self.fixed, **self.defaults}),
            fixed=kind.canonical(self.fixed),
            options=options | {name: list(values.values()) for name, (_, values) in ties.items()},
            free=[declared.name for declared in kind.knobs() if declared.name in self.free],
            tied=ties,
        )

    @cached_property
    def _defaults(self) -> tuple[Settings, Settings]:
        """The default settings before and after the tied knobs are set."""
        untied = self._region.kind.from_mapping(self._region.start)
        return untied, self._follow(untied)

    def _follow(self, untied: Settings) -> Settings:
        """Return `untied` with every tied knob set from the knob that it depends on."""
        ties = self._region.tied.items()
        values = {name: by_text[_text(followed, untied)] for name, (followed, by_text) in ties}
        return untied.replace(**values) if values else untied

    def settings(self, **chosen: object) -> Settings:
        """Return complete settings inside the region: the entry point's defaults, with `chosen` knobs changed.

        Raises `SettingsError`, which names the allowed values, if the region does not allow `chosen`.
        """
        return self._chosen(chosen)[1] if chosen else self._defaults[1]

    def _chosen(self, chosen: Mapping[str, object]) -> tuple[Settings, Settings]:
        """Return the settings with `chosen` knobs, before and after the tied knobs are set.

        Raises the errors of `settings`.
        """
        kind = self._region.kind
        values: dict[str, object] = {}
        chosen = kind.by_present_name(chosen)
        for name, value in chosen.items():
            declared = kind.knob(name)
            canonical = kind.checked(name, value)
            if not self.allows(declared, canonical):
                raise SettingsError(
                    f"{self.entry_point} cannot be used with {name}={declared.domain.format(canonical)}",
                    hint=f"{name} {self.allowed(declared)}",
                )
            values[name] = canonical
        untied = kind.from_mapping({**self._region.start, **values})
        for name, (followed, by_text) in self._region.tied.items():
            text = _text(followed, untied)
            if name in chosen and values[name] != by_text[text]:
                raise SettingsError(
                    f"{self.entry_point} cannot be used with {name}={chosen[name]} and {followed.name}={text}",
                    hint=f"{name} is {by_text[text]} when {followed.name} is {text}",
                )
        return untied, self._follow(untied)

    def changed(self, settings: Settings, changes: Mapping[str, object]) -> Settings:
        """Return `settings` with the canonical values of free knobs in `changes`, and with the tied knobs adjusted.

        Raises `SettingsError` if values contradict each other. The caller must check that the region allows them.
        """
        values = dict(changes)
        for name, (followed, by_text) in self._region.tied.items():
            if followed.name in changes:
                values[name] = by_text[followed.domain.format(changes[followed.name])]
        return settings.replace(**values)

    @cached_property
    def idle(self) -> frozenset[str]:
        """The knobs without effect: irrelevant ones, and those that need a fixed knob to have a different value."""
        kind = find_metric(self.metric).settings
        needs = {declared.name: declared.only for declared in kind.knobs() if declared.only is not None}
        unmet = {name for name, (other, value) in needs.items() if self.fixed.get(other, value) != value}
        return frozenset({*self.irrelevant, *unmet})

    def options(self, name: str) -> list[object] | None:
        """Return the values that a free or tied knob is restricted to; None if unrestricted."""
        return self._region.options.get(name)

    def allows(self, declared: Knob, value: object) -> bool:
        """Return whether the region allows this canonical value of the knob, without regard to the other knobs."""
        name, region = declared.name, self._region
        if name in region.fixed:
            return bool(region.fixed[name] == value)
        if name in region.options:
            return value in region.options[name]
        return name in self.idle or self.free[name] == "any"

    def allowed(self, declared: Knob) -> str:
        """Return a predicate that describes the values that the region allows for the knob, such as "is one of: 1, 2"."""
        name = declared.name
        if name in self.fixed:
            return f"is always {declared.domain.format(self._region.fixed[name])} here"
        if name in self.tied:
            return f"follows {self.tied[name].follows} here"
        options = self.free.get(name, "any")
        return f"is one of: {declared.domain.describe() if options == 'any' else ', '.join(map(str, options))}"

    def taking(self, values: Mapping[str, object], chosen: Mapping[str, object] | None = None) -> Settings:
        """Return settings in the region that take the values of free knobs from `values` (canonical) where possible.

        Knobs are set in declaration order. A knob whose value is not allowed, or contradicts a knob that is fixed or was
        set before, keeps its default. Free knobs in `chosen` always have those values. A tied knob in `chosen` has to
        suit the other chosen knobs, and changes if `values` sets the knob that it follows. Raises `SettingsError` if the
        region does not allow `chosen`.
        """
        untied, taken = self._chosen(chosen) if chosen else self._defaults
        for name in self._region.free:
            if name not in values or values[name] == getattr(untied, name) or (chosen and name in chosen):
                continue
            if not self.allows(untied.knob(name), values[name]):
                continue
            try:
                changed = untied.replace(**{name: values[name]})
                untied, taken = changed, self._follow(changed)
            except SettingsError:
                continue
        return taken

    def practices(self) -> Iterator[tuple[dict[str, object], Settings]]:
        """Yield every combination of the values in `practice`: the knobs that it sets, and the complete settings.

        Combinations of values that contradict each other are skipped.
        """
        values = {
            name: [self._region.kind.checked(name, value) for value in self.practice[name]] for name in self.practice
        }
        for combination in itertools.product(*values.values()):
            chosen = dict(zip(values, combination, strict=True))
            with suppress(SettingsError):
                yield chosen, self.settings(**chosen)

    def for_tokens(self) -> dict[str, object]:
        """Return the free knobs with a value that requires tokens, each mapped to the last such value; may be empty."""
        knobs = [self._region.kind.knob(name) for name in self._region.free]
        return {
            knob.name: value
            for knob in knobs
            if isinstance(knob.domain, Choice)
            for value in knob.domain.values
            if knob.needs_tokens(value) and self.allows(knob, value)
        }

    def nearest(self, wanted: Settings) -> Settings:
        """Return the settings in the region that take the values of free knobs from `wanted` where possible; see `taking`."""
        return self.taking({name: getattr(wanted, name) for name in self._region.free})

    def departures(self, wanted: Settings, nearest: Settings | None = None) -> tuple[Difference, ...]:
        """Return the differences from `wanted` to the nearest settings in the region that can change a score.

        Idle knobs are omitted, and also the knobs that do not change the computation (rounding and scale). A caller
        that already has the `nearest` settings can pass them.
        """
        differences = wanted.differences(nearest or self.nearest(wanted))
        return tuple(d for d in differences if d.knob.name not in self.idle and d.knob.matters)

    def check(self) -> None:
        """Raise `DataError` unless the profile is consistent.

        Every knob needs exactly one role (idle knobs need none), every value must be allowed, only free knobs can have
        defaults or values in `practice`, and `ulps` and `ulps_why` must be given together.
        """
        kind = find_metric(self.metric).settings
        roles = [*self.fixed, *self.free, *self.tied, *self.irrelevant]
        names = [declared.name for declared in kind.knobs()]
        if sorted(roles) != sorted({*names} - (self.idle - {*roles})):
            missing, extra = (
                set(names) - set(roles) - self.idle,
                [name for name in roles if roles.count(name) > 1 or name not in names],
            )
            raise DataError(
                f"{self.entry_point}: knobs without a role: {sorted(missing)}; unknown or with two roles: {extra}"
            )
        if bool(self.ulps) != bool(self.ulps_why):
            raise DataError(f"{self.entry_point}: ulps needs ulps_why, and ulps_why needs ulps")
        if not {*self.defaults, *self.practice} <= set(self.free):
            raise DataError(f"{self.entry_point}: only free knobs can have values in defaults or practice")
        try:
            self.settings(**self.defaults)
            for values in self.aliases.values():
                self.settings(**values)
            for name, argument in self.arguments.items():
                argument.check(name, kind)
            for name, options in self.practice.items():
                for option in options:
                    self.settings(**{name: option})
        except (SettingsError, ValueError) as problem:
            raise DataError(f"{self.entry_point}: {problem}") from None
