"""The native metrics, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from samescore.errors import MetricError, SettingsError, UnknownNameError
from samescore.metrics.base import Metric
from samescore.outcome import Trace
from samescore.settings import Settings

# Metric name to the module and attribute that hold it; modules load when a metric is first used.
_WHERE = {
    "bleu": ("bleu", "BLEU"),
    "chrf": ("chrf", "CHRF"),
    "rouge-n": ("rouge.n_l", "ROUGE_N"),
    "rouge-l": ("rouge.n_l", "ROUGE_L"),
    "rouge-lsum": ("rouge.lsum", "ROUGE_LSUM"),
    "gleu": ("gleu", "GLEU"),
    "nist": ("nist", "NIST"),
    "ribes": ("ribes", "RIBES"),
    "meteor": ("meteor", "METEOR"),
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
    "cider": ("cider", "CIDER"),
    "accuracy": ("labels.classification", "ACCURACY"),
    "precision": ("labels.classification", "PRECISION"),
    "recall": ("labels.classification", "RECALL"),
    "f1": ("labels.classification", "F1"),
    "f1-mult": ("labels.classification", "F1_MULT"),
    "balanced-accuracy": ("labels.classification", "BALANCED_ACCURACY"),
    "mcc": ("labels.mcc", "MCC"),
    "kappa": ("labels.kappa", "KAPPA"),
    "roc-auc": ("labels.roc_auc", "ROC_AUC"),
    "threshold-f1-mult": ("labels.threshold", "THRESHOLD_F1_MULT"),
    "distinct": ("distinct", "DISTINCT"),
    "char-f1": ("char_f1", "CHAR_F1"),
    "exact-match": ("qa.squad", "EXACT_MATCH"),
    "answer-f1": ("qa.squad", "ANSWER_F1"),
    "drop-f1": ("qa.drop", "DROP_F1"),
    "perplexity": ("likelihood.perplexity", "PERPLEXITY"),
    "accuracy-choices": ("likelihood.choices", "ACCURACY_CHOICES"),
    "ngram-perplexity": ("likelihood.ngram_model", "NGRAM_PERPLEXITY"),
}

METRIC_NAMES: tuple[str, ...] = tuple(_WHERE)


@cache
def metric(name: str) -> Metric:
    """The metric called `name`; presets such as ``rouge2`` are resolved by `find`."""
    if name not in _WHERE:
        raise UnknownNameError(f"there is no metric {name!r}", hint=f"the metrics are: {', '.join(METRIC_NAMES)}")
    module, attribute = _WHERE[name]
    instance: Metric = getattr(import_module(f"samescore.metrics.{module}"), attribute)
    return instance


def evaluate(chosen: Metric, data: Any, settings: Settings) -> Trace:
    """The trace of a metric; arithmetic that leaves the range of doubles is a `MetricError` like any other."""
    with arithmetic():
        return chosen.evaluate(data, settings)


@contextmanager
def arithmetic() -> Iterator[None]:
    """Arithmetic in which an error is a `MetricError`."""
    try:
        yield
    except ArithmeticError as problem:
        raise MetricError(f"the arithmetic fails: {problem}", kind=type(problem).__name__) from None


def merged(implied: Mapping[str, object], knobs: Mapping[str, object]) -> dict[str, object]:
    """The knobs that a metric's name implies, and the user's; `SettingsError` if they contradict each other."""
    for name, value in knobs.items():
        if name in implied and implied[name] != value:
            raise SettingsError(
                f"the metric's name implies {name}={implied[name]}, but {name}={value} was set",
                hint="leave out one of them",
            )
    return {**implied, **knobs}


def find(name: str) -> tuple[Metric, dict[str, object]]:
    """The metric a user means by `name`, and the knob values the name implies.

    >>> find("rouge2")[1]
    {'order': 2}
    """
    if not isinstance(name, str):
        raise UnknownNameError(
            f"a metric's name must be a string, not {type(name).__name__}", hint="for example 'bleu'"
        )
    chosen, implied = _find(name.lower())
    if chosen is None:
        presets = [preset for candidate in map(metric, METRIC_NAMES) for preset, _ in candidate.presets]
        raise UnknownNameError(
            f"there is no metric {name!r}", hint=f"the metrics are: {', '.join((*METRIC_NAMES, *presets))}"
        )
    return chosen, dict(implied)


@lru_cache(maxsize=256)
def _find(name: str) -> tuple[Metric | None, tuple[tuple[str, object], ...]]:
    """The metric with this name or preset in lower case (None if there is none), and the knob values that it implies."""
    if name in _WHERE:
        return metric(name), ()
    for candidate in map(metric, METRIC_NAMES):
        for preset, values in candidate.presets:
            if preset == name:
                return candidate, values
    return None, ()
