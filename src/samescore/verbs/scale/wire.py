"""Encode totals as bytes: MessagePack with an extension for each type that JSON lacks, the same on every machine.

The bytes never refer to code: only numbers, texts and the types below can be written, and decoding gives only these.
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

#: The module of each type that metrics store in totals (below `samescore.metrics`), by the name of the type.
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
    """Encode a total, or any value that a total can contain. Raises `TypeError` for any other type."""
    return msgspec.msgpack.encode(_encodable(value))


def from_bytes(raw: bytes) -> Any:
    """Decode a value written by `to_bytes`."""
    return _DECODER.decode(raw)


def total_from(raw: bytes) -> Total:
    """Decode a total written by `to_bytes`. Raises `TypeError` for the bytes of a different value."""
    total = from_bytes(raw)
    if not isinstance(total, Total):
        raise TypeError(f"the bytes encode a {type(total).__name__}, not a total")
    return total


def _encodable(value: Any) -> Any:
    if value is None or isinstance(value, (str, bytes, float)):
        return value
    if isinstance(value, int):
        return value if value in _INT64 else _extension(_LARGE, str(value))
    if isinstance(value, list):
        return [_encodable(entry) for entry in value]
    if isinstance(value, tuple):
        return _extension(_TUPLE, [_encodable(entry) for entry in value])
    if isinstance(value, array):
        return _extension(_ARRAY, [value.typecode, _little_endian(value)])
    if isinstance(value, Rows):
        return _extension(_ROWS, [value.width, _little_endian(value.cells)])
    if isinstance(value, Mapping):
        return _extension(_TABLE, [[_encodable(key), _encodable(entry)] for key, entry in value.items()])
    if isinstance(value, frozenset):
        return _extension(_SET, [_encodable(entry) for entry in sorted(value)])
    name = type(value).__name__
    if name not in _HOMES or type(value) is not _record_type(name):
        raise TypeError(f"a {name} cannot be serialized")
    return _extension(_RECORD, [name, *(_encodable(getattr(value, field)) for field in value.__struct_fields__)])


def _extension(code: int, content: Any) -> msgspec.msgpack.Ext:
    return msgspec.msgpack.Ext(code, msgspec.msgpack.encode(content))


def _record_type(name: str) -> Any:
    return getattr(import_module(f"samescore.metrics.{_HOMES[name]}"), name)


def _little_endian(numbers: array[Any]) -> bytes:
    """Return the bytes of the numbers, in little-endian byte order."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()


def _array_from(typecode: str, raw: bytes) -> array[Any]:
    numbers = array(typecode)
    numbers.frombytes(raw)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _decode_extension(code: int, raw: memoryview) -> Any:
    return _MAKERS[code](_DECODER.decode(raw))


def _decode_record(content: list[Any]) -> Any:
    name, *fields = content
    return _record_type(name)(*fields)


_MAKERS: dict[int, Callable[[Any], Any]] = {
    _ARRAY: lambda content: _array_from(*content),
    _ROWS: lambda content: Rows(content[0], _array_from("q", content[1])),
    _LARGE: int,
    _TUPLE: tuple,
    _TABLE: dict,
    _SET: frozenset,
    _RECORD: _decode_record,
}
_DECODER = msgspec.msgpack.Decoder(ext_hook=_decode_extension)
