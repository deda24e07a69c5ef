"""The cases of packages' own arguments: inputs, how the package is called, and the texts of the arguments."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.argument_inputs import (
    ALL_ANNOTATED,
    ANNOTATED,
    ANSWERS,
    BLEU,
    BOOTSTRAP,
    CHRF,
    CHRF_CLASS,
    LIMITS,
    MISSING,
    MULTIPLE,
    NLTK_BLEU,
    OVERLAPPING,
    PAIRED,
    RANKS,
    RATED,
    REPEATED,
    SCHEMES,
    SEQEVAL,
    SETS,
    SETS_OF_LABELS,
    SEVERAL,
    SHORT,
    SIDES,
    STARS,
    STEMMER,
    SYSTEMS,
    TAGGED,
    TER,
    TEXTS,
    TIED_EDITS,
    TORCH_BLEU,
    TORCH_LABELS,
    TORCH_RANKINGS,
    TORCH_SCORES,
    UNEVEN_RANKINGS,
)
from conformance.package_calls import (
    Call,
    NoWordNet,
    anls_score,
    bleuscore_compute,
    coco_class,
    jiwer_wer,
    kaldialign_rate,
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
    statsmodels_fleiss_kappa,
    statsmodels_mcnemar,
)
from conformance.sklearn_cases import SKLEARN
from conformance.torchmetrics_calls import (
    torchmetrics_edit_distance,
    torchmetrics_function,
    torchmetrics_kappa,
    torchmetrics_kendall,
    torchmetrics_labels,
    torchmetrics_retrieval,
    torchmetrics_scores,
    torchmetrics_sets,
)
from samescore.data.kinds import Data

#: For each entry point: its inputs, its own call, and cases.
CASES: dict[str, list[tuple[Sequence[Data], Call, Sequence[str]]]] = {
    "sacrebleu.corpus_bleu": [
        (
            TEXTS,
            sacrebleu_class("BLEU"),
            (*BLEU, "max_ngram_order=2", "effective_order=True", "effective_order=False"),
        ),
        ((*TEXTS, *SHORT), sacrebleu_function("corpus_bleu"), (*BLEU, "use_effective_order=True")),
    ],
    "sacrebleu.sentence_bleu": [
        (
            TEXTS,
            sacrebleu_class_by_sentence("BLEU", effective_order=True),
            (*BLEU, "max_ngram_order=2", "effective_order=False"),
        ),
        ((*TEXTS, *SHORT), sacrebleu_function("sentence_bleu"), (*BLEU[:-1], "use_effective_order=False")),
    ],
    "sacrebleu.corpus_chrf": [
        (TEXTS, sacrebleu_class("CHRF"), (*CHRF, *CHRF_CLASS)),
        (TEXTS, sacrebleu_function("corpus_chrf"), (*CHRF, "remove_whitespace=False", "remove_whitespace=True")),
    ],
    "sacrebleu.sentence_chrf": [
        (TEXTS, sacrebleu_class_by_sentence("CHRF"), (*CHRF, *CHRF_CLASS)),
        (TEXTS, sacrebleu_function("sentence_chrf"), (*CHRF, "remove_whitespace=False")),
    ],
    "sacrebleu.corpus_ter": [
        (TEXTS, sacrebleu_class("TER"), TER),
        (TEXTS, sacrebleu_function("corpus_ter"), TER),
    ],
    "sacrebleu.sentence_ter": [(TEXTS, sacrebleu_function("sentence_ter"), TER)],
    "nltk.corpus_bleu": [
        ((*TEXTS, *SHORT), of_tokens(nltk_function("translate.bleu_score", "corpus_bleu")), NLTK_BLEU)
    ],
    "nltk.sentence_bleu": [
        ((*TEXTS, *SHORT), of_tokens(nltk_function("translate.bleu_score", "sentence_bleu")), NLTK_BLEU)
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
            ((REPEATED,), of_tokens(nltk_function("translate.nist_score", f"{level}_nist")), ("n=1", "n=2"))
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
            ANNOTATED,
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
        (STARS, nltk_weighted_kappa, ("distance='binary_distance'", "distance='interval_distance'")),
    ],
    "nltk.alpha": [
        (ANNOTATED, nltk_agreement("alpha"), ("distance='binary_distance'", "distance='interval_distance'")),
        (SETS, nltk_agreement("alpha"), ("distance='jaccard_distance'", "distance='masi_distance'")),
    ],
    "nltk.agreement": [
        (SETS, nltk_agreement("pi"), tuple(f"distance='{name}_distance'" for name in ("binary", "jaccard", "masi"))),
    ],
    "statsmodels.fleiss_kappa": [
        (
            ALL_ANNOTATED,
            statsmodels_fleiss_kappa(),
            ("method='fleiss'", "method='rand'", "method='randolph'", "method='uniform'"),
        )
    ],
    "anls.anls_score": [(TEXTS, anls_score, ("threshold=0.25", "threshold=0.9"))],
    "nervaluate.evaluate": [(OVERLAPPING, nervaluate_evaluate, SCHEMES)],
    "seqeval.f1_score": [(TAGGED, seqeval_f1(), SEQEVAL)],
    "seqeval.f1_score_strict": [(TAGGED, seqeval_f1(mode="strict", scheme="IOB2"), SEQEVAL)],
    "seqeval.f1_score_strict_without_scheme": [(TAGGED, seqeval_f1(mode="strict"), SEQEVAL)],
    **SKLEARN,
    "kaldialign.batch_error_rate": [(TIED_EDITS, kaldialign_rate, ("sclite_mode=False", "sclite_mode=True"))],
    "rouge_score.rougeN": [
        (
            TEXTS,
            rouge_scorer("rouge1"),
            (*STEMMER, "rouge_types=['rouge2'], use_stemmer=True", "rouge_types=['rouge3']"),
        )
    ],
    "rouge_score.rougeL": [(TEXTS, rouge_scorer("rougeL"), STEMMER)],
    "rouge_score.rougeLsum": [
        (TEXTS, rouge_scorer("rougeLsum"), (*STEMMER, "split_summaries=False", "split_summaries=True"))
    ],
    "rouge.rouge-n": [
        (
            TEXTS,
            rouge_class("rouge-1"),
            ("exclusive=True", "exclusive=False", "metrics=['rouge-2']", "stats=['r']", "stats=['p']"),
        )
    ],
    "rouge.rouge-l": [(TEXTS, rouge_class("rouge-l"), ("exclusive=True", "exclusive=False", "stats=['r']"))],
    "py_rouge.rouge-n": [(TEXTS, py_rouge_class("rouge-n"), (*LIMITS, "max_n=2"))],
    **{
        f"py_rouge.{name}": [(TEXTS, py_rouge_class(name), (*limits, "weight_factor=2.0"))]
        for name, limits in (("rouge-l", LIMITS), ("rouge-w", [text for text in LIMITS if "best=True" not in text]))
    },
    **{
        f"rouge_metric.{name}": [
            ((*TEXTS, SEVERAL), of_tokens(rouge_metric_class(name)), (*MULTIPLE, "skip_gap=2", "skip_gap=None"))
        ]
        for name in ("rouge_s", "rouge_su")
    },
    "rouge_metric.rouge_w": [((*TEXTS, SEVERAL), rouge_metric_class("rouge_w"), (*MULTIPLE, "rouge_w_weight=2.0"))],
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
            (*TEXTS, SEVERAL),
            bleuscore_compute,
            ("max_order=2", "smooth=True", "smooth=False", "ref_len_method='closest'"),
        )
    ],
    **{f"torchmetrics.{name}": [(inputs, torchmetrics_labels(name), texts)] for name, inputs, texts in TORCH_LABELS},
    **{f"torchmetrics.{name}": [(inputs, torchmetrics_scores(name), texts)] for name, inputs, texts in TORCH_SCORES},
    **{
        f"torchmetrics.{name}": [(UNEVEN_RANKINGS, torchmetrics_retrieval(name), texts)]
        for name, texts in TORCH_RANKINGS
    },
    "torchmetrics.multilabel_hamming_distance": [
        (
            SETS_OF_LABELS,
            torchmetrics_sets("multilabel_hamming_distance"),
            ("average='macro'", "average='micro'", "average='weighted'"),
        )
    ],
    "torchmetrics.bleu_score": [((*TEXTS, *SHORT), torchmetrics_function("bleu_score"), TORCH_BLEU)],
    "torchmetrics.sacre_bleu_score": [
        (
            TEXTS,
            torchmetrics_function("sacre_bleu_score"),
            (*TORCH_BLEU, "lowercase=True", "tokenize='intl'", "tokenize='char', lowercase=False"),
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
        (
            TEXTS,
            torchmetrics_function("rouge_score", rouge_keys="rougeL"),
            (*STEMMER, "accumulate='best'", "accumulate='avg'"),
        )
    ],
    "torchmetrics.edit_distance": [
        (
            TEXTS,
            torchmetrics_edit_distance,
            ("substitution_cost=2", "substitution_cost=0", "reduction='mean'", "reduction='sum'"),
        )
    ],
    "torchmetrics.rouge_lsum": [
        (
            TEXTS,
            torchmetrics_function("rouge_score", rouge_keys="rougeLsum"),
            (*STEMMER, "accumulate='best'", "accumulate='avg'"),
        )
    ],
    "torchmetrics.rouge_n": [
        (
            TEXTS,
            torchmetrics_function("rouge_score", rouge_keys="rouge1"),
            (*STEMMER, "rouge_keys='rouge2', accumulate='best'", "accumulate='avg'"),
        )
    ],
    "scipy.wilcoxon": [
        (
            PAIRED,
            scipy_test("wilcoxon"),
            (
                *SIDES,
                "zero_method='pratt'",
                "zero_method='zsplit', correction=True",
                "correction=True, method='approx'",
                "method='exact', zero_method='wilcox'",
                "method='asymptotic', alternative='less'",
                "method='auto'",
                "mode='exact', zero_method='pratt'",
            ),
        )
    ],
    "scipy.ttest_rel": [(PAIRED, scipy_test("ttest_rel"), SIDES)],
    "scipy.ttest_ind": [
        (PAIRED, scipy_test("ttest_ind"), (*SIDES, "equal_var=False", "equal_var=True, alternative='less'"))
    ],
    "scipy.binomtest": [(PAIRED, scipy_sign_test, SIDES)],
    "scipy.permutation_test_samples": [
        (PAIRED, scipy_permutation_test("samples"), (*SIDES, "n_resamples=99", "n_resamples=7, alternative='less'"))
    ],
    "scipy.permutation_test_independent": [(PAIRED, scipy_permutation_test("independent"), (*SIDES, "n_resamples=99"))],
    "scipy.bootstrap": [
        (
            PAIRED,
            scipy_bootstrap("interval"),
            BOOTSTRAP,
        )
    ],
    "scipy.bootstrap_standard_error": [(PAIRED, scipy_bootstrap("standard_error"), ("n_resamples=99",))],
    "scipy.proportion_ci": [
        (ANSWERS, scipy_proportion_ci, ("confidence_level=0.9", *SIDES, "confidence_level=0.5, alternative='less'"))
    ],
    "scipy.spearmanr": [
        (RATED, scipy_correlation("spearmanr"), ("nan_policy='propagate'", "nan_policy='raise'")),
        ((*RATED, MISSING), scipy_correlation("spearmanr"), ("nan_policy='raise'",)),
    ],
    "scipy.kendalltau": [
        (RATED, scipy_correlation("kendalltau"), ("variant='c'", "variant='b'", "nan_policy='propagate'")),
        (
            (*RATED, MISSING),
            scipy_correlation("kendalltau"),
            ("nan_policy='omit'", "nan_policy='raise', variant='c'"),
        ),
    ],
    "statsmodels.mcnemar": [
        (ANSWERS, statsmodels_mcnemar, ("exact=True", "exact=False", "exact=False, correction=False"))
    ],
    "torchmetrics.cohen_kappa": [
        (RANKS, torchmetrics_kappa, ("weights='none'", "weights='linear'", "weights='quadratic'", "weights=None"))
    ],
    "torchmetrics.kendall_rank_corrcoef": [
        (RATED, torchmetrics_kendall, ("variant='a'", "variant='b'", "variant='c'"))
    ],
    "sacrebleu.paired_bs": [(SYSTEMS, sacrebleu_paired_test("bs", "p_value"), ("n_samples=100", "n_samples=37"))],
    "sacrebleu.paired_ar": [(SYSTEMS, sacrebleu_paired_test("ar", "p_value"), ("n_samples=100", "n_samples=37"))],
    "sacrebleu.paired_bs_interval": [(SYSTEMS, sacrebleu_paired_test("bs", "ci"), ("n_samples=100",))],
    "sacrebleu.corpus_score_interval": [(SYSTEMS, sacrebleu_interval, ("n_bootstrap=100", "n_bootstrap=40"))],
}
