"""How many threads count at a time: kernels need no interpreter lock, so that all cores can work on one input."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from samescore.data.corpus import Corpus
    from samescore.metrics.base import Statistics

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


def in_parts(data: Any, count: Callable[[Any], Statistics | None]) -> Statistics | None:
    """What `count` counts of a corpus, one thread for each part of it; None if it cannot count some part.

    The row of a segment must depend on that segment alone. Other kinds of input are counted in one piece.
    """
    if _jobs.get() == 1:
        return count(data)
    from samescore.data.corpus import Corpus

    jobs = min(_jobs.get(), len(data) // _LEAST) if isinstance(data, Corpus) else 1
    if jobs < 2:
        return count(data)
    from concurrent.futures import ThreadPoolExecutor

    parts = data.remembered(("parts", jobs), lambda: _parts(data, jobs), lambda _: 0)
    with ThreadPoolExecutor(jobs) as threads:
        counted = list(threads.map(count, parts))
    tables = [table for table in counted if table is not None]
    return reduce(_joined, tables) if len(tables) == len(parts) else None


def _parts(corpus: Corpus, jobs: int) -> list[Corpus]:
    """The corpus in equal parts, in order. They remember what is counted of them, as the corpus does."""
    bounds = [len(corpus) * job // jobs for job in range(jobs + 1)]
    return [corpus.part(start, stop) for start, stop in pairwise(bounds)]


def _joined(first: Statistics, second: Statistics) -> Statistics:
    kept = None if first.kept is None else first.kept.merge(second.kept)
    return type(first)(first.columns, first.rows + second.rows, kept)  # type: ignore[operator]  # tables add up
