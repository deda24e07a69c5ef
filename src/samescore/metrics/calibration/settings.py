"""The knobs of calibration errors."""

from __future__ import annotations

from typing import ClassVar

from samescore.metrics.float32 import dtype_knob
from samescore.metrics.labels.refused_weights import refused_weights_knob
from samescore.settings import Choice, Integer, Real, Settings, Stage, knob


class CalibrationSettings(Settings):
    """The knobs of the calibration error of one probability for each item. The defaults give ECE in 15 bins."""

    metric: ClassVar[str] = "calibration-error"

    bins: int = knob(Stage.AGGREGATION, Integer(1, 10**5, (1, 2, 5, 10, 15, 20, 100)), 15, "Number of bins")
    binning: str = knob(
        Stage.AGGREGATION,
        Choice(("width", "mass", "quantile", "chunk", "value")),
        "width",
        "Bins of the probabilities. width: bins of equal width from 0 to 1; mass: bins of equally many items in the order "
        "of their probabilities, with edges halfway between neighbors, and fewer bins if edges are equal; quantile: the "
        "edges are quantiles, interpolated between neighbors; chunk: the edges are the highest probabilities of equal "
        "chunks of the input, all but the last; value: a bin for each distinct probability, whatever the number of bins",
    )
    edges: str = knob(
        Stage.AGGREGATION,
        Choice(("right", "left", "right-lowest-apart", "right-lowest-out", "left-highest-apart", "left-highest-out")),
        "right",
        "Bin of a probability on an edge. right: the bin below the edge, and the first bin for the lowest edge; left: the "
        "bin above, and the last bin for the highest edge; right-lowest-apart: as right, but the lowest edge has a bin of its "
        "own; right-lowest-out: as right, but an item on the lowest edge is in no bin; left-highest-apart: as left, but "
        "the highest edge has a bin of its own; left-highest-out: as left, but an item on the highest edge is in no bin",
    )
    edge_form: str = knob(
        Stage.AGGREGATION,
        Choice(("quotient", "step", "percent", "torch")),
        "quotient",
        "How the edge (or quantile) k of n is computed, which matters for a probability near an edge. quotient: k/n; step: "
        "k * (1/n), as numpy.linspace does; percent: the same, times 100 and divided by 100; torch: as torch.linspace "
        "does, in 32-bit floats from the nearer end",
    )
    epsilon: float = knob(
        Stage.AGGREGATION,
        Real(0.0, 0.5),
        0.0,
        "Clip probabilities to the range epsilon to 1 - epsilon before they are divided into bins; 0: no clipping",
    )
    measure: str = knob(
        Stage.COMBINATION,
        Choice(("mean", "root-mean-square", "max", "reliability", "resolution", "uncertainty")),
        "mean",
        "What is computed from the gaps between the mean probability and the share of positive items in each bin. mean: "
        "their mean (ECE); root-mean-square: the root of their mean square; max: the largest gap (MCE); reliability: "
        "their mean square, a part of the Brier score; resolution and uncertainty: its other parts",
    )
    weighting: str = knob(
        Stage.COMBINATION,
        Choice(("items", "bins")),
        "items",
        "Weight of a bin in a mean. items: its share of the items; bins: the same for every bin with items (ACE)",
    )
    debias: str = knob(
        Stage.COMBINATION,
        Choice(("none", "variance")),
        "none",
        "Correction of squared gaps (reliability and root-mean-square). none: none; variance: subtract the estimated "
        "variance of the share of positive items, and ignore bins with one item; a negative mean is 0",
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice(("exact", "numpy", "left-to-right")),
        "exact",
        "How the probabilities of a bin are summed. exact: the whole score is exact, and rounded once (a root twice); numpy: as "
        "NumPy (in 32-bit floats, PyTorch) does; left-to-right: one after the other",
        rounding=True,
    )
    form: str = knob(
        Stage.COMBINATION,
        Choice(("shares", "total", "in-order")),
        "shares",
        "How gaps become a mean, unless it is exact. shares: each gap times the share of its bin, summed as NumPy "
        "(in 32-bit floats, PyTorch) does; total: each gap times its number of items, summed likewise and divided by the number of "
        "items, but the errors of several classes are summed one after the other; in-order: as shares, but bins are "
        "summed one after the other",
        rounding=True,
    )
    dtype: str = dtype_knob()
    empty_input: str = knob(
        Stage.COMBINATION,
        Choice(("raise", "nan", "zero")),
        "raise",
        "Result without items. raise: an error; nan: undefined; zero: 0",
    )
    weights: str = refused_weights_knob()


class MulticlassCalibrationSettings(CalibrationSettings):
    """The knobs of the calibration error of the probabilities of all classes."""

    metric: ClassVar[str] = "multiclass-calibration-error"

    reduction: str = knob(
        Stage.AGGREGATION,
        Choice(("top-label", "class-wise", "predicted-class")),
        "top-label",
        "How several classes become one. top-label: the highest probability of each item, which is positive if its class is the "
        "gold class; class-wise: the mean error of the probabilities of each class; predicted-class: the mean over the "
        "classes that are predicted of the error of the items for which they are",
    )
    class_mean: str = knob(
        Stage.COMBINATION,
        Choice(("mean", "power")),
        "mean",
        "Mean of several classes' errors. mean: the arithmetic mean; power: the root of the mean square, if the measure is "
        "root-mean-square",
        only=("reduction", "class-wise"),
    )
