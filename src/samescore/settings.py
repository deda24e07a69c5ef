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
import math
from collections.abc import Mapping
from typing import Any, ClassVar, Protocol
from urllib.parse import quote, unquote

from samescore.errors import SettingsError


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


class Domain(Protocol):
    """The values a knob may take."""

    def check(self, value: object) -> object:
        """Return the canonical form of `value`; raise ValueError when it is not allowed."""

    def format(self, value: Any) -> str:
        """The text form used in signatures."""

    def parse(self, text: str) -> object:
        """Read `format`'s output, or what a person types, back; raise ValueError."""

    def describe(self) -> str:
        """The allowed values, for an error message or a listing."""


@dataclasses.dataclass(frozen=True, slots=True)
class Choice:
    """One of a few names. `aliases` maps other established names to the canonical one."""

    values: tuple[str, ...]
    aliases: tuple[tuple[str, str], ...] = ()

    def check(self, value: object) -> str:
        canonical = dict(self.aliases).get(value, value) if isinstance(value, str) else value
        if not isinstance(canonical, str) or canonical not in self.values:
            raise ValueError(f"allowed: {self.describe()}")
        return canonical

    def format(self, value: str) -> str:
        return value

    def parse(self, text: str) -> str:
        return self.check(text)

    def describe(self) -> str:
        also = ", ".join(f"{alias} (= {name})" for alias, name in self.aliases)
        return ", ".join(self.values) + (f"; also {also}" if also else "")


@dataclasses.dataclass(frozen=True, slots=True)
class Flag:
    """On or off."""

    def check(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise ValueError(f"allowed: {self.describe()}")
        return value

    def format(self, value: bool) -> str:
        return "yes" if value else "no"

    def parse(self, text: str) -> bool:
        words = {"yes": True, "true": True, "no": False, "false": False}
        if text.lower() not in words:
            raise ValueError(f"allowed: {self.describe()}")
        return words[text.lower()]

    def describe(self) -> str:
        return "yes (True), no (False)"


@dataclasses.dataclass(frozen=True, slots=True)
class Integer:
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def check(self, value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise ValueError(f"allowed: {self.describe()}")
        return value

    def format(self, value: int) -> str:
        return str(value)

    def parse(self, text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise ValueError(f"allowed: {self.describe()}") from None
        return self.check(number)

    def describe(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


@dataclasses.dataclass(frozen=True, slots=True)
class Real:
    """A finite number from `low` to `high`."""

    low: float
    high: float

    def check(self, value: object) -> float:
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise ValueError(f"allowed: {self.describe()}")
        number = float(value)
        if not (math.isfinite(number) and self.low <= number <= self.high):
            raise ValueError(f"allowed: {self.describe()}")
        return number

    def format(self, value: float) -> str:
        return repr(value)

    def parse(self, text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            raise ValueError(f"allowed: {self.describe()}") from None
        return self.check(number)

    def describe(self) -> str:
        return f"a number from {self.low:g} to {self.high:g}"


@dataclasses.dataclass(frozen=True, slots=True)
class Text:
    """Any text, such as a class label. Numbers are taken as their decimal text."""

    def check(self, value: object) -> str:
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise ValueError(f"allowed: {self.describe()}")
        return str(value)

    def format(self, value: str) -> str:
        return quote(value, safe="")

    def parse(self, text: str) -> str:
        return unquote(text)

    def describe(self) -> str:
        return "any text"


@dataclasses.dataclass(frozen=True, slots=True)
class Weights:
    """``uniform``, or one weight for each n-gram order."""

    def check(self, value: object) -> str | tuple[float, ...]:
        if value == "uniform":
            return "uniform"
        if not isinstance(value, (tuple, list)) or not value:
            raise ValueError(f"allowed: {self.describe()}")
        return tuple(Real(0.0, 1e6).check(weight) for weight in value)

    def format(self, value: str | tuple[float, ...]) -> str:
        return value if isinstance(value, str) else ",".join(map(repr, value))

    def parse(self, text: str) -> str | tuple[float, ...]:
        if text == "uniform":
            return text
        return self.check([Real(0.0, 1e6).parse(part) for part in text.split(",")])

    def describe(self) -> str:
        return "uniform, or comma-separated weights, one for each order"


@dataclasses.dataclass(frozen=True, slots=True)
class ClassNames:
    """``present``, or the names of the classes that count."""

    def check(self, value: object) -> str | tuple[str, ...]:
        if value == "present":
            return "present"
        if not isinstance(value, (tuple, list)) or not value:
            raise ValueError(f"allowed: {self.describe()}")
        return tuple(Text().check(name) for name in value)

    def format(self, value: str | tuple[str, ...]) -> str:
        return value if isinstance(value, str) else ",".join(map(Text().format, value))

    def parse(self, text: str) -> str | tuple[str, ...]:
        return "present" if text == "present" else self.check([Text().parse(name) for name in text.split(",")])

    def describe(self) -> str:
        return "present (the classes that occur), or comma-separated class names"


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
            value = getattr(self, declared.name)
            try:
                canonical = declared.domain.check(value)
            except ValueError as problem:
                raise SettingsError(
                    f"{self.metric}: {declared.name}={value!r} is not allowed", hint=str(problem)
                ) from None
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
            raise SettingsError(f"this is a signature of {metric!r}, not of {cls.metric!r}")
        values: dict[str, object] = {}
        for part in rest.split("|") if rest else []:
            name, colon, text = part.partition(":")
            if not colon:
                raise SettingsError(f"signature part {part!r} has no ':'", hint="write knob:value|knob:value")
            if name in values:
                raise SettingsError(f"signature names the knob {name!r} twice")
            values[name] = cls.parse_value(name, text)
        return cls.from_mapping(values)

    @property
    def signature(self) -> str:
        """Every knob and its value, in declaration order."""
        return self._join(self.knobs())

    @property
    def short_signature(self) -> str:
        """Only the knobs that are off their defaults."""
        return self._join(tuple(k for k in self.knobs() if getattr(self, k.name) != k.default))

    def _join(self, shown: tuple[Knob, ...]) -> str:
        parts = [f"{k.name}:{k.domain.format(getattr(self, k.name))}" for k in shown]
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
            raise SettingsError(f"settings of {self.metric} and {other.metric} cannot be compared")
        found = [
            Difference(declared, getattr(self, declared.name), getattr(other, declared.name))
            for declared in self.knobs()
            if getattr(self, declared.name) != getattr(other, declared.name)
        ]
        return tuple(sorted(found, key=lambda difference: STAGE_ORDER.index(difference.knob.stage)))
