"""How the rows of segments are combined: added up, averaged, or kept."""

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
        """Return whether sums suffice under these settings."""
        return True

    def total(self, statistics: Statistics, settings: SettingsT) -> Total:
        return self.summed(statistics.rows, settings, statistics.kept)

    def summed(self, rows: Sequence[Row], settings: SettingsT, kept: object = None) -> Total:
        """Return the total of rows whose sums suffice."""
        return Total(len(rows), column_sums(rows), rows[-1] if rows else (), self.carried(rows, settings), kept=kept)

    def series(self, rows: Sequence[Row], settings: SettingsT) -> tuple[Sequence[float], ...]:
        """Return the numbers of each segment to add up, one sequence for each kind; none by default."""
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
    """A metric whose score may be the mean of segment scores, by its knobs ``average`` and ``mean_summation``."""

    def averages(self, settings: SettingsT) -> bool:
        """Return whether the score is a mean of segment scores."""
        return averages(settings)

    def mean_summation(self, settings: SettingsT) -> str:
        """Return how segment scores are added up for their mean."""
        knobs: Any = settings  # the metric's settings; metrics without this knob override the method
        return str(knobs.mean_summation)

    def adds_exactly(self, settings: SettingsT) -> bool:
        """Return whether the mean is computed from an exact sum, so that single scores need not be stored."""
        return self.mean_summation(settings) in ("exact", "fsum")

    def mean_of(self, scores: Sequence[float], settings: SettingsT) -> float:
        """Return the mean of a complete list of scores; `ZeroDivisionError` for an empty list."""
        return mean(series(scores, exact=self.adds_exactly(settings)), self.mean_summation(settings))


class MeanOfSegments(MeanOfScores[DataT, SettingsT], Additive[DataT, SettingsT]):
    """A metric that scores segments from their rows; its score is their mean, or that of the summed rows.

    Subclasses define `segment_score`; they also define `averages`, unless the knob ``average`` decides between the two.
    """

    def is_mean(self, settings: SettingsT) -> bool:
        """Return whether the score is the sum of the only series, by `mean_summation`, over the number of segments."""
        return self.averages(settings)

    def series(self, rows: Sequence[Row], settings: SettingsT) -> tuple[Sequence[float], ...]:
        """Return the segments' scores, if they are averaged."""
        return (self.segment_scores(rows, settings),) if self.averages(settings) else ()

    def carries_exact_sums(self, settings: SettingsT) -> bool:
        return self.averages(settings) and self.adds_exactly(settings)

    def commutes(self, settings: SettingsT) -> bool:
        return self.adds_exactly(settings) if self.averages(settings) else True

    def mean(self, total: Total, settings: SettingsT) -> float:
        """Return the mean of the first series, the segments' scores; `ZeroDivisionError` for no segments."""
        return mean(total.series[0], self.mean_summation(settings))

    def segment_score(self, row: Row, settings: SettingsT) -> float:
        """Return the score of one segment, from its row, on the scale of the settings."""
        raise NotImplementedError(f"{self.name} cannot score a single row")

    def segment_scores(self, rows: Sequence[Row], settings: SettingsT) -> Sequence[float]:
        """Return the score of each segment, from its row.

        `segment_score` of every row, with kernels if enabled and applicable.
        """
        made = self.compiled_segment_scores(rows, settings) if kernels_enabled() else None
        return [self.segment_score(row, settings) for row in rows] if made is None else made

    def compiled_segment_scores(self, rows: Sequence[Row], settings: SettingsT) -> Sequence[float] | None:
        """`segment_score` of every row with kernels, bit for bit; None if they do not cover it, or a row has no score."""
        return None

    def scores_alone(self, settings: SettingsT) -> bool:
        """Return whether `segment_score` equals, to the last bit, the score of the segment as an input of its own."""
        return False

    def shows_sentences(self, settings: SettingsT) -> bool:
        """Return whether a trace has the stage ``sentences``, the score of each segment."""
        return self.averages(settings)

    def sentence_scores(self, statistics: Statistics, settings: SettingsT) -> list[float]:
        """Return the score of each segment, for the stage ``sentences``."""
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
