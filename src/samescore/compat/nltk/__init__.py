"""NLTK's metrics backed by the native ones: ``from samescore.compat import nltk``.

`of_release` returns the module of another release. NLTK's other parts, such as its tokenizers and corpora, are not
offered.
"""

from __future__ import annotations

from samescore.compat.nltk import metrics, translate
from samescore.compat.nltk.base import NEWEST
from samescore.compat.nltk.metrics import (
    AnnotationTask,
    accuracy,
    binary_distance,
    custom_distance,
    edit_distance,
    edit_distance_align,
    fractional_presence,
    interval_distance,
    jaccard_distance,
    masi_distance,
    presence,
)
from samescore.compat.nltk.releases import of_release
from samescore.compat.nltk.translate import bleu, chrf, gleu, meteor, nist, ribes

__all__ = [
    "NEWEST",
    "AnnotationTask",
    "accuracy",
    "binary_distance",
    "bleu",
    "chrf",
    "custom_distance",
    "edit_distance",
    "edit_distance_align",
    "fractional_presence",
    "gleu",
    "interval_distance",
    "jaccard_distance",
    "masi_distance",
    "meteor",
    "metrics",
    "nist",
    "of_release",
    "presence",
    "ribes",
    "translate",
]

__version__ = NEWEST
