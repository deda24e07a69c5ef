"""The cases of packages' own arguments: inputs, how the package is called, and the texts of the arguments."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.package_calls import (
    Call,
    NoWordNet,
    anls_score,
    bleuscore_compute,
    coco_class,
    f1_product,
    jiwer_wer,
    krippendorff_alpha,
    nervaluate_evaluate,
    nltk_agreement,
    nltk_function,
    nltk_lidstone,
    nltk_weighted_kappa,
    of_tokens,
    py_rouge_class,
    rapidfuzz_levenshtein,
    rouge_class,
    rouge_metric_class,
    rouge_scorer,
    sacrebleu_class,
    sacrebleu_class_by_sentence,
    sacrebleu_function,
    sacrebleu_interval,
    sacrebleu_paired_test,
    scipy_bootstrap,
    scipy_correlation,
    scipy_permutation_test,
    scipy_proportion_ci,
    scipy_sign_test,
    scipy_test,
    seqeval_f1,
    sklearn_function,
    statsmodels_fleiss_kappa,
    statsmodels_mcnemar,
    torchmetrics_function,
    torchmetrics_kendall,
)
from samescore import Annotations, Corpus, Labels, Ratings, ScoredLabels, Tagged
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
_SHORT = Corpus.from_segments(["a b", "c"], [["a b"], ["d"]]), Corpus.from_segments(["a b c"], [["a b d"]])
_SEVERAL = Corpus.from_segments(
    ["the cat sat down here", "so it is"],
    [["the cat sat there", "a cat sat down here today now"], ["so it was then", "it is so", "is it"]],
)
_REPEATED = Corpus.from_segments(
    ["the cat the dog the cat sat down", "the cat ran and ran and sat"],
    [["the cat the dog the cow sat down"], ["the cat ran and the dog ran and sat"]],
)
_LABELS = (
    Labels(["a", "b", "b", "c", "c", "a", "b"], ["a", "b", "c", "c", "b", "b", "b"]),
    Labels(["a", "a", "b", "b"], ["a", "c", "b", "b"]),
)
_TAGGED = (
    Tagged(
        [["B-POI", "I-POI", "O", "B-TAXI"], ["B-POI", "I-TAXI"]],
        [["B-POI", "I-POI", "O", "O"], ["I-POI", "B-TAXI"]],
    ),
    Tagged([["O", "B-POI"]], [["O", "O"]]),
)
_OVERLAPPING = (Tagged([["B-POI", "I-POI", "I-POI", "O", "B-TAXI"]], [["O", "O", "B-POI", "O", "B-TAXI"]]),)
_STARS = (Labels([1, 5, 5, 2, 3], [5, 5, 1, 2, 4]),)
_ANNOTATED = (Annotations([[1, 2, 3, 3, None], [1, 2, 4, 3, 2], [2, 2, 3, 4, 2]]),)
_ALL_ANNOTATED = (Annotations([[1, 2, 3, 3, 1], [1, 2, 4, 3, 2], [2, 2, 3, 4, 2]]),)
_SETS = (Annotations([[["a"], ["a", "b"], ["b", "c"], ["a"]], [["a"], ["a"], ["c", "d"], ["b"]]]),)
_BINARY = (Labels([1, 0, 1, 1, 0], [1, 1, 0, 1, 0]), Labels([0, 0], [0, 0]))
_PROBABILITIES = (
    ScoredLabels([1, 0, 0, 1], [0.9, 0.1, 0.2, 0.65]),
    ScoredLabels([0, 1, 1], [0.5, 1.0, 0.25]),
)
_RANKS = (Labels([0, 1, 2, 2, 1, 0], [0, 2, 2, 1, 0, 0]), Labels([1, 2, 0, 2], [2, 2, 0, 1]))

_PAIRED = (
    Comparison(
        "mean", [Numbers([0.5, 1, 2, 2.5, 4, 4, 6.5, 7, 9, 3]), Numbers([0.25, 1.5, 1, 2.5, 3, 4.5, 5, 6, 6.5, 3.25])]
    ),
    Comparison("mean", [Numbers([3, 1, 4, 1, 5, 9, 2, 6]), Numbers([2.5, 0.5, 3, 1.5, 2, 6, 5, 5])]),
)
_ANSWERS = (Comparison("mean", [Numbers([1, 1, 0, 1, 1, 1, 0, 1, 1, 1]), Numbers([0, 1, 1, 0, 0, 1, 0, 0, 1, 0])]),)
_RATED = (
    Ratings([0.5, 0.25, 0.75, 0.25, 1.0, 0.125], [70, 20, 90, 40, 80, 20]),
    Ratings([1, 1, 2, 2, 3], [1, 2, 3, 4, 5]),
)
_MISSING = Ratings([0.5, 0.25, 0.75, None, 1.0, 0.125], [70, 20, 90, 40, 60, 20])
_SYSTEMS = (
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

_SIDES = ("alternative='greater'", "alternative='less'", "alternative='two-sided'")
_BOOTSTRAP = (
    *("method='BCa'", "method='basic', confidence_level=0.9", "method='percentile'", "n_resamples=99"),
    *("n_resamples=200, method='bca', confidence_level=0.5", "alternative='two-sided'"),
)
_BLEU = (
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
_CHRF = ("char_order=4", "word_order=2", "beta=1", "beta=3", "eps_smoothing=True", "eps_smoothing=False")
_CHRF_CLASS = ("lowercase=True", "whitespace=True", "whitespace=False", "word_order=1, beta=0, lowercase=True")
_TER = (
    "normalized=True",
    "no_punct=True",
    "case_sensitive=True",
    "asian_support=True, normalized=True",
    "normalized=False, no_punct=False, asian_support=False, case_sensitive=False",
)
_NLTK_BLEU = (
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
_ZERO = ("zero_division=0", "zero_division=1", "zero_division=0.0", "zero_division='warn'")
_AVERAGED = (
    "average='macro'",
    "average='micro'",
    "average='weighted'",
    "average=None, labels=['b']",
    "average='macro', labels=['a', 'b']",
    "average='weighted', labels=['b']",
    "average=None, labels=['missing'], zero_division=1",
    "average=None, labels=['missing'], zero_division=0",
)
_SEQEVAL = (
    "average='macro'",
    "average='weighted', zero_division=1",
    "average='micro', zero_division='warn'",
    "suffix=True",
    "suffix=False, zero_division=0",
)
_SCHEMES = (
    "scenario='exact'",
    "scenario='partial', min_overlap_percentage=25.0",
    "scenario='partial', min_overlap_percentage=50",
    "scenario='ent_type', min_overlap_percentage=100.0",
)
_LIMITS = (
    "limit_length=True, length_limit=3, length_limit_type='words'",
    "limit_length=True, length_limit=9, length_limit_type='bytes'",
    "limit_length=False",
    "apply_avg=False, apply_best=True",
    "apply_avg=True, apply_best=False",
    "alpha=0.2",
    "stemming=False",
)
_STEMMER = ("use_stemmer=True", "use_stemmer=False")
_MULTIPLE = ("multi_ref_mode='best'", "multi_ref_mode='average'", "mode='individual'", "mode='average'", "alpha=0.2")
_TORCH_BLEU = ("n_gram=2", "smooth=True", "smooth=False", "n_gram=2, weights=[0.7, 0.3]", "weights=None")

#: For each entry point: its inputs, its own call, and cases.
CASES: dict[str, list[tuple[Sequence[Data], Call, Sequence[str]]]] = {
    "sacrebleu.corpus_bleu": [
        (
            TEXTS,
            sacrebleu_class("BLEU"),
            (*_BLEU, "max_ngram_order=2", "effective_order=True", "effective_order=False"),
        ),
        ((*TEXTS, *_SHORT), sacrebleu_function("corpus_bleu"), (*_BLEU, "use_effective_order=True")),
    ],
    "sacrebleu.sentence_bleu": [
        (
            TEXTS,
            sacrebleu_class_by_sentence("BLEU", effective_order=True),
            (*_BLEU, "max_ngram_order=2", "effective_order=False"),
        ),
        ((*TEXTS, *_SHORT), sacrebleu_function("sentence_bleu"), (*_BLEU[:-1], "use_effective_order=False")),
    ],
    "sacrebleu.corpus_chrf": [
        (TEXTS, sacrebleu_class("CHRF"), (*_CHRF, *_CHRF_CLASS)),
        (TEXTS, sacrebleu_function("corpus_chrf"), (*_CHRF, "remove_whitespace=False", "remove_whitespace=True")),
    ],
    "sacrebleu.sentence_chrf": [
        (TEXTS, sacrebleu_class_by_sentence("CHRF"), (*_CHRF, *_CHRF_CLASS)),
        (TEXTS, sacrebleu_function("sentence_chrf"), (*_CHRF, "remove_whitespace=False")),
    ],
    "sacrebleu.corpus_ter": [
        (TEXTS, sacrebleu_class("TER"), _TER),
        (TEXTS, sacrebleu_function("corpus_ter"), _TER),
    ],
    "sacrebleu.sentence_ter": [(TEXTS, sacrebleu_function("sentence_ter"), _TER)],
    "nltk.corpus_bleu": [
        ((*TEXTS, *_SHORT), of_tokens(nltk_function("translate.bleu_score", "corpus_bleu")), _NLTK_BLEU)
    ],
    "nltk.sentence_bleu": [
        ((*TEXTS, *_SHORT), of_tokens(nltk_function("translate.bleu_score", "sentence_bleu")), _NLTK_BLEU)
    ],
    **{
        f"nltk.{level}_chrf": [
            (
                TEXTS,
                nltk_function("translate.chrf_score", f"{level}_chrf", single=True),
                ("min_len=2", "max_len=4", "beta=1.0", "ignore_whitespace=False", "ignore_whitespace=True"),
            )
        ]
        for level in ("corpus", "sentence")
    },
    **{
        f"nltk.{level}_gleu": [
            (
                TEXTS,
                of_tokens(nltk_function("translate.gleu_score", f"{level}_gleu")),
                ("min_len=2", "max_len=2", "min_len=1, max_len=3"),
            )
        ]
        for level in ("corpus", "sentence")
    },
    **{
        f"nltk.{level}_nist": [
            ((_REPEATED,), of_tokens(nltk_function("translate.nist_score", f"{level}_nist")), ("n=1", "n=2"))
        ]
        for level in ("corpus", "sentence")
    },
    **{
        f"nltk.{level}_ribes": [
            (TEXTS, of_tokens(nltk_function("translate.ribes_score", f"{level}_ribes")), ("alpha=0.5", "beta=0.5"))
        ]
        for level in ("corpus", "sentence")
    },
    **{
        f"nltk.{name}": [
            (
                TEXTS,
                of_tokens(
                    nltk_function("translate.meteor_score", name, single=name.startswith("single"), wordnet=NoWordNet())
                ),
                ("preprocess=str", "preprocess=str.lower", "alpha=0.5", "beta=1", "gamma=0.2"),
            )
        ]
        for name in ("meteor_score", "single_meteor_score")
    },
    "nltk.lidstone_perplexity": [(TEXTS, of_tokens(nltk_lidstone), ("order=2", "gamma=0.5", "order=3, gamma=0.1"))],
    "nltk.edit_distance": [
        (
            TEXTS,
            nltk_function("metrics.distance", "edit_distance", single=True),
            ("substitution_cost=2", "transpositions=True", "transpositions=False"),
        )
    ],
    "krippendorff.alpha": [
        (
            _ANNOTATED,
            krippendorff_alpha(),
            (
                "level_of_measurement='nominal'",
                "level_of_measurement='ordinal'",
                "level_of_measurement='ratio'",
                "level_of_measurement='interval'",
            ),
        )
    ],
    "nltk.weighted_kappa": [
        (_STARS, nltk_weighted_kappa, ("distance='binary_distance'", "distance='interval_distance'")),
    ],
    "nltk.alpha": [
        (_ANNOTATED, nltk_agreement("alpha"), ("distance='binary_distance'", "distance='interval_distance'")),
        (_SETS, nltk_agreement("alpha"), ("distance='jaccard_distance'", "distance='masi_distance'")),
    ],
    "nltk.agreement": [
        (_SETS, nltk_agreement("pi"), tuple(f"distance='{name}_distance'" for name in ("binary", "jaccard", "masi"))),
    ],
    "statsmodels.fleiss_kappa": [
        (
            _ALL_ANNOTATED,
            statsmodels_fleiss_kappa(),
            ("method='fleiss'", "method='rand'", "method='randolph'", "method='uniform'"),
        )
    ],
    "anls.anls_score": [(TEXTS, anls_score, ("threshold=0.25", "threshold=0.9"))],
    "nervaluate.evaluate": [(_OVERLAPPING, nervaluate_evaluate, _SCHEMES)],
    "seqeval.f1_score": [(_TAGGED, seqeval_f1(), _SEQEVAL)],
    "seqeval.f1_score_strict": [(_TAGGED, seqeval_f1(mode="strict", scheme="IOB2"), _SEQEVAL)],
    "seqeval.f1_score_strict_without_scheme": [(_TAGGED, seqeval_f1(mode="strict"), _SEQEVAL)],
    "sklearn.accuracy_score": [(_LABELS, sklearn_function("accuracy_score"), ("normalize=True", "normalize=False"))],
    **{
        f"sklearn.{name}_score": [
            (_LABELS, sklearn_function(f"{name}_score"), _AVERAGED),
            (_BINARY, sklearn_function(f"{name}_score"), ("pos_label=1", "pos_label=0", "average='binary'", *_ZERO)),
        ]
        for name in ("precision", "recall", "f1")
    },
    "sklearn.fbeta_score": [
        (_LABELS, sklearn_function("fbeta_score"), [f"beta=2, {text}" for text in _AVERAGED]),
        (_BINARY, sklearn_function("fbeta_score"), [f"beta=0.5, {text}" for text in ("pos_label=0", *_ZERO)]),
    ],
    "sklearn.jaccard_score": [
        (_LABELS, sklearn_function("jaccard_score"), [text for text in _AVERAGED if "nan" not in text]),
        (_BINARY, sklearn_function("jaccard_score"), ("pos_label=1", "pos_label=0", "average='binary'")),
    ],
    "sklearn.zero_one_loss": [(_LABELS, sklearn_function("zero_one_loss"), ("normalize=True", "normalize=False"))],
    "sklearn.f1_score_product": [(_LABELS, f1_product, ("labels=['a', 'b']", "labels=['missing']", *_ZERO))],
    "sklearn.balanced_accuracy_score": [
        (_LABELS[:1], sklearn_function("balanced_accuracy_score"), ("adjusted=True", "adjusted=False"))
    ],
    "sklearn.cohen_kappa_score": [
        (_RANKS, sklearn_function("cohen_kappa_score"), ("weights=None", "weights='linear'", "weights='quadratic'")),
        (
            _LABELS,
            sklearn_function("cohen_kappa_score"),
            ("labels=['b', 'a']", "labels=['b', 'missing', 'c', 'a'], weights='linear'", "labels=['missing']"),
        ),
    ],
    "sklearn.roc_auc_score": [
        (_PROBABILITIES, sklearn_function("roc_auc_score"), ("max_fpr=0.3", "max_fpr=1", "max_fpr=None"))
    ],
    "sklearn.brier_score_loss": [
        (
            _PROBABILITIES,
            sklearn_function("brier_score_loss"),
            ("scale_by_half=True", "scale_by_half=False", "scale_by_half='auto'"),
        )
    ],
    "sklearn.log_loss": [(_PROBABILITIES, sklearn_function("log_loss"), ("normalize=True", "normalize=False"))],
    "rouge_score.rougeN": [
        (
            TEXTS,
            rouge_scorer("rouge1"),
            (*_STEMMER, "rouge_types=['rouge2'], use_stemmer=True", "rouge_types=['rouge3']"),
        )
    ],
    "rouge_score.rougeL": [(TEXTS, rouge_scorer("rougeL"), _STEMMER)],
    "rouge_score.rougeLsum": [(TEXTS, rouge_scorer("rougeLsum"), _STEMMER)],
    "rouge.rouge-n": [
        (
            TEXTS,
            rouge_class("rouge-1"),
            ("exclusive=True", "exclusive=False", "metrics=['rouge-2']", "stats=['r']", "stats=['p']"),
        )
    ],
    "rouge.rouge-l": [(TEXTS, rouge_class("rouge-l"), ("exclusive=True", "exclusive=False", "stats=['r']"))],
    "py_rouge.rouge-n": [(TEXTS, py_rouge_class("rouge-n"), (*_LIMITS, "max_n=2"))],
    **{
        f"py_rouge.{name}": [(TEXTS, py_rouge_class(name), (*limits, "weight_factor=2.0"))]
        for name, limits in (("rouge-l", _LIMITS), ("rouge-w", [text for text in _LIMITS if "best=True" not in text]))
    },
    **{
        f"rouge_metric.{name}": [
            ((*TEXTS, _SEVERAL), of_tokens(rouge_metric_class(name)), (*_MULTIPLE, "skip_gap=2", "skip_gap=None"))
        ]
        for name in ("rouge_s", "rouge_su")
    },
    "rouge_metric.rouge_w": [((*TEXTS, _SEVERAL), rouge_metric_class("rouge_w"), (*_MULTIPLE, "rouge_w_weight=2.0"))],
    "pycocoevalcap.bleu": [(TEXTS, coco_class("bleu.bleu", "Bleu", sentences=False), ("n=2", "n=4"))],
    "pycocoevalcap.sentence_bleu": [(TEXTS, coco_class("bleu.bleu", "Bleu", sentences=True), ("n=1", "n=3"))],
    "pycocoevalcap.cider": [(TEXTS, coco_class("cider.cider", "Cider", sentences=True), ("sigma=3.0", "n=4"))],
    "jiwer.wer": [
        (
            TEXTS,
            jiwer_wer,
            (
                "reference_transform='wer_standardize', hypothesis_transform='wer_standardize'",
                "reference_transform='wer_default', hypothesis_transform='wer_default'",
            ),
        )
    ],
    "rapidfuzz.Levenshtein": [(TEXTS, rapidfuzz_levenshtein, ("weights=(1, 1, 2)", "weights=(1,1,1)"))],
    "bleuscore.compute": [
        (
            (*TEXTS, _SEVERAL),
            bleuscore_compute,
            ("max_order=2", "smooth=True", "smooth=False", "ref_len_method='closest'"),
        )
    ],
    "torchmetrics.bleu_score": [((*TEXTS, *_SHORT), torchmetrics_function("bleu_score"), _TORCH_BLEU)],
    "torchmetrics.sacre_bleu_score": [
        (
            TEXTS,
            torchmetrics_function("sacre_bleu_score"),
            (*_TORCH_BLEU, "lowercase=True", "tokenize='intl'", "tokenize='char', lowercase=False"),
        )
    ],
    "torchmetrics.chrf_score": [
        (
            TEXTS,
            torchmetrics_function("chrf_score"),
            ("n_char_order=4", "n_word_order=0", "beta=1.0", "lowercase=True", "whitespace=True", "whitespace=False"),
        )
    ],
    "torchmetrics.translation_edit_rate": [
        (
            TEXTS,
            torchmetrics_function("translation_edit_rate"),
            ("normalize=True", "no_punctuation=True", "lowercase=False", "asian_support=True, normalize=True"),
        )
    ],
    "torchmetrics.rouge_l": [
        (TEXTS, torchmetrics_function("rouge_score", rouge_keys="rougeL"), (*_STEMMER, "accumulate='best'"))
    ],
    "torchmetrics.rouge_n": [
        (
            TEXTS,
            torchmetrics_function("rouge_score", rouge_keys="rouge1"),
            (*_STEMMER, "rouge_keys='rouge2', accumulate='best'"),
        )
    ],
    "scipy.wilcoxon": [
        (
            _PAIRED,
            scipy_test("wilcoxon"),
            (
                *_SIDES,
                "zero_method='pratt'",
                "zero_method='zsplit', correction=True",
                "correction=True, method='approx'",
                "method='exact', zero_method='wilcox'",
                "method='asymptotic', alternative='less'",
                "method='auto'",
            ),
        )
    ],
    "scipy.ttest_rel": [(_PAIRED, scipy_test("ttest_rel"), _SIDES)],
    "scipy.binomtest": [(_PAIRED, scipy_sign_test, _SIDES)],
    "scipy.permutation_test_samples": [
        (_PAIRED, scipy_permutation_test("samples"), (*_SIDES, "n_resamples=99", "n_resamples=7, alternative='less'"))
    ],
    "scipy.permutation_test_independent": [
        (_PAIRED, scipy_permutation_test("independent"), (*_SIDES, "n_resamples=99"))
    ],
    "scipy.bootstrap": [
        (
            _PAIRED,
            scipy_bootstrap("interval"),
            _BOOTSTRAP,
        )
    ],
    "scipy.bootstrap_standard_error": [(_PAIRED, scipy_bootstrap("standard_error"), ("n_resamples=99",))],
    "scipy.proportion_ci": [
        (_ANSWERS, scipy_proportion_ci, ("confidence_level=0.9", *_SIDES, "confidence_level=0.5, alternative='less'"))
    ],
    "scipy.spearmanr": [
        (_RATED, scipy_correlation("spearmanr"), ("nan_policy='propagate'", "nan_policy='raise'")),
        ((*_RATED, _MISSING), scipy_correlation("spearmanr"), ("nan_policy='raise'",)),
    ],
    "scipy.kendalltau": [
        (_RATED, scipy_correlation("kendalltau"), ("variant='c'", "variant='b'", "nan_policy='propagate'")),
        (
            (*_RATED, _MISSING),
            scipy_correlation("kendalltau"),
            ("nan_policy='omit'", "nan_policy='raise', variant='c'"),
        ),
    ],
    "statsmodels.mcnemar": [
        (_ANSWERS, statsmodels_mcnemar, ("exact=True", "exact=False", "exact=False, correction=False"))
    ],
    "torchmetrics.kendall_rank_corrcoef": [
        (_RATED, torchmetrics_kendall, ("variant='a'", "variant='b'", "variant='c'"))
    ],
    "sacrebleu.paired_bs": [(_SYSTEMS, sacrebleu_paired_test("bs", "p_value"), ("n_samples=100", "n_samples=37"))],
    "sacrebleu.paired_ar": [(_SYSTEMS, sacrebleu_paired_test("ar", "p_value"), ("n_samples=100", "n_samples=37"))],
    "sacrebleu.paired_bs_interval": [(_SYSTEMS, sacrebleu_paired_test("bs", "ci"), ("n_samples=100",))],
    "sacrebleu.corpus_score_interval": [(_SYSTEMS, sacrebleu_interval, ("n_bootstrap=100", "n_bootstrap=40"))],
}
