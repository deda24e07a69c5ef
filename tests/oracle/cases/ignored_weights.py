"""Cases of ignored weights: the same items with and without them, and metrics that have no other cases with weights."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, Data, cases_of
from tests.oracle.cases.sample_weights import NOTHING, NUMPY, SIX, TENTHS, ZEROS
from tests.oracle.cases.weighted_scores import FOUR

TOPIC = "weights"

REFS = ("https://scikit-learn.org/stable/modules/model_evaluation.html",)
IGNORED = {"weights": "ignored"}
MACRO = {"average": "macro"}
W = "sample-weights"


def case(metric: str, name: str, comment: str, data: Data, settings: dict[str, Any], why: str, flags: str = W) -> Case:
    """Return a case of any metric."""
    return cases_of(metric, kind="exact", refs=REFS)(f"weights-{name}", comment, data, settings, why, flags)


_IGNORED: tuple[tuple[str, Data, dict[str, Any], str], ...] = (
    ("f1", SIX, MACRO, "(2/4 + 2/5 + 2/3)/3"),
    ("precision", SIX, MACRO, "(1/2 + 1/3 + 1)/3"),
    ("recall", SIX, MACRO, "(1/2 + 1/2 + 1/2)/3"),
    ("jaccard", SIX, MACRO, "(1/3 + 1/4 + 1/2)/3"),
    ("f1-mult", SIX, {}, "2/4 2/5 2/3"),
    ("accuracy", SIX, {}, "3/6"),
    ("hamming", SIX, {}, "3/6"),
    ("zero-one", SIX, {}, "3/6"),
    ("balanced-accuracy", SIX, {}, "(1/2 + 1/2 + 1/2)/3"),
    ("kappa", SIX, {}, "from counts"),
    ("mcc", SIX, {}, "from counts"),
    ("roc-auc", FOUR, {}, "3/4"),
    ("average-precision", FOUR, {}, "(1 + 2/3)/2"),
    ("brier", FOUR, {}, "the plain mean"),
    ("log-loss", FOUR, {}, "the plain mean"),
    ("threshold-f1-mult", FOUR, {"held_out": "none", "items": "in-order"}, "the best threshold"),
)

_BY_CLASS: dict[str, dict[str, Any]] = {"precision": MACRO, "recall": MACRO, "jaccard": MACRO, "f1-mult": {}}

# fmt: off
CASES: list[Case] = [
    *(case(metric, "ignored", "Every item counts once.", data, {**IGNORED, **settings}, why) for metric, data, settings, why in _IGNORED),
    *(
        case(metric, "zeros", "An item without weight counts as none, but its classes do.", ZEROS, MACRO, why, f"{W} class-average zero-division")
        for metric, why in (("precision", "(1 + 1 + 0 + 0)/4"), ("recall", "(1 + 1/5 + 0 + 0)/4"), ("jaccard", "(1 + 1/5 + 0 + 0)/4"))
    ),
    case("f1", "binary", "Two classes.", {"gold": ["1", "0", "1"], "predicted": ["1", "1", "0"], "weights": [2.0, 0.5, 1.0]}, {}, "4/5.5"),
    case("f1", "means", "F of the mean precision and the mean recall.", SIX, {"average": "means"}, "of P and R"),
    case("f1", "batches", "The mean of two halves.", SIX, {**MACRO, "batch": 3}, "of three items each"),
    case("f1-mult", "six", "The product of three F1.", SIX, {}, "4/5.5 2/4.5 0.5/1.5"),
    case("f1-mult", "zeros", "A class without weight has F1 of 0/0.", ZEROS, {"zero_division": "1"}, "1 1/3 1 0", f"{W} zero-division"),
    *(case(metric, "no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight") for metric in _BY_CLASS),
    *(
        case(metric, "no-weight-formula", "Every class has a score of 0/0.", NOTHING, {"no_weight": "formula", "zero_division": "1", **average}, "1",
             "no-weight zero-division")
        for metric, average in _BY_CLASS.items()
    ),
    *(case(metric, "no-weight-macro", "All weights are 0.", NOTHING, MACRO, "an error", "no-weight") for metric in ("precision", "recall", "jaccard")),
    *(
        case(metric, f"no-weight-{name}", comment, NOTHING, settings, why, f"no-weight {flags}".strip())
        for metric in ("accuracy", "zero-one")
        for name, comment, settings, why, flags in (
            ("count", "The weight of no items.", {"no_weight": "raise-for-fraction", "normalize": "count"}, "0", "count-or-fraction"),
            ("count-raise", "An error of weights, too.", {"normalize": "count"}, "an error", "count-or-fraction"),
            ("fraction", "An error of shares alone.", {"no_weight": "raise-for-fraction"}, "an error", ""),
            ("undefined", "A share of nothing.", {"no_weight": "formula"}, "0/0", "nan"),
        )
    ),
    case("precision", "tenths-numpy", "Added up by NumPy.", TENTHS, {**NUMPY, **MACRO}, "the same but for the last digits", f"{W} class-average"),
    case("f1-mult", "tenths-numpy", "Added up by NumPy.", TENTHS, NUMPY, "the same but for the last digits"),
    case("hamming", "six", "The weight of wrong items.", SIX, {}, "2.5/5.75"),
    case("hamming", "six-macro", "The mean over classes.", SIX, MACRO, "(1/3 + 0.5/1.5 + 1/1.25)/3", f"{W} class-average"),
    case("hamming", "tenths-numpy", "Added up by NumPy.", TENTHS, NUMPY, "the same but for the last digits"),
    case("hamming", "zeros", "Items without weight count as none.", ZEROS, {}, "2/3.5"),
    case("hamming", "no-weight", "All weights are 0.", NOTHING, {}, "an error", "no-weight"),
    case("kappa", "one-class", "Agreement on the only class that has a weight.", {"gold": ["a", "b"], "predicted": ["a", "b"], "weights": [1.0, 0.0]}, {"zero_division": "1"}, "1"),
    case("mcc", "epsilon", "Epsilons are added to counts, not to weights.", {"gold": ["a", "b"], "predicted": ["a", "a"], "weights": [1.0, 0.5]}, {"zero_division": "epsilon"}, "an error", f"{W} constant"),
    case("roc-auc", "partial", "Up to a false-positive rate of one half.", FOUR, {"max_fpr": 0.5}, "McClish's rescaling"),
    case("log-loss", "sum", "The sum, of all losses times their weights.", FOUR, {"normalize": "sum"}, "5 times the mean"),
    case("threshold-f1-mult", "raise", "A threshold is chosen for items without weights.", FOUR, {}, "an error"),
]
