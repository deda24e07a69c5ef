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
    """A confidence interval of a score, on the score's scale.

    `centre` and `half`, the half-width, are set only if a tool that prints them is followed, such as sacreBLEU. The
    centre may differ from the score and from the midpoint of the bounds.
    """

    low: float
    high: float
    centre: float | None = None
    half: float | None = None


class SystemScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """The score of one system by one metric, on the scale of the settings.

    `score` is None if the metric gives no score, and `problem` says why; `interval` is None if none was computed.
    `group` counts from 1, the best: every system of a group is significantly better than all systems of later groups.
    `ranks` are the best and the worst rank that the tests do not exclude: just after the systems that are significantly
    better, and just before the systems that are significantly worse. `group` and `ranks` are None unless every pair was
    tested.
    """

    system: str
    score: float | None
    interval: ScoreInterval | None = None
    group: int | None = None
    ranks: tuple[int, int] | None = None
    problem: str = ""


class PairTest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A paired test of two systems by one metric.

    `difference` is the score of `second` minus the score of `first`. `p` is the p-value of the test alone. `corrected`
    is the p-value after correction for all tests of the metric; it is compared with the significance level. If there is
    no p-value, `problem` says why. `same` means that both systems have the same output.
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
    """The scores of all systems by one metric, in the order given, and the tests of their pairs.

    `metric` is the requested name. `signature` has its complete settings, or is ``mean`` for segment scores that were
    computed elsewhere. `test` and `interval` are the signatures of the p-values and intervals, empty if none were
    computed. `short_signatures` has these three signatures without the knobs at their defaults. `segments` is the
    number of segments of every system. `notes` are remarks on the tests.
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
        """The systems, best score first; systems without a score come last."""
        scored = [system for system in self.systems if system.score is not None]
        scored.sort(key=lambda system: system.score or 0.0, reverse=self.higher_is_better is not False)
        return [*scored, *(system for system in self.systems if system.score is None)]

    @property
    def significant(self) -> list[PairTest]:
        """The pairs with a significant difference."""
        return [pair for pair in self.pairs if pair.verdict not in (PairVerdict.OPEN, PairVerdict.UNTESTED)]


class ComparedSystem(msgspec.Struct, frozen=True):
    """A compared system: its display name, and the file of its output (empty if it has none)."""

    name: str
    file: str = ""


class SystemComparison(msgspec.Struct, frozen=True, tag_field="type", tag="compare", omit_defaults=True):
    """The result of comparing systems by one or more metrics.

    Every pair is tested or, with a `baseline`, every other system against it. `correction` is applied to the p-values
    of each metric (``none``: no correction). A pair differs significantly if its corrected p-value is at most `alpha`.
    `level` is the confidence level of the intervals. `like` is the tool whose conventions are followed, if any.
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
