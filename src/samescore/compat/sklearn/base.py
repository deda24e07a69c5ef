"""The base class of scikit-learn's functions in samescore.compat, which depend on the release."""

from __future__ import annotations

from typing import Any

import numpy as np

from samescore.compat.native import Model, before
from samescore.compat.sklearn.targets import Array, Targets, targets
from samescore.verbs.scoring.score import NativeScore

#: The newest release that is modelled.
NEWEST = "1.9.1"


class Functions:
    """The base class of functions of a release."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def _before(self, release: str) -> bool:
        return before(self._model.release, release)

    def _targets(self, gold: Any, predicted: Any, weights: Any = None) -> Targets:
        return targets(self._model.release, gold, predicted, weights)

    def _number(self, value: float, since: str) -> Any:
        """Return a score as Python's float, or in releases before `since` as NumPy's float64."""
        return np.float64(value) if self._before(since) else float(value)

    def _score(self, metric: str, entry_point: str, items: Targets, **knobs: Any) -> NativeScore:
        """Score labels with native knobs, and with the weights of the items if they have any."""
        return self._model.score(metric, entry_point, items.data, {}, weights=items.weighing, **knobs)

    def _listed(self, items: Targets) -> Any:
        """Return the labels that occur, in the form that error messages of the release show."""
        return items.classes.tolist() if self._before("1.8") else items.classes


def column(stage: dict[str, float], names: tuple[str, ...], dtype: Any) -> Array:
    """Return a stage's numbers for the named classes as an array, in that order; 0 for a class without a number."""
    return np.array([stage.get(name, 0) for name in names], dtype=dtype)
