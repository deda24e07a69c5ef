"""The knobs of the metrics in `samescore.metrics.labels.classification`."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

from samescore.settings import BoolDomain, Choice, ClassNames, Real, Settings, Stage, Text, knob


def _empty_knob() -> Any:
    return knob(
        Stage.STATISTICS,
        Choice(("raise", "formula")),
        "raise",
        "no items at all: an error, or whatever the formula gives for counts of 0",
    )


def _zero_division_knob() -> Any:
    return knob(
        Stage.SMOOTHING,
        Choice(("0", "1", "nan")),
        "0",
        "precision, recall or F of a class where it is 0/0; nan leaves the class out of a mean",
    )


@dataclasses.dataclass(frozen=True, slots=True)
class AccuracySettings(Settings):
    """The knobs of accuracy."""

    metric: ClassVar[str] = "accuracy"

    empty_input: str = _empty_knob()
    normalize: str = knob(
        Stage.PRESENTATION, Choice(("fraction", "count")), "fraction", "correct items over all, or their number"
    )


@dataclasses.dataclass(frozen=True, slots=True)
class ClassSettings(Settings):
    """The knobs that precision, recall and F share."""

    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "formula", "weighted-zero-division")),
        "raise",
        "no items at all: an error, or whatever the formula gives for counts of 0; weighted-zero-division: the same, but "
        "a weighted mean is zero_division",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("binary", "class", "macro", "micro", "weighted")),
        "binary",
        "the score of the class `positive`, insisting on two classes (binary) or not (class); or over all classes "
        "their mean, the score of their summed counts, or their mean weighted by support",
    )
    positive: str = knob(Stage.AGGREGATION, Text(), "1", "the class that average=binary and average=class look at")
    zero_division: str = _zero_division_knob()


@dataclasses.dataclass(frozen=True, slots=True)
class PrecisionSettings(ClassSettings):
    """The knobs of precision."""

    metric: ClassVar[str] = "precision"


@dataclasses.dataclass(frozen=True, slots=True)
class RecallSettings(ClassSettings):
    """The knobs of recall."""

    metric: ClassVar[str] = "recall"


@dataclasses.dataclass(frozen=True, slots=True)
class FSettings(ClassSettings):
    """The knobs of F."""

    metric: ClassVar[str] = "f1"

    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 1.0, "weight of recall relative to precision")
    f_form: str = knob(
        Stage.COMBINATION,
        Choice(("counts", "harmonic-or-zero-division", "harmonic-or-zero", "harmonic-positive-beta")),
        "counts",
        "F from tp, support and predicted; or (harmonic) from P and R, which may be zero_division themselves, and where "
        "both are 0: zero_division even if there are counts, or 0; harmonic-positive-beta is the latter, and beta = 0 "
        "an error",
    )


@dataclasses.dataclass(frozen=True, slots=True)
class F1MultSettings(Settings):
    """The knobs of F1-mult."""

    metric: ClassVar[str] = "f1-mult"

    empty_input: str = _empty_knob()
    classes: Any = knob(
        Stage.AGGREGATION, ClassNames(), "present", "the classes whose F1 is multiplied; one that does not occur is 0/0"
    )
    zero_division: str = _zero_division_knob()
    f_form: str = knob(
        Stage.COMBINATION,
        Choice(("counts", "harmonic", "harmonic-or-zero-division")),
        "counts",
        "F1 as 2tp/(support+predicted), or as 2PR/(P+R); or so that it is zero_division where P and R are both 0, wrong predictions or not",
    )


@dataclasses.dataclass(frozen=True, slots=True)
class BalancedAccuracySettings(Settings):
    """The knobs of balanced accuracy."""

    metric: ClassVar[str] = "balanced-accuracy"

    empty_input: str = _empty_knob()
    adjusted: bool = knob(
        Stage.PRESENTATION, BoolDomain(), False, "rescale so that guessing one class scores 0 and perfection 1"
    )


@dataclasses.dataclass(frozen=True, slots=True)
class MccSettings(Settings):
    """The knobs of the Matthews correlation coefficient."""

    metric: ClassVar[str] = "mcc"

    empty_input: str = _empty_knob()
    integers: str = knob(
        Stage.STATISTICS,
        Choice(("unbounded", "int64", "int32")),
        "unbounded",
        "products of counts as they are, or wrapping around in that many bits (two classes only)",
    )
    constant: str = knob(
        Stage.SMOOTHING,
        Choice(("0", "nan")),
        "0",
        "the score when gold or prediction has only one class (0/0), or a wrapped product is not above 0",
    )
    arithmetic: str = knob(
        Stage.COMBINATION,
        Choice(("exact", "float64", "float64-binary")),
        "exact",
        "integers and one correctly rounded result; or doubles in Gorodkin's formula, or in the one for two classes",
        rounding=True,
    )
