"""A corpus of one segment that caches nothing, for scores of single segments."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import ClassVar

from samescore.base.memory import Result
from samescore.data.corpus import Corpus, Line


class OneSegment(Corpus):
    """A corpus of one segment; it is scored once, so caching results would cost more than it saves."""

    __slots__ = ()

    caches: ClassVar[bool] = False

    @classmethod
    def of(cls, hypothesis: Line, references: tuple[Line, ...], *, tokenized: bool = False) -> OneSegment:
        """Build the corpus from lines that have been checked."""
        corpus = cls.__new__(cls)
        corpus._set((hypothesis,), (references,), tokenized=tokenized)
        return corpus

    def remembered(self, key: Hashable, make: Callable[[], Result], cost: Callable[[Result], int]) -> Result:  # noqa: ARG002
        """Return ``make()``, without caching it."""
        return make()


def cached_segment(hypothesis: str, reference: str) -> Corpus:
    """Return a corpus of one segment with checked lines, which caches the prepared texts that several metrics share."""
    return Corpus._of((hypothesis,), ((reference,),))
