"""Gold and predicted labels as integer codes of one or four bytes."""

from __future__ import annotations

import dataclasses
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Union

from samescore.base.checks import name_of
from samescore.base.errors import InputError
from samescore.data.buffers import Buffer, as_unsigned, column_of
from samescore.kernels import kernels_enabled
from samescore.kernels import labels as kernel

Label = str | int

#: The codes of a column: bytes if both columns have at most 256 different labels together, else an array.
Codes = Union[bytearray, "array[int]"]

#: The number of items with each pair of gold and predicted labels that occurs.
Pairs = dict[tuple[Label, Label], int]

_BYTES = 256
#: The labels of the byte codes 0 to 255: the byte as an unsigned and as a signed integer.
_WITHOUT_SIGN: tuple[Label, ...] = tuple(range(_BYTES))
_WITH_SIGN: tuple[Label, ...] = (*range(_BYTES // 2), *range(-_BYTES // 2, 0))
_LARGEST = (1 << 63) - 1
#: Minimum number of labels for which kernels are used.
_LEAST = 100


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class LabelColumns:
    """Gold and predicted labels as codes: item i has the labels ``names[gold[i]]`` and ``names[predicted[i]]``.

    `names` has no duplicates and may contain labels that do not occur. Two instances are equal if their items have
    equal labels.
    """

    names: tuple[Label, ...]
    gold: Codes
    predicted: Codes

    @classmethod
    def of(cls, gold: Sequence[Label] | Buffer, predicted: Sequence[Label] | Buffer) -> LabelColumns:
        """Build columns from two lists or flat buffers. Raises `InputError` as `samescore.Labels` does."""
        sides = column_of(gold, "gold"), column_of(predicted, "predicted")
        if len(sides[0]) != len(sides[1]):
            raise InputError(
                f"{len(sides[0])} gold labels but {len(sides[1])} predicted labels",
                hint="give one predicted label for every gold label",
            )
        if all(isinstance(side, memoryview) for side in sides):
            return cls.of_buffers(*sides)
        return cls.of_lists(*(_integers(side) if isinstance(side, memoryview) else side for side in sides))

    @classmethod
    def of_lists(cls, gold: Sequence[Label], predicted: Sequence[Label]) -> LabelColumns:
        """Build columns from labels. Raises `InputError` unless all are strings or all integers."""
        columns = cls.compiled_of_lists(gold, predicted) if kernels_enabled() and len(gold) >= _LEAST else None
        return columns or cls.plain_of_lists(gold, predicted)

    @classmethod
    def plain_of_lists(cls, gold: Sequence[Label], predicted: Sequence[Label]) -> LabelColumns:
        """Build columns like `of_lists`, without the kernels."""
        check_labels(gold, "gold")
        check_labels(predicted, "predicted")
        numbers = {name: k for k, name in enumerate(dict.fromkeys(chain(gold, predicted)))}
        if len({isinstance(name, str) for name in numbers}) > 1:
            raise InputError("the labels mix strings and integers", hint="convert them all to strings")
        columns = [_codes(map(numbers.__getitem__, labels), len(numbers)) for labels in (gold, predicted)]
        return cls(tuple(numbers), *columns)

    @classmethod
    def compiled_of_lists(cls, gold: Sequence[Label], predicted: Sequence[Label]) -> LabelColumns | None:
        """Build columns like `of_lists`, with the kernels; None unless all labels are `str` or all `int`, not subclasses."""
        numbers: dict[Label, int] = {}
        columns = []
        for labels in (gold, predicted):
            codes = array("i", bytes(4)) * len(labels)
            done = kernel.number_labels(labels if isinstance(labels, list) else list(labels), numbers, codes)
            if done < len(labels):
                return None
            columns.append(codes)
        if len(set(map(type, numbers))) > 1:
            return None
        return cls(tuple(numbers), *(_narrow(column, len(numbers)) for column in columns))

    @classmethod
    def of_buffers(cls, gold: memoryview, predicted: memoryview) -> LabelColumns:
        """Build columns from buffers of integers or booleans (0 and 1).

        Raises `InputError` for other types of elements, unless the buffer is empty.
        """
        for view, side in ((gold, "gold"), (predicted, "predicted")):
            if view.format in ("f", "d") and len(view):
                hint = f"labels must be strings or integers; convert them: {side}.astype(int)"
                raise InputError(f"{side}[0] is {name_of(view[0])}, not a label", hint=hint)
        columns = cls.compiled_of_buffers(gold, predicted) if kernels_enabled() else None
        return columns or cls.plain_of_lists(_integers(gold), _integers(predicted))

    @classmethod
    def compiled_of_buffers(cls, gold: memoryview, predicted: memoryview) -> LabelColumns | None:
        """Build columns like `of_buffers`, with the kernels; None if a number is 2**63 or more."""
        sides = [(*as_unsigned(view), view.format.islower()) for view in (gold, predicted)]
        codes, highest, shifted = zip(*(kernel.low_bytes(words, full) for words, full, _ in sides), strict=True)
        largest = [full // 2 if signed else full for _, full, signed in sides]
        if all(bits < _BYTES and bits <= most for bits, most in zip(highest, largest, strict=True)):
            return cls(_WITHOUT_SIGN, *codes)
        plus_128 = (
            moved if signed else bits + _BYTES // 2
            for bits, moved, (*_, signed) in zip(highest, shifted, sides, strict=True)
        )
        if max(plus_128) < _BYTES:
            return cls(_WITH_SIGN, *codes)
        if any(bits > _LARGEST and not signed for bits, (*_, signed) in zip(highest, sides, strict=True)):
            return None
        names, columns = array("q"), []
        for words, full, signed in sides:
            columns.append(array("i", bytes(4)) * len(words))
            names = kernel.number_words(words, full // 2 + 1 if signed else 0, names, columns[-1])
        return cls(tuple(names), *(_narrow(column, len(names)) for column in columns))

    def __len__(self) -> int:
        return len(self.gold)

    def labels(self, codes: Codes) -> tuple[Label, ...]:
        """Return the labels of a column of codes."""
        return tuple(map(self.names.__getitem__, codes))

    def pairs(self) -> Pairs:
        """Return the number of items with each pair of labels, in order of first appearance."""
        return self.compiled_pairs() if kernels_enabled() else self.plain_pairs()

    def plain_pairs(self) -> Pairs:
        """Return the result of `pairs`, without the kernels."""
        names = self.names
        counts = Counter(zip(self.gold, self.predicted, strict=True))
        return {(names[gold], names[predicted]): count for (gold, predicted), count in counts.items()}

    def compiled_pairs(self) -> Pairs:
        """Return the result of `pairs`, with the kernels."""
        narrow = isinstance(self.gold, bytearray)
        pairs, counts = (kernel.count_pairs if narrow else kernel.count_wide_pairs)(self.gold, self.predicted)
        bits = 8 if narrow else 32
        names, mask = self.names, (1 << bits) - 1
        return {(names[pair >> bits], names[pair & mask]): count for pair, count in zip(pairs, counts, strict=True)}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LabelColumns):
            return NotImplemented
        if self.names == other.names:
            return (self.gold, self.predicted) == (other.gold, other.predicted)
        return self._labels() == other._labels()

    def __hash__(self) -> int:
        return hash(self._labels())

    def _labels(self) -> tuple[tuple[Label, ...], tuple[Label, ...]]:
        return self.labels(self.gold), self.labels(self.predicted)


def _codes(numbers: Iterable[int], classes: int) -> Codes:
    return bytearray(numbers) if classes <= _BYTES else array("i", numbers)


def _narrow(column: array[int], classes: int) -> Codes:
    """Return a column of codes as bytes if there are at most 256 classes, else unchanged."""
    if classes > _BYTES:
        return column
    codes: bytearray = kernel.low_bytes(*as_unsigned(memoryview(column)))[0]
    return codes


def _integers(view: memoryview) -> list[int]:
    """Return the numbers of a buffer; booleans are 0 and 1."""
    return [int(number) for number in view] if view.format == "?" or not len(view) else view.tolist()


def check_labels(labels: Sequence[Label], name: str) -> None:
    """Raise `InputError`, which names the first wrong label, unless all are strings or integers; booleans are not allowed."""
    if set(map(type, labels)) <= {str, int}:
        return
    for i, label in enumerate(labels):
        if isinstance(label, bool) or not isinstance(label, (str, int)):
            raise InputError(f"{name}[{i}] is {name_of(label)}, not a label", hint="labels must be strings or integers")
