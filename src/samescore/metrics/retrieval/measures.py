"""The score of one query, by measure.

nDCG follows Järvelin and Kekäläinen (2002), bpref Buckley and Voorhees (2004), infAP Yilmaz and Aslam (2006), ERR
Chapelle et al. (2009) and RBP Moffat and Zobel (2008). Operations are in the order of trec_eval, for ERR of gdeval.pl.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import compress, groupby
from operator import itemgetter

from samescore.base.errors import MetricError
from samescore.metrics.float32 import rounding_function
from samescore.metrics.retrieval.ranked import UNJUDGED, Ranked
from samescore.metrics.retrieval.settings import RetrievalSettings
from samescore.metrics.retrieval.sums import total_of
from samescore.metrics.retrieval.topk_order import topk_order

_INFAP_EPSILON = 0.00001


def query_score(query: Ranked, settings: RetrievalSettings) -> float | None:
    """Return the score of a query that is judged and retrieved; None if it has no relevant document.

    For ``ndcg``, a document with a gain is relevant. ``fall-out`` needs a document that is not relevant instead; ``dcg``,
    ``judged`` and ``unjudged`` need neither. Raises `MetricError` for grades that the settings do not allow, and for a way
    to treat ties that the measure does not have.
    """
    if settings.ties == "torch-topk":
        query = _by_topk(query, settings)
    if settings.measure in ("ndcg", "dcg") and settings.ties != "together":
        return _gain_of_ranking(query, settings)
    if settings.ties == "average":
        raise MetricError(
            "ties are averaged only in ndcg and dcg", kind="ValueError", hint="choose another value of ties"
        )
    if settings.ties == "together" and settings.measure not in _TOGETHER:
        raise MetricError(
            f"ties can be together only in {', '.join(_TOGETHER)}",
            kind="ValueError",
            hint="choose another value of ties",
        )
    if settings.measure == "fall-out":
        return _fall_out(query, settings)
    if (
        not query.relevant
        and settings.measure not in _COUNTED
        and (query.grades or settings.measure not in _INTERPOLATED)
    ):
        return None
    return _MEASURES[settings.measure](query, settings)


def _by_topk(query: Ranked, settings: RetrievalSettings) -> Ranked:
    """Return a query with its results in the order of ``topk`` for the cutoff."""
    count = min(settings.cutoff or len(query.ties), len(query.ties))
    places = topk_order(query.ties, count)
    grades, ties = ([side[place] for place in places] for side in (query.grades, query.ties))
    return dataclasses.replace(query, grades=grades, ties=ties)


def _results(query: Ranked, settings: RetrievalSettings) -> Sequence[int]:
    """Return the grades of the results that count."""
    return query.grades[: settings.cutoff] if settings.cutoff else query.grades


def _ranks_found(query: Ranked, settings: RetrievalSettings) -> list[int]:
    """Return the ranks of the relevant results that count, from 1."""
    level = settings.relevance_level
    return [rank for rank, grade in enumerate(_results(query, settings), 1) if grade >= level]


def _gain_of_ranking(query: Ranked, settings: RetrievalSettings) -> float | None:
    """Return the discounted cumulative gain of a query; for ``ndcg`` divided by the gain of an ideal ranking, None if this is 0."""
    gains, ideal_gains = gains_of(query, settings)
    terms = _tied_terms(gains, query.ties, settings) if settings.ties == "average" else _terms(gains, settings)
    if settings.measure == "dcg":
        return total_of(terms, settings.gain_summation, settings.dtype)
    ideal = total_of(_terms(ideal_gains, settings), settings.gain_summation, settings.dtype)
    if not ideal:
        return None
    rounded = rounding_function(settings.dtype)
    if settings.ideal_form == "each":
        inverse = rounded(1 / ideal)
        terms = [rounded(term * inverse) for term in terms]
    gain = total_of(terms, settings.gain_summation, settings.dtype)
    if settings.ideal_form == "product":
        return rounded(gain * rounded(1 / ideal))
    return gain if settings.ideal_form == "each" else rounded(gain / ideal)


def gains_of(query: Ranked, settings: RetrievalSettings) -> tuple[list[float], list[float]]:
    """Return the gains of all results, and those of an ideal ranking."""
    highest = max(query.judged, default=0)
    ideal = sorted((_gain(grade, highest, settings) for grade in query.judged), reverse=True)
    return [_gain(grade, highest, settings) for grade in query.grades], ideal


def _gain(grade: int, highest: int, settings: RetrievalSettings) -> float:
    if grade == UNJUDGED:
        return 0.0
    if grade < 0 and settings.negative_grades != "keep":
        if settings.negative_grades == "raise":
            hint = "replace negative grades by 0, or set negative_grades"
            raise MetricError(f"the grade {grade} is negative", kind="ValueError", hint=hint)
        return 0.0
    if grade < settings.relevance_level and settings.gain_below_level == "zero":
        return 0.0
    if settings.gain == "exponential":
        return math.ldexp(1.0, grade) - 1
    if settings.gain == "binary":
        return float(grade >= settings.relevance_level)
    if settings.gain == "share":
        return grade / highest if highest > 0 else 0.0
    return float(grade)


def _tied_terms(gains: Sequence[float], ties: Sequence[int], settings: RetrievalSettings) -> list[float]:
    """Return the discounted gain of each tie, which gains its average at all of its ranks, as scikit-learn computes it.

    In 32 bits as torchmetrics does, which adds up discounts in 64 bits.
    """
    discount, rounded = _discount(settings), rounding_function(settings.dtype)
    last_rank = settings.cutoff or len(gains)
    total_discount, rank = 0.0, 0
    terms: list[float] = []
    for _, group in groupby(zip(gains, ties, strict=True), key=itemgetter(1)):
        tied = [gain for gain, _ in group]
        before = rounded(total_discount)
        for _ in tied:
            rank += 1
            if rank <= last_rank:
                total_discount += discount(1.0, rank)
        gain = rounded(total_of(tied, "left-to-right", settings.dtype) / len(tied))
        terms.append(rounded(gain * rounded(rounded(total_discount) - before)))
    return terms


def _terms(gains: Sequence[float], settings: RetrievalSettings) -> list[float]:
    """Return the discounted gains of the results that count."""
    discount = _discount(settings)
    last_rank = settings.cutoff or len(gains)
    terms = [discount(gain, rank) for rank, gain in enumerate(gains[:last_rank], 1)]
    if settings.gain_summation == "torch-padded":
        terms += [0.0] * len(gains[last_rank:])
    return terms


def _discount(settings: RetrievalSettings) -> Callable[[float, int], float]:
    """Return the function that discounts a gain by its rank; every operation is rounded to the precision."""
    rounded = rounding_function(settings.dtype)
    natural = settings.discount_base == "e"

    def logarithm(rank: int) -> float:
        if settings.discount_form == "log-ratio":
            return rounded(rounded(math.log(rank + 1)) / (1.0 if natural else rounded(math.log(2))))
        return rounded(math.log(rank + 1) if natural else math.log2(rank + 1))

    if settings.discount_form == "quotient":
        return lambda gain, rank: rounded(rounded(gain) / logarithm(rank))
    return lambda gain, rank: rounded(rounded(gain) * rounded(1 / logarithm(rank)))


def _average_precision(query: Ranked, settings: RetrievalSettings) -> float:
    rounded = rounding_function(settings.dtype)
    if settings.ties == "together":
        terms = [rounded(found / rank) for found, rank in _ends_of_ties(query, settings)]
    else:
        terms = [rounded(found / rank) for found, rank in enumerate(_ranks_found(query, settings), 1)]
    if not terms:
        return 0.0
    total = total_of(terms, settings.gain_summation, settings.dtype)
    return rounded(total / _relevant_total(query, len(terms), settings))


def _ends_of_ties(query: Ranked, settings: RetrievalSettings) -> list[tuple[int, int]]:
    """Return the number of relevant results and of results up to the end of the tie of each relevant result that counts.

    A result counts if the last result of its tie is within the cutoff.
    """
    level = settings.relevance_level
    sizes, found = Counter(query.ties), Counter(compress(query.ties, (grade >= level for grade in query.grades)))
    ends: dict[int, tuple[int, int]] = {}
    hits = results = 0
    for tie in sorted(sizes):
        hits, results = hits + found[tie], results + sizes[tie]
        ends[tie] = hits, results
    last = settings.cutoff or results
    relevant = [ends[tie] for grade, tie in zip(query.grades, query.ties, strict=True) if grade >= level]
    return [end for end in relevant if end[1] <= last]


def _coverage(query: Ranked, settings: RetrievalSettings) -> float:
    return float(max((rank for _, rank in _ends_of_ties(query, settings)), default=0))


def _ranking_loss(query: Ranked, settings: RetrievalSettings) -> float:
    ends = _ends_of_ties(query, settings)
    others = sum(grade < settings.relevance_level for grade in query.grades)
    return sum(rank - found for found, rank in ends) / (others * len(ends)) if others and ends else 0.0


def _relevant_total(query: Ranked, found: int, settings: RetrievalSettings) -> int:
    if settings.relevant_total == "found":
        return found
    if settings.relevant_total == "capped" and settings.cutoff:
        return min(query.relevant, settings.cutoff)
    return query.relevant


def _reciprocal_rank(query: Ranked, settings: RetrievalSettings) -> float:
    ranks = _ranks_found(query, settings)
    return rounding_function(settings.dtype)(1.0 / ranks[0]) if ranks else 0.0


def _precision(query: Ranked, settings: RetrievalSettings) -> float:
    return _share_of_results(len(_ranks_found(query, settings)), query, settings)


def _share_of_results(count: int, query: Ranked, settings: RetrievalSettings) -> float:
    results = len(query.grades)
    total = settings.cutoff or results
    if settings.precision_total == "capped":
        total = min(total, results)
    return rounding_function(settings.dtype)(count / total) if total else 0.0


def _recall(query: Ranked, settings: RetrievalSettings) -> float:
    found = len(_ranks_found(query, settings))
    return rounding_function(settings.dtype)(found / _relevant_total(query, found, settings)) if found else 0.0


def _fall_out(query: Ranked, settings: RetrievalSettings) -> float | None:
    """Return the share of the nonrelevant documents that are results; None without such documents.

    Results without a judgment count if all documents are retrieved ones.
    """
    level = settings.relevance_level
    others = len(query.judged) - query.relevant
    known = (grade for grade in _results(query, settings) if grade != UNJUDGED or settings.collection == "retrieved")
    found = sum(grade < level for grade in known)
    return rounding_function(settings.dtype)(found / others) if others else None


def _f1(query: Ranked, settings: RetrievalSettings) -> float:
    precision, recall = _precision(query, settings), _recall(query, settings)
    if not precision or not recall:
        return 0.0
    return 2 * precision * recall / (precision + recall)


def _success(query: Ranked, settings: RetrievalSettings) -> float:
    return float(bool(_ranks_found(query, settings)))


def _r_precision(query: Ranked, settings: RetrievalSettings) -> float:
    found = [rank for rank in _ranks_found(query, settings) if rank <= query.relevant]
    return rounding_function(settings.dtype)(len(found) / query.relevant)


def _bpref(query: Ranked, settings: RetrievalSettings) -> float:
    level = settings.relevance_level
    nonrelevant = sum(0 <= grade < level for grade in query.judged)
    above, total = 0, 0.0
    for grade in _results(query, settings):
        if grade >= level:
            total += 1.0 - min(above, query.relevant) / min(nonrelevant, query.relevant) if above else 1.0
        elif grade >= 0:
            above += 1
    return total / query.relevant


def _inferred_average_precision(query: Ranked, settings: RetrievalSettings) -> float:
    """Return inferred average precision; a document with a negative grade is in the pool, but not judged."""
    found = nonrelevant = unjudged = 0
    total = 0.0
    for rank, grade in enumerate(_results(query, settings)):
        if grade >= settings.relevance_level:
            found += 1
            if rank == 0:
                total += 1.0
            else:
                pooled = found - 1 + nonrelevant + unjudged
                share = (found - 1 + _INFAP_EPSILON) / (found - 1 + nonrelevant + 2 * _INFAP_EPSILON)
                total += 1.0 / (rank + 1) + (rank / (rank + 1)) * (pooled / rank) * share
        elif grade >= 0:
            nonrelevant += 1
        elif grade != UNJUDGED:
            unjudged += 1
    return total / query.relevant


def _interpolated_precision(query: Ranked, settings: RetrievalSettings) -> float:
    return _highest_precision(query, settings, settings.recall_level)


def _eleven_point(query: Ranked, settings: RetrievalSettings) -> float:
    """Return the mean of interpolated precision, added up from the highest recall."""
    total = 0.0
    for tenths in range(10, -1, -1):
        total += _highest_precision(query, settings, tenths / 10)
    return total / 11


def _highest_precision(query: Ranked, settings: RetrievalSettings, recall: float) -> float:
    """Return the highest precision at a relevant result from which on `recall` is reached; 0 without such a result.

    Without any results, it is 0 divided by 0 if no relevant one is needed.
    """
    share = recall * query.relevant
    needed = int(share + 0.9) if settings.recall_rounding == "up" else math.floor(share + 0.5)
    if not needed and not query.grades:
        return math.nan
    found_at = enumerate(_ranks_found(query, settings), 1)
    return max((found / rank for found, rank in found_at if found >= needed), default=0.0)


def _expected_reciprocal_rank(query: Ranked, settings: RetrievalSettings) -> float:
    total, goes_on = 0.0, 1.0
    for rank, grade in enumerate(_results(query, settings), 1):
        if grade > settings.max_grade:
            message = f"the grade {grade} is above max_grade, {settings.max_grade}"
            raise MetricError(message, kind="ValueError", hint="set max_grade to the highest possible grade")
        satisfied = (2 ** max(grade, 0) - 1) / 2**settings.max_grade
        total += satisfied * goes_on / rank
        goes_on *= 1 - satisfied
    return total


def _rank_biased_precision(query: Ranked, settings: RetrievalSettings) -> float:
    highest = max(query.judged, default=0)
    total, power = 0.0, 1.0
    for place, grade in enumerate(_results(query, settings)):
        if settings.power_form == "squared":
            power = _power(settings.persistence, place)
        total += _gain(grade, highest, settings) * power
        power *= settings.persistence
    return total * (1 - settings.persistence)


def _power(base: float, exponent: int) -> float:
    """Return a power, computed from squares of the base."""
    power = 1.0
    while exponent:
        if exponent % 2:
            power *= base
        base *= base
        exponent //= 2
    return power


def _judged(query: Ranked, settings: RetrievalSettings) -> float:
    counts = _COUNTED[settings.measure]
    return _share_of_results(sum(map(counts, _results(query, settings))), query, settings)


#: Whether a result with this grade counts, by measure.
_COUNTED: dict[str, Callable[[int], bool]] = {
    "judged": lambda grade: grade != UNJUDGED,
    "unjudged": lambda grade: grade < 0,
}
#: The measures but ``ndcg`` and ``dcg``.
_MEASURES: dict[str, Callable[[Ranked, RetrievalSettings], float]] = {
    "ap": _average_precision,
    "rr": _reciprocal_rank,
    "precision": _precision,
    "recall": _recall,
    "f1": _f1,
    "success": _success,
    "r-precision": _r_precision,
    "bpref": _bpref,
    "infap": _inferred_average_precision,
    "interpolated-precision": _interpolated_precision,
    "eleven-point": _eleven_point,
    "err": _expected_reciprocal_rank,
    "rbp": _rank_biased_precision,
    "judged": _judged,
    "unjudged": _judged,
    "coverage": _coverage,
    "ranking-loss": _ranking_loss,
}
#: The measures that are undefined without results.
_INTERPOLATED = ("interpolated-precision", "eleven-point")
#: The measures that have ties that are together.
_TOGETHER = ("ap", "coverage", "ranking-loss")
