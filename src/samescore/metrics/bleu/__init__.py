"""BLEU (Papineni, Roukos, Ward and Zhu, ACL 2002), with a knob for every choice."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import (
    ComparesTexts,
    Convention,
    MetricFacts,
    Row,
    Statistics,
    Tokens,
    Total,
    broken_axioms,
    need_segments,
)
from samescore.metrics.bleu.combine import NEIGHBOUR_ORDER, score
from samescore.metrics.bleu.settings import BleuSettings
from samescore.metrics.bleu.statistics import compared_texts, compiled_statistics, pieces, statistics
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.words import all_tokens, tokenize, tokenizer_for
from samescore.settings import Stage


class Bleu(
    ComparesTexts[Corpus, BleuSettings], CompiledCounting[Corpus, BleuSettings], MeanOfSegments[Corpus, BleuSettings]
):
    """BLEU of a corpus, or the mean of its segments' BLEU.

    The score is in 0..`scale` (NLTK's methods 5 to 7 can exceed it). An empty hypothesis scores 0 (see
    ``brevity_penalty``). Raises `MetricError` on an empty corpus (see ``empty_input``), on a segment without references
    (see ``no_references``), and under some settings on zero precisions and empty orders.
    """

    name = "bleu"
    title = "BLEU"
    counts_ngrams = True
    settings = BleuSettings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        beyond={"smoothing": ("nltk-4", "nltk-5", "nltk-7")},
        higher_is_better=True,
        stages=("tokens", "c", "r", "matches", "totals", "bp", "precisions", "sentences"),
        inputs="texts",
        growth=1,
        plausible={
            "tokenizer": ("13a", "zh", "intl", "none", "char"),
            "case": ("keep", "lower"),
            "average": ("corpus", "sentences"),
            "smoothing": ("exp", "none", "floor", "add-k"),
        },
        rounding={"summation": ("sum", "left-to-right")},
        breaks=broken_axioms(("duplication",), "as much is added to twice the counts", smoothing="add-k"),
        defaults=(
            Convention("sacreBLEU's defaults"),
            Convention("sacreBLEU's defaults for Chinese", {"tokenizer": "zh"}, script="han"),
        ),
        documented=(Convention("mteval-v14.pl --international-tokenization", {"tokenizer": "intl"}),),
    )

    def counting(self, settings: BleuSettings) -> BleuSettings:
        counting = settings.up_to(Stage.STATISTICS)
        if settings.smoothing in ("nltk-5", "nltk-7") and settings.max_order < NEIGHBOUR_ORDER:
            return counting.replace(max_order=NEIGHBOUR_ORDER)
        return counting

    def statistics(self, data: Corpus, settings: BleuSettings) -> Statistics:
        return statistics(data, settings)

    def covers(self, settings: BleuSettings) -> bool:
        return settings.length_unit == "tokens"

    def compiled_statistics(self, data: Corpus, settings: BleuSettings) -> Statistics | None:
        return compiled_statistics(data, settings)

    def commutes(self, settings: BleuSettings) -> bool:
        if self.averages(settings):
            return self.adds_exactly(settings)
        return settings.smoothing not in ("nltk-5", "nltk-6", "nltk-7") and settings.nltk_4_length != "last-segment"

    def segment_score(self, row: Row, settings: BleuSettings) -> float:
        value: float = score(row, row, settings)["value"]
        return value

    def compiled_segment_scores(self, rows: Sequence[Row], settings: BleuSettings) -> Sequence[float] | None:
        from samescore.metrics.bleu.segments import compiled_scores

        return compiled_scores(rows, settings)

    def scores_alone(self, settings: BleuSettings) -> bool:
        return True

    def combine(self, total: Total, settings: BleuSettings) -> Trace:
        if settings.empty_input == "zero" and not total.segments:
            return Trace(0.0, {})
        need_segments(total)
        if settings.average == "corpus":
            stages = score(total.sums, total.last, settings)
            return Trace(stages.pop("value"), stages)
        stages = score(total.last, total.last, settings) if total.segments == 1 else {}
        stages.pop("value", None)
        return Trace(self.mean(total, settings), stages)

    def prepare(self, line: Line, settings: BleuSettings, seen: Seen = unseen, *, reference: bool = False) -> Units:
        if settings.sentences == "whole" or isinstance(line, tuple):
            return tokenize(line, settings, seen)
        if not reference:
            seen("sentences", pieces(line)[0])
            return tokenize(pieces(line)[0], settings, seen)
        seen("sentences", pieces(line))
        each = [tokenize(piece, settings) for piece in pieces(line)]
        seen("tokenizer", each)
        return each

    def tokens(self, data: Corpus, settings: BleuSettings) -> Tokens:
        data = compared_texts(data, settings)
        return all_tokens(data, tokenizer_for(data, settings))


BLEU = Bleu()
