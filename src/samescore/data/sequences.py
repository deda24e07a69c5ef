"""Convert columns of texts or labels from any library to lists of Python values.

No library is imported for this. NumPy arrays, pandas and polars Series, Arrow arrays, columns of Hugging Face
`datasets` and tensors are converted by their own methods: ``to_pylist``, ``to_list``, ``tolist``, ``__array__``, or the
sequence protocol.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from samescore.base.checks import is_missing, name_of, type_of
from samescore.base.errors import InputError
from samescore.base.numbers import plain
from samescore.data.buffers import Buffer
from samescore.data.number_types import number_types

#: Texts in order. References are a column of texts, a list of texts for each text, or streams.
Texts = Iterable[str]
References = Iterable[str] | Iterable[Iterable[str]] | Iterable[Sequence[str | None]]
#: Class labels; and numbers, such as a classifier's scores.
Labelled = Iterable[str] | Iterable[int] | Buffer
Numbers = Iterable[float] | Iterable[str] | Buffer

#: Methods that return a column's entries as a list, in order of preference.
_LISTING = ("to_pylist", "to_list", "tolist")
_DROP = "remove the row from both sides, or write a text in its place"


def entries(values: object, name: str) -> list[Any]:
    """Return the entries of a column, in order. Raises `InputError` for a value without entries or without an order.

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
            return _required_list(listing(), values, name)
    if callable(as_array := getattr(values, "__array__", None)):
        return _required_list(as_array().tolist(), values, name)
    if isinstance(values, Iterable) and (iterator := _iterator(values)) is not None:
        return list(iterator)
    if hasattr(values, "__len__") and hasattr(values, "__getitem__"):
        return [values[place] for place in range(len(values))]
    raise InputError(f"{name} is {name_of(values)}, not a list", hint="pass a list, an array or a column")


def _iterator(values: Iterable[Any]) -> Iterator[Any] | None:
    """Return the iterator of a value; None if `iter` raises `TypeError`, as for pandas accessors."""
    try:
        return iter(values)
    except TypeError:
        return None


def as_list(values: Any, name: str) -> Any:
    """Convert a column to a list; return sequences, mappings, sets and values that are not columns unchanged.

    Raises `InputError` as `entries` does.
    """
    if isinstance(values, (Sequence, Mapping, Set)) or not (isinstance(values, Iterable) or is_nested(values)):
        return values
    return entries(values, name)


def as_lists(values: Any, name: str) -> Any:
    """Convert a column of columns to a list of lists, each level as `as_list` does."""
    outer = as_list(values, name)
    if not isinstance(outer, (list, tuple)) or set(map(type, outer)) <= {list, tuple, str}:
        return outer
    return [as_list(several, f"{name}[{place}]") for place, several in enumerate(outer)]


def _check_column(values: object, name: str) -> None:
    """Raise `InputError` for a value that is often passed by mistake: a string, bytes, a mapping, a set, a table or a file."""
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


def _required_list(listed: Any, values: object, name: str) -> list[Any]:
    """Return `listed`, the conversion of `values`, if it is a list. Raises `InputError` if it is a single value."""
    if isinstance(listed, list):
        return listed
    raise InputError(f"{name} is a single value ({type(values).__name__}), not a list", hint=f"wrap it: [{name}]")


def texts(values: object, name: str) -> list[str]:
    """Return the texts of a column.

    Raises `InputError`, which names the row, for a missing entry or one that is not text.
    """
    column = entries(values, name)
    if set(map(type, column)) <= {str}:
        return column
    return [text_at(value, f"{name}[{row}]") for row, value in enumerate(column)]


def text_at(value: object, place: str) -> str:
    """Return an entry as a plain `str`. Raises `InputError` if it is missing or not text."""
    if isinstance(value, str):
        return str.__str__(value)
    check_present(value, place)
    if isinstance(value, bytes):
        raise InputError(f"{place} is bytes, not a string", hint="decode it: value.decode('utf-8')")
    if is_nested(value):
        hint = "for lists of tokens use samescore.Corpus.from_tokens, with tokenizer='given'"
        raise InputError(f"{place} is {type_of(value)}, not a string", hint=hint)
    raise InputError(f"{place} is {name_of(value)}, not a string", hint="pass text")


def check_present(value: object, place: str) -> None:
    """Raise `InputError` if a value is missing: None, nan, or a missing-value marker of pandas or NumPy."""
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
    """Convert a column for `samescore.Labels` to a list, unless it can be read as a buffer.

    An `array.array`, a `memoryview` and a buffer of integers or booleans are returned unchanged. Booleans in other
    columns become 0 and 1. Raises `InputError`, which names the row, for a missing label.
    """
    if _is_plain_buffer(values):
        return values
    column = list(map(_python_value, entries(values, name)))
    for row, value in enumerate(column):
        check_present(value, f"{name}[{row}]")
    return [int(value) for value in column] if set(map(type, column)) == {bool} else column


def numbers(values: Any, name: str) -> tuple[list[Any], tuple[str, ...]]:
    """Return the numbers of a column as Python values, and their types as `number_types` does.

    Raises `InputError`, which names the row, for a missing number.
    """
    given = entries(values, name)
    column = list(map(_python_value, given))
    for row, value in enumerate(column):
        check_present(value, f"{name}[{row}]")
    return column, number_types(values, given)


def _python_value(value: Any) -> Any:
    """Convert a library's scalar to a Python value; return NumPy times, which would become plain numbers, unchanged."""
    if isinstance(value, str):  # NumPy's own conversion drops trailing NUL characters
        return str.__str__(value)
    return value if _is_time(value) else plain(value)


def _is_time(value: object) -> bool:
    """Return whether a value is a date, time or duration of NumPy, or an array of them."""
    return getattr(getattr(value, "dtype", None), "kind", "") in ("M", "m")


def _is_plain_buffer(values: Any) -> bool:
    """Return whether a value is an array or memoryview, or a buffer of integers or booleans without a mask."""
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
