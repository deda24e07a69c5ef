"""Retrieval measures in exact arithmetic, query by query, with logarithms of 60 digits."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import Number, OracleError, decimal, decimal_text, exact, mean, single, sixty_digits

Settings = dict[str, Any]
#: A grade, or None for a result without a judgment, and the place of the first result with the same score.
Result = tuple[int | None, int]

_LARGEST_SINGLE = Fraction(2) ** 128 - Fraction(2) ** 103  # from here on, 32-bit floats are infinite
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
        results = _ranking(query, settings)
        grades = [grade for _, grade in query["qrels"] or []]
        known = grades if settings["collection"] == "judged" else [grade or 0 for grade, _ in results]
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


def _mean(values: list[Number], settings: Settings) -> Number:
    if settings["mean"] == "arithmetic":
        return mean(values)
    logarithms = [decimal(max(value, _LEAST, key=decimal)).ln() for value in values]
    return (sum(logarithms, Decimal(0)) / len(values)).exp()


def _rounded(value: Number, settings: Settings) -> Number:
    if settings["digits"] == "all":
        return value
    digits = int(settings["digits"])
    return round(value, digits) if isinstance(value, Fraction) else Fraction(round(value, digits))


def _ranking(query: dict[str, Any], settings: Settings) -> list[Result]:
    """Return the results of a query by falling score: a selection of the best remaining one, again and again."""
    left = [
        (name, _comparable(value, settings), place)
        for place, (name, value) in enumerate(query["run"] or [])
        if not settings["drop_same_id"] or name != query["query"]
    ]
    before: dict[str, Callable[[Any, Any], bool]] = {
        "id-descending": lambda one, other: one[0].encode() > other[0].encode(),
        "id-ascending": lambda one, other: one[0].encode() < other[0].encode(),
        "given": lambda one, other: one[2] < other[2],
        "average": lambda one, other: one[2] < other[2],
        "reversed": lambda one, other: one[2] > other[2],
    }
    if settings["ties"] == "numba-twice":
        left = [(name, value, place) for place, (name, value, _) in enumerate(_quicksorted(_quicksorted(left)))]
    goes_first = before.get(settings["ties"], before["given"])
    grades = dict(query["qrels"] or [])
    if settings["ties"] == "together":
        return [
            (grades.get(name), len({other for _, other, _ in left if other > value}))
            for name, value, _ in left
            if settings["unjudged"] == "nonrelevant" or grades.get(name, -1) >= 0
        ]
    ranking: list[Result] = []
    tie, last = -1, None
    while left:
        best = left[0]
        for other in left[1:]:
            if other[1] > best[1] or (other[1] == best[1] and goes_first(other, best)):
                best = other
        left.remove(best)
        grade = grades.get(best[0])
        tie, last = (tie, last) if best[1] == last else (tie + 1, best[1])
        if settings["unjudged"] == "nonrelevant" or (grade is not None and grade >= 0):
            ranking.append((grade, tie))
    return ranking


def _quicksorted(results: list[Any]) -> list[Any]:
    """Return results from the highest score to the lowest as Numba's quicksort does; up to 15 stay in order."""
    items = list(results)
    if len(items) <= 15:
        return sorted(items, key=lambda result: -result[1])
    middle, last = (len(items) - 1) // 2, len(items) - 1
    for one, other in [(0, middle), (middle, last), (0, middle)]:
        if items[other][1] > items[one][1]:
            items[one], items[other] = items[other], items[one]
    items[middle], items[last] = items[last], items[middle]
    pivot = items[last][1]
    left, right = 0, last - 1
    while True:
        left = next(place for place in range(left, last + 1) if place == last or items[place][1] <= pivot)
        right = next((place for place in range(right, -1, -1) if items[place][1] >= pivot), -1)
        if left >= right:
            break
        items[left], items[right] = items[right], items[left]
        left, right = left + 1, right - 1
    items[left], items[last] = items[last], items[left]
    return [*_quicksorted(items[:left]), items[left], *_quicksorted(items[left + 1 :])]


def _comparable(value: Any, settings: Settings) -> Fraction | float:
    """Return a score as it is compared: rounded to 32 bits or not; infinite ones are floats."""
    if value in ("inf", "-inf"):
        return float(value)
    number = exact(value)
    if settings["score_dtype"] == "float64":
        return number
    if abs(number) >= _LARGEST_SINGLE:
        return float("inf") if number > 0 else float("-inf")
    return single(number)


def _value(query: dict[str, Any], results: list[Result], known: list[int], settings: Settings) -> Any:
    if not query["qrels"]:
        return _choice(settings["missing_judgments"])
    if query["run"] is None and (settings["missing_results"] != "zero" or settings["empty_query"] != "skip"):
        return _choice(settings["missing_results"])
    level = settings["relevance_level"]
    relevant = sum(grade >= level for grade in known)
    if settings["ties"] == "together" and settings["measure"] not in ("ap", *_OF_TIES):
        raise OracleError("ties are together in few measures")
    if settings["measure"] in ("ndcg", "dcg"):
        ideal = _dcg(sorted((_gain(grade, known, settings) for grade in known), reverse=True), settings)
        gains: list[Number] = [_gain(grade, known, settings) for grade, _ in results]
        if settings["ties"] == "average":
            gains = [
                mean([gain for gain, (_, other) in zip(gains, results, strict=True) if other == tie])
                for _, tie in results
            ]
        if settings["measure"] == "dcg":
            return _dcg(gains, settings)
        return decimal(_dcg(gains, settings)) / decimal(ideal) if ideal else _choice(settings["empty_query"])
    if settings["ties"] == "average":
        raise OracleError("ties are averaged in ndcg only")
    if not relevant and settings["measure"] not in ("judged", "unjudged"):
        return _choice(settings["empty_query"])
    if settings["ties"] == "together" or settings["measure"] in _OF_TIES:
        return _of_ties(results, relevant, settings)
    cut = settings["cutoff"] or len(results)
    grades = [grade for grade, _ in results][:cut]
    return _MEASURES[settings["measure"]](grades, relevant, len(results), known, settings)


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
    total = sum((Fraction(found, rank) for rank, found in kept), Fraction(0))
    return _divided(total, totals[settings["relevant_total"]])


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


def _dcg(gains: list[Any], settings: Settings) -> Number:
    cut = settings["cutoff"] or len(gains)
    two = Decimal(2).ln()
    return sum((decimal(gain) * two / Decimal(rank + 1).ln() for rank, gain in enumerate(gains[:cut], 1)), Decimal(0))


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
    total = sum((Fraction(sum(other <= rank for other in ranks), rank) for rank in ranks), Fraction(0))
    return _divided(total, _divisor(grades, relevant, settings))


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
    "precision": _precision,
    "recall": _recall,
    "f1": _f1,
    "success": _success,
    "r-precision": _r_precision,
    "bpref": _bpref,
    "infap": _infap,
    "err": _err,
    "rbp": _rbp,
    "judged": _judged,
    "unjudged": _unjudged,
}
