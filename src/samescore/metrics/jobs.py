"""Count an input in parts: in threads, because kernels release the interpreter lock, and to limit memory."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from samescore.data.corpus import Corpus

if TYPE_CHECKING:
    from samescore.metrics.base import Statistics

#: Minimum number of segments for each thread.
_LEAST = 500
#: Number of segments above which an input is counted in parts.
_MOST = 50_000
#: Maximum number of segments of such a part.
_PART = 10_000

_jobs = ContextVar("jobs", default=1)


@contextmanager
def counting_with(jobs: int) -> Iterator[None]:
    """Allow `jobs` threads for counting within a ``with`` block; the statistics do not depend on their number."""
    token = _jobs.set(jobs)
    try:
        yield
    finally:
        _jobs.reset(token)


def current() -> int:
    """Return the number of threads allowed for counting."""
    return _jobs.get()


def counted_in_parts(data: Any, count: Callable[[Any], Statistics | None]) -> Statistics | None:
    """Return ``count(data)``; a large corpus is counted in parts. None if `count` returns None for some part.

    Each thread has at least one part, and no part is large, so the memory for counting a part does not grow with the
    corpus. A part is discarded once its rows have been merged. Small corpora and other kinds of input are counted in
    one piece. Raises the errors of `count`.
    """
    if not isinstance(data, Corpus) or len(data) < min(2 * _LEAST, _MOST):
        return count(data)
    jobs = min(_jobs.get(), max(1, len(data) // _LEAST))
    many = max(jobs, math.ceil(len(data) / _PART) if len(data) > _MOST else 1)
    if many < 2:
        return count(data)
    if jobs < 2:
        return _join_statistics(map(count, _parts(data, many)))
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(jobs) as threads:
        return _join_statistics(threads.map(count, _parts(data, many)))


def _parts(corpus: Corpus, many: int) -> Iterator[Corpus]:
    """Return the corpus in `many` parts of about equal size, in order."""
    bounds = [len(corpus) * part // many for part in range(many + 1)]
    return (corpus.part(start, stop) for start, stop in pairwise(bounds))


def _join_statistics(parts: Iterator[Statistics | None]) -> Statistics | None:
    """Return the statistics of a corpus, merged from its parts (in order, at least one); None if a part has none."""
    from samescore.metrics.accumulator import Accumulator, keep_rows
    from samescore.metrics.base import Statistics

    gathered = Accumulator()
    columns: tuple[str, ...] = ()
    for part in parts:
        if part is None:
            return None
        gathered.add(keep_rows(part))
        columns = part.columns
        del part  # frees its memory before the next part is counted
    total = gathered.total()
    return Statistics(columns, total.rows, total.kept)
