"""The order in which PyTorch's ``topk`` leaves numbers on Linux, on which the order of ties depends.

It calls ``std::partial_sort`` for few of many numbers, and otherwise ``std::nth_element`` and ``std::sort``. The algorithms are
those of GCC's library (Musser's introselect and introsort, and Floyd's heaps), which do not keep the order of ties.
"""

from __future__ import annotations

from collections.abc import Sequence

#: Parts up to these lengths are sorted by insertion, by ``sort`` and ``nth_element``.
_FEW, _FEWEST = 16, 3
#: ``topk`` sorts partially if there are so many times more numbers than it returns.
_MANY = 64


def topk_order(numbers: Sequence[int], count: int) -> list[int]:
    """Return the places of all numbers: first those of the `count` smallest, from the smallest on, then the others.

    `count` is at most the number of numbers.
    """
    items = _Items(numbers)
    if count and count * _MANY <= len(numbers):
        items.select_by_heap(0, count, len(numbers))
        items.sort_heap(0, count)
    elif count:
        items.select(count - 1)
        items.sort(0, count - 1)
    return items.places


class _Items:
    """Places that are rearranged by their numbers; a range is given by its first place and the one after its last."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = numbers
        self.places = list(range(len(numbers)))

    def _is_less(self, one: int, other: int) -> bool:
        """Return whether the number at one position is smaller than the number at a second one."""
        return self.numbers[self.places[one]] < self.numbers[self.places[other]]

    def _swap(self, one: int, other: int) -> None:
        self.places[one], self.places[other] = self.places[other], self.places[one]

    def _insert(self, first: int, last: int) -> None:
        """Sort a range by insertion, which keeps the order of ties."""
        self.places[first:last] = sorted(self.places[first:last], key=self.numbers.__getitem__)

    def select(self, position: int) -> None:
        """Put the right item at a position, with no larger one before it and no smaller one after it."""
        first, last = 0, len(self.places)
        rounds = 2 * (last.bit_length() - 1)
        while last - first > _FEWEST:
            if not rounds:
                self.select_by_heap(first, position + 1, last)
                self._swap(first, position)
                return
            rounds -= 1
            cut = self._divide(first, last)
            first, last = (cut, last) if cut <= position else (first, cut)
        self._insert(first, last)

    def sort(self, first: int, last: int) -> None:
        """Sort a range: parts are divided until they are short, and then all is sorted by insertion."""
        waiting = [(first, last, 2 * (max(last - first, 1).bit_length() - 1))]
        while waiting:
            low, high, rounds = waiting.pop()
            while high - low > _FEW:
                if not rounds:
                    self.select_by_heap(low, high, high)
                    self.sort_heap(low, high)
                    break
                rounds -= 1
                cut = self._divide(low, high)
                waiting.append((cut, high, rounds))
                high = cut
        self._insert(first, last)

    def _divide(self, first: int, last: int) -> int:
        """Divide a range at the median of three of its items, and return where its second part begins."""
        self._swap(first, self._median(first + 1, first + (last - first) // 2, last - 1))
        left, right = first + 1, last
        while True:
            while self._is_less(left, first):
                left += 1
            right -= 1
            while self._is_less(first, right):
                right -= 1
            if left >= right:
                return left
            self._swap(left, right)
            left += 1

    def _median(self, one: int, other: int, third: int) -> int:
        """Return the position of the median; of equal items, the one that the library takes."""
        if self._is_less(one, other):
            if self._is_less(other, third):
                return other
            return third if self._is_less(one, third) else one
        if self._is_less(one, third):
            return one
        return third if self._is_less(other, third) else other

    def select_by_heap(self, first: int, middle: int, last: int) -> None:
        """Make a heap of the smallest items of a range, with the largest of them first."""
        size = middle - first
        for root in range((size - 2) // 2, -1, -1):
            self._sift(first, root, size, self.places[first + root])
        for position in range(middle, last):
            if self._is_less(position, first):
                item, self.places[position] = self.places[position], self.places[first]
                self._sift(first, 0, size, item)

    def sort_heap(self, first: int, last: int) -> None:
        """Sort a heap: its largest item goes to its end, again and again."""
        for end in range(last - 1, first, -1):
            item, self.places[end] = self.places[end], self.places[first]
            self._sift(first, 0, end - first, item)

    def _sift(self, first: int, root: int, size: int, item: int) -> None:
        """Move a hole from a root down to the last level, always to the larger child, then up to where the item belongs."""
        hole = root
        while 2 * hole + 2 < size:
            child = 2 * hole + 2
            child -= self._is_less(first + child, first + child - 1)
            self.places[first + hole] = self.places[first + child]
            hole = child
        if 2 * hole + 1 == size - 1:
            self.places[first + hole] = self.places[first + 2 * hole + 1]
            hole = 2 * hole + 1
        while hole > root and self.numbers[self.places[first + (hole - 1) // 2]] < self.numbers[item]:
            self.places[first + hole] = self.places[first + (hole - 1) // 2]
            hole = (hole - 1) // 2
        self.places[first + hole] = item
