"""NLTK's accuracy backed by the native metric (``nltk.metrics.scores``)."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.data.labels import Labels
from samescore.verbs.scoring.score import score


def accuracy(reference: Sequence[object], test: Sequence[object]) -> float:
    """Return the share of values that equal the reference values.

    Raises `ValueError` for lists of different lengths, and `ZeroDivisionError` for empty lists.
    """
    if len(reference) != len(test):
        raise ValueError(f"there are {len(test)} values, but {len(reference)} reference values")
    if not test:
        raise ZeroDivisionError("the lists are empty")
    found = [int(value == expected) for expected, value in zip(reference, test, strict=True)]
    return score("accuracy", Labels([1] * len(found), found)).value
