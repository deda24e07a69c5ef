"""Scores of several classes with sample weights: ties, classes without weight, tenths; and weights that are ignored."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of

TOPIC = "weighted-class-scores"

REFS = ("https://scikit-learn.org/stable/modules/model_evaluation.html",)
_SHARED: dict[str, Any] = {"kind": "exact", "refs": REFS}
roc_auc = cases_of("multiclass-roc-auc", prefix="multiclass-roc-auc-weights", **_SHARED)
precision = cases_of("multiclass-average-precision", prefix="multiclass-average-precision-weights", **_SHARED)
log_loss = cases_of("multiclass-log-loss", prefix="multiclass-log-loss-weights", **_SHARED)
brier = cases_of("multiclass-brier", prefix="multiclass-brier-weights", **_SHARED)
top_k = cases_of("top-k-accuracy", prefix="top-k-accuracy-weights", **_SHARED)


def items(*rows: tuple[str, list[Any], float]) -> dict[str, Any]:
    """Return the input of items given as (gold, scores of a, b, ..., weight)."""
    width = len(rows[0][1]) if rows else 3
    return {
        "classes": [*"abcdefghijkl"[:width]],
        "gold": [gold for gold, _, _ in rows],
        "class_scores": [row for _, row, _ in rows],
        "weights": [weight for _, _, weight in rows],
    }


#: Ties, in items of different classes and weights.
SIX = items(
    ("a", [0.5, 0.25, 0.25], 2.0), ("b", [0.5, 0.25, 0.25], 0.5), ("c", [0.25, 0.25, 0.5], 1.0),
    ("a", [0.25, 0.5, 0.25], 0.25), ("b", [0.125, 0.75, 0.125], 1.5), ("c", [0.25, 0.125, 0.625], 0.125),
)  # fmt: skip
EVEN = {**SIX, "weights": [1.0] * 6}
TENTHS = {**SIX, "weights": [0.1, 0.7, 0.3, 0.6, 1.1, 0.2]}
#: The items of c have no weight.
ZEROS = {**SIX, "weights": [2.0, 0.5, 0.0, 0.25, 1.5, 0.0]}
#: a alone has a weight.
ONE_WEIGHS = {**SIX, "weights": [2.0, 0.0, 0.0, 0.25, 0.0, 0.0]}
#: Twelve items of three classes: more than NumPy adds up in one lane, and many ties.
TWELVE = items(
    *(
        (
            "abc"[k * 5 % 3],
            [(k * 3 % 5) / 16, (k * 7 % 6) / 16, (16 - k * 3 % 5 - k * 7 % 6) / 16],
            (k * 37 % 17 + 1) / 10,
        )
        for k in range(12)
    )
)
#: c does not occur.
ABSENT = items(("a", [0.5, 0.25, 0.25], 0.5), ("b", [0.5, 0.25, 0.25], 2.0), ("a", [0.25, 0.5, 0.25], 1.0))
TWO = items(("a", [0.5, 0.5], 2.0), ("b", [0.75, 0.25], 0.5), ("b", [0.25, 0.75], 1.0))
ONE_CLASS = items(("a", [0.5, 0.25, 0.25], 0.5), ("a", [0.25, 0.5, 0.25], 2.0))
REPEATED = {field: values if field == "classes" else values * 2 for field, values in SIX.items()}
LITTLE = {**SIX, "weights": [2e-9, 5e-10, 1e-9, 2.5e-10, 1.5e-9, 1e-10]}
#: A certain error, with a weight and without.
CERTAIN = items(("a", [0.0, 0.5, 0.5], 0.5), ("b", [0.25, 0.75, 0.0], 1.0))
CERTAIN_OF_NOTHING = items(("a", [0.0, 0.5, 0.5], 0.0), ("b", [0.25, 0.75, 0.0], 1.0))
BEYOND = items(("a", [1.25, -0.5, 0.25], 0.0), ("b", [0.25, 0.75, 0.0], 1.0))
INFINITE = items(("a", ["inf", 0.5, 0.5], 0.5), ("b", [0.25, 0.75, 0.0], 1.0))
NOTHING = {**SIX, "weights": [0.0] * 6}
NONE = items()
IGNORED = {"weights": "ignored"}
W = "sample-weights"
AVERAGES = "sample-weights class-average"
LAST = "the same but for the last digits"
_AVERAGES: tuple[dict[str, Any], ...] = ({"average": "macro"}, {"average": "weighted"}, {"average": "micro"})

# fmt: off
CASES: list[Case] = [
    *(
        case(f"six-{settings['average']}", "Every pair of items, or every threshold, by weight.", SIX, settings, "by class", AVERAGES)
        for case in (roc_auc, precision) for settings in _AVERAGES
    ),
    *(
        case(f"{name}-{settings['average']}-{value}", "Added up by NumPy.", data, {**settings, knob: value}, LAST, AVERAGES)
        for case, knob, values in ((roc_auc, "form", ("trapezoid", "trapezoid-reversed-ties")), (precision, "summation", ("numpy", "numpy-reversed-ties")))
        for name, data in (("tenths", TENTHS), ("twelve", TWELVE)) for settings in _AVERAGES for value in values
    ),
    *(case("even", "Weights of 1 are counts.", EVEN, {}, "by class", AVERAGES) for case in (roc_auc, precision)),
    *(case("tenths", "Weights of tenths.", TENTHS, {}, "of the doubles nearest to them", AVERAGES) for case in (roc_auc, precision)),
    *(case("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "by class", AVERAGES) for case in (roc_auc, precision)),
    *(case("two", "Two classes.", TWO, {}, "by class", AVERAGES) for case in (roc_auc, precision)),
    *(case("two-raise", "Two classes are an error.", TWO, {"two_classes": "raise"}, "an error", AVERAGES) for case in (roc_auc, precision)),
    *(case("float32", "Knobs for the arithmetic of counts do not apply to weights.", TENTHS, {"dtype": "float32"}, "as in doubles", AVERAGES) for case in (roc_auc, precision)),
    *(case("little", "Little weight counts.", LITTLE, {"average": "weighted"}, "by class", AVERAGES) for case in (roc_auc, precision)),
    *(case("little-zero", "Little weight is taken for none.", LITTLE, {"average": "weighted", "little_weight": "zero"}, "0", AVERAGES) for case in (roc_auc, precision)),
    *(case("little-macro", "The plain mean does not depend on it.", LITTLE, {"little_weight": "zero"}, "by class", AVERAGES) for case in (roc_auc, precision)),
    *(case("no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight") for case in (roc_auc, precision)),
    *(case("no-weight-zero", "No weight is 0 in a weighted mean.", NOTHING, {"average": "weighted", "little_weight": "zero"}, "0", "no-weight") for case in (roc_auc, precision)),
    *(case("empty", "No items is an error.", NONE, {}, "an error", "empty") for case in (roc_auc, precision)),
    *(case(f"ignored-{settings['average']}", "Every item counts once.", SIX, {**IGNORED, **settings}, "of counts", AVERAGES) for case in (roc_auc, precision) for settings in _AVERAGES),

    roc_auc("ovo", "Pairs of classes take no weights.", SIX, {"comparison": "ovo"}, "an error", AVERAGES),
    roc_auc("ovo-ignored", "They do if these are ignored.", SIX, {"comparison": "ovo", **IGNORED}, "by pair", AVERAGES),
    roc_auc("zeros", "A class without weight has no area, and is left out.", ZEROS, {}, "of two classes", AVERAGES),
    roc_auc("zeros-nan", "It makes the mean undefined.", ZEROS, {"undefined_class": "nan"}, "nan", f"{AVERAGES} nan"),
    roc_auc("zeros-weighted-nan", "It has no weight in the weighted mean.", ZEROS, {"undefined_class": "nan", "average": "weighted"}, "of two classes", AVERAGES),
    roc_auc("zeros-zero", "It counts as 0.", ZEROS, {"undefined_class": "zero"}, "of two classes, and 0", AVERAGES),
    roc_auc("zeros-raise", "It is an error.", ZEROS, {"undefined_class": "raise"}, "an error", AVERAGES),
    roc_auc("one-weighs", "No class has an area.", ONE_WEIGHS, {}, "nan", f"{AVERAGES} nan"),
    roc_auc("one-class", "One class has no area.", ONE_CLASS, {}, "nan", f"{AVERAGES} one-class nan"),
    roc_auc("absent", "A class that does not occur is left out.", ABSENT, {}, "of two classes", f"{AVERAGES} absent-class"),
    roc_auc("absent-weighted", "It has no weight.", ABSENT, {"average": "weighted", "undefined_class": "nan"}, "of two classes", f"{AVERAGES} absent-class"),

    precision("zeros", "A class without weight is left out.", ZEROS, {}, "of two classes", AVERAGES),
    precision("zeros-zero", "It counts as 0.", ZEROS, {"weightless_class": "zero"}, "of two classes, and 0", AVERAGES),
    precision("zeros-nan", "It makes the mean undefined.", ZEROS, {"undefined_class": "nan"}, "nan", f"{AVERAGES} nan"),
    precision("zeros-raise", "It is an error.", ZEROS, {"undefined_class": "raise"}, "an error", AVERAGES),
    precision("zeros-raise-zero", "It is none if it counts as 0.", ZEROS, {"undefined_class": "raise", "weightless_class": "zero"}, "of two classes, and 0", AVERAGES),
    precision("absent", "A class that does not occur is left out.", ABSENT, {}, "of two classes", f"{AVERAGES} absent-class"),
    precision("absent-zero", "It counts as 0.", ABSENT, {"undefined_class": "zero"}, "of two classes, and 0", f"{AVERAGES} absent-class"),
    precision("one-class", "One class.", ONE_CLASS, {}, "1", f"{AVERAGES} one-class"),
    precision("one-class-zero", "The others are 0.", ONE_CLASS, {"undefined_class": "zero-beside-first"}, "1/3", f"{AVERAGES} one-class absent-class"),

    *(case("six", "By weight.", SIX, {}, "item by item", W) for case in (log_loss, brier, top_k)),
    *(case("even", "Weights of 1 are counts.", EVEN, {}, "item by item", W) for case in (log_loss, brier, top_k)),
    *(case("tenths", "Weights of tenths.", TENTHS, {}, "of the doubles nearest to them", W) for case in (log_loss, brier, top_k)),
    *(case(f"{name}-numpy", "Added up by NumPy.", data, {"summation": "numpy"}, LAST, W) for case in (log_loss, brier) for name, data in (("tenths", TENTHS),)),
    brier("twelve-numpy", "Twelve items, added up by NumPy.", TWELVE, {"summation": "numpy"}, LAST, W),
    *(top_k(f"{name}-numpy", "Added up by NumPy.", data, {"weight_summation": "numpy", "k": 2, "ties": "later"}, LAST, W) for name, data in (("tenths", TENTHS), ("twelve", TWELVE))),
    *(case("repeated", "An item that occurs twice counts twice.", REPEATED, {}, "item by item", W) for case in (log_loss, brier, top_k)),
    *(case("zeros", "Items without weight count as none.", ZEROS, {}, "item by item", W) for case in (log_loss, brier, top_k)),
    *(case("one-class", "One class.", ONE_CLASS, {}, "item by item", f"{W} one-class") for case in (log_loss, brier, top_k)),
    *(case("absent", "A class that does not occur.", ABSENT, {}, "item by item", f"{W} absent-class") for case in (log_loss, brier, top_k)),
    *(case("two", "Two classes.", TWO, {}, "item by item", W) for case in (log_loss, brier, top_k)),
    *(case("no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight") for case in (log_loss, brier, top_k)),
    *(case("empty", "No items is an error.", NONE, {}, "an error", "empty") for case in (log_loss, brier, top_k)),
    *(case("ignored", "Every item counts once.", SIX, IGNORED, "of counts", W) for case in (log_loss, brier, top_k)),
    *(case("beyond", "Scores that are no probabilities are an error, even without weight.", BEYOND, {}, "an error", W) for case in (log_loss, brier)),
    log_loss("sum", "The sum of all losses times their weights.", SIX, {"normalize": "sum"}, "5.375 times the mean", W),
    log_loss("certain", "A certain error is infinite.", CERTAIN, {}, "-ln 0", f"{W} nan"),
    log_loss("certain-no-weight", "One without weight costs nothing.", CERTAIN_OF_NOTHING, {}, "-ln 0.75", W),
    log_loss("certain-epsilon", "It costs -ln epsilon.", CERTAIN, {"epsilon": 0.125}, "-(0.5 ln 0.125 + ln 0.75)/1.5", W),
    log_loss("divided", "Probabilities are divided by their sum.", {**SIX, "class_scores": [[0.5, 0.25, 0.5], *SIX["class_scores"][1:]]}, {"probability_sums": "divided"}, "item by item", W),
    brier("halved", "Half of it.", SIX, {"halved": "always"}, "item by item", W),
    brier("two-halved", "Half of it, of two classes.", TWO, {"halved": "two-classes"}, "item by item", W),
    brier("beyond-as-is", "An item without weight counts as none.", BEYOND, {"out_of_range": "as-is"}, "0.125", W),
    brier("infinite", "An infinite score.", INFINITE, {"out_of_range": "as-is"}, "infinite", f"{W} nan"),
    top_k("weight", "The weight of right items itself.", SIX, {"normalize": "count"}, "by item", f"{W} count-or-fraction"),
    *(top_k(f"ties-{ties}", "Ties.", SIX, {"ties": ties}, "by item", W) for ties in ("later", "right", "wrong")),
    top_k("no-weight-formula", "0/0.", NOTHING, {"no_weight": "formula"}, "nan", "no-weight nan"),
    top_k("no-weight-fraction", "An error of shares alone.", NOTHING, {"no_weight": "raise-for-fraction"}, "an error", "no-weight"),
    top_k("no-weight-raise", "A count is an error as well.", NOTHING, {"normalize": "count"}, "an error", "no-weight count-or-fraction"),
    top_k("no-weight-count", "No weight is right.", NOTHING, {"no_weight": "raise-for-fraction", "normalize": "count"}, "0", "no-weight count-or-fraction"),
]
