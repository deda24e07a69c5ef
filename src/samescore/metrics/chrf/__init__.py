"""chrF and chrF++ (Popovic, WMT 2015 and 2017): F-score over character and word n-grams.

With h, r and m the numbers of hypothesis, reference and matching n-grams of one order, P = m/h, R = m/r and
F = (1 + b^2) P R / (b^2 P + R).
"""

from __future__ import annotations

from collections.abc import Sequence

from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line
from samescore.metrics.aggregation import KeepsRows, MeanOfSegments
from samescore.metrics.base import (
    ComparesTexts,
    MetricFacts,
    Row,
    Statistics,
    Tokens,
    Total,
    broken_axioms,
    need_segments,
    only_the_first,
)
from samescore.metrics.chrf.combine import adds_order_first, f_by_order, order_first_mean, score
from samescore.metrics.chrf.compiled import compiled_statistics, covers
from samescore.metrics.chrf.segments import compiled_scores
from samescore.metrics.chrf.settings import ChrfSettings
from samescore.metrics.chrf.statistics import columns, fill_empty_rows, statistics, tokenizer_for, tokens
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.words import all_tokens

_LAST_SEGMENT = broken_axioms(
    ("every segment counts", "segment order"), "the last segment alone is scored", average="last-segment"
)


class Chrf(
    ComparesTexts[Corpus, ChrfSettings],
    CompiledCounting[Corpus, ChrfSettings],
    KeepsRows[Corpus, ChrfSettings],
    MeanOfSegments[Corpus, ChrfSettings],
):
    """chrF of a corpus, in 0..`scale`.

    With ``empty_order=effective`` an empty text scores 0, with the epsilon rules about 1e-16. Raises `MetricError` on
    an empty corpus (see ``empty_input``), a segment without references (see ``references``), and a text without n-grams
    or without matches under ``empty_order=raise``.
    """

    name = "chrf"
    title = "chrF"
    settings = ChrfSettings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tokens", "counts", "sentences"),
        inputs="texts",
        growth=1,
        breaks=(*only_the_first("references"), *_LAST_SEGMENT),
        plausible={
            "word_order": (0, 2),
            "empty_order": ("effective", "epsilon-counts"),
            "order_mean": ("precision-recall", "f-score"),
            "beta": (2.0, 3.0, 1.0),
            "case": ("keep", "lower"),
            "average": ("corpus", "sentences"),
        },
    )

    def counting(self, settings: ChrfSettings) -> ChrfSettings:
        """Return the settings with a fixed scale and unit, which do not affect the counts.

        The other knobs may affect them, because the best reference is selected by its score.
        """
        return (
            settings.replace(scale="1", unit="fraction")
            if (settings.scale, settings.unit) != ("1", "fraction")
            else settings
        )

    def statistics(self, data: Corpus, settings: ChrfSettings) -> Statistics:
        return statistics(data, settings)

    def covers(self, settings: ChrfSettings) -> bool:
        return covers(settings)

    def compiled_statistics(self, data: Corpus, settings: ChrfSettings) -> Statistics | None:
        return compiled_statistics(data, settings, columns(settings))

    def additive(self, settings: ChrfSettings) -> bool:
        """Return whether sums suffice; they do not if a segment may repeat the previous segment's counts.

        The previous segment may be in a different part of the corpus.
        """
        return settings.references != "above-zero-or-previous"

    def commutes(self, settings: ChrfSettings) -> bool:
        return settings.average != "last-segment" and super().commutes(settings)

    def is_mean(self, settings: ChrfSettings) -> bool:
        return self.averages(settings) and not adds_order_first(settings)

    def series(self, rows: Sequence[Row], settings: ChrfSettings) -> tuple[Sequence[float], ...]:
        return (
            f_by_order(rows, settings)
            if self.averages(settings) and adds_order_first(settings)
            else super().series(rows, settings)
        )

    def segment_score(self, row: Row, settings: ChrfSettings) -> float:
        return score(row, settings)

    def compiled_segment_scores(self, rows: Sequence[Row], settings: ChrfSettings) -> Sequence[float] | None:
        return compiled_scores(rows, settings)

    def scores_alone(self, settings: ChrfSettings) -> bool:
        """Return whether `segment_score` equals the score of a segment alone.

        It does not for a mean added up order by order, which rounds differently even for one segment.
        """
        return settings.average == "corpus" or (self.averages(settings) and not adds_order_first(settings))

    def sentence_scores(self, statistics: Statistics, settings: ChrfSettings) -> list[float]:
        return list(self.segment_scores(fill_empty_rows(statistics.rows), settings))

    def shows_sentences(self, settings: ChrfSettings) -> bool:
        """Return whether a trace has sentence scores: if they are averaged, or beside most corpus scores.

        The exception is ``empty_order=raise``, under which a corpus can have a score although a sentence has none.
        """
        return self.averages(settings) or (settings.average == "corpus" and settings.empty_order != "raise")

    def combine(self, total: Total, settings: ChrfSettings) -> Trace:
        if settings.empty_input == "zero" and not total.segments:
            return Trace(0.0, {})
        need_segments(total)
        if total.rows:
            total = self.summed(fill_empty_rows(total.rows), settings)
        if settings.average == "last-segment":
            return Trace(score(total.last, settings), {"counts": list(total.last)})
        stages = {"counts": list(total.sums)}
        if settings.average == "corpus":
            return Trace(score(total.sums, settings), stages)
        if adds_order_first(settings):
            return Trace(order_first_mean(total.series, settings), stages)
        return Trace(self.mean(total, settings), stages)

    def prepare(self, line: Line, settings: ChrfSettings, seen: Seen = unseen, *, reference: bool = False) -> Units:
        return tokens(line, settings, seen)

    def tokens(self, data: Corpus, settings: ChrfSettings) -> Tokens:
        return all_tokens(data, tokenizer_for(data, settings))


CHRF = Chrf()
