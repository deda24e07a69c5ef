"""seqeval's names backed by the native entity F1: ``from samescore.compat import seqeval``.

Needs NumPy, whose numbers and arrays the functions return. Tokens and entities as objects, and reporters, are not
offered.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

from samescore.compat.modules import module
from samescore.compat.native import modelled
from samescore.compat.seqeval.metrics import V1, SequenceLabeling
from samescore.compat.seqeval.schemes import SCHEMES, Token
from samescore.compat.seqeval.scores import check_consistent_length

__all__ = ["NEWEST", "metrics", "of_release", "scheme"]

#: The newest release that is modelled.
NEWEST = "1.2.2"

_OF_BOTH = (
    "accuracy_score",
    "classification_report",
    "f1_score",
    "performance_measure",
    "precision_score",
    "recall_score",
)
_OF_V1 = ("classification_report", "precision_recall_fscore_support", "unique_labels")


@cache
def of_release(release: str) -> ModuleType:
    """Return the package's module as of a release, with its submodules.

    Raises `UnknownNameError` for a release that is not modelled.
    """
    model = modelled("seqeval", release, "entity-f1", "f1_score", "1.2.0")
    v1 = V1(model)
    labeling = SequenceLabeling(model, v1)
    names = {name: getattr(labeling, name) for name in _OF_BOTH}
    return module(
        "seqeval",
        metrics=module(
            "seqeval.metrics",
            **names,
            sequence_labeling=module(
                "seqeval.metrics.sequence_labeling",
                **names,
                get_entities=labeling.get_entities,
                precision_recall_fscore_support=labeling.precision_recall_fscore_support,
            ),
            v1=module(
                "seqeval.metrics.v1",
                check_consistent_length=check_consistent_length,
                **{name: getattr(v1, name) for name in _OF_V1},
            ),
        ),
        scheme=module("seqeval.scheme", Token=Token, **SCHEMES),
    )


_NAMES = of_release(NEWEST)
metrics, scheme = _NAMES.metrics, _NAMES.scheme
