"""Scores of several classes: ties, classes that do not occur, items of one class, scores that are no probabilities."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of

TOPIC = "class-scores"

HAND_TILL = ("Hand and Till 2001: https://doi.org/10.1023/A:1010920819831",)
BRIER = ("Brier 1950: https://doi.org/10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2",)
TORCHMETRICS = ("https://lightning.ai/docs/torchmetrics/stable/",)
SKLEARN = ("https://scikit-learn.org/stable/modules/model_evaluation.html",)
auc = cases_of("multiclass-roc-auc", kind="exact")
ap = cases_of("multiclass-average-precision", kind="exact")
brier = cases_of("multiclass-brier", kind="exact")
loss = cases_of("multiclass-log-loss", kind="exact")
top = cases_of("top-k-accuracy", kind="exact")


def items(classes: str, *rows: tuple[Any, ...]) -> dict[str, Any]:
    """Return the input of items given as (gold, score, score, ...); classes are single letters."""
    return {"classes": [*classes], "gold": [row[0] for row in rows], "class_scores": [list(row[1:]) for row in rows]}


#: Right pairs of a class against the rest: a 7 of 8, b 6 1/2 of 9, c 3 1/2 of 5.
SIX = items(
    "abc",
    ("a", 0.5, 0.25, 0.25),
    ("a", 0.25, 0.125, 0.625),
    ("b", 0.375, 0.5, 0.125),
    ("b", 0.1875, 0.125, 0.6875),
    ("b", 0.1875, 0.5625, 0.25),
    ("c", 0.125, 0.25, 0.625),
)
#: The same classes, given in another order, with their scores.
UNSORTED = items(
    "cab",
    *(
        (gold, c, a, b)
        for gold, a, b, c in ((gold, *row) for gold, row in zip(SIX["gold"], SIX["class_scores"], strict=True))
    ),
)
TIES = items("abc", ("a", 0.5, 0.5, 0.0), ("b", 0.5, 0.5, 0.0), ("c", 0.25, 0.375, 0.375), ("a", 0.25, 0.25, 0.5))
ABSENT = items("abc", ("a", 0.5, 0.25, 0.25), ("b", 0.25, 0.5, 0.25), ("a", 0.25, 0.375, 0.375))
ONE_CLASS = items("abc", ("a", 0.5, 0.25, 0.25), ("a", 0.25, 0.5, 0.25))
SECOND_CLASS = items("abc", ("b", 0.5, 0.25, 0.25), ("b", 0.25, 0.5, 0.25))
TWO = items("ab", ("a", 0.75, 0.25), ("b", 0.375, 0.625), ("a", 0.25, 0.75))
TWO_OF_ONE = items("ab", ("a", 0.75, 0.25), ("a", 0.25, 0.75))
SURE = items("abc", ("a", 1.0, 0.0, 0.0), ("b", 0.0, 1.0, 0.0), ("c", 1.0, 0.0, 0.0))
LOGITS = items("abc", ("a", 2.5, -1.0, 0.5), ("b", -0.5, 1.5, 2.0), ("c", 0.5, -1.5, 1.0))
INFINITE = items("abc", ("a", "inf", 0.5, 0.25), ("b", "-inf", 1.0, 0.0), ("c", 0.25, 0.25, 0.5))
#: They add up to 1.25, 0.5 and 1.
UNEVEN = items("abc", ("a", 0.75, 0.25, 0.25), ("b", 0.125, 0.25, 0.125), ("c", 0.25, 0.25, 0.5))
NOTHING = items("abc", ("a", 0.0, 0.0, 0.0), ("b", 0.25, 0.5, 0.25))
FOUR = items(
    "abcd",
    ("d", 0.125, 0.5, 0.25, 0.125),
    ("a", 0.25, 0.25, 0.25, 0.25),
    ("b", 0.0, 0.25, 0.25, 0.5),
    ("c", 0.5, 0.25, 0.125, 0.125),
)
TENTHS = items(
    "abc",
    ("a", 0.7, 0.2, 0.1),
    ("b", 0.3, 0.3, 0.4),
    ("c", 0.2, 0.2, 0.6),
    ("a", 0.1, 0.8, 0.1),
    ("b", 0.2, 0.7, 0.1),
    ("a", 0.6, 0.3, 0.1),
    ("c", 0.3, 0.5, 0.2),
)
REPEATED = items(
    "abc", ("a", 0.5, 0.25, 0.25), ("b", 0.625, 0.25, 0.125), ("c", 0.25, 0.125, 0.625), ("b", 0.625, 0.25, 0.125)
)
#: For class a one item is before all others, whether or not the last one counts.
REPEATED_BELOW = items(
    "abc", ("a", 0.75, 0.25, 0.0), ("b", 0.625, 0.25, 0.125), ("c", 0.25, 0.125, 0.625), ("b", 0.625, 0.25, 0.125)
)
ONE = items("abc", ("b", 0.25, 0.25, 0.5))
NONE = items("abc")
OVO = {"comparison": "ovo"}
WEIGHTED = {"average": "weighted"}
MICRO = {"average": "micro"}
SCORES = "class-scores"
AVERAGES = "class-scores class-average"
PAIRS = "class-scores class-pairs"
SINGLE = "class-scores one-class"

# fmt: off
CASES: list[Case] = [
    auc("six", "Each class against the others, in the plain mean.", SIX, {}, "(7/8 + 13/18 + 7/10)/3", PAIRS),
    auc("six-weighted", "The mean weighted by 2, 3 and 1 items.", SIX, WEIGHTED, "the same shares, weighted", f"{PAIRS} class-average"),
    auc("six-micro", "One curve of 18 scores, of which 6 are of gold classes.", SIX, MICRO, "72 pairs", f"{PAIRS} class-average"),
    auc("six-ovo", "Three pairs of classes, each in the mean of two areas.", SIX, OVO, "as Hand and Till, equation 7", PAIRS, refs=HAND_TILL),
    auc("six-ovo-weighted", "Pairs of 5, 3 and 4 items.", SIX, {**OVO, **WEIGHTED}, "the same areas, weighted", f"{PAIRS} class-average"),
    auc("six-ovo-micro", "Pairs have no micro average.", SIX, {**OVO, **MICRO}, "an error", PAIRS),
    auc("six-numpy", "Trapezoids.", TENTHS, {"form": "trapezoid"}, "the same but for the last digits", PAIRS),
    auc("six-float32", "Trapezoids in 32-bit floats, and their mean.", SIX, {"dtype": "float32"}, "rounded after every operation", PAIRS,
        refs=TORCHMETRICS),
    auc("six-float32-weighted", "Each area times the share of its class.", SIX, {"dtype": "float32", **WEIGHTED},
        "rounded after every operation", PAIRS, refs=TORCHMETRICS),
    auc("unsorted", "Columns in another order than that of the names.", UNSORTED, {}, "the same three shares", SCORES),
    auc("ties", "Equal scores are half a pair.", TIES, {}, "ties count 1/2", "class-scores tied-scores"),
    auc("ties-ovo", "Ties between two classes.", TIES, OVO, "ties count 1/2", "class-pairs tied-scores"),
    auc("absent", "A class without items is left out.", ABSENT, {}, "the mean of two areas", "class-scores class-pairs"),
    auc("absent-nan", "scikit-learn: it makes the mean undefined.", ABSENT, {"undefined_class": "nan"}, "nan", "class-pairs nan", refs=SKLEARN),
    auc("absent-nan-weighted", "It has no weight.", ABSENT, {"undefined_class": "nan", **WEIGHTED}, "weights 2, 1 and 0", PAIRS),
    auc("absent-zero", "It counts as 0.", ABSENT, {"undefined_class": "zero"}, "the sum of two areas, over 3", PAIRS),
    auc("absent-raise", "It is an error.", ABSENT, {"undefined_class": "raise"}, "an error", PAIRS),
    auc("absent-raise-ovo", "It is an error for pairs, too.", ABSENT, {"undefined_class": "raise", **OVO}, "an error", PAIRS),
    auc("absent-raise-micro", "One curve has all decisions.", ABSENT, {"undefined_class": "raise", **MICRO}, "18 pairs", PAIRS),
    auc("absent-ovo", "It is in no pair.", ABSENT, {**OVO, "undefined_class": "nan"}, "one pair of classes", PAIRS),
    auc("one-class", "No class has an area.", ONE_CLASS, {}, "nothing is left", f"{SINGLE} nan"),
    auc("one-class-nan-weighted", "The only class has all the weight, and no area.", ONE_CLASS, {"undefined_class": "nan", **WEIGHTED}, "nan",
        f"{SINGLE} nan"),
    auc("one-class-zero-ovo", "No pair, as 0.", ONE_CLASS, {"undefined_class": "zero", **OVO}, "0", SINGLE),
    auc("one-class-ovo", "No pair.", ONE_CLASS, OVO, "nan", f"{SINGLE} nan"),
    auc("one-class-numpy-ovo", "scikit-learn: the plain mean of no pairs is nan.", ONE_CLASS, {"undefined_class": "nan-or-raise", **OVO}, "nan",
        f"{SINGLE} nan", refs=SKLEARN),
    auc("one-class-numpy-ovo-weighted", "scikit-learn: the weighted mean of no pairs is an error.", ONE_CLASS,
        {"undefined_class": "nan-or-raise", **OVO, **WEIGHTED}, "0/0", SINGLE, refs=SKLEARN),
    auc("one-class-nan-ovo-weighted", "No pair, and no error.", ONE_CLASS, {"undefined_class": "nan", **OVO, **WEIGHTED}, "nan", f"{SINGLE} nan"),
    auc("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "(1/3 + 3/4 + 1)/3", SCORES),
    auc("one-class-micro", "Decisions are of both kinds.", ONE_CLASS, MICRO, "pairs of 2 and 4 scores", SINGLE),
    auc("two", "Two classes: both areas are the same.", TWO, {}, "1/2", SCORES),
    auc("two-raise", "scikit-learn's top-k accuracy and average precision refuse two columns of scores.", TWO, {"two_classes": "raise"},
        "an error", SCORES),
    auc("two-raise-if-both", "scikit-learn's ROC AUC refuses them, too.", TWO, {"two_classes": "raise-if-both"}, "an error", SCORES,
        refs=SKLEARN),
    auc("two-of-one", "If one class alone occurs, it has no score.", TWO_OF_ONE, {"two_classes": "raise-if-both"}, "no score", SINGLE,
        refs=SKLEARN),
    auc("two-of-one-raise", "Or there is an error, whatever occurs.", TWO_OF_ONE, {"two_classes": "raise"}, "an error", SINGLE),
    auc("three-raise", "Three columns are scored, even if a class does not occur.", ABSENT, {"two_classes": "raise"},
        "as by default", SCORES),
    auc("three-raise-if-both", "So they are here.", ABSENT, {"two_classes": "raise-if-both"}, "as by default", SCORES),
    auc("logits", "Scores of any size are ranked.", LOGITS, {}, "(1 + 1 + 1/2)/3", SCORES),
    auc("logits-sums", "They do not add up to 1.", LOGITS, {"probability_sums": "one"}, "an error", SCORES),
    auc("uneven-sums", "One row of three does.", UNEVEN, {"probability_sums": "one"}, "an error", SCORES),
    auc("six-sums", "These do.", SIX, {"probability_sums": "one"}, "as without the check", SCORES),
    auc("infinite", "Infinite scores rank like any others.", INFINITE, {}, "by rank", SCORES),
    auc("infinite-raise", "They are an error.", INFINITE, {"infinite_score": "raise"}, "an error", SCORES),
    auc("four", "Four classes of an item each.", FOUR, {}, "the mean of four areas", SCORES),
    auc("four-ovo", "Six pairs.", FOUR, OVO, "the mean of six pairs", PAIRS),
    auc("one-item", "One item has one class.", ONE, MICRO, "a tie and a wrong pair: 1/4", SINGLE),
    auc("empty", "No items is an error.", NONE, {}, "0/0", "empty"),

    ap("six", "Each class against the others, in the plain mean.", SIX, {}, "the mean of three average precisions", AVERAGES),
    ap("six-weighted", "Weighted by 2, 3 and 1 items.", SIX, WEIGHTED, "the same, weighted", AVERAGES),
    ap("six-micro", "One curve of 18 scores.", SIX, MICRO, "6 positive ones", AVERAGES),
    ap("six-numpy", "Steps added up by NumPy.", TENTHS, {"summation": "numpy"}, "the same but for the last digits", AVERAGES),
    ap("six-float32", "Steps in 32-bit floats, and their mean.", SIX, {"dtype": "float32"}, "rounded after every operation", AVERAGES,
       refs=TORCHMETRICS),
    ap("six-float32-weighted", "Each precision times the share of its class.", SIX, {"dtype": "float32", **WEIGHTED},
       "rounded after every operation", AVERAGES, refs=TORCHMETRICS),
    ap("first-class", "torchmetrics: beside the first class alone, others count as 0.", ONE_CLASS, {"undefined_class": "zero-beside-first"},
       "1/3", SINGLE, refs=TORCHMETRICS),
    ap("second-class", "Beside another class they do not.", SECOND_CLASS, {"undefined_class": "zero-beside-first"}, "1", SINGLE,
       refs=TORCHMETRICS),
    ap("unsorted", "Columns in another order than that of the names.", UNSORTED, {}, "the same three", SCORES),
    ap("ties", "Items of equal scores pass together.", TIES, {}, "ties together", "class-scores tied-scores"),
    ap("ties-micro", "Scores of equal size pass together.", TIES, MICRO, "ties together", "class-scores tied-scores"),
    ap("repeated", "An item that occurs twice counts twice.", REPEATED_BELOW, {}, "(1 + 2/3 + 1)/3", SCORES),
    ap("absent", "A class without items is left out.", ABSENT, {}, "the mean of two", AVERAGES),
    ap("absent-nan", "It makes the mean undefined.", ABSENT, {"undefined_class": "nan"}, "nan", f"{AVERAGES} nan"),
    ap("six-nan", "No class is without items.", SIX, {"undefined_class": "nan"}, "the mean of three", AVERAGES),
    ap("absent-zero", "It counts as 0.", ABSENT, {"undefined_class": "zero"}, "the sum of two, over 3", AVERAGES),
    ap("absent-raise", "scikit-learn: it has no column.", ABSENT, {"undefined_class": "raise"}, "an error", AVERAGES, refs=SKLEARN),
    ap("absent-weighted", "It has no weight.", ABSENT, {"undefined_class": "nan", **WEIGHTED}, "weights 2, 1 and 0", AVERAGES),
    ap("one-class", "All items are positive for one class, none for the others.", ONE_CLASS, {}, "1", SINGLE),
    ap("two", "Two classes are two curves.", TWO, {}, "their mean", AVERAGES),
    ap("two-raise", "scikit-learn: two columns of scores are an error.", TWO, {"two_classes": "raise"}, "an error", AVERAGES,
       refs=SKLEARN),
    ap("three-raise", "Three are none.", ABSENT, {"two_classes": "raise"}, "as by default", AVERAGES),
    ap("logits", "Scores of any size are ranked.", LOGITS, {}, "by rank", SCORES),
    ap("infinite", "Infinite scores rank like any others.", INFINITE, {}, "by rank", SCORES),
    ap("infinite-raise", "They are an error.", INFINITE, {"infinite_score": "raise"}, "an error", SCORES),
    ap("four", "Four classes of an item each.", FOUR, {}, "the mean of four", SCORES),
    ap("one-item", "One item.", ONE, MICRO, "a tie below a wrong score: 1/3", SINGLE),
    ap("empty", "No items is an error.", NONE, {}, "0/0", "empty"),

    brier("six", "Squared errors of all classes, as Brier defined it.", SIX, {}, "the mean of six sums", SCORES, refs=BRIER),
    brier("six-always", "Half of that.", SIX, {"halved": "always"}, "the same, over 2", SCORES),
    brier("six-two-classes", "scikit-learn: three classes are not halved.", SIX, {"halved": "two-classes"}, "as Brier", SCORES, refs=SKLEARN),
    brier("two", "Both classes' errors.", TWO, {}, "twice that of one class", SCORES),
    brier("two-two-classes", "scikit-learn: that of one class.", TWO, {"halved": "two-classes"}, "the mean of three squares", SCORES, refs=SKLEARN),
    brier("tenths-numpy", "Squares added up by NumPy.", TENTHS, {"summation": "numpy"}, "the same but for the last digits", SCORES),
    brier("unsorted", "Columns in another order than that of the names.", UNSORTED, {}, "the same", SCORES),
    brier("sure", "Two certain and right, one certain and wrong.", SURE, {}, "2/3", SCORES),
    brier("uneven", "Probabilities need not add up to 1.", UNEVEN, {}, "as they are", SCORES),
    brier("absent", "A class without items has a column.", ABSENT, {}, "its scores are errors", SCORES),
    brier("one-class", "One class alone has items.", ONE_CLASS, {}, "its items are scored as any others", SINGLE),
    brier("ties", "Equal scores.", TIES, {}, "ties do not matter", SCORES),
    brier("logits", "A score outside 0..1 is an error.", LOGITS, {}, "an error", SCORES),
    brier("logits-as-is", "It counts like any other.", LOGITS, {"out_of_range": "as-is"}, "squares of any size", SCORES),
    brier("infinite", "An infinite error.", INFINITE, {"out_of_range": "as-is"}, "infinite", SCORES),
    brier("four", "Four classes.", FOUR, {}, "the mean of four sums", SCORES),
    brier("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "the mean of four sums", SCORES),
    brier("one-item", "One item.", ONE, {}, "1/16 + 9/16 + 1/4", SINGLE),
    brier("empty", "No items is an error.", NONE, {}, "0/0", "empty"),

    loss("six", "The mean of six logarithms.", SIX, {}, "-(ln 0.5 + ln 0.25 + ...)/6", SCORES),
    loss("six-sum", "Their sum.", SIX, {"normalize": "sum"}, "not divided by 6", SCORES),
    loss("six-numpy", "Losses added up by NumPy.", TENTHS, {"summation": "numpy"}, "the same but for the last digits", SCORES),
    loss("unsorted", "Columns in another order than that of the names.", UNSORTED, {}, "the same", SCORES),
    loss("two", "Two classes, as in log loss.", TWO, {}, "-(ln 0.75 + ln 0.625 + ln 0.25)/3", SCORES),
    loss("sure", "A certain error costs without end.", SURE, {}, "infinite", SCORES),
    loss("sure-epsilon", "It costs the logarithm of epsilon.", SURE, {"epsilon": 2.0**-52}, "-(ln 2^-52 + 2 ln(1 - 2^-52))/3", SCORES, refs=SKLEARN),
    loss("uneven", "Probabilities count as they are.", UNEVEN, {}, "-(ln 0.75 + ln 0.25 + ln 0.5)/3", SCORES),
    loss("uneven-divided", "scikit-learn until 1.4: they are divided by their sum.", UNEVEN, {"probability_sums": "divided"}, "-(ln 0.6 + 2 ln 0.5)/3", SCORES,
         refs=SKLEARN),
    loss("divided-epsilon", "After they were moved.", SURE, {"probability_sums": "divided", "epsilon": 0.125}, "-(2 ln 7/9 + ln 1/9)/3", SCORES),
    loss("nothing-divided", "No probability at all: 0/0.", NOTHING, {"probability_sums": "divided"}, "undefined", f"{SCORES} nan"),
    loss("absent", "A class without items.", ABSENT, {}, "-(2 ln 0.5 + ln 0.25)/3", SCORES),
    loss("one-class", "One class alone has items.", ONE_CLASS, {}, "-(ln 0.5 + ln 0.25)/2", SINGLE),
    loss("ties", "Equal scores.", TIES, {}, "ties do not matter", SCORES),
    loss("logits", "A score outside 0..1 is an error.", LOGITS, {}, "an error", SCORES),
    loss("logits-clip", "It is moved to 0 or 1.", LOGITS, {"out_of_range": "clip", "epsilon": 0.125}, "-3 ln 0.875 / 3", SCORES),
    loss("logits-clip-finite", "Finite ones are moved.", LOGITS, {"out_of_range": "clip-finite", "epsilon": 0.125}, "-3 ln 0.875 / 3", SCORES),
    loss("infinite-clip", "An infinite one as well.", INFINITE, {"out_of_range": "clip"}, "-(0 + 0 + ln 0.5)/3", SCORES),
    loss("infinite-clip-finite", "An infinite one is an error.", INFINITE, {"out_of_range": "clip-finite"}, "an error", SCORES),
    loss("four", "Four classes.", FOUR, {}, "-(2 ln 0.125 + 2 ln 0.25)/4", SCORES),
    loss("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "-(ln 0.5 + 2 ln 0.25 + ln 0.625)/4", SCORES),
    loss("one-item", "One item.", ONE, {}, "-ln 0.25", SINGLE),
    loss("empty", "No items is an error.", NONE, {}, "0/0", "empty"),

    top("six", "The class of the highest score.", SIX, {}, "4/6", "class-scores top-k"),
    top("six-2", "One of two classes.", SIX, {"k": 2}, "5/6", "class-scores top-k"),
    top("six-3", "All classes.", SIX, {"k": 3}, "6/6", "class-scores top-k"),
    top("six-9", "More than all classes.", SIX, {"k": 9}, "6/6", "class-scores top-k"),
    top("six-count", "The number of right items.", SIX, {"normalize": "count", "k": 2}, "5", "top-k count-or-fraction"),
    top("unsorted", "Columns in another order than that of the names.", UNSORTED, {"k": 2}, "5/6", "class-scores top-k"),
    top("ties", "Of equal scores the earlier column.", TIES, {}, "1/4", "top-k tied-scores"),
    top("ties-later", "scikit-learn: the later column.", TIES, {"ties": "later"}, "2/4", "top-k tied-scores", refs=SKLEARN),
    top("ties-right", "The right one.", TIES, {"ties": "right"}, "3/4", "top-k tied-scores"),
    top("ties-wrong", "Any but the right one.", TIES, {"ties": "wrong"}, "0/4", "top-k tied-scores"),
    top("four-ties-2", "Ties of more classes than places.", FOUR, {"k": 2}, "2/4", "top-k tied-scores"),
    top("four-ties-2-later", "The later columns.", FOUR, {"k": 2, "ties": "later"}, "0/4", "top-k tied-scores", refs=SKLEARN),
    top("four-ties-2-wrong", "None of them.", FOUR, {"k": 2, "ties": "wrong"}, "no tie is right", "top-k tied-scores"),
    top("absent", "A class without items may be named.", ABSENT, {}, "2/3", "class-scores top-k"),
    top("one-class", "One class alone has items.", ONE_CLASS, {}, "1/2", "class-scores top-k one-class"),
    top("two", "Two classes.", TWO, {}, "2/3", "class-scores top-k"),
    top("two-raise", "scikit-learn: two columns of scores are an error.", TWO, {"two_classes": "raise"}, "an error",
        "class-scores top-k", refs=SKLEARN),
    top("three-raise", "Three are none, even if a class does not occur.", ABSENT, {"two_classes": "raise"}, "2/3", "class-scores top-k"),
    top("logits", "Scores of any size are ranked.", LOGITS, {}, "2/3", "class-scores top-k"),
    top("infinite", "Infinite scores rank like any others.", INFINITE, {}, "3/3", "class-scores top-k"),
    top("infinite-raise", "They are an error.", INFINITE, {"infinite_score": "raise"}, "an error", "class-scores top-k"),
    top("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "2/4", "class-scores top-k"),
    top("one-item", "One item, at the second place.", ONE, {"ties": "later"}, "0", "class-scores top-k one-class"),
    top("empty", "No items is an error.", NONE, {}, "0/0", "empty"),
]
