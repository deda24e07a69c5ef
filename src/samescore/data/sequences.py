"""Convert columns (any sequence of texts or labels, from any library) to lists of Python values.

No library is imported for this. NumPy arrays, pandas and polars Series, Arrow arrays, columns of Hugging Face
`datasets` and tensors are converted by their own methods: ``to_pylist``, ``to_list``, ``tolist``, ``__array__``, or the
sequence protocol.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from samescore.base.checks import is_missing, name_of
from samescore.base.errors import InputError
from samescore.base.numbers import plain
from samescore.data.buffers import Buffer
from samescore.data.number_types import number_types

#: Texts in order; references: one for each text, a list of them for each text, or streams.
Texts = Iterable[str]
References = Iterable[str] | Iterable[Iterable[str]] | Iterable[Sequence[str | None]]
#: Class labels, or a classifier's scores.
Labelled = Iterable[str] | Iterable[int] | Buffer
Numbers = Iterable[float] | Iterable[str] | Buffer

#: Methods that return a column's entries as a list, in order of preference.
_LISTING = ("to_pylist", "to_list", "tolist")
_DROP = "leave out the row on both sides, or write the text that stands for it"


def entries(values: object, name: str) -> list[Any]:
    """Return the entries of a column, in order; `InputError` for a value without entries or without an order.

    A generator is consumed. An empty column is an empty list.

    >>> entries((number * number for number in range(3)), "squares")
    [0, 1, 4]
    >>> entries("the cat", "hypotheses")
    Traceback (most recent call last):
    samescore.InputError: hypotheses is a single str, not a list
      hint: wrap it in a list: [hypotheses]; samescore.Corpus.read reads files
    """
    if isinstance(values, list):
        return values
    _check_column(values, name)
    if _is_time(values) and isinstance(values, Iterable) and getattr(values, "shape", None) != ():
        return list(values)
    for method in _LISTING:
        if callable(listing := getattr(values, method, None)):
            return _listed(listing(), values, name)
    if callable(as_array := getattr(values, "__array__", None)):
        return _listed(as_array().tolist(), values, name)
    if isinstance(values, Iterable) and (iterator := _iterator(values)) is not None:
        return list(iterator)
    if hasattr(values, "__len__") and hasattr(values, "__getitem__"):
        return [values[place] for place in range(len(values))]
    raise InputError(f"{name} is {name_of(values)}, not a list", hint="pass a list, an array or a column")


def _iterator(values: Iterable[Any]) -> Iterator[Any] | None:
    """Return the iterator of a value; None if iteration raises an error, as for pandas accessors."""
    try:
        return iter(values)
    except TypeError:
        return None


def as_list(values: Any, name: str) -> Any:
    """Convert a column to a list; leave lists, tuples and other values as they are."""
    if isinstance(values, (Sequence, Mapping, Set)) or not (isinstance(values, Iterable) or is_nested(values)):
        return values
    return entries(values, name)


def as_lists(values: Any, name: str) -> Any:
    """As `as_list`, for a column of columns."""
    outer = as_list(values, name)
    if not isinstance(outer, (list, tuple)) or set(map(type, outer)) <= {list, tuple, str}:
        return outer
    return [as_list(several, f"{name}[{place}]") for place, several in enumerate(outer)]


def _check_column(values: object, name: str) -> None:
    """Raise `InputError` for a value that could be mistaken for a column."""
    kind = type(values).__name__
    if isinstance(values, (str, bytes, bytearray)):
        hint = f"wrap it in a list: [{name}]; samescore.Corpus.read reads files"
        raise InputError(f"{name} is a single {kind}, not a list", hint=hint)
    if isinstance(values, (Mapping, Set)):
        raise InputError(f"{name} is a {kind}, not a list", hint="pass a list: the order of segments matters")
    if hasattr(values, "columns") or hasattr(values, "column_names"):
        raise InputError(f"{name} is a table ({kind}), not a column", hint=f'select one, as in {name}=table["text"]')
    if hasattr(values, "readline") or hasattr(values, "read_text"):
        raise InputError(
            f"{name} is a file, not a list", hint="read files with samescore.Corpus.read(path, [references])"
        )


def _listed(listed: Any, values: object, name: str) -> list[Any]:
    if isinstance(listed, list):
        return listed
    raise InputError(f"{name} is a single value ({type(values).__name__}), not a list", hint=f"wrap it: [{name}]")


def texts(values: object, name: str) -> list[str]:
    """Return the texts of a column; `InputError`, which names the row, for a missing entry or one that is not text."""
    column = entries(values, name)
    if set(map(type, column)) <= {str}:
        return column
    return [text_at(value, f"{name}[{row}]") for row, value in enumerate(column)]


def text_at(value: object, place: str) -> str:
    """Return a text entry; `InputError` if it is missing or not text."""
    if isinstance(value, str):
        return str.__str__(value)
    check_present(value, place)
    if isinstance(value, bytes):
        raise InputError(f"{place} is bytes, not a string", hint="decode it: value.decode('utf-8')")
    if is_nested(value):
        hint = "for lists of tokens use samescore.Corpus.from_tokens, with tokenizer='given'"
        raise InputError(f"{place} is a {type(value).__name__}, not a string", hint=hint)
    raise InputError(f"{place} is {name_of(value)}, not a string", hint="pass text")


def check_present(value: object, place: str) -> None:
    """Raise `InputError` for a missing value."""
    if is_missing(value):
        raise InputError(f"{place} is missing ({value!r})", hint=_DROP)


def is_nested(value: object) -> bool:
    """Return whether an entry of a column is itself a list or column."""
    if isinstance(value, (str, bytes, Mapping)):
        return False
    if hasattr(value, "__len__") and hasattr(value, "__getitem__"):
        return True
    listing = next((getattr(value, method) for method in _LISTING if hasattr(value, method)), None)
    return callable(listing) and isinstance(listing(), list)


def labels(values: Any, name: str) -> Any:
    """Convert a column to labels for `samescore.Labels`: an integer buffer as it is, else a list of strings or ints.

    Truth values are 1 and 0. Raises `InputError`, which names the row, for a missing label.
    """
    if _is_plain_buffer(values):
        return values
    column = list(map(_own, entries(values, name)))
    for row, value in enumerate(column):
        check_present(value, f"{name}[{row}]")
    return [int(value) for value in column] if set(map(type, column)) == {bool} else column


def numbers(values: Any, name: str) -> tuple[list[Any], tuple[str, ...]]:
    """Return the numbers of a column, and their types (`number_types`).

    Raises `InputError`, which names the row, for a missing number.
    """
    given = entries(values, name)
    column = list(map(_own, given))
    for row, value in enumerate(column):
        check_present(value, f"{name}[{row}]")
    return column, number_types(values, given)


def _own(value: Any) -> Any:
    """Convert a library's scalar to a Python value; leave NumPy times, which would become bare numbers, as they are."""
    if isinstance(value, str):  # NumPy's own conversion drops trailing NUL characters
        return str.__str__(value)
    return value if _is_time(value) else plain(value)


def _is_time(value: object) -> bool:
    """Return whether a value is a date, time or duration of NumPy, or an array of them."""
    return getattr(getattr(value, "dtype", None), "kind", "") in ("M", "m")


def _is_plain_buffer(values: Any) -> bool:
    """Return whether a value is a buffer of integers that can be read directly; masked arrays cannot."""
    if hasattr(values, "mask"):
        return False
    if isinstance(values, (array, memoryview)):
        return True
    if getattr(getattr(values, "dtype", None), "kind", "") not in ("i", "u", "b"):
        return False
    try:
        return isinstance(memoryview(values), memoryview)
    except (TypeError, ValueError, BufferError):
        return False
