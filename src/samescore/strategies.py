"""Hypothesis strategies for the inputs and settings of metrics: `samescore.generators.strategies`.

::

    from hypothesis import given
    from samescore import score
    from samescore.strategies import corpora

    @given(corpora("bleu"))
    def test_my_bleu(corpus):
        assert my_bleu(corpus) == score("bleu", corpus).value

They need Hypothesis: ``pip install 'samescore[fuzz]'``.
"""

from __future__ import annotations

from samescore.base.errors import UnknownNameError
from samescore.generators.drawing import st
from samescore.generators.strategies import (
    annotated,
    choices,
    class_scores,
    comparisons,
    corpora,
    inputs,
    label_sets,
    labels,
    log_probabilities,
    ratings,
    scored_labels,
    segments,
    settings,
    settings_in,
    tagged,
    texts,
)
from samescore.implementations import implementation
from samescore.implementations.base import Profiled
from samescore.metrics import find
from samescore.settings import Settings

__all__ = [
    "annotated",
    "choices",
    "class_scores",
    "comparisons",
    "corpora",
    "inputs",
    "label_sets",
    "labels",
    "log_probabilities",
    "ratings",
    "scored_labels",
    "segments",
    "settings",
    "settings_of",
    "tagged",
    "texts",
]


def settings_of(implementation_name: str, metric: str = "") -> st.SearchStrategy[Settings]:
    """Return a strategy for the settings that an implementation's entry point supports, as its profile describes them.

    Example: ``settings_of("nltk.sentence_bleu")``; a name without an entry point requires the metric. The
    implementation need not be installed. Raises `UnknownNameError` if there is no such entry point.
    """
    model = implementation_name if implementation_name.startswith("native:") else f"native:{implementation_name}"
    named = implementation(model)
    name = find(metric)[0].name if metric else getattr(named, "metric_name", "")
    profiles = named.profiles(name) if isinstance(named, Profiled) and name else []
    if not profiles:
        raise UnknownNameError(
            f"{implementation_name} has no entry point for {metric}"
            if metric
            else f"{implementation_name} does not name an entry point, and no metric was given",
            hint="name an entry point, as in nltk.sentence_bleu, or a metric",
        )
    return settings_in(profiles[0])
