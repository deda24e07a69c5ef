"""How many threads count at a time: kernels need no interpreter lock, so that all cores can work on one input."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from samescore.data.corpus import Corpus

Counted = TypeVar("Counted")

#: Fewer segments than this are not worth a thread.
_LEAST = 500
#: More segments than this are not counted at a time.
_MOST = 50_000

_jobs = ContextVar("jobs", default=1)


@contextmanager
def counting_with(jobs: int) -> Iterator[None]:
    """Count with so many threads in this block. The statistics are the same integers for any number."""
    token = _jobs.set(jobs)
    try:
        yield
    finally:
        _jobs.reset(token)


def current() -> int:
    """How many threads may work now."""
    return _jobs.get()


def in_parts(data: Any, count: Callable[[Any], Counted]) -> list[Counted]:
    """What `count` counts of each part of a corpus; other kinds of input, and small ones, are counted in one piece.

    Each thread has at least one part, and no part is large, so that what is made to count a part does not grow with the
    corpus.
    """
    from samescore.data.corpus import Corpus

    if not isinstance(data, Corpus):
        return [count(data)]
    jobs = min(_jobs.get(), max(1, len(data) // _LEAST))
    many = max(jobs, math.ceil(len(data) / _MOST))
    if many < 2:
        return [count(data)]
    if jobs < 2:
        return [count(part) for part in _parts(data, many)]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(jobs) as threads:
        return list(threads.map(count, _parts(data, many)))


def _parts(corpus: Corpus, many: int) -> Iterator[Corpus]:
    """The corpus in equal parts, in order."""
    bounds = [len(corpus) * part // many for part in range(many + 1)]
    return (corpus.part(start, stop) for start, stop in pairwise(bounds))
