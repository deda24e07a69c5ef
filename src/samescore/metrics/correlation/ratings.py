"""The base of metrics over ratings: the kept scores, their groups, and the mean over groups.

With ``level=segment`` single scores are compared: all together, or in groups by system or by segment, whose results are
averaged. With ``level=system`` the systems' mean scores are compared.
"""

from __future__ import annotations

import abc
import math
from array import array
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.ratings import Ratings
from samescore.metrics.base import Statistics, Total
from samescore.metrics.float32 import single
from samescore.metrics.kept import Rowless
from samescore.settings import Choice, Settings, Stage, knob

#: Pairs of a metric score and a human score, as two lists of equal length; nan is a missing score.
Pairs = tuple[list[float], list[float]]

#: A system is an outlier beyond this many median absolute deviations, scaled by the factor to a standard deviation
#: (Mathur et al. 2020, "Tangled up in BLEU").
_CUTOFF, _FACTOR = 2.5, 1.483
_NO_RESULT = ("nan", "raise", "0")


class RatingSettings(Settings):
    """The knobs that the metrics over ratings share."""

    #: How missing scores are handled; each metric has its own values.
    missing: str

    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(_NO_RESULT, (("undefined", "nan"), ("zero", "0"))),
        "nan",
        "Result for an input without pairs of scores. nan: undefined; raise: an error; 0: 0",
    )
    one_pair: str = knob(
        Stage.STATISTICS,
        Choice(_NO_RESULT),
        "nan",
        "Result for a single pair of scores. nan: undefined; raise: an error; 0: 0",
    )
    level: str = knob(
        Stage.AGGREGATION,
        Choice(("segment", "system"), aliases=(("seg", "segment"), ("sys", "system"))),
        "segment",
        "Scores that are compared. segment: segment scores; system: mean scores of the systems",
    )
    outliers: str = knob(
        Stage.AGGREGATION,
        Choice(("keep", "remove")),
        "keep",
        "Outlier systems (only with level=system), whose human score is more than 2.5 * 1.483 median absolute "
        "deviations from the median. keep: keep them; remove: remove them",
    )
    average_by: str = knob(
        Stage.AGGREGATION,
        Choice(("none", "system", "segment"), aliases=(("sys", "system"), ("item", "segment"))),
        "none",
        "Grouping of segment scores (only with level=segment). none: one result for all scores; system: mean "
        "of the results for each system; segment: mean of the results for each segment",
    )
    group_weights: str = knob(
        Stage.AGGREGATION,
        Choice(("equal", "size", "pairs")),
        "equal",
        "Weight of each group in the mean. equal: 1; size: number n of its score pairs; pairs: n(n - 1)/2, so "
        "accuracy is computed over all pairs of all groups. With variant=wmt20, size and pairs are the number "
        "of counted pairs",
    )
    undefined_group: str = knob(
        Stage.AGGREGATION,
        Choice(("skip", "0")),
        "skip",
        "Groups without a result. skip: ignore them; 0: count them as 0. Groups with fewer than two score "
        "pairs are always ignored",
    )
    undefined: str = knob(
        Stage.COMBINATION,
        Choice(_NO_RESULT),
        "nan",
        "Result if every group is undefined, for example because one side is constant. nan: undefined; raise: "
        "an error; 0: 0",
    )


#: The intermediate results of each group of pairs, by the name of the stage.
GroupStages = dict[str, list[Any]]
RatingT = TypeVar("RatingT", bound=RatingSettings)


class KeptRatings(msgspec.Struct, frozen=True):
    """The scores segment by segment, and in a segment system by system; nan if missing. They take 16 bytes a pair."""

    grows: ClassVar[str] = "the scores segment by segment, in each segment those of every system"

    systems: int
    metric: array[float]
    human: array[float]

    @property
    def segments(self) -> int:
        """The number of segments."""
        return len(self.metric) // self.systems if self.systems else 0

    @property
    def memory(self) -> int:
        return 16 * len(self.metric)

    def merge(self, following: KeptRatings) -> KeptRatings:
        """Return these segments followed by the segments of the other part.

        Raises `MetricError` if the numbers of systems differ; a part without segments fits any other part.
        """
        if not self.metric or not following.metric:
            return self if self.metric else following
        if self.systems != following.systems:
            raise MetricError(
                f"parts have different numbers of systems: {self.systems} and {following.systems}", kind="ValueError"
            )
        return KeptRatings(self.systems, self.metric + following.metric, self.human + following.human)

    def system(self, k: int) -> Pairs:
        """Return the metric scores and the human scores of system k, segment by segment."""
        return list(self.metric[k :: self.systems]), list(self.human[k :: self.systems])

    def segment(self, i: int) -> Pairs:
        """Return the metric scores and the human scores of segment i, system by system."""
        place = slice(i * self.systems, (i + 1) * self.systems)
        return list(self.metric[place]), list(self.human[place])

    def together(self) -> Pairs:
        """Return all metric scores and all human scores, system by system."""
        pairs = [self.system(k) for k in range(self.systems)]
        return [x for metric, _ in pairs for x in metric], [y for _, human in pairs for y in human]


class RatingMetric(Rowless[Ratings, RatingT]):
    """A metric over ratings: the result for all pairs of scores, or the mean of the results of groups of pairs."""

    takes = (Ratings,)

    def counting(self, settings: RatingT) -> RatingT:
        """Return the default settings, because no setting affects the kept data."""
        return self.settings()

    def statistics(self, data: Ratings, settings: RatingT) -> Statistics:
        sides = (data.metric_scores, data.human_scores)
        metric, human = (
            array("d", [math.nan if x is None else x for column in zip(*side, strict=True) for x in column])
            for side in sides
        )
        return Statistics((), (), KeptRatings(data.systems, metric, human))

    @abc.abstractmethod
    def result(
        self, metric: list[float], human: list[float], settings: RatingT, stages: GroupStages
    ) -> tuple[float, int]:
        """Return the result for at least two pairs of scores, and the number of pairs compared; the result may be nan.

        The group's intermediate results are appended to the lists in `stages`.
        """

    def weight(self, size: int, settings: RatingT) -> int:
        """Return the weight that a group with `size` pairs of scores has in the mean over groups."""
        return {"equal": 1, "size": size, "pairs": size * (size - 1) // 2}[settings.group_weights]

    def present(self, metric: list[float], human: list[float], settings: RatingT) -> Pairs | None:
        """Return the pairs to compare; None if a missing score makes the result undefined.

        Raises `MetricError` for a missing score under ``missing=raise``.
        """
        return present(metric, human, settings.missing)

    def combine(self, total: Total, settings: RatingT) -> Trace:
        kept: KeptRatings = total.kept
        stages: GroupStages = {"sizes": [], **{name: [] for name in self.facts.stages if name != "sizes"}}
        if settings.level == "system" or settings.average_by == "none":
            return Trace(
                self._alone(
                    _systems(kept, settings) if settings.level == "system" else kept.together(), settings, stages
                ),
                stages,
            )
        return Trace(
            _replace_undefined(self._mean(_groups(kept, settings.average_by), settings, stages), settings), stages
        )

    def compared(self, kept: KeptRatings, settings: RatingT) -> list[tuple[Pairs | None, int]]:
        """Return the groups of pairs of scores to compare, each with its number of pairs.

        Under ``level=system``, the systems' mean scores are the only group; otherwise all pairs are one group unless
        results are averaged by system or segment. A group with an undefined result is None. Groups of fewer than two
        pairs are skipped. Raises `MetricError` for a missing score under ``missing=raise``.
        """
        if settings.level == "system":
            groups: Iterable[Pairs] = [_systems(kept, settings)]
        else:
            groups = [kept.together()] if settings.average_by == "none" else _groups(kept, settings.average_by)
        chosen = ((self.present(*pairs, settings), len(pairs[0])) for pairs in groups)
        sized = ((pairs, size if pairs is None else len(pairs[0])) for pairs, size in chosen)
        return [(pairs, size) for pairs, size in sized if pairs is None or size > 1]

    def _alone(self, pairs: Pairs, settings: RatingT, stages: GroupStages) -> float:
        """Return the result for all pairs together.

        It is replaced if it is undefined or if there are fewer than two pairs.
        """
        alone = len(pairs[0]) < 2 and settings.missing == "propagate"
        chosen = pairs if alone else self.present(*pairs, settings)
        size = len(chosen[0]) if chosen else 0
        stages["sizes"].append(size)
        if chosen is not None and size < 2:
            return _replacement(
                settings.one_pair if size else settings.empty_input, f"there are {size} pairs of scores"
            )
        return _replace_undefined(math.nan if chosen is None else self.result(*chosen, settings, stages)[0], settings)

    def _mean(self, groups: Iterator[Pairs], settings: RatingT, stages: GroupStages) -> float:
        """Return the weighted mean of the groups' results, added up in order; nan if the weights are 0.

        Groups of fewer than two pairs are skipped; undefined results are skipped, or 0 under ``undefined_group=0``.
        """
        total, weights = 0.0, 0
        for pairs in groups:
            chosen = self.present(*pairs, settings)
            stages["sizes"].append(len(chosen[0]) if chosen else 0)
            if chosen is not None and len(chosen[0]) < 2:
                continue
            value, size = (math.nan, len(pairs[0])) if chosen is None else self.result(*chosen, settings, stages)
            weight = self.weight(size, settings)
            if not math.isnan(value):
                total += weight * value
                weights += weight
            elif settings.undefined_group == "0":
                weights += weight
        return total / weights if weights else math.nan


def dtype_knob() -> str:
    """Define the knob ``dtype`` of a metric for which only the order of scores matters."""
    return knob(
        Stage.STATISTICS,
        Choice(("float64", "float32")),
        "float64",
        "Floating-point precision. float64: compare scores as doubles; float32: round them to 32 bits first, "
        "which ties scores that differ after the seventh digit",
        former=("precision",),
    )


class DtypeKnob(Protocol):
    """Settings with the knob ``dtype``."""

    dtype: str


def round_scores(metric: list[float], human: list[float], settings: DtypeKnob) -> Pairs:
    """Return the scores rounded to the precision in which they are compared."""
    if settings.dtype == "float64":
        return metric, human
    return list(map(single, metric)), list(map(single, human))


def present(metric: list[float], human: list[float], missing: str) -> Pairs | None:
    """Return the pairs to compare; None if a missing score makes the result undefined.

    Raises `MetricError` for a missing score if `missing` is raise.
    """
    if missing in ("propagate", "raise"):
        if not any(math.isnan(x) for x in (*metric, *human)):
            return metric, human
        if missing == "raise":
            raise MetricError("a score is missing", kind="ValueError")
        return None
    if missing in ("drop", "drop-infinite"):
        taken = _is_number if missing == "drop" else math.isfinite
        kept = [(x, y) for x, y in zip(metric, human, strict=True) if taken(x) and taken(y)]
        return [x for x, _ in kept], [y for _, y in kept]
    return metric, human


def _is_number(x: float) -> bool:
    return not math.isnan(x)


def _replace_undefined(value: float, settings: RatingSettings) -> float:
    """Return the result; nan is replaced by the value of ``undefined``, or raises `MetricError` if this is raise."""
    return _replacement(settings.undefined, "no result is defined") if math.isnan(value) else value


def _replacement(how: str, problem: str) -> float:
    """Return `how`, the replacement for a missing result, as a float; raises `MetricError` if it is ``raise``."""
    if how == "raise":
        raise MetricError(problem, kind="ValueError")
    return float(how)


def _groups(kept: KeptRatings, average_by: str) -> Iterator[Pairs]:
    if average_by == "system":
        return (kept.system(k) for k in range(kept.systems))
    return (kept.segment(i) for i in range(kept.segments))


def _systems(kept: KeptRatings, settings: RatingSettings) -> Pairs:
    """Return the systems' mean metric scores and mean human scores, without outliers if these are removed.

    The mean is nan for a system with missing scores, unless missing scores are dropped.
    """
    pairs = [kept.system(k) for k in range(kept.systems)] if kept.segments else []
    drop = settings.missing.startswith("drop")
    metric, human = ([_mean(side, drop) for side in sides] for sides in zip(*pairs, strict=True)) if pairs else ([], [])
    if settings.outliers == "remove":
        near = _are_not_outliers(human)
        metric = [x for x, taken in zip(metric, near, strict=True) if taken]
        human = [y for y, taken in zip(human, near, strict=True) if taken]
    return metric, human


def _mean(scores: Sequence[float], drop: bool) -> float:
    """Return the correctly rounded sum divided by the number of scores; nan without scores or with a missing one.

    With `drop`, missing scores do not count.
    """
    if drop:
        scores = [x for x in scores if _is_number(x)]
    if not all(map(math.isfinite, scores)):
        return math.nan if any(map(math.isnan, scores)) else sum(scores)
    return math.fsum(scores) / len(scores) if scores else math.nan


def _are_not_outliers(human: Sequence[float]) -> list[bool]:
    """Return for each system whether its human score is not an outlier; False for a missing score if others are known."""
    known = [y for y in human if _is_number(y)]
    if not known:
        return [True] * len(human)
    middle = median(known)
    spread = median([abs(y - middle) for y in known])
    return [not abs(y - middle) > _CUTOFF * _FACTOR * spread for y in human]
