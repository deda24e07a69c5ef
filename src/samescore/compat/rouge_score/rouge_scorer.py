"""rouge-score's `RougeScorer` over the native ROUGE (``rouge_score.rouge_scorer``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from samescore.compat.native import Model, corpus_of
from samescore.compat.rouge_score.scoring import Score
from samescore.data.corpus import Corpus

#: The newest release that is modelled.
NEWEST = "0.1.2"

_OF_NGRAMS = re.compile(r"rouge([1-9])")


class RougeScorer:
    """A scorer for `rouge_types`: rouge1 to rouge9, rougeL, rougeLsum.

    Raises `NotImplementedError` for a tokenizer of the caller's, which is not modelled.
    """

    model: ClassVar[Model] = Model("rouge_score", NEWEST)

    def __init__(
        self,
        rouge_types: Sequence[str],
        use_stemmer: bool = False,
        split_summaries: bool = False,
        tokenizer: Any = None,
    ) -> None:
        if tokenizer:
            raise NotImplementedError(
                "samescore.compat offers no other tokenizer: score tokens with samescore.score(tokenizer='given')"
            )
        self.rouge_types = rouge_types
        self._use_stemmer = use_stemmer
        self._split_summaries = split_summaries

    def score(self, target: str, prediction: str) -> dict[str, Score]:
        """Return the scores of a prediction against one target, by type; raises `ValueError` for another type."""
        texts = corpus_of([prediction], [[target]])  # caches the words, which several types share
        return {name: self._score(name, texts) for name in self.rouge_types}

    def score_multi(self, targets: Sequence[str], prediction: str) -> dict[str, Score]:
        """Return, for each type, the scores against the target with the highest F, the first of several.

        Raises `ValueError` for another type, and if there are no targets.
        """
        scores = [self.score(target, prediction) for target in targets]
        return {
            name: max((score[name] for score in scores), key=lambda score: score.fmeasure) for name in self.rouge_types
        }

    def _score(self, name: str, texts: Corpus) -> Score:
        arguments: dict[str, object] = {"use_stemmer": bool(self._use_stemmer)}
        if of_ngrams := _OF_NGRAMS.fullmatch(name):
            metric, entry_point = "rouge-n", "rougeN"
            arguments["rouge_types"] = name
        elif name == "rougeL":
            metric, entry_point = "rouge-l", name
        elif name == "rougeLsum":
            metric, entry_point = "rouge-lsum", name
            arguments["split_summaries"] = bool(self._split_summaries)
        else:
            raise ValueError(f"{name!r} is not a type of ROUGE; choose rouge1 to rouge9, rougeL or rougeLsum")
        scored = self.model.score(metric, entry_point, texts, arguments)
        matches, predicted, expected = scored.trace.stages["counts"]
        if not of_ngrams and not (predicted and expected):
            return Score(0, 0, 0)
        return Score(matches / max(predicted, 1), matches / max(expected, 1), scored.value)
