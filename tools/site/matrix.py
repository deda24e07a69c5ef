"""How often an implementation's answers are the expected ones, differ explained, and differ unexplained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import accumulate, chain
from typing import NamedTuple

from samescore.records import RunReport, VectorVerdict


class Cell(NamedTuple):
    """The verdicts on one implementation and metric."""

    agree: int
    explained: int
    unexplained: int

    @property
    def total(self) -> int:
        """The number of answers."""
        return self.agree + self.explained + self.unexplained

    @property
    def shares(self) -> list[tuple[str, float, float]]:
        """The part of each verdict in percent: its style, where it starts, and its width."""
        counts = {"good": self.agree, "known": self.explained, "bad": self.unexplained}
        ends = [round(100 * end / self.total, 2) for end in accumulate(counts.values())]
        return [
            (style, start, round(end - start, 2))
            for style, start, end in zip(counts, [0.0, *ends], ends, strict=False)
            if end > start
        ]

    @property
    def style(self) -> str:
        """The class of the style sheet."""
        return "bad" if self.unexplained else "known" if self.explained else "good"

    @property
    def parts(self) -> list[str]:
        """The counts, each with the sign of its verdict."""
        counted = (("✓", self.agree), ("≠", self.explained), ("✗", self.unexplained))
        return [f"{sign} {count}" for sign, count in counted if count]

    @property
    def words(self) -> str:
        """The counts in words."""
        return f"{self.agree} as expected, {self.explained} explained, {self.unexplained} unexplained"


#: The cells by implementation and metric.
Cells = Mapping[tuple[str, str], Cell]


def cells(reports: Iterable[RunReport]) -> Cells:
    """The cell of each implementation and metric with an answer; the metric is empty for all of them together."""
    counts: dict[tuple[str, str], Counter[VectorVerdict]] = {}
    for result in chain.from_iterable(report.results for report in reports):
        if result.verdict.answered:
            for name in (result.metric, ""):
                counts.setdefault((result.implementation, name), Counter())[result.verdict] += 1
    return {
        key: Cell(
            counted[VectorVerdict.AGREE],
            counted[VectorVerdict.DIVERGE] + counted[VectorVerdict.EXPECTED],
            sum(count for verdict, count in counted.items() if verdict.red),
        )
        for key, counted in counts.items()
    }
