"""rouge-score's `RougeScorer` backed by the native ROUGE (``rouge_score.rouge_scorer``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from samescore.compat.native import Model, before, shared_segment
from samescore.compat.rouge_score.releases import NEWEST
from samescore.compat.rouge_score.scoring import BaseScorer, Score
from samescore.compat.rouge_score.tokenizers import DefaultTokenizer
from samescore.data.corpus import Corpus
from samescore.verbs.scoring.scorer import Scorer

_OF_NGRAMS = re.compile(r"rouge([1-9])")
_SUMMARIES = "rougeLsum"


class RougeScorer(BaseScorer):
    """A scorer for `rouge_types`: rouge1 to rouge9, rougeL, rougeLsum.

    `tokenizer` is an object whose method `tokenize` returns the tokens of a text; by default, a `DefaultTokenizer`.
    Raises `TypeError` for a tokenizer before release 0.1, and `NotImplementedError` for a tokenizer with
    `split_summaries`.
    """

    model: ClassVar[Model] = Model("rouge_score", NEWEST)

    def __init__(
        self,
        rouge_types: Sequence[str],
        use_stemmer: bool = False,
        split_summaries: bool = False,
        tokenizer: Any = None,
    ) -> None:
        if tokenizer and before(self.model.release, "0.1"):
            raise TypeError(f"rouge_score {self.model.release} takes no tokenizer")
        if tokenizer and split_summaries:
            raise NotImplementedError("samescore.compat splits summaries only with the default tokenizer")
        self.rouge_types = rouge_types
        self._tokenize: Callable[[str], Iterable[Any]] | None = None
        if isinstance(tokenizer, DefaultTokenizer):
            use_stemmer = tokenizer.use_stemmer
        elif tokenizer:
            self._tokenize, use_stemmer = tokenizer.tokenize, False
        self._arguments: dict[str, object] = {"use_stemmer": bool(use_stemmer)}
        self._split_summaries = bool(split_summaries)
        self._scorers: dict[str, Scorer] = {}

    def score(self, target: str, prediction: str) -> dict[str, Score]:
        """Return the scores of a prediction against one target, by type. Raises `ValueError` for an unknown type."""
        if self._tokenize:
            return self._score_tokens(target, prediction, self._tokenize)
        texts = shared_segment(prediction, target)
        return {name: self._score(name, texts) for name in self.rouge_types}

    def score_multi(self, targets: Sequence[str], prediction: str) -> dict[str, Score]:
        """Return for each type the scores against the first target with the highest F1.

        Raises `ValueError` for an unknown type, and if there are no targets.
        """
        scores = [self.score(target, prediction) for target in targets]
        return {
            name: max((score[name] for score in scores), key=lambda score: score.fmeasure) for name in self.rouge_types
        }

    def _score_tokens(self, target: str, prediction: str, tokenize: Callable[[str], Iterable[Any]]) -> dict[str, Score]:
        """Score the tokens from `tokenize`; each is replaced by a number, which the native tokenizer does not split."""
        numbers: dict[Any, str] = {}

        def numbered(text: str) -> str:
            return " ".join(numbers.setdefault(token, str(len(numbers))) for token in tokenize(text))

        scores: dict[str, Score] = {}
        whole = None
        for name in self.rouge_types:
            if name == _SUMMARIES:
                by_line = (
                    "\n".join(numbered(line) for line in text.split("\n") if line) for text in (prediction, target)
                )
                scores[name] = self._score(name, shared_segment(*by_line))
            else:
                whole = whole or shared_segment(numbered(prediction), numbered(target))
                scores[name] = self._score(name, whole)
        return scores

    def _score(self, name: str, texts: Corpus) -> Score:
        scorer = self._scorers.get(name) or self._prepared(name)
        counts = scorer.count(texts)
        [(matches, predicted, expected)] = counts.rows
        if not (predicted and expected) and not _OF_NGRAMS.fullmatch(name):
            return Score(0, 0, 0)
        return Score(matches / max(predicted, 1), matches / max(expected, 1), scorer.score_of(counts))

    def _prepared(self, name: str) -> Scorer:
        """Return the native scorer of a type, and store it for later calls. Raises `ValueError` for an unknown type."""
        arguments = dict(self._arguments)
        if _OF_NGRAMS.fullmatch(name):
            metric, entry_point = "rouge-n", "rougeN"
            arguments["rouge_types"] = name
        elif name == "rougeL":
            metric, entry_point = "rouge-l", name
        elif name == _SUMMARIES:
            metric, entry_point = "rouge-lsum", name
            arguments["split_summaries"] = self._split_summaries
        else:
            raise ValueError(f"{name!r} is not a type of ROUGE; choose rouge1 to rouge9, rougeL or rougeLsum")
        self._scorers[name] = scorer = self.model.scorer(metric, entry_point, arguments)
        return scorer
