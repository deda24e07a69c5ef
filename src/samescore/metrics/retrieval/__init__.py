"""Retrieval measures: the mean over queries of nDCG, average precision, reciprocal rank and others."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from itertools import chain, compress

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.rankings import Rankings
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import LateStages, MetricFacts, Row, Statistics, Total, broken_axioms
from samescore.metrics.float32 import rounding_function
from samescore.metrics.retrieval.measures import query_score
from samescore.metrics.retrieval.ranked import HEAD, UNJUDGED, ranked, row_of
from samescore.metrics.retrieval.settings import RetrievalSettings
from samescore.metrics.retrieval.sums import total_of
from samescore.metrics.rows import Rows
from samescore.metrics.summation import ExactSum, series, sum_values

#: The lowest score in a geometric mean, as in trec_eval.
_LEAST = 0.00001

_MISSING = "give the run and the judgments the same queries, or set missing_results or missing_judgments"
#: Axioms whose better inputs have more judged results.
_ABOUT_RELEVANCE = ("every query counts", "judgments count")


class Retrieval(MeanOfSegments[Rankings, RetrievalSettings]):
    """The mean over queries of a retrieval measure, in 0..1; the knob ``measure`` selects it.

    Discounted cumulative gain, rank-biased precision, coverage, nDCG of negative grades and fall-out with low scores may lie
    outside this range. Raises `MetricError` without queries that count (but see ``empty_input``), and where the settings
    make it raise.
    """

    name = "retrieval"
    title = "retrieval"
    settings = RetrievalSettings
    takes = (Rankings,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("rankings", "counts", "sentences"),
        inputs="by-kind",
        growth=1,
        beyond={
            "measure": ("dcg", "rbp", "coverage"),
            "negative_grades": ("keep",),
            "low_scores": ("nonrelevant",),  # fall-out counts them as results, but not in its denominator
        },
        plausible={
            "ties": ("id-descending", "given"),
            "gain": ("linear", "exponential"),
            "missing_results": ("skip", "zero"),
        },
        breaks=(
            *chain.from_iterable(
                broken_axioms(
                    ("ranks count",), "without a cutoff, the order of results does not count", measure=measure
                )
                for measure in ("precision", "recall", "f1", "success", "judged", "unjudged", "fall-out")
            ),
            *broken_axioms(
                _ABOUT_RELEVANCE, "the fall-out is lower for a better run", collection="retrieved", measure="fall-out"
            ),
            *broken_axioms(("ranks count",), "a rank is lower for a better run", measure="coverage"),
            *broken_axioms(("ranks count",), "a loss is lower for a better run", measure="ranking-loss"),
            *broken_axioms(
                _ABOUT_RELEVANCE,
                "a query without relevant results has the score of a perfect one",
                collection="retrieved",
                empty_query="one",
                measure="ap",
            ),
            *broken_axioms(_ABOUT_RELEVANCE, "without relevant results there are no pairs", measure="ranking-loss"),
            *broken_axioms(
                _ABOUT_RELEVANCE,
                "the share of results without a judgment is lower for a better run",
                measure="unjudged",
            ),
        ),
    )

    def statistics(self, data: Rankings, settings: RetrievalSettings) -> Statistics:
        """Return one row for each query: its counts, the grades of its results in order, and its judged grades."""
        return Statistics((), [row_of(query, settings) for query in data])

    def averages(self, settings: RetrievalSettings) -> bool:
        return True

    def is_mean(self, settings: RetrievalSettings) -> bool:
        return False  # because queries may be left out, and means may be geometric

    def summands(self, rows: Sequence[Row]) -> Sequence[Row]:
        return Rows.of([row[:HEAD] for row in rows])

    def segment_score(self, row: Row, settings: RetrievalSettings) -> float:
        """Return the score of a query, and 0 for a query that does not count."""
        return counted_score(row, settings) or 0.0

    def series(self, rows: Sequence[Row], settings: RetrievalSettings) -> tuple[Sequence[float], ...]:
        """Return the scores of the queries that count, or their logarithms, and 0 for others; and which count."""
        scores = [counted_score(row, settings) for row in rows]
        counted = [float(score is not None) for score in scores]
        if settings.mean == "geometric":
            return [0.0 if score is None else math.log(max(score, _LEAST)) for score in scores], counted
        return [score or 0.0 for score in scores], counted

    def mean_of(self, scores: Sequence[float], settings: RetrievalSettings) -> float:
        """Return the arithmetic mean of the scores of queries; nan for a query that does not count."""
        counted = [score for score in scores if not math.isnan(score)]
        summed = series(counted, exact=self.adds_exactly(settings))
        return _quotient(total_of(summed, settings.mean_summation, settings.dtype), len(counted), settings)

    def segment_stages(self, statistics: Statistics, settings: RetrievalSettings) -> LateStages:
        def rankings() -> list[list[int | None]]:
            grades = [ranked(row).grades for row in statistics.rows]
            return [[None if grade == UNJUDGED else grade for grade in results] for results in grades]

        return {"rankings": rankings, **super().segment_stages(statistics, settings)}

    def combine(self, total: Total, settings: RetrievalSettings) -> Trace:
        count = round(sum_values(total.series[1], "left-to-right")) if total.segments else 0
        if not count:
            if settings.empty_input != "raise":
                return Trace(math.nan if settings.empty_input == "nan" else 0.0, {"counts": list(total.sums)})
            raise MetricError("no query counts", kind="ZeroDivisionError", hint="check the ids of the queries")
        value = _quotient(_sum_of_counted(total, settings), count, settings)
        if settings.mean == "geometric":
            value = math.exp(value)
        if settings.digits != "all":
            value = round(value, int(settings.digits))
        return Trace(value, {"counts": list(total.sums)})


def _sum_of_counted(total: Total, settings: RetrievalSettings) -> float:
    """Return the sum of the scores of the queries that count. Left out, and not 0, they do not change the order of sums."""
    scores, counted = total.series
    if not isinstance(scores, ExactSum) and not isinstance(counted, ExactSum):
        scores = array("d", compress(scores, counted))
    return total_of(scores, settings.mean_summation, settings.dtype)


def _quotient(total: float, count: int, settings: RetrievalSettings) -> float:
    return rounding_function(settings.dtype)(total / count)


def counted_score(row: Row, settings: RetrievalSettings) -> float | None:
    """Return the score of a query; None if the query does not count."""
    query = ranked(row)
    if not query.is_judged:
        if settings.missing_judgments == "raise":
            raise MetricError("a query of the run is not judged", kind="KeyError", hint=_MISSING)
        return 0.0 if settings.missing_judgments == "zero" else None
    if not query.is_retrieved:
        if settings.missing_results == "raise":
            raise MetricError("a judged query is not in the run", kind="KeyError", hint=_MISSING)
        if settings.missing_results == "skip":
            return None
        return None if settings.empty_query == "skip" and query_score(query, settings) is None else 0.0
    score = query_score(query, settings)
    if score is not None:
        return None if score == 0 and settings.no_hits == "skip" else score
    if settings.empty_query == "raise":
        raise MetricError(
            "a query has no relevant document", kind="ZeroDivisionError", hint="remove the query, or set empty_query"
        )
    return {"zero": 0.0, "one": 1.0, "skip": None, "nan": math.nan}[settings.empty_query]


RETRIEVAL = Retrieval()
