"""Class labels with sample weights: weights of 0, tenths, classes of one side only, all kinds of averages."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, Data, cases_of

TOPIC = "sample-weights"

SKLEARN = ("https://scikit-learn.org/stable/modules/model_evaluation.html",)
GORODKIN = ("Gorodkin 2004: https://doi.org/10.1016/j.compbiolchem.2004.09.006",)
COHEN = ("Cohen 1968: https://doi.org/10.1037/h0026256",)
#: The ids say under which names these metrics were first published.
accuracy = cases_of("accuracy", prefix="sample-weighted-accuracy", kind="exact", refs=SKLEARN)
loss = cases_of("zero-one", prefix="sample-weighted-loss", kind="exact", refs=SKLEARN)
balanced = cases_of("balanced-accuracy", prefix="sample-weighted-balanced-accuracy", kind="exact", refs=SKLEARN)
kappa = cases_of("kappa", prefix="sample-weighted-kappa", kind="exact", refs=COHEN)
mcc = cases_of("mcc", prefix="sample-weighted-mcc", kind="exact", refs=GORODKIN)
_BY_SCORE = {
    name: cases_of(metric, prefix="sample-weighted", kind="exact", refs=SKLEARN)
    for name, metric in [("f", "f1"), ("precision", "precision"), ("recall", "recall"), ("jaccard", "jaccard")]
}


def score(name: str, comment: str, data: Data, settings: dict[str, Any], *rest: str) -> Case:
    """Return a case of F or of the metric `score` in the settings; the default average is macro."""
    others = {"average": "macro", **settings}
    return _BY_SCORE[others.pop("score", "f")](name, comment, data, others, *rest)


def items(*rows: tuple[str, float]) -> dict[str, Any]:
    """Return the input of items given as ('gold predicted', weight)."""
    pairs = [names.split() for names, _ in rows]
    return {
        "gold": [gold for gold, _ in pairs],
        "predicted": [said for _, said in pairs],
        "weights": [weight for _, weight in rows],
    }


#: tp, predicted, support: a 2, 2.5, 3; b 1, 3, 1.5; c 0.25, 0.25, 1.25.
SIX = items(("a a", 2.0), ("b a", 0.5), ("a b", 1.0), ("b b", 1.0), ("c b", 1.0), ("c c", 0.25))
#: The same labels, each item once as heavy as any other.
EVEN = items(*((f"{gold} {said}", 1.0) for gold, said in zip(SIX["gold"], SIX["predicted"], strict=True)))
TENTHS = items(
    ("a a", 0.1), ("a a", 0.2), ("a b", 0.7), ("b b", 0.3), ("b a", 0.6), ("c c", 0.1), ("c a", 0.9), ("a a", 0.3)
)
#: Most of the weight is right, so that MCC is far from 0.
RIGHT_TENTHS = items(
    ("a a", 0.7), ("a a", 0.2), ("a b", 0.1), ("b b", 0.9), ("b a", 0.1), ("c c", 0.6), ("c a", 0.3), ("a a", 0.3)
)
#: The items of c have no weight, and d is only predicted.
ZEROS = items(("a a", 1.0), ("b d", 2.0), ("c a", 0.0), ("b b", 0.5), ("a d", 0.0))
#: An item that weighs 9 is wrong in a way that costs little, or much.
HEAVY = items(("1 2", 9.0), ("1 1", 0.5), ("2 2", 1.0), ("3 3", 0.25), ("3 1", 0.5), ("4 4", 0.125))
REPEATED = items(("a a", 0.5), ("b a", 0.25), ("b b", 2.0), ("b b", 2.0), ("a b", 0.25))
NUMBERS = items(("10 10", 2.5), ("9 10", 0.5), ("9 9", 3.0), ("10 9", 0.25), ("2 9", 0.75), ("2 2", 0.5))
RIGHT = items(("a a", 0.5), ("b b", 3.0))
WRONG = items(("a b", 0.5), ("b a", 3.0))
ONE_CLASS = items(("a a", 0.5), ("a a", 1.5))
#: One class in gold, and a wrong item of it.
ONE_GOLD = items(("a a", 0.5), ("a b", 1.5))
ONE = items(("a b", 0.25))
NOTHING = items(("a a", 0.0), ("b a", 0.0))
NONE = items()
FORMULA = {"no_weight": "formula"}
OF_NOTHING = {**FORMULA, "empty_input": "formula"}
KAPPA_OF_NOTHING = {**FORMULA, "empty_input": "nan"}
MICRO = {"average": "micro"}
WEIGHTED = {"average": "weighted"}
CLASS = {"average": "class", "positive": "a"}
JACCARD = {"score": "jaccard"}
NUMPY = {"weight_summation": "numpy"}
W = "sample-weights"
AVERAGES = "sample-weights class-average"
LAST = "the same but for the last digits"

# fmt: off
CASES: list[Case] = [
    score("six", "The mean of three F1.", SIX, {}, "(4/5.5 + 2/4.5 + 0.5/1.5)/3", AVERAGES),
    score("six-micro", "F1 of the summed weights is the accuracy.", SIX, MICRO, "3.25/5.75", AVERAGES),
    score("six-weighted", "The mean weighted by 3, 1.5 and 1.25.", SIX, WEIGHTED, "the same F1, weighted", AVERAGES),
    score("six-class", "F1 of one class.", SIX, CLASS, "4/5.5", W),
    score("six-class-absent", "F1 of a class that does not occur.", SIX, {"average": "class"}, "0/0", f"{W} absent-class zero-division"),
    score("six-class-absent-1", "It is 1.", SIX, {"average": "class", "zero_division": "1"}, "0/0", f"{W} absent-class zero-division"),
    score("six-precision", "The mean precision.", SIX, {"score": "precision"}, "(2/2.5 + 1/3 + 1)/3", AVERAGES),
    score("six-precision-class", "Precision of one class.", SIX, {"score": "precision", **CLASS}, "2/2.5", W),
    score("six-precision-weighted", "Weighted by support.", SIX, {"score": "precision", **WEIGHTED}, "(3 2/2.5 + 1.5/3 + 1.25)/5.75", AVERAGES),
    score("six-recall", "The mean recall.", SIX, {"score": "recall"}, "(2/3 + 1/1.5 + 0.25/1.25)/3", AVERAGES),
    score("six-recall-class", "Recall of one class.", SIX, {"score": "recall", **CLASS}, "2/3", W),
    score("six-recall-micro", "Recall of the summed weights.", SIX, {"score": "recall", **MICRO}, "3.25/5.75", AVERAGES),
    score("six-jaccard", "Jaccard's index of each class.", SIX, JACCARD, "(2/3.5 + 1/3.5 + 0.25/1.25)/3", AVERAGES),
    score("six-jaccard-class", "Jaccard's index of one class.", SIX, {**JACCARD, **CLASS}, "2/3.5", W),
    score("six-jaccard-micro", "Of the summed weights.", SIX, {**JACCARD, **MICRO}, "3.25/8.25", AVERAGES),
    score("six-jaccard-weighted", "Weighted by support.", SIX, {**JACCARD, **WEIGHTED}, "the same three, weighted", AVERAGES),
    score("six-beta-2", "F2.", SIX, {"beta": 2.0}, "the mean of 5 tp/(4 support + predicted)", f"{AVERAGES} beta"),
    score("six-beta-half", "F of one half, of the summed weights of two classes.", SIX, {"beta": 0.5, **MICRO, "labels": ["a", "b"]},
          "1.25 3/(4.5/4 + 5.5)", f"{AVERAGES} beta"),
    score("six-beta-0", "Precision.", SIX, {"beta": 0.0}, "as precision", f"{AVERAGES} beta"),
    score("six-labels", "Two classes, and a third that is ignored.", SIX, {"labels": ["a", "c"]}, "(4/5.5 + 0.5/1.5)/2", AVERAGES),
    score("six-labels-absent", "A class that does not occur.", SIX, {"labels": ["a", "z"]}, "(4/5.5 + 0)/2", f"{AVERAGES} absent-class zero-division"),
    score("six-labels-nan", "It is left out.", SIX, {"labels": ["a", "z"], "zero_division": "nan"}, "4/5.5", f"{AVERAGES} absent-class zero-division"),
    score("six-numpy", "Sums of eighths have no last digits.", SIX, NUMPY, "the same", AVERAGES),
    score("even", "Weights of 1 are counts.", EVEN, {}, "(2/4 + 2/5 + 2/3)/3", AVERAGES),
    score("tenths", "Weights of tenths.", TENTHS, {}, "of the doubles nearest to them", AVERAGES),
    score("tenths-numpy", "Added up by NumPy.", TENTHS, NUMPY, LAST, AVERAGES),
    score("tenths-numpy-micro", "Added up by NumPy.", TENTHS, {**NUMPY, **MICRO, "labels": ["a", "c"]}, LAST, AVERAGES),
    score("tenths-numpy-weighted", "Added up by NumPy.", TENTHS, {**NUMPY, **WEIGHTED}, LAST, AVERAGES),
    score("tenths-numpy-jaccard", "Added up by NumPy.", TENTHS, {**NUMPY, **JACCARD}, LAST, AVERAGES),
    score("zeros", "An item without weight counts as none, but its classes do.", ZEROS, {}, "(1 + 1/3 + 0 + 0)/4", f"{AVERAGES} zero-division"),
    score("zeros-1", "Its class has F1 of 0/0.", ZEROS, {"zero_division": "1"}, "(1 + 1/3 + 1 + 0)/4", f"{AVERAGES} zero-division"),
    score("zeros-nan", "It is left out.", ZEROS, {"zero_division": "nan"}, "(1 + 1/3 + 0)/3", f"{AVERAGES} zero-division"),
    score("zeros-recall-nan", "Recall of two classes is 0/0.", ZEROS, {"zero_division": "nan", "score": "recall"}, "(1 + 1/5)/2", f"{AVERAGES} zero-division"),
    score("zeros-recall-nan-numpy", "NumPy adds 0 for nan.", ZEROS, {"zero_division": "nan", "score": "recall", **NUMPY}, "(1 + 1/5)/2",
          f"{AVERAGES} zero-division"),
    score("zeros-weighted-nan", "Weights of classes that are left out.", ZEROS, {"zero_division": "nan", "score": "recall", **WEIGHTED}, "(1 + 2.5/5)/3.5",
          f"{AVERAGES} zero-division"),
    score("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "(1/1.5 + 8/8.5)/2", AVERAGES),
    score("heavy", "One item outweighs all others.", HEAVY, {}, "the mean of four", AVERAGES),
    score("right", "All right.", RIGHT, {}, "1", W),
    score("wrong", "All wrong.", WRONG, {}, "0", W),
    score("wrong-1", "F is 0/1, not 0/0.", WRONG, {"zero_division": "1"}, "0", f"{W} zero-division"),
    score("one-class", "One class.", ONE_CLASS, {}, "1", W),
    score("one-item", "One item, wrong.", ONE, {}, "0", W),
    score("no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight"),
    score("no-weight-formula", "Every F1 is 0/0.", NOTHING, FORMULA, "0", "no-weight zero-division"),
    score("no-weight-1", "It is 1, in every average.", NOTHING, {**FORMULA, "zero_division": "1", **WEIGHTED}, "1", "no-weight zero-division"),
    score("no-weight-nan", "Nothing is left.", NOTHING, {**FORMULA, "zero_division": "nan"}, "nan", "no-weight zero-division nan"),
    score("empty", "No items is an error.", NONE, FORMULA, "an error", "empty"),
    score("empty-formula", "No class has an F1.", NONE, OF_NOTHING, "0/0", "empty nan"),
    score("empty-formula-micro", "F1 of sums of 0.", NONE, {**OF_NOTHING, **MICRO}, "0/0", "empty zero-division"),
    score("empty-raise", "No items is an error.", NONE, {}, "an error", "empty"),
    score("no-weight-too", "Nor need there be a weight.", NOTHING, OF_NOTHING, "0", "no-weight zero-division"),

    accuracy("six", "The weight of right items.", SIX, {}, "3.25/5.75", W),
    accuracy("six-weight", "Their weight itself.", SIX, {"normalize": "count"}, "3.25", f"{W} count-or-fraction"),
    accuracy("even", "Weights of 1 are counts.", EVEN, {}, "3/6", W),
    accuracy("tenths", "Weights of tenths.", TENTHS, {}, "of the doubles nearest to them", W),
    accuracy("tenths-numpy", "Added up by NumPy.", TENTHS, NUMPY, LAST, W),
    accuracy("zeros", "Items without weight count as none.", ZEROS, {}, "1.5/3.5", W),
    accuracy("heavy", "One item outweighs all others.", HEAVY, {}, "1.875/11.375", W),
    accuracy("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "4.5/5", W),
    accuracy("right", "All right.", RIGHT, {}, "1", W),
    accuracy("one-class", "One class.", ONE_CLASS, {}, "1", W),
    accuracy("one-item", "One item, wrong.", ONE, {}, "0", W),
    accuracy("no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight"),
    accuracy("empty", "No items is an error.", NONE, {}, "an error", "empty"),

    loss("six", "The weight of wrong items.", SIX, {}, "2.5/5.75", W),
    loss("six-complement", "1 - accuracy.", SIX, {"form": "complement"}, "2.5/5.75", W),
    loss("six-weight", "Their weight itself.", SIX, {"normalize": "count"}, "2.5", f"{W} count-or-fraction"),
    loss("even", "Weights of 1 are counts.", EVEN, {}, "3/6", W),
    loss("tenths", "Weights of tenths.", TENTHS, {}, "of the doubles nearest to them", W),
    loss("tenths-numpy", "Added up by NumPy.", TENTHS, NUMPY, LAST, W),
    loss("tenths-numpy-complement", "1 - accuracy, as scikit-learn has it.", TENTHS, {**NUMPY, "form": "complement"}, LAST, W),
    loss("zeros", "Items without weight count as none.", ZEROS, {}, "2/3.5", W),
    loss("heavy", "One item outweighs all others.", HEAVY, {}, "9.5/11.375", W),
    loss("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "0.5/5", W),
    loss("right", "All right.", RIGHT, {}, "0", W),
    loss("one-class", "One class.", ONE_CLASS, {}, "0", W),
    loss("one-item", "One item, wrong.", ONE, {}, "1", W),
    loss("no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight"),
    loss("empty", "No items is an error.", NONE, {}, "an error", "empty"),

    balanced("six", "The mean of three recalls.", SIX, {}, "(2/3 + 1/1.5 + 0.25/1.25)/3", W),
    balanced("six-adjusted", "Guessing is 0.", SIX, {"adjusted": True}, "(23/45 - 1/3)/(2/3)", W),
    balanced("even", "Weights of 1 are counts.", EVEN, {}, "1/2", W),
    balanced("tenths", "Weights of tenths.", TENTHS, {}, "of the doubles nearest to them", W),
    balanced("tenths-numpy", "Added up by NumPy.", TENTHS, NUMPY, LAST, W),
    balanced("tenths-numpy-adjusted", "Added up by NumPy.", TENTHS, {**NUMPY, "adjusted": True}, LAST, W),
    balanced("zeros", "A class of gold without weight is left out, as one that gold lacks is.", ZEROS, {}, "(1 + 1/5)/2", W),
    balanced("heavy", "One item outweighs the others of its class only.", HEAVY, {}, "(0.5/9.5 + 1 + 1/3 + 1)/4", W),
    balanced("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "(2/3 + 16/17)/2", W),
    balanced("right", "All right.", RIGHT, {}, "1", W),
    balanced("one-class", "One class.", ONE_CLASS, {}, "1", W),
    balanced("one-class-adjusted", "Guessing is always right.", ONE_CLASS, {"adjusted": True}, "0/0", f"{W} nan"),
    balanced("one-gold-adjusted", "Guessing would be.", ONE_GOLD, {"adjusted": True}, "-3/4 / 0", f"{W} nan"),
    balanced("one-gold-numpy-adjusted", "Guessing would be.", ONE_GOLD, {**NUMPY, "adjusted": True}, "-3/4 / 0", f"{W} nan"),
    balanced("one-item", "One item, wrong.", ONE, {}, "0", W),
    balanced("no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight"),
    balanced("no-weight-formula", "No class is left.", NOTHING, FORMULA, "0/0", "no-weight nan"),
    balanced("no-weight-adjusted", "There is no class to guess.", NOTHING, {**FORMULA, "adjusted": True}, "1/0", "no-weight"),
    balanced("empty", "No items is an error.", NONE, FORMULA, "an error", "empty"),
    balanced("empty-formula", "No class is left.", NONE, OF_NOTHING, "0/0", "empty nan"),
    balanced("empty-raise", "No items is an error.", NONE, {}, "an error", "empty"),

    kappa("six", "1 - 5.75 2.5/(the weight of all pairs that differ)", SIX, {}, "over all pairs of items", W),
    kappa("six-linear", "Distances of classes in sorted order.", SIX, {"weighting": "linear"}, "over all pairs of items", f"{W} class-order"),
    kappa("six-quadratic", "Their squares.", SIX, {"weighting": "quadratic"}, "over all pairs of items", f"{W} class-order"),
    kappa("six-labels", "Items of other classes are left out.", SIX, {"labels": ["a", "b"]}, "over the pairs of four items", f"{W}"),
    kappa("six-labels-linear", "Distances in the order that is given.", SIX, {"labels": ["b", "c", "a"], "weighting": "linear"},
          "over all pairs of items", f"{W} class-order"),
    kappa("six-labels-none", "Gold has none of them.", SIX, {"labels": ["z"]}, "an error", f"{W}"),
    kappa("six-labels-one", "One class is left.", SIX, {"labels": ["a"]}, "0/0", f"{W} nan"),
    kappa("zeros-labels", "Gold has a class, no item of which is left.", ZEROS, {"labels": ["c", "d"]}, "0/0", f"{W} nan"),
    kappa("zeros-labels-numpy", "Gold has a class, no item of which is left.", ZEROS, {"labels": ["c", "d"], **NUMPY}, "0/0", f"{W} nan"),
    kappa("even", "Weights of 1 are counts.", EVEN, {}, "over all pairs of items", W),
    kappa("numbers", "Classes are sorted as texts.", NUMBERS, {"weighting": "linear"}, "over all pairs of items", f"{W} class-order"),
    kappa("tenths", "Weights of tenths.", TENTHS, {}, "of the doubles nearest to them", W),
    kappa("tenths-numpy", "Added up by NumPy.", TENTHS, NUMPY, LAST, W),
    kappa("tenths-numpy-quadratic", "Added up by NumPy.", TENTHS, {**NUMPY, "weighting": "quadratic"}, LAST, f"{W} class-order"),
    kappa("zeros", "Items without weight count as none.", ZEROS, {}, "over all pairs of items", W),
    kappa("heavy", "One item outweighs all others.", HEAVY, {"weighting": "quadratic"}, "over all pairs of items", f"{W} class-order"),
    kappa("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "over all pairs of items", W),
    kappa("right", "All right.", RIGHT, {}, "1", W),
    kappa("one-class", "One class on both sides.", ONE_CLASS, {}, "0/0", f"{W} nan"),
    kappa("one-item", "One item, wrong.", ONE, {}, "1 - 1/1", W),
    kappa("no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight"),
    kappa("no-weight-formula", "0/0.", NOTHING, FORMULA, "0/0", "no-weight nan"),
    kappa("empty", "No items is an error.", NONE, FORMULA, "an error", "empty"),
    kappa("empty-formula", "0/0.", NONE, KAPPA_OF_NOTHING, "0/0", "empty nan"),
    kappa("empty-formula-labels", "0/0, whatever classes are named.", NONE, {**KAPPA_OF_NOTHING, "labels": ["a", "b"]}, "0/0", "empty nan"),
    kappa("empty-raise", "No items is an error.", NONE, {}, "an error", "empty"),

    mcc("six", "Gorodkin's formula, with weights for counts.", SIX, {}, "over all pairs of items", W),
    mcc("six-numpy", "Sums of eighths have no last digits.", SIX, NUMPY, "over all pairs of items", W),
    mcc("even", "Weights of 1 are counts.", EVEN, {}, "over all pairs of items", W),
    mcc("tenths", "Weights of tenths.", RIGHT_TENTHS, {}, "of the doubles nearest to them", W),
    mcc("zeros", "Items without weight count as none.", ZEROS, {}, "over all pairs of items", W),
    mcc("heavy", "One item outweighs all others.", HEAVY, {}, "over all pairs of items", W),
    mcc("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "over all pairs of items", W),
    mcc("right", "All right.", RIGHT, {}, "1", W),
    mcc("wrong", "All wrong, of two classes.", WRONG, {}, "-1", W),
    mcc("one-class", "One class on both sides.", ONE_CLASS, {}, "0/0", f"{W} constant"),
    mcc("one-gold", "One class in gold.", ONE_GOLD, {"zero_division": "nan"}, "0/0", f"{W} constant nan"),
    mcc("one-gold-numpy", "One class in gold.", ONE_GOLD, NUMPY, "0/0", f"{W} constant"),
    mcc("one-item", "One item, wrong.", ONE, {}, "0/0", f"{W} constant"),
    mcc("no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight"),
    mcc("no-weight-formula", "0/0.", NOTHING, FORMULA, "0/0", "no-weight constant"),
    mcc("empty", "No items is an error.", NONE, FORMULA, "an error", "empty"),
    mcc("empty-formula", "0/0.", NONE, OF_NOTHING, "0/0", "empty constant"),
    mcc("empty-raise", "No items is an error.", NONE, {}, "an error", "empty"),
]
