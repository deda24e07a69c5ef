"""GLEU, "Google BLEU" (Wu et al., "Google's neural machine translation system", arXiv:1609.08144, section 5).

The n-grams of orders 1 to 4 are counted together. With m matches, h n-grams in the hypothesis and r in the reference,
GLEU = min(m/h, m/r) = m / max(h, r); for a corpus, m and max(h, r) are summed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from samescore.base.errors import SettingsError
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus
from samescore.kernels.gleu import gleu_rows
from samescore.kernels.ngrams import matches
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import MetricFacts, Row, Statistics, Tokens, Total, only_the_first
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.numbering import numbered_words
from samescore.metrics.rows import Rows
from samescore.metrics.words import (
    PreparesWords,
    WordSettings,
    all_tokens,
    all_used_references,
    empty_input_knob,
    is_empty,
    mean_summation_knob,
    need_references,
    references_knob,
    scale_knob,
    tokenizer_for,
    words_of,
)
from samescore.settings import Choice, Integer, Stage, knob


class GleuSettings(WordSettings):
    """The knobs of GLEU."""

    metric: ClassVar[str] = "gleu"

    min_order: int = knob(Stage.STATISTICS, Integer(1, 20), 1, "Lowest n-gram order")
    max_order: int = knob(Stage.STATISTICS, Integer(1, 20), 4, "Highest n-gram order")
    references: str = references_knob("highest GLEU")
    no_references: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "skip")),
        "raise",
        "Segments without references. raise: an error; skip: add nothing to the counts",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "Aggregation over segments. corpus: one score from summed counts; sentences: mean of the segment scores",
    )
    mean_summation: str = mean_summation_knob()
    empty_input: str = empty_input_knob()
    scale: str = scale_knob()

    def check_together(self) -> None:
        if self.min_order > self.max_order:
            raise SettingsError(
                f"gleu: min_order={self.min_order} is above max_order={self.max_order}",
                hint="set min_order to at most max_order",
            )


def _ngrams(tokens: Sequence[str], settings: GleuSettings) -> Counter[tuple[str, ...]]:
    counts: Counter[tuple[str, ...]] = Counter()
    for n in range(settings.min_order, settings.max_order + 1):
        counts.update(zip(*(tokens[i:] for i in range(n)), strict=False))
    return counts


def _ratio(row: Row) -> float:
    matched, most = row
    return matched / most if most else 0.0


class Gleu(PreparesWords[GleuSettings], CompiledCounting[Corpus, GleuSettings], MeanOfSegments[Corpus, GleuSettings]):
    """GLEU of a corpus, in 0..`scale`; texts without any n-gram score 0.

    Raises `MetricError` on an empty corpus (see ``empty_input``) and on a segment without references (see
    ``no_references``).
    """

    name = "gleu"
    title = "GLEU (Google BLEU)"
    settings = GleuSettings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tokens", "counts", "sentences"),
        inputs="translation",
        growth=1,
        plausible={
            "tokenizer": ("none", "13a", "intl"),
            "case": ("keep", "lower"),
            "average": ("corpus", "sentences"),
        },
        breaks=only_the_first(),
    )

    def statistics(self, data: Corpus, settings: GleuSettings) -> Statistics:
        """Return one row of counts for each segment: m and max(h, r) for the selected reference.

        Both are 0 if no reference is given or no text has an n-gram. Raises `MetricError` for a segment without
        references if ``no_references`` is raise.
        """
        rows = []
        for segment in data:
            if settings.no_references == "raise":
                need_references(segment)
            hypothesis, references = words_of(data, segment, settings)
            h = _ngrams(hypothesis, settings)
            candidates = []
            for reference in references:
                r = _ngrams(reference, settings)
                matched = sum(min(count, r[gram]) for gram, count in h.items() if gram in r)
                candidates.append([matched, max(sum(h.values()), sum(r.values()))])
            # Two texts without any n-gram cannot be compared, so a different reference is preferred even if it scores
            # 0.
            candidates = [row for row in candidates if row[1]]
            rows.append(max(candidates, key=_ratio, default=[0, 0]))
        return Statistics(("matches", "most"), rows)

    def compiled_statistics(self, data: Corpus, settings: GleuSettings) -> Statistics | None:
        text = numbered_words(data, settings, all_used_references)
        if text is None:
            return None
        low, high = settings.min_order, settings.max_order
        cells = gleu_rows(text, matches(text, low, high, False, True), low, high)
        return Statistics(("matches", "most"), Rows(2, cells))

    def segment_score(self, row: Row, settings: GleuSettings) -> float:
        return (100 if settings.scale == "100" else 1) * _ratio(row)

    def shows_sentences(self, settings: GleuSettings) -> bool:
        return True

    def combine(self, total: Total, settings: GleuSettings) -> Trace:
        if is_empty(total, settings):
            return Trace(0.0, {"counts": [0, 0], "sentences": []})
        value = self.mean(total, settings) if self.averages(settings) else self.segment_score(total.sums, settings)
        return Trace(value, {"counts": list(total.sums)})

    def tokens(self, data: Corpus, settings: GleuSettings) -> Tokens:
        return all_tokens(data, tokenizer_for(data, settings))


GLEU = Gleu()
