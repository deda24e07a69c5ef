"""Score an input that arrives in batches: each batch is counted and discarded, and only its total is kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from samescore.base.errors import InputError, MetricError
from samescore.base.outcome import Trace, Unsupported
from samescore.data.corpus import Corpus
from samescore.data.labels import Confusion
from samescore.metrics import failed_arithmetic
from samescore.metrics import metric as find_metric
from samescore.metrics.base import Total
from samescore.metrics.evaluator import check_input
from samescore.metrics.running import RunningTotal
from samescore.settings import Settings

if TYPE_CHECKING:
    from concurrent.futures import Future

    from samescore.catalogue.profile import Profile
    from samescore.data.kinds import Data

#: The result of counting a batch: its total, or the error.
Counted = Total | MetricError


class StreamedScore:
    """The score of an input under one complete setting, updated batch by batch.

    `profile` is the entry point to follow, None if there is none; `like` is the user's name for it.
    """

    def __init__(self, settings: Settings, profile: Profile | None = None, like: str = "") -> None:
        self.settings = settings
        self._metric = find_metric(settings.metric)
        self._profile = profile
        self._like = like
        self._running = RunningTotal()
        self._problem: MetricError | None = None
        self._references: set[int] = set()  # number of references of a segment
        self._refusal: Unsupported | None = None  # why the entry point rejects a batch
        self._tokenized = False

    @property
    def memory(self) -> int:
        """Approximate size in bytes of what is kept for all batches."""
        return self._running.memory

    def need_room(self, most: int, segments: int) -> None:
        """Raise `InputError` if more than `most` bytes are kept for the segments."""
        if self.memory > most:
            raise InputError(
                f"{self._metric.name} keeps {self.memory / 2**20:,.0f} MiB of {segments:,} segments, and may keep "
                f"{most / 2**20:,.0f}: {self._running.grows}",
                hint="score a part of the file, or let it keep more: --memory GIB",
            )

    def count(self, batch: Data) -> Counted:
        """Count a batch, in any thread. Does nothing after an error."""
        check_input(self._metric, batch)
        if self._problem is not None:
            return self._problem
        try:
            return self._metric.total(self._metric.counted(batch, self.settings), self.settings)
        except MetricError as problem:
            return problem
        except ArithmeticError as problem:
            return failed_arithmetic(problem)

    def add(self, batch: Data, counted: Counted) -> None:
        """Add the next batch, with the result of `count`."""
        if isinstance(batch, Corpus) and self._profile is not None:
            self._references.update(map(len, batch.reference_lines))
            self._tokenized = batch.tokenized
        elif self._profile is not None:
            from samescore.implementations.base import limits

            self._refusal = self._refusal or limits(self._profile, batch)
        if isinstance(counted, MetricError):
            self._problem = self._problem or counted
        elif self._problem is None:
            self._running.add(counted)

    def trace(self) -> Trace:
        """Return the score of all batches; raises the error that scoring them as one input would raise."""
        if self._profile is not None:
            from samescore.implementations.base import limits_of_corpus, need_answer

            need_answer(self._like, self._refusal)
            need_answer(self._like, limits_of_corpus(self._profile, self._references, self._tokenized))
        if self._problem is not None:
            raise self._problem
        try:
            return self._metric.combine(self._running.whole(), self.settings)
        except ArithmeticError as problem:
            raise failed_arithmetic(problem) from None


def add_batches(
    scores: Sequence[StreamedScore], batches: Iterable[Data], jobs: int, most: int, say: Callable[[int, int], object]
) -> None:
    """Add all batches to all scores, counting with `jobs` threads.

    After each batch, `say` is called with the number of segments so far, and the number of bytes kept for them. Raises
    `InputError` as reading the batches does, and if a score keeps more than `most` bytes; the scores are then unusable.
    """
    segments = 0
    for batch, counted in _counted(scores, batches, jobs):
        segments += batch.total if isinstance(batch, Confusion) else len(batch)
        for score, total in zip(scores, counted, strict=True):
            score.add(batch, total)
            score.need_room(most, segments)
        say(segments, sum(score.memory for score in scores))


def _counted(
    scores: Sequence[StreamedScore], batches: Iterable[Data], jobs: int
) -> Iterator[tuple[Data, list[Counted]]]:
    """Yield each batch in order with its counts for each score, with at most two batches for each thread in memory."""

    def count(batch: Data) -> list[Counted]:
        return [score.count(batch) for score in scores]

    if jobs < 2:
        for batch in batches:
            yield batch, count(batch)
        return
    from concurrent.futures import ThreadPoolExecutor

    waiting: deque[tuple[Data, Future[list[Counted]]]] = deque()
    with ThreadPoolExecutor(jobs) as threads:
        for batch in batches:
            waiting.append((batch, threads.submit(count, batch)))
            if len(waiting) >= 2 * jobs:
                done, counted = waiting.popleft()
                yield done, counted.result()
        while waiting:
            done, counted = waiting.popleft()
            yield done, counted.result()
