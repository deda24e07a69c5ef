"""The names of the metrics and their presets; importing this module imports no metric."""

from __future__ import annotations

#: Other established names of a metric, each with the knob values that it implies.
Presets = tuple[tuple[str, tuple[tuple[str, object], ...]], ...]

#: The module and the attribute that hold each metric; a module is imported when one of its metrics is first used.
MODULES = {
    "bleu": ("bleu", "BLEU"),
    "chrf": ("chrf", "CHRF"),
    "rouge-n": ("rouge.n_l", "ROUGE_N"),
    "rouge-l": ("rouge.n_l", "ROUGE_L"),
    "rouge-lsum": ("rouge.lsum", "ROUGE_LSUM"),
    "gleu": ("gleu", "GLEU"),
    "nist": ("nist", "NIST"),
    "ribes": ("ribes", "RIBES"),
    "meteor": ("meteor", "METEOR"),
    "meteor15": ("meteor15.scores", "METEOR_15"),
    "ter": ("edits.ter", "TER"),
    "rouge-w": ("rouge.weighted", "ROUGE_W"),
    "rouge-s": ("rouge.skip", "ROUGE_S"),
    "rouge-su": ("rouge.skip", "ROUGE_SU"),
    "wer": ("edits.wer", "WER"),
    "cer": ("edits.wer", "CER"),
    "mer": ("edits.wer", "MER"),
    "wil": ("edits.wer", "WIL"),
    "wip": ("edits.wer", "WIP"),
    "edit-distance": ("edits.distance", "EDIT_DISTANCE"),
    "similarity": ("edits.similarity", "SIMILARITY"),
    "cider": ("cider", "CIDER"),
    "accuracy": ("labels.classification", "ACCURACY"),
    "precision": ("labels.averaged", "PRECISION"),
    "recall": ("labels.averaged", "RECALL"),
    "f1": ("labels.averaged", "F1"),
    "f1-mult": ("labels.classification", "F1_MULT"),
    "balanced-accuracy": ("labels.classification", "BALANCED_ACCURACY"),
    "jaccard": ("labels.averaged", "JACCARD"),
    "hamming": ("labels.losses", "HAMMING"),
    "zero-one": ("labels.losses", "ZERO_ONE"),
    "multilabel": ("labels.multilabel", "MULTILABEL"),
    "multilabel-loss": ("labels.multilabel", "MULTILABEL_LOSS"),
    "mcc": ("labels.mcc", "MCC"),
    "kappa": ("labels.kappa", "KAPPA"),
    "roc-auc": ("labels.roc_auc", "ROC_AUC"),
    "average-precision": ("labels.average_precision", "AVERAGE_PRECISION"),
    "brier": ("labels.brier", "BRIER"),
    "log-loss": ("labels.log_loss", "LOG_LOSS"),
    "multiclass-roc-auc": ("labels.multiclass_ranking", "MULTICLASS_ROC_AUC"),
    "multiclass-average-precision": ("labels.multiclass_ranking", "MULTICLASS_AVERAGE_PRECISION"),
    "multiclass-brier": ("labels.multiclass_losses", "MULTICLASS_BRIER"),
    "multiclass-log-loss": ("labels.multiclass_losses", "MULTICLASS_LOG_LOSS"),
    "top-k-accuracy": ("labels.top_k", "TOP_K_ACCURACY"),
    "calibration-error": ("calibration", "CALIBRATION_ERROR"),
    "multiclass-calibration-error": ("calibration", "MULTICLASS_CALIBRATION_ERROR"),
    "threshold-f1-mult": ("labels.threshold", "THRESHOLD_F1_MULT"),
    "distinct": ("distinct", "DISTINCT"),
    "char-f1": ("char_f1", "CHAR_F1"),
    "exact-match": ("qa.exact_match", "EXACT_MATCH"),
    "answer-match": ("qa.answer_match", "ANSWER_MATCH"),
    "answer-f1": ("qa.answer_f1", "ANSWER_F1"),
    "drop-f1": ("qa.drop", "DROP_F1"),
    "anls": ("qa.anls", "ANLS"),
    "supported-answers": ("qa.supported", "SUPPORTED_ANSWERS"),
    "response-match": ("qa.responses", "RESPONSE_MATCH"),
    "pass-at-k": ("qa.pass_at_k", "PASS_AT_K"),
    "ifeval": ("ifeval", "IFEVAL"),
    "perplexity": ("likelihood.perplexity", "PERPLEXITY"),
    "accuracy-choices": ("likelihood.choices", "ACCURACY_CHOICES"),
    "ngram-perplexity": ("likelihood.ngram_model", "NGRAM_PERPLEXITY"),
    "pearson": ("correlation.pearson", "PEARSON"),
    "spearman": ("correlation.spearman", "SPEARMAN"),
    "kendall": ("correlation.kendall", "KENDALL"),
    "retrieval": ("retrieval", "RETRIEVAL"),
    "sari": ("simplification.sari", "SARI"),
    "entity-f1": ("sequences.entity_f1", "ENTITY_F1"),
    "entity-match": ("sequences.entity_match", "ENTITY_MATCH"),
    "krippendorff-alpha": ("agreement.alpha", "KRIPPENDORFF_ALPHA"),
    "fleiss-kappa": ("agreement.fleiss", "FLEISS_KAPPA"),
    "p-value": ("significance.p_value", "P_VALUE"),
    "interval": ("significance.interval", "INTERVAL"),
    "standard-error": ("significance.standard_error", "STANDARD_ERROR"),
}


def _orders(*names: str) -> Presets:
    return tuple((f"{name}{n}", (("order", n),)) for n in range(1, 10) for name in names)


def _skips(name: str, other: str) -> Presets:
    distances = tuple((f"{form}{d}", (("skip", d),)) for d in range(10) for form in (name, other))
    return (*distances, (name, ()), (f"{other}*", ()))


def _weighted(*names: str, **knobs: object) -> Presets:
    """Return former names of metrics for weighted items, as presets."""
    return tuple(
        ("-".join(filter(None, ("sample-weighted", name))), (("weights", "given"), *knobs.items())) for name in names
    )


def _calibration(prefix: str) -> Presets:
    return (
        (f"{prefix}ece", ()),
        (f"{prefix}mce", (("measure", "max"),)),
        (f"{prefix}rmsce", (("measure", "root-mean-square"),)),
        (f"{prefix}ace", (("binning", "mass"), ("weighting", "bins"))),
    )


def _at_cutoffs(**measures: str) -> Presets:
    """Return names such as ``ndcg`` and ``ndcg@10``, by the names of measures; ``p`` and ``recall`` have a cutoff."""
    return tuple(
        (f"{name}@{cutoff}", (("cutoff", cutoff), ("measure", measure))) if cutoff else (name, (("measure", measure),))
        for name, measure in measures.items()
        for cutoff in (0, 1, 3, 5, 10, 20, 100, 1000)
        if cutoff or name not in ("p", "recall")
    )


#: The presets of each metric that has any.
PRESETS: dict[str, Presets] = {
    "chrf": (("chrf++", (("word_order", 2),)),),
    "rouge-n": _orders("rouge", "rouge-"),
    "rouge-l": (("rougel", ()),),
    "rouge-lsum": (("rougelsum", ()),),
    "rouge-w": (("rougew", ()), ("rougew-1.2", (("weight", 1.2),)), ("rouge-w-1.2", (("weight", 1.2),))),
    "rouge-s": _skips("rouges", "rouge-s"),
    "rouge-su": _skips("rougesu", "rouge-su"),
    "fleiss-kappa": (
        ("scott-pi", (("chance", "pooled"), ("form", "pairs"))),
        ("bennett-s", (("chance", "uniform"), ("form", "pairs"))),
        ("conger-kappa", (("chance", "own"),)),
        ("randolph-kappa", (("chance", "uniform"),)),
    ),
    "edit-distance": (
        ("levenshtein", ()),
        ("osa", (("operations", "osa"),)),
        ("damerau-levenshtein", (("operations", "damerau"),)),
    ),
    "accuracy": _weighted("accuracy"),
    "f1": _weighted("f1", "", average="macro"),
    "precision": _weighted("precision", average="macro"),
    "recall": _weighted("recall", average="macro"),
    "jaccard": _weighted("jaccard", average="macro"),
    "balanced-accuracy": _weighted("balanced-accuracy"),
    "mcc": _weighted("mcc"),
    "average-precision": _weighted("average-precision"),
    "log-loss": _weighted("log-loss"),
    "hamming": (("hamming-loss", ()), *_weighted("hamming")),
    "zero-one": (("zero-one-loss", ()), *_weighted("zero-one", "loss")),
    "multilabel": (
        ("multilabel-f1", ()),
        *((f"multilabel-{name}", (("measure", name),)) for name in ("precision", "recall", "jaccard")),
        ("subset-accuracy", (("measure", "subset"),)),
    ),
    "multilabel-loss": (("multilabel-hamming", ()), ("multilabel-zero-one", (("unit", "items"),))),
    "kappa": (("cohen-kappa", ()), *_weighted("kappa")),
    "roc-auc": (("auc", ()), *_weighted("roc-auc")),
    "brier": (("brier-score", ()), *_weighted("brier")),
    "multiclass-roc-auc": (("multiclass-auc", ()),),
    "top-k-accuracy": tuple((f"top-{k}-accuracy", (("k", k),)) for k in (1, 2, 3, 5, 10)),
    "calibration-error": _calibration(""),
    "multiclass-calibration-error": _calibration("multiclass-"),
    "threshold-f1-mult": (("f1_cal", ()),),
    "distinct": _orders("distinct", "distinct-"),
    "exact-match": (("em", ()),),
    "supported-answers": (
        ("joint-f1", ()),
        ("joint-em", (("measure", "em"),)),
        ("supporting-facts-f1", (("part", "facts"),)),
        ("supporting-facts-em", (("measure", "em"), ("part", "facts"))),
    ),
    "response-match": (("maj@k", (("choice", "majority-vote"),)),),
    "pass-at-k": (
        ("pass@k", ()),
        *((f"pass@{k}", (("k", k),)) for k in (1, 5, 10, 100)),
        ("pass^k", (("measure", "g-pass"),)),
        ("avg@k", (("measure", "mean"),)),
    ),
    "ifeval": tuple(
        (f"{short}_level_{check}_acc", (("check", check), ("level", level)))
        for short, level in (("prompt", "prompt"), ("inst", "instruction"))
        for check in ("strict", "loose")
    ),
    "perplexity": (("ppl", ()),),
    "kendall": tuple((f"kendall-{name}", (("variant", name),)) for name in ("a", "b", "c")),
    "accuracy-choices": (
        ("acc", ()),
        ("acc_norm", (("normalization", "characters"),)),
        ("acc_bytes", (("normalization", "bytes"),)),
        ("acc_mutual_info", (("normalization", "mutual-information"),)),
    ),
    "retrieval": (
        *_at_cutoffs(ndcg="ndcg", map="ap", mrr="rr", p="precision", recall="recall", success="success"),
        ("r-precision", (("measure", "r-precision"),)),
        ("bpref", (("measure", "bpref"),)),
        ("infap", (("measure", "infap"),)),
        ("iprec", (("measure", "interpolated-precision"),)),
        ("11pt-avg", (("measure", "eleven-point"),)),
        ("err", (("measure", "err"),)),
        ("rbp", (("measure", "rbp"),)),
    ),
    "interval": tuple((f"interval-{end}", (("end", end),)) for end in ("low", "high", "centre", "half-width")),
    "ngram-perplexity": tuple(
        (f"{name}-perplexity", (("order", n),)) for n, name in enumerate(("unigram", "bigram", "trigram"), 1)
    ),
}


def presets_of(metric_name: str) -> Presets:
    """Return a metric's other established names (``rouge1``), each with the knob values that it implies."""
    return PRESETS.get(metric_name, ())


def begins_with_a_name(text: str, metric: str) -> bool:
    """Return whether a text, such as a vector's id, starts with this metric's name or any preset, and a hyphen."""
    presets = (preset for presets in PRESETS.values() for preset, _ in presets)
    return any(text.startswith(f"{name}-") for name in (metric, *presets))
