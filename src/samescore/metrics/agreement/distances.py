"""The distances between two labels that are sets, from 0 to 1."""

from __future__ import annotations

from collections.abc import Iterable

from samescore.base.errors import MetricError
from samescore.data.annotations import Annotation, LabelSet, is_set

#: The levels with set-valued labels, named after their distances.
SET_LEVELS = ("jaccard", "masi", "masi-0.67")

#: The definitions of the three distances, for the description of a knob.
SET_LEVELS_MEANING = (
    "jaccard: for sets, 1 - |V & W|/|V | W|; masi: for sets, 1 - m |V & W|/|V | W|, where m is 2/3 if one of two "
    "different sets contains the other, and 1/3 if they overlap otherwise; masi-0.67: the same, with 0.67 instead of "
    "2/3 and 0.33 instead of 1/3"
)

#: MASI's m if one of two different sets contains the other, and if they overlap otherwise.
_MONOTONICITY = {"masi": (2 / 3, 1 / 3), "masi-0.67": (0.67, 0.33)}


def check_sets(labels: Iterable[Annotation], level: str) -> None:
    """Raise `MetricError` if a label is not a set."""
    if not all(map(is_set, labels)):
        raise MetricError(
            f"a label is not a set, and distance={level} needs sets",
            kind="AttributeError",
            hint='in JSON Lines a set is a list, such as [["a", "b"], ["a"]] for an item of two annotators',
        )


def set_distance(first: LabelSet, second: LabelSet, level: str) -> float:
    """Return the distance between two sets, from 0 to 1; 0 if they are equal.

    Raises `MetricError` for two empty sets (0/0).
    """
    one, other = set(first), set(second)
    common, all_members = len(one & other), len(one | other)
    if not all_members:
        raise MetricError(
            f"distance={level} is undefined for two empty sets (0/0)",
            kind="ZeroDivisionError",
            hint='give items without labels a label such as ["none"]',
        )
    if level == "jaccard":
        return (all_members - common) / all_members
    part, overlap = _MONOTONICITY[level]
    m = 1.0 if one == other else part if one <= other or other <= one else overlap
    return 1 - common / all_members * m
