"""Determine the number types of columns, because packages may compute at lower precision with types other than double.

Inputs store doubles, which represent 32-bit and 16-bit numbers exactly. A package may still return a different score
for the original array, for example because it adds up in 32 bits. Therefore an input stores the types that it was built
from.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import Any, TypeVar

Made = TypeVar("Made")

#: The default types: doubles, and the integers to which NumPy converts Python's own.
_USUAL = {"float64", "int64"}
#: A regular expression that finds the names of number types in a library's text for a type, in lower case.
_NAME = (
    r"(?<![a-z0-9])(?:b?float(?:16|32|64|96|128)?|halffloat|half|double|longdouble|u?int(?:8|16|32|64)|bool)(?![0-9])"
)
_SYNONYMS = {"float": "float32", "half": "float16", "halffloat": "float16", "double": "float64"}
#: The largest integer up to which all integers are different as doubles; a package may compare larger ones exactly.
_LARGEST_INTEGER = 2**53
_LARGE = "integer-above-2**53"
_LISTING = ("to_pylist", "to_list", "tolist")
_FLOATS = {"e": "float16", "f": "float32", "d": "float64", "g": "longdouble", "?": "bool"}


def number_types(*columns: object) -> tuple[str, ...]:
    """Return the names of the types other than ``float64`` and ``int64`` in the columns, sorted.

    A column is an array, a buffer, a scalar of a library, or a list of any of these. Python numbers have no name, except
    integers above 2**53, which are named ``integer-above-2**53`` in any column.

    >>> from array import array
    >>> number_types(array("f", [0.5]), [0.5, 1]), number_types(array("d", [0.5]))
    (('float32',), ())
    """
    return tuple(sorted({name for column in columns for name in _type_names(column)} - _USUAL))


def number_types_of(data: object) -> tuple[str, ...]:
    """Return the names of the number types that an input, or the systems that it compares, were built from, sorted."""
    systems = getattr(data, "systems", ())
    parts = systems if isinstance(systems, tuple) else ()
    own: tuple[str, ...] = getattr(data, "number_types", ())
    return tuple(sorted({*own, *chain.from_iterable(map(number_types_of, parts))})) if own or parts else ()


def with_number_types(data: Made, types: tuple[str, ...]) -> Made:
    """Add number types to an input in place, although it is frozen, and return it."""
    if types:
        object.__setattr__(data, "number_types", tuple(sorted({*getattr(data, "number_types", ()), *types})))
    return data


def names_in(text: str) -> set[str]:
    """Return the names of number types in a library's text for a type, such as ``list<item: float>`` of Arrow.

    >>> names_in("Sparse[float32, nan]"), names_in("torch.half"), names_in("object")
    ({'float32'}, {'float16'}, set())
    """
    return {_SYNONYMS.get(name, name) for name in re.findall(_NAME, text.lower())}


def _type_names(column: Any) -> set[str]:
    """Return the names of the number types in a column, including the default ones."""
    kind = type(column)
    if kind is int:
        return {_LARGE} if abs(column) > _LARGEST_INTEGER else set()
    if kind in (float, str, bytes, bool, type(None)):
        return set()
    if (declared := _declared_type(column)) is not None:
        names = names_in(declared)
        return names | _large_integer_name(column) if names & {"int64", "uint64"} else names
    if isinstance(column, (list, tuple)):
        if set(map(type, column)) <= {float, str, bool, type(None)}:
            return set()
        return set(chain.from_iterable(map(_type_names, column)))
    if hasattr(column, "typecode") or isinstance(column, memoryview):
        name = _buffer_type(memoryview(column))
        return {name} | _large_integer_name(column) if name in ("int64", "uint64") else {name}
    return set()


def _large_integer_name(column: Any) -> set[str]:
    """Return a set with the name for large integers if a 64-bit column contains any, else an empty set."""
    listing = next((getattr(column, name) for name in _LISTING if hasattr(column, name)), None)
    return _type_names(listing()) & {_LARGE} if callable(listing) else set()


def _declared_type(column: Any) -> str | None:
    """Return the name of the type that an array, a column or a scalar declares; None if it declares none."""
    kind = getattr(column, "dtype", None)
    if kind is not None:
        kind = getattr(getattr(kind, "categories", None), "dtype", kind)
        return str(getattr(kind, "name", None) or kind)
    kind = getattr(column, "type", None)
    if kind is not None and not callable(kind):
        return str(kind)
    return _declared_type(column.__array__()) if callable(getattr(column, "__array__", None)) else None


def _buffer_type(view: memoryview) -> str:
    code = view.format.lstrip("@=<>!")
    sign = "u" if code.isupper() else ""
    return _FLOATS.get(code) or f"{sign}int{8 * view.itemsize}"
