"""The total of an input that arrives in any number of parts."""

from __future__ import annotations

from array import array

from samescore.metrics.totals import Kept, Total


class RunningTotal:
    """Merges the totals of successive parts.

    Parts are merged in pairs, pairs in pairs and so on, so that kept data are copied only a few times, however many
    parts there are. Merging is associative, so the result does not depend on the order.
    """

    def __init__(self) -> None:
        #: The number of parts in each total, falling powers of two, with its size in bytes.
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
    def grows(self) -> str:
        """A description of the data that grow with the input; empty if there are none."""
        if not self._merged:
            return ""
        total = self._merged[0][1]
        if total.kept is not None:
            kept: Kept = total.kept
            return kept.grows
        if total.rows:
            return "the counts of every segment"
        return "the score of every segment, in order" if any(isinstance(s, array) for s in total.series) else ""

    def whole(self) -> Total:
        """Return the total of all parts (empty without parts), and forget them."""
        total = self._merged.pop()[1] if self._merged else Total()
        while self._merged:
            total = self._merged.pop()[1].merge(total)
        return total
