"""Retrieval measures in exact arithmetic, query by query, with logarithms of 60 digits."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.oracle import singles
from tests.oracle.arithmetic import Number, OracleError, decimal, decimal_text, exact, mean, single, sixty_digits
from tests.oracle.gnu_library import topk
from tests.oracle.retrieval_order import comparable, ranking

Settings = dict[str, Any]
#: A grade, or None for a result without a judgment, and the place of the first result with the same score.
Result = tuple[int | None, int]

#: The measures that count ties together.
_OF_TIES = ("coverage", "ranking-loss")
_LEAST = Fraction(1, 100_000)
_SKIPPED = object()


@sixty_digits
def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the mean over the queries that count."""
    values: list[Any] = []
    counts = [0] * 5
    orders = []
    for query in data["rankings"]:
        names, ties = ranking(query, settings)
        own = [dict(query["qrels"] or []).get(name) for name in names]
        grades = [grade for _, grade in query["qrels"] or []]
        known = grades if settings["collection"] == "judged" else [grade or 0 for grade in own]
        results = list(zip(_without_low(own, names, query, settings), ties, strict=True))
        level = settings["relevance_level"]
        relevant = [grade for grade in known if grade >= level]
        found = [grade for grade, _ in results if grade is not None and grade >= level]
        row = [bool(query["qrels"]), query["run"] is not None, len(relevant), len(results), len(found)]
        counts = [a + int(b) for a, b in zip(counts, row, strict=True)]
        orders.append([grade for grade, _ in results])
        values.append(_value(query, results, known, settings))
    kept = [value for value in values if value is not _SKIPPED]
    shown = [decimal_text(0 if value is _SKIPPED else value) if value != "nan" else "nan" for value in values]
    stages: dict[str, Any] = {"rankings": orders, "counts": counts, "sentences": shown}
    if not values:
        stages = {}
    if not kept and settings["empty_input"] == "raise":
        raise OracleError("no query counts")
    if not kept and settings["empty_input"] == "zero":
        return {"value": Fraction(0), "stages": stages}
    if not kept or "nan" in kept:
        return {"value": None, "stages": stages}
    return {"value": _rounded(_mean(kept, settings), settings), "stages": stages}


def _without_low(
    own: list[int | None], names: list[str], query: dict[str, Any], settings: Settings
) -> list[int | None]:
    """Return grades, but 0 for a positive one of a result with a score of 0 or less, if such a result is not relevant."""
    if settings["low_scores"] == "own":
        return own
    low = {name for name, score in query["run"] or [] if comparable(score, settings) <= 0}
    return [
        0 if grade is not None and grade > 0 and name in low else grade for grade, name in zip(own, names, strict=True)
    ]


def _has_any(known: list[int], settings: Settings) -> bool:
    """Return whether a query has what its measure looks for, without which `empty_query` decides."""
    if settings["measure"] == "fall-out":
        return any(grade < settings["relevance_level"] for grade in known)
    return (
        settings["measure"] in ("ndcg", "dcg", "judged", "unjudged")
        or max(known, default=0) >= settings["relevance_level"]
    )


def _kept(number: Number | int, settings: Settings) -> Number:
    """Return a number in the precision of the settings."""
    if settings["dtype"] == "float32":
        return single(Fraction(number))
    return number if isinstance(number, Decimal) else Fraction(number)


def _added(terms: list[Number], how: str, settings: Settings) -> Number:
    """Return a sum; in 32 bits in PyTorch's order, or from left to right."""
    if settings["dtype"] == "float32":
        rounded = [single(Fraction(term)) for term in terms]
        return singles.add(rounded) if how.startswith("torch") else singles.from_left(rounded)
    fractions = [term for term in terms if isinstance(term, Fraction)]
    return sum(fractions, Fraction(0)) if len(fractions) == len(terms) else sum(map(decimal, terms), Decimal(0))


def _mean(values: list[Number], settings: Settings) -> Number:
    if settings["dtype"] == "float32" and settings["mean"] == "arithmetic":
        return _kept(Fraction(_added(values, settings["mean_summation"], settings)) / len(values), settings)
    if settings["mean"] == "arithmetic":
        return mean(values)
    logarithms = [decimal(max(value, _LEAST, key=decimal)).ln() for value in values]
    return (sum(logarithms, Decimal(0)) / len(values)).exp()


def _rounded(value: Number, settings: Settings) -> Number:
    if settings["digits"] == "all":
        return value
    digits = int(settings["digits"])
    return round(value, digits) if isinstance(value, Fraction) else Fraction(round(value, digits))


def _value(query: dict[str, Any], results: list[Result], known: list[int], settings: Settings) -> Any:
    if not query["qrels"]:
        return _choice(settings["missing_judgments"])
    if query["run"] is None and (settings["missing_results"] != "zero" or settings["empty_query"] != "skip"):
        return _choice(settings["missing_results"])
    value = _computed(results, known, settings)
    if value is None:
        return _choice(settings["empty_query"])
    return _SKIPPED if value == 0 and settings["no_hits"] == "skip" and query["run"] is not None else value


def _computed(results: list[Result], known: list[int], settings: Settings) -> Any:
    """Return the score of a query; None if it has no relevant documents, or for fall-out no others."""
    level = settings["relevance_level"]
    relevant = sum(grade >= level for grade in known)
    if settings["ties"] == "torch-topk" and results:
        places = topk([tie for _, tie in results], min(settings["cutoff"] or len(results), len(results)))
        results = [results[place] for place in places]
    if settings["ties"] == "together" and settings["measure"] not in ("ap", *_OF_TIES):
        raise OracleError("ties are together in few measures")
    if settings["measure"] in ("ndcg", "dcg"):
        gains: list[Number] = [_gain(grade, known, settings) for grade, _ in results]
        terms = _tied_terms(gains, results, settings) if settings["ties"] == "average" else _terms(gains, settings)
        if settings["measure"] == "dcg":
            return _added(terms, settings["gain_summation"], settings)
        best = sorted((_gain(grade, known, settings) for grade in known), reverse=True)
        ideal = _added(_terms(best, settings), settings["gain_summation"], settings)
        return _normalized(terms, ideal, settings) if ideal else None
    if settings["ties"] == "average":
        raise OracleError("ties are averaged in ndcg only")
    if not results and _is_quotient_of_zeros(relevant, settings):
        return "nan"
    if not _has_any(known, settings):
        return None
    if settings["ties"] == "together" or settings["measure"] in _OF_TIES:
        return _of_ties(results, relevant, settings)
    cut = settings["cutoff"] or len(results)
    grades = [grade for grade, _ in results][:cut]
    return _kept(_MEASURES[settings["measure"]](grades, relevant, len(results), known, settings), settings)


def _of_ties(results: list[Result], relevant: int, settings: Settings) -> Fraction:
    """Return average precision, coverage or ranking loss; every result has the last rank of its tie."""
    level, cut = settings["relevance_level"], settings["cutoff"] or len(results)
    hits = [(tie, grade is not None and grade >= level) for grade, tie in results]
    ends = [
        (sum(other <= tie for other, _ in hits), sum(other <= tie and hit for other, hit in hits))
        for tie, is_hit in hits
        if is_hit
    ]
    kept = [(rank, found) for rank, found in ends if rank <= cut]
    if settings["measure"] == "coverage":
        return Fraction(max((rank for rank, _ in kept), default=0))
    if settings["measure"] == "ranking-loss":
        others = sum(not hit for _, hit in hits)
        return _divided(sum(rank - found for rank, found in kept), others * len(kept))
    totals = {"all": relevant, "capped": min(relevant, settings["cutoff"] or relevant), "found": len(kept)}
    total = _added([Fraction(found, rank) for rank, found in kept], settings["gain_summation"], settings)
    return Fraction(_kept(_divided(Fraction(total), totals[settings["relevant_total"]]), settings))


def _choice(value: str) -> Any:
    if value == "raise":
        raise OracleError("a query that the settings do not allow")
    return {"skip": _SKIPPED, "nan": "nan", "zero": Fraction(0), "one": Fraction(1)}[value]


def _gain(grade: int | None, known: list[int], settings: Settings) -> Fraction:
    if grade is None:
        return Fraction(0)
    if grade < 0 and settings["negative_grades"] == "raise":
        raise OracleError("a negative grade")
    if grade < 0 and settings["negative_grades"] == "zero":
        return Fraction(0)
    if settings["gain_below_level"] == "zero" and grade < settings["relevance_level"]:
        return Fraction(0)
    highest = max(known, default=0)
    return {
        "linear": Fraction(grade),
        "exponential": Fraction(2) ** grade - 1,
        "binary": Fraction(grade >= settings["relevance_level"]),
        "share": Fraction(grade, highest) if highest > 0 else Fraction(0),
    }[settings["gain"]]


def _normalized(terms: list[Number], ideal: Number, settings: Settings) -> Number:
    """Return discounted gains over that of an ideal ranking."""
    inverse = decimal(_kept(1 / decimal(ideal), settings))
    if settings["ideal_form"] == "each":
        shares = [_kept(decimal(term) * inverse, settings) for term in terms]
        return _added(shares, settings["gain_summation"], settings)
    gain = decimal(_added(terms, settings["gain_summation"], settings))
    return _kept(gain * inverse if settings["ideal_form"] == "product" else gain / decimal(ideal), settings)


def _terms(gains: list[Any], settings: Settings) -> list[Number]:
    cut = settings["cutoff"] or len(gains)
    terms = [_discounted(gain, rank, settings) for rank, gain in enumerate(gains[:cut], 1)]
    padding = len(gains[cut:]) if settings["gain_summation"] == "torch-padded" else 0
    return terms + [Fraction(0)] * padding


def _discounted(gain: Number, rank: int, settings: Settings) -> Number:
    """Return a gain, discounted by its rank."""
    base = Decimal({"2": 2, "e": 1}[settings["discount_base"]])
    unit = base.ln() if base > 1 else Decimal(1)
    logarithm = _kept(Decimal(rank + 1).ln() / unit, settings)
    if settings["discount_form"] == "log-ratio":
        logarithm = _kept(decimal(_kept(Decimal(rank + 1).ln(), settings)) / decimal(_kept(unit, settings)), settings)
    if settings["discount_form"] == "quotient":
        return _kept(decimal(_kept(gain, settings)) / decimal(logarithm), settings)
    return _kept(decimal(_kept(gain, settings)) * decimal(_kept(1 / decimal(logarithm), settings)), settings)


def _tied_terms(gains: list[Number], results: list[Result], settings: Settings) -> list[Number]:
    """Return the mean gain of each tie times the difference of the sums of discounts at its ends."""
    cut = settings["cutoff"] or len(gains)
    discounts = [decimal(_discounted(Fraction(rank <= cut), rank, settings)) for rank in range(1, len(gains) + 1)]
    ties = [tie for _, tie in results]
    terms: list[Number] = []
    for tie in sorted(set(ties)):
        tied = [_kept(gain, settings) for gain, other in zip(gains, ties, strict=True) if other == tie]
        before, after = sum(other < tie for other in ties), sum(other <= tie for other in ties)
        sums = [decimal(_kept(sum(discounts[:end], Decimal(0)), settings)) for end in (before, after)]
        gain = _kept(sum(map(decimal, tied), Decimal(0)) / len(tied), settings)
        terms.append(_kept(decimal(gain) * decimal(_kept(sums[1] - sums[0], settings)), settings))
    return terms


def _hits(grades: list[int | None], settings: Settings) -> list[int]:
    level = settings["relevance_level"]
    return [rank for rank, grade in enumerate(grades, 1) if grade is not None and grade >= level]


def _divided(part: int | Fraction, whole: int) -> Fraction:
    return Fraction(part) / whole if whole else Fraction(0)


def _divisor(grades: list[int | None], relevant: int, settings: Settings) -> int:
    totals = {
        "all": relevant,
        "capped": min(relevant, settings["cutoff"] or relevant),
        "found": len(_hits(grades, settings)),
    }
    return totals[settings["relevant_total"]]


def _average_precision(grades: Any, relevant: int, _: int, __: Any, settings: Settings) -> Fraction:
    ranks = _hits(grades, settings)
    precisions: list[Number] = [Fraction(sum(other <= rank for other in ranks), rank) for rank in ranks]
    total = Fraction(_added(precisions, settings["gain_summation"], settings))
    return _divided(total, _divisor(grades, relevant, settings))


def _fall_out(grades: Any, _: int, __: int, known: list[int], settings: Settings) -> Fraction:
    level = settings["relevance_level"]
    others = sum(grade < level for grade in known)
    unjudged = settings["collection"] == "retrieved"
    return Fraction(sum(unjudged if grade is None else grade < level for grade in grades), others)


def _reciprocal(grades: Any, _: int, __: int, ___: Any, settings: Settings) -> Fraction:
    return max((Fraction(1, rank) for rank in _hits(grades, settings)), default=Fraction(0))


def _part_of_results(part: int, retrieved: int, settings: Settings) -> Fraction:
    cut = settings["cutoff"] or retrieved
    return _divided(part, {"cutoff": cut, "capped": min(cut, retrieved)}[settings["precision_total"]])


def _precision(grades: Any, _: int, retrieved: int, __: Any, settings: Settings) -> Fraction:
    return _part_of_results(len(_hits(grades, settings)), retrieved, settings)


def _recall(grades: Any, relevant: int, _: int, __: Any, settings: Settings) -> Fraction:
    return _divided(len(_hits(grades, settings)), _divisor(grades, relevant, settings))


def _f1(grades: Any, relevant: int, retrieved: int, known: Any, settings: Settings) -> Fraction:
    sides = [side(grades, relevant, retrieved, known, settings) for side in (_precision, _recall)]
    return 2 / (1 / sides[0] + 1 / sides[1]) if all(sides) else Fraction(0)


def _success(grades: Any, _: int, __: int, ___: Any, settings: Settings) -> Fraction:
    return Fraction(_hits(grades, settings) != [])


def _r_precision(grades: Any, relevant: int, _: int, __: Any, settings: Settings) -> Fraction:
    return Fraction(len(_hits(grades[:relevant], settings)), relevant)


def _bpref(grades: Any, relevant: int, _: int, known: list[int], settings: Settings) -> Fraction:
    level = settings["relevance_level"]
    nonrelevant = sum(0 <= grade < level for grade in known)
    total = Fraction(0)
    for rank in _hits(grades, settings):
        above = sum(grade is not None and 0 <= grade < level for grade in grades[: rank - 1])
        total += 1 - (Fraction(min(above, relevant), min(nonrelevant, relevant)) if above else 0)
    return total / relevant


def _interpolated(grades: Any, relevant: int, _: int, __: Any, settings: Settings) -> Fraction:
    return _best_precision(grades, relevant, settings["recall_level"], settings)


def _eleven_point(grades: Any, relevant: int, _: int, __: Any, settings: Settings) -> Fraction:
    levels = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
    return sum((_best_precision(grades, relevant, level, settings) for level in levels), Fraction(0)) / 11


def _needed(relevant: int, recall: float, settings: Settings) -> int:
    return math.floor(recall * relevant + {"up": 0.9, "nearest": 0.5}[settings["recall_rounding"]])


def _is_quotient_of_zeros(relevant: int, settings: Settings) -> bool:
    """Return whether a precision without results counts, because no relevant one is needed."""
    if settings["measure"] == "interpolated-precision":
        return _needed(relevant, settings["recall_level"], settings) == 0
    return bool(settings["measure"] == "eleven-point")


def _best_precision(grades: Any, relevant: int, recall: float, settings: Settings) -> Fraction:
    """Return the highest precision of a part of the ranking with enough relevant results, which are counted in doubles."""
    needed = _needed(relevant, recall, settings)
    hits = [grade is not None and grade >= settings["relevance_level"] for grade in grades]
    parts = [hits[:size] for size in range(1, len(hits) + 1)]
    return max((Fraction(sum(part), len(part)) for part in parts if sum(part) >= needed), default=Fraction(0))


def _infap(grades: Any, relevant: int, _: int, __: Any, settings: Settings) -> Fraction:
    level, total = settings["relevance_level"], Fraction(0)
    for rank in _hits(grades, settings):
        above = [grade for grade in grades[: rank - 1] if grade is not None]
        hits = sum(grade >= level for grade in above)
        judged = sum(grade >= 0 for grade in above)
        expected = (hits + _LEAST) / (judged + 2 * _LEAST)
        total += Fraction(1, rank) + (
            Fraction(rank - 1, rank) * Fraction(len(above), rank - 1) * expected if rank > 1 else 0
        )
    return total / relevant


def _err(grades: Any, _: int, __: int, ___: Any, settings: Settings) -> Fraction:
    total, goes_on = Fraction(0), Fraction(1)
    for rank, grade in enumerate(grades, 1):
        if grade is not None and grade > settings["max_grade"]:
            raise OracleError("a grade above the highest")
        stops = (Fraction(2) ** max(grade or 0, 0) - 1) / 2 ** settings["max_grade"]
        total += goes_on * stops / rank
        goes_on -= goes_on * stops
    return total


def _rbp(grades: Any, _: int, __: int, known: list[int], settings: Settings) -> Fraction:
    goes_on = exact(settings["persistence"])
    weights = [goes_on**place * (1 - goes_on) for place in range(len(grades))]
    return sum(
        (weight * _gain(grade, known, settings) for weight, grade in zip(weights, grades, strict=True)), Fraction(0)
    )


def _judged(grades: Any, _: int, retrieved: int, __: Any, settings: Settings) -> Fraction:
    return _part_of_results(sum(grade is not None for grade in grades), retrieved, settings)


def _unjudged(grades: Any, _: int, retrieved: int, __: Any, settings: Settings) -> Fraction:
    return _part_of_results(sum(grade is None or grade < 0 for grade in grades), retrieved, settings)


_MEASURES: dict[str, Callable[..., Fraction]] = {
    "ap": _average_precision,
    "rr": _reciprocal,
    "fall-out": _fall_out,
    "precision": _precision,
    "recall": _recall,
    "f1": _f1,
    "success": _success,
    "r-precision": _r_precision,
    "bpref": _bpref,
    "infap": _infap,
    "interpolated-precision": _interpolated,
    "eleven-point": _eleven_point,
    "err": _err,
    "rbp": _rbp,
    "judged": _judged,
    "unjudged": _unjudged,
}
