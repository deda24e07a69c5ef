"""Complete, immutable settings, their signatures, and the differences between two settings.

A metric's `Settings` subclass declares each knob once, with its stage, allowed values, default and meaning. An instance
is a complete assignment of values, which is hashable and comparable. Its `signature` is text that `Settings.parse`
reads back::

    bleu|case:keep|strip:right|tokenizer:13a|...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, ClassVar, TypeVar

import msgspec

from samescore.base.errors import SettingsError, nearest
from samescore.settings.knobs import STAGE_ORDER, Knob, Stage

SameSettings = TypeVar("SameSettings", bound="Settings")
#: The type of the values in a mapping by knob name.
Given = TypeVar("Given")


class Difference(msgspec.Struct, frozen=True):
    """A knob in which two settings differ, with its value in the first (`left`) and in the second (`right`)."""

    knob: Knob
    left: object
    right: object

    def __str__(self) -> str:
        show = self.knob.domain.format
        return f"{self.knob.name}: {show(self.left)} -> {show(self.right)}"


def _percent_encode(text: str) -> str:
    """Percent-encode a knob's value for a signature, except ASCII letters, digits, spaces and some punctuation."""
    if text.replace("-", "").replace(".", "").isalnum() and text.isascii():
        return text
    from urllib.parse import quote

    return quote(text, safe=",.+-_~ ", errors="surrogatepass")


def format_value(value: object) -> str:
    """Return the repr of a value, truncated to 80 characters, for an error message."""
    try:
        text = repr(value)
    except ValueError:  # an integer with too many digits to print
        return f"a {type(value).__name__} too long to show"
    return text if len(text) <= 80 else f"{text[:79]}…"


class _Declared(msgspec.Struct, frozen=True):
    """The knobs of one settings class, indexed for fast lookup."""

    knobs: tuple[Knob, ...]
    by_name: dict[str, Knob]
    now: dict[str, str]  # from every accepted name, present or former, to the present name
    places: dict[str, int]  # in declaration order
    values: Callable[[Any], tuple[Any, ...]]  # returns the values of all knobs of given settings, in declaration order
    setters: tuple[Callable[[Any, object], None], ...]  # for each knob: sets its value, although settings are immutable
    defaults: tuple[object, ...]
    until: dict[Stage, tuple[bool, ...]]  # for each stage and knob: whether the knob acts at this stage or earlier
    texts: tuple[dict[object, str], ...]  # for each knob: from each value of a finite domain to its part of a signature


_DECLARED: dict[type[Settings], _Declared] = {}  # created on first use


def _declared(kind: type[Settings]) -> _Declared:
    """Return the indexed knobs of a settings class, with their defaults in canonical form; cached."""
    if kind in _DECLARED:
        return _DECLARED[kind]
    knobs = []
    for name, knob in kind.declared_knobs.items():
        knobs.append(msgspec.structs.replace(knob, name=name, default=knob.domain.check(knob.default)))
    names = [k.name for k in knobs]
    declared = _Declared(
        knobs=tuple(knobs),
        by_name={k.name: k for k in knobs},
        now={former: k.name for k in knobs for former in k.former} | {name: name for name in names},
        places={name: place for place, name in enumerate(names)},
        values=_values_of(names),
        setters=tuple(getattr(kind, name).__set__ for name in names),
        defaults=tuple(k.default for k in knobs),
        until={
            stage: tuple(k.stage in STAGE_ORDER[: place + 1] for k in knobs) for place, stage in enumerate(STAGE_ORDER)
        },
        texts=tuple({value: _part(k, value) for value in k.domain.values} for k in knobs),
    )
    _DECLARED[kind] = declared
    return declared


def _values_of(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Build a function that returns the named attributes of an object as a tuple.

    For a single name `attrgetter` would return the bare value.
    """
    if len(names) > 1:
        return attrgetter(*names)
    return lambda settings: tuple(getattr(settings, name) for name in names)


def _part(knob: Knob, value: object) -> str:
    """Return a knob and its value as written in a signature."""
    return f"{knob.name}:{_percent_encode(knob.domain.format(value))}"


class _SettingsType(type):
    """The metaclass of settings classes, which turns the knobs declared in a class body into slots of the instances."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _SettingsType:
        inherited: dict[str, Knob] = {}
        for base in reversed(bases):
            inherited |= getattr(base, "declared_knobs", {})
        own = {key: value for key, value in body.items() if isinstance(value, Knob)}
        rest = {key: value for key, value in body.items() if key not in own}
        slots = (*body.get("__slots__", ()), *(key for key in own if key not in inherited))
        return super().__new__(cls, name, bases, {**rest, "__slots__": slots, "declared_knobs": {**inherited, **own}})


class Settings(metaclass=_SettingsType):
    """A complete, immutable assignment of values to a metric's knobs. Subclasses declare the knobs.

    Knobs not passed to the constructor have their defaults. The constructor raises `SettingsError` if a knob is
    unknown, a value is not allowed, or knobs contradict each other.
    """

    __slots__ = ("_hash", "_kept")

    _hash: int
    _kept: tuple[Any, ...]  # the values of all knobs
    metric: ClassVar[str] = ""
    #: The knobs by name, as declared in the class bodies.
    declared_knobs: ClassVar[dict[str, Knob]]

    def __init__(self, **values: object) -> None:
        given = self.by_present_name(values)
        for name in given:
            self.knob(name)
        for knob in _declared(type(self)).knobs:
            value = self.checked(knob.name, given[knob.name]) if knob.name in given else knob.default
            object.__setattr__(self, knob.name, value)
        self.check_together()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"settings are immutable; use replace({name}=...)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"settings are immutable; cannot delete {name}")

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self is other or self._values() == other._values()

    def __hash__(self) -> int:
        """Return the hash of the values; computed once, because the caches look up results by settings."""
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash(self._values()))
            return self._hash

    def __repr__(self) -> str:
        values = zip(_declared(type(self)).by_name, self._values(), strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in values)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._of, (self._values(),)

    @classmethod
    def _changed(cls: type[SameSettings], current: Sequence[object], changes: Mapping[str, object]) -> SameSettings:
        """Build settings from canonical values with `changes`, and check only the changes and the combination.

        Raises `SettingsError` if a knob is unknown, or a value or the combination is not allowed.
        """
        declared = _declared(cls)
        if not declared.by_name.keys() >= changes.keys():
            changes = cls.by_present_name(changes)
            for name in changes:
                cls.knob(name)
        values = list(current)
        try:
            for name in sorted(changes, key=declared.places.__getitem__) if len(changes) > 1 else changes:
                values[declared.places[name]] = declared.by_name[name].domain.check(changes[name])
        except ValueError as problem:
            raise cls._refusal(name, changes[name], problem) from None
        settings = cls._of(values)
        settings.check_together()
        return settings

    @classmethod
    def _of(cls: type[SameSettings], values: Sequence[object]) -> SameSettings:
        """Build settings from canonical values in declaration order, without any checks."""
        settings = object.__new__(cls)
        for set_value, value in zip(_declared(cls).setters, values, strict=True):
            set_value(settings, value)
        object.__setattr__(settings, "_kept", tuple(values))
        return settings

    def _values(self) -> tuple[Any, ...]:
        """Return the value of each knob, in declaration order."""
        try:
            return self._kept
        except AttributeError:
            object.__setattr__(self, "_kept", _declared(type(self)).values(self))
            return self._kept

    def check_together(self) -> None:
        """Raise `SettingsError` if knobs contradict each other. Subclasses override this method, which does nothing."""

    @classmethod
    def knobs(cls) -> tuple[Knob, ...]:
        """Return every knob of the metric, in declaration order."""
        return _declared(cls).knobs

    @classmethod
    def knob(cls, name: str) -> Knob:
        """Return the knob whose present or former name is `name`.

        Raises `SettingsError`, with similar names or a list of the metric's knobs, if there is none.
        """
        declared = _declared(cls)
        if name not in declared.now:
            raise SettingsError(f"{cls.metric} has no knob {name!r}", hint=nearest(name, declared.by_name))
        return declared.by_name[declared.now[name]]

    @classmethod
    def has_knob(cls, name: str) -> bool:
        """Return whether `name` is the present or former name of a knob of the metric."""
        return name in _declared(cls).now

    @classmethod
    def by_present_name(cls, named: Mapping[str, Given]) -> dict[str, Given]:
        """Return a mapping with former names of knobs replaced by present ones; unknown names are kept.

        Raises `SettingsError` if the mapping names one knob twice.
        """
        now, present = _declared(cls).now, {}
        for name, given in named.items():
            current = now.get(name, name)
            if current in present:
                former = next(other for other in named if other != current and now.get(other) == current)
                raise SettingsError(
                    f"{cls.metric}: {former} is the former name of {current}, and both are set", hint="keep one of them"
                )
            present[current] = given
        return present

    @classmethod
    def checked(cls, name: str, value: object) -> object:
        """Return the canonical form of a knob's value, given as a typed value or as text.

        Raises `SettingsError` if the knob is unknown or the value is not allowed.
        """
        knob = cls.knob(name)
        try:
            return knob.domain.check(value)
        except ValueError as problem:
            raise cls._refusal(knob.name, value, problem) from None

    @classmethod
    def canonical(cls, values: Mapping[str, object]) -> dict[str, object]:
        """Return the values of several knobs in canonical form, by the knobs' present names.

        Raises `SettingsError` if a knob is unknown or named twice, or a value is not allowed.
        """
        return {name: cls.checked(name, value) for name, value in cls.by_present_name(values).items()}

    @classmethod
    def _refusal(cls, name: str, value: object, problem: ValueError) -> SettingsError:
        return SettingsError(f"{cls.metric}: {name}={format_value(value)} is not allowed", hint=str(problem))

    @classmethod
    def from_mapping(cls: type[SameSettings], values: Mapping[str, object]) -> SameSettings:
        """Build settings from `values`, with defaults for all other knobs.

        Raises `SettingsError` if a knob is unknown, or a value or the combination is not allowed.
        """
        return cls._changed(_declared(cls).defaults, values)

    @classmethod
    def parse(cls: type[SameSettings], signature: str) -> SameSettings:
        """Parse a `signature`; knobs that it omits have their defaults.

        Raises `SettingsError` if the signature is malformed, names a different metric or an unknown knob, or has a
        value or a combination that is not allowed.
        """
        metric, _, rest = signature.partition("|")
        if metric != cls.metric:
            raise SettingsError(
                f"the signature is for {metric!r}, not for {cls.metric!r}",
                hint=f"a signature for this metric begins with {cls.metric}|",
            )
        from urllib.parse import unquote

        values: dict[str, object] = {}
        for part in rest.split("|") if rest else []:
            name, colon, text = part.partition(":")
            if not colon:
                raise SettingsError(f"the signature part {part!r} has no ':'", hint="write knob:value|knob:value")
            if name in values:
                raise SettingsError(f"the signature names the knob {name!r} twice", hint="keep one of them")
            values[name] = cls.checked(name, unquote(text, errors="surrogatepass"))
        return cls.from_mapping(values)

    @property
    def signature(self) -> str:
        """The metric, and all knobs with their values, as text in declaration order."""
        return self._join(every=True)

    @property
    def short_signature(self) -> str:
        """The `signature` without the knobs that have their defaults."""
        return self._join(every=False)

    def _join(self, *, every: bool) -> str:
        declared = _declared(type(self))
        parts = [self.metric]
        for knob, value, texts in zip(declared.knobs, self._values(), declared.texts, strict=True):
            if every or value != knob.default:
                parts.append(texts[value] if texts else _part(knob, value))
        return "|".join(parts)

    def replace(self: SameSettings, **changes: object) -> SameSettings:
        """Return a copy with `changes`.

        Raises `SettingsError` if a knob is unknown, or a value or the combination is not allowed.
        """
        return self._changed(self._values(), changes)

    def up_to(self: SameSettings, stage: Stage) -> SameSettings:
        """Return a copy with the knobs of stages later than `stage` at their defaults.

        The copy holds all that an intermediate result of `stage` depends on.
        """
        made: SameSettings = _up_to(self, stage)
        return made

    def as_dict(self) -> dict[str, object]:
        """Return the values by knob name, JSON-compatible: tuples become lists."""
        values = zip(_declared(type(self)).by_name, self._values(), strict=True)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values}

    def differences(self, other: Settings) -> tuple[Difference, ...]:
        """Return the knobs in which `other` differs, with both values, in pipeline order.

        Raises `SettingsError` for settings of a different metric.
        """
        if type(self) is not type(other):
            raise SettingsError(
                f"settings of {self.metric} and {other.metric} cannot be compared",
                hint="compare settings of the same metric",
            )
        both = zip(self.knobs(), self._values(), other._values(), strict=True)
        differences = [Difference(knob, left, right) for knob, left, right in both if left != right]
        return tuple(sorted(differences, key=lambda difference: STAGE_ORDER.index(difference.knob.stage)))


@lru_cache(maxsize=1024)
def _up_to(settings: SameSettings, stage: Stage) -> SameSettings:
    """Implement `Settings.up_to` with a cache, because comparisons call it repeatedly with the same settings."""
    declared = _declared(type(settings))
    both = zip(declared.until[stage], settings._values(), declared.defaults, strict=True)
    return settings._of([value if kept else default for kept, value, default in both])
