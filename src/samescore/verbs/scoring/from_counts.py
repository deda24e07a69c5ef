"""Score counts that were computed elsewhere, such as the matches and totals of n-grams."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.base.errors import InputError
from samescore.data.corpus import Corpus
from samescore.data.one_segment import OneSegment
from samescore.metrics import metric as find_metric
from samescore.metrics.aggregation import Additive, MeanOfScores
from samescore.metrics.totals import Total
from samescore.verbs.inputs.settings import entry_point_and_settings
from samescore.verbs.scoring.score import NativeScore


def score_counts(metric: str, counts: Sequence[int], *, like: str = "", **knobs: object) -> NativeScore:
    """Score the summed counts of a corpus, in the order of the metric's columns (the stage ``rows`` names them).

    `like` and `knobs` have the same meaning as for `samescore.score`. Raises `InputError` for a metric or settings
    whose score needs more than the sums of counts, such as a mean of segment scores, and for a wrong number of counts;
    and `MetricError` if the metric raises under these settings.

    >>> score_counts("bleu", [9, 10, 8, 6, 4, 3, 9, 8, 7, 6]).value
    59.11602603314155
    """
    _, settings = entry_point_and_settings(metric, like, dict(knobs))
    chosen = find_metric(settings.metric)
    additive = Corpus in chosen.takes and isinstance(chosen, Additive) and chosen.additive(settings)
    if not additive or (isinstance(chosen, MeanOfScores) and chosen.averages(settings)):
        raise InputError(
            f"{settings.metric} with these settings cannot be computed from summed counts",
            hint="score the texts with samescore.score",
        )
    columns = chosen.counter(chosen.counting(settings))(OneSegment.of("a", ("a",))).columns
    if len(counts) != len(columns):
        raise InputError(
            f"{settings.metric} needs {len(columns)} counts, but {len(counts)} were passed",
            hint=f"pass them in the order {', '.join(columns)}",
        )
    row = tuple(counts)
    trace = chosen.combine(Total(1, row, row), settings)
    return NativeScore(trace.value, settings, trace)
