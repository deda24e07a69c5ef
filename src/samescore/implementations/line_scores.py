"""Remember the number that a program prints for each line, to answer many inputs after starting it once."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.catalogue.vectors import select
from samescore.data.corpus import Corpus, Segment
from samescore.implementations.printed import Number

#: Maximum number of characters of a combined input.
_LONGEST = 2**18


class LineScores:
    """The numbers printed for segments. `consistent` becomes False when a segment gets two different numbers."""

    def __init__(self) -> None:
        self._numbers: dict[Segment, Number] = {}
        self.consistent = True

    def learn(self, segments: Sequence[Segment], numbers: Sequence[Number]) -> None:
        """Store the number of each segment that has none, and set `consistent` to False if a known number differs."""
        for segment, number in zip(segments, numbers, strict=True):
            if self._numbers.setdefault(segment, number) != number:
                self.consistent = False

    def of(self, corpus: Corpus) -> list[Number] | None:
        """Return the numbers of a corpus's segments; None unless all are known."""
        known = [self._numbers.get(segment) for segment in corpus]
        return [number for number in known if number is not None] if None not in known else None

    def with_more(self, segments: Sequence[Segment]) -> Corpus:
        """Return a corpus of the known segments and then new segments, each once, up to `_LONGEST` characters.

        The known segments are included to compare their numbers with the earlier ones.
        """
        every, length = [], 0
        for segment in dict.fromkeys([*self._numbers, *segments]):
            length += len(segment.hypothesis) + sum(map(len, segment.references))
            if length > _LONGEST:
                break
            every.append(segment)
        return Corpus(tuple(every))


def golden_corpora(metric: str) -> list[Corpus]:
    """Return the inputs of a metric's golden vectors that are corpora with at least one segment."""
    inputs = (vector.data() for vector in select([metric]))
    return [data for data in inputs if isinstance(data, Corpus) and len(data)]
