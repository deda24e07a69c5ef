"""Calibration errors: bins, edges, weights of bins, several classes, and what each package makes of them."""

from __future__ import annotations

from tests.oracle.cases import Case, cases_of, scored
from tests.oracle.cases.class_scores import FOUR as FOUR_CLASSES
from tests.oracle.cases.class_scores import UNEVEN, items

TOPIC = "calibration"
NAEINI = ("Naeini et al. 2015: https://doi.org/10.1609/aaai.v29i1.9602",)
GUO = ("Guo et al. 2017: https://proceedings.mlr.press/v70/guo17a.html",)
KUMAR = ("Kumar et al. 2019: https://arxiv.org/abs/1909.10155",)
MURPHY = ("Murphy 1973: https://doi.org/10.1175/1520-0450(1973)012<0595:ANVPOT>2.0.CO;2",)
TORCHMETRICS = ("https://lightning.ai/docs/torchmetrics/stable/",)

#: With bins=4: three items in each half, in the bins 1, 1, 2, 3, 4, 4.
SIX = scored([0, 1, 0, 1, 1, 0], [0.125, 0.1875, 0.375, 0.625, 0.875, 0.9375])
ON_EDGES = scored([0, 1, 1, 0, 1, 1], [0.0, 0.25, 0.5, 0.5, 0.75, 1.0])
#: 0.3 is below 3 * (1/10), and 3/10 is the same double as 0.3.
THREE_TENTHS = scored([1, 1, 0, 0, 1], [0.3, 0.25, 0.35, 0.6, 0.7])
SKEWED = scored([0, 0, 0, 0, 0, 1, 0, 1, 1], [0.0625, 0.0625, 0.0625, 0.125, 0.125, 0.1875, 0.25, 0.875, 0.9375])
UNSORTED = scored([1, 0, 1, 0, 1, 0, 1], [0.75, 0.125, 0.5, 0.25, 0.875, 0.625, 0.375])
REPEATED = scored([1, 0, 1, 1, 0, 0, 1, 1], [0.75, 0.75, 0.75, 0.25, 0.25, 0.25, 0.25, 0.5])
SURE = scored([1, 0, 1, 0], [1.0, 0.0, 0.0, 1.0])
PERFECT = scored([1, 0, 1], [1.0, 0.0, 1.0])
TENTHS = scored([0, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1], [0.1, 0.2, 0.2, 0.3, 0.4, 0.5, 0.6, 0.6, 0.7, 0.8, 0.9, 0.9])
#: Every tenth between items in the middle of its neighbors.
NEAR = scored(
    [1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1, 1],
    [0.1, 0.3, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95],
)
#: In no order, with 0, 1, a tie of two and a tie of three.
MIXED = scored(
    [1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 1, 0],
    [0.75, 0.0, 0.25, 0.375, 1.0, 0.125, 0.75, 0.1875, 0.5, 0.875, 0.75, 0.625, 0.25],
)
LOW = scored([1, 0], [0.0, 0.0])
FOUR = {"bins": 4}
TEN = {"bins": 10}
THREE = items(
    "abc",
    ("a", 0.5, 0.25, 0.25),
    ("b", 0.625, 0.25, 0.125),
    ("b", 0.125, 0.75, 0.125),
    ("c", 0.25, 0.625, 0.125),
    ("c", 0.125, 0.0, 0.875),
    ("a", 0.25, 0.125, 0.625),
    ("a", 0.5, 0.5, 0.0),
)
NEAR_CLASSES, MIXED_CLASSES = (
    items("ab", *(("ab"[g], 1 - p, p) for g, p in zip(data["gold"], data["scores"], strict=True)))
    for data in (NEAR, MIXED)
)
WEIGHTED = {**SIX, "weights": [1.0, 2.0, 1.0, 1.0, 0.5, 1.0]}
WEIGHTED_CLASSES = {**THREE, "weights": [1.0, 2.0, 1.0, 1.0, 0.5, 1.0, 1.0]}
WISE = {"reduction": "class-wise"}
ROOT = {"measure": "root-mean-square"}
one = cases_of("calibration-error", kind="exact")
many = cases_of("multiclass-calibration-error", kind="exact")
EDGE = "basic bin-edge"

# fmt: off
CASES: list[Case] = [
    one("six", "Four bins of 2, 1, 1 and 2 items.", SIX, FOUR, "gaps 11/32, 3/8, 3/8 and 13/32, weighted by 1/3, 1/6, 1/6, 1/3", refs=NAEINI),
    one("six-15", "Fifteen bins: every item is alone.", SIX, {}, "the mean of |label - probability|", refs=GUO),
    one("six-one-bin", "One bin: the mean probability against the share of positive items.", SIX, {"bins": 1}, "|25/48 - 1/2|"),
    one("six-max", "The largest gap.", SIX, {**FOUR, "measure": "max"}, "13/32", refs=NAEINI),
    one("six-root", "The root of the mean square.", SIX, {**FOUR, **ROOT}, "the root of the mean of the squares"),
    one("six-bins", "Every bin counts alike.", SIX, {**FOUR, "weighting": "bins"}, "the mean of the four gaps"),
    one("six-reliability", "A part of the Brier score.", SIX, {**FOUR, "measure": "reliability"}, "the mean square of the gaps", refs=MURPHY),
    one("six-resolution", "Another part.", SIX, {**FOUR, "measure": "resolution"}, "squares of 0, 1/2, 1/2 and 0", refs=MURPHY),
    one("skewed-resolution", "Shares of 1/7 and 1 against 1/3.", SKEWED, {"bins": 2, "measure": "resolution"}, "7/9 (4/21)^2 + 2/9 (2/3)^2",
        refs=MURPHY),
    one("skewed-uncertainty", "The last part.", SKEWED, {"measure": "uncertainty"}, "1/3 * 2/3", refs=MURPHY),
    one("six-variance", "Squared gaps without the variance of two items; bins of one item count 0.", SIX, {**FOUR, **ROOT, "debias": "variance"},
        "the mean is below 0", refs=KUMAR),
    one("skewed-variance", "A mean square that stays above 0.", REPEATED, {**FOUR, **ROOT, "debias": "variance"}, "squares minus a(1-a)/(n-1)",
        refs=KUMAR),
    one("tenths-variance", "The same without the root.", TENTHS, {"bins": 2, "measure": "reliability", "debias": "variance"},
        "squares minus a(1-a)/(n-1)", refs=KUMAR),
    one("variance-mean", "Gaps that are not squared have no correction.", REPEATED, {**FOUR, "debias": "variance"}, "as without it", refs=KUMAR),
    one("edges", "A probability on an edge is in the bin below.", ON_EDGES, FOUR, "bins of 2, 2, 1 and 1 items", EDGE),
    one("edges-left", "It is in the bin above.", ON_EDGES, {**FOUR, "edges": "left"}, "bins of 1, 1, 2 and 2 items", EDGE),
    one("edges-lowest-apart", "MAPIE: 0 has a bin of its own.", ON_EDGES, {**FOUR, "edges": "right-lowest-apart"}, "bins of 1, 1, 2, 1 and 1 items", EDGE),
    one("edges-lowest-out", "The first implementation of ECE counts items at 0 in no bin, but divides by them.", ON_EDGES,
        {**FOUR, "edges": "right-lowest-out"}, "bins of 1, 2, 1 and 1 items, over 6", EDGE, refs=GUO),
    one("edges-highest-apart", "torchmetrics: 1 has a bin of its own.", ON_EDGES, {**FOUR, "edges": "left-highest-apart"},
        "bins of 1, 1, 2, 1 and 1 items", EDGE, refs=TORCHMETRICS),
    one("edges-highest-out", "Programs that compare with both edges of a bin leave out items at 1.", ON_EDGES,
        {**FOUR, "edges": "left-highest-out"}, "bins of 1, 1, 2 and 1 items, over 6", EDGE),
    one("edges-highest-out-max", "And their gap.", scored([1, 0, 1, 0, 0], [1.0, 0.0, 0.0, 1.0, 1.0]),
        {"bins": 1, "edges": "left-highest-out", "measure": "max"}, "1/2, and not 2/3", EDGE),
    one("edges-highest-apart-max", "Two gaps of different signs part there.", SURE, {"bins": 1, "edges": "left-highest-apart", "measure": "max"}, "1/2", EDGE),
    one("edges-left-max", "In one bin they cancel.", SURE, {"bins": 1, "edges": "left", "measure": "max"}, "0", EDGE),
    one("edges-lowest-apart-max", "And at the other end.", SURE, {"bins": 1, "edges": "right-lowest-apart", "measure": "max"}, "1/2", EDGE),
    one("low-out", "All items at 0: no bin has items.", LOW, {**FOUR, "edges": "right-lowest-out"}, "0", EDGE),
    one("low-out-bins", "No bin has a weight.", LOW, {**FOUR, "edges": "right-lowest-out", "weighting": "bins"}, "0", EDGE),
    one("low-out-max", "No bin has a gap.", LOW, {**FOUR, "edges": "right-lowest-out", "measure": "max"}, "0", EDGE),
    one("three-tenths", "0.3 is on the edge 3/10.", THREE_TENTHS, {**TEN, "measure": "max"}, "it is in the third bin", EDGE),
    one("three-tenths-step", "0.3 is below the edge 3 * (1/10).", THREE_TENTHS, {**TEN, "edge_form": "step", "edges": "left"}, "it is in the third bin",
        EDGE),
    one("three-tenths-left", "0.3 is on the edge 3/10, and so in the bin above.", THREE_TENTHS, {**TEN, "edges": "left"}, "it is in the fourth bin", EDGE),
    one("three-tenths-percent", "100 (3 * (1/10)) / 100.", THREE_TENTHS, {**TEN, "edge_form": "percent", "edges": "left"}, "0.3 is below the edge", EDGE),
    one("three-tenths-torch", "In 32-bit floats, the edges are others.", THREE_TENTHS, {**TEN, "edge_form": "torch", "edges": "left"},
        "0.3 against 0.3 in 32 bits", EDGE),
    one("mass", "Three bins of three items.", SKEWED, {"bins": 3, "binning": "mass"}, "edges 3/32 and 5/32"),
    one("mass-uneven", "Seven items in three bins: 3, 2 and 2.", UNSORTED, {"bins": 3, "binning": "mass"}, "edges 7/16 and 11/16"),
    one("mass-ties", "Edges between equal probabilities are no edges.", REPEATED, {**FOUR, "binning": "mass"}, "fewer bins"),
    one("mass-many", "More bins than items: every item is alone.", SIX, {"binning": "mass"}, "as by width here"),
    one("mass-bins", "ACE: equally many items in each bin, and bins that count alike.", SKEWED, {"bins": 4, "binning": "mass", "weighting": "bins"},
        "the mean of the gaps"),
    one("mass-one", "The edge at 1 occurs once.", scored([1, 0, 1, 1], [0.5, 1.0, 1.0, 1.0]), {**FOUR, "binning": "mass"}, "edges 3/4 and 1"),
    one("quantile", "Quartiles of nine items are items.", SKEWED, {**FOUR, "binning": "quantile"}, "edges 1/16, 1/8 and 1/4"),
    one("quantile-between", "Quantiles between two items.", UNSORTED, {**FOUR, "binning": "quantile"}, "edges 5/16, 1/2 and 11/16"),
    one("quantile-apart", "The lowest probability has a bin of its own.", SKEWED, {**FOUR, "binning": "quantile", "edges": "right-lowest-apart"},
        "the three lowest items are apart"),
    one("quantile-percent", "Percentiles of tenths.", TENTHS, {"bins": 7, "binning": "quantile", "edge_form": "percent"}, "as NumPy's percentile"),
    one("quantile-third", "A quantile nearer to the upper item.", UNSORTED, {"bins": 9, "binning": "quantile", "measure": "max"}, "1/9 ... 8/9 of the way"),
    one("chunk", "MAPIE: the edges are the maxima of chunks as they stand.", UNSORTED, {"bins": 3, "binning": "chunk"}, "edges 3/4 and 7/8"),
    one("chunk-more", "The last chunk may be empty.", UNSORTED, {"bins": 8, "binning": "chunk"}, "every item is alone"),
    one("chunk-many", "Any other empty chunk has no maximum.", UNSORTED, {"bins": 9, "binning": "chunk"}, "an error"),
    one("chunk-all", "Every item is a chunk.", UNSORTED, {"bins": 7, "binning": "chunk"}, "every item is alone"),
    one("value", "A bin for each probability.", REPEATED, {"binning": "value"}, "bins of 4, 1 and 3 items"),
    one("value-one", "One probability: one bin.", scored([1, 0, 1, 1], [0.25] * 4), {"binning": "value"}, "|3/4 - 1/4|", "constant"),
    *(
        one(f"near-{form}-{edges}", f"Tenths and edges computed as {form}.", NEAR, {**TEN, "edge_form": form, "edges": edges}, "each tenth is below, on or above",
            EDGE)
        for form in ("quotient", "step", "percent", "torch")
        for edges in ("left", "right")
    ),
    *(
        one(f"mixed-{name}", comment, MIXED, {**FOUR, **knobs}, derivation)
        for name, comment, knobs, derivation in (
            ("width", "Equal widths.", {}, "edges 1/4, 1/2 and 3/4"),
            ("left", "Edges belong to the bin above.", {"edges": "left"}, "1 is in the last bin"),
            ("highest-apart", "1 is apart.", {"edges": "left-highest-apart"}, "1 is in a bin of its own"),
            ("mass", "Equal numbers.", {"binning": "mass"}, "4, 3, 3 and 3 items"),
            ("mass-left", "Equal numbers, with edges that belong to the bin above.", {"binning": "mass", "edges": "left"}, "4, 3, 3 and 3 items"),
            ("quantile", "Quartiles.", {"binning": "quantile"}, "edges 3/16, 1/2 and 3/4"),
            ("quantile-apart", "Quartiles, with the highest item apart.", {"binning": "quantile", "edges": "left-highest-apart"}, "1 is apart"),
            ("chunk", "Chunks.", {"binning": "chunk"}, "edges 3/8, 3/4 and 1"),
            ("value", "Values.", {"binning": "value"}, "ten bins"),
            ("uncertainty", "The share of positive items and of the others.", {"measure": "uncertainty"}, "7/13 * 6/13"),
        )
    ),
    one("inner-quantile", "No item is at 0 or 1: the lowest one is apart.", UNSORTED,
        {**FOUR, "binning": "quantile", "edges": "right-lowest-apart", "weighting": "bins"}, "1/8 is apart"),
    one("sure", "Certain and wrong for half of the items.", SURE, {}, "1/2"),
    one("sure-epsilon", "netcal clips probabilities.", SURE, {"epsilon": 0.25}, "1/4: probabilities 1/4 and 3/4"),
    one("perfect", "Certain and right.", PERFECT, {}, "0"),
    one("perfect-epsilon", "Clipped, it is no longer perfect.", PERFECT, {"epsilon": 2.0**-52}, "2^-52"),
    one("tenths-numpy", "Sums as NumPy adds them up.", TENTHS, {"bins": 5, "summation": "numpy"}, "the same but for the last digits"),
    one("tenths-total", "Gaps times numbers of items.", TENTHS, {"bins": 5, "summation": "left-to-right", "form": "total"}, "the same but for the last digits"),
    one("tenths-in-order", "Bins one after the other.", TENTHS, {"bins": 5, "summation": "numpy", "form": "in-order"}, "the same but for the last digits"),
    one("tenths-torch", "torchmetrics: ECE in 32-bit floats.", TENTHS, {"bins": 15, "edges": "left-highest-apart", "edge_form": "torch",
        "summation": "left-to-right", "dtype": "float32"}, "rounded after every operation", refs=TORCHMETRICS),
    one("tenths-torch-root", "torchmetrics: its root mean square.", TENTHS, {"bins": 5, "edges": "left-highest-apart", "edge_form": "torch",
        "summation": "left-to-right", "dtype": "float32", **ROOT}, "rounded after every operation", refs=TORCHMETRICS),
    one("beyond", "A score that is no probability.", scored([1, 0], [1.5, 0.5]), {}, "an error"),
    one("below", "A logarithm.", scored([1, 0], [-0.5, 0.5]), {}, "an error"),
    one("infinite", "An infinite score.", scored([1, 0], ["inf", 0.5]), {}, "an error", "numbers"),
    one("one-item", "One item.", scored([1], [0.75]), {}, "1/4"),
    one("one-class", "Positive items only.", scored([1, 1, 1], [0.5, 0.75, 0.875]), FOUR, "1/6 * 3/4 + ...", "one-class"),
    one("empty", "No items is an error.", scored([], []), {}, "0/0", "empty"),
    one("empty-nan", "No items: undefined.", scored([], []), {"empty_input": "nan"}, "0/0", "empty"),
    one("empty-zero", "No items: 0.", scored([], []), {"empty_input": "zero"}, "0", "empty"),
    one("weights", "Weights are refused.", WEIGHTED, FOUR, "an error", "weights"),
    one("weights-ignored", "Or ignored.", WEIGHTED, {**FOUR, "weights": "ignored"}, "as without weights", "weights"),
    one("six-two", "Two bins.", SIX, {"bins": 2}, "bins of three items"),
    one("six-hundred", "A hundred bins.", SIX, {"bins": 100}, "every item is alone"),
    one("tenths-20", "Twenty bins of tenths.", TENTHS, {"bins": 20}, "edges at odd twentieths", EDGE),
    one("tenths-10", "Tenths on the edges of ten bins.", TENTHS, TEN, "the bins below", EDGE),
    one("tenths-10-left", "The same in the bins above.", TENTHS, {**TEN, "edges": "left"}, "the bins above", EDGE),

    many("three", "The highest probability of each item.", THREE, FOUR, "3 of 7 are right", "class-scores", refs=GUO),
    many("three-max", "Its largest gap.", THREE, {**FOUR, "measure": "max"}, "3/4", "class-scores"),
    many("three-class-wise", "The probabilities of each class, in the mean.", THREE, {**FOUR, **WISE}, "the mean of three errors",
         "class-scores class-average"),
    many("three-predicted", "The items for which each class is predicted, in the mean.", THREE, {**FOUR, "reduction": "predicted-class"},
         "the mean of three errors", "class-scores class-average"),
    many("three-root", "The mean of three roots.", THREE, {**FOUR, **WISE, **ROOT}, "roots of 7 items each", "class-scores class-average"),
    many("three-power", "The root of the mean square.", THREE, {**FOUR, **WISE, **ROOT, "class_mean": "power"}, "one root", "class-scores class-average",
         refs=KUMAR),
    many("three-power-mean", "Gaps that are not squared have an ordinary mean.", THREE, {**FOUR, **WISE, "class_mean": "power"},
         "the mean of three errors", "class-scores class-average"),
    many("three-predicted-root", "Roots of each predicted class.", THREE, {**FOUR, "reduction": "predicted-class", **ROOT}, "the mean of three roots",
         "class-scores class-average"),
    many("absent-predicted", "A class that is never predicted does not count.", items("abc", ("a", 0.5, 0.25, 0.25), ("c", 0.25, 0.5, 0.25)),
         {"reduction": "predicted-class"}, "(1/2 + 1/2)/2", "class-scores class-average"),
    many("four-classes", "Four classes.", FOUR_CLASSES, {}, "the first of equal probabilities is predicted", "class-scores tied-scores"),
    many("uneven", "Probabilities need not add up to 1.", UNEVEN, WISE, "as given", "class-scores"),
    many("tie", "Two equal probabilities: the first class is predicted.", items("ab", ("b", 0.5, 0.5), ("a", 0.5, 0.5)), {}, "one is right: 0",
         "class-scores tied-scores"),
    many("three-weights", "Weights are refused.", WEIGHTED_CLASSES, FOUR, "an error", "class-scores weights"),
    many("three-weights-ignored", "Or ignored.", WEIGHTED_CLASSES, {**FOUR, "weights": "ignored"}, "as without weights", "class-scores weights"),
    many("beyond", "A score that is no probability.", items("ab", ("a", 2.0, -1.0)), {}, "an error", "class-scores"),
    many("empty", "No items is an error.", items("ab"), {}, "0/0", "empty"),
    many("empty-nan", "No items: undefined.", items("ab"), {"empty_input": "nan"}, "0/0", "empty"),
    many("empty-zero", "No items: 0.", items("ab"), {"empty_input": "zero"}, "0", "empty"),
    many("one-item", "One item.", items("ab", ("b", 0.25, 0.75)), {}, "1/4", "class-scores"),
    *(
        many(f"three-{name}", comment, THREE, {**FOUR, **knobs}, derivation, flags)
        for name, comment, knobs, derivation, flags in (
            ("left", "Edges belong to the bin above.", {"edges": "left"}, "1/2 and 3/4 move", "class-scores bin-edge"),
            ("lowest-apart", "A probability of 0 is apart.", {"edges": "right-lowest-apart", **WISE}, "two zeros", "class-scores bin-edge"),
            ("lowest-out", "A probability of 0 is in no bin.", {"edges": "right-lowest-out", **WISE}, "without two zeros", "class-scores bin-edge"),
            ("highest-apart", "A probability of 1 is apart.", {"edges": "left-highest-apart"}, "no item is at 1", "class-scores bin-edge"),
            ("bins", "Bins that count alike.", {"weighting": "bins"}, "the mean of the gaps", "class-scores"),
            ("mass", "Bins of equally many items.", {"binning": "mass"}, "four bins", "class-scores"),
            ("quantile", "Quantiles.", {"binning": "quantile"}, "quartiles of seven items", "class-scores"),
            ("chunk", "Maxima of chunks.", {"binning": "chunk"}, "maxima of two items", "class-scores"),
            ("value", "A bin for each probability.", {"binning": "value"}, "four values", "class-scores"),
            ("reliability", "The mean square.", {"measure": "reliability"}, "squares", "class-scores"),
            ("resolution", "Distances from the accuracy.", {"measure": "resolution"}, "squares", "class-scores"),
            ("uncertainty", "Accuracy times the rest.", {"measure": "uncertainty"}, "3/7 * 4/7", "class-scores"),
            ("root-mean-square", "One root.", ROOT, "the root of the mean square", "class-scores"),
            ("variance", "Without the variance.", {**ROOT, "debias": "variance", "bins": 2}, "squares minus a(1-a)/(n-1)", "class-scores"),
            ("epsilon", "Clipped.", {"epsilon": 0.375, **WISE}, "from 3/8 to 5/8", "class-scores"),
        )
    ),
    many("mixed-mass-five", "Thirteen items in five bins.", MIXED_CLASSES, {**WISE, "bins": 5, "binning": "mass", "weighting": "bins"},
         "3, 3, 3, 2 and 2 items", "class-scores"),
    *(
        many(f"near-{form}", f"Tenths and edges computed as {form}.", NEAR_CLASSES, {**TEN, **WISE, "edge_form": form, "edges": "left"},
             "each tenth is below, on or above", "class-scores bin-edge")
        for form in ("quotient", "step", "percent", "torch")
    ),
    *(
        many(f"mixed-{name}", comment, MIXED_CLASSES, {**FOUR, **WISE, "weighting": "bins", **knobs}, derivation, "class-scores bin-edge")
        for name, comment, knobs, derivation in (
            ("width", "Equal widths.", {}, "edges 1/4, 1/2 and 3/4"),
            ("left", "Edges belong to the bin above.", {"edges": "left"}, "1 is in the last bin"),
            ("highest-apart", "1 is apart.", {"edges": "left-highest-apart"}, "1 is in a bin of its own"),
            ("highest-out", "1 is in no bin.", {"edges": "left-highest-out", "reduction": "top-label"}, "1 is left out"),
            ("lowest-apart", "0 is apart.", {"edges": "right-lowest-apart"}, "0 is in a bin of its own"),
            ("lowest-out", "0 is in no bin.", {"edges": "right-lowest-out"}, "0 is left out"),
            ("mass", "Equal numbers.", {"binning": "mass"}, "4, 3, 3 and 3 items"),
            ("quantile", "Quartiles.", {"binning": "quantile"}, "edges 3/16, 1/2 and 3/4"),
            ("quantile-top", "The lowest of the highest probabilities is apart.", {"binning": "quantile", "edges": "right-lowest-apart", "reduction": "top-label"},
             "1/2 is apart"),
            ("chunk", "Chunks.", {"binning": "chunk"}, "edges 3/8, 3/4 and 1"),
            ("value", "Values.", {"binning": "value"}, "ten bins"),
        )
    ),
    many("tenths-torch", "torchmetrics: in 32-bit floats.", items("ab", ("a", 0.7, 0.3), ("b", 0.6, 0.4), ("b", 0.1, 0.9), ("a", 0.8, 0.2)),
         {"bins": 10, "edges": "left-highest-apart", "edge_form": "torch", "summation": "left-to-right", "dtype": "float32"},
         "rounded after every operation", "class-scores bin-edge", refs=TORCHMETRICS),
    many("tenths-step", "0.3 below 3 * (1/10).", items("ab", ("a", 0.7, 0.3), ("b", 0.6, 0.4), ("b", 0.3, 0.7), ("a", 0.8, 0.2)),
         {"bins": 10, "edges": "left", "edge_form": "step", **WISE}, "0.3, 0.6 and 0.7 are near edges", "class-scores bin-edge"),
    many("tenths-quotient", "0.3 on 3/10.", items("ab", ("a", 0.7, 0.3), ("b", 0.6, 0.4), ("b", 0.3, 0.7), ("a", 0.8, 0.2)),
         {"bins": 10, "edges": "left", **WISE}, "0.3, 0.6 and 0.7 are on edges", "class-scores bin-edge"),
    many("tenths-percent", "Percent.", items("ab", ("a", 0.7, 0.3), ("b", 0.6, 0.4), ("b", 0.3, 0.7), ("a", 0.8, 0.2)),
         {"bins": 10, "edges": "left", "edge_form": "percent", **WISE}, "0.3, 0.6 and 0.7 are near edges", "class-scores bin-edge"),
    many("tenths-total", "As MAPIE adds up.", items("ab", ("a", 0.7, 0.3), ("b", 0.6, 0.4), ("b", 0.1, 0.9), ("a", 0.8, 0.2)),
         {"bins": 3, "summation": "numpy", "form": "total", **WISE}, "the same but for the last digits", "class-scores"),
    many("tenths-in-order", "One after the other.", items("ab", ("a", 0.7, 0.3), ("b", 0.6, 0.4), ("b", 0.1, 0.9), ("a", 0.8, 0.2)),
         {"bins": 3, "summation": "left-to-right", "form": "in-order"}, "the same but for the last digits", "class-scores"),
    many("tenths-15", "Fifteen bins.", items("ab", ("a", 0.7, 0.3), ("b", 0.6, 0.4), ("b", 0.1, 0.9), ("a", 0.8, 0.2)), {}, "one item a bin", "class-scores"),
]
# fmt: on
