"""NLTK's RIBES backed by the native metric (``nltk.translate.ribes_score``)."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any

from samescore.compat.native import before, with_native_errors
from samescore.compat.nltk.base import Functions, References, Text, corpus_of
from samescore.verbs.scoring.positions import word_order


class RibesFunctions(Functions):
    """The RIBES functions of a release."""

    def sentence_ribes(
        self, references: References, hypothesis: Text, alpha: float = 0.25, beta: float = 0.10
    ) -> float:
        """Return RIBES of one text, in 0..1, with the reference that scores highest; see `corpus_ribes`."""
        return self._score([references], [hypothesis], alpha, beta)

    def corpus_ribes(
        self,
        list_of_references: Sequence[References],
        hypotheses: Sequence[Text],
        alpha: float = 0.25,
        beta: float = 0.10,
    ) -> float:
        """Return the mean RIBES of the texts, in 0..1.

        A text without references scores 0 (before 3.10, -1). No texts, and a text without words, score 0 (before 3.10
        they raise `ZeroDivisionError`). Raises `ValueError` for lists of different lengths (before 3.10
        `NotImplementedError`, because NLTK ignores the rest of the longer list) and, since 3.10.3, for more than 2,000
        tokens.
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
        """Return the position in the reference of each hypothesis word that can be aligned; may be empty.

        `character_based` has no effect. Since 3.10.3, raises `ValueError` for more than 2,000 tokens.
        """
        del character_based
        texts = corpus_of([[reference]], [hypothesis], unhashable=True)
        words, expected = texts.hypothesis_lines[0], texts.reference_lines[0][0]
        settings: Any = self._model.settings("ribes", "corpus_ribes", {"tokenizer": "given"})
        return with_native_errors(lambda: word_order(words, expected, settings))

    def kendall_tau(self, worder: Sequence[int], normalize: bool = True) -> float:
        """Return Kendall's tau of the positions of aligned words, in 0..1, or with ``normalize=False`` in -1..1.

        For fewer than two positions, return the lowest value. Raises `NotImplementedError` for positions that occur
        twice.
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
