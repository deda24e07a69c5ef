"""NLTK's RIBES backed by the native metric (``nltk.translate.ribes_score``)."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any

from samescore.compat.native import before, with_native_errors
from samescore.compat.nltk.base import Functions, References, Text, corpus_of
from samescore.verbs.scoring.positions import word_order


class RibesFunctions(Functions):
    """The functions of a release."""

    def sentence_ribes(
        self, references: References, hypothesis: Text, alpha: float = 0.25, beta: float = 0.10
    ) -> float:
        """Return RIBES of one text, in 0..1: the highest over its references; see `corpus_ribes`."""
        return self._score([references], [hypothesis], alpha, beta)

    def corpus_ribes(
        self,
        list_of_references: Sequence[References],
        hypotheses: Sequence[Text],
        alpha: float = 0.25,
        beta: float = 0.10,
    ) -> float:
        """Return the mean of the texts' RIBES, in 0..1.

        Since 3.10 the score is 0 without texts or references. Raises `ValueError` for lists of different lengths (before
        3.10 `NotImplementedError`, because NLTK ignores the rest of the longer list), for more than 2,000 tokens since
        3.10.3, and before 3.10 `ZeroDivisionError` for a text without words.
        """
        if hypotheses and len(list_of_references) != len(hypotheses):
            wrong = (
                f"the number of reference sets is {len(list_of_references)}, but there are {len(hypotheses)} hypotheses"
            )
            raise NotImplementedError(wrong) if before(self._model.release, "3.10.0") else ValueError(wrong)
        return self._score(list_of_references if hypotheses else [], hypotheses, alpha, beta)

    def _score(
        self, list_of_references: Sequence[References], hypotheses: Sequence[Text], alpha: float, beta: float
    ) -> float:
        arguments: dict[str, object] = {"tokenizer": "given", "alpha": float(alpha), "beta": float(beta)}
        texts = corpus_of(list_of_references, hypotheses, unhashable=True)
        return self._model.score("ribes", "corpus_ribes", texts, arguments).value

    def word_rank_alignment(
        self, reference: Sequence[Hashable], hypothesis: Sequence[Hashable], character_based: bool = False
    ) -> list[int]:
        """Return the position in the reference of each word of the hypothesis that can be aligned.

        Raises `ValueError` for more than 2,000 tokens since 3.10.3. `character_based` has no effect.
        """
        del character_based
        texts = corpus_of([[reference]], [hypothesis], unhashable=True)
        words, expected = texts.hypothesis_lines[0], texts.reference_lines[0][0]
        settings: Any = self._model.settings("ribes", "corpus_ribes", {"tokenizer": "given"})
        return with_native_errors(lambda: word_order(words, expected, settings))

    def kendall_tau(self, worder: Sequence[int], normalize: bool = True) -> float:
        """Return Kendall's tau of the positions of aligned words, in 0..1, or with `normalize` false in -1..1.

        Fewer than two positions are the lowest value. Raises `NotImplementedError` for positions that occur twice.
        """
        if len(set(worder)) < len(worder):
            raise NotImplementedError("samescore.compat ranks positions that differ")
        if len(worder) < 2:
            return 0.0 if normalize else -1
        texts = corpus_of([[range(max(worder) + 1)]], [worder])
        [row] = self._model.score("ribes", "corpus_ribes", texts, {"tokenizer": "given"}).trace.stages["rows"].rows
        tau: float = 2 * row[0] / math.comb(len(worder), 2) - 1
        return (tau + 1) / 2 if normalize else tau


_NEWEST = RibesFunctions()
sentence_ribes = _NEWEST.sentence_ribes
corpus_ribes = _NEWEST.corpus_ribes
word_rank_alignment = _NEWEST.word_rank_alignment
kendall_tau = _NEWEST.kendall_tau
