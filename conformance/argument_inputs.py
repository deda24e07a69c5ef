"""The inputs and the texts of the arguments that `conformance.argument_cases` puts together."""

from __future__ import annotations

from collections.abc import Sequence

from samescore import (
    Annotations,
    ClassScores,
    Corpus,
    Labels,
    LabelSets,
    Rankings,
    Ratings,
    ScoredLabels,
    Tagged,
)
from samescore.data.comparison import Comparison, Numbers
from samescore.data.kinds import Data

TEXTS = (
    Corpus.from_segments(
        ["The cat sat on the mat.", "It cost 1,000.50 Euros (in  2010)!", "no no no", "the running cats, the Cats"],
        [["the Cat sat on a mat."], ["It costs 1,000.50 euros (in 2010) !"], ["no"], ["cats are running; cats"]],
    ),
    Corpus.from_segments(
        ["A B c d e f g h", "他说 你好世界，再见。", "x y", "one two three four five"],
        [["a b c d E f h g"], ["他 说你好 世界，再见！"], ["x z"], ["two one three five four six"]],
    ),
)
#: Texts too short for some orders, and for all but the first.
SHORT = Corpus.from_segments(["a b", "c"], [["a b"], ["d"]]), Corpus.from_segments(["a b c"], [["a b d"]])
SEVERAL = Corpus.from_segments(
    ["the cat sat down here", "so it is"],
    [["the cat sat there", "a cat sat down here today now"], ["so it was then", "it is so", "is it"]],
)
REPEATED = Corpus.from_segments(
    ["the cat the dog the cat sat down", "the cat ran and ran and sat"],
    [["the cat the dog the cow sat down"], ["the cat ran and the dog ran and sat"]],
)
LABELS = (
    Labels(["a", "b", "b", "c", "c", "a", "b"], ["a", "b", "c", "c", "b", "b", "b"]),
    Labels(["a", "a", "b", "b"], ["a", "c", "b", "b"]),
)
RANKINGS = (
    Rankings(
        [
            {"query": "q1", "qrels": {"a": 3, "b": 2, "c": 1, "d": 0}, "run": {"d": 4.0, "c": 3.0, "a": 3.0, "b": 1.0}},
            {"query": "q2", "qrels": {"a": 1, "b": 2, "c": 1}, "run": {"a": 2.0, "c": 1.5, "b": 1.0}},
        ]
    ),
)
#: Rankings without ties.
STRICT_RANKINGS = (
    Rankings([{"query": "q1", "qrels": {"a": 3, "b": 2, "c": 1}, "run": {"d": 4.0, "c": 3.0, "a": 2.0, "b": 1.0}}]),
)
#: A query without relevant results, and one without others.
UNEVEN_RANKINGS = (
    Rankings(
        [
            {"query": "q1", "qrels": {"a": 3, "b": 2, "c": 1}, "run": {"d": 4.0, "c": 3.0, "a": 2.0, "b": 1.0}},
            {"query": "q2", "qrels": {"a": 0, "b": 0}, "run": {"a": 2.0, "b": 1.0}},
            {"query": "q3", "qrels": {"a": 1, "b": 1}, "run": {"a": 2.0, "b": 1.0}},
        ]
    ),
)
TAGGED = (
    Tagged(
        [["B-POI", "I-POI", "O", "B-TAXI"], ["B-POI", "I-TAXI"]],
        [["B-POI", "I-POI", "O", "O"], ["I-POI", "B-TAXI"]],
    ),
    Tagged([["O", "B-POI"]], [["O", "O"]]),
)
OVERLAPPING = (Tagged([["B-POI", "I-POI", "I-POI", "O", "B-TAXI"]], [["O", "O", "B-POI", "O", "B-TAXI"]]),)
STARS = (Labels([1, 5, 5, 2, 3], [5, 5, 1, 2, 4]),)
ANNOTATED = (Annotations([[1, 2, 3, 3, None], [1, 2, 4, 3, 2], [2, 2, 3, 4, 2]]),)
ALL_ANNOTATED = (Annotations([[1, 2, 3, 3, 1], [1, 2, 4, 3, 2], [2, 2, 3, 4, 2]]),)
SETS = (Annotations([[["a"], ["a", "b"], ["b", "c"], ["a"]], [["a"], ["a"], ["c", "d"], ["b"]]]),)
#: Three substitutions cost as much as two insertions and two deletions.
TIED_EDITS = (Corpus.from_segments(["b c c", "a b"], [["a a b"], ["a b"]]),)
#: Probabilities of three classes, with ties, and of two.
_TERNARY = ClassScores(
    ["a", "b", "c"],
    ["a", "b", "c", "a", "b", "b"],
    [
        [0.5, 0.25, 0.25],
        [0.5, 0.5, 0],
        [0.25, 0.5, 0.25],
        [0.25, 0.5, 0.25],
        [0.125, 0.75, 0.125],
        [0.625, 0.25, 0.125],
    ],
)
CLASS_SCORES = (_TERNARY, ClassScores(["a", "b"], ["a", "b", "b"], [[0.5, 0.5], [0.75, 0.25], [0.25, 0.75]]))
TERNARY_SCORES = (_TERNARY,)
CLASS_AVERAGES = ("average='macro'", "average='weighted'", "average='micro'")
SETS_OF_LABELS = (LabelSets([["a", "b"], [], ["c"], ["a", "b"]], [["a"], [], [], ["b", "c", "d"]]),)
WEIGHTED_ITEMS = (
    Labels(["a", "b", "a", "b", "c", "c", "a"], ["a", "a", "b", "b", "b", "c", "a"], [0.1, 0.7, 1.3, 2, 0.25, 0, 0.6]),
)
WEIGHTED_PROBABILITIES = (ScoredLabels([1, 0, 0, 1], [0.9, 0.1, 0.2, 0.65], [0.1, 0.7, 1.3, 2]),)
BINARY = (Labels([1, 0, 1, 1, 0], [1, 1, 0, 1, 0]), Labels([0, 0], [0, 0]))
PROBABILITIES = (
    ScoredLabels([1, 0, 0, 1], [0.9, 0.1, 0.2, 0.65]),
    ScoredLabels([0, 1, 1], [0.5, 1.0, 0.25]),
)
RANKS = (Labels([0, 1, 2, 2, 1, 0], [0, 2, 2, 1, 0, 0]), Labels([1, 2, 0, 2], [2, 2, 0, 1]))

PAIRED = (
    Comparison(
        "mean", [Numbers([0.5, 1, 2, 2.5, 4, 4, 6.5, 7, 9, 3]), Numbers([0.25, 1.5, 1, 2.5, 3, 4.5, 5, 6, 6.5, 3.25])]
    ),
    Comparison("mean", [Numbers([3, 1, 4, 1, 5, 9, 2, 6]), Numbers([2.5, 0.5, 3, 1.5, 2, 6, 5, 5])]),
)
ANSWERS = (Comparison("mean", [Numbers([1, 1, 0, 1, 1, 1, 0, 1, 1, 1]), Numbers([0, 1, 1, 0, 0, 1, 0, 0, 1, 0])]),)
RATED = (
    Ratings([0.5, 0.25, 0.75, 0.25, 1.0, 0.125], [70, 20, 90, 40, 80, 20]),
    Ratings([1, 1, 2, 2, 3], [1, 2, 3, 4, 5]),
)
MISSING = Ratings([0.5, 0.25, 0.75, None, 1.0, 0.125], [70, 20, 90, 40, 60, 20])
SYSTEMS = (
    Comparison(
        "bleu",
        [
            Corpus.from_segments(
                system, [["the cat sat on the mat"], ["a dog ran in the big park"], ["it was a red car"]]
            )
            for system in (
                ["the cat sat on a mat", "the dog ran in a big park", "it was red car"],
                ["the cat sat on the mat", "a dog ran in the park", "it is a red car"],
            )
        ],
    ),
)

SIDES = ("alternative='greater'", "alternative='less'", "alternative='two-sided'")
BOOTSTRAP = (
    *("method='BCa'", "method='basic', confidence_level=0.9", "method='percentile'", "n_resamples=99"),
    *("n_resamples=200, method='bca', confidence_level=0.5", "alternative='two-sided'"),
)
BLEU = (
    "lowercase=True",
    "lowercase=False",
    "tokenize='intl'",
    "tokenize='zh'",
    "tokenize='char'",
    "tokenize='none'",
    "tokenize=None",
    "smooth_method='floor'",
    "smooth_method='floor', smooth_value=0.5",
    "smooth_value=2, smooth_method='add-k'",
    "smooth_method='none'",
    "smooth_method='exp', smooth_value=3",
    "force=True",
)
CHRF = ("char_order=4", "word_order=2", "beta=1", "beta=3", "eps_smoothing=True", "eps_smoothing=False")
CHRF_CLASS = ("lowercase=True", "whitespace=True", "whitespace=False", "word_order=1, beta=0, lowercase=True")
TER = (
    "normalized=True",
    "no_punct=True",
    "case_sensitive=True",
    "asian_support=True, normalized=True",
    "normalized=False, no_punct=False, asian_support=False, case_sensitive=False",
)
NLTK_BLEU = (
    "weights=(0.5, 0.5)",
    "weights=[0.7, 0.2, 0.1]",
    "weights=(1/3, 1/3, 1/3)",
    "weights=(1,)",
    "weights=(0.25, 0.25, 0.25, 0.25)",
    "auto_reweigh=True",
    "smoothing_function=None",
    *(f"smoothing_function=SmoothingFunction().method{number}" for number in range(8)),
    "smoothing_function=SmoothingFunction(epsilon=0.5).method1",
    "smoothing_function=SmoothingFunction(k=3).method4, auto_reweigh=False",
    "smoothing_function=bleu_score.SmoothingFunction(alpha=2).method6",
)
ZERO = ("zero_division=0", "zero_division=1", "zero_division=0.0", "zero_division='warn'")
AVERAGED = (
    "average='macro'",
    "average='micro'",
    "average='weighted'",
    "average=None, labels=['b']",
    "average='macro', labels=['a', 'b']",
    "average='weighted', labels=['b']",
    "average=None, labels=['missing'], zero_division=1",
    "average=None, labels=['missing'], zero_division=0",
)
_TORCH_AVERAGES = ("average='macro'", "average='micro'", "average='weighted'")
_TORCH_ZERO = ("zero_division=0", "zero_division=1")
#: Functions of torchmetrics: their names, inputs and arguments.
TORCH_LABELS = (
    *(
        (f"multiclass_{name}", LABELS, (*_TORCH_AVERAGES, *_TORCH_ZERO))
        for name in ("precision", "recall", "jaccard_index")
    ),
    *((f"multiclass_{name}", LABELS, _TORCH_AVERAGES) for name in ("accuracy", "f1_score")),
    ("multiclass_hamming_distance", LABELS, ("average='macro'", "average='micro'")),
    ("multiclass_fbeta_score", LABELS, [f"beta=2.0, {text}" for text in _TORCH_AVERAGES]),
    *((f"binary_{name}", BINARY, _TORCH_ZERO) for name in ("precision", "recall", "f1_score", "jaccard_index")),
    ("binary_fbeta_score", BINARY, [f"beta=0.5, {text}" for text in _TORCH_ZERO]),
)
#: Functions of scores.
TORCH_SCORES: tuple[tuple[str, Sequence[Data], Sequence[str]], ...] = (
    ("binary_auroc", PROBABILITIES, ("max_fpr=0.3", "max_fpr=1.0", "max_fpr=None")),
    *(
        (
            f"{task}_calibration_error{ending}",
            inputs,
            [f"n_bins={bins}, norm={norm!r}" for bins in (1, 4) for norm in norms],
        )
        for task, inputs in (("binary", PROBABILITIES), ("multiclass", CLASS_SCORES))
        for ending, norms in (("", ("l1", "max")), ("_l2", ("l2",)))
    ),
    *((f"multiclass_{name}", CLASS_SCORES, _TORCH_AVERAGES[::2]) for name in ("auroc", "average_precision")),
)
_TOP = ("top_k=1", "top_k=2", "top_k=None")
_EMPTY = ("empty_target_action='neg'", "empty_target_action='pos'", "empty_target_action='skip'")
_ADAPTIVE = ("top_k=5, adaptive_k=True", "top_k=5, adaptive_k=False")
#: Functions of rankings, and metrics of them.
TORCH_RANKINGS = (
    *((f"retrieval_{name}", _TOP) for name in ("normalized_dcg", "average_precision", "reciprocal_rank", "recall")),
    *((f"retrieval_{name}", _TOP) for name in ("hit_rate", "fall_out")),
    ("retrieval_precision", (*_TOP, *_ADAPTIVE)),
    *(
        (f"Retrieval{name}", (*_TOP, *_EMPTY))
        for name in ("NormalizedDCG", "MAP", "MRR", "Recall", "HitRate", "FallOut")
    ),
    ("RetrievalPrecision", (*_TOP, *_ADAPTIVE, *_EMPTY)),
    ("RetrievalRPrecision", _EMPTY),
)
SEQEVAL = (
    "average='macro'",
    "average='weighted', zero_division=1",
    "average='micro', zero_division='warn'",
    "suffix=True",
    "suffix=False, zero_division=0",
)
SCHEMES = (
    "scenario='exact'",
    "scenario='partial', min_overlap_percentage=25.0",
    "scenario='partial', min_overlap_percentage=50",
    "scenario='ent_type', min_overlap_percentage=100.0",
)
LIMITS = (
    "limit_length=True, length_limit=3, length_limit_type='words'",
    "limit_length=True, length_limit=9, length_limit_type='bytes'",
    "limit_length=False",
    "apply_avg=False, apply_best=True",
    "apply_avg=True, apply_best=False",
    "alpha=0.2",
    "stemming=False",
)
STEMMER = ("use_stemmer=True", "use_stemmer=False")
MULTIPLE = ("multi_ref_mode='best'", "multi_ref_mode='average'", "mode='individual'", "mode='average'", "alpha=0.2")
TORCH_BLEU = ("n_gram=2", "smooth=True", "smooth=False", "n_gram=2, weights=[0.7, 0.3]", "weights=None")
AVERAGED_SETS = [
    f"beta={beta}, average={average!r}{rest}"
    for beta, average in ((1, "samples"), (2, "micro"), (1, "macro"), (0.5, "weighted"))
    for rest in ("", *(f", {text}" for text in ZERO))
]
