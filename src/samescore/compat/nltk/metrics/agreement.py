"""NLTK's `AnnotationTask` backed by the native coefficients of agreement (``nltk.metrics.agreement``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable
from itertools import combinations
from typing import Any, ClassVar

from samescore.compat.native import Model, before
from samescore.compat.nltk.base import NLTK
from samescore.compat.nltk.metrics.distance import _NEWEST as _DISTANCES
from samescore.compat.nltk.metrics.distance import DistanceFunctions, binary_distance, interval_distance
from samescore.data.annotations import Annotations
from samescore.data.labels import Labels
from samescore.verbs.scoring.score import NativeScore

#: A coder, an item, and the label that the coder gave to the item.
Triple = tuple[Hashable, Any, Hashable]

#: The release that added missing values and the limit on different labels.
_MISSING_SINCE = "3.10.4"
#: Maximum number of different labels.
MAX_AGREEMENT_LABELS = 10_000


class AnnotationTask:
    """The labels that coders gave to items, with a distance between labels: `data` are triples (coder, item, label).

    The attributes `C`, `I` and `K` are the sets of coders, items and labels. The coefficients raise
    `NotImplementedError` for distances other than NLTK's binary, interval, Jaccard and MASI distances. Raises
    `TypeError` for `missing_values` before 3.10.4, and the errors of `load_array`.
    """

    model: ClassVar[Model] = NLTK
    distances: ClassVar[DistanceFunctions] = _DISTANCES

    def __init__(
        self,
        data: Iterable[Triple] | None = None,
        distance: Callable[[Any, Any], Any] = binary_distance,
        missing_values: Collection[Hashable] | None = None,
    ) -> None:
        if missing_values is not None and before(self.model.release, _MISSING_SINCE):
            raise TypeError(f"NLTK {self.model.release} does not have missing_values, which is new in {_MISSING_SINCE}")
        self.distance = distance
        self.missing_values = frozenset(missing_values or ())
        self.I: set[Any] = set()
        self.K: set[Hashable] = set()
        self.C: set[Hashable] = set()
        self.data: list[dict[str, Any]] = []
        if data is not None:
            self.load_array(data)

    def load_array(self, array: Iterable[Triple]) -> None:
        """Add triples, except those whose label is one of the `missing_values`.

        Since 3.10.4, raises `ValueError` for more than 10,000 different labels.
        """
        for coder, item, label in array:
            if label not in self.missing_values:
                self.C.add(coder)
                self.K.add(label)
                self.I.add(item)
                self.data.append({"coder": coder, "labels": label, "item": item})
        if len(self.K) > MAX_AGREEMENT_LABELS and not before(self.model.release, _MISSING_SINCE):
            raise ValueError(f"there are {len(self.K)} different labels; the limit is {MAX_AGREEMENT_LABELS}")

    def alpha(self) -> float:
        """Return Krippendorff's alpha, at most 1; as in NLTK, the integer 1 if all labels that are compared are equal.

        Raises `ValueError` without labels, and for one coder and one item with different labels; and
        `ZeroDivisionError` if no item has two labels.
        """
        if not self.K:
            raise ValueError("the task has no labels")
        if len(self.K) == 1:
            return 1
        if len(self.C) == len(self.I) == 1:
            raise ValueError("the task has one coder and one item")
        arguments = {"distance": self._distance_name("alpha")}
        by_item: dict[Any, list[Any]] = {item: [] for item in sorted(self.I)}
        labels = self._native_labels()
        for entry, label in zip(self.data, labels, strict=True):
            by_item[entry["item"]].append(label)
        longest = max(map(len, by_item.values()))
        if longest < 2:
            raise ZeroDivisionError("no item has two labels")
        columns = [[*given, *[None] * (longest - len(given))] for given in by_item.values()]
        scored = self.model.score(
            "krippendorff-alpha", "alpha", Annotations(list(zip(*columns, strict=True))), arguments
        )
        return 1 if scored.value == 1 and scored.trace.stages["disagreement"][1:] == [0.0] else scored.value

    def kappa(self) -> float:
        """Return the mean of Cohen's kappa over the pairs of coders. Raises the errors of `avg_Ao`."""
        return self._agreement("pairs").value

    def multi_kappa(self) -> float:
        """Return Davies and Fleiss's kappa. Raises the errors of `avg_Ao`."""
        return self._agreement("own").value

    def pi(self) -> float:
        """Return Scott's pi for two or more coders. Raises the errors of `avg_Ao`."""
        return self._agreement("pooled").value

    def S(self) -> float:  # noqa: N802 - NLTK's name
        """Return Bennett, Alpert and Goldstein's S.

        Raises the errors of `avg_Ao`, but since 3.10 `ValueError` if there are no labels.
        """
        if not self.K and not before(self.model.release, "3.10.0"):
            raise ValueError("the task has no labels")
        return self._agreement("uniform").value

    def avg_Ao(self) -> float:  # noqa: N802 - NLTK's name
        """Return the mean observed agreement of the pairs of coders, in 0..1.

        Raises `ZeroDivisionError` for fewer than two coders, and `NotImplementedError` for the interval distance, and
        unless every coder has labelled every item exactly once.
        """
        observed: float = self._agreement("own").trace.stages["agreement"][0]
        return observed

    def Ao(self, cA: Hashable, cB: Hashable) -> float:  # noqa: N802, N803 - NLTK's names
        """Return the observed agreement of two coders, in 0..1. Raises the errors of `avg_Ao`."""
        observed: float = self._agreement("own", (cA, cB)).trace.stages["agreement"][0]
        return observed

    def kappa_pairwise(self, cA: Hashable, cB: Hashable) -> float:  # noqa: N803 - NLTK's names
        """Return Cohen's kappa of two coders. Raises the errors of `avg_Ao`."""
        return self._agreement("pairs", (cA, cB)).value

    def weighted_kappa(self, max_distance: float = 1.0) -> float:
        """Return the mean of Cohen's weighted kappa over the pairs of coders.

        Raises the errors of `weighted_kappa_pairwise`, and `ZeroDivisionError` for fewer than two coders.
        """
        pairs = list(combinations(self._coders(), 2))
        total = 0.0
        for first, second in pairs:
            total += self.weighted_kappa_pairwise(first, second, max_distance)
        return total / len(pairs)

    def weighted_kappa_pairwise(
        self,
        cA: Hashable,  # noqa: N803 - NLTK's name
        cB: Hashable,  # noqa: N803 - NLTK's name
        max_distance: float = 1.0,
    ) -> float:
        """Return Cohen's weighted kappa of two coders.

        Raises `ZeroDivisionError` if chance disagreement is 0, and `NotImplementedError` for distances other than the
        binary and the interval distance, for another `max_distance`, and unless every coder has labelled every item
        exactly once.
        """
        if max_distance != 1:
            raise NotImplementedError("samescore.compat offers max_distance=1")
        arguments = {"distance": self._distance_name("weighted_kappa")}
        gold, predicted = self._rows((cA, cB))
        return self.model.score("kappa", "weighted_kappa", Labels(gold, predicted), arguments).value

    def _coders(self) -> tuple[Hashable, ...]:
        """Return the coders in order of appearance; NLTK uses the order of a set, which can change the last bits."""
        return tuple(dict.fromkeys(entry["coder"] for entry in self.data))

    def _agreement(self, chance: str, coders: tuple[Hashable, ...] | None = None) -> NativeScore:
        arguments = {"distance": self._distance_name("agreement"), "chance": chance}
        rows = self._rows(self._coders() if coders is None else coders)
        if len(rows) < 2 or not self.I:
            raise ZeroDivisionError("the task has fewer than two coders")
        return self.model.score("fleiss-kappa", "agreement", Annotations(rows), arguments)

    def _rows(self, coders: tuple[Hashable, ...]) -> list[list[Any]]:
        """Return the labels of each coder for the sorted items.

        Raises `NotImplementedError` unless every coder has labelled every item exactly once.
        """
        given = Counter((entry["coder"], entry["item"]) for entry in self.data)
        if len(given) < len(self.C) * len(self.I) or len(self.data) > len(given):
            raise NotImplementedError("samescore.compat needs one label of each coder for each item, except for alpha")
        labels = {
            (entry["coder"], entry["item"]): label
            for entry, label in zip(self.data, self._native_labels(), strict=True)
        }
        return [[labels[coder, item] for item in sorted(self.I)] for coder in coders]

    def _distance_name(self, entry_point: str) -> str:
        names = ["binary_distance", "interval_distance", "jaccard_distance", "masi_distance"]
        offered = [binary_distance, interval_distance, self.distances.jaccard_distance, self.distances.masi_distance]
        if self.distance not in offered:
            raise NotImplementedError(
                "samescore.compat offers NLTK's binary, interval, Jaccard and MASI distances here"
            )
        name = names[offered.index(self.distance)]
        if (entry_point, name) in _NOT_MODELLED:
            raise NotImplementedError(f"samescore.compat does not offer {name} here")
        return name

    def _native_labels(self) -> list[Any]:
        """Return the labels in the order of the data: numbers for the interval distance, otherwise equal names for equal labels."""
        labels = [entry["labels"] for entry in self.data]
        if self.distance is interval_distance:
            return labels
        names: dict[Hashable, str] = {}
        if self.distance is binary_distance:
            return [names.setdefault(label, str(len(names))) for label in labels]
        return [tuple(sorted(names.setdefault(member, str(len(names))) for member in label)) for label in labels]


#: Pairs of a coefficient and a distance that have no native model.
_NOT_MODELLED = {
    ("agreement", "interval_distance"),
    ("weighted_kappa", "jaccard_distance"),
    ("weighted_kappa", "masi_distance"),
}
