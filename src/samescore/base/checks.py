"""Checks shared by all kinds of input: lists, strings and numbers, with errors that name the place."""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence

from samescore.base.errors import InputError

#: The type names of the missing-value markers of pandas and of NumPy's masked value.
_MISSING = {"NAType", "NaTType", "MaskedConstant"}


def type_of(value: object) -> str:
    """Return the name of a value's type with its article: ``an int``, ``a list``."""
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeioAEIO' else 'a'} {name}"


def name_of(value: object) -> str:
    """Return a phrase for a value in an error message: the value and its type for a number, otherwise only the type."""
    return f"{value!r} ({type(value).__name__})" if isinstance(value, (int, float, bool)) else type_of(value)


def is_missing(value: object) -> bool:
    """Return whether a value is a marker for missing data: None, nan, or a marker of pandas or NumPy."""
    return value is None or type(value).__name__ in _MISSING or is_nan(value)


def is_nan(value: object) -> bool:
    """Return whether a value is nan, as a `float` or an instance of a subclass."""
    return isinstance(value, float) and value != value


def check_list(value: object, name: str) -> None:
    """Raise `InputError` unless `value` is a list, a tuple or another sequence that is not text or bytes."""
    if isinstance(value, (str, bytes)):
        raise InputError(f"{name} is a single {type(value).__name__}, not a list", hint=f"wrap it in a list: [{name}]")
    if not isinstance(value, Sequence):
        raise InputError(f"{name} is {type_of(value)}, not a list", hint="pass a list or a tuple")


def check_strings(values: Sequence[str], name: str) -> None:
    """Raise `InputError` unless `values` passes `check_list` and contains only strings."""
    check_list(values, name)
    if set(map(type, values)) <= {str}:
        return
    for i, value in enumerate(values):
        if not isinstance(value, str):
            raise InputError(
                f"{name}[{i}] is {name_of(value)}, not a string",
                hint="for lists of tokens use Corpus.from_tokens" if isinstance(value, Sequence) else "pass text",
            )


def as_float(value: float, name: str) -> float:
    """Convert a number to a double; raise `InputError` for an integer that is too large."""
    try:
        return float(value)
    except OverflowError:
        raise InputError(f"{name} is too large for a double", hint="a double must be below 1.8e308") from None


def check_range(value: float | None, name: str, least: float, most: float = math.inf, *, inside: bool = False) -> None:
    """Raise `InputError` unless a number is None or from `least` to `most`, or with `inside` strictly between them."""
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise InputError(f"{name} is {name_of(value)}, not a number", hint=f"pass a number for {name}")
    if not (least < value < most if inside else least <= value <= most):
        limits = f"above {least}" if inside else f"{least} or more"
        if most != math.inf:
            limits = f"between {least} and {most}" if inside else f"from {least} to {most}"
        raise InputError(f"{name} is {value}", hint=f"pass a number {limits}")
