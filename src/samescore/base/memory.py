"""Results computed from an input, remembered by the input itself and freed with it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, ClassVar, TypeVar

Result = TypeVar("Result")

#: Largest total size, in bytes, of the results of one input. A million tokens take about 60 MB as Python strings, so the
#: few tokenizations of a large test set that a comparison uses at a time fit.
LIMIT = 256 * 2**20

_CREATION = threading.Lock()  # held while an input gets its memory, which happens once


class _Memory:
    """Results by key, least recently used first, and the bytes that they take, at most `limit`."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._results: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._size = 0

    def get(self, key: Hashable) -> tuple[Any, int] | None:
        with self._lock:
            entry = self._results.get(key)
            if entry is not None:
                self._results.move_to_end(key)
            return entry

    def put(self, key: Hashable, result: Any, size: int) -> Any:
        """Keep a result, drop the least recently used ones beyond the limit, and return what is kept."""
        with self._lock:
            if key in self._results:  # another thread was quicker
                return self._results[key][0]
            if size <= self._limit:
                self._results[key] = result, size
                self._size += size
                while self._size > self._limit:
                    self._size -= self._results.popitem(last=False)[1][1]
        return result


class Remembering:
    """An input, or what is kept of one, that remembers what was computed from it.

    Remembered results are not part of the input's value: equality, hash, repr, pickles and copies ignore them. Threads
    may share an input; two that need the same result at the same time may both compute it, but get the same object.
    """

    __slots__ = ("__weakref__", "_memory")

    _memory: _Memory

    #: The files that hold such an input, as a command takes them.
    ARGUMENTS: ClassVar[str] = "HYPOTHESES -r REFERENCES"
    #: Largest total size, in bytes, of what is remembered.
    memory_limit: ClassVar[int] = LIMIT

    def remembered(self, key: Hashable, make: Callable[[], Result], cost: Callable[[Result], int]) -> Result:
        """The result of ``make()``, computed once for each `key` while it is remembered.

        `cost` gives the size of a result in bytes. When the results of one input take more than `memory_limit`, the
        least recently used ones are forgotten; a single larger result is not kept. When ``make()`` raises, nothing is
        kept.
        """
        memory = self._own_memory()
        entry = memory.get(key)
        if entry is not None:
            result: Result = entry[0]
            return result
        made = make()  # outside the lock: it may ask for other results of this input
        kept: Result = memory.put(key, made, cost(made))
        return kept

    def _own_memory(self) -> _Memory:
        try:
            return self._memory
        except AttributeError:
            with _CREATION:
                if not hasattr(self, "_memory"):
                    object.__setattr__(self, "_memory", _Memory(self.memory_limit))  # the inputs are frozen
            return self._memory
