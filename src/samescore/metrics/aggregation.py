"""Base classes of metrics that add up, average or keep the rows of segments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from samescore.kernels import kernels_enabled
from samescore.metrics.base import DataT, LateStages, Metric, Row, SettingsT, Statistics, Total, column_sums
from samescore.metrics.summation import Series, mean, series


class Additive(Metric[DataT, SettingsT]):
    """A metric whose score is a function of the sums of its rows, the last row, and numbers added up in order.

    Its totals take constant memory, except for these numbers: a mean of floats depends on the order of the additions,
    so its terms are stored in order, eight bytes a segment, unless the settings request an exact sum.
    """

    def additive(self, settings: SettingsT) -> bool:
        """Return whether sums of the rows suffice for the score under these settings."""
        return True

    def total(self, statistics: Statistics, settings: SettingsT) -> Total:
        return self.summed(statistics.rows, settings, statistics.kept)

    def summed(self, rows: Sequence[Row], settings: SettingsT, kept: object = None) -> Total:
        """Return the total of rows: their sums, the last row, and the numbers of `series`, with `kept` as kept data."""
        last = rows[-1] if rows else ()
        return Total(len(rows), column_sums(self.summands(rows)), last, self.carried(rows, settings), kept=kept)

    def summands(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Return the part of each row that is added up; by default the whole row. The parts have the same width."""
        return rows

    def series(self, rows: Sequence[Row], settings: SettingsT) -> tuple[Sequence[float], ...]:
        """Return the numbers to add up in order, one sequence for each kind of number; none by default."""
        return ()

    def carried(self, rows: Sequence[Row], settings: SettingsT) -> tuple[Series, ...]:
        """Return the numbers of `series` as stored in a total: in order, or as exact sums."""
        exact = self.carries_exact_sums(settings)
        return tuple(series(values, exact=exact) for values in self.series(rows, settings))

    def carries_exact_sums(self, settings: SettingsT) -> bool:
        """Return whether the numbers of `series` are stored as exact sums."""
        return False

    def commutes(self, settings: SettingsT) -> bool:
        return True


class MeanOfScores(Metric[DataT, SettingsT]):
    """A metric whose score may be the mean of segment scores.

    By default the knobs ``average`` and ``mean_summation`` decide.
    """

    def averages(self, settings: SettingsT) -> bool:
        """Return whether the score is a mean of segment scores."""
        return averages(settings)

    def mean_summation(self, settings: SettingsT) -> str:
        """Return the way in which segment scores are added up for their mean."""
        knobs: Any = settings  # the knobs of the metric; metrics without this knob override the method
        return str(knobs.mean_summation)

    def adds_exactly(self, settings: SettingsT) -> bool:
        """Return whether the mean is computed from an exact sum; single scores then need not be stored."""
        return self.mean_summation(settings) in ("exact", "fsum")

    def mean_of(self, scores: Sequence[float], settings: SettingsT) -> float:
        """Return the mean of a complete list of scores; raises `ZeroDivisionError` for an empty list."""
        return mean(series(scores, exact=self.adds_exactly(settings)), self.mean_summation(settings))


class MeanOfSegments(MeanOfScores[DataT, SettingsT], Additive[DataT, SettingsT]):
    """A metric whose score is the mean of segment scores computed from single rows, or the score of the summed rows.

    Subclasses define `segment_score`; they also define `averages`, unless the knob ``average`` decides between the two.
    """

    def is_mean(self, settings: SettingsT) -> bool:
        """Return whether the score is the sum of the first series divided by the number of segments.

        `mean_summation` determines how the series is added up.
        """
        return self.averages(settings)

    def series(self, rows: Sequence[Row], settings: SettingsT) -> tuple[Sequence[float], ...]:
        """Return one sequence with the scores of the segments if they are averaged, else none."""
        return (self.segment_scores(rows, settings),) if self.averages(settings) else ()

    def carries_exact_sums(self, settings: SettingsT) -> bool:
        return self.averages(settings) and self.adds_exactly(settings)

    def commutes(self, settings: SettingsT) -> bool:
        return self.adds_exactly(settings) if self.averages(settings) else True

    def mean(self, total: Total, settings: SettingsT) -> float:
        """Return the mean of the first series, the segment scores; raises `ZeroDivisionError` if there are none."""
        return mean(total.series[0], self.mean_summation(settings))

    def segment_score(self, row: Row, settings: SettingsT) -> float:
        """Return the score of one segment, computed from its row, on the scale of the settings.

        Raises `MetricError` if the settings make the metric raise for this segment.
        """
        raise NotImplementedError(f"{self.name} cannot score a single row")

    def segment_scores(self, rows: Sequence[Row], settings: SettingsT) -> Sequence[float]:
        """Return the score of each segment, as `segment_score` computes it from its row.

        The kernels compute the scores if they are enabled and support the settings.
        """
        made = self.compiled_segment_scores(rows, settings) if kernels_enabled() else None
        return [self.segment_score(row, settings) for row in rows] if made is None else made

    def compiled_segment_scores(self, rows: Sequence[Row], settings: SettingsT) -> Sequence[float] | None:
        """Return `segment_score` of every row, bit for bit, computed by the kernels.

        Returns None if the kernels do not support the settings, or if a row has no score.
        """
        return None

    def scores_alone(self, settings: SettingsT) -> bool:
        """Return whether `segment_score` equals, to the last bit, the score of a corpus with only that segment."""
        return False

    def shows_sentences(self, settings: SettingsT) -> bool:
        """Return whether a trace has the stage ``sentences``: the score of each segment."""
        return self.averages(settings)

    def sentence_scores(self, statistics: Statistics, settings: SettingsT) -> list[float]:
        """Return the scores of the segments for the stage ``sentences``."""
        return list(self.segment_scores(statistics.rows, settings))

    def segment_stages(self, statistics: Statistics, settings: SettingsT) -> LateStages:
        if not self.shows_sentences(settings):
            return {}
        return {"sentences": lambda: self.sentence_scores(statistics, settings)}


class KeepsRows(Additive[DataT, SettingsT]):
    """A metric that keeps all its rows under settings for which sums do not suffice (`additive` is False)."""

    def total(self, statistics: Statistics, settings: SettingsT) -> Total:
        if not self.additive(settings):
            return Total(len(statistics.rows), rows=statistics.rows, kept=statistics.kept)
        return super().total(statistics, settings)

    def commutes(self, settings: SettingsT) -> bool:
        return self.additive(settings) and super().commutes(settings)


def averages(settings: object) -> bool:
    """Return whether the knob ``average`` requests the mean of segment scores."""
    return getattr(settings, "average", "corpus") == "sentences"
