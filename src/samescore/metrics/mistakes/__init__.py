"""Known mistakes of implementations, by metric: wrong versions of single stages, which apply under any settings."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from samescore.metrics.mistakes.contract import Mistake, compatible, mistaken_outcome

__all__ = ["LISTS", "Mistake", "compatible", "meanings", "mistaken_outcome", "mistakes_of"]

#: For each metric, the module with its mistakes, and their name in that module.
LISTS = {
    "bleu": ("bleu", "MISTAKES"),
    "chrf": ("chrf", "MISTAKES"),
    "rouge-n": ("rouge", "ROUGE_N_MISTAKES"),
    "rouge-l": ("rouge", "ROUGE_L_MISTAKES"),
    "rouge-lsum": ("rouge", "ROUGE_LSUM_MISTAKES"),
    "rouge-w": ("rouge", "ROUGE_W_MISTAKES"),
    "meteor": ("meteor", "METEOR_MISTAKES"),
    "gleu": ("words", "GLEU_MISTAKES"),
    "distinct": ("words", "DISTINCT_MISTAKES"),
    "perplexity": ("words", "PERPLEXITY_MISTAKES"),
    "ter": ("edits", "TER_MISTAKES"),
    "wer": ("edits", "WER_MISTAKES"),
    "cer": ("edits", "CER_MISTAKES"),
    "mer": ("edits", "MER_MISTAKES"),
    "exact-match": ("answers", "EXACT_MATCH_MISTAKES"),
    "answer-f1": ("answers", "ANSWER_F1_MISTAKES"),
    "pass-at-k": ("samples", "PASS_AT_K_MISTAKES"),
    "f1": ("labels", "F1_MISTAKES"),
    "precision": ("labels", "PRECISION_MISTAKES"),
    "recall": ("labels", "RECALL_MISTAKES"),
    "accuracy": ("accuracy", "ACCURACY_MISTAKES"),
    "balanced-accuracy": ("accuracy", "BALANCED_ACCURACY_MISTAKES"),
    "mcc": ("mcc", "MCC_MISTAKES"),
    "kappa": ("kappa", "KAPPA_MISTAKES"),
    "roc-auc": ("roc_auc", "ROC_AUC_MISTAKES"),
    "average-precision": ("scored", "AVERAGE_PRECISION_MISTAKES"),
    "brier": ("scored", "BRIER_MISTAKES"),
    "log-loss": ("scored", "LOG_LOSS_MISTAKES"),
    "retrieval": ("retrieval", "RETRIEVAL_MISTAKES"),
    "pearson": ("ratings", "PEARSON_MISTAKES"),
    "spearman": ("ratings", "SPEARMAN_MISTAKES"),
    "kendall": ("ratings", "KENDALL_MISTAKES"),
}


@cache
def mistakes_of(metric_name: str) -> tuple[Mistake, ...]:
    """Return the known mistakes of a metric, in the order of its list; empty for a metric without a list."""
    if metric_name not in LISTS:
        return ()
    module, attribute = LISTS[metric_name]
    found: tuple[Mistake, ...] = getattr(import_module(f"samescore.metrics.mistakes.{module}"), attribute)
    return found


@cache
def meanings() -> dict[str, dict[str, str]]:
    """Return the meaning of each known mistake, by its name and then by metric.

    Mutations of single tokens of a formula are not included.
    """
    found: dict[str, dict[str, str]] = {}
    for metric_name in LISTS:
        for mistake in mistakes_of(metric_name):
            if not mistake.typed:
                found.setdefault(mistake.name, {})[metric_name] = mistake.meaning
    return found
