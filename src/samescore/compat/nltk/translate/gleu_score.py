"""NLTK's GLEU backed by the native metric (``nltk.translate.gleu_score``)."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.compat.nltk.base import Functions, References, Text, corpus_of


class GleuFunctions(Functions):
    """The GLEU functions of a release."""

    def sentence_gleu(self, references: References, hypothesis: Text, min_len: int = 1, max_len: int = 4) -> float:
        """Return GLEU of one text; see `corpus_gleu`."""
        return self.corpus_gleu([references], [hypothesis], min_len, max_len)

    def corpus_gleu(
        self,
        list_of_references: Sequence[References],
        hypotheses: Sequence[Text],
        min_len: int = 1,
        max_len: int = 4,
    ) -> float:
        """Return GLEU of a corpus, in 0..1; 0 if there are no texts or no references.

        Raises `AssertionError` for lists of different lengths.
        """
        arguments = {"tokenizer": "given", "min_len": min_len, "max_len": max_len}
        return self._model.score("gleu", "corpus_gleu", corpus_of(list_of_references, hypotheses), arguments).value


_NEWEST = GleuFunctions()
sentence_gleu = _NEWEST.sentence_gleu
corpus_gleu = _NEWEST.corpus_gleu
