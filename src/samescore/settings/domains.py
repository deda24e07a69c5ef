"""The domains of knobs: their allowed values and text form.

`Domain.check` converts every value from outside, whether it is typed (from Python, or a number in TOML) or text (from
the command line, a signature or TOML).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar, Literal, Protocol

import msgspec

from samescore.base.errors import nearest
from samescore.base.numbers import number_from_text, plain

#: A requirement of a value: tokens from the caller instead of text, or a package that may not be installed.
Need = Literal["tokens", "package"]

#: Common values of numeric parameters.
_LIKELY_NUMBERS = (0.0, 0.01, 0.1, 0.5, 1.0, 1.2, 2.0, 3.0, 5.0, 9.0, 4.0, 6.0, 7.0, 8.0)

#: Whole numbers below this size are accepted as names of values, such as the scale ``100``.
_LARGEST_NAME = 10**9


#: Number of significant decimal digits that each floating-point type of less than double precision preserves.
_DIGITS = {"bfloat16": 2, "float16": 3, "float32": 6}


def _as_double(value: Any) -> Any:
    """Convert a scalar of an array library to a Python number; return other values unchanged.

    Raises `ValueError` if the scalar has less than double precision and is not exactly a short decimal number: a 32-bit
    0.1 is 0.10000000149.
    """
    number = plain(value)
    kind = str(getattr(value, "dtype", "")).removeprefix("torch.")
    if kind in _DIGITS and isinstance(number, float) and float(f"{number:.{_DIGITS[kind]}g}") != number:
        raise ValueError(f"its exact value as a {kind} is {number!r}: pass a Python float")
    return number


def _numeral(value: object) -> object:
    """Convert nan, and a whole number below `_LARGEST_NAME`, to text, because some names are numbers, such as a scale's.

    Convert other array scalars to Python values, and return the rest unchanged.
    """
    number = plain(value)
    if isinstance(number, float) and number != number:
        return "nan"
    if isinstance(number, bool) or not isinstance(number, (int, float)) or not abs(number) < _LARGEST_NAME:
        return number
    return str(int(number)) if number == int(number) else number


def join_texts(texts: Sequence[str]) -> str:
    """Join texts with commas; write a comma within a text as %2C, and % as %25."""
    return ",".join(text.replace("%", "%25").replace(",", "%2C") for text in texts)


def split_text(text: str) -> list[str]:
    """Split a text at commas, and decode %2C and %25: the inverse of `join_texts`.

    >>> split_text("a%2Cb,c")
    ['a,b', 'c']
    """
    return [part.replace("%2C", ",").replace("%25", "%") for part in text.split(",")]


class Domain(Protocol):
    """The interface of all domains. A domain is the set of a knob's allowed values; a `finite` one lists them."""

    finite: ClassVar[bool]

    @property
    def values(self) -> tuple[Any, ...]:
        """All values of a finite domain; empty if the domain is not finite."""

    def likely(self) -> tuple[object, ...]:
        """Return common values in canonical form, without values that have a `Need`.

        A finite domain returns all its values without a `Need`; any other domain returns a selection, perhaps empty.
        """

    def check(self, value: object) -> object:
        """Convert a typed value or its text form, written by `format` or a user, to the canonical value.

        Raises `ValueError`, whose message says what is allowed, if the value is not allowed.
        """

    def format(self, value: Any) -> str:
        """Return the text form of a canonical value, before the escapes of a signature."""

    def describe(self) -> str:
        """Return a phrase that lists the allowed values, for an error message or a listing."""


class Choice(msgspec.Struct, frozen=True):
    """A domain of a few named values, `values`.

    `aliases` pairs other established names with canonical ones; `needs` pairs a value with what it requires.
    """

    finite: ClassVar[bool] = True

    values: tuple[str, ...]
    aliases: tuple[tuple[str, str], ...] = ()
    needs: tuple[tuple[str, Need], ...] = ()

    def need(self, value: object) -> Need | None:
        """Return what a value requires, or None if it requires nothing."""
        return next((need for needy, need in self.needs if needy == value), None)

    def likely(self) -> tuple[str, ...]:
        return tuple(value for value in self.values if self.need(value) is None)

    def check(self, value: object) -> str:
        if not isinstance(value, str):
            value = _numeral(value)
        if isinstance(value, str):
            if value in self.values:
                return value
            for alias, name in self.aliases:
                if value == alias:
                    return name
            if not value.isdecimal():
                names = (*self.values, *(alias for alias, _ in self.aliases))
                raise ValueError(nearest(value, names, f"allowed: {self.describe()}"))
        raise ValueError(f"allowed: {self.describe()}")

    def format(self, value: str) -> str:
        return value

    def describe(self) -> str:
        also = ", ".join(f"{alias} (= {name})" for alias, name in self.aliases)
        return ", ".join(self.values) + (f"; also {also}" if also else "")


class BoolDomain(msgspec.Struct, frozen=True):
    """A domain of two values: on (True) and off (False)."""

    finite: ClassVar[bool] = True
    values: ClassVar[tuple[bool, ...]] = (True, False)

    def likely(self) -> tuple[bool, ...]:
        return self.values

    def check(self, value: object) -> bool:
        if isinstance(value, str):
            value = {"yes": True, "true": True, "no": False, "false": False}.get(value.lower())
        if type(value) is not bool:
            value = plain(value)
        if not isinstance(value, bool):
            raise ValueError(f"allowed: {self.describe()}")
        return value

    def format(self, value: bool) -> str:
        return "yes" if value else "no"

    def describe(self) -> str:
        return "yes (True), no (False)"


class Integer(msgspec.Struct, frozen=True):
    """A domain of the whole numbers from `low` to `high`, both included; `common` are the common ones, by default 0 to 9."""

    finite: ClassVar[bool] = False
    values: ClassVar[tuple[object, ...]] = ()

    low: int
    high: int
    common: tuple[int, ...] = tuple(range(10))

    def likely(self) -> tuple[int, ...]:
        return tuple(number for number in self.common if self.low <= number <= self.high)

    def check(self, value: object) -> int:
        if isinstance(value, str):
            digits = value.removeprefix("-")
            value = int(value) if digits.isascii() and digits.isdigit() and len(digits) <= 18 else None
        if type(value) is not int:
            value = plain(value)
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise ValueError(f"allowed: {self.describe()}")
        return value

    def format(self, value: int) -> str:
        return str(value)

    def describe(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


class Real(msgspec.Struct, frozen=True):
    """A domain of the finite numbers from `low` to `high`, both included."""

    finite: ClassVar[bool] = False
    values: ClassVar[tuple[object, ...]] = ()

    low: float
    high: float

    def likely(self) -> tuple[float, ...]:
        return tuple(number for number in _LIKELY_NUMBERS if self.low <= number <= self.high)

    def check(self, value: object) -> float:
        if type(value) not in (float, str):
            value = _as_double(value)
        if not isinstance(value, (int, float, str)) or isinstance(value, bool):
            raise ValueError(f"allowed: {self.describe()}")
        try:
            number = number_from_text(value) if isinstance(value, str) else float(value)
        except (OverflowError, ValueError):
            raise ValueError(f"allowed: {self.describe()}") from None
        if not (math.isfinite(number) and self.low <= number <= self.high):
            raise ValueError(f"allowed: {self.describe()}")
        return number

    def format(self, value: float) -> str:
        return repr(value)

    def describe(self) -> str:
        return f"a number from {self.low:g} to {self.high:g}"


class Text(msgspec.Struct, frozen=True):
    """A domain of arbitrary text, such as class labels. `check` converts integers to decimal text."""

    finite: ClassVar[bool] = False
    values: ClassVar[tuple[object, ...]] = ()

    def likely(self) -> tuple[str, ...]:
        return tuple(map(str, range(10)))

    def check(self, value: object) -> str:
        value = plain(value)
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise ValueError(f"allowed: {self.describe()}")
        return str(value)

    def format(self, value: str) -> str:
        return value

    def describe(self) -> str:
        return "any text"


class Weights(msgspec.Struct, frozen=True):
    """A domain of weights: ``uniform``, or a tuple of one weight (0 to 1e6) for each n-gram order.

    The number of weights is not checked here, because it depends on another knob.
    """

    finite: ClassVar[bool] = False
    values: ClassVar[tuple[object, ...]] = ()

    def likely(self) -> tuple[object, ...]:
        return ()  # the required number depends on another knob

    def check(self, value: object) -> str | tuple[float, ...]:
        value = plain(value)
        if value == "uniform":
            return "uniform"
        if isinstance(value, str):
            value = value.split(",")
        if not isinstance(value, (tuple, list)) or not value:
            raise ValueError(f"allowed: {self.describe()}")
        try:
            return tuple(Real(0.0, 1e6).check(weight) for weight in value)
        except ValueError as problem:
            each = str(problem).removeprefix("allowed: ")
            raise ValueError(f"allowed: {self.describe()}; each weight: {each}") from None

    def format(self, value: str | tuple[float, ...]) -> str:
        return value if isinstance(value, str) else ",".join(map(repr, value))

    def describe(self) -> str:
        return "uniform, or comma-separated weights, one for each order"


class ClassNames(msgspec.Struct, frozen=True):
    """A domain of classes to score: ``present`` (the classes that occur in the input), or a tuple of distinct names.

    In text form, names are separated by commas; a comma in a name is written %2C, and % as %25.
    """

    finite: ClassVar[bool] = False
    values: ClassVar[tuple[object, ...]] = ()

    def likely(self) -> tuple[object, ...]:
        return ()  # the names depend on the input

    def check(self, value: object) -> str | tuple[str, ...]:
        value = plain(value)
        if value == "present":
            return "present"
        if isinstance(value, str):
            value = split_text(value)
        if not isinstance(value, (tuple, list)) or not value:
            raise ValueError(f"allowed: {self.describe()}")
        names = tuple(Text().check(name) for name in value)
        if len(set(names)) != len(names) or names == ("present",):
            raise ValueError(f"allowed: {self.describe()}")
        return names

    def format(self, value: str | tuple[str, ...]) -> str:
        return value if isinstance(value, str) else join_texts(value)

    def describe(self) -> str:
        return "present (the classes that occur), or comma-separated class names, each once"
