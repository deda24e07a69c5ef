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
        "Result for an empty input. raise: an error; formula: the value of the formula with all counts 0",
    )


def weights_knob() -> str:
    """Define the knob ``weights``, which decides whether the items' weights count."""
    return knob(
        Stage.STATISTICS,
        Choice(("given", "ignored")),
        "given",
        "Sample weights. given: count each item with its weight, if the input has weights; ignored: count "
        "every item once",
    )


def no_weight_knob() -> str:
    """Define the knob ``no_weight``, which decides about the score if no item has a weight above 0."""
    return knob(
        Stage.STATISTICS,
        Choice(("raise", "formula")),
        "raise",
        "Result if all sample weights are 0. raise: an error; formula: the value of the formula with all counts 0",
        only=("weights", "given"),
    )


def no_weight_of_shares_knob() -> str:
    """Define the knob ``no_weight`` of metrics that report a share of the total weight, or a weight."""
    return knob(
        Stage.STATISTICS,
        Choice(("raise", "raise-for-fraction", "formula")),
        "raise",
        "Result if all sample weights are 0. raise: an error; raise-for-fraction: an error only with "
        "normalize=fraction; formula: no error, but normalize=fraction is undefined (0/0)",
        only=("weights", "given"),
    )


def weight_summation_knob() -> str:
    """Define the knob ``weight_summation``, which decides how weights are added up."""
    return knob(
        Stage.COMBINATION,
        Choice(("exact", "numpy")),
        "exact",
        "How sample weights and values computed from them are summed. exact: as fractions, rounded once at the "
        "end; numpy: as doubles, as scikit-learn does with NumPy. Knobs for the arithmetic of counts do not "
        "affect weights",
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
        "Value of a precision, recall or F of 0/0. 0: 0; 1: 1; nan: the class is excluded from averages",
    )


def _form_knob() -> str:
    return knob(
        Stage.COMBINATION,
        Choice(("errors", "complement")),
        "errors",
        "How the loss is computed. errors: wrong / all, rounded once; complement: 1 - right / all",
        rounding=True,
    )


_AVERAGES = (
    "Aggregation over classes. binary: score of the class set by positive (more than two classes are an error); class: the same "
    "for any number of classes; macro: mean score of the classes; micro: score of the counts summed over classes; "
    "weighted: mean weighted by support"
)


class AccuracySettings(LabelSettings):
    """The knobs of accuracy."""

    metric: ClassVar[str] = "accuracy"

    empty_input: str = _empty_knob()
    no_weight: str = no_weight_of_shares_knob()
    normalize: str = knob(
        Stage.PRESENTATION,
        Choice(("fraction", "count")),
        "fraction",
        "Reported value. fraction: share of correct items; count: number of correct items (with sample "
        "weights, their total weight)",
    )
    dtype: str = dtype_knob()


class ClassSettings(LabelSettings):
    """The knobs that precision, recall, F and Jaccard share."""

    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "formula", "weighted-zero-division")),
        "raise",
        "Result for an empty input. raise: an error; formula: the value of the formula with all counts 0; "
        "weighted-zero-division: the same, except that average=weighted gives the value of zero_division",
    )
    no_weight: str = no_weight_knob()
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("binary", "class", "macro", "micro", "weighted")),
        "binary",
        _AVERAGES,
    )
    positive: str = knob(Stage.AGGREGATION, Text(), "1", "Class that is scored with average=binary or average=class")
    labels: str | tuple[str, ...] = knob(
        Stage.AGGREGATION,
        ClassNames(),
        "present",
        "Classes that are averaged (not with average=binary or class); a class that does not occur has scores of 0/0",
    )
    batch: int = knob(
        Stage.AGGREGATION,
        Integer(0, 1_000_000_000),
        0,
        "Average the scores of consecutive batches of this many items (the last batch can be smaller); 0: "
        "score all items together",
    )
    zero_division: str = _zero_division_knob()
    dtype: str = dtype_knob(meaning=", and sum the terms score * weight / (sum of weights) of a mean as PyTorch does")


class PrecisionSettings(ClassSettings):
    """The knobs of precision."""

    metric: ClassVar[str] = "precision"


class RecallSettings(ClassSettings):
    """The knobs of recall."""

    metric: ClassVar[str] = "recall"


class FSettings(ClassSettings):
    """The knobs of the F score."""

    metric: ClassVar[str] = "f1"

    average: str = knob(
        Stage.AGGREGATION,
        Choice(("binary", "class", "macro", "micro", "weighted", "means")),
        "binary",
        _AVERAGES + "; means: F of the mean precision and the mean recall",
    )
    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 1.0, "Weight of recall relative to precision")
    f_form: str = knob(
        Stage.COMBINATION,
        Choice(("counts", "errors", "harmonic-or-zero-division", "harmonic-or-zero", "harmonic-positive-beta")),
        "counts",
        "Formula for F. counts: from tp, support and predicted counts; errors: from tp, false positives and false "
        "negatives (beta = 0 is an error); harmonic-or-zero-division: from P and R after zero_division is applied, "
        "and the value of zero_division if both are 0; harmonic-or-zero: the same, but 0 if both are 0; "
        "harmonic-positive-beta: like harmonic-or-zero, but beta = 0 is an error",
    )


class JaccardSettings(ClassSettings):
    """The knobs of the Jaccard index."""

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
        "Aggregation. items: share of labels that are wrong; macro: for each class in gold or predictions, the "
        "share of its gold items that are wrong (1 for a class without gold items), averaged over classes",
    )
    form: str = _form_knob()
    dtype: str = dtype_knob()


class ZeroOneSettings(LabelSettings):
    """The knobs of the zero-one loss."""

    metric: ClassVar[str] = "zero-one"

    empty_input: str = _empty_knob()
    no_weight: str = no_weight_of_shares_knob()
    normalize: str = knob(
        Stage.PRESENTATION,
        Choice(("fraction", "count")),
        "fraction",
        "Reported value. fraction: share of wrong items; count: number of wrong items (with sample weights, "
        "their total weight)",
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
        "Classes whose F1 scores are multiplied; a class that does not occur has an F1 of 0/0",
        former=("classes",),
    )
    zero_division: str = _zero_division_knob()
    f_form: str = knob(
        Stage.COMBINATION,
        Choice(("counts", "harmonic", "harmonic-or-zero-division")),
        "counts",
        "Formula for F1. counts: 2 tp / (support + predicted); harmonic: 2 P R / (P + R); harmonic-or-zero-division: "
        "the same, but the value of zero_division if P and R are both 0",
    )


class BalancedAccuracySettings(LabelSettings):
    """The knobs of balanced accuracy."""

    metric: ClassVar[str] = "balanced-accuracy"

    empty_input: str = _empty_knob()
    no_weight: str = no_weight_knob()
    adjusted: bool = knob(
        Stage.PRESENTATION,
        BoolDomain(),
        False,
        "Rescale so that always predicting one class scores 0, and a perfect prediction 1",
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
        "Integers in which products of counts are computed. unbounded: any size; int64: 64 bits with overflow; "
        "int32: 32 bits with overflow (int64 and int32 only for two classes)",
    )
    zero_division: str = knob(
        Stage.SMOOTHING,
        Choice(("0", "nan", "epsilon")),
        "0",
        "Score if gold or predictions have only one class (0/0), or if an overflowed product is not positive. "
        "0: 0; nan: nan; epsilon: for at most two classes, 1 if all items are right, -1 if all are wrong, "
        "otherwise (right - wrong)/sqrt(items * right * wrong) with 2^-23 added to each; for more classes, 0",
        former=("constant",),
    )
    form: str = knob(
        Stage.COMBINATION,
        Choice(("exact", "float64", "float64-binary")),
        "exact",
        "Arithmetic. exact: integers, with one correctly rounded result; float64: Gorodkin's formula in "
        "doubles; float64-binary: the two-class formula in doubles, with the last class as the positive one",
        rounding=True,
        former=("arithmetic",),
    )
    dtype: str = knob(
        Stage.COMBINATION,
        Choice(("float64", "float32")),
        "float64",
        "Floating-point precision. float64: arithmetic as selected by form; float32: Gorodkin's formula on "
        "integers without overflow, rounded to 32 bits after every operation",
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
        "Labels that are scored; others are ignored. A label that does not occur has scores of 0/0, and is "
        "right for every item",
    )


class MultilabelSettings(LabelSettings):
    """The knobs of scores over label sets."""

    metric: ClassVar[str] = "multilabel"

    no_weight: str = no_weight_knob()
    labels: str | tuple[str, ...] = _labels_knob()
    measure: str = knob(
        Stage.COMBINATION,
        Choice(("f", "precision", "recall", "jaccard", "subset")),
        "f",
        "Reported measure. f: F; precision: precision; recall: recall; jaccard: Jaccard index; subset: share "
        "of items whose labels are all right",
        former=("score",),
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("samples", "micro", "macro", "weighted")),
        "micro",
        "Aggregation, except for measure=subset. samples: mean score of the items; micro: score of the counts "
        "summed over labels; macro: mean score of the labels; weighted: the same, weighted by support",
    )
    beta: float = knob(
        Stage.COMBINATION, Real(0.0, 1e6), 1.0, "Weight of recall relative to precision (only with measure=f)"
    )
    zero_division: str = knob(
        Stage.SMOOTHING,
        Choice(("0", "1", "nan")),
        "0",
        "Value of a 0/0 score, such as for an item without labels. 0: 0; 1: 1; nan: the item or label is "
        "excluded from averages",
    )
    dtype: str = dtype_knob(meaning=", and sum as PyTorch does")


class MultilabelLossSettings(LabelSettings):
    """The knobs of losses over label sets."""

    metric: ClassVar[str] = "multilabel-loss"

    no_weight: str = no_weight_of_shares_knob()
    labels: str | tuple[str, ...] = _labels_knob()
    unit: str = knob(
        Stage.AGGREGATION,
        Choice(("labels", "items")),
        "labels",
        "Unit that counts as right or wrong. labels: each label of each item (Hamming loss); items: each item, "
        "which is wrong if any of its labels is wrong (zero-one loss)",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("micro", "macro", "weighted")),
        "micro",
        "Aggregation over labels (only with unit=labels and normalize=fraction). micro: share of all decisions "
        "that are wrong; macro: the same share for each label, averaged; weighted: the same, weighted by "
        "support, and 0 if gold has no label",
    )
    form: str = _form_knob()
    normalize: str = knob(
        Stage.PRESENTATION,
        Choice(("fraction", "count")),
        "fraction",
        "Reported value. fraction: share of errors; count: number of errors (with sample weights, their total weight)",
    )
    dtype: str = dtype_knob(meaning=", and sum as PyTorch does")
