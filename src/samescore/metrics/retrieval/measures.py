"""The score of one query, by measure.

nDCG follows Järvelin and Kekäläinen (2002), bpref Buckley and Voorhees (2004), infAP Yilmaz and Aslam (2006), ERR
Chapelle et al. (2009) and RBP Moffat and Zobel (2008). Operations are in the order of trec_eval, for ERR of gdeval.pl.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import compress, groupby
from operator import itemgetter

from samescore.base.errors import MetricError
from samescore.metrics.retrieval.ranked import UNJUDGED, Ranked
from samescore.metrics.retrieval.settings import RetrievalSettings
from samescore.metrics.summation import add_up

_INFAP_EPSILON = 0.00001


def query_score(query: Ranked, settings: RetrievalSettings) -> float | None:
    """Return the score of a query that is judged and retrieved; None if it has no relevant document.

    For ``ndcg``, a document with a gain is relevant. ``dcg``, ``judged`` and ``unjudged`` need no relevant document.
    Raises `MetricError` for grades that the settings do not allow, and for a way to treat ties that the measure does not
    have.
    """
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
    if not query.relevant and settings.measure not in _COUNTED:
        return None
    return _MEASURES[settings.measure](query, settings)


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
    ideal = 1.0 if settings.measure == "dcg" else _discounted(ideal_gains, settings)
    if not ideal:
        return None
    if settings.ties == "average":
        return _averaged(gains, query.ties, settings) / ideal
    return _discounted(gains, settings) / ideal


def gains_of(query: Ranked, settings: RetrievalSettings) -> tuple[list[float], list[float]]:
    """Return the gains of the results that count (of all, if ties are averaged), and those of an ideal ranking."""
    highest = max(query.judged, default=0)
    ideal = sorted((_gain(grade, highest, settings) for grade in query.judged), reverse=True)
    results = query.grades if settings.ties == "average" else _results(query, settings)
    return [_gain(grade, highest, settings) for grade in results], ideal


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


def _averaged(gains: Sequence[float], ties: Sequence[int], settings: RetrievalSettings) -> float:
    """Return the sum of discounted gains if each tie gains its average at all of its ranks, as scikit-learn computes it."""
    discount = _DISCOUNTS[settings.discount_form]
    last_rank = settings.cutoff or len(gains)
    total_discount, rank = 0.0, 0
    terms: list[float] = []
    for _, group in groupby(zip(gains, ties, strict=True), key=itemgetter(1)):
        tied = [gain for gain, _ in group]
        before = total_discount
        for _ in tied:
            rank += 1
            if rank <= last_rank:
                total_discount += discount(1.0, rank)
        terms.append(add_up(tied, "left-to-right") / len(tied) * (total_discount - before))
    return add_up(terms, settings.gain_summation)


def _discounted(gains: list[float], settings: RetrievalSettings) -> float:
    discount = _DISCOUNTS[settings.discount_form]
    counted = gains[: settings.cutoff] if settings.cutoff else gains
    return add_up([discount(gain, rank) for rank, gain in enumerate(counted, 1)], settings.gain_summation)


_DISCOUNTS: dict[str, Callable[[float, int], float]] = {
    "quotient": lambda gain, rank: gain / math.log2(rank + 1),
    "product": lambda gain, rank: gain * (1 / math.log2(rank + 1)),
    "log-ratio": lambda gain, rank: gain * (1 / (math.log(rank + 1) / math.log(2))),
}


def _average_precision(query: Ranked, settings: RetrievalSettings) -> float:
    if settings.ties == "together":
        terms = [found / rank for found, rank in _ends_of_ties(query, settings)]
        return add_up(terms, settings.gain_summation) / _relevant_total(query, len(terms), settings) if terms else 0.0
    ranks = _ranks_found(query, settings)
    total = 0.0
    for found, rank in enumerate(ranks, 1):
        total += found / rank
    return total / _relevant_total(query, len(ranks), settings) if ranks else 0.0


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
    return 1.0 / ranks[0] if ranks else 0.0


def _precision(query: Ranked, settings: RetrievalSettings) -> float:
    return _share_of_results(len(_ranks_found(query, settings)), query, settings)


def _share_of_results(count: int, query: Ranked, settings: RetrievalSettings) -> float:
    results = len(query.grades)
    total = settings.cutoff or results
    if settings.precision_total == "capped":
        total = min(total, results)
    return count / total if total else 0.0


def _recall(query: Ranked, settings: RetrievalSettings) -> float:
    found = len(_ranks_found(query, settings))
    return found / _relevant_total(query, found, settings) if found else 0.0


def _f1(query: Ranked, settings: RetrievalSettings) -> float:
    precision, recall = _precision(query, settings), _recall(query, settings)
    if not precision or not recall:
        return 0.0
    return 2 * precision * recall / (precision + recall)


def _success(query: Ranked, settings: RetrievalSettings) -> float:
    return float(bool(_ranks_found(query, settings)))


def _r_precision(query: Ranked, settings: RetrievalSettings) -> float:
    found = [rank for rank in _ranks_found(query, settings) if rank <= query.relevant]
    return len(found) / query.relevant


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
    "err": _expected_reciprocal_rank,
    "rbp": _rank_biased_precision,
    "judged": _judged,
    "unjudged": _judged,
    "coverage": _coverage,
    "ranking-loss": _ranking_loss,
}
#: The measures that have ties that are together.
_TOGETHER = ("ap", "coverage", "ranking-loss")
