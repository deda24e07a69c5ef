"""All that a run of the benchmark found."""

from __future__ import annotations

import dataclasses

from benchmarks.comparison import Comparison, Series


@dataclasses.dataclass(frozen=True)
class Report:
    """A run: where it was made (name and value of each fact), and what was compared."""

    facts: tuple[tuple[str, str], ...]
    scores: tuple[Comparison, ...] = ()
    adapters: tuple[Comparison, ...] = ()
    by_lines: tuple[Series, ...] = ()
    by_length: tuple[Series, ...] = ()
    commands: tuple[Comparison, ...] = ()
    verbs: tuple[Comparison, ...] = ()

    @property
    def failures(self) -> list[str]:
        """What is wrong, in words: numbers that differ, and measurements that failed."""
        comparisons = (*self.scores, *self.adapters, *self.commands, *self.verbs)
        return [failure for comparison in comparisons for failure in comparison.failures]
