"""Sets of labels with sample weights: items and labels without weight, tenths, every average; and weights that are ignored."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of
from tests.oracle.cases.label_sets import EMPTY, FOUR, sets

TOPIC = "weighted-label-sets"

REFS = ("https://scikit-learn.org/stable/modules/model_evaluation.html",)
multilabel = cases_of("multilabel", prefix="multilabel-weights", kind="exact", refs=REFS)
loss = cases_of("multilabel-loss", prefix="multilabel-loss-weights", kind="exact", refs=REFS)


def weighed(data: dict[str, Any], *weights: float) -> dict[str, Any]:
    """Return the items with these weights."""
    return {**data, "weights": [*weights]}


#: a: tp 2.25, predicted 2.25, support 2.5; b: 0.25, 0.75, 2.25; c: 0, 0.5, 1.
EIGHTHS = weighed(FOUR, 2.0, 0.25, 1.0, 0.5)
EVEN = weighed(FOUR, 1.0, 1.0, 1.0, 1.0)
TENTHS = weighed(FOUR, 0.1, 0.7, 0.3, 0.6)
#: Of the second item, which has no labels, and of the last one, too.
OF_EMPTY = weighed(EMPTY, 0.5, 3.0, 1.0, 0.25, 2.0)
#: No item that has b has a weight.
ZEROS = weighed(FOUR, 0.0, 0.0, 1.5, 0.0)
#: One item weighs more than all others, of which there are more than NumPy adds up in one lane.
TEN = weighed(
    sets("a|a", "b|b", "ab|a", "c|ab", "|c", "a|", "bc|bc", "a|c", "ab|ab", "c|b"),
    0.1,
    0.2,
    0.3,
    0.4,
    0.5,
    9.7,
    0.7,
    0.1,
    1.1,
    1.3,
)
REPEATED = weighed(sets("a|a", "a|a", "ab|b", "ab|b"), 0.5, 0.5, 0.25, 0.25)
RIGHT = weighed(sets("ab|ab", "c|c"), 0.5, 3.0)
WRONG = weighed(sets("a|b", "b|a"), 0.5, 3.0)
NOTHING = weighed(sets("a|a", "ab|b"), 0.0, 0.0)
NONE = weighed(sets())
MACRO = {"average": "macro"}
WEIGHTED = {"average": "weighted"}
SAMPLES = {"average": "samples"}
NUMPY = {"weight_summation": "numpy"}
FORMULA = {"no_weight": "formula"}
IGNORED = {"weights": "ignored"}
ITEMS = {"unit": "items"}
COUNT = {"normalize": "count"}
COMPLEMENT = {"form": "complement"}
W = "sample-weights"
AVERAGES = "sample-weights class-average"
ZERO = f"{AVERAGES} zero-division"
LAST = "the same but for the last digits"

# fmt: off
CASES: list[Case] = [
    multilabel("micro", "The summed weights of three labels.", EIGHTHS, {}, "2 2.5/(5.75 + 3.5)", W),
    multilabel("macro", "The mean over labels.", EIGHTHS, MACRO, "(4.5/4.75 + 0.5/3.25 + 0)/3", AVERAGES),
    multilabel("weighted", "The mean weighted by the weight of each label.", EIGHTHS, WEIGHTED, "the same three, by 2.75, 2.5 and 1", AVERAGES),
    multilabel("samples", "The mean over items, by weight.", EIGHTHS, SAMPLES, "(2 2/3 + 0.25 2/3 + 0 + 0.5 1/2)/3.75", AVERAGES),
    multilabel("precision-micro", "Precision of the summed weights.", EIGHTHS, {"measure": "precision"}, "2.5/3.5", W),
    multilabel("precision-macro", "Precision of labels.", EIGHTHS, {"measure": "precision", **MACRO}, "of each label", AVERAGES),
    multilabel("recall-weighted", "Recall of labels.", EIGHTHS, {"measure": "recall", **WEIGHTED}, "2.5/5.75", AVERAGES),
    multilabel("recall-samples", "Recall of items.", EIGHTHS, {"measure": "recall", **SAMPLES}, "(2/2 + 0.25 + 0 + 0.5/2)/3.75", AVERAGES),
    multilabel("jaccard-macro", "Jaccard's index of labels.", EIGHTHS, {"measure": "jaccard", **MACRO}, "of each label", AVERAGES),
    multilabel("jaccard-samples", "Jaccard's index of items.", EIGHTHS, {"measure": "jaccard", **SAMPLES}, "(2/2 + 0.25/2 + 0 + 0.5/3)/3.75", AVERAGES),
    multilabel("beta-2", "F2.", EIGHTHS, {"beta": 2.0}, "5 2.5/(4 5.75 + 3.5)", f"{W} beta"),
    multilabel("beta-0", "Precision.", EIGHTHS, {"beta": 0.0}, "2.5/3.5", f"{W} beta"),
    multilabel("subset", "The weight of items that are right.", OF_EMPTY, {"measure": "subset"}, "3.5/6.75", W),
    multilabel("labels", "Two labels are scored, and another one is ignored.", EIGHTHS, {"labels": ["a", "b"], **SAMPLES}, "by item", f"{AVERAGES} absent-class"),
    multilabel("labels-absent", "A label that does not occur.", EIGHTHS, {"labels": ["a", "z"], **MACRO}, "(4.5/4.75 + 0)/2", f"{ZERO} absent-class"),
    multilabel("even", "Weights of 1 are counts.", EVEN, MACRO, "(4/5 + 1/2 + 0)/3", AVERAGES),
    multilabel("even-samples", "Weights of 1 are counts.", EVEN, SAMPLES, "(2/3 + 2/3 + 0 + 1/2)/4", AVERAGES),
    multilabel("repeated", "An item that occurs twice counts twice.", REPEATED, MACRO, "(2 1/(1.5 + 1) + 1)/2", AVERAGES),
    multilabel("tenths", "Weights of tenths.", TENTHS, MACRO, "of the doubles nearest to them", AVERAGES),
    *(
        multilabel(f"tenths-numpy-{name}", "Added up by NumPy.", TENTHS, {**NUMPY, **settings}, LAST, AVERAGES)
        for name, settings in [("micro", {}), ("macro", MACRO), ("weighted", WEIGHTED), ("samples", SAMPLES), ("subset", {"measure": "subset"})]
    ),
    *(
        multilabel(f"ten-numpy-{name}", "Ten items, added up by NumPy.", TEN, {**NUMPY, **settings}, LAST, AVERAGES)
        for name, settings in [("macro", MACRO), ("weighted", WEIGHTED), ("samples", SAMPLES), ("jaccard", {"measure": "jaccard", **SAMPLES}), ("subset", {"measure": "subset"})]
    ),
    multilabel("empty-0", "An item without labels scores 0, for what it weighs.", OF_EMPTY, SAMPLES, "0.5/6.75", ZERO),
    multilabel("empty-1", "It scores 1.", OF_EMPTY, {"zero_division": "1", **SAMPLES}, "3.5/6.75", ZERO),
    multilabel("empty-nan", "It is left out.", OF_EMPTY, {"zero_division": "nan", **SAMPLES}, "0.5/3.75", ZERO),
    multilabel("zeros-macro", "Two labels of gold have no weight, nor does what is predicted.", ZEROS, MACRO, "0", ZERO),
    multilabel("zeros-1", "Their F1 is 0/0.", ZEROS, {"zero_division": "1", **MACRO}, "(1 + 1 + 0)/3", ZERO),
    multilabel("zeros-nan", "They are left out.", ZEROS, {"zero_division": "nan", "measure": "recall", **MACRO}, "0", ZERO),
    multilabel("zeros-samples-1", "Items without weight count as none.", ZEROS, {"zero_division": "1", **SAMPLES}, "0", ZERO),
    multilabel("right", "All right.", RIGHT, {}, "1", W),
    multilabel("wrong", "All wrong.", WRONG, SAMPLES, "0", AVERAGES),
    multilabel("no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight"),
    multilabel("no-weight-formula", "F1 of sums of 0.", NOTHING, FORMULA, "0", "no-weight zero-division"),
    multilabel("no-weight-samples-1", "Every item has a score of 0/0.", NOTHING, {**FORMULA, "zero_division": "1", **SAMPLES}, "1", "no-weight zero-division"),
    multilabel("no-weight-nan", "Nothing is left.", NOTHING, {**FORMULA, "zero_division": "nan", **WEIGHTED}, "nan", "no-weight zero-division nan"),
    multilabel("empty", "No items is an error.", NONE, FORMULA, "an error", "empty"),
    *(
        multilabel(f"ignored-{name}", "Every item counts once.", EIGHTHS, {**IGNORED, **settings}, why, AVERAGES)
        for name, settings, why in [
            ("micro", {}, "2 3/(5 + 6)"), ("macro", MACRO, "(4/5 + 1/2 + 0)/3"), ("samples", SAMPLES, "(2/3 + 2/3 + 0 + 1/2)/4"),
            ("float32", {"dtype": "float32", **SAMPLES}, "the same in 32 bits"),
        ]
    ),
    multilabel("float32", "Knobs for the arithmetic of counts do not apply to weights.", TENTHS, {"dtype": "float32", **MACRO}, "as in doubles", AVERAGES),

    loss("hamming", "The weight of wrong decisions.", EIGHTHS, {}, "(2 1 + 0.25 + 1 + 0.5 2)/(3 3.75)", W),
    loss("hamming-weight", "Their weight itself.", EIGHTHS, COUNT, "4.25", f"{W} count-or-fraction"),
    loss("hamming-complement", "1 - what is right.", EIGHTHS, COMPLEMENT, "4.25/11.25", W),
    loss("zero-one", "The weight of items with a wrong label.", OF_EMPTY, ITEMS, "3.25/6.75", W),
    loss("zero-one-weight", "Their weight itself.", OF_EMPTY, {**ITEMS, **COUNT}, "3.25", f"{W} count-or-fraction"),
    loss("zero-one-complement", "1 - accuracy.", OF_EMPTY, {**ITEMS, **COMPLEMENT}, "3.25/6.75", W),
    loss("macro", "The mean of the labels' shares.", EIGHTHS, MACRO, "by label", AVERAGES),
    loss("weighted", "Weighted by the weight of each label.", EIGHTHS, WEIGHTED, "the same three, by 2.75, 2.5 and 1", AVERAGES),
    loss("weighted-complement", "1 - what is right in each label.", EIGHTHS, {**WEIGHTED, **COMPLEMENT}, "the same", AVERAGES),
    loss("labels", "Two labels, one of which does not occur.", EIGHTHS, {"labels": ["b", "z"]}, "2/(2 3.75)", f"{W} absent-class"),
    loss("even", "Weights of 1 are counts.", EVEN, {}, "5/12", W),
    loss("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "0.5/3", W),
    loss("tenths", "Weights of tenths.", TENTHS, {}, "of the doubles nearest to them", W),
    loss("tenths-numpy", "Added up by NumPy.", TENTHS, NUMPY, LAST, W),
    loss("tenths-numpy-complement", "1 - accuracy, as scikit-learn has it.", TENTHS, {**NUMPY, **ITEMS, **COMPLEMENT}, LAST, W),
    loss("ten-numpy", "Ten items, added up by NumPy.", TEN, NUMPY, LAST, W),
    loss("ten-numpy-complement", "Ten items, 1 - accuracy.", TEN, {**NUMPY, **ITEMS, **COMPLEMENT}, LAST, W),
    loss("ten-numpy-macro", "Ten items, the mean over labels.", TEN, {**NUMPY, **MACRO}, LAST, AVERAGES),
    loss("zeros", "Items without weight count as none.", ZEROS, {}, "1.5/4.5", W),
    loss("gold-without-weight", "No gold label has a weight.", weighed(sets("a|a", "|a"), 0.0, 1.0), WEIGHTED, "0", AVERAGES),
    loss("right", "All right.", RIGHT, {}, "0", W),
    loss("wrong", "All wrong.", WRONG, ITEMS, "1", W),
    loss("no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight"),
    loss("no-weight-formula", "0/0.", NOTHING, FORMULA, "nan", "no-weight nan"),
    loss("no-weight-weight", "No weight is wrong.", NOTHING, {**FORMULA, **COUNT}, "0", "no-weight count-or-fraction"),
    loss("no-weight-fraction", "An error of shares alone.", NOTHING, {"no_weight": "raise-for-fraction"}, "an error", "no-weight"),
    loss("no-weight-raise-count", "No weight is wrong.", NOTHING, {"no_weight": "raise-for-fraction", **COUNT}, "0", "no-weight count-or-fraction"),
    loss("no-weight-raise", "A count is an error as well.", NOTHING, COUNT, "an error", "no-weight count-or-fraction"),
    loss("empty", "No items is an error.", NONE, FORMULA, "an error", "empty"),
    *(
        loss(f"ignored-{name}", "Every item counts once.", EIGHTHS, {**IGNORED, **settings}, why, W)
        for name, settings, why in [("hamming", {}, "5/12"), ("zero-one", ITEMS, "4/4")]
    ),
]
