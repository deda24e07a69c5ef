"""Cache the results computed from an input on the input object, so they are freed together."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, ClassVar, TypeVar

Result = TypeVar("Result")

#: Maximum total size, in bytes, of the cached results of one input. A million tokens take about 60 MB as Python
#: strings, enough for the few tokenizations of a large test set that a comparison uses at a time.
LIMIT = 256 * 2**20

_CREATION = threading.Lock()  # guards the creation of an input's cache, which happens once


class _Memory:
    """A thread-safe cache with a limit on its total size in bytes; it evicts the least recently used results first.

    Uses are recorded only while it is more than half full, because that takes half the time of a lookup.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._results: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._size = 0

    def get(self, key: Hashable) -> tuple[Any, int] | None:
        with self._lock:
            entry = self._results.get(key)
            if entry is not None and self._size > self._limit // 2:
                self._results.move_to_end(key)
            return entry

    def put(self, key: Hashable, result: Any, size: int) -> Any:
        """Store a result of `size` bytes, evict old results beyond the limit, and return the result to use.

        If the key already has a result, the earlier result is returned. A result above the limit is returned but not
        stored.
        """
        with self._lock:
            if key in self._results:  # another thread stored one first
                return self._results[key][0]
            if size <= self._limit:
                self._results[key] = result, size
                self._size += size
                while self._size > self._limit:
                    self._size -= self._results.popitem(last=False)[1][1]
        return result


class Remembering:
    """Base class of inputs, and of data derived from inputs, that cache the results computed from them.

    The cache is not part of the value: equality, hash, repr, pickles and copies ignore it. Threads may share an object;
    two threads that need the same result at the same time may both compute it, but get the same cached result.
    """

    __slots__ = ("__weakref__", "_memory")

    _memory: _Memory

    #: The files that hold such an input, as a command's usage line names them.
    ARGUMENTS: ClassVar[str] = "HYPOTHESES -r REFERENCES"
    #: Maximum total size, in bytes, of the cached results.
    memory_limit: ClassVar[int] = LIMIT

    def remembered(self, key: Hashable, make: Callable[[], Result], cost: Callable[[Result], int]) -> Result:
        """Return ``make()``, cached under `key`.

        `cost` returns the size of a result in bytes. When the results of one input exceed `memory_limit`, the least
        recently used are evicted; a single result above the limit is not cached. If ``make()`` raises, nothing is
        cached.
        """
        memory = self._own_memory()
        entry = memory.get(key)
        if entry is not None:
            result: Result = entry[0]
            return result
        made = make()  # outside the lock, because it may need other cached results of this input
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
