"""The results of a query in the order of their scores, as rows of integers."""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Sequence
from operator import itemgetter

from samescore.data.rankings import RankedQuery
from samescore.metrics.retrieval.numba_order import numba_argsort
from samescore.metrics.retrieval.settings import RetrievalSettings

#: The grade of an unjudged result; grades are 32-bit integers.
UNJUDGED = -(2**40)
#: The first integers of a row: whether the query has judgments, and results; the numbers of relevant documents, of
#: results and of relevant results.
HEAD = 5


@dataclasses.dataclass(frozen=True, slots=True)
class Ranked:
    """A query: the grade of each result in order, its tie, and the grades of the judged documents, from high to low.

    The order is that of the run if ties are together or in the order of ``topk``, which depends on the cutoff.

    Results of the same tie have the same score. `relevant` is the number of relevant documents.
    """

    is_judged: bool
    is_retrieved: bool
    relevant: int
    grades: Sequence[int]
    ties: Sequence[int]
    judged: Sequence[int]


def row_of(query: RankedQuery, settings: RetrievalSettings) -> list[int]:
    """Return a query as a row of integers, from which `ranked` restores it."""
    grades = dict(query.qrels or ())
    run = _compared(query, settings)
    ordered, ties = _in_order(run, settings)
    results = [grades.get(document, UNJUDGED) for document in ordered]
    if settings.unjudged == "removed":
        kept = [place for place, grade in enumerate(results) if grade >= 0]
        ordered = [ordered[place] for place in kept]
        results, ties = [results[place] for place in kept], [ties[place] for place in kept]
    judged = list(grades.values())
    if settings.collection == "retrieved":
        judged = [0 if grade == UNJUDGED else grade for grade in results]
    judged.sort(reverse=True)
    if settings.low_scores == "nonrelevant":
        low = {document for document, score in run if score <= 0}
        results = [
            min(grade, 0) if document in low else grade for document, grade in zip(ordered, results, strict=True)
        ]
    level = settings.relevance_level
    counts = [sum(map(level.__le__, side)) for side in (judged, results)]
    head = [int(query.qrels is not None), int(query.run is not None), counts[0], len(results), counts[1]]
    return [*head, *results, *ties, *judged]


def graded_results(query: RankedQuery, settings: RetrievalSettings) -> list[str]:
    """Return the results of a query in order, each with its grade, or a question mark if it is not judged."""
    grades = dict(query.qrels or ())
    ordered = sorted(zip(*_in_order(_compared(query, settings), settings), strict=True), key=itemgetter(1))
    return [f"{document} ({grades.get(document, '?')})" for document, _ in ordered]


def ranked(row: Sequence[int]) -> Ranked:
    """Return the query of a row."""
    is_judged, is_retrieved, relevant, results = row[:4]
    ties, judged = HEAD + results, HEAD + 2 * results
    return Ranked(bool(is_judged), bool(is_retrieved), relevant, row[HEAD:ties], row[ties:judged], row[judged:])


def _compared(query: RankedQuery, settings: RetrievalSettings) -> list[tuple[str, float]]:
    """Return the results of a query in the order of the run, with the scores that are compared."""
    run = list(query.run or ())
    if settings.drop_same_id:
        run = [(document, score) for document, score in run if document != query.query]
    if settings.score_dtype == "float32":
        rounded = array("f", [score for _, score in run])
        run = [(document, score) for (document, _), score in zip(run, rounded, strict=True)]
    return run


def _in_order(run: list[tuple[str, float]], settings: RetrievalSettings) -> tuple[list[str], list[int]]:
    """Return the ids of the results from the highest score to the lowest, and the number of the tie of each.

    If ties are together or in the order of ``topk``, results are in the order of the run.
    """
    if settings.ties in ("together", "torch-topk"):
        places = {score: place for place, score in enumerate(sorted({score for _, score in run}, reverse=True))}
        return [document for document, _ in run], [places[score] for _, score in run]
    if len({score for _, score in run}) == len(run):
        run.sort(key=itemgetter(1), reverse=True)
        return [document for document, _ in run], [*range(len(run))]
    if settings.ties in ("id-ascending", "id-descending"):  # code points are in the order of UTF-8's bytes
        run.sort(key=itemgetter(0), reverse=settings.ties == "id-descending")
    elif settings.ties == "reversed":
        run.reverse()
    if settings.ties == "numba-twice":
        for _ in range(2):
            run = [run[place] for place in numba_argsort([-score for _, score in run])]
    else:
        run.sort(key=itemgetter(1), reverse=True)
    ties: list[int] = []
    for place, (_, score) in enumerate(run):
        ties.append(ties[-1] + int(score != run[place - 1][1]) if ties else 0)
    return [document for document, _ in run], ties
