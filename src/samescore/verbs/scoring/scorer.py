"""Score single segments: metric, settings and profile are resolved once, so calls are fast."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, overload

from samescore.base.checks import name_of
from samescore.base.errors import InputError, MetricError, SettingsError
from samescore.base.outcome import Unsupported
from samescore.data.corpus import Corpus
from samescore.data.one_segment import OneSegment
from samescore.metrics import failed_arithmetic
from samescore.metrics import metric as find_metric
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import value_of
from samescore.metrics.evaluator import has_row_for_each_segment
from samescore.metrics.totals import Statistics
from samescore.verbs.inputs.settings import entry_point_and_settings


class Scorer:
    """A metric with its settings, as a function of a hypothesis and its references."""

    def __init__(self, metric: str, like: str = "", **knobs: object) -> None:
        """Resolve metric, settings and profile. Raises errors as described for `samescore.scorer`."""
        profile, self.settings = entry_point_and_settings(metric, like, knobs)
        self._metric: Any = find_metric(self.settings.metric)
        if Corpus not in self._metric.takes or not self._metric.needs_references:
            raise SettingsError(
                f"{metric} does not score a text against references", hint="score its input with samescore.score"
            )
        self._count = self._metric.counter(self._metric.counting(self.settings))
        self._scores_rows = isinstance(self._metric, MeanOfSegments) and self._metric.scores_alone(self.settings)

        @cache
        def refusal(references: int) -> Unsupported | None:
            """Return the reason why `like` does not accept a text with this number of references, or None."""
            if profile is None:
                return None
            from samescore.implementations.base import limits_of_corpus

            return limits_of_corpus(profile, {references}, tokenized=False)

        def outside(texts: tuple[str, ...]) -> Unsupported | None:
            """Return the reason why `like` is not modelled for one of the texts, or None."""
            if profile is None or not profile.outside_texts:
                return None
            from samescore.implementations.base import limits_of_texts

            return limits_of_texts(profile, texts)

        self._like, self._refusal, self._outside = like, refusal, outside

    @property
    def signature(self) -> str:
        """The complete settings as text."""
        return str(self.settings.signature)

    def __repr__(self) -> str:
        return f"<Scorer {self.settings.short_signature}>"

    @overload
    def __call__(self, hypothesis: str, references: str | list[str] | tuple[str, ...]) -> float: ...
    @overload
    def __call__(
        self, hypothesis: list[str] | tuple[str, ...], references: Sequence[str | Sequence[str]]
    ) -> list[float]: ...

    def __call__(
        self,
        hypothesis: str | list[str] | tuple[str, ...],
        references: str | Sequence[str | Sequence[str]],
    ) -> float | list[float]:
        """Score a text, or each of several texts separately.

        Parameters
        ----------
        hypothesis
            A text, or a list of texts.
        references
            For a text: its reference, or a list of its references. For a list of texts: one entry for each, which is a
            reference or a list of references.

        Returns
        -------
        float or list of float
            The value of ``samescore.score(metric, [hypothesis], [references])``, bit for bit; nan if the score is
            undefined. The settings determine the score of an empty text. An empty list gives an empty list.

        Raises
        ------
        InputError
            For texts that are not strings, for lists of different lengths, and for a number of references that `like`
            does not accept.
        MetricError
            If the metric raises under these settings, for example for a text without references.
        """
        if isinstance(hypothesis, str):
            return self._score(hypothesis, _as_tuple(references))
        for name, texts in (("hypothesis", hypothesis), ("references", references)):
            if not isinstance(texts, (str, list, tuple)):
                raise InputError(f"{name} is {name_of(texts)}, not a string or a list", hint="pass a string, or a list")
        if isinstance(references, str) or len(hypothesis) != len(references):
            given = "one string" if isinstance(references, str) else f"{len(references)} references"
            raise InputError(
                f"there are {len(hypothesis)} texts, but {given}",
                hint="pass a list with a reference, or a list of references, for each text",
            )
        return [self._score(text, _as_tuple(several)) for text, several in zip(hypothesis, references, strict=True)]

    def _score(self, hypothesis: str, references: tuple[Any, ...]) -> float:
        if type(hypothesis) is not str or any(type(reference) is not str for reference in references):
            corpus: Any = Corpus.from_segments([hypothesis], [references])
            hypothesis, references = corpus.hypothesis_lines[0], corpus.reference_lines[0]
        if refusal := self._refusal(len(references)) or self._outside((hypothesis, *references)):
            from samescore.implementations.base import need_answer

            need_answer(self._like, refusal)
        return self.score_of(self.count(OneSegment.of(hypothesis, references)))

    def count(self, segment: Corpus) -> Statistics:
        """Return the counts of a corpus of one segment. Raises `MetricError` if the metric raises.

        If the corpus caches its prepared texts, scorers of several metrics share them.
        """
        try:
            counts: Statistics = self._count(segment)
        except ArithmeticError as problem:
            raise failed_arithmetic(problem) from None
        return counts

    def score_of(self, counts: Statistics) -> float:
        """Return the score of the counts of one segment. Raises `MetricError` if the metric raises."""
        try:
            if self._scores_rows and has_row_for_each_segment(self._metric, counts, 1):
                try:
                    [value] = self._metric.segment_scores(counts.rows, self.settings)
                except (MetricError, ArithmeticError):
                    value = math.nan  # a corpus of one segment may have a score anyway
                if math.isfinite(value):
                    return float(value)
            return float(value_of(self._metric, counts, self.settings))
        except ArithmeticError as problem:
            raise failed_arithmetic(problem) from None


def _as_tuple(references: object) -> tuple[object, ...]:
    """Return the references of a text; raises `InputError` for anything but a text or a list."""
    if isinstance(references, str):
        return (references,)
    if not isinstance(references, (list, tuple)):
        raise InputError(
            f"references is {name_of(references)}, not a string or a list", hint="pass a string, or a list"
        )
    return tuple(references)
