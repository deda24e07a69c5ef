"""The least input that kernels count: their tables of characters cost more than a few short texts."""

from __future__ import annotations

#: Characters (or tokens) of all lines of a corpus.
_LEAST_TEXT = 200
#: Metrics that cost more than tables by plain code, however short the texts are.
_FROM_THE_FIRST = ("ter",)


def kernel_pays_off(metric: str, data: object) -> bool:
    """Is an input large enough for a metric's kernels? Inputs other than texts are."""
    from samescore.data.corpus import Corpus

    return metric in _FROM_THE_FIRST or not isinstance(data, Corpus) or data.has_text(_LEAST_TEXT)
