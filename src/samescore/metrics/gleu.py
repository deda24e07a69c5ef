"""GLEU, "Google BLEU" (Wu et al., "Google's neural machine translation system", arXiv:1609.08144, section 5).

All n-grams of orders 1 to 4 are one collection. With m matches, h n-grams in the hypothesis and r in the
reference, GLEU = min(m/h, m/r) = m / max(h, r); a corpus adds up m and max(h, r).
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar

from samescore.data.corpus import Corpus
from samescore.errors import SettingsError
from samescore.metrics.base import Metric, Statistics, mean, tokens_of
from samescore.metrics.words import (
    WordSettings,
    is_empty,
    need_references,
    no_segments_knob,
    references_knob,
    scale_knob,
    words_of,
)
from samescore.outcome import Trace
from samescore.settings import Choice, Integer, Stage, knob


@dataclasses.dataclass(frozen=True, slots=True)
class GleuSettings(WordSettings):
    """The knobs of GLEU."""

    metric: ClassVar[str] = "gleu"

    min_order: int = knob(Stage.STATISTICS, Integer(1, 20), 1, "the smallest n-gram order")
    max_order: int = knob(Stage.STATISTICS, Integer(1, 20), 4, "the largest n-gram order")
    references: str = references_knob("highest GLEU")
    no_references: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "skip")),
        "raise",
        "a segment without references raises, or adds nothing to the counts",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "one score from the summed counts, or the mean of the segments' scores",
    )
    no_segments: str = no_segments_knob()
    scale: str = scale_knob()

    def check_together(self) -> None:
        if self.min_order > self.max_order:
            raise SettingsError(
                f"gleu: min_order={self.min_order} is above max_order={self.max_order}", hint="exchange them"
            )


def statistics(corpus: Corpus, s: GleuSettings) -> Statistics:
    """One row a segment: m and max(h, r) against the reference that counts; raises as `evaluate` does."""
    return _count(corpus, s.up_to(Stage.STATISTICS))


@lru_cache(maxsize=4)
def _count(corpus: Corpus, s: GleuSettings) -> Statistics:
    rows = []
    for segment in corpus:
        if s.no_references == "raise":
            need_references(segment)
        hypothesis, references = words_of(segment, s)
        ours = _ngrams(hypothesis, s)
        candidates = []
        for reference in references:
            theirs = _ngrams(reference, s)
            matched = sum(min(count, theirs[gram]) for gram, count in ours.items() if gram in theirs)
            candidates.append([matched, max(sum(ours.values()), sum(theirs.values()))])
        # Two texts without any n-gram say nothing, so another reference is preferred even at a score of 0.
        candidates = [row for row in candidates if row[1]]
        rows.append(max(candidates, key=_ratio, default=[0, 0]))
    return Statistics(("matches", "most"), rows)


def _ngrams(tokens: Sequence[str], s: GleuSettings) -> Counter[tuple[str, ...]]:
    counts: Counter[tuple[str, ...]] = Counter()
    for n in range(s.min_order, s.max_order + 1):
        counts.update(zip(*(tokens[i:] for i in range(n)), strict=False))
    return counts


def _ratio(row: Sequence[int]) -> float:
    matched, most = row
    return matched / most if most else 0.0


def evaluate(corpus: Corpus, s: GleuSettings) -> Trace:
    """GLEU of a corpus, in 0..`scale`; texts without any n-gram score 0.

    Raises `MetricError` on an empty corpus (see ``no_segments``) and on a segment without references (see
    ``no_references``).
    """
    if is_empty(corpus, s):
        return Trace(0.0, {"counts": [0, 0], "sentences": []})
    table = statistics(corpus, s)
    scale = 100 if s.scale == "100" else 1
    sentences = [scale * _ratio(row) for row in table.rows]
    value = scale * _ratio(table.total()) if s.average == "corpus" else mean(sentences)
    stages: dict[str, Any] = {"rows": table, "counts": table.total(), "sentences": sentences}
    return Trace(value, stages, lambda: tokens_of(corpus, s))


GLEU = Metric("gleu", "GLEU (Google BLEU)", GleuSettings, (Corpus,), evaluate)
