"""Distinct-n (Li et al., "A diversity-promoting objective function for neural conversation models", 2016).

The number of distinct n-grams in the hypotheses is divided by the number of their n-grams or, in the paper, of their
tokens. References are not used.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from samescore.data.corpus import Corpus
from samescore.errors import MetricError
from samescore.metrics.base import BrokenAxiom, Metric, MetricFacts, Row, Statistics, Total, need_segments
from samescore.metrics.words import WordSettings, mean_summation_knob, tokenizer_for
from samescore.outcome import Trace
from samescore.settings import Choice, Integer, Stage, knob

_NGRAM_BYTES = 200  # approximately: an entry of a set, with its tuple or string


class DistinctSettings(WordSettings):
    """The knobs of Distinct-n."""

    metric: ClassVar[str] = "distinct"

    order: int = knob(Stage.STATISTICS, Integer(1, 20), 1, "n of the n-grams")
    ngram_key: str = knob(
        Stage.STATISTICS,
        Choice(("tuple", "joined", "spaced")),
        "tuple",
        "n-grams are compared as token sequences, or as their tokens joined without a separator, or with a space",
    )
    denominator: str = knob(
        Stage.COMBINATION,
        Choice(("ngrams", "tokens")),
        "ngrams",
        "the denominator: the number of n-grams, or of tokens",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "count the distinct n-grams of the whole corpus, or average the ratios of the segments",
    )
    mean_summation: str = mean_summation_knob()
    empty: str = knob(
        Stage.COMBINATION,
        Choice(("raise", "zero", "skip")),
        "raise",
        "a ratio of 0/0 (a text shorter than n) is an error, counts as 0, or is skipped; the score is undefined if all "
        "are skipped",
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "the score if all n-grams are distinct")


class DifferentNgrams(msgspec.Struct, frozen=True):
    """The distinct n-grams of a corpus."""

    ngrams: frozenset[Any]

    @property
    def memory(self) -> int:
        return _NGRAM_BYTES * len(self.ngrams)

    def merge(self, following: DifferentNgrams) -> DifferentNgrams:
        return DifferentNgrams(self.ngrams | following.ngrams)


def _ngrams(tokens: Sequence[str], s: DistinctSettings) -> list[Any]:
    """A hypothesis' n-grams, as ``ngram_key`` compares them."""
    ngrams = [tuple(tokens[i : i + s.order]) for i in range(len(tokens) - s.order + 1)]
    if s.ngram_key == "tuple":
        return list(ngrams)
    return [("" if s.ngram_key == "joined" else " ").join(ngram) for ngram in ngrams]


def _ratio(row: Sequence[int], s: DistinctSettings) -> float | None:
    """Distinct n-grams over the denominator; None if the text is skipped."""
    different, ngrams, tokens = row
    denominator = ngrams if s.denominator == "ngrams" else tokens
    if denominator:
        return different / denominator
    if s.empty == "raise":
        raise MetricError(f"there are no {s.denominator} to divide by", kind="ZeroDivisionError")
    return 0.0 if s.empty == "zero" else None


class Distinct(Metric):
    """Distinct-n of the hypotheses, in 0..`scale`.

    The number of distinct n-grams of a corpus is not the sum over its segments, so the n-grams themselves are kept, each
    once. Raises `MetricError` on an empty corpus, and on a ratio of 0/0 unless ``empty`` allows it.
    """

    name = "distinct"
    title = "Distinct-n"
    settings = DistinctSettings
    takes = (Corpus,)
    needs_references = False
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tokens", "counts", "sentences"),
        inputs="texts",
        breaks=(BrokenAxiom("duplication", "an n-gram that is there twice is not distinct", {"average": "corpus"}),),
    )

    def statistics(self, data: Corpus, s: DistinctSettings) -> Statistics:
        """One row a hypothesis: the number of its distinct n-grams, of its n-grams, and of its tokens."""
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
    """The ratio of each row that is not skipped."""
    return [ratio for ratio in (_ratio(row, s) for row in rows) if ratio is not None]


DISTINCT = Distinct()
