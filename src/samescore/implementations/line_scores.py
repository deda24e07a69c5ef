"""Programs that print a number for each line: many inputs are answered by one start."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.catalogue.vectors import select
from samescore.data.corpus import Corpus, Segment
from samescore.implementations.printed import Number

#: Maximum number of characters of the inputs of one start.
_LONGEST = 2**18


class LineScores:
    """The printed numbers of segments; `consistent` until a segment gets two different ones."""

    def __init__(self) -> None:
        self._numbers: dict[Segment, Number] = {}
        self.consistent = True

    def learn(self, segments: Sequence[Segment], numbers: Sequence[Number]) -> None:
        """Store the numbers of these segments."""
        for segment, number in zip(segments, numbers, strict=True):
            if self._numbers.setdefault(segment, number) != number:
                self.consistent = False

    def of(self, corpus: Corpus) -> list[Number] | None:
        """Return the numbers of a corpus' segments; None unless all are known."""
        known = [self._numbers.get(segment) for segment in corpus]
        return [number for number in known if number is not None] if None not in known else None

    def with_more(self, segments: Sequence[Segment]) -> Corpus:
        """Combine known segments, for comparing their numbers, with new ones in one input."""
        every, length = [], 0
        for segment in dict.fromkeys([*self._numbers, *segments]):
            length += len(segment.hypothesis) + sum(map(len, segment.references))
            if length > _LONGEST:
                break
            every.append(segment)
        return Corpus(tuple(every))


def golden_corpora(metric: str) -> list[Corpus]:
    """Return the corpora of a metric's golden vectors."""
    inputs = (vector.data() for vector in select([metric]))
    return [data for data in inputs if isinstance(data, Corpus) and len(data)]
