"""rouge-score's results and their aggregation (``rouge_score.scoring``)."""

from __future__ import annotations

import abc
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from samescore.compat.native import Model, with_native_errors
from samescore.compat.rouge_score.releases import NEWEST
from samescore.data.comparison import MEAN, Comparison, Numbers
from samescore.verbs.scoring.score import score


class Score(NamedTuple):
    """Precision, recall and F1 of a prediction against a target, in 0..1."""

    precision: float
    recall: float
    fmeasure: float


class AggregateScore(NamedTuple):
    """The lower bound, the median and the upper bound of resampled means."""

    low: Any
    mid: Any
    high: Any


class BaseScorer(abc.ABC):
    """Abstract base class of scorers."""

    @abc.abstractmethod
    def score(self, target: str, prediction: str) -> dict[str, Any]:
        """Return the scores of a prediction against a target, by type."""


class BootstrapAggregator:
    """Bootstrap confidence intervals of mean scores.

    `confidence_interval` is the level, in 0..1, and `n_samples` is the number of resamples. The package has no
    parameter `seed`; with it, the result equals the package's after ``numpy.random.seed(seed)``. Without it, the
    resamples are random and do not depend on numpy's state. Raises `ValueError` for a level outside 0..1, and for no
    resamples.
    """

    model: ClassVar[Model] = Model("rouge_score", NEWEST)

    def __init__(self, confidence_interval: float = 0.95, n_samples: int = 1000, *, seed: int | None = None) -> None:
        if not 0 <= confidence_interval <= 1:
            raise ValueError(f"confidence_interval is {confidence_interval}, but must be in 0..1")
        if n_samples <= 0:
            raise ValueError(f"n_samples is {n_samples}, but must be positive")
        self._confidence, self._samples, self._seed = confidence_interval, n_samples, seed
        self._scores: dict[str, list[Any]] = {}

    def add_scores(self, scores: Mapping[str, Any]) -> None:
        """Add the scores of one text: a named tuple of numbers for each type."""
        for name, given in scores.items():
            self._scores.setdefault(name, []).append(given)

    def aggregate(self) -> dict[str, AggregateScore]:
        """Return by type the bounds and the median of each measure; empty if no scores were added.

        Raises `ValueError` for more types than the model covers.
        """
        seed = secrets.randbelow(2**32) if self._seed is None else self._seed
        return {
            name: self._aggregated(scores, {"seed": seed, "earlier": earlier})
            for earlier, (name, scores) in enumerate(self._scores.items())
        }

    def _aggregated(self, scores: Sequence[Any], drawn: dict[str, object]) -> AggregateScore:
        like = self.model.like("BootstrapAggregator", {})
        knobs = {**drawn, "confidence": self._confidence, "resamples": self._samples}
        measures = [Comparison(MEAN, [Numbers(numbers)]) for numbers in zip(*scores, strict=True)]

        def bound(end: str) -> Any:
            values = [
                with_native_errors(lambda data=data: score("interval", data, like=like, end=end, **knobs).value)  # type: ignore[misc]
                for data in measures
            ]
            return type(scores[0])(*values)

        return AggregateScore(*map(bound, ("low", "centre", "high")))


def fmeasure(precision: float, recall: float) -> float:
    """Return the harmonic mean of precision and recall; 0 if both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0
