"""What the metrics over words share: the knobs that lead from text to tokens, and segments as tokens."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from samescore.data.corpus import Corpus, Segment
from samescore.errors import MetricError
from samescore.metrics.base import need_segments, tokenize
from samescore.settings import Choice, Settings, Stage, knob


@dataclasses.dataclass(frozen=True, slots=True)
class WordSettings(Settings):
    """The knobs that make tokens."""

    case: str = knob(
        Stage.TEXT, Choice(("keep", "lower")), "keep", "keep the case, or lower it (str.lower) before tokenizing"
    )
    tokenizer: str = knob(
        Stage.TOKENS,
        Choice(
            ("none", "13a", "intl", "zh", "char", "jieba", "given"), needs=(("jieba", "package"), ("given", "tokens"))
        ),
        "none",
        "how text becomes tokens; none splits at white space, jieba (a package of its own) cuts Chinese into words, given "
        "takes the caller's tokens",
    )


def scale_knob() -> Any:
    """The knob ``scale`` of a metric whose best score is 1."""
    return knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "the score of a perfect hypothesis")


def references_knob(best: str) -> Any:
    """The knob ``references`` of a metric that looks at one reference; `best` says which is best."""
    return knob(
        Stage.STATISTICS,
        Choice(("best", "first")),
        "best",
        f"several references: the one with the {best} (the first of equals), or the first",
    )


def no_segments_knob() -> Any:
    """The knob ``no_segments``."""
    return knob(Stage.AGGREGATION, Choice(("raise", "zero")), "raise", "a corpus without segments raises, or scores 0")


def is_empty(corpus: Corpus, s: Any) -> bool:
    """Has the corpus no segments, so that the score is 0? Raises `MetricError` unless the settings say so."""
    if s.no_segments == "raise":
        need_segments(corpus)
    return not len(corpus)


def words_of(segment: Segment, s: Any) -> tuple[Sequence[str], list[Sequence[str]]]:
    """The tokens of a segment's hypothesis and of each reference, or of the first where only it counts."""
    first_only = getattr(s, "references", "") == "first"
    used = segment.references[:1] if first_only else segment.references
    return tokenize(segment.hypothesis, s), [tokenize(reference, s) for reference in used]


def need_references(segment: Segment) -> None:
    """Raise `MetricError` when a segment has no references."""
    if not segment.references:
        raise MetricError("a segment has no references")
