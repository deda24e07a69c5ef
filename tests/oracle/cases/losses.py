"""Jaccard, Hamming loss and zero-one loss: averages, 0/0, wrong items as a share or as a number."""

from tests.oracle.cases import cases_of, confusion, labels

TOPIC = "losses"
BINARY = labels([1, 1, 1, 0, 0, 0, 0, 1], [1, 1, 0, 0, 0, 1, 0, 1])
THREE = confusion(["cat", "dog", "fox"], [5, 1, 0], [2, 3, 1], [0, 1, 2])
#: Class c is in the gold labels and never predicted; class d is predicted and never gold.
ABSENT = labels(["a", "a", "b", "c"], ["a", "d", "b", "b"])
LARGE = confusion([0, 1], [18000, 120], [80, 1800])
UNEVEN = labels([1, 1, 1, 1, 0], [1, 0, 0, 1, 0])
FOUR_OF_SIX = labels([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1])
NONE = labels([], [])
SKLEARN = ("https://scikit-learn.org/stable/modules/model_evaluation.html",)
TORCH_JACCARD = ("torchmetrics: functional.classification",)
TORCH = ("https://lightning.ai/docs/torchmetrics/stable/classification/hamming_distance.html",)

jaccard = cases_of("jaccard", kind="exact")
hamming = cases_of("hamming", kind="exact")
zero_one = cases_of("zero-one", kind="exact")

# fmt: off
CASES = [
    jaccard("binary", "Three items are 1 on both sides, five on either.", BINARY, {}, "3/5", refs=SKLEARN),
    jaccard("positive-0", "The other class of an uneven input.", UNEVEN, {"positive": "0"}, "1/3", "positive-class"),
    jaccard("uneven", "It is F1/(2 - F1).", UNEVEN, {}, "2/4"),
    jaccard("class", "One class of three.", THREE, {"average": "class", "positive": "dog"}, "3/(6 + 5 - 3)", "positive-class"),
    jaccard("single", "In numbers of 24 bits.", BINARY, {"dtype": "float32"}, "3/5, to 24 binary digits", "numbers", refs=TORCH_JACCARD),
    jaccard("single-macro", "Each class's third of its index is rounded.", THREE, {"average": "macro", "dtype": "float32"},
            "the mean of 5/8, 3/8, 2/4, to 24 binary digits", "numbers class-average", refs=TORCH_JACCARD),
    jaccard("macro", "The mean over three classes.", THREE, {"average": "macro"}, "(5/8 + 3/8 + 2/4)/3", "class-average"),
    jaccard("micro", "From summed counts: not accuracy.", THREE, {"average": "micro"}, "10/(15 + 15 - 10)", "class-average"),
    jaccard("weighted", "Weighted by support 4 and 1.", UNEVEN, {"average": "weighted"}, "(4*2/4 + 1*1/3)/5",
            "class-average"),
    jaccard("labels", "The mean over two of the classes.", THREE, {"average": "macro", "labels": ["cat", "fox"]},
            "(5/8 + 2/4)/2", "class-average"),
    jaccard("labels-micro", "The summed counts of two of the classes.", THREE,
            {"average": "micro", "labels": ["cat", "fox"]}, "7/(9 + 10 - 7)", "class-average"),
    jaccard("labels-absent", "A class that does not occur counts as 0.", ABSENT,
            {"average": "macro", "labels": ["a", "b", "x"]}, "(1/2 + 1/2 + 0)/3", "zero-division absent-class"),
    jaccard("labels-absent-1", "It counts as 1.", ABSENT,
            {"average": "macro", "labels": ["a", "b", "x"], "zero_division": "1"}, "(1/2 + 1/2 + 1)/3",
            "zero-division absent-class"),
    jaccard("labels-absent-nan", "It is left out.", ABSENT,
            {"average": "macro", "labels": ["a", "x"], "zero_division": "nan"}, "1/2", "zero-division absent-class"),
    jaccard("macro-absent", "Classes that one side lacks have an index of 0.", ABSENT, {"average": "macro"},
            "(1/2 + 1/2 + 0 + 0)/4", "absent-class"),
    jaccard("batches", "The mean over batches of three, the last of which has two items.", BINARY, {"batch": 3},
            "(2/3 + 0 + 1)/3"),
    jaccard("one-class-other", "All items are 0, perfectly: class 1 is 0/0, here as 0.", labels([0, 0], [0, 0]), {},
            "0/0 as 0", "one-class zero-division"),
    jaccard("one-class-other-1", "0/0 as 1.", labels([0, 0], [0, 0]), {"zero_division": "1"}, "0/0 as 1",
            "one-class zero-division"),
    jaccard("one-class-other-nan", "0/0 as no number.", labels([0, 0], [0, 0]), {"zero_division": "nan"}, "0/0",
            "one-class zero-division"),
    jaccard("binary-three", "Three classes are an error where two are insisted on.", THREE, {"positive": "dog"},
            "3 classes", "positive-class"),
    jaccard("large", "Twenty thousand items, the rare class.", LARGE, {}, "1800/2000"),
    jaccard("huge", "Counts beyond 2^31.", confusion(["a", "b"], [3_000_000_000, 700_000_001], [500_000_003, 4_000_000_000]),
            {"average": "micro"}, "7000000000/(2*8200000004 - 7000000000)", "overflow"),
    jaccard("empty", "No items is an error.", NONE, {}, "0/0", "empty"),
    jaccard("empty-formula", "No items: 0/0, as for a class that does not occur.", NONE,
            {"empty_input": "formula", "zero_division": "1"}, "0/0 = 1", "empty"),
    jaccard("empty-formula-macro", "No items: the mean over no classes is no number.", NONE,
            {"empty_input": "formula", "average": "macro"}, "0/0", "empty"),

    hamming("binary", "Two of eight are wrong.", BINARY, {}, "2/8", refs=SKLEARN),
    hamming("three", "What is off the diagonal of a 3 x 3 table.", THREE, {}, "5/15"),
    hamming("absent", "Classes that only one side has.", ABSENT, {}, "2/4", "absent-class"),
    hamming("macro", "The mean over the classes, which is one less balanced accuracy.", THREE, {"average": "macro"},
            "(1/6 + 3/6 + 1/3)/3", "class-average", refs=TORCH),
    hamming("macro-uneven", "The rare class counts as much as the other.", UNEVEN, {"average": "macro"}, "(2/4 + 0)/2",
            "class-average"),
    hamming("macro-absent", "A class that gold lacks counts as wrong.", ABSENT, {"average": "macro"},
            "(1/2 + 0 + 1 + 1)/4", "absent-class class-average"),
    hamming("two-thirds", "Four of six are wrong: the double nearest to 2/3.", FOUR_OF_SIX, {}, "4/6"),
    hamming("two-thirds-complement", "1 - 2/6, which is the next double.", FOUR_OF_SIX, {"form": "complement"}, "4/6"),
    hamming("single", "5/15, to 24 binary digits.", THREE, {"dtype": "float32"}, "5/15, to 24 binary digits", "numbers"),
    hamming("single-complement", "5/15 as 1 - 10/15, to 24 binary digits.", THREE,
            {"form": "complement", "dtype": "float32"}, "1 - 10/15, each step to 24 binary digits", "numbers", refs=TORCH),
    hamming("single-macro", "Each class's share is rounded, and its third.", THREE,
            {"average": "macro", "dtype": "float32"}, "1/18 + 3/18 + 1/9, each step to 24 binary digits",
            "numbers class-average"),
    hamming("single-macro-complement", "The third of 1 less each class's recall.", THREE,
            {"average": "macro", "form": "complement", "dtype": "float32"},
            "(1 - 5/6)/3 + (1 - 3/6)/3 + (1 - 2/3)/3, each step to 24 binary digits", "numbers class-average", refs=TORCH),
    hamming("one-class", "Constant and right.", labels([1, 1], [1, 1]), {}, "0/2", "one-class"),
    hamming("all-wrong", "Everything wrong.", labels(["a", "b"], ["b", "a"]), {}, "2/2"),
    hamming("large", "Twenty thousand items.", LARGE, {}, "200/20000"),
    hamming("huge", "Counts beyond 2^63.", confusion([0, 1], [3 * 10**30, 10**30], [0, 4 * 10**30]), {}, "1/8", "overflow"),
    hamming("empty", "No items is an error.", NONE, {}, "0/0", "empty"),
    hamming("empty-undefined", "No items, taken as they come: no number.", NONE, {"empty_input": "formula"}, "0/0", "empty"),
    hamming("empty-macro", "No classes: no number.", NONE, {"empty_input": "formula", "average": "macro"}, "0/0", "empty"),

    zero_one("binary", "Two of eight are wrong.", BINARY, {}, "2/8", refs=SKLEARN),
    zero_one("count", "Their number.", BINARY, {"normalize": "count"}, "2", "count-or-fraction"),
    zero_one("two-thirds", "Four of six are wrong: the double nearest to 2/3.",
             FOUR_OF_SIX, {}, "4/6"),
    zero_one("two-thirds-complement", "1 - 2/6, which is the next double.",
             FOUR_OF_SIX, {"form": "complement"}, "4/6"),
    zero_one("three", "What is off the diagonal of a 3 x 3 table.", THREE, {}, "5/15"),
    zero_one("absent", "Classes that only one side has.", ABSENT, {}, "2/4", "absent-class"),
    zero_one("one-class", "Constant and right.", labels([1, 1], [1, 1]), {}, "0/2", "one-class"),
    zero_one("all-wrong", "Everything wrong.", labels(["a", "b"], ["b", "a"]), {}, "2/2"),
    zero_one("large", "Twenty thousand items.", LARGE, {}, "200/20000"),
    zero_one("large-count", "The number of wrong ones.", LARGE, {"normalize": "count"}, "200", "count-or-fraction"),
    zero_one("huge", "Counts beyond 2^63.", confusion([0, 1], [3 * 10**30, 10**30], [0, 4 * 10**30]), {}, "1/8", "overflow"),
    zero_one("empty", "No items is an error.", NONE, {}, "0/0", "empty"),
    zero_one("empty-undefined", "No items, taken as they come: no number.", NONE, {"empty_input": "formula"}, "0/0", "empty"),
    zero_one("empty-count", "No items: none is wrong.", NONE, {"empty_input": "formula", "normalize": "count"}, "0", "empty"),
]
