"""Knobs, stages, and complete frozen settings.

A *knob* is one named choice in how a metric is computed. It lives on exactly one *stage*. A metric's
`Settings` subclass declares each knob once, with its stage, allowed values, default and meaning, and
an instance is a complete assignment: hashable, comparable, and printable as a `signature` that
`Settings.parse` reads back::

    bleu|case:keep|strip:right|tokenizer:13a|...

A knob marked ``rounding`` selects between orders of floating-point operations that are equal in exact
arithmetic: it moves the last bits of a score and nothing else.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import quote, unquote

from samescore.errors import SettingsError
from samescore.settings.domains import Choice, ClassNames, Domain, Flag, Integer, Real, Text, Weights

__all__ = [
    "STAGE_ORDER",
    "Choice",
    "ClassNames",
    "Difference",
    "Domain",
    "Flag",
    "Integer",
    "Knob",
    "Real",
    "Settings",
    "Stage",
    "Text",
    "Weights",
    "knob",
]


class Stage(enum.Enum):
    """Where in the pipeline a knob acts; in the order data flows."""

    TEXT = "text"
    TOKENS = "tokens"
    STATISTICS = "statistics"
    AGGREGATION = "aggregation"
    SMOOTHING = "smoothing"
    COMBINATION = "combination"
    PRESENTATION = "presentation"


STAGE_ORDER: tuple[Stage, ...] = tuple(Stage)


@dataclasses.dataclass(frozen=True, slots=True)
class Knob:
    """One named choice: see the module docstring."""

    name: str
    stage: Stage
    domain: Domain
    default: object
    meaning: str
    rounding: bool = False

    @property
    def matters(self) -> bool:
        """Does it change what is computed, beyond the last bits and the scale?"""
        return not self.rounding and self.name != "scale"


@dataclasses.dataclass(frozen=True, slots=True)
class Difference:
    """One knob in which two settings differ."""

    knob: Knob
    mine: object
    theirs: object

    def __str__(self) -> str:
        show = self.knob.domain.format
        return f"{self.knob.name}: {show(self.mine)} -> {show(self.theirs)}"


def _quoted(text: str) -> str:
    """A knob's value inside a signature: what could be taken for its syntax is percent-encoded."""
    return quote(text, safe=",.+-_~ ", errors="surrogatepass")


def shown(value: object) -> str:
    """A value for an error message, cut short."""
    try:
        text = repr(value)
    except ValueError:  # an integer of too many digits
        return f"a {type(value).__name__} too long to show"
    return text if len(text) <= 80 else f"{text[:79]}…"


_KNOBS: dict[type[Settings], tuple[Knob, ...]] = {}  # by settings class, made on first use


def knob(stage: Stage, domain: Domain, default: object, meaning: str, *, rounding: bool = False) -> Any:
    """Declare a knob as a dataclass field of a `Settings` subclass."""
    declared = Knob("", stage, domain, default, meaning, rounding)
    return dataclasses.field(default=default, metadata={"knob": declared})


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """A complete assignment of one metric's knobs. Subclasses declare the knobs.

    Raises `SettingsError` on construction when a value is not allowed or knobs contradict each other.
    """

    metric: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for declared in self.knobs():
            canonical = self.checked(declared.name, getattr(self, declared.name))
            object.__setattr__(self, declared.name, canonical)
        self.check_together()

    def check_together(self) -> None:
        """Raise `SettingsError` when knobs contradict each other. Subclasses override."""

    @classmethod
    def knobs(cls) -> tuple[Knob, ...]:
        """Every knob of the metric, in declaration order."""
        if cls not in _KNOBS:
            _KNOBS[cls] = tuple(
                dataclasses.replace(field.metadata["knob"], name=field.name) for field in dataclasses.fields(cls)
            )
        return _KNOBS[cls]

    @classmethod
    def knob(cls, name: str) -> Knob:
        """The knob called `name`; `SettingsError` listing the metric's knobs when there is none."""
        for declared in cls.knobs():
            if declared.name == name:
                return declared
        names = ", ".join(declared.name for declared in cls.knobs())
        raise SettingsError(f"{cls.metric} has no knob {name!r}", hint=f"its knobs are: {names}")

    @classmethod
    def checked(cls, name: str, value: object) -> object:
        """The canonical form of a knob's value; `SettingsError` when it is not allowed."""
        declared = cls.knob(name)
        try:
            return declared.domain.check(value)
        except ValueError as problem:
            raise SettingsError(f"{cls.metric}: {name}={shown(value)} is not allowed", hint=str(problem)) from None

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Settings:
        """Settings with `values` and defaults for the rest."""
        for name in values:
            cls.knob(name)
        return cls(**values)

    @classmethod
    def parse_value(cls, name: str, text: str) -> object:
        """Read the text form of one knob's value; `SettingsError` when it is not allowed."""
        declared = cls.knob(name)
        try:
            return declared.domain.parse(text)
        except ValueError as problem:
            raise SettingsError(f"{cls.metric}: {name}={text} is not allowed", hint=str(problem)) from None

    @classmethod
    def parse(cls, signature: str) -> Settings:
        """Read a `signature` back; knobs it leaves out take their defaults."""
        metric, _, rest = signature.partition("|")
        if metric != cls.metric:
            raise SettingsError(
                f"this is a signature of {metric!r}, not of {cls.metric!r}",
                hint=f"a signature of this metric begins with {cls.metric}|",
            )
        values: dict[str, object] = {}
        for part in rest.split("|") if rest else []:
            name, colon, text = part.partition(":")
            if not colon:
                raise SettingsError(f"signature part {part!r} has no ':'", hint="write knob:value|knob:value")
            if name in values:
                raise SettingsError(f"signature names the knob {name!r} twice", hint="keep one of them")
            values[name] = cls.parse_value(name, unquote(text, errors="surrogatepass"))
        return cls.from_mapping(values)

    @property
    def signature(self) -> str:
        """Every knob and its value, in declaration order."""
        return self._join(self.knobs())

    @property
    def short_signature(self) -> str:
        """Only the knobs that are off their defaults."""
        return self._join(tuple(k for k in self.knobs() if getattr(self, k.name) != k.default))

    def _join(self, included: tuple[Knob, ...]) -> str:
        parts = [f"{k.name}:{_quoted(k.domain.format(getattr(self, k.name)))}" for k in included]
        return "|".join([self.metric, *parts])

    def replace(self, **changes: object) -> Settings:
        """A copy with `changes`."""
        for name in changes:
            self.knob(name)
        return dataclasses.replace(self, **changes)

    def up_to(self, stage: Stage) -> Settings:
        """These settings with every knob of a later stage at its default: what an earlier result depends on."""
        last = STAGE_ORDER.index(stage)
        later = {k.name: k.default for k in self.knobs() if STAGE_ORDER.index(k.stage) > last}
        return dataclasses.replace(self, **later)

    def as_dict(self) -> dict[str, object]:
        """Knob name to value; JSON-compatible (weights become lists)."""
        values = {declared.name: getattr(self, declared.name) for declared in self.knobs()}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def differences(self, other: Settings) -> tuple[Difference, ...]:
        """The knobs in which `other` differs, in pipeline order."""
        if type(self) is not type(other):
            raise SettingsError(
                f"settings of {self.metric} and {other.metric} cannot be compared",
                hint="compare settings of one metric",
            )
        found = [
            Difference(declared, getattr(self, declared.name), getattr(other, declared.name))
            for declared in self.knobs()
            if getattr(self, declared.name) != getattr(other, declared.name)
        ]
        return tuple(sorted(found, key=lambda difference: STAGE_ORDER.index(difference.knob.stage)))
