"""Average precision, the Brier score and log loss: ties, certain errors, one class, scores that are no probabilities."""

from tests.oracle.cases import cases_of, scored

TOPIC = "probabilities"
BRIER = ("Brier 1950: https://doi.org/10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2",)
GOOD = ("Good 1952: https://doi.org/10.1111/j.2517-6161.1952.tb00104.x",)
MCCLISH = ("McClish 1989: https://doi.org/10.1177/0272989X8900900307",)
TORCHMETRICS = ("https://lightning.ai/docs/torchmetrics/stable/",)
FOUR = scored([1, 0, 0, 1], [0.9, 0.1, 0.2, 0.65])
CERTAIN = scored([1, 0], [0.0, 1.0])
BEYOND = scored([1, 0, 1], [1.25, 0.25, 0.5])
TIED = scored([0, 1, 1, 0], [0.5, 0.5, 0.9, 0.1])
INFINITE = scored([0, 1, 1], ["-inf", 0.0, "inf"])
REPEATED = scored([1, 1, 0], [0.5, 0.5, 0.25])
TEN = scored([0, 1] * 5, [k / 10 for k in range(10)])

auc = cases_of("roc-auc", kind="exact")
ap = cases_of("average-precision", kind="exact")
brier = cases_of("brier", kind="exact")
log_loss = cases_of("log-loss", kind="exact")

# fmt: off
CASES = [
    auc("partial", "The area up to a false-positive rate of 3/10, rescaled.", scored([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]),
        {"max_fpr": 0.3}, "(1 + (0.15 - 0.045)/(0.3 - 0.045))/2 = 12/17", "averaging", refs=MCCLISH),
    auc("partial-tie", "A line through a tie, cut in its middle.", scored([0, 1, 0, 1], [0.5, 0.5, 0.5, 0.9]), {"max_fpr": 0.5},
        "area (1/2 + 3/4)/2 * 1/2 = 5/16: (1 + (5/16 - 1/8)/(3/8))/2 = 3/4", "tied-scores", refs=MCCLISH),
    auc("partial-tie-wrong", "The negative items of the tie first.", scored([0, 1, 0, 1], [0.5, 0.5, 0.5, 0.9]),
        {"max_fpr": 0.5, "ties": "wrong"}, "area 1/4: (1 + (1/4 - 1/8)/(3/8))/2 = 2/3", "tied-scores"),
    auc("partial-perfect", "Perfect up to any rate.", scored([0, 1, 1], [-1.0, 0.5, 2.0]), {"max_fpr": 0.125}, "1"),
    auc("partial-zero", "There is no area up to 0.", scored([0, 1, 1], [-1.0, 0.5, 2.0]), {"max_fpr": 0.0}, "no area"),
    auc("one-class-zero", "torchmetrics: one class has the area 0.", scored([1, 1], [0.1, 0.9]), {"one_class": "zero"}, "0", "one-class"),
    auc("float32", "Trapezoids in 32-bit floats.", scored([0, 1, 0, 1, 1, 0], [0.1, 0.9, 0.6, 0.5, 0.55, 0.2]), {"dtype": "float32"},
        "7/9, rounded after every operation", refs=TORCHMETRICS),
    auc("float32-tie", "A sloping side of the curve.", scored([0, 1, 0, 1, 1, 0, 1], [0.1, 0.9, 0.5, 0.5, 0.5, 0.2, 0.15]),
        {"dtype": "float32"}, "8/12, rounded after every operation", "tied-scores", refs=TORCHMETRICS),

    ap("four", "A negative item between two positive ones.", scored([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), {}, "(1 + 2/3)/2 = 5/6"),
    ap("perfect", "Every positive item above every negative one.", scored([0, 1, 1], [-1.0, 0.5, 2.0]), {}, "1"),
    ap("reversed", "Every positive item below.", scored([1, 0, 0], [0.2, 0.7, 0.8]), {}, "1/3"),
    ap("tie", "Items of equal score pass together.", TIED, {}, "(1 + 2/3)/2 = 5/6", "tied-scores"),
    ap("tie-wrong", "The negative one first.", TIED, {"ties": "wrong"}, "(1 + 2/3)/2 = 5/6", "tied-scores"),
    ap("tie-right", "The positive one first.", TIED, {"ties": "right"}, "1", "tied-scores"),
    ap("all-tied", "A constant score: the share of positive items.", scored([0, 1, 0, 1, 1], [0.5] * 5), {}, "3/5", "constant tied-scores"),
    ap("all-tied-wrong", "One by one after the negative ones.", scored([0, 1, 0, 1, 1], [0.5] * 5), {"ties": "wrong"},
       "(1/3 + 2/4 + 3/5)/3 = 43/90", "constant tied-scores"),
    ap("all-tied-right", "One by one before the negative ones.", scored([0, 1, 0, 1, 1], [0.5] * 5), {"ties": "right"}, "1",
       "constant tied-scores"),
    ap("no-positives", "Without a positive item: no number.", scored([0, 0], [0.1, 0.2]), {}, "0/0", "one-class"),
    ap("no-positives-zero", "The same as 0.", scored([0, 0], [0.1, 0.2]), {"no_positives": "zero"}, "0", "one-class"),
    ap("no-positives-raise", "The same as an error.", scored([0, 0], [0.1, 0.2]), {"no_positives": "raise"}, "0/0", "one-class"),
    ap("only-positives", "Positive items only.", scored([1, 1], [0.1, 0.9]), {}, "1", "one-class"),
    ap("infinite", "An infinite score ranks like any other.", INFINITE, {}, "1", "numbers"),
    ap("infinite-raise", "An infinite score as an error.", INFINITE, {"infinite_score": "raise"}, "no number", "numbers"),
    ap("numpy", "Steps added up by NumPy: the same but for the last digits.", TEN, {"summation": "numpy"},
       "(1/1 + 2/3 + 3/5 + 4/7 + 5/9)/5", "averaging"),
    ap("full-recall", "scikit-learn until 1.0 stopped at the last positive item.", scored([1, 1, 0, 0, 0], [0.9, 0.7, 0.8, 0.2, 0.1]),
       {"summation": "numpy-to-full-recall"}, "(1 + 2/3)/2", "averaging"),
    ap("float32", "Steps in 32-bit floats.", scored([0, 1, 0, 1, 1, 0], [0.1, 0.9, 0.6, 0.5, 0.55, 0.2]), {"dtype": "float32"},
       "(1 + 2/3 + 3/4)/3, rounded after every operation", "averaging", refs=TORCHMETRICS),
    *[ap(f"float32-{ties}", "Items of one score, one after the other, in 32-bit floats.",
         scored([0, 1, 1, 0, 1, 1, 0], [0.5, 0.5, 0.9, 0.1, 0.5, 0.2, 0.2]), {"dtype": "float32", "ties": ties},
         "rounded after every operation", "tied-scores", refs=TORCHMETRICS) for ties in ("wrong", "right")],
    *[auc(f"float32-{ties}", "The curve is no line where items tie.",
          scored([0, 1, 1, 0, 1, 1, 0], [0.5, 0.5, 0.9, 0.1, 0.5, 0.2, 0.2]), {"dtype": "float32", "ties": ties},
          "rounded after every operation", "tied-scores", refs=TORCHMETRICS) for ties in ("wrong", "right")],
    ap("empty", "No items is an error.", scored([], []), {}, "0/0", "empty"),

    brier("four", "Four items.", FOUR, {}, "(0.01 + 0.01 + 0.04 + 0.1225)/4 = 0.045625", refs=BRIER),
    brier("both", "As Brier defined it, over both classes.", FOUR, {"classes": "both"}, "2 * 0.045625", "class-average", refs=BRIER),
    brier("both-classes-as-zeros", "scikit-learn until 0.20: labels of both classes mean what they say.", FOUR, {"one_class": "as-zeros"},
          "0.045625"),
    brier("perfect", "Certain and right.", scored([1, 0], [1.0, 0.0]), {}, "0"),
    brier("wrong", "Certain and wrong.", CERTAIN, {}, "1"),
    brier("wrong-both", "Certain and wrong: 2 is the largest value.", CERTAIN, {"classes": "both"}, "2", "class-average"),
    brier("chance", "A constant half.", scored([0, 1, 0, 1, 1], [0.5] * 5), {}, "1/4", "constant"),
    brier("one-class", "Negative items only.", scored([0, 0], [0.125, 0.25]), {}, "(1/64 + 1/16)/2 = 5/128", "one-class"),
    brier("only-positives", "Positive items only.", scored([1, 1], [0.25, 0.875]), {}, "(9/16 + 1/64)/2 = 37/128", "one-class"),
    brier("as-zeros", "scikit-learn until 0.20: the only class is the negative one.", scored([1, 1], [0.25, 0.875]),
          {"one_class": "as-zeros"}, "(1/16 + 49/64)/2 = 53/128", "one-class"),
    brier("beyond", "A score above 1 is an error.", BEYOND, {}, "no probability"),
    brier("beyond-as-is", "Or counts like any other.", BEYOND, {"out_of_range": "as-is"}, "(1/16 + 1/16 + 1/4)/3 = 1/8"),
    brier("infinite", "An infinite score: no number.", INFINITE, {"out_of_range": "as-is"}, "infinite", "numbers"),
    brier("two-columns", "scikit-learn since 1.7: half of what both columns give.", FOUR, {"summation": "two-columns"},
          "0.045625 but for the last digit", "averaging"),
    brier("one-column-mean", "scikit-learn until 1.6: the mean of the squares.", FOUR, {"summation": "one-column"},
          "0.045625", "averaging"),
    brier("empty", "No items is an error.", scored([], []), {}, "0/0", "empty"),

    log_loss("four", "Four items.", FOUR, {}, "-(ln 0.9 + ln 0.9 + ln 0.8 + ln 0.65)/4", refs=GOOD),
    log_loss("sum", "The sum instead of the mean.", FOUR, {"normalize": "sum"}, "-(ln 0.9 + ln 0.9 + ln 0.8 + ln 0.65)", "count-or-fraction"),
    log_loss("chance", "A constant half.", scored([0, 1, 0, 1, 1], [0.5] * 5), {}, "ln 2", "constant"),
    log_loss("perfect", "Certain and right.", scored([1, 0], [1.0, 0.0]), {}, "0"),
    log_loss("certain-error", "Certain and wrong: infinite.", CERTAIN, {}, "-ln 0", "zero-probability"),
    log_loss("certain-error-2e-16", "Clipped at 2^-52.", CERTAIN, {"epsilon": 2.220446049250313e-16}, "52 ln 2 = 36.0437", "zero-probability"),
    log_loss("certain-error-1e-15", "Clipped at 1e-15.", CERTAIN, {"epsilon": 1e-15}, "-ln 1e-15 = 34.5388", "zero-probability"),
    log_loss("perfect-clipped", "Clipping costs a perfect prediction, too.", scored([1, 0], [1.0, 0.0]), {"epsilon": 0.125},
             "-ln(7/8)", "zero-probability"),
    log_loss("nearly-certain", "A probability one unit in the last place below 1.", scored([1, 0], [1 - 2.0**-53, 2.0**-60]), {},
             "-(ln(1 - 2^-53) + ln(1 - 2^-60))/2"),
    log_loss("one-class", "One class has a loss.", scored([1, 1], [0.5, 0.25]), {}, "(ln 2 + ln 4)/2", "one-class"),
    log_loss("one-class-raise", "Or is an error.", scored([1, 1], [0.5, 0.25]), {"one_class": "raise"}, "one class", "one-class"),
    log_loss("beyond", "A score above 1 is an error.", BEYOND, {}, "no probability"),
    log_loss("beyond-clip", "Or counts as 1.", BEYOND, {"out_of_range": "clip"}, "-(ln 1 + ln 3/4 + ln 1/2)/3"),
    log_loss("infinite-clip", "So does an infinite one.", scored([0, 1, 1], ["-inf", 0.5, "inf"]), {"out_of_range": "clip"}, "ln 2/3", "numbers"),
    log_loss("infinite-raise", "Or it alone is an error.", scored([0, 1, 1], ["-inf", 0.5, "inf"]), {"out_of_range": "clip-finite"},
             "no probability", "numbers"),
    log_loss("beyond-clip-finite", "A finite one is clipped.", BEYOND, {"out_of_range": "clip-finite"}, "-(ln 1 + ln 3/4 + ln 1/2)/3"),
    log_loss("numpy", "Losses added up by NumPy: the same but for the last digits.", TEN,
             {"summation": "numpy", "epsilon": 2.220446049250313e-16}, "-ln 0.1 * ... / 10", "averaging"),
    log_loss("normalized", "scikit-learn until 1.4 divided probabilities by their sum, which is 1.", FOUR,
             {"summation": "numpy-normalized", "epsilon": 1e-15}, "-(ln 0.9 + ln 0.9 + ln 0.8 + ln 0.65)/4", "averaging"),
    log_loss("empty", "No items is an error.", scored([], []), {}, "0/0", "empty"),
    brier("repeated", "An item counts as often as it occurs.", REPEATED, {}, "(0.25 + 0.25 + 0.0625)/3"),
    log_loss("repeated", "An item counts as often as it occurs.", REPEATED, {}, "(2 ln 2 + ln 4/3)/3"),
]
