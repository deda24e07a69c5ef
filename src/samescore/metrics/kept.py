"""What metrics without rows keep of the data, so that the parts of any partition merge into the score of the whole."""

from __future__ import annotations

import abc
import dataclasses
from collections.abc import Sequence
from typing import Any, Protocol

from samescore.data.corpus import Corpus
from samescore.metrics.base import Kept, Metric, Statistics, Total
from samescore.metrics.words import need_references, tokenizer_for, used_references

Words = Sequence[str]
#: A segment as tokens: its hypothesis, and those of its references that are used.
Pair = tuple[Words, list[Words]]

_LIST_BYTES, _TOKEN_BYTES = 56, 64


class KeptSegments(Kept, Protocol):
    """What is kept of segments, and their number."""

    @property
    def segments(self) -> int:
        """The number of segments (of items, where the input has no segments)."""


class RowlessMetric(Metric, abc.ABC):
    """A metric that has no rows: everything it needs is kept in one `KeptSegments`."""

    by_segment = False

    def additive(self, s: Any) -> bool:
        return False

    def total(self, statistics: Statistics, s: Any) -> Total:
        kept: KeptSegments = statistics.kept
        return Total(kept.segments, kept=kept)


@dataclasses.dataclass(frozen=True, slots=True)
class TokenPairs:
    """Every segment as tokens, in order."""

    pairs: tuple[Pair, ...]

    @classmethod
    def of(cls, corpus: Corpus, s: Any) -> TokenPairs:
        """The tokens of a corpus under word settings; raises `MetricError` for a segment without references."""
        for segment in corpus:
            need_references(segment)
        tokens = tokenizer_for(corpus, s)
        return cls(
            tuple(
                (tokens(segment.hypothesis), [tokens(reference) for reference in used_references(segment, s)])
                for segment in corpus
            )
        )

    @property
    def segments(self) -> int:
        return len(self.pairs)

    @property
    def memory(self) -> int:
        return sum(token_bytes(text) for hypothesis, references in self.pairs for text in (hypothesis, *references))

    def merge(self, following: TokenPairs) -> TokenPairs:
        return TokenPairs(self.pairs + following.pairs)


def token_bytes(tokens: Words) -> int:
    """Approximate memory of a list of tokens."""
    return _LIST_BYTES + _TOKEN_BYTES * len(tokens)
