"""NLTK's chrF backed by the native metric (``nltk.translate.chrf_score``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from samescore.compat.native import corpus_of, one_segment
from samescore.compat.nltk.base import Functions, need_same_length


class ChrfFunctions(Functions):
    """The chrF functions of a release."""

    def sentence_chrf(
        self,
        reference: str | Iterable[str],
        hypothesis: str | Iterable[str],
        min_len: int = 1,
        max_len: int = 6,
        beta: float = 3.0,
        ignore_whitespace: bool = True,
    ) -> float:
        """Return chrF of one text; see `corpus_chrf`."""
        return self.corpus_chrf([reference], [hypothesis], min_len, max_len, beta, ignore_whitespace)

    def corpus_chrf(
        self,
        references: Sequence[str | Iterable[str]],
        hypotheses: Sequence[str | Iterable[str]],
        min_len: int = 1,
        max_len: int = 6,
        beta: float = 3.0,
        ignore_whitespace: bool = True,
    ) -> float:
        """Return the mean chrF of texts with one reference each, in 0..1; tokens are joined by spaces.

        Raises `AssertionError` for lists of different lengths, and `ZeroDivisionError` for an empty corpus.
        """
        need_same_length(references, hypotheses)
        arguments: dict[str, object] = {
            "min_len": min_len,
            "max_len": max_len,
            "beta": float(beta),
            "ignore_whitespace": bool(ignore_whitespace),
        }
        expected, given = list(map(_joined, references)), list(map(_joined, hypotheses))
        texts = one_segment(given[0], expected) if len(given) == 1 else corpus_of(given, [expected])
        return self._model.score("chrf", "corpus_chrf", texts, arguments).value


def _joined(text: str | Iterable[str]) -> str:
    return text if type(text) is str else " ".join(text)


_NEWEST = ChrfFunctions()
sentence_chrf = _NEWEST.sentence_chrf
corpus_chrf = _NEWEST.corpus_chrf
