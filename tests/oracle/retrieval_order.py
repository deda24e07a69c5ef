"""The order of a query's results under the knobs of retrieval measures."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import exact, single

Settings = dict[str, Any]

_LARGEST_SINGLE = Fraction(2) ** 128 - Fraction(2) ** 103  # from here on, 32-bit floats are infinite


def ranking(query: dict[str, Any], settings: Settings) -> tuple[list[str], list[int]]:
    """Return the results of a query by falling score, and their ties: a selection of the best one left, again and again.

    They are in the order of the run if ties are together, or ordered later by ``topk``.
    """
    left = [
        (name, comparable(value, settings), place)
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
    ranked: list[tuple[str, int]] = []
    if settings["ties"] in ("together", "torch-topk"):
        ranked = [(name, len({other for _, other, _ in left if other > value})) for name, value, _ in left]
        left = []
    tie, last = -1, None
    while left:
        best = left[0]
        for other in left[1:]:
            if other[1] > best[1] or (other[1] == best[1] and goes_first(other, best)):
                best = other
        left.remove(best)
        tie, last = (tie, last) if best[1] == last else (tie + 1, best[1])
        ranked.append((best[0], tie))
    kept = [item for item in ranked if settings["unjudged"] == "nonrelevant" or grades.get(item[0], -1) >= 0]
    return [name for name, _ in kept], [tie for _, tie in kept]


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


def comparable(value: Any, settings: Settings) -> Fraction | float:
    """Return a score as it is compared: rounded to 32 bits or not; infinite ones are floats."""
    if value in ("inf", "-inf"):
        return float(value)
    number = exact(value)
    if settings["score_dtype"] == "float64":
        return number
    if abs(number) >= _LARGEST_SINGLE:
        return float("inf") if number > 0 else float("-inf")
    return single(number)
