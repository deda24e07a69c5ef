"""The Matthews correlation coefficient, two classes and more."""

from tests.oracle.cases import cases_of, confusion, labels

TOPIC = "classes"
GORODKIN = ("Gorodkin 2004: https://doi.org/10.1016/j.compbiolchem.2004.09.006",)

EPSILONS = ("Chicco and Jurman 2020: https://doi.org/10.1186/s12864-019-6413-7",)

mcc = cases_of("mcc", kind="exact")

# fmt: off
CASES = [
    mcc("binary", "One error in each class of four.", labels([1, 1, 1, 0, 0, 0, 0, 1], [1, 1, 0, 0, 0, 1, 0, 1]), {},
        "(3*3 - 1*1)/sqrt(4*4*4*4) = 1/2"),
    mcc("asymmetric", "Unequal margins.", labels([1, 1, 1, 1, 0], [1, 0, 0, 1, 0]), {},
        "(2*1 - 0*2)/sqrt(2*4*1*3) = 1/sqrt(6)"),
    mcc("perfect", "All right.", labels(["a", "b"], ["a", "b"]), {}, "1"),
    mcc("inverse", "All wrong.", labels(["a", "b"], ["b", "a"]), {}, "-1"),
    mcc("independent", "Prediction says nothing about gold.", labels([1, 1, 0, 0], [1, 0, 1, 0]), {}, "(1 - 1)/4 = 0"),
    mcc("constant-prediction", "A constant prediction: 0/0 as 0.", labels([1, 1, 0], [1, 1, 1]), {}, "0/0 as 0",
        "constant"),
    mcc("constant-prediction-nan", "0/0 as no number.", labels([1, 1, 0], [1, 1, 1]), {"zero_division": "nan"}, "0/0",
        "constant"),
    mcc("constant-gold", "Constant gold labels.", labels([1, 1, 1], [1, 0, 1]), {}, "0/0 as 0", "constant"),
    mcc("constant-right", "Constant and always right: still 0/0.", labels([1, 1, 1], [1, 1, 1]), {}, "0/0 as 0",
        "constant one-class"),
    mcc("three", "Three classes.", confusion(["cat", "dog", "fox"], [5, 1, 0], [2, 3, 1], [0, 1, 2]), {},
        "(10*15 - (6*7 + 6*5 + 3*3))/sqrt((225 - 83)(225 - 81))", refs=GORODKIN),
    mcc("three-perfect", "Three classes, all right.", labels(["a", "b", "c"], ["a", "b", "c"]), {}, "(9 - 3)/6",
        refs=GORODKIN),
    mcc("three-cycle", "Three classes, all wrong in a cycle: not -1.", labels(["a", "b", "c"], ["b", "c", "a"]), {},
        "(0 - 3)/6 = -1/2", refs=GORODKIN),
    mcc("absent", "Classes that only one side has.", labels(["a", "a", "b", "c"], ["a", "d", "b", "b"]), {},
        "(2*4 - (2*1 + 1*2))/sqrt((16 - 6)(16 - 6))", "absent-class"),
    mcc("large", "Twenty thousand items: the margins' product, 10^16, is above 2^53, so a double may not hold it.",
        confusion([0, 1], [9000, 1000], [1000, 9000]), {}, "(9000^2 - 1000^2)/10000^2 = 4/5", "overflow"),
    mcc("overflow", "The margins' product is above 2^63: fixed-width integers overflow.",
        confusion([0, 1], [54000, 6000], [6000, 54000]), {}, "(54^2 - 6^2)/60^2 = 4/5", "overflow"),
    mcc("overflow-32", "The margins' product is above 2^31.",
        confusion([0, 1], [200, 20], [20, 200]), {}, "(200^2 - 20^2)/220^2 = 9/11", "overflow"),
    mcc("imbalanced", "One rare class: the difference of large products.",
        confusion([0, 1], [19990, 4], [3, 3]), {}, "(19990*3 - 4*3)/sqrt(19994*6*19993*7)", "overflow"),
    mcc("empty", "No items is an error.", labels([], []), {}, "0/0", "empty"),
    mcc("empty-formula", "No items: 0/0, as for one class only.", labels([], []), {"empty_input": "formula"}, "0/0 = 0",
        "empty"),
    mcc("empty-epsilon", "No items: nothing is right or wrong.", labels([], []),
        {"empty_input": "formula", "zero_division": "epsilon"}, "0/(2^-23)^(3/2) = 0", "empty"),
    mcc("epsilon", "A constant prediction, 2^-23 for each 0: 3 right and 1 wrong.", labels([1, 1, 1, 0], [1, 1, 1, 1]),
        {"zero_division": "epsilon"}, "(3 - 1)/sqrt(4 * 3 * 1), with 2^-23 added to each", "constant", refs=EPSILONS),
    mcc("epsilon-gold", "Constant gold labels of the lower class.", labels([0, 0, 0], [1, 0, 1]), {"zero_division": "epsilon"},
        "(1 - 2)/sqrt(3 * 1 * 2), with 2^-23 added to each", "constant", refs=EPSILONS),
    mcc("epsilon-right", "One class, all right.", labels(["a", "a"], ["a", "a"]), {"zero_division": "epsilon"}, "1",
        "constant one-class", refs=EPSILONS),
    mcc("epsilon-wrong", "Constant and all wrong.", labels(["a", "a"], ["b", "b"]), {"zero_division": "epsilon"}, "-1",
        "constant", refs=EPSILONS),
    mcc("epsilon-three", "With three classes, a constant side scores 0.", labels(["a", "a", "a"], ["a", "b", "c"]),
        {"zero_division": "epsilon"}, "0", "constant", refs=EPSILONS),
    mcc("epsilon-float32", "A constant side in 32-bit floats.", labels([0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0]),
        {"zero_division": "epsilon", "dtype": "float32"}, "(6 - 1) sqrt(2^-23) / sqrt of the product of margins",
        "constant", refs=EPSILONS),
    mcc("float32", "32-bit floats.", labels([1, 1, 1, 1, 0], [1, 0, 0, 1, 0]), {"dtype": "float32"},
        "1/sqrt(6), rounded after every operation"),
    mcc("float32-three", "Three classes in 32-bit floats.",
        confusion(["cat", "dog", "fox"], [5, 1, 0], [2, 3, 1], [0, 1, 2]), {"dtype": "float32"},
        "69/sqrt(142 * 144), rounded after every operation", refs=GORODKIN),
    mcc("float32-many", "Thousands of items: the squares of sums are rounded as well.",
        confusion(["cat", "dog", "fox"], [2501, 307, 0], [211, 4003, 1], [95, 12, 777]), {"dtype": "float32"},
        "(c n - sum t p)/sqrt(...), rounded after every operation", refs=GORODKIN),
]
