"""The record of a comparison of systems: scores with intervals, paired tests, and significance groups."""

from __future__ import annotations

import enum
from collections.abc import Iterable

import msgspec


class PairVerdict(enum.Enum):
    """The verdict on the second system of a pair, relative to the first."""

    BETTER = "better"
    WORSE = "worse"
    DIFFERENT = "different"
    OPEN = "not told apart"
    UNTESTED = "not tested"


class ScoreInterval(msgspec.Struct, frozen=True, omit_defaults=True):
    """An interval of a score, on its scale.

    A tool that prints a centre and a half-width, such as sacreBLEU, has `centre` and `half`; the centre need not be the
    score, nor the midpoint of the bounds.
    """

    low: float
    high: float
    centre: float | None = None
    half: float | None = None


class SystemScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """The score of one system by one metric, on the scale of the settings.

    `score` is None if the metric gives no score, and `problem` says why; `interval` is None if there is none. `group`
    counts from 1, the best: every system of a group is significantly better than all systems of later groups. `ranks`
    are the best and worst rank that the tests do not exclude: just after the systems that are significantly better, and
    just before those that are significantly worse. Both are None unless every pair was tested.
    """

    system: str
    score: float | None
    interval: ScoreInterval | None = None
    group: int | None = None
    ranks: tuple[int, int] | None = None
    problem: str = ""


class PairTest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A paired test of two systems by one metric.

    `difference` is the score of `second` minus that of `first`. `p` is the p-value of the test alone, `corrected` the
    value after correction for all tests of the metric, which is compared with the significance level. Without a
    p-value, `problem` says why. `same` means that both systems are the same input.
    """

    first: str
    second: str
    difference: float | None
    p: float | None
    corrected: float | None
    verdict: PairVerdict
    problem: str = ""
    same: bool = False


class MetricComparison(msgspec.Struct, frozen=True, omit_defaults=True):
    """All systems by one metric, in the order given, and the tests of their pairs.

    `metric` is the name that was asked for, `signature` the complete settings behind it, or ``mean`` for segment
    scores that were computed elsewhere. `test` and `interval` are the complete settings of p-values and intervals; empty
    where there are none; `short_signatures` has all three without the knobs that are at their defaults. `segments` is
    the number of segments that every system has. `notes` are remarks on the tests.
    """

    metric: str
    signature: str
    higher_is_better: bool | None
    segments: int
    systems: list[SystemScore]
    pairs: list[PairTest]
    test: str = ""
    interval: str = ""
    notes: list[str] = []
    short_signatures: dict[str, str] = {}

    @property
    def ranked(self) -> list[SystemScore]:
        """The systems, best score first; those without a score last."""
        scored = [system for system in self.systems if system.score is not None]
        scored.sort(key=lambda system: system.score or 0.0, reverse=self.higher_is_better is not False)
        return [*scored, *(system for system in self.systems if system.score is None)]

    @property
    def significant(self) -> list[PairTest]:
        """The pairs with a significant difference."""
        return [pair for pair in self.pairs if pair.verdict not in (PairVerdict.OPEN, PairVerdict.UNTESTED)]


class ComparedSystem(msgspec.Struct, frozen=True):
    """A system: its display name, and its file (empty if it has none)."""

    name: str
    file: str = ""


class SystemComparison(msgspec.Struct, frozen=True, tag_field="type", tag="compare", omit_defaults=True):
    """The result of comparing systems, metric by metric.

    Every pair is tested; with a `baseline`, each other system is tested against it. `correction` is applied to the
    p-values of one metric together (``none``: no correction). A pair differs significantly if its corrected p-value is
    at most `alpha`. `level` is the confidence level of the intervals. `like` is the tool whose conventions are
    followed, if any.
    """

    systems: list[ComparedSystem]
    metrics: list[MetricComparison]
    references: list[str] = []
    baseline: str = ""
    correction: str = "none"
    alpha: float = 0.05
    level: float = 0.95
    like: str = ""

    @property
    def tested(self) -> bool:
        """Whether any pair has a p-value."""
        return any(pair.p is not None for metric in self.metrics for pair in metric.pairs)


def system_comparisons(saved: Iterable[object]) -> list[SystemComparison]:
    """Return the comparisons of systems in a list of records."""
    return [record for record in saved if isinstance(record, SystemComparison)]
