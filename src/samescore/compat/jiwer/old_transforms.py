"""Transforms of jiwer 2.3 and 2.4 that later releases changed."""

from __future__ import annotations

import string
from collections.abc import Sequence

from samescore.compat.jiwer.transforms import BaseRemoveTransform


class RemoveSpecificWords(BaseRemoveTransform):
    """Remove the given words wherever they occur, even inside other words."""

    def __init__(self, words_to_remove: Sequence[str]) -> None:
        super().__init__(words_to_remove)


class RemovePunctuation(BaseRemoveTransform):
    """Remove the characters of `string.punctuation`."""

    def __init__(self) -> None:
        super().__init__(list(string.punctuation))
