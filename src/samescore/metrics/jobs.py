"""How many threads count at a time: kernels need no interpreter lock, so that all cores can work on one input."""

from __future__ import annotations

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
    """What `count` counts of each part of a corpus, one thread for each; other kinds of input are counted in one piece."""
    if _jobs.get() == 1:
        return [count(data)]
    from samescore.data.corpus import Corpus

    jobs = min(_jobs.get(), len(data) // _LEAST) if isinstance(data, Corpus) else 1
    if jobs < 2:
        return [count(data)]
    from concurrent.futures import ThreadPoolExecutor

    parts = data.remembered(("parts", jobs), lambda: _parts(data, jobs), lambda _: 0)
    with ThreadPoolExecutor(jobs) as threads:
        return list(threads.map(count, parts))


def _parts(corpus: Corpus, jobs: int) -> list[Corpus]:
    """The corpus in equal parts, in order. They remember what is counted of them, as the corpus does."""
    bounds = [len(corpus) * job // jobs for job in range(jobs + 1)]
    return [corpus.part(start, stop) for start, stop in pairwise(bounds)]
