"""NLTK's NIST backed by the native metric (``nltk.translate.nist_score``)."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.compat.nltk.base import Functions, References, Text, corpus_of


class NistFunctions(Functions):
    """The NIST functions of a release."""

    def sentence_nist(self, references: References, hypothesis: Text, n: int = 5) -> float:
        """Return NIST of one text; see `corpus_nist`."""
        return self.corpus_nist([references], [hypothesis], n)

    def corpus_nist(self, list_of_references: Sequence[References], hypotheses: Sequence[Text], n: int = 5) -> float:
        """Return NIST of a corpus, 0 or more, with n-grams of the orders 1 to n.

        Raises `AssertionError` for lists of different lengths, `ValueError` for a text without references, and
        `ZeroDivisionError` if there are no texts, the hypotheses have no n-gram of some order, or the references have
        no word.
        """
        texts = corpus_of(list_of_references, hypotheses)
        if not texts:
            raise ZeroDivisionError("no texts were passed")
        if not all(texts.reference_lines):
            raise ValueError("a text has no references")
        return self._model.score("nist", "corpus_nist", texts, {"tokenizer": "given", "n": n}).value


_NEWEST = NistFunctions()
sentence_nist = _NEWEST.sentence_nist
corpus_nist = _NEWEST.corpus_nist
