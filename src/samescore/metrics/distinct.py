"""Distinct-n (Li et al., "A diversity-promoting objective function for neural conversation models", 2016).

The number of distinct n-grams in the hypotheses is divided by the number of their n-grams or, in the paper, of their
tokens. References are not used.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from itertools import chain
from typing import ClassVar

import msgspec

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus
from samescore.kernels.ngram_units import different_ngrams, ngrams
from samescore.kernels.numbered import Numbered
from samescore.kernels.rouge_rows import distinct_totals, ngram_totals
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import BrokenAxiom, MetricFacts, Row, Statistics, Tokens, Total, need_segments
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.kept import KeptWords, WordNumbers, token_bytes
from samescore.metrics.rows import Rows
from samescore.metrics.words import PreparesWords, WordSettings, mean_summation_knob, tokenizer_for
from samescore.settings import Choice, Integer, Stage, knob

_COLUMNS = ("different", "ngrams", "tokens")


class DistinctSettings(WordSettings):
    """The knobs of Distinct-n."""

    metric: ClassVar[str] = "distinct"

    order: int = knob(Stage.STATISTICS, Integer(1, 20), 1, "Order n of the n-grams")
    ngram_key: str = knob(
        Stage.STATISTICS,
        Choice(("tuple", "joined", "spaced")),
        "tuple",
        "How n-grams are compared. tuple: as token sequences; joined: as tokens concatenated without a separator; "
        "spaced: as tokens joined with spaces",
    )
    denominator: str = knob(
        Stage.COMBINATION,
        Choice(("ngrams", "tokens")),
        "ngrams",
        "Denominator. ngrams: number of n-grams; tokens: number of tokens",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "Aggregation over segments. corpus: distinct n-grams of the whole corpus; sentences: mean of the "
        "segments' ratios",
    )
    mean_summation: str = mean_summation_knob()
    zero_division: str = knob(
        Stage.COMBINATION,
        Choice(("raise", "zero", "skip"), (("0", "zero"),)),
        "raise",
        "Texts shorter than n, with a ratio of 0/0. raise: an error; zero: 0; skip: ignore them (the score is "
        "undefined if none is left)",
        former=("empty",),
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "Score if all n-grams are distinct")


class DifferentNgrams(msgspec.Struct, frozen=True):
    """The distinct n-grams of a corpus, in order of first appearance.

    ``vocabulary[i]`` is the unit with the number i, in order of first appearance. `units` holds the n-grams one after
    the other: every `order` consecutive numbers are an n-gram.
    """

    grows: ClassVar[str] = "the distinct n-grams of the corpus"

    vocabulary: tuple[str, ...]
    units: array[int]
    order: int

    def __len__(self) -> int:
        return len(self.units) // self.order

    @property
    def memory(self) -> int:
        return 4 * len(self.units) + token_bytes(self.vocabulary)

    def merge(self, following: DifferentNgrams) -> DifferentNgrams:
        numbers = WordNumbers((unit, number) for number, unit in enumerate(self.vocabulary))
        renumbered = [numbers[unit] for unit in following.vocabulary]
        units = self.units + array("i", [renumbered[number] for number in following.units])
        different = dict.fromkeys(zip(*[iter(units)] * self.order, strict=True))
        return DifferentNgrams(tuple(numbers), array("i", chain.from_iterable(different)), self.order)


def _units(tokens: Sequence[str], settings: DistinctSettings) -> Sequence[str]:
    """Return the units of n-grams: the tokens, or whole joined n-grams if n-grams are compared as strings."""
    if settings.ngram_key == "tuple":
        return tokens
    separator = "" if settings.ngram_key == "joined" else " "
    return [separator.join(tokens[i : i + settings.order]) for i in range(len(tokens) - settings.order + 1)]


def _units_per_ngram(settings: DistinctSettings) -> int:
    return settings.order if settings.ngram_key == "tuple" else 1


def _ratio(row: Sequence[int], settings: DistinctSettings) -> float | None:
    """Return the number of distinct n-grams over the denominator; None for 0/0 if ``zero_division`` skips the text.

    Raises `MetricError` for 0/0 if ``zero_division`` is raise.
    """
    different, ngrams, tokens = row
    denominator = ngrams if settings.denominator == "ngrams" else tokens
    if denominator:
        return different / denominator
    if settings.zero_division == "raise":
        raise MetricError(f"there are no {settings.denominator} to divide by", kind="ZeroDivisionError")
    return 0.0 if settings.zero_division == "zero" else None


class Distinct(
    PreparesWords[DistinctSettings],
    CompiledCounting[Corpus, DistinctSettings],
    MeanOfSegments[Corpus, DistinctSettings],
):
    """Distinct-n of the hypotheses, in 0..`scale`.

    The number of distinct n-grams of a corpus is not the sum over its segments, so the n-grams themselves are kept,
    each once. Raises `MetricError` on an empty corpus, and on a ratio of 0/0 if ``zero_division`` is raise; if every
    text is skipped, the score is undefined (nan).
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
        growth=1,
        plausible={
            "order": (1, 2, 3),
            "denominator": ("ngrams", "tokens"),
            "average": ("corpus", "sentences"),
            "case": ("keep", "lower"),
            "tokenizer": ("none", "13a"),
        },
        breaks=(BrokenAxiom("duplication", "an n-gram that is there twice is not distinct", {"average": "corpus"}),),
    )

    def statistics(self, data: Corpus, settings: DistinctSettings) -> Statistics:
        """Return one row of counts for each hypothesis, and the corpus' distinct n-grams as kept data.

        The counts are the numbers of distinct n-grams, of n-grams, and of tokens.
        """
        tokens, n, rows, numbers = tokenizer_for(data, settings), _units_per_ngram(settings), [], WordNumbers()
        different: dict[tuple[int, ...], None] = {}
        for segment in data:
            words = tokens(segment.hypothesis)
            units = [numbers[unit] for unit in _units(words, settings)]
            grams = list(zip(*(units[i:] for i in range(n)), strict=False))
            rows.append([len(set(grams)), len(grams), len(words)])
            different.update(dict.fromkeys(grams))
        kept = DifferentNgrams(tuple(numbers), array("i", chain.from_iterable(different)), n)
        return Statistics(_COLUMNS, rows, kept)

    def covers(self, settings: DistinctSettings) -> bool:
        """Return whether the kernels can count; they cannot if n-grams of several tokens are compared as strings."""
        return _units_per_ngram(settings) == settings.order

    def compiled_statistics(self, data: Corpus, settings: DistinctSettings) -> Statistics:
        words = KeptWords.of_hypotheses(data, settings)
        text = Numbered(words.ids, words.lines, array("q", [0, words.segments]), array("i", [len(words.vocabulary)]))
        columns = (
            distinct_totals(ngrams(text, settings.order)),
            ngram_totals(text, settings.order, False),
            ngram_totals(text, 1, False),
        )
        rows = Rows(3, array("q", chain.from_iterable(zip(*columns, strict=True))))
        kept = DifferentNgrams(words.vocabulary, different_ngrams(text, settings.order), settings.order)
        return Statistics(_COLUMNS, rows, kept)

    def additive(self, settings: DistinctSettings) -> bool:
        return False

    def commutes(self, settings: DistinctSettings) -> bool:
        return self.adds_exactly(settings) if self.averages(settings) else True

    def is_mean(self, settings: DistinctSettings) -> bool:
        return False

    def series(self, rows: Sequence[Row], settings: DistinctSettings) -> tuple[Sequence[float], ...]:
        return (_ratios(rows, settings),) if self.averages(settings) else ()

    def sentence_scores(self, statistics: Statistics, settings: DistinctSettings) -> list[float]:
        """Return the distinct-n ratio of each hypothesis that is not skipped, times 100 under ``scale=100``."""
        return [_scale(settings) * ratio for ratio in _ratios(statistics.rows, settings)]

    def combine(self, total: Total, settings: DistinctSettings) -> Trace:
        need_segments(total)
        counts = [len(total.kept), *total.sums[1:]]
        if self.averages(settings):
            ratios = total.series[0]
            value = self.mean(total, settings) if len(ratios) else None
        else:
            value = _ratio(counts, settings)
        return Trace(math.nan if value is None else _scale(settings) * value, {"counts": counts})

    def tokens(self, data: Corpus, settings: DistinctSettings) -> Tokens:
        """Return the tokens of each hypothesis, in a list of its own."""
        tokens = tokenizer_for(data, settings)
        return [[tokens(segment.hypothesis)] for segment in data]


def _scale(settings: DistinctSettings) -> int:
    return 100 if settings.scale == "100" else 1


def _ratios(rows: Sequence[Row], settings: DistinctSettings) -> list[float]:
    """Return the ratio of each row that is not skipped. Raises the errors of `_ratio`."""
    return [ratio for ratio in (_ratio(row, settings) for row in rows) if ratio is not None]


DISTINCT = Distinct()
