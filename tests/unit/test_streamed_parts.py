"""Batches for several scores: how many are read ahead, which threads count them, and what their totals may keep."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from samescore import Corpus, InputError, Labels, MetricError
from samescore.base.outcome import Unsupported
from samescore.metrics import metric
from samescore.verbs.scoring import streamed
from samescore.verbs.scoring.streamed import StreamedScore, add_batches
from samescore.verbs.why.attribution.known import profile_of

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _batch(*words: str) -> Corpus:
    return Corpus.from_segments(list(words), [[word] for word in words])


def _score(name: str = "wer") -> StreamedScore:
    return StreamedScore(metric(name).settings())


@pytest.mark.parametrize(("jobs", "drawn"), [(1, [1, 2, 3, 4, 5, 6]), (2, [4, 5, 6, 6, 6, 6]), (3, [6] * 6)])
def test_two_batches_for_each_thread_are_read_ahead(jobs: int, drawn: list[int]) -> None:
    """After each batch that was added: the number of batches read so far."""
    read, added = 0, []

    def batches() -> Iterator[Corpus]:
        nonlocal read
        for number in range(6):
            read += 1
            yield _batch(*["a"] * (number + 1))

    seen = []
    for batch, counted in streamed._counted_batches([_score(), _score("ter")], batches(), jobs):
        seen.append(read)
        added.append((len(list(batch.hypothesis_lines)), len(counted)))  # type: ignore[union-attr]
    assert seen == drawn
    assert added == [(number, 2) for number in range(1, 7)], "in order, with a count for each score"


@pytest.mark.parametrize(("jobs", "here"), [(1, True), (2, False)])
def test_one_job_counts_in_this_thread(jobs: int, here: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set()

    def count(*_: object) -> MetricError:
        threads.add(threading.current_thread())
        return MetricError("no")

    monkeypatch.setattr(streamed, "count", count)
    add_batches([_score()], [_batch("a")] * 3, jobs, 2**30, lambda *_: None)
    assert (threads == {threading.current_thread()}) is here


class _Keeping(StreamedScore):
    """A score that keeps 3 MiB of each batch."""

    batches = 0

    def add(self, batch: object, counted: object) -> None:
        self.batches += 1
        super().add(batch, counted)  # type: ignore[arg-type]

    @property
    def memory(self) -> int:
        return self.batches * 3 * 2**20


def test_memory_is_told_and_limited() -> None:
    def add(most: int) -> list[tuple[int, int]]:
        told: list[tuple[int, int]] = []
        scores = [_Keeping(metric("distinct").settings()), _Keeping(metric("distinct").settings())]
        add_batches(scores, [_batch("a", "b"), _batch("c")], 1, most, lambda *numbers: told.append(numbers))
        return told

    assert add(6 * 2**20) == [(2, 6 * 2**20), (3, 12 * 2**20)]
    with pytest.raises(InputError) as raised:
        add(6 * 2**20 - 1)
    assert (
        raised.value.message
        == "distinct keeps the distinct n-grams of the corpus: 6 MiB for 3 segments so far; the limit is 6 MiB"
    )
    assert raised.value.hint == "score a part of the file, or raise the limit: --memory GIB"


def test_nothing_is_counted_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    score, problem = _score(), MetricError("the first")
    score.add(_batch("a"), problem)
    monkeypatch.setattr(streamed, "count", lambda *_: pytest.fail("it counts"))
    assert score.count(_batch("a")) is problem
    with pytest.raises(MetricError, match="the first"):
        score.trace()


def test_an_entry_point_refuses_the_input_of_any_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason of the first refused batch is kept, and names the entry point as the user does."""
    refusals = iter((None, Unsupported("the second"), Unsupported("the third"), None))
    monkeypatch.setattr("samescore.implementations.base.limits", lambda *_: next(refusals))
    profile = profile_of("sklearn.accuracy_score", "accuracy")
    score = StreamedScore(profile.settings(), profile, "mine")
    labels = Labels(("a", "b"), ("a", "a"))
    for _ in range(4):
        score.add(labels, score.count(labels))
    with pytest.raises(InputError, match="mine has no score for this input: the second"):
        score.trace()


def test_without_an_entry_point_any_input_is_scored() -> None:
    score = StreamedScore(metric("accuracy").settings())
    for gold in ("a", "b"):
        labels = Labels((gold, "b"), ("a", "b"))
        score.add(labels, score.count(labels))
    assert score.trace().value == 0.75
