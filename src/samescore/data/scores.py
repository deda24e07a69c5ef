"""Gold labels and a classifier's scores as flat buffers, which take nine bytes per item."""

from __future__ import annotations

import dataclasses
import math
from array import array
from collections.abc import Sequence
from typing import Any

from samescore.base.checks import as_float, name_of
from samescore.base.errors import InputError
from samescore.data.buffers import Buffer, as_unsigned, column_of
from samescore.kernels import kernels_enabled
from samescore.kernels import labels as label_kernel
from samescore.kernels import ranking as kernel


@dataclasses.dataclass(frozen=True, slots=True)
class ScoredColumns:
    """The gold label (a byte, 0 or 1) and the score of every item; scores are never nan."""

    gold: bytes
    scores: array[float]

    @classmethod
    def of(
        cls,
        gold: Sequence[int] | Buffer,
        scores: Sequence[float | str] | Buffer,
        names: tuple[str, str] = ("gold", "scores"),
    ) -> ScoredColumns:
        """Build the columns from two lists or flat buffers; `names` is used in errors.

        Raises `InputError` as `samescore.ScoredLabels` does.
        """
        labels, numbers = column_of(gold, names[0]), column_of(scores, names[1])
        if len(labels) != len(numbers):
            raise InputError(
                f"{len(labels)} gold labels but {len(numbers)} scores", hint="give one score for every label"
            )
        return cls(_zeros_and_ones(labels, names[0]), _doubles(numbers, names[1]))

    def __len__(self) -> int:
        return len(self.gold)

    def __hash__(self) -> int:
        return hash((self.gold, tuple(self.scores)))


def _zeros_and_ones(labels: Sequence[int], name: str) -> bytes:
    """Convert labels to bytes. Raises `InputError`, which names the first label that is not 0 or 1, if there is one."""
    made = _bytes(labels)
    if made is not None:
        return made
    for i, label in enumerate(labels):
        if not isinstance(label, (int, float)) or label not in (0, 1):
            raise InputError(f"{name}[{i}] is {name_of(label)}, not 0 or 1", hint="write 1 for the positive class")
    return bytes(map(int, labels))


def _bytes(labels: Sequence[int]) -> bytes | None:
    """Convert the integers 0 and 1, or booleans, to bytes; None if there are other values or types."""
    if isinstance(labels, memoryview):
        if labels.format in ("f", "d"):
            return None
        words, full = as_unsigned(labels)
        if kernels_enabled():
            codes, highest, _ = label_kernel.low_bytes(words, full)
            return bytes(codes) if highest <= 1 else None
        labels = words.tolist()
    elif not set(map(type, labels)) <= {int, bool}:
        return None
    try:
        made = bytes(iter(labels))
    except ValueError:
        return None
    return None if made.translate(None, b"\0\1") else made


def _doubles(scores: Any, name: str) -> array[float]:
    """Convert scores to doubles. Raises `InputError` for a score that is nan or not a number."""
    made = array("d")
    if isinstance(scores, memoryview):
        if scores.format == "d" and len(scores):
            made.frombytes(scores.cast("B"))
        elif scores.format == "f" and kernels_enabled():
            made = kernel.doubles(scores)
        else:
            made.extend(map(float, scores))
    elif set(map(type, scores)) == {float}:
        made.extend(scores)
    else:
        made.extend(score_of(value, f"{name}[{i}]") for i, value in enumerate(scores))
    if _has_nan(made):
        place = next(i for i, score in enumerate(made) if math.isnan(score))
        raise InputError(f"{name}[{place}] is nan", hint="items cannot be ranked by nan: remove the item")
    return made


def _has_nan(scores: array[float]) -> bool:
    """Return whether any of the scores is nan."""
    if kernels_enabled() and not has_special(scores):
        return False
    total = sum(scores)  # a sum is nan if a score is, or if there are infinities of both signs
    return math.isnan(total) and any(map(math.isnan, scores))


def has_special(scores: array[float]) -> bool:
    """Return whether any of the scores is infinite or nan; this needs compiled kernels."""
    return bool(scores) and bool(kernel.has_special(memoryview(scores).cast("B").cast("Q")))


def score_of(value: Any, name: str) -> float:
    """Convert a score to a double. Raises `InputError` unless it is a number, ``inf`` or ``-inf``."""
    if value in ("inf", "-inf"):
        return float(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"{name} is {name_of(value)}, not a number", hint="use 'inf' and '-inf' for infinite scores")
    return as_float(value, name)
