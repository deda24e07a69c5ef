"""The function of the oracle for each metric."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.oracle import (
    agreement,
    answers,
    bleu,
    calibration,
    chance_corrected,
    chrf,
    cider,
    class_scores,
    classification,
    correlation,
    dialogue,
    drop,
    edit_distance,
    entity_match,
    ifeval,
    interval,
    kendall,
    likelihood,
    meteor15,
    model_outputs,
    multilabel,
    ngram_model,
    pass_at_k,
    probabilities,
    retrieval,
    rouge,
    rouge_more,
    sample_weights,
    sampled_responses,
    sequences,
    significance,
    similarity,
    simplification,
    supported_answers,
    ter,
    threshold,
    translation,
    weighted_class_scores,
    weighted_scores,
    wer,
)

#: A function from a plain input and complete settings to value and stages; it may raise `OracleError`.
Oracle = Callable[[dict[str, Any], dict[str, Any]], dict[str, Any]]

ORACLES: dict[str, Oracle] = {
    "bleu": bleu.score,
    "chrf": chrf.score,
    "rouge-n": rouge.score_n,
    "rouge-l": rouge.score_l,
    "rouge-lsum": rouge.score_lsum,
    "gleu": translation.gleu,
    "nist": translation.nist,
    "ribes": translation.ribes,
    "meteor": translation.meteor,
    "meteor15": meteor15.score,
    "ter": ter.score,
    "rouge-w": rouge_more.score_w,
    "rouge-s": rouge_more.score_s,
    "rouge-su": rouge_more.score_s,
    "wer": wer.wer,
    "cer": wer.cer,
    "mer": wer.mer,
    "wil": wer.wil,
    "wip": wer.wip,
    "edit-distance": edit_distance.score,
    "similarity": similarity.score,
    "cider": cider.score,
    "accuracy": sample_weights.of_items(classification.accuracy, "right"),
    "precision": sample_weights.of_classes(classification.precision),
    "recall": sample_weights.of_classes(classification.recall),
    "f1": sample_weights.of_classes(classification.f1),
    "f1-mult": sample_weights.of_classes(classification.f1_mult),
    "balanced-accuracy": sample_weights.of_classes(classification.balanced_accuracy),
    "jaccard": sample_weights.of_classes(classification.jaccard),
    "hamming": sample_weights.of_items(classification.hamming, "wrong"),
    "zero-one": sample_weights.of_items(classification.zero_one, "wrong"),
    "mcc": sample_weights.of_classes(chance_corrected.mcc),
    "kappa": sample_weights.of_classes(chance_corrected.kappa),
    "roc-auc": weighted_scores.or_plain(weighted_scores.roc_auc, probabilities.roc_auc),
    "average-precision": weighted_scores.or_plain(weighted_scores.average_precision, probabilities.average_precision),
    "brier": weighted_scores.or_plain(weighted_scores.brier, probabilities.brier),
    "log-loss": weighted_scores.or_plain(weighted_scores.log_loss, probabilities.log_loss),
    "calibration-error": calibration.of_two,
    "multiclass-calibration-error": calibration.of_classes,
    "threshold-f1-mult": threshold.score,
    "distinct": dialogue.distinct,
    "char-f1": dialogue.char_f1,
    "exact-match": answers.exact_match,
    "answer-match": model_outputs.score,
    "answer-f1": answers.f1,
    "drop-f1": drop.score,
    "anls": similarity.anls,
    "pass-at-k": pass_at_k.score,
    "ifeval": ifeval.score,
    "perplexity": likelihood.perplexity,
    "accuracy-choices": likelihood.accuracy_choices,
    "ngram-perplexity": ngram_model.score,
    "retrieval": retrieval.score,
    "sari": simplification.score,
    "entity-f1": sequences.score,
    "entity-match": entity_match.score,
    "supported-answers": supported_answers.score,
    "response-match": sampled_responses.score,
    "multilabel": multilabel.score,
    "multilabel-loss": multilabel.loss,
    "multiclass-roc-auc": weighted_scores.or_plain(weighted_class_scores.roc_auc, class_scores.roc_auc),
    "multiclass-average-precision": weighted_scores.or_plain(
        weighted_class_scores.average_precision, class_scores.average_precision
    ),
    "multiclass-brier": weighted_class_scores.of_items(class_scores.brier),
    "multiclass-log-loss": weighted_class_scores.of_items(class_scores.log_loss),
    "top-k-accuracy": weighted_class_scores.of_items(class_scores.top_k),
    "krippendorff-alpha": agreement.alpha,
    "fleiss-kappa": agreement.fleiss,
    "p-value": significance.score,
    "interval": interval.interval,
    "standard-error": interval.standard_error,
    "pearson": correlation.pearson,
    "spearman": correlation.spearman,
    "kendall": kendall.kendall,
}


def ask(metric: str, data: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """Return the oracle's answer: value (None: undefined) and stages; raises `OracleError` where the settings call for an error."""
    if metric not in ORACLES:
        raise NotImplementedError(f"{metric} has no oracle: write one in tests/oracle/ and name it in registry.py")
    oracle = ORACLES[metric]
    try:
        return oracle(data, settings)
    except KeyError as problem:
        where = oracle.__module__.replace(".", "/")
        raise NotImplementedError(f"the oracle of {metric} does not know {problem}: add it to {where}.py") from problem
