"""The knobs of the metrics over class labels."""

from __future__ import annotations

from typing import ClassVar

from samescore.base.errors import SettingsError
from samescore.metrics.float32 import dtype_knob
from samescore.settings import BoolDomain, Choice, ClassNames, Integer, Real, Settings, Stage, Text, knob


def _empty_knob() -> str:
    return knob(
        Stage.STATISTICS,
        Choice(("raise", "formula")),
        "raise",
        "no items are an error, or give the value of the formula for counts of 0",
    )


def weights_knob() -> str:
    """Define the knob ``weights``: whether the items' weights count."""
    return knob(
        Stage.STATISTICS,
        Choice(("given", "ignored")),
        "given",
        "the weights of an input that has some take the place of 1 in every count, or every item counts once",
    )


def no_weight_knob() -> str:
    """Define the knob ``no_weight``: the score if no item has a weight above 0."""
    return knob(
        Stage.STATISTICS,
        Choice(("raise", "formula")),
        "raise",
        "weights that are all 0 are an error, or give the value of the formula for counts of 0",
        only=("weights", "given"),
    )


def no_weight_of_shares_knob() -> str:
    """Define the knob ``no_weight`` of shares and of the weights that they are shares of."""
    return knob(
        Stage.STATISTICS,
        Choice(("raise", "raise-for-fraction", "formula")),
        "raise",
        "weights that are all 0 are an error, always or only with normalize=fraction; or (formula) a share of them is "
        "0/0, which is undefined",
        only=("weights", "given"),
    )


def weight_summation_knob() -> str:
    """Define the knob ``weight_summation``: how weights are added up."""
    return knob(
        Stage.COMBINATION,
        Choice(("exact", "numpy")),
        "exact",
        "how weights, and numbers computed from them, are added up: fractions, and one rounding at the end; or doubles, as "
        "scikit-learn does with numpy. Knobs for the arithmetic of counts do not apply to weights",
        rounding=True,
        only=("weights", "given"),
        former=("weight_sums",),
    )


class LabelSettings(Settings):
    """The knobs shared by all metrics over gold and predicted labels, or sets of labels."""

    weights: str = weights_knob()
    weight_summation: str = weight_summation_knob()


def _zero_division_knob() -> str:
    return knob(
        Stage.SMOOTHING,
        Choice(("0", "1", "nan")),
        "0",
        "value of a precision, recall or F of 0/0; nan leaves the class out of a mean",
    )


def _form_knob() -> str:
    return knob(
        Stage.COMBINATION,
        Choice(("errors", "complement")),
        "errors",
        "what is wrong / all, rounded once; or 1 - what is right / all",
        rounding=True,
    )


_AVERAGES = (
    "the score of the class `positive`, where more than two classes are an error (binary) or not (class); or over "
    "all classes the mean, the score of the summed counts, or the mean weighted by support"
)


class AccuracySettings(LabelSettings):
    """The knobs of accuracy."""

    metric: ClassVar[str] = "accuracy"

    empty_input: str = _empty_knob()
    normalize: str = knob(
        Stage.PRESENTATION,
        Choice(("fraction", "count")),
        "fraction",
        "the share of correct items, or their number (their weight, of items with weights)",
    )
    dtype: str = dtype_knob()


class ClassSettings(LabelSettings):
    """The knobs that precision, recall and F share."""

    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "formula", "weighted-zero-division")),
        "raise",
        "no items are an error, or give the value of the formula for counts of 0; weighted-zero-division: the same, but "
        "a weighted mean is zero_division",
    )
    no_weight: str = no_weight_knob()
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("binary", "class", "macro", "micro", "weighted")),
        "binary",
        _AVERAGES,
    )
    positive: str = knob(Stage.AGGREGATION, Text(), "1", "the class that average=binary and average=class score")
    labels: str | tuple[str, ...] = knob(
        Stage.AGGREGATION,
        ClassNames(),
        "present",
        "the classes that the other averages are taken over; a class that does not occur has scores of 0/0",
    )
    batch: int = knob(
        Stage.AGGREGATION,
        Integer(0, 1_000_000_000),
        0,
        "the mean of the scores of successive batches of this many items, the last of which may be smaller; 0: the "
        "score of all items together",
    )
    zero_division: str = _zero_division_knob()
    dtype: str = dtype_knob(
        meaning=", and a mean adds up each class's share of it, score * weight / sum of weights, as PyTorch does"
    )


class PrecisionSettings(ClassSettings):
    """The knobs of precision."""

    metric: ClassVar[str] = "precision"


class RecallSettings(ClassSettings):
    """The knobs of recall."""

    metric: ClassVar[str] = "recall"


class FSettings(ClassSettings):
    """The knobs of F."""

    metric: ClassVar[str] = "f1"

    average: str = knob(
        Stage.AGGREGATION,
        Choice(("binary", "class", "macro", "micro", "weighted", "means")),
        "binary",
        _AVERAGES + "; means: F of the mean precision and the mean recall",
    )
    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 1.0, "weight of recall relative to precision")
    f_form: str = knob(
        Stage.COMBINATION,
        Choice(("counts", "errors", "harmonic-or-zero-division", "harmonic-or-zero", "harmonic-positive-beta")),
        "counts",
        "F from tp, support and predicted counts; or from tp and the counts of both kinds of errors, where beta = 0 is an "
        "error (errors); or (harmonic) from P and R, to which zero_division applies; if both are 0, F is zero_division "
        "(harmonic-or-zero-division) or 0; harmonic-positive-beta: 0, and beta = 0 is an error",
    )


class JaccardSettings(ClassSettings):
    """The knobs of Jaccard's index."""

    metric: ClassVar[str] = "jaccard"

    empty_input: str = _empty_knob()


class HammingSettings(LabelSettings):
    """The knobs of the Hamming loss."""

    metric: ClassVar[str] = "hamming"

    empty_input: str = _empty_knob()
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("items", "macro")),
        "items",
        "the share of all labels that are wrong; or the mean over the classes that occur on either side of the share of "
        "their gold items that are wrong, 1 for a class that gold lacks",
    )
    form: str = _form_knob()
    dtype: str = dtype_knob()


class ZeroOneSettings(LabelSettings):
    """The knobs of the zero-one loss."""

    metric: ClassVar[str] = "zero-one"

    empty_input: str = _empty_knob()
    normalize: str = knob(
        Stage.PRESENTATION,
        Choice(("fraction", "count")),
        "fraction",
        "the share of wrong items, or their number (their weight, of items with weights)",
    )
    form: str = _form_knob()


class F1MultSettings(LabelSettings):
    """The knobs of F1-mult."""

    metric: ClassVar[str] = "f1-mult"

    empty_input: str = _empty_knob()
    no_weight: str = no_weight_knob()
    labels: str | tuple[str, ...] = knob(
        Stage.AGGREGATION,
        ClassNames(),
        "present",
        "the classes whose F1 is multiplied; F1 of a class that does not occur is 0/0",
        former=("classes",),
    )
    zero_division: str = _zero_division_knob()
    f_form: str = knob(
        Stage.COMBINATION,
        Choice(("counts", "harmonic", "harmonic-or-zero-division")),
        "counts",
        "F1 as 2tp/(support+predicted), or as 2PR/(P+R); harmonic-or-zero-division: the same, but zero_division whenever "
        "P and R are both 0",
    )


class BalancedAccuracySettings(LabelSettings):
    """The knobs of balanced accuracy."""

    metric: ClassVar[str] = "balanced-accuracy"

    empty_input: str = _empty_knob()
    no_weight: str = no_weight_knob()
    adjusted: bool = knob(
        Stage.PRESENTATION, BoolDomain(), False, "rescale so that always guessing one class scores 0, and perfection 1"
    )


class MccSettings(LabelSettings):
    """The knobs of the Matthews correlation coefficient."""

    metric: ClassVar[str] = "mcc"

    empty_input: str = _empty_knob()
    no_weight: str = no_weight_knob()
    integers: str = knob(
        Stage.STATISTICS,
        Choice(("unbounded", "int64", "int32")),
        "unbounded",
        "products of counts in unbounded integers, or in 64 or 32 bits that wrap around (two classes only)",
    )
    zero_division: str = knob(
        Stage.SMOOTHING,
        Choice(("0", "nan", "epsilon")),
        "0",
        "the score if gold or prediction has only one class (0/0), or if a wrapped product is not positive; epsilon: with at "
        "most two classes, 1 if all items are right, -1 if all are wrong, else (right - wrong)/sqrt(items * right * wrong) "
        "with 2^-23 added to each, and with more classes 0",
        former=("constant",),
    )
    form: str = knob(
        Stage.COMBINATION,
        Choice(("exact", "float64", "float64-binary")),
        "exact",
        "exact integers, with one correctly rounded result; or doubles, in Gorodkin's formula or in that for two classes, "
        "the last of them as the positive one",
        rounding=True,
        former=("arithmetic",),
    )
    dtype: str = knob(
        Stage.COMBINATION,
        Choice(("float64", "float32")),
        "float64",
        "as `form` says; or Gorodkin's formula in 32-bit floats, rounded after every operation, of integers that do not "
        "wrap around",
        former=("precision",),
    )

    def check_together(self) -> None:
        if self.zero_division == "epsilon" and self.integers != "unbounded":
            raise SettingsError(
                f"mcc: zero_division=epsilon needs integers=unbounded, but integers={self.integers}",
                hint="set integers=unbounded",
            )


def _labels_knob() -> str:
    return knob(
        Stage.STATISTICS,
        ClassNames(),
        "present",
        "the labels that are scored: those that occur, or these, while others are ignored; a label that does not occur has "
        "scores of 0/0, and is right in every item",
    )


class MultilabelSettings(LabelSettings):
    """The knobs of scores of sets of labels."""

    metric: ClassVar[str] = "multilabel"

    no_weight: str = no_weight_knob()
    labels: str | tuple[str, ...] = _labels_knob()
    measure: str = knob(
        Stage.COMBINATION,
        Choice(("f", "precision", "recall", "jaccard", "subset")),
        "f",
        "F, precision, recall, or Jaccard's index of tp, predicted and support; or (subset) the share of items of which all "
        "labels are right",
        former=("score",),
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("samples", "micro", "macro", "weighted")),
        "micro",
        "the mean over items of the score of each item's labels; or over labels the score of the summed counts, the mean, or "
        "the mean weighted by support; measure=subset has none",
    )
    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 1.0, "weight of recall relative to precision, of measure=f")
    zero_division: str = knob(
        Stage.SMOOTHING,
        Choice(("0", "1", "nan")),
        "0",
        "value of a score of 0/0, such as that of an item without labels; nan leaves the item or label out of a mean",
    )
    dtype: str = dtype_knob(meaning=", and adds up as PyTorch does")


class MultilabelLossSettings(LabelSettings):
    """The knobs of losses of sets of labels."""

    metric: ClassVar[str] = "multilabel-loss"

    no_weight: str = no_weight_of_shares_knob()
    labels: str | tuple[str, ...] = _labels_knob()
    unit: str = knob(
        Stage.AGGREGATION,
        Choice(("labels", "items")),
        "labels",
        "the share of wrong decisions on labels of items (Hamming), or of items with a wrong one (zero-one)",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("micro", "macro", "weighted")),
        "micro",
        "the share of all decisions; or the mean of the labels' shares, plain or weighted by support, which is 0 if gold has no "
        "label; the share of items and the number of errors have none",
    )
    form: str = _form_knob()
    normalize: str = knob(
        Stage.PRESENTATION,
        Choice(("fraction", "count")),
        "fraction",
        "the share of errors, or their number (their weight, of items with weights)",
    )
    dtype: str = dtype_knob(meaning=", and adds up as PyTorch does")
