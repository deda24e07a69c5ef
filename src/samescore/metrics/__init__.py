"""The native metrics, by name."""

from __future__ import annotations

from importlib import import_module

from samescore.errors import UnknownNameError
from samescore.metrics.base import Metric

# Metric name to the module and attribute that hold it; modules load when a metric is first used.
_WHERE = {
    "bleu": ("bleu", "BLEU"),
    "chrf": ("chrf", "CHRF"),
    "rouge-n": ("rouge", "ROUGE_N"),
    "rouge-l": ("rouge", "ROUGE_L"),
    "rouge-lsum": ("rouge", "ROUGE_LSUM"),
    "gleu": ("gleu", "GLEU"),
    "nist": ("nist", "NIST"),
    "ribes": ("ribes", "RIBES"),
    "meteor": ("meteor", "METEOR"),
    "cider": ("cider", "CIDER"),
    "accuracy": ("classification", "ACCURACY"),
    "precision": ("classification", "PRECISION"),
    "recall": ("classification", "RECALL"),
    "f1": ("classification", "F1"),
    "f1-mult": ("classification", "F1_MULT"),
    "mcc": ("classification", "MCC"),
}

METRIC_NAMES: tuple[str, ...] = tuple(_WHERE)


def metric(name: str) -> Metric:
    """The metric called `name`; presets such as ``rouge2`` are resolved by `find`."""
    if name not in _WHERE:
        raise UnknownNameError(f"there is no metric {name!r}", hint=f"the metrics are: {', '.join(METRIC_NAMES)}")
    module, attribute = _WHERE[name]
    found: Metric = getattr(import_module(f"samescore.metrics.{module}"), attribute)
    return found


def find(name: str) -> tuple[Metric, dict[str, object]]:
    """The metric a user means by `name`, and the knob values the name implies.

    >>> find("rouge2")[1]
    {'order': 2}
    """
    wanted = name.lower()
    if wanted in _WHERE:
        return metric(wanted), {}
    presets: list[str] = []
    for candidate in map(metric, METRIC_NAMES):
        for preset, values in candidate.presets:
            if preset == wanted:
                return candidate, dict(values)
            presets.append(preset)
    raise UnknownNameError(
        f"there is no metric {name!r}", hint=f"the metrics are: {', '.join((*METRIC_NAMES, *presets))}"
    )
