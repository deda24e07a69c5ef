"""The least input that kernels count: their tables of characters cost more than a few short texts."""

from __future__ import annotations

from typing import Any

#: Characters (or tokens) of all lines of a corpus.
_LEAST_TEXT = 200


def pays(data: Any) -> bool:
    """Is an input large enough for kernels? Inputs other than texts are."""
    from samescore.data.corpus import Corpus

    return not isinstance(data, Corpus) or data.has_text(_LEAST_TEXT)
