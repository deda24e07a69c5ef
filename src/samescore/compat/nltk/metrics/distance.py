"""NLTK's distances backed by the native metrics (``nltk.metrics.distance``)."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Hashable, Sequence, Set
from itertools import takewhile
from pathlib import Path
from typing import Any

from samescore.base.errors import InputError
from samescore.base.lines import read_lines
from samescore.compat.native import before, one_segment, with_native_errors
from samescore.compat.nltk.base import Functions, as_characters
from samescore.verbs.scoring.positions import edit_cost, edit_path
from samescore.verbs.scoring.set_distances import set_distance

#: Maximum length of a sequence, in units, since 3.10.3.
MAX_DISTANCE_INPUT_LEN = 2000


class DistanceFunctions(Functions):
    """The distance functions of a release."""

    def edit_distance(
        self,
        s1: Sequence[Hashable],
        s2: Sequence[Hashable],
        substitution_cost: float = 1,
        transpositions: bool = False,
    ) -> float:
        """Return the minimum cost of turning `s1` into `s2`, where an insertion or a deletion costs 1.

        `substitution_cost` may be a float or infinite; the result is a float only if a float was added. Raises
        `ValueError` for a negative whole cost and, since 3.10.3, for more than 2,000 units; and `NotImplementedError`
        for a negative fraction, and for a fraction below 2 with transpositions.
        """
        if isinstance(substitution_cost, float) and 0 <= substitution_cost < 2 and not transpositions:
            first, second = self._units(s1, s2)
            return with_native_errors(lambda: edit_cost(first, second, substitution_cost))
        arguments: dict[str, object] = {
            "substitution_cost": _native_cost(substitution_cost),
            "transpositions": bool(transpositions),
        }
        return int(self._score("edit-distance", "edit_distance", s1, s2, arguments))

    def edit_distance_align(
        self, s1: Sequence[Hashable], s2: Sequence[Hashable], substitution_cost: float = 1
    ) -> list[tuple[int, int]]:
        """Return an optimal alignment as pairs of positions, from (0, 0) to the lengths of both sequences.

        Each pair counts the units of `s1` and of `s2` before or after an edit. Before 3.9.4 the alignment may have
        substitutions that cost more than a deletion and an insertion. Since 3.10.3, raises `ValueError` for more than
        2,000 units.
        """
        first, second = self._units(s1, s2)
        by_cells = before(self._model.release, "3.9.4")
        return with_native_errors(lambda: edit_path(first, second, substitution_cost, by_cells=by_cells))

    def _units(self, s1: Sequence[Hashable], s2: Sequence[Hashable]) -> tuple[str, str]:
        """Return two sequences as strings with a character for each unit. Raises `ValueError` for too many units."""
        first, second = as_characters(s1, s2)
        settings: Any = self._model.settings("edit-distance", "edit_distance", {})
        if 0 < settings.max_length < max(len(first), len(second)):
            raise ValueError(
                f"a sequence has {max(len(first), len(second))} units, more than the limit of {settings.max_length}"
            )
        return first, second

    def jaro_similarity(self, s1: Sequence[Hashable], s2: Sequence[Hashable]) -> float:
        """Return Jaro's similarity of two sequences, in 0..1.

        Since 3.10.3, raises `ValueError` for more than 2,000 units.
        """
        return self._score("similarity", "jaro_similarity", s1, s2, {})

    def jaro_winkler_similarity(
        self, s1: Sequence[Hashable], s2: Sequence[Hashable], p: float = 0.1, max_l: int = 4
    ) -> float:
        """Return Jaro's similarity with Winkler's bonus: `p` for each of the first `max_l` units in common.

        Issues `UserWarning` if the similarity may be outside 0..1. Raises the errors of `jaro_similarity`.
        """
        if not 0 <= max_l * p <= 1:
            warnings.warn("max_l * p is not in 0..1, so the similarity may not be either", stacklevel=2)
        if (p, max_l) == (0.1, 4):
            return self._score("similarity", "jaro_winkler_similarity", s1, s2, {})
        similarity = self.jaro_similarity(s1, s2)
        prefix = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(s1, s2, strict=False)))
        return similarity + (min(prefix, max_l) if max_l > 0 else prefix) * p * (1 - similarity)

    def _score(
        self,
        metric: str,
        entry_point: str,
        s1: Sequence[Hashable],
        s2: Sequence[Hashable],
        arguments: dict[str, object],
    ) -> float:
        first, second = as_characters(s1, s2)
        return self._model.score(metric, entry_point, one_segment(second, [first]), arguments).value

    def masi_distance(self, label1: Set[Hashable], label2: Set[Hashable]) -> float:
        """Return the MASI distance of two sets, in 0..1.

        Raises `AttributeError` for labels that are not sets, and `ZeroDivisionError` for two empty sets.
        """
        return self._set_distance(label1, label2, "masi_distance")

    def jaccard_distance(self, label1: Set[Hashable], label2: Set[Hashable]) -> float:
        """Return the share of the members of two sets that only one set has, in 0..1.

        Raises `AttributeError` for labels that are not sets, and `ZeroDivisionError` for two empty sets.
        """
        return self._set_distance(label1, label2, "jaccard_distance")

    def _set_distance(self, label1: Any, label2: Any, name: str) -> float:
        for label in (label1, label2):
            if not isinstance(label, Set):
                raise AttributeError(f"{name} compares sets, but a label is {label!r:.80}")
        settings: Any = self._model.settings("krippendorff-alpha", "alpha", {"distance": name})
        return with_native_errors(lambda: set_distance(label1, label2, settings.distance))


def _native_cost(cost: float) -> int:
    """Return the native metric's substitution cost. Raises `NotImplementedError` for a fraction below 2.

    All costs from 2 on become 2, because a deletion and an insertion together never cost more.
    """
    if cost >= 2:
        return 2
    if cost != int(cost):
        raise NotImplementedError("samescore.compat offers no transpositions if a substitution costs a fraction")
    return int(cost)


def binary_distance(label1: object, label2: object) -> float:
    """Return 0.0 if the labels are equal, otherwise 1.0."""
    return float(not label1 == label2)  # noqa: SIM201 - labels may define only one of the two


def interval_distance(label1: Any, label2: Any) -> Any:
    """Return the squared difference of two numbers. For other labels, issue a `UserWarning` and return None."""
    try:
        difference = label1 - label2
        return difference**2
    except Exception:
        warnings.warn(f"the interval distance needs numbers, not {label1!r:.80} and {label2!r:.80}", stacklevel=2)


def presence(label: Hashable) -> Callable[[Collection[Hashable], Collection[Hashable]], float]:
    """Return a function of two sets: 1.0 if both or neither have the label, otherwise 0.0."""
    return lambda x, y: float((label in x) == (label in y))


def fractional_presence(label: Hashable) -> Callable[[Collection[Hashable], Collection[Hashable]], float]:
    """Return a function of two sets: the absolute difference between the label's shares of the sets.

    The share is 1/size if a set has the label, otherwise 0. The function raises `ZeroDivisionError` for an empty set.
    """

    def distance(x: Collection[Hashable], y: Collection[Hashable]) -> float:
        shares = 1.0 / len(x), 1.0 / len(y)
        return abs(shares[0] * (label in x) - shares[1] * (label in y))

    return distance


def custom_distance(file: str | Path) -> Callable[[Hashable, Hashable], float]:
    """Read a table of distances: on each line two labels and a number, separated by tabs.

    The returned function takes two frozensets of one label each, and raises `KeyError` for a pair that is not in the
    table. Raises `OSError` for a file that cannot be read, and `ValueError` for a malformed line.
    """
    table: dict[frozenset[Hashable], float] = {}
    try:
        lines = read_lines(file)
    except InputError as problem:
        raise OSError(str(problem)) from None
    for number, line in enumerate(lines, 1):
        labels, distance = _table_row(line, f"{file}, line {number}")
        table[labels] = distance
    return lambda x, y: table[frozenset([x, y])]


def _table_row(line: str, place: str) -> tuple[frozenset[Hashable], float]:
    """Return the two labels of a line, each as a set, and their distance. Raises `ValueError` for a malformed line."""
    try:
        one, other, distance = line.strip().split("\t")
        return frozenset([frozenset([one]), frozenset([other])]), float(distance)
    except ValueError:
        raise ValueError(f"{place}: write two labels and a number, separated by tabs, not {line!r:.80}") from None


_NEWEST = DistanceFunctions()
edit_distance = _NEWEST.edit_distance
edit_distance_align = _NEWEST.edit_distance_align
jaro_similarity = _NEWEST.jaro_similarity
jaro_winkler_similarity = _NEWEST.jaro_winkler_similarity
masi_distance = _NEWEST.masi_distance
jaccard_distance = _NEWEST.jaccard_distance
