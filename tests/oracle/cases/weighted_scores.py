"""Scores with sample weights: ties, weights of 0 and of tenths, a class without weight, one class, certain errors."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of

TOPIC = "weighted-scores"

SKLEARN = ("https://scikit-learn.org/stable/modules/model_evaluation.html",)
auc = cases_of("roc-auc", prefix="sample-weighted-roc-auc", kind="exact", refs=SKLEARN)
ap = cases_of("average-precision", prefix="sample-weighted-average-precision", kind="exact", refs=SKLEARN)
brier = cases_of("brier", prefix="sample-weighted-brier", kind="exact", refs=SKLEARN)
log_loss = cases_of("log-loss", prefix="sample-weighted-log-loss", kind="exact", refs=SKLEARN)


def items(*rows: tuple[int, float, float]) -> dict[str, Any]:
    """Return the input of items given as (gold, score, weight)."""
    return {
        "gold": [gold for gold, _, _ in rows],
        "scores": [score for _, score, _ in rows],
        "weights": [weight for _, _, weight in rows],
    }


FOUR = items((1, 0.75, 2.0), (0, 0.5, 0.5), (1, 0.25, 1.0), (0, 0.125, 1.5))
EVEN = items((1, 0.75, 1.0), (0, 0.5, 1.0), (1, 0.25, 1.0), (0, 0.125, 1.0))
TIED = items((0, 0.5, 0.5), (1, 0.5, 2.0), (1, 0.875, 1.0), (0, 0.125, 1.0))
ALL_TIED = items((0, 0.5, 0.5), (1, 0.5, 2.0), (0, 0.5, 1.0), (1, 0.5, 0.25))
REPEATED = items((1, 0.5, 0.5), (1, 0.5, 0.5), (0, 0.25, 2.0), (0, 0.75, 2.0), (1, 0.875, 0.5))
#: One after the other, the last digits of 0.1 + 0.2 + 0.3 depend on which tied item comes first.
TENTHS = items(
    (1, 0.5, 0.1),
    (1, 0.5, 0.2),
    (1, 0.5, 0.3),
    (0, 0.75, 0.7),
    (0, 0.5, 0.1),
    (0, 0.5, 0.2),
    (0, 0.5, 0.3),
    (1, 0.25, 0.4),
)
#: Classes told apart less well, with many scores, so that sums of more than eight steps round.
TEN = items(*((k % 2, k / 10, (k * 7 % 10 + 1) / 10) for k in range(10)))
#: An item that ranks wrong has no weight, and is the only one of its score.
ZEROS = items((0, 0.875, 0.0), (1, 0.75, 1.0), (0, 0.5, 2.0), (1, 0.25, 0.5), (1, 0.125, 0.0))
HEAVY = items((0, 0.875, 8.0), (1, 0.75, 0.5), (0, 0.5, 0.25), (1, 0.375, 1.0))
RIGHT = items((1, 0.875, 0.5), (0, 0.125, 3.0))
WRONG = items((1, 0.125, 0.5), (0, 0.875, 3.0))
#: Three points on a line: the one between the others makes no corner.
LINE = items((0, 0.75, 0.5), (1, 0.75, 0.25), (0, 0.5, 0.5), (1, 0.5, 0.25), (0, 0.25, 0.5), (1, 0.25, 0.25))
NO_POSITIVE = items((1, 0.5, 0.0), (0, 0.25, 1.0), (0, 0.75, 0.5))
NO_NEGATIVE = items((1, 0.5, 0.5), (0, 0.25, 0.0), (1, 0.75, 1.0))
POSITIVES = items((1, 0.5, 0.5), (1, 0.25, 1.5))
NEGATIVES = items((0, 0.5, 0.5), (0, 0.25, 1.5))
ONE_CLASS_OF_NOTHING = items((1, 0.5, 0.0), (1, 0.25, 0.0))
NOTHING = items((1, 0.5, 0.0), (0, 0.25, 0.0))
NONE = items()
CERTAIN = items((1, 0.0, 0.5), (0, 0.25, 1.0))
CERTAIN_OF_NOTHING = items((1, 0.0, 0.0), (0, 0.25, 1.0), (1, 0.5, 2.0))
BEYOND = items((1, 1.25, 0.5), (0, 0.25, 1.0), (1, 0.5, 2.0), (0, -0.5, 0.25))
NEAR = items((1, 1.0, 0.5), (0, 1e-9, 1.0), (1, 0.5, 2.0), (0, 0.875, 0.25))
#: 0.1 and its complement have other last digits than 0.9.
THIRDS = items((1, 0.1, 0.3), (0, 0.7, 0.1), (1, 0.6, 0.7), (0, 0.1, 0.2), (0, 0.3, 0.6), (1, 0.9, 0.9))
W = "sample-weights"
LAST = "the same but for the last digits"

# fmt: off
CASES: list[Case] = [
    auc("four", "Pairs weigh the product of their weights.", FOUR, {}, "(2 0.5 + 2 1.5 + 1 1.5)/(3 2) = 5.5/6", W),
    auc("four-trapezoid", "Sums of eighths have few last digits.", FOUR, {"form": "trapezoid"}, "5.5/6", W),
    auc("even", "Weights of 1 are counts.", EVEN, {}, "3/4", W),
    auc("tied", "A tied pair counts half.", TIED, {}, "(0.5 2/2 + 2 + 0.5 + 1)/(3 1.5)", f"{W} tied-scores"),
    auc("all-tied", "Every pair is tied.", ALL_TIED, {}, "1/2", f"{W} tied-scores constant"),
    auc("tied-wrong", "A tied pair counts nothing.", TIED, {"ties": "wrong"}, "(2 1 + 1 0.5 + 1 1)/(3 1.5) = 7/9", f"{W} tied-scores"),
    auc("tied-right", "A tied pair counts in full.", TIED, {"ties": "right"}, "1: (2 0.5 + 2 1 + 1 0.5 + 1 1)/(3 1.5)", f"{W} tied-scores"),
    auc("tenths-wrong", "Pairs are counted exactly.", TENTHS, {"ties": "wrong", "form": "trapezoid"}, "pair by pair", f"{W} tied-scores"),
    auc("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "(0.5 + 1/2)/1.5", f"{W} tied-scores"),
    auc("tenths", "Weights of tenths.", TENTHS, {}, "of the doubles nearest to them", f"{W} tied-scores"),
    auc("tenths-trapezoid", "Added up in the order of the input.", TENTHS, {"form": "trapezoid"}, LAST, f"{W} tied-scores"),
    auc("tenths-reversed", "Tied items in the opposite order.", TENTHS, {"form": "trapezoid-reversed-ties"}, LAST, f"{W} tied-scores"),
    auc("ten", "Ten scores.", TEN, {}, "pair by pair", W),
    auc("ten-trapezoid", "Ten steps.", TEN, {"form": "trapezoid"}, LAST, W),
    auc("zeros", "Items without weight count as none.", ZEROS, {}, "1 2/(1.5 2)", W),
    auc("zeros-trapezoid", "They are not on the curve.", ZEROS, {"form": "trapezoid"}, "1 2/(1.5 2)", W),
    auc("heavy", "One item outweighs all others.", HEAVY, {}, "0.5 0.25/(1.5 8.25)", W),
    auc("right", "Told apart.", RIGHT, {}, "1", W),
    auc("wrong", "Exchanged.", WRONG, {}, "0", W),
    auc("line", "A curve that is a line.", LINE, {}, "1/2", f"{W} tied-scores"),
    auc("line-trapezoid", "A point on a line is left out.", LINE, {"form": "trapezoid"}, "1/2", f"{W} tied-scores"),
    auc("no-positive", "Positive items have no weight.", NO_POSITIVE, {}, "0/0", f"{W} nan"),
    auc("no-negative", "Negative items have no weight.", NO_NEGATIVE, {"one_class": "raise"}, "0/0", f"{W} nan"),
    auc("positives", "Positive items only.", POSITIVES, {}, "0/0", f"{W} one-class nan"),
    auc("negatives", "Negative items only.", NEGATIVES, {}, "0/0", f"{W} one-class nan"),
    auc("positives-raise", "Positive items only are an error.", POSITIVES, {"one_class": "raise"}, "an error", f"{W} one-class"),
    auc("one-class-no-weight", "One class, which has no weight.", ONE_CLASS_OF_NOTHING, {}, "0/0", "no-weight one-class nan"),
    auc("no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight"),
    auc("empty", "No items is an error.", NONE, {}, "an error", "empty"),

    ap("four", "Precision at each positive item, by weight.", FOUR, {}, "(2 1 + 1 3/3.5)/3", W),
    ap("four-numpy", "Steps added up by NumPy.", FOUR, {"summation": "numpy"}, "(2 1 + 1 3/3.5)/3", W),
    ap("even", "Weights of 1 are counts.", EVEN, {}, "(1 + 2/3)/2", W),
    ap("tied", "Items of equal score pass together.", TIED, {}, "(1 1 + 2 3/3.5)/3", f"{W} tied-scores"),
    ap("all-tied", "A constant score: the share of positive items.", ALL_TIED, {}, "2.25/3.75", f"{W} tied-scores constant"),
    ap("tied-wrong", "The negative item of two equal scores passes first.", TIED, {"ties": "wrong"}, "(1 1 + 2 3/3.5)/3", f"{W} tied-scores"),
    ap("all-tied-wrong", "Positive items pass one by one, after all negative ones.", ALL_TIED, {"ties": "wrong"}, "(2 2/3.5 + 0.25 2.25/3.75)/2.25", f"{W} tied-scores constant"),
    ap("all-tied-right", "Positive items pass first.", ALL_TIED, {"ties": "right"}, "1", f"{W} tied-scores constant"),
    ap("tenths-wrong", "One by one, in the order of the input.", TENTHS, {"ties": "wrong"}, "item by item", f"{W} tied-scores"),
    ap("tenths-right", "The positive items first.", TENTHS, {"ties": "right"}, "item by item", f"{W} tied-scores"),
    ap("tenths-right-numpy", "Added up by NumPy.", TENTHS, {"ties": "right", "summation": "numpy"}, LAST, f"{W} tied-scores"),
    ap("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "(0.5 + 1 1.5/3.5)/1.5", f"{W} tied-scores"),
    ap("tenths", "Weights of tenths.", TENTHS, {}, "of the doubles nearest to them", f"{W} tied-scores"),
    ap("tenths-numpy", "Added up in the order of the input.", TENTHS, {"summation": "numpy"}, LAST, f"{W} tied-scores"),
    ap("tenths-reversed", "Tied items in the opposite order.", TENTHS, {"summation": "numpy-reversed-ties"}, LAST, f"{W} tied-scores"),
    ap("ten", "Ten scores.", TEN, {}, "item by item", W),
    ap("ten-numpy", "Ten steps.", TEN, {"summation": "numpy"}, LAST, W),
    ap("zeros", "Items without weight count as none.", ZEROS, {}, "(1 1 + 0.5 1.5/3.5)/1.5", W),
    ap("heavy", "One item outweighs all others.", HEAVY, {}, "(0.5 0.5/8.5 + 1 1.5/9.75)/1.5", W),
    ap("right", "Told apart.", RIGHT, {}, "1", W),
    ap("wrong", "Exchanged.", WRONG, {}, "0.5/3.5", W),
    ap("no-positive", "Positive items have no weight.", NO_POSITIVE, {}, "0/0", f"{W} nan"),
    ap("no-positive-zero", "The same as 0.", NO_POSITIVE, {"no_positives": "zero"}, "0", W),
    ap("no-negative", "Negative items have no weight.", NO_NEGATIVE, {}, "1", W),
    ap("positives", "Positive items only.", POSITIVES, {}, "1", f"{W} one-class"),
    ap("negatives", "Negative items only.", NEGATIVES, {"no_positives": "zero"}, "0", f"{W} one-class"),
    ap("no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight"),
    ap("empty", "No items is an error.", NONE, {}, "an error", "empty"),

    brier("four", "Squared errors, by weight.", FOUR, {}, "(2 0.0625 + 0.5 0.25 + 0.5625 + 1.5 0.015625)/5", W),
    brier("four-both", "Over both classes it is twice as much.", FOUR, {"classes": "both"}, "twice (2 0.0625 + 0.5 0.25 + 0.5625 + 1.5 0.015625)/5", W),
    brier("wrong-both", "More than 1.", WRONG, {"classes": "both"}, "2 0.765625", W),
    brier("thirds-both-one-column", "Added up by NumPy, and doubled.", THIRDS, {"classes": "both", "summation": "one-column"}, LAST, f"{W} tied-scores"),
    brier("thirds-both-two-columns", "Added up over both classes.", THIRDS, {"classes": "both", "summation": "two-columns"}, LAST, f"{W} tied-scores"),
    brier("even", "Weights of 1 are counts.", EVEN, {}, "(0.0625 + 0.25 + 0.5625 + 0.015625)/4", W),
    brier("tied", "Equal scores.", TIED, {}, "(0.5 0.25 + 2 0.25 + 0.015625 + 0.015625)/4.5", f"{W} tied-scores"),
    brier("all-tied", "A constant score.", ALL_TIED, {}, "1/4", f"{W} tied-scores constant"),
    brier("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "item by item", f"{W} tied-scores"),
    brier("thirds", "Weights of tenths.", THIRDS, {}, "of the doubles nearest to them", f"{W} tied-scores"),
    brier("thirds-one-column", "Added up by NumPy.", THIRDS, {"summation": "one-column"}, LAST, f"{W} tied-scores"),
    brier("thirds-two-columns", "The other class as well.", THIRDS, {"summation": "two-columns"}, LAST, f"{W} tied-scores"),
    brier("ten", "Ten probabilities.", TEN, {"summation": "two-columns"}, LAST, W),
    brier("zeros", "Items without weight count as none.", ZEROS, {}, "(0.0625 + 2 0.25 + 0.5 0.5625)/3.5", W),
    brier("heavy", "One item outweighs all others.", HEAVY, {}, "item by item", W),
    brier("no-positive", "Positive items have no weight.", NO_POSITIVE, {}, "(0.0625 + 0.5 0.5625)/1.5", W),
    brier("certain", "An item of probability 0.", CERTAIN, {}, "(0.5 + 0.0625)/1.5", W),
    brier("positives", "One class.", POSITIVES, {}, "(0.5 0.25 + 1.5 0.5625)/2", f"{W} one-class"),
    brier("beyond", "Scores that are no probabilities.", BEYOND, {}, "an error", W),
    brier("no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight"),
    brier("empty", "No items is an error.", NONE, {}, "an error", "empty"),

    log_loss("four", "Logarithms, by weight.", FOUR, {}, "-(2 ln 0.75 + 0.5 ln 0.5 + ln 0.25 + 1.5 ln 0.875)/5", W),
    log_loss("four-numpy", "Added up by NumPy.", FOUR, {"summation": "numpy"}, LAST, W),
    log_loss("even", "Weights of 1 are counts.", EVEN, {}, "-(ln 0.75 + ln 0.5 + ln 0.25 + ln 0.875)/4", W),
    log_loss("tied", "Equal scores.", TIED, {}, "item by item", f"{W} tied-scores"),
    log_loss("all-tied", "A constant score.", ALL_TIED, {}, "-ln 0.5", f"{W} tied-scores constant"),
    log_loss("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "item by item", f"{W} tied-scores"),
    log_loss("thirds", "Weights of tenths.", THIRDS, {}, "of the doubles nearest to them", f"{W} tied-scores"),
    log_loss("thirds-numpy", "Added up by NumPy.", THIRDS, {"summation": "numpy"}, LAST, f"{W} tied-scores"),
    log_loss("thirds-normalized", "Divided by the sum.", THIRDS, {"summation": "numpy-normalized"}, LAST, f"{W} tied-scores"),
    log_loss("zeros", "Items without weight count as none.", ZEROS, {}, "-(ln 0.75 + 2 ln 0.5 + 0.5 ln 0.25)/3.5", W),
    log_loss("heavy", "One item outweighs all others.", HEAVY, {}, "item by item", W),
    log_loss("no-positive", "Positive items have no weight.", NO_POSITIVE, {}, "-(ln 0.75 + 0.5 ln 0.25)/1.5", W),
    log_loss("certain", "A certain error is infinite.", CERTAIN, {}, "-ln 0", f"{W} nan"),
    log_loss("certain-no-weight", "One without weight costs nothing.", CERTAIN_OF_NOTHING, {}, "-(ln 0.75 + 2 ln 0.5)/3", W),
    log_loss("certain-no-weight-numpy", "The same in doubles.", CERTAIN_OF_NOTHING, {"summation": "numpy"}, "-(ln 0.75 + 2 ln 0.5)/3", W),
    log_loss("certain-epsilon", "It costs -ln epsilon.", CERTAIN, {"epsilon": 0.125}, "-(0.5 ln 0.125 + ln 0.75)/1.5", W),
    log_loss("near", "Probabilities near 1 have all digits.", NEAR, {"epsilon": 2.0**-52}, "item by item", W),
    log_loss("beyond", "Scores that are no probabilities.", BEYOND, {}, "an error", W),
    log_loss("beyond-clip", "They are moved to 0 and 1.", BEYOND, {"out_of_range": "clip"}, "-(ln 0.75 + 2 ln 0.5)/3.75", W),
    log_loss("positives", "One class.", POSITIVES, {}, "-(0.5 ln 0.5 + 1.5 ln 0.25)/2", f"{W} one-class"),
    log_loss("no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight"),
    log_loss("empty", "No items is an error.", NONE, {}, "an error", "empty"),
]
