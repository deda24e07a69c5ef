"""Score an input that arrives in batches: each batch is counted and discarded, and only the totals are kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from samescore.base.errors import InputError
from samescore.base.outcome import Trace, Unsupported
from samescore.data.corpus import Corpus
from samescore.metrics import metric as find_metric
from samescore.metrics.accumulator import Accumulator, Counted, count
from samescore.settings import Settings

if TYPE_CHECKING:
    from concurrent.futures import Future

    from samescore.catalogue.profile import Profile
    from samescore.data.kinds import Data


class StreamedScore:
    """The score of an input under complete settings, updated batch by batch.

    `profile` is the entry point to follow, None if there is none; `like` is the user's name for it.
    """

    def __init__(self, settings: Settings, profile: Profile | None = None, like: str = "") -> None:
        self.settings = settings
        self._metric = find_metric(settings.metric)
        self._profile = profile
        self._like = like
        self._whole = Accumulator()
        self._references: set[int] = set()  # numbers of references of a segment
        self._refusal: Unsupported | None = None  # why the entry point does not accept a batch
        self._tokenized = False

    @property
    def memory(self) -> int:
        """The approximate size in bytes of the totals kept of all batches."""
        return self._whole.memory

    def need_room(self, most: int, segments: int) -> None:
        """Raise `InputError` if more than `most` bytes are kept; `segments` is the number of segments so far."""
        if self.memory > most:
            raise InputError(
                f"{self._metric.name} keeps {self._whole.grows}: {self.memory / 2**20:,.0f} MiB for {segments:,} segments so far; "
                f"the limit is {most / 2**20:,.0f} MiB",
                hint="score a part of the file, or raise the limit: --memory GIB",
            )

    def count(self, batch: Data) -> Counted:
        """Return the contribution of a batch; after an error in an earlier batch, return that error without counting.

        Can be called in any thread.
        """
        return self._whole.problem or count(self._metric, self.settings, batch)

    def add(self, batch: Data, counted: Counted) -> None:
        """Add the next batch, with the result of `count`."""
        if isinstance(batch, Corpus) and self._profile is not None:
            from samescore.implementations.base import limits_of_texts

            texts = chain(batch.hypothesis_lines, *batch.reference_lines)
            outside = None if batch.tokenized else limits_of_texts(self._profile, texts)
            if self._profile.outside_if == "any":
                self._refusal = self._refusal or outside
            elif batch.total:  # all texts of all batches have to match
                self._refusal = outside if not self._references or self._refusal else None
            self._references.update(map(len, batch.reference_lines))
            self._tokenized = batch.tokenized
        elif self._profile is not None:
            from samescore.implementations.base import limits

            self._refusal = self._refusal or limits(self._profile, batch)
        self._whole.add(counted)

    def trace(self) -> Trace:
        """Return the score of all batches with its stages; raise the error that scoring them as one input would raise.

        The totals are discarded, so this can be called only once.
        """
        if self._profile is not None:
            from samescore.implementations.base import limits_of_corpus, need_answer

            need_answer(self._like, self._refusal)
            need_answer(self._like, limits_of_corpus(self._profile, self._references, self._tokenized))
        return self._whole.finish(self._metric, self.settings)


def add_batches(
    scores: Sequence[StreamedScore], batches: Iterable[Data], jobs: int, most: int, say: Callable[[int, int], object]
) -> None:
    """Add all batches to all scores, counting with `jobs` threads.

    After each batch, `say` is called with the number of segments so far, and the number of bytes kept for them. Raises
    the errors of reading the batches, and `InputError` if a score keeps more than `most` bytes; after an error the
    scores are unusable.
    """
    segments = 0
    for batch, counted in _counted_batches(scores, batches, jobs):
        segments += batch.total
        for score, total in zip(scores, counted, strict=True):
            score.add(batch, total)
            score.need_room(most, segments)
        say(segments, sum(score.memory for score in scores))


def _counted_batches(
    scores: Sequence[StreamedScore], batches: Iterable[Data], jobs: int
) -> Iterator[tuple[Data, list[Counted]]]:
    """Yield each batch in order, with its counts for each score; at most two batches for each thread are in memory."""

    def of_all_scores(batch: Data) -> list[Counted]:
        return [score.count(batch) for score in scores]

    if jobs < 2:
        for batch in batches:
            yield batch, of_all_scores(batch)
        return
    from concurrent.futures import ThreadPoolExecutor

    waiting: deque[tuple[Data, Future[list[Counted]]]] = deque()
    with ThreadPoolExecutor(jobs) as threads:
        for batch in batches:
            waiting.append((batch, threads.submit(of_all_scores, batch)))
            if len(waiting) >= 2 * jobs:
                done, counted = waiting.popleft()
                yield done, counted.result()
        while waiting:
            done, counted = waiting.popleft()
            yield done, counted.result()
