"""The order in which Numba's quicksort leaves numbers, on which the order of ties depends.

Up to 15 numbers are sorted by insertion, so ties keep their order. More are divided at the median of the first, the middle
and the last one, which changes the order of ties.
"""

from __future__ import annotations

from collections.abc import Sequence

_FEW = 15


def numba_argsort(numbers: Sequence[float]) -> list[int]:
    """Return the places of the numbers from the smallest to the largest, as Numba's ``argsort`` does by default."""
    places = list(range(len(numbers)))
    waiting = [(0, len(numbers) - 1)]
    while waiting:
        low, high = waiting.pop()
        if high - low < _FEW:
            places[low : high + 1] = sorted(places[low : high + 1], key=numbers.__getitem__)
        else:
            middle = _divide(numbers, places, low, high)
            waiting += [(low, middle - 1), (middle + 1, high)]
    return places


def _divide(numbers: Sequence[float], places: list[int], low: int, high: int) -> int:
    """Put a median of three numbers at its final place, with smaller ones before it, and return that place."""

    def exchange(first: int, second: int) -> None:
        places[first], places[second] = places[second], places[first]

    middle = (low + high) // 2
    for first, second in ((low, middle), (middle, high), (low, middle)):
        if numbers[places[second]] < numbers[places[first]]:
            exchange(first, second)
    pivot = numbers[places[middle]]
    exchange(middle, high)
    left, right = low, high - 1
    while True:
        while left < high and numbers[places[left]] < pivot:
            left += 1
        while right >= low and pivot < numbers[places[right]]:
            right -= 1
        if left >= right:
            break
        exchange(left, right)
        left, right = left + 1, right - 1
    exchange(left, high)
    return left
