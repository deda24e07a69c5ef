"""sacreBLEU's tokenizers, which are called with a text and return its tokens joined by spaces."""

from __future__ import annotations

from samescore.compat.native import Model
from samescore.compat.sacrebleu.base import NEWEST


class TercomTokenizer:
    """The tokenizer of TER (``sacrebleu.tokenizers.tokenizer_ter``)."""

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        self._arguments = {
            "normalized": normalized,
            "no_punct": no_punct,
            "asian_support": asian_support,
            "case_sensitive": case_sensitive,
        }

    def __call__(self, sent: str) -> str:
        return " ".join(Model("sacrebleu", NEWEST).tokens("ter", "corpus_ter", sent, self._arguments))

    def signature(self) -> str:
        """Return the tokenizer's name in signatures."""
        return "tercom"
