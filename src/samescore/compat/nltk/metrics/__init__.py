"""NLTK's metrics backed by the native ones (``nltk.metrics``)."""

from samescore.compat.nltk.metrics.agreement import AnnotationTask
from samescore.compat.nltk.metrics.distance import (
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
from samescore.compat.nltk.metrics.scores import accuracy

__all__ = [
    "AnnotationTask",
    "accuracy",
    "binary_distance",
    "custom_distance",
    "edit_distance",
    "edit_distance_align",
    "fractional_presence",
    "interval_distance",
    "jaccard_distance",
    "masi_distance",
    "presence",
]
