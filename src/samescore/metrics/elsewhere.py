"""The metrics of publications that are not computed here, and what to say about a name of no metric."""

from __future__ import annotations

import re

from samescore.base.errors import UnknownNameError
from samescore.metrics.names import PRESETS

#: Why metrics of publications are not computed here.
_WHY_NOT = {
    "it needs a learned model": (
        "AlignScore", "BARTScore", "BERTScore", "BLEURT", "COMET", "CometKiwi", "FactCC", "MAUVE", "MetricX", "MoverScore",
        "PRISM", "QAGS", "QuestEval", "SummaC", "UniEval", "XCOMET", "YiSi",
    ),
    "it asks a language model": ("G-Eval",),
    "it needs parsed texts": ("CodeBLEU", "SPICE", "SPIDEr"),
    "it needs the sources": ("PARENT",),
    "it is about rankings": ("MRR", "nDCG"),
    "it is not implemented": ("CharacTER", "FKGL", "LEPOR", "Self-BLEU"),
}  # fmt: skip
#: Metrics of publications that are not computed here, and why.
ELSEWHERE = {name: why for why, names in _WHY_NOT.items() for name in names}
_REASONS = {name.lower(): why for name, why in ELSEWHERE.items()}
_NUMBER = re.compile("[0-9]+")
#: As many names are not listed one by one.
_MANY = 9
#: What to ask whoever names a family of metrics.
_FAMILIES = {"rouge": "did you mean rouge1, rouge2 or rougeL?"}


def not_computed(name: str, why: str) -> UnknownNameError:
    """The error for a metric that is known, but not computed here."""
    return UnknownNameError(
        f"samescore does not compute {name!r:.80}",
        hint=f"{why}; list the metrics that it computes with: samescore list metrics",
    )


def no_metric(name: str, hint: str) -> UnknownNameError:
    """The error for a name of no metric. The `hint` is for a name that is neither of one elsewhere nor of a family.

    >>> no_metric("comet-22", "").message
    "'comet-22' is not computed here"
    """
    key = re.sub(r"[-_ ]?[0-9]+$", "", name[:200].lower())
    if key in _REASONS:
        return not_computed(name, _REASONS[key])
    return UnknownNameError(f"unknown metric: {name!r}", hint=_FAMILIES.get(name.lower(), hint))


def numbered_names(name: str) -> str:
    """The hint for a name that is one of a metric's but for its number: those that there are; empty for any other name.

    >>> numbered_names("top-0-accuracy")
    'the names are top-1-accuracy, top-2-accuracy, top-3-accuracy, top-5-accuracy, top-10-accuracy; for others set k of top-k-accuracy'
    """
    sought = _NUMBER.sub("#", name[:200].lower())
    if "#" not in sought:
        return ""
    for metric, presets in PRESETS.items():
        alike = [(preset, knobs) for preset, knobs in presets if _NUMBER.sub("#", preset) == sought and knobs]
        if len(alike) > 1:
            knob = alike[0][1][0][0]
            names = [preset for preset, _ in alike]
            listed = ", ".join(names) if len(names) < _MANY else f"{names[0]} to {names[-1]}"
            return f"the names are {listed}; for others set {knob} of {metric}"
    return ""
