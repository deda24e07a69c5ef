"""Calibration errors: how far predicted probabilities are from the shares of positive items, in bins (ECE, MCE, ACE).

Naeini, Cooper and Hauskrecht 2015 (ECE, MCE), Guo et al. 2017, Nixon et al. 2019 (ACE, class-wise), Kumar, Liang and Ma
2019 (debiasing), Murphy 1973 (parts of the Brier score).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeVar

from samescore.base.outcome import Trace
from samescore.data.class_scores import ClassScores
from samescore.data.scored_labels import ScoredLabels
from samescore.metrics.base import MetricFacts, Statistics, Total, broken_axioms
from samescore.metrics.calibration.errors import Bin, binned, finished, mean_error, mean_of_classes
from samescore.metrics.calibration.settings import CalibrationSettings, MulticlassCalibrationSettings
from samescore.metrics.kept import Rowless
from samescore.metrics.labels.class_scores import KeptClassScores, kept_items
from samescore.metrics.labels.refused_weights import refuse_weights
from samescore.metrics.labels.scored import ScoredItems, need_items

DataT = TypeVar("DataT", ScoredLabels, ClassScores)
SettingsT = TypeVar("SettingsT", bound=CalibrationSettings)

#: The probabilities of items, and their labels: 1 for a positive item.
Items = tuple[Sequence[float], Sequence[int]]

_HINT = "give probabilities, for example after a softmax"
_PLAUSIBLE = {
    "bins": (15, 10, 20),
    "binning": ("width", "mass"),
    "measure": ("mean", "root-mean-square", "max"),
}
_VARIANCE = {"measure": "root-mean-square", "debias": "variance"}
_BREAKS = broken_axioms(("duplication",), "the estimated variance depends on the number of items", **_VARIANCE)


class CalibrationMetric(Rowless[DataT, SettingsT]):
    """A metric that keeps every item, and compares probabilities with shares of positive items."""

    def counting(self, settings: SettingsT) -> SettingsT:
        """Return the default settings with ``weights`` as given, because no other knob affects the kept data."""
        return self.settings(weights=settings.weights)

    def commutes(self, settings: SettingsT) -> bool:
        return settings.summation == "exact" and settings.binning != "chunk"


class CalibrationError(CalibrationMetric[ScoredLabels, CalibrationSettings]):
    """The calibration error of the probability of class 1, in 0..1; 0 is the best (but 1 for the measure resolution).

    Raises `MetricError` for no items (but see ``empty_input``), for scores that are not probabilities, for sample weights if ``weights`` is
    raise, and for more bins than items if ``binning`` is chunk.
    """

    name = "calibration-error"
    title = "calibration error"
    takes = (ScoredLabels,)
    settings = CalibrationSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=False,
        stages=("bins",),
        inputs="certain",
        growth=1,
        plausible={**_PLAUSIBLE, "edges": ("right", "left"), "weighting": ("items", "bins")},
        breaks=(
            *_BREAKS,
            *broken_axioms(("duplication",), "bins of equally many items have other edges", binning="mass"),
            *broken_axioms(("item order", "duplication"), "chunks depend on the order of the items", binning="chunk"),
            *broken_axioms(
                ("duplication",),
                "sums are rounded to 32 bits",
                dtype="float32",
                summation="left-to-right",
            ),
        ),
    )

    def statistics(self, data: ScoredLabels, settings: CalibrationSettings) -> Statistics:
        refuse_weights(data, settings)
        return Statistics((), (), ScoredItems(data.columns.scores, data.columns.gold))

    def combine(self, total: Total, settings: CalibrationSettings) -> Trace:
        if not total.segments and settings.empty_input != "raise":
            return _of_nothing(settings)
        need_items(total)
        items: ScoredItems = total.kept
        items.need_probabilities(_HINT)
        bins = binned(items.scores, items.gold, settings)
        return Trace(finished(mean_error(bins, items.gold, settings), settings), {"bins": _counts(bins)})


class MulticlassCalibrationError(CalibrationMetric[ClassScores, MulticlassCalibrationSettings]):
    """The calibration error of the probabilities of all classes, in 0..1; 0 is the best (but 1 for the measure resolution).

    Raises `MetricError` as `CalibrationError` does.
    """

    name = "multiclass-calibration-error"
    title = "multiclass calibration error"
    takes = (ClassScores,)
    settings = MulticlassCalibrationSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=False,
        stages=("bins",),
        inputs="certain",
        growth=1,
        plausible={"reduction": ("top-label", "class-wise", "predicted-class"), **_PLAUSIBLE},
        breaks=(
            *_BREAKS,
            *broken_axioms(
                ("every item counts", "the gold labels count"),
                "the estimated variance exceeds the squared gaps of few items",
                **_VARIANCE,
                binning="mass",
                reduction="class-wise",
                class_mean="power",
            ),
        ),
    )

    def statistics(self, data: ClassScores, settings: MulticlassCalibrationSettings) -> Statistics:
        refuse_weights(data, settings)
        return Statistics((), (), KeptClassScores(data.classes, data.gold_columns, data.columns))

    def combine(self, total: Total, settings: MulticlassCalibrationSettings) -> Trace:
        if not total.segments and settings.empty_input != "raise":
            return _of_nothing(settings)
        kept = kept_items(total)
        kept.need_probabilities(_HINT)
        parts = [*_reduced(kept, settings.reduction)]
        bins = [binned(probabilities, gold, settings) for probabilities, gold in parts]
        errors = [mean_error(of_part, gold, settings) for of_part, (_, gold) in zip(bins, parts, strict=True)]
        return Trace(mean_of_classes(errors, settings), {"bins": [counts for part in bins for counts in _counts(part)]})


def _of_nothing(settings: CalibrationSettings) -> Trace:
    """Return the score without items."""
    return Trace(math.nan if settings.empty_input == "nan" else 0.0, {"bins": []})


def _reduced(kept: KeptClassScores, reduction: str) -> Iterator[Items]:
    """Yield the items of one problem with two classes, or of several, as the knob ``reduction`` says."""
    if reduction == "class-wise":
        for column in range(len(kept.classes)):
            of_class = kept.against_the_rest(column)
            yield of_class.scores, of_class.gold
        return
    rows = [(gold, row, max(row)) for gold, row in kept.rows()]
    top = [(row.index(highest), highest, gold) for gold, row, highest in rows]
    if reduction == "top-label":
        yield [highest for _, highest, _ in top], [predicted == gold for predicted, _, gold in top]
        return
    for column in sorted({predicted for predicted, _, _ in top}):
        likely = [(highest, gold == column) for predicted, highest, gold in top if predicted == column]
        yield [highest for highest, _ in likely], [right for _, right in likely]


def _counts(bins: Sequence[Bin]) -> list[list[int]]:
    """Return the number of items and of positive items of each bin with items, as a stage."""
    return [[len(part.probabilities), part.positives] for part in bins if part.probabilities]


CALIBRATION_ERROR = CalibrationError()
MULTICLASS_CALIBRATION_ERROR = MulticlassCalibrationError()
