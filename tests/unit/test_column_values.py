"""Values of other libraries' columns that are easily read as something else: stand-ins, so that no library is needed."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any

import pytest

from samescore import InputError, Labels, ScoredLabels
from tests.columns import data_of


class _DataType:
    """What an array says about its elements."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


class _Masked(array):  # type: ignore[type-arg]  # not subscriptable at run time
    """A masked array: its memory has the masked numbers, its list has None in their places."""

    dtype = _DataType("i")
    mask: list[bool]

    def tolist(self) -> list[Any]:
        return [None if masked else value for value, masked in zip(self, self.mask, strict=True)]


def _masked(code: str, values: list[Any], *masked: int) -> Any:
    column = _Masked(code, values)
    column.mask = [row in masked for row in range(len(values))]
    return column


class MaskedConstant:
    """What NumPy gives for a masked element has this name."""


def test_a_masked_label_or_score_is_missing() -> None:
    with pytest.raises(InputError, match=r"gold\[1\] is missing"):
        data_of("mcc", gold=_masked("q", [1, 0, 1, 0], 1), predicted=[1, 1, 1, 0])
    with pytest.raises(InputError, match=r"predicted\[2\] is missing"):
        data_of("mcc", gold=[1, 1, 1, 0], predicted=_masked("q", [1, 0, 1, 0], 2))
    with pytest.raises(InputError, match=r"scores\[3\] is missing"):
        data_of("roc-auc", gold=[1, 0, 1, 0], scores=_masked("d", [0.9, 0.1, 0.8, 0.2], 3))
    with pytest.raises(InputError, match=r"hypotheses\[1\] is missing"):
        data_of("bleu", ["a", MaskedConstant()], ["a", "b"])
    unmasked = data_of("mcc", gold=_masked("q", [1, 0, 1, 0]), predicted=[1, 1, 1, 0])
    assert unmasked == Labels([1, 0, 1, 0], [1, 1, 1, 0])


def test_labels_and_scores_are_not_built_from_masked_memory() -> None:
    with pytest.raises(InputError, match="gold is a masked array"):
        Labels(_masked("q", [1, 0], 1), [1, 1])
    with pytest.raises(InputError, match="scores is a masked array"):
        ScoredLabels([1, 0], _masked("d", [0.5, 0.25], 1))


class _Time:
    """A time or a duration of NumPy, which becomes a bare number of nanoseconds."""

    def __init__(self, nanoseconds: int, kind: str) -> None:
        self._nanoseconds = nanoseconds
        self.dtype = _DataType(kind)

    def tolist(self) -> int:
        return self._nanoseconds


class _Times:
    """An array of them."""

    def __init__(self, nanoseconds: list[int], kind: str) -> None:
        self._times = [_Time(number, kind) for number in nanoseconds]
        self.dtype = _DataType(kind)

    @property
    def shape(self) -> tuple[int]:
        return (len(self._times),)

    def __iter__(self) -> Iterator[_Time]:
        return iter(self._times)

    def tolist(self) -> list[int]:
        return [time.tolist() for time in self._times]


@pytest.mark.parametrize("kind", ["M", "m"])
def test_times_are_no_labels_scores_or_texts(kind: str) -> None:
    for times in (_Times([1, 0], kind), [_Time(1, kind), _Time(0, kind)]):
        with pytest.raises(InputError, match=r"gold\[0\] is a _Time, not a label"):
            data_of("mcc", gold=times, predicted=[1, 0])
        with pytest.raises(InputError, match=r"scores\[0\] is a _Time, not a number"):
            data_of("roc-auc", gold=[1, 0], scores=times)
        with pytest.raises(InputError, match=r"hypotheses\[0\] is a _Time, not a string"):
            data_of("bleu", times, ["a", "b"])


def test_an_array_without_a_dimension_is_a_single_value() -> None:
    class Single(_Times):
        shape = ()  # type: ignore[assignment]

        def __iter__(self) -> Iterator[_Time]:
            raise TypeError("iteration over a 0-d array")

        def tolist(self) -> Any:
            return 1

    with pytest.raises(InputError, match="gold is a single value"):
        data_of("mcc", gold=Single([1], "M"), predicted=[1])


class _FixedWidth(str):
    """A string of NumPy, which loses NUL characters at its end where it becomes Python's."""

    __slots__ = ()

    def tolist(self) -> str:
        return self.rstrip("\0")


def test_a_label_keeps_its_last_characters() -> None:
    labels = [_FixedWidth("a\0"), _FixedWidth("a")]
    data = data_of("mcc", gold=labels, predicted=labels)
    assert data == Labels(["a\0", "a"], ["a\0", "a"])
    assert isinstance(data, Labels)
    assert list(map(type, data.gold)) == [str, str]


def test_bytes_are_no_labels() -> None:
    with pytest.raises(InputError, match="gold is a single bytearray, not a list"):
        data_of("mcc", gold=bytearray(b"\1\0"), predicted=[1, 0])


def test_an_object_that_cannot_be_iterated_is_refused() -> None:
    class Accessor:
        def __iter__(self) -> Iterator[str]:
            raise TypeError("not iterable")

    with pytest.raises(InputError, match="hypotheses is an Accessor, not a list"):
        data_of("bleu", Accessor(), ["a"])
