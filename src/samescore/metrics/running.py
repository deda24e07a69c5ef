"""The total of an input that comes in parts, of any number."""

from __future__ import annotations

from array import array

from samescore.metrics.base import Total


class RunningTotal:
    """Totals of successive parts, merged as they come.

    Parts are merged in pairs, pairs in pairs and so on, so that what a metric keeps is copied a few times only, however
    many parts there are. Merging is associative: the result is that of any other order of merging.
    """

    def __init__(self) -> None:
        #: How many parts each is of, falling powers of two, and what it takes in bytes.
        self._merged: list[tuple[int, Total, int]] = []

    def add(self, total: Total) -> None:
        """Merge the total of the next part."""
        parts = 1
        while self._merged and self._merged[-1][0] == parts:
            total = self._merged.pop()[1].merge(total)
            parts *= 2
        self._merged.append((parts, total, total.memory))

    @property
    def memory(self) -> int:
        """Approximate size in bytes of what grows with the input."""
        return sum(memory for _, _, memory in self._merged)

    @property
    def what(self) -> str:
        """What grows with the input, in words; empty for nothing."""
        if not self._merged:
            return ""
        total = self._merged[0][1]
        if total.kept is not None:
            first, _, _ = (type(total.kept).__doc__ or "").partition("\n")
            return first[:1].lower() + first[1:].rstrip(".")
        if total.rows:
            return "the counts of every segment"
        return "the score of every segment, in order" if any(isinstance(s, array) for s in total.series) else ""

    def whole(self) -> Total:
        """The total of all parts; that of none is empty. The parts are forgotten."""
        total = self._merged.pop()[1] if self._merged else Total()
        while self._merged:
            total = self._merged.pop()[1].merge(total)
        return total
