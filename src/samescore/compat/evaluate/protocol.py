"""evaluate's interface of metrics, which take their inputs at once, in batches or one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

#: A function of predictions, references and a seed, with further arguments.
Compute = Callable[..., dict[str, Any]]


class EvaluationModule:
    """A metric that collects predictions and references until `compute` is called."""

    def __init__(self, name: str, compute: Compute, seed: int | None = None) -> None:
        self.name, self.seed = name, seed
        self._compute = compute
        self._predictions: list[Any] = []
        self._references: list[Any] = []

    def add(self, *, prediction: Any = None, reference: Any = None, **others: object) -> None:
        """Add a prediction and its reference or references. Raises `ValueError` for other inputs."""
        self._refuse(others)
        self._predictions.append(prediction)
        self._references.append(reference)

    def add_batch(self, *, predictions: Any = None, references: Any = None, **others: object) -> None:
        """Add predictions and their references. Raises `ValueError` for other inputs, and for different lengths."""
        self._refuse(others)
        if predictions is None or references is None:
            raise ValueError(f"{self.name} needs predictions and references")
        if len(predictions) != len(references):
            raise ValueError(f"there are {len(predictions)} predictions, but {len(references)} references")
        self._predictions += _listed(predictions)
        self._references += _listed(references)

    def compute(self, *, predictions: Any = None, references: Any = None, **arguments: Any) -> dict[str, Any]:
        """Return the metric's results for all inputs added so far and these, and then remove the inputs.

        `arguments` are passed to the metric. ``wer`` and ``cer`` return a number instead of a dictionary. Raises the
        errors of `add_batch` and of the metric, `ValueError` if there are no predictions, and `TypeError` for an
        argument that the metric does not have.
        """
        if predictions is not None or references is not None:
            self.add_batch(predictions=predictions, references=references)
        given, right = self._predictions, self._references
        self._predictions, self._references = [], []
        if not given:
            raise ValueError(f"{self.name} has no predictions")
        seeded = {"seed": self.seed} if self.name == "rouge" else {}
        return self._compute(given, right, **seeded, **arguments)

    def _refuse(self, others: Mapping[str, object]) -> None:
        if others:
            raise ValueError(f"{self.name} takes predictions and references, but not {', '.join(others)}")


class CombinedEvaluations:
    """Several metrics with one input, whose results are merged."""

    def __init__(self, modules: Sequence[tuple[str, EvaluationModule]], force_prefix: bool = False) -> None:
        self._modules, self._force_prefix = list(modules), force_prefix

    def add(self, *, prediction: Any = None, reference: Any = None, **others: object) -> None:
        """Add a prediction and its reference to every metric."""
        for _, each in self._modules:
            each.add(prediction=prediction, reference=reference, **others)

    def add_batch(self, *, predictions: Any = None, references: Any = None, **others: object) -> None:
        """Add lists of predictions and references to every metric."""
        for _, each in self._modules:
            each.add_batch(predictions=predictions, references=references, **others)

    def compute(self, *, predictions: Any = None, references: Any = None, **arguments: Any) -> dict[str, Any]:
        """Return the merged results; every metric gets all arguments.

        Raises the errors of `EvaluationModule.compute`, and `AttributeError` for a metric whose result is a number
        (``wer``, ``cer``), which the package cannot merge either.
        """
        results = [
            (name, each.compute(predictions=predictions, references=references, **arguments))
            for name, each in self._modules
        ]
        for name, result in results:
            if not isinstance(result, dict):
                raise AttributeError(f"the result of {name} is a number, which cannot be merged with other results")
        keys = Counter(key for _, result in results for key in result)
        names, places, merged = Counter(name for name, _ in results), Counter[str](), dict[str, Any]()
        for name, result in results:
            prefix = f"{name}_{places[name]}" if names[name] > 1 else name
            places[name] += 1
            for key, value in result.items():
                merged[f"{prefix}_{key}" if keys[key] > 1 or self._force_prefix else key] = value
        return merged


def _listed(values: Any) -> list[Any]:
    """Return the values of a sequence or an array as a list."""
    listing = getattr(values, "tolist", None)
    return list(listing() if callable(listing) else values)
