"""Distinct-n (Li et al., "A diversity-promoting objective function for neural conversation models", 2016).

It is the number of different n-grams of the hypotheses over the number of their n-grams, or, in that paper, of their
tokens. It never looks at a reference.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any, ClassVar

from samescore.data.corpus import Corpus
from samescore.errors import MetricError
from samescore.metrics.base import Metric, MetricFacts, Row, Statistics, Total, need_segments
from samescore.metrics.words import WordSettings, mean_summation_knob, tokenizer_for
from samescore.outcome import Trace
from samescore.settings import Choice, Integer, Stage, knob

_NGRAM_BYTES = 200  # an entry of a set, a tuple or a text


@dataclasses.dataclass(frozen=True, slots=True)
class DistinctSettings(WordSettings):
    """The knobs of Distinct-n."""

    metric: ClassVar[str] = "distinct"

    order: int = knob(Stage.STATISTICS, Integer(1, 20), 1, "n of the n-grams")
    ngram_key: str = knob(
        Stage.STATISTICS,
        Choice(("tuple", "joined", "spaced")),
        "tuple",
        "when two n-grams are the same: equal tokens, or equal text when the tokens are joined by nothing or a space",
    )
    denominator: str = knob(
        Stage.COMBINATION, Choice(("ngrams", "tokens")), "ngrams", "what the different n-grams are divided by"
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "n-grams that differ in the whole corpus, or the mean of the sentences' own ratios",
    )
    mean_summation: str = mean_summation_knob()
    empty: str = knob(
        Stage.COMBINATION,
        Choice(("raise", "zero", "skip")),
        "raise",
        "a ratio 0/0 (a text shorter than n) is an error, or 0, or left out: undefined where none remains",
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "the score where all n-grams differ")


@dataclasses.dataclass(frozen=True, slots=True)
class DifferentNgrams:
    """All different n-grams of a corpus."""

    ngrams: frozenset[Any]

    @property
    def memory(self) -> int:
        return _NGRAM_BYTES * len(self.ngrams)

    def merge(self, following: DifferentNgrams) -> DifferentNgrams:
        return DifferentNgrams(self.ngrams | following.ngrams)


def _ngrams(tokens: Sequence[str], s: DistinctSettings) -> list[Any]:
    """A hypothesis' n-grams under the key."""
    ngrams = [tuple(tokens[i : i + s.order]) for i in range(len(tokens) - s.order + 1)]
    if s.ngram_key == "tuple":
        return list(ngrams)
    return [("" if s.ngram_key == "joined" else " ").join(ngram) for ngram in ngrams]


def _ratio(row: Sequence[int], s: DistinctSettings) -> float | None:
    """Different n-grams over the denominator; None where that is to be left out."""
    different, ngrams, tokens = row
    denominator = ngrams if s.denominator == "ngrams" else tokens
    if denominator:
        return different / denominator
    if s.empty == "raise":
        raise MetricError(f"there are no {s.denominator} to divide by", kind="ZeroDivisionError")
    return 0.0 if s.empty == "zero" else None


class Distinct(Metric):
    """Distinct-n of the hypotheses, in 0..`scale`.

    The number of different n-grams of a corpus is not the sum of its segments', so the n-grams themselves are kept, each
    once. Raises `MetricError` on an empty corpus, and as the knob ``empty`` says.
    """

    name = "distinct"
    title = "Distinct-n"
    settings = DistinctSettings
    takes = (Corpus,)
    presets = tuple((f"{name}{n}", (("order", n),)) for n in range(1, 10) for name in ("distinct", "distinct-"))
    needs_references = False
    facts = MetricFacts(
        lowest=0, highest=1, higher_is_better=True, stages=("tokens", "counts", "sentences"), inputs="texts"
    )

    def statistics(self, data: Corpus, s: DistinctSettings) -> Statistics:
        """One row a hypothesis: its different n-grams, its n-grams, and its tokens."""
        tokens, rows = tokenizer_for(data, s), []
        different: set[Any] = set()
        for segment in data:
            words = tokens(segment.hypothesis)
            ngrams = _ngrams(words, s)
            rows.append([len(set(ngrams)), len(ngrams), len(words)])
            different.update(ngrams)
        return Statistics(("different", "ngrams", "tokens"), rows, DifferentNgrams(frozenset(different)))

    def additive(self, s: DistinctSettings) -> bool:
        return False

    def commutes(self, s: DistinctSettings) -> bool:
        return self.adds_exactly(s) if self.averages(s) else True

    def total(self, statistics: Statistics, s: DistinctSettings) -> Total:
        return self.summed(statistics.rows, s, statistics.kept)

    def series(self, rows: Sequence[Row], s: DistinctSettings) -> tuple[Sequence[float], ...]:
        return (_ratios(rows, s),) if self.averages(s) else ()

    def sentence_scores(self, statistics: Statistics, s: DistinctSettings) -> list[float]:
        """The ratios of the hypotheses that have one."""
        return [_scale(s) * ratio for ratio in _ratios(statistics.rows, s)]

    def combine(self, total: Total, s: DistinctSettings) -> Trace:
        need_segments(total)
        counts = [len(total.kept.ngrams), *total.sums[1:]]
        if self.averages(s):
            ratios = total.series[0]
            value = self.mean(total, s) if len(ratios) else None
        else:
            value = _ratio(counts, s)
        return Trace(math.nan if value is None else _scale(s) * value, {"counts": counts})

    def tokens(self, data: Corpus, s: DistinctSettings) -> list[Any]:
        """The tokens of the hypotheses."""
        tokens = tokenizer_for(data, s)
        return [[tokens(segment.hypothesis)] for segment in data]


def _scale(s: DistinctSettings) -> int:
    return 100 if s.scale == "100" else 1


def _ratios(rows: Sequence[Row], s: DistinctSettings) -> list[float]:
    """The ratio of each row that is not left out."""
    return [ratio for ratio in (_ratio(row, s) for row in rows) if ratio is not None]


DISTINCT = Distinct()
