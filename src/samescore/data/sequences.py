"""Columns as users have them: any sequence of texts or labels, from whichever library, as a list of Python's own values.

Nothing is imported for that. A NumPy array, a pandas or polars Series, an Arrow array, a column of Hugging Face
`datasets` and a tensor say themselves what they hold, by methods that are called here: ``to_pylist``, ``to_list``,
``tolist``, ``__array__``, or the protocol of a sequence.
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

#: Texts in order, and references: one for each text, lists of them for each text, or streams.
Texts = Iterable[str]
References = Iterable[str] | Iterable[Iterable[str]] | Iterable[Sequence[str | None]]
#: Class labels, or the scores of a classifier.
Labelled = Iterable[str] | Iterable[int] | Buffer
Numbers = Iterable[float] | Iterable[str] | Buffer

#: The methods by which a column gives its entries as a list.
_LISTING = ("to_pylist", "to_list", "tolist")
_DROP = "leave out the row on both sides, or write the text that stands for it"


def entries(values: object, name: str) -> list[Any]:
    """The entries of a column, in order; `InputError` for what has none or no order.

    A generator is read to its end. An empty column is an empty list.

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
    """Its iterator; None for what has the method but refuses, as an accessor of pandas does."""
    try:
        return iter(values)
    except TypeError:
        return None


def as_list(values: Any, name: str) -> Any:
    """A list or a tuple, and what is no column, as it is; any other column as a list."""
    if isinstance(values, (Sequence, Mapping, Set)) or not (isinstance(values, Iterable) or nested(values)):
        return values
    return entries(values, name)


def as_lists(values: Any, name: str) -> Any:
    """The same of a column of columns."""
    outer = as_list(values, name)
    if not isinstance(outer, (list, tuple)) or set(map(type, outer)) <= {list, tuple, str}:
        return outer
    return [as_list(several, f"{name}[{place}]") for place, several in enumerate(outer)]


def _check_column(values: object, name: str) -> None:
    """Raise `InputError` for what could be taken for a column and is none."""
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
    """The texts of a column; `InputError`, which names the row, for an entry that is missing or no text."""
    column = entries(values, name)
    if set(map(type, column)) <= {str}:
        return column
    return [text_at(value, f"{name}[{row}]") for row, value in enumerate(column)]


def text_at(value: object, place: str) -> str:
    """An entry that is a text; `InputError` for one that is missing or no text."""
    if isinstance(value, str):
        return str.__str__(value)
    check_present(value, place)
    if isinstance(value, bytes):
        raise InputError(f"{place} is bytes, not a string", hint="decode it: value.decode('utf-8')")
    if nested(value):
        hint = "for lists of tokens use samescore.Corpus.from_tokens, with tokenizer='given'"
        raise InputError(f"{place} is a {type(value).__name__}, not a string", hint=hint)
    raise InputError(f"{place} is {name_of(value)}, not a string", hint="pass text")


def check_present(value: object, place: str) -> None:
    """Raise `InputError` for a missing value."""
    if is_missing(value):
        raise InputError(f"{place} is missing ({value!r})", hint=_DROP)


def nested(value: object) -> bool:
    """Is it a list, or another column, inside a column?"""
    if isinstance(value, (str, bytes, Mapping)):
        return False
    if hasattr(value, "__len__") and hasattr(value, "__getitem__"):
        return True
    listing = next((getattr(value, method) for method in _LISTING if hasattr(value, method)), None)
    return callable(listing) and isinstance(listing(), list)


def labels(values: Any, name: str) -> Any:
    """The labels of a column as `samescore.Labels` takes them: a buffer of integers as it is, else strings or integers.

    Truth values are 1 and 0. Raises `InputError`, which names the row, for a missing label.
    """
    if _is_plain_buffer(values):
        return values
    column = list(map(_own, entries(values, name)))
    for row, value in enumerate(column):
        check_present(value, f"{name}[{row}]")
    return [int(value) for value in column] if set(map(type, column)) == {bool} else column


def numbers(values: Any, name: str) -> tuple[list[Any], tuple[str, ...]]:
    """The numbers of a column, and their types (`number_types`); `InputError`, which names the row, for a missing one."""
    given = entries(values, name)
    column = list(map(_own, given))
    for row, value in enumerate(column):
        check_present(value, f"{name}[{row}]")
    return column, number_types(values, given)


def _own(value: Any) -> Any:
    """A scalar of another library as Python's own; but a NumPy time, which would become a bare number, as it is."""
    if isinstance(value, str):  # NumPy's own conversion drops NUL characters from the end
        return str.__str__(value)
    return value if _is_time(value) else plain(value)


def _is_time(value: object) -> bool:
    """Is it a date, a time or a duration of NumPy, or an array of them?"""
    return getattr(getattr(value, "dtype", None), "kind", "") in ("M", "m")


def _is_plain_buffer(values: Any) -> bool:
    """Is it a buffer of integers, whose memory has all that it says? That of a masked array has the masked ones, too."""
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
