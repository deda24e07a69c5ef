"""The arguments of scikit-learn's functions: see `argument_cases`."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.argument_inputs import (
    AVERAGED,
    AVERAGED_SETS,
    BINARY,
    CLASS_AVERAGES,
    CLASS_SCORES,
    LABELS,
    PROBABILITIES,
    RANKINGS,
    RANKS,
    SETS_OF_LABELS,
    STRICT_RANKINGS,
    TERNARY_SCORES,
    WEIGHTED_ITEMS,
    WEIGHTED_PROBABILITIES,
    ZERO,
)
from conformance.package_calls import Call
from conformance.sklearn_calls import (
    f1_product,
    mean_gap,
    sklearn_class_scores,
    sklearn_function,
    sklearn_ndcg,
    sklearn_sets,
    with_weights,
)
from samescore import ClassScores, Labels, LabelSets, ScoredLabels
from samescore.data.kinds import Data

#: Entry points, with inputs, the package's own function, and texts of arguments.
SKLEARN: dict[str, list[tuple[Sequence[Data], Call, Sequence[str]]]] = {
    "sklearn.ndcg_score": [
        (RANKINGS, sklearn_ndcg(), ("k=1", "k=2", "k=None", "ignore_ties=False")),
        (STRICT_RANKINGS, sklearn_ndcg(), ("ignore_ties=True", "k=3, ignore_ties=True")),
    ],
    "sklearn.accuracy_score": [(LABELS, sklearn_function("accuracy_score"), ("normalize=True", "normalize=False"))],
    **{
        f"sklearn.{name}_score": [
            (LABELS, sklearn_function(f"{name}_score"), AVERAGED),
            (BINARY, sklearn_function(f"{name}_score"), ("pos_label=1", "pos_label=0", "average='binary'", *ZERO)),
        ]
        for name in ("precision", "recall", "f1")
    },
    "sklearn.fbeta_score": [
        (LABELS, sklearn_function("fbeta_score"), [f"beta=2, {text}" for text in AVERAGED]),
        (BINARY, sklearn_function("fbeta_score"), [f"beta=0.5, {text}" for text in ("pos_label=0", *ZERO)]),
    ],
    "sklearn.jaccard_score": [
        (LABELS, sklearn_function("jaccard_score"), [text for text in AVERAGED if "nan" not in text]),
        (BINARY, sklearn_function("jaccard_score"), ("pos_label=1", "pos_label=0", "average='binary'")),
    ],
    "sklearn.multilabel": [(SETS_OF_LABELS, sklearn_sets("fbeta_score"), AVERAGED_SETS)],
    "sklearn.multilabel_jaccard": [
        (SETS_OF_LABELS, sklearn_sets("jaccard_score"), [text.partition(", ")[2] for text in AVERAGED_SETS])
    ],
    "sklearn.multilabel_zero_one": [
        (SETS_OF_LABELS, sklearn_sets("zero_one_loss"), ("normalize=True", "normalize=False"))
    ],
    "sklearn.multiclass_roc_auc": [
        (
            TERNARY_SCORES,
            sklearn_class_scores("roc_auc_score", multi_class="ovr"),
            ("multi_class='ovr'", "multi_class='ovo'", "multi_class='ovo', average='weighted'", *CLASS_AVERAGES),
        )
    ],
    "sklearn.multiclass_average_precision": [
        (TERNARY_SCORES, sklearn_class_scores("average_precision_score"), CLASS_AVERAGES)
    ],
    **{
        f"sklearn.binarized_{name}_score": [
            (TERNARY_SCORES, sklearn_class_scores(f"{name}_score", binarized=True), CLASS_AVERAGES)
        ]
        for name in ("roc_auc", "average_precision")
    },
    "sklearn.multiclass_brier": [
        (
            CLASS_SCORES,
            sklearn_class_scores("brier_score_loss"),
            ("scale_by_half='auto'", "scale_by_half=True", "scale_by_half=False"),
        )
    ],
    "sklearn.multiclass_log_loss": [
        (CLASS_SCORES, sklearn_class_scores("log_loss"), ("normalize=True", "normalize=False"))
    ],
    "sklearn.top_k_accuracy": [
        (
            TERNARY_SCORES,
            sklearn_class_scores("top_k_accuracy_score"),
            ("k=1", "k=2", "k=3", "normalize=True", "normalize=False, k=1"),
        )
    ],
    "sklearn.zero_one_loss": [(LABELS, sklearn_function("zero_one_loss"), ("normalize=True", "normalize=False"))],
    "sklearn.f1_score_product": [(LABELS, f1_product, ("labels=['a', 'b']", "labels=['missing']", *ZERO))],
    "sklearn.balanced_accuracy_score": [
        (LABELS[:1], sklearn_function("balanced_accuracy_score"), ("adjusted=True", "adjusted=False"))
    ],
    "sklearn.cohen_kappa_score": [
        (RANKS, sklearn_function("cohen_kappa_score"), ("weights=None", "weights='linear'", "weights='quadratic'")),
        (
            LABELS,
            sklearn_function("cohen_kappa_score"),
            ("labels=['b', 'a']", "labels=['b', 'missing', 'c', 'a'], weights='linear'", "labels=['missing']"),
        ),
    ],
    "sklearn.roc_auc_score": [
        (PROBABILITIES, sklearn_function("roc_auc_score"), ("max_fpr=0.3", "max_fpr=1", "max_fpr=None"))
    ],
    "sklearn.brier_score_loss": [
        (
            PROBABILITIES,
            sklearn_function("brier_score_loss"),
            ("scale_by_half=True", "scale_by_half=False", "scale_by_half='auto'"),
        )
    ],
    "sklearn.calibration_curve": [
        (PROBABILITIES, mean_gap, ("n_bins=1", "n_bins=2", "n_bins=3, strategy='quantile'", "strategy='uniform'"))
    ],
    "sklearn.log_loss": [(PROBABILITIES, sklearn_function("log_loss"), ("normalize=True", "normalize=False"))],
}

#: Weights whose sums and products are exact: of MCC the processor adds up inner products.
_EIGHTHS = (Labels(["a", "b", "a", "b"], ["a", "a", "b", "b"], [2, 0.5, 1, 1]),)
#: A negative item ranks above a positive one.
_MISRANKED = (ScoredLabels([1, 0, 1, 0], [0.9, 0.7, 0.2, 0.65], [0.1, 0.7, 1.3, 2]),)
_AVERAGED = ("precision", "recall", "f1", "fbeta", "jaccard")
_WEIGHTED: dict[str, tuple[Sequence[Data], str]] = {
    **{f"{name}_score": (WEIGHTED_ITEMS, "average='macro', ") for name in _AVERAGED},
    **dict.fromkeys(
        (
            "accuracy_score",
            "hamming_loss",
            "zero_one_loss",
            "matthews_corrcoef",
            "balanced_accuracy_score",
            "cohen_kappa_score",
        ),
        (WEIGHTED_ITEMS, ""),
    ),
    **dict.fromkeys(
        ("roc_auc_score", "average_precision_score", "brier_score_loss", "log_loss"), (WEIGHTED_PROBABILITIES, "")
    ),
}
_WEIGHTED |= {"matthews_corrcoef": (_EIGHTHS, ""), "average_precision_score": (_MISRANKED, "")}
for _name, (_inputs, _before) in _WEIGHTED.items():
    _texts = [f"{_before}{'beta=2, ' * (_name == 'fbeta_score')}sample_weight={given}" for given in ("weights", "None")]
    SKLEARN.setdefault(f"sklearn.{_name}", []).append((_inputs, with_weights(sklearn_function(_name)), _texts))

#: Weights in tenths, or in eighths for the Hamming loss, whose inner products add in the processor's order.
_TENTHS, _EIGHTHS_OF_SETS = (
    (LabelSets([["a", "b"], ["a"], ["c"], ["a", "b"]], [["a"], ["a"], [], ["b", "c"]], weights),)
    for weights in ([0.1, 0.7, 1.3, 2], [2, 0.5, 1, 0.125])
)
_GIVEN = ("sample_weight=weights", "sample_weight=None")
for _name, _function, _inputs in (
    ("multilabel", "fbeta_score", _TENTHS),
    ("multilabel_jaccard", "jaccard_score", _TENTHS),
    ("multilabel_accuracy", "accuracy_score", _TENTHS),
    ("multilabel_zero_one", "zero_one_loss", _TENTHS),
    ("multilabel_hamming", "hamming_loss", _EIGHTHS_OF_SETS),
):
    _averages = {
        "multilabel": ["beta=1, average='samples', ", "beta=1, average='weighted', "],
        "multilabel_jaccard": ["average='samples', ", "average='micro', "],
    }
    _texts = [f"{before}{given}" for before in _averages.get(_name, [""]) for given in _GIVEN]
    SKLEARN.setdefault(f"sklearn.{_name}", []).append((_inputs, with_weights(sklearn_sets(_function)), _texts))

_WEIGHTED_CLASSES = tuple(
    ClassScores(data.classes, data.gold, data.class_scores, [0.1, 0.7, 1.3, 2, 0.25, 0.6]) for data in TERNARY_SCORES
)
for _name, _call, _before in (
    ("multiclass_roc_auc", sklearn_class_scores("roc_auc_score", multi_class="ovr"), "average='weighted', "),
    ("multiclass_average_precision", sklearn_class_scores("average_precision_score"), "average='micro', "),
    ("binarized_roc_auc_score", sklearn_class_scores("roc_auc_score", binarized=True), ""),
    ("binarized_average_precision_score", sklearn_class_scores("average_precision_score", binarized=True), ""),
    ("multiclass_brier", sklearn_class_scores("brier_score_loss"), ""),
    ("multiclass_log_loss", sklearn_class_scores("log_loss"), ""),
    ("top_k_accuracy", sklearn_class_scores("top_k_accuracy_score"), "k=1, "),
):
    _texts = [f"{_before}{given}" for given in _GIVEN]
    SKLEARN[f"sklearn.{_name}"].append((_WEIGHTED_CLASSES, with_weights(_call), _texts))
