"""GCC's ``nth_element``, ``sort`` and ``partial_sort`` on lists of pairs of a key and a place, and PyTorch's ``topk`` made of them."""

from __future__ import annotations

from collections.abc import Sequence

Item = tuple[int, int]


def topk(keys: Sequence[int], count: int) -> list[int]:
    """Return the places of all keys, first those of the `count` smallest in the order of ``topk``."""
    items = [(key, place) for place, key in enumerate(keys)]
    if count and count * 64 <= len(items):
        items = _partially_sorted(items, count)
    elif count:
        items = _nth_element(items, count - 1, _rounds(items))
        items = [*_sorted(items[: count - 1]), *items[count - 1 :]]
    return [place for _, place in items]


def _rounds(items: Sequence[Item]) -> int:
    return 2 * (len(items).bit_length() - 1) if items else 0


def _stable(items: list[Item]) -> list[Item]:
    return sorted(items, key=lambda item: item[0])


def _nth_element(items: list[Item], position: int, rounds: int) -> list[Item]:
    if len(items) <= 3:
        return _stable(items)
    if rounds == 0:
        heap = _heap_of_smallest(items, position + 1)
        heap[0], heap[position] = heap[position], heap[0]
        return heap
    left, right = _parts(items)
    if position >= len(left):
        return left + _nth_element(right, position - len(left), rounds - 1)
    return _nth_element(left, position, rounds - 1) + right


def _sorted(items: list[Item]) -> list[Item]:
    return _stable(_nearly_sorted(items, _rounds(items)))


def _nearly_sorted(items: list[Item], rounds: int) -> list[Item]:
    if len(items) <= 16:
        return items
    if rounds == 0:
        return _partially_sorted(items, len(items))
    left, right = _parts(items)
    return _nearly_sorted(left, rounds - 1) + _nearly_sorted(right, rounds - 1)


def _parts(items: list[Item]) -> tuple[list[Item], list[Item]]:
    """Return the two parts into which Hoare's scheme divides, with the median of the second, middle and last item first."""
    items = list(items)
    places = (1, len(items) // 2, len(items) - 1)
    a, b, c = (items[place][0] for place in places)
    tests = ((b < c, 1), (a < c, 2), (True, 0)) if a < b else ((a < c, 0), (b < c, 2), (True, 1))
    chosen = next(place for holds, place in tests if holds)
    items[0], items[places[chosen]] = items[places[chosen]], items[0]
    pivot, low, high = items[0][0], 1, len(items) - 1
    while True:
        low = next(place for place in range(low, len(items) + 1) if place == len(items) or items[place][0] >= pivot)
        high = next(place for place in range(high, -1, -1) if items[place][0] <= pivot)
        if low >= high:
            return items[:low], items[low:]
        items[low], items[high] = items[high], items[low]
        low, high = low + 1, high - 1


def _partially_sorted(items: list[Item], count: int) -> list[Item]:
    """Return the items with the `count` smallest first: the largest of a heap goes to its end, until it is empty."""
    items = _heap_of_smallest(items, count)
    heap, rest, done = items[:count], items[count:], []
    while len(heap) > 1:
        largest, last = heap[0], heap.pop()
        heap = _filled(heap, 0, last)
        done.append(largest)
    return heap + done[::-1] + rest


def _heap_of_smallest(items: list[Item], count: int) -> list[Item]:
    heap, rest = items[:count], list(items[count:])
    for root in reversed(range(count // 2)):
        heap = _filled(heap, root, heap[root])
    for place, item in enumerate(rest):
        if item[0] < heap[0][0]:
            rest[place] = heap[0]
            heap = _filled(heap, 0, item)
    return heap + rest


def _filled(heap: list[Item], root: int, item: Item) -> list[Item]:
    """Return a heap whose root is replaced: the larger children move up a whole path, and the item is inserted from below."""
    heap, path = list(heap), [root]
    while 2 * path[-1] + 1 < len(heap):
        children = [child for child in (2 * path[-1] + 2, 2 * path[-1] + 1) if child < len(heap)]
        path.append(max(children, key=lambda child: heap[child][0]))
    values = [heap[place] for place in path[1:]]
    depth = len(values)
    while depth and values[depth - 1][0] < item[0]:
        depth -= 1
    for place, value in zip(path, [*values[:depth], item, *values[depth:]], strict=True):
        heap[place] = value
    return heap
