"""Encode totals as bytes: MessagePack with an extension for each type that JSON lacks, the same on every machine.

The bytes never refer to code: only numbers, texts and the types below can be written, and reading gives only these.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import msgspec

from samescore.metrics.base import Total
from samescore.metrics.rows import Rows

#: The module of each type that metrics store in totals, by name.
_HOMES = {
    "ChosenTexts": "likelihood.choices",
    "ConfusionCounts": "labels.confusion",
    "DifferentNgrams": "distinct",
    "ExactSum": "summation",
    "JoinedUnits": "edits.wer",
    "KeptClassScores": "labels.class_scores",
    "KeptSets": "labels.multilabel",
    "KeptWeightedScores": "labels.scored",
    "KeptWeights": "labels.weighted_items",
    "KeptWords": "kept",
    "LabelsInOrder": "labels.confusion",
    "Model": "likelihood.ngram_model",
    "ModelAndTexts": "likelihood.ngram_model",
    "QuestionScores": "qa.drop",
    "ScoredItems": "labels.scored",
    "Sequences": "likelihood.perplexity",
    "Total": "totals",
}
_INT64 = range(-(2**63), 2**63)
_ARRAY, _ROWS, _LARGE, _TUPLE, _TABLE, _SET, _RECORD = range(1, 8)


def to_bytes(value: Any) -> bytes:
    """Encode a total, or anything that one contains; `TypeError` for any other type."""
    return msgspec.msgpack.encode(_plain(value))


def from_bytes(raw: bytes) -> Any:
    """Decode a value written by `to_bytes`."""
    return _DECODER.decode(raw)


def total_from(raw: bytes) -> Total:
    """Decode a total written by `to_bytes`."""
    total = from_bytes(raw)
    if not isinstance(total, Total):
        raise TypeError(f"the bytes encode a {type(total).__name__}, not a total")
    return total


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (str, bytes, float)):
        return value
    if isinstance(value, int):
        return value if value in _INT64 else _extension(_LARGE, str(value))
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    if isinstance(value, tuple):
        return _extension(_TUPLE, [_plain(entry) for entry in value])
    if isinstance(value, array):
        return _extension(_ARRAY, [value.typecode, _little(value)])
    if isinstance(value, Rows):
        return _extension(_ROWS, [value.width, _little(value.cells)])
    if isinstance(value, Mapping):
        return _extension(_TABLE, [[_plain(key), _plain(entry)] for key, entry in value.items()])
    if isinstance(value, frozenset):
        return _extension(_SET, [_plain(entry) for entry in sorted(value)])
    name = type(value).__name__
    if name not in _HOMES or type(value) is not _record(name):
        raise TypeError(f"a {name} cannot be serialized")
    return _extension(_RECORD, [name, *(_plain(getattr(value, field)) for field in value.__struct_fields__)])


def _extension(code: int, content: Any) -> msgspec.msgpack.Ext:
    return msgspec.msgpack.Ext(code, msgspec.msgpack.encode(content))


def _record(name: str) -> Any:
    return getattr(import_module(f"samescore.metrics.{_HOMES[name]}"), name)


def _little(numbers: array[Any]) -> bytes:
    """Return the numbers in little-endian byte order."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()


def _numbers(typecode: str, raw: bytes) -> array[Any]:
    numbers = array(typecode)
    numbers.frombytes(raw)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _made(code: int, raw: memoryview) -> Any:
    return _MAKERS[code](_DECODER.decode(raw))


def _made_record(content: list[Any]) -> Any:
    name, *fields = content
    return _record(name)(*fields)


_MAKERS: dict[int, Callable[[Any], Any]] = {
    _ARRAY: lambda content: _numbers(*content),
    _ROWS: lambda content: Rows(content[0], _numbers("q", content[1])),
    _LARGE: int,
    _TUPLE: tuple,
    _TABLE: dict,
    _SET: frozenset,
    _RECORD: _made_record,
}
_DECODER = msgspec.msgpack.Decoder(ext_hook=_made)
