"""Published metrics that are not implemented here, and the errors for unknown names of metrics."""

from __future__ import annotations

import re

from samescore.base.errors import UnknownNameError
from samescore.metrics.names import PRESETS

#: Reasons why published metrics are not implemented here.
_WHY_NOT = {
    "it needs a learned model": (
        "AlignScore", "BARTScore", "BERTScore", "BLEURT", "COMET", "CometKiwi", "FactCC", "MAUVE", "MetricX", "MoverScore",
        "PRISM", "QAGS", "QuestEval", "SummaC", "UniEval", "XCOMET", "YiSi",
    ),
    "it asks a language model": ("G-Eval",),
    "it needs parsed texts": ("CodeBLEU", "SPICE", "SPIDEr"),
    "it needs the sources": ("PARENT",),
    "it is not implemented": ("CharacTER", "FKGL", "LEPOR", "Self-BLEU"),
}  # fmt: skip
#: Published metrics that are not implemented here, with the reason.
ELSEWHERE = {name: why for why, names in _WHY_NOT.items() for name in names}
_REASONS = {name.lower(): why for name, why in ELSEWHERE.items()}
_NUMBER = re.compile("[0-9]+")
#: From this number of names on, only the first and the last are listed.
_MANY = 9
#: The hint for the name of a metric family.
_FAMILIES = {"rouge": "did you mean rouge1, rouge2 or rougeL?"}


def not_computed(name: str, why: str) -> UnknownNameError:
    """Return the error for a published metric that is not computed here, with the reason `why`."""
    return UnknownNameError(
        f"{name!r:.80} is not computed by samescore",
        hint=f"{why}; list the supported metrics with: samescore list metrics",
    )


def no_metric(name: str, hint: str) -> UnknownNameError:
    """Return the error for an unknown name of a metric.

    `hint` is used unless the name has a comma, or means a metric family or a metric that is not implemented here.

    >>> no_metric("comet-22", "").message
    "'comet-22' is not computed by samescore"
    """
    key = re.sub(r"[-_ ]?[0-9]+$", "", name[:200].lower())
    if key in _REASONS:
        return not_computed(name, _REASONS[key])
    if "," in name:
        hint = "name one metric at a time: -m bleu -m chrf"
    return UnknownNameError(f"unknown metric: {name!r}", hint=_FAMILIES.get(name.lower(), hint))


def numbered_names(name: str) -> str:
    """Return a hint with the existing names if a metric's name has a wrong number; empty for any other name.

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
