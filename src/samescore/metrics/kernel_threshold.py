"""Decide whether an input is large enough for kernels: for a few short texts, building character tables costs more."""

from __future__ import annotations

from samescore.data.corpus import Corpus

#: Minimum number of characters (or tokens) in all lines of a corpus.
_LEAST_TEXT = 200
#: Metrics whose kernels are faster however short the texts are.
_FROM_THE_FIRST = ("bleu", "cer", "chrf", "gleu", "mer", "ter", "wer", "wil", "wip")


def kernel_pays_off(metric: str, data: object) -> bool:
    """Return whether an input is large enough for a metric's kernels; always true for other inputs than a corpus."""
    return metric in _FROM_THE_FIRST or not isinstance(data, Corpus) or data.has_text(_LEAST_TEXT)
