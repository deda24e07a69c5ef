"""rouge-score's tokenizers backed by the native preparation of texts (``rouge_score.tokenizers``, ``rouge_score.tokenize``)."""

from __future__ import annotations

import abc
import re
from typing import Any, ClassVar

from samescore.compat.native import Model
from samescore.compat.rouge_score.releases import NEWEST

#: Words of at most this many characters are not stemmed.
_NOT_STEMMED = 3
_VALID = re.compile("[a-z0-9]+$")


class Tokenizer(abc.ABC):
    """Abstract base class of tokenizers."""

    @abc.abstractmethod
    def tokenize(self, text: str) -> Any:
        """Return the tokens of a text."""


class DefaultTokenizer(Tokenizer):
    """The default tokenizer of `RougeScorer`: lowercased runs of ASCII letters and digits; `use_stemmer` stems them."""

    model: ClassVar[Model] = Model("rouge_score", NEWEST)

    def __init__(self, use_stemmer: bool = False) -> None:
        self.use_stemmer = bool(use_stemmer)

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of a text; an empty list if it has none."""
        return self.model.tokens("rouge-n", "rougeN", text, {"use_stemmer": self.use_stemmer})


def tokenize(text: str, stemmer: Any) -> list[str]:
    """Return the tokens of a text; words of four or more characters are stemmed with ``stemmer.stem``, if given."""
    tokens = DefaultTokenizer().tokenize(text)
    if not stemmer:
        return tokens
    stems = (stemmer.stem(token) if len(token) > _NOT_STEMMED else token for token in tokens)
    return [stem for stem in stems if _VALID.match(stem)]
