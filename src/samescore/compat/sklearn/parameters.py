"""Checks of the arguments of scikit-learn's functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any

import numpy as np


class InvalidParameterError(ValueError, TypeError):
    """An argument has a value that the function does not accept."""


def _is_array(value: Any) -> bool:
    sized = hasattr(value, "shape") or hasattr(value, "__len__") or hasattr(value, "__array__")
    return sized and not isinstance(value, str)


def _is_bool(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_))


def _is_nan(value: Any) -> bool:
    return isinstance(value, Real) and math.isnan(value)


def _is_number(value: Any, least: float, most: float = math.inf) -> bool:
    return isinstance(value, Real) and least <= float(value) <= most


def _chosen(value: Any, *texts: str) -> bool:
    return isinstance(value, str) and value in texts


#: For each kind of argument: a test of a value, and a description of the allowed values.
_VALUES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "array": (_is_array, "an array or a list"),
    "array or None": (lambda value: value is None or _is_array(value), "an array, a list or None"),
    "flag": (_is_bool, "True or False"),
    "average": (
        lambda value: value is None or _chosen(value, "micro", "macro", "samples", "weighted", "binary"),
        "'binary', 'micro', 'macro', 'weighted', 'samples' or None",
    ),
    "label": (lambda value: value is None or isinstance(value, (Real, str, np.bool_)), "a number, a text or None"),
    "beta": (lambda value: _is_number(value, 0), "a number of at least 0"),
    "digits": (lambda value: isinstance(value, Integral) and int(value) >= 0, "an integer of at least 0"),
    "zero_division": (
        lambda value: _chosen(value, "warn") or (isinstance(value, Real) and (value in (0, 1) or _is_nan(value))),
        "0, 1, nan or 'warn'",
    ),
    "warn or 0 or 1": (
        lambda value: _chosen(value, "warn") or (isinstance(value, Real) and value in (0, 1)),
        "0, 1 or 'warn'",
    ),
    "shares": (
        lambda value: value is None or _chosen(value, "true", "pred", "all"),
        "'true', 'pred', 'all' or None",
    ),
    "weighting": (
        lambda value: value is None or _chosen(value, "linear", "quadratic"),
        "'linear', 'quadratic' or None",
    ),
    "coefficient": (lambda value: _is_number(value, -1, 1) or _is_nan(value), "a number from -1 to 1, or nan"),
    "average of columns": (
        lambda value: value is None or _chosen(value, "micro", "macro", "samples", "weighted"),
        "'micro', 'macro', 'weighted', 'samples' or None",
    ),
    "share or None": (
        lambda value: value is None or (_is_number(value, 0, 1) and value > 0),
        "a number above 0 and up to 1, or None",
    ),
    "comparison": (lambda value: _chosen(value, "raise", "ovr", "ovo"), "'raise', 'ovr' or 'ovo'"),
    "rank": (lambda value: isinstance(value, Integral) and int(value) >= 1, "an integer of at least 1"),
    "flag or auto": (lambda value: _is_bool(value) or _chosen(value, "auto"), "True, False or 'auto'"),
    "names": (lambda value: isinstance(value, (list, tuple, set)), "a list, a tuple or a set"),
}


def check(function: str, **parameters: tuple[str, Any]) -> None:
    """Check arguments, given by name as (kind, value). Raises `InvalidParameterError` for the first invalid one."""
    for name, (kind, value) in parameters.items():
        fits, words = _VALUES[kind]
        if not fits(value):
            raise InvalidParameterError(
                f"The {name!r} parameter of {function} must be {words}. Got {value!r:.200} instead."
            )
