"""Balanced accuracy, Cohen's kappa and the area under the ROC curve; and MCC in integers that overflow."""

from tests.oracle.cases import cases_of, confusion, labels, scored

TOPIC = "classes"
COHEN = ("Cohen 1960: https://doi.org/10.1177/001316446002000104",)
FAWCETT = ("Fawcett 2006: https://doi.org/10.1016/j.patrec.2005.10.010",)
NONE = labels([], [])
TWO = labels([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
THREE = confusion(["a", "b", "c"], [5, 1, 0], [2, 3, 1], [0, 1, 2])

balanced = cases_of("balanced-accuracy", kind="exact")
kappa = cases_of("kappa", kind="exact")
auc = cases_of("roc-auc", kind="exact")
mcc = cases_of("mcc", kind="exact")

# fmt: off
CASES = [
    balanced("binary", "The mean of two recalls.", TWO, {}, "(2/3 + 1/2)/2 = 7/12"),
    balanced("three", "Three classes.", THREE, {}, "(5/6 + 3/6 + 2/3)/3 = 2/3"),
    balanced("adjusted", "Rescaled so that chance is 0.", THREE, {"adjusted": True}, "(2/3 - 1/3)/(1 - 1/3) = 1/2",
             "scale"),
    balanced("perfect", "All right.", labels(["x", "y"], ["x", "y"]), {}, "1"),
    balanced("wrong", "All wrong.", labels(["x", "y"], ["y", "x"]), {}, "0"),
    balanced("constant", "A constant prediction is half right on two classes.", labels([1, 0, 0, 0], [0, 0, 0, 0]), {},
             "(0 + 1)/2", "constant"),
    balanced("predicted-only", "A class that only the prediction has does not count.", labels([0, 0, 1], [0, 2, 1]), {},
             "(1/2 + 1)/2", "absent-class"),
    balanced("one-class", "One class: its recall.", labels([1, 1], [1, 0]), {}, "1/2", "one-class"),
    balanced("one-class-adjusted", "One class, adjusted: 0/0.", labels([1, 1], [1, 0]), {"adjusted": True}, "0/0",
             "one-class"),
    balanced("huge", "Counts beyond 2^63.", confusion([0, 1], [3 * 10**30, 10**30], [0, 5]), {}, "(3/4 + 1)/2",
             "overflow"),
    balanced("empty", "No items is an error.", NONE, {}, "0/0", "empty"),
    balanced("empty-formula", "No items, taken as they come: no number.", NONE, {"empty_input": "formula"}, "0/0",
             "empty"),
    balanced("empty-formula-adjusted", "Adjusted, no items are divided by the number of classes.", NONE,
             {"empty_input": "formula", "adjusted": True}, "1/0", "empty"),

    kappa("binary", "Agreement of 3 in 5, expected 13 in 25.", TWO, {}, "(15/25 - 13/25)/(12/25) = 1/6", refs=COHEN),
    kappa("three", "Three classes.", THREE, {}, "(10/15 - 81/225)/(144/225) = 23/48", refs=COHEN),
    kappa("three-linear", "Distances of the classes as weights.", THREE, {"weighting": "linear"},
          "1 - (5/15)/(186/225)"),
    kappa("three-quadratic", "Squared distances.", THREE, {"weighting": "quadratic"}, "1 - (5/15)/(270/225)"),
    kappa("far-apart", "One disagreement, two classes apart: the weight matters.",
          labels(["a", "b", "c", "c"], ["a", "b", "c", "a"]), {}, "(3/4 - 5/16)/(11/16) = 7/11"),
    kappa("far-apart-linear", "It counts twice.", labels(["a", "b", "c", "c"], ["a", "b", "c", "a"]),
          {"weighting": "linear"}, "1 - (2/4)/(15/16) = 7/15"),
    kappa("far-apart-quadratic", "It counts four times.", labels(["a", "b", "c", "c"], ["a", "b", "c", "a"]),
          {"weighting": "quadratic"}, "1 - 1/(23/16)"),
    kappa("perfect", "Perfect agreement.", labels(["x", "y", "x"], ["x", "y", "x"]), {}, "1"),
    kappa("opposite", "Perfect disagreement.", labels(["x", "y"], ["y", "x"]), {}, "-1"),
    kappa("chance", "As much agreement as chance gives.", labels([1, 1, 0, 0], [1, 0, 1, 0]), {}, "0"),
    kappa("constant", "One annotator never varies: no agreement beyond chance.", labels([1, 0, 1], [1, 1, 1]), {}, "0",
          "constant"),
    kappa("one-class", "Both use one class only: 0/0 is no number.", labels(["x", "x"], ["x", "x"]), {}, "0/0",
          "one-class"),
    kappa("one-class-one", "Both use one class only, taken as perfect agreement.", labels(["x", "x"], ["x", "x"]),
          {"one_class": "1"}, "0/0 as 1", "one-class"),
    kappa("disjoint", "The annotators share no class.", labels(["a", "a"], ["b", "b"]), {}, "(0 - 0)/(1 - 0) = 0",
          "absent-class"),
    kappa("huge", "Counts beyond 2^63.", confusion([0, 1], [4 * 10**30, 10**30], [10**30, 4 * 10**30]), {},
          "(8/10 - 1/2)/(1/2) = 3/5", "overflow"),
    kappa("empty", "No items is an error.", NONE, {}, "0/0", "empty"),
    kappa("empty-nan", "No items: no number.", NONE, {"empty_input": "nan"}, "0/0", "empty"),

    auc("four", "Three of four pairs in order.", scored([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), {}, "3/4", refs=FAWCETT),
    auc("perfect", "Every positive item above every negative one.", scored([0, 1, 1], [-1.0, 0.5, 2.0]), {}, "1"),
    auc("reversed", "Every pair the wrong way round.", scored([1, 0], [0.2, 0.7]), {}, "0"),
    auc("tie", "A tie counts one half.", scored([0, 1, 1], [0.5, 0.5, 0.9]), {}, "(1/2 + 1)/2 = 3/4", "zero-division"),
    auc("tie-wrong", "A tie counts 0.", scored([0, 1, 1], [0.5, 0.5, 0.9]), {"ties": "wrong"}, "1/2", "zero-division"),
    auc("tie-right", "A tie counts 1.", scored([0, 1, 1], [0.5, 0.5, 0.9]), {"ties": "right"}, "1", "zero-division"),
    auc("all-tied", "A constant score says nothing.", scored([0, 1, 0, 1], [3.0, 3.0, 3.0, 3.0]), {}, "1/2", "constant"),
    auc("unbalanced", "One positive among five: third of six places.",
        scored([0, 0, 1, 0, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4]), {}, "3/5"),
    auc("negative-zero", "0.0 and -0.0 are equal.", scored([0, 1], [0.0, -0.0]), {}, "1/2"),
    auc("neighbours", "Scores one unit in the last place apart are different.",
        scored([0, 1], [0.1, 0.10000000000000002]), {}, "1"),
    auc("one-class", "Only positive items: no number.", scored([1, 1], [0.1, 0.9]), {}, "0/0", "one-class"),
    auc("one-class-raise", "Only positive items, as an error.", scored([1, 1], [0.1, 0.9]), {"one_class": "raise"},
        "0/0", "one-class"),
    auc("one-item", "A single item has one class.", scored([0], [0.5]), {}, "0/0", "one-class"),
    auc("many-steps", "Ten items, alternating.", scored([0, 1] * 5, [k / 10 for k in range(10)]), {},
        "(1 + 2 + 3 + 4 + 5)/25 = 3/5"),
    auc("infinite", "An infinite score ranks like any other.", scored([0, 1, 1], ["-inf", 0.0, "inf"]), {}, "1", "numbers"),
    auc("infinite-raise", "An infinite score as an error.", scored([0, 1, 1], ["-inf", 0.0, "inf"]),
        {"infinite_score": "raise"}, "no number", "numbers"),
    auc("empty", "No items is an error.", scored([], []), {}, "0/0", "empty"),

    mcc("int64-overflow", "The product of the margins, 60000^4, in 64 bits: the score is far above 1.",
        confusion([0, 1], [60000, 6000], [6000, 60000]), {"integers": "int64"},
        "(60000^2 - 6000^2)/sqrt(66000^4 mod 2^64)", "overflow"),
    mcc("int64-negative", "The product comes out negative: the guard turns the score into 0.",
        confusion([0, 1], [100000, 10000], [10000, 100000]), {"integers": "int64"}, "110000^4 mod 2^64 < 0", "overflow"),
    mcc("int64-negative-nan", "Without a guard it is the root of a negative number.",
        confusion([0, 1], [100000, 10000], [10000, 100000]), {"integers": "int64", "constant": "nan"},
        "110000^4 mod 2^64 < 0", "overflow"),
    mcc("int64-fits", "55000 items a margin still fit.", confusion([0, 1], [50000, 5000], [5000, 50000]),
        {"integers": "int64"}, "(50^2 - 5^2)/55^2 = 9/11", "overflow"),
    mcc("int32-fits", "In 32 bits, margins of 209 fit.", confusion([0, 1], [190, 19], [19, 190]),
        {"integers": "int32"}, "(190^2 - 19^2)/209^2 = 9/11", "overflow"),
    mcc("int32-overflow", "In 32 bits, margins of 220 do not.", confusion([0, 1], [200, 20], [20, 200]),
        {"integers": "int32"}, "220^4 mod 2^32 < 0", "overflow"),
    mcc("int64-three", "The two-class formula knows two classes.", THREE, {"integers": "int64"}, "no formula",
        "absent-class"),
    mcc("huge", "Counts of 10^30: exact in unbounded integers.",
        confusion([0, 1], [4 * 10**30, 10**30], [10**30, 4 * 10**30]), {}, "(16 - 1)/25 = 3/5", "overflow"),
    mcc("huge-int64", "The same in 64 bits.",
        confusion([0, 1], [4 * 10**30, 10**30], [10**30, 4 * 10**30]), {"integers": "int64"},
        "(5 * 10^30)^4 mod 2^64 = 0", "overflow"),
]
