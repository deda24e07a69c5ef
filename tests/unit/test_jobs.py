"""Several threads give what one gives."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from samescore import Corpus
from samescore.implementations import Implementation
from samescore.metrics import METRIC_NAMES, jobs, metric
from samescore.metrics.base import AnyMetric
from samescore.metrics.chrf import CHRF
from samescore.metrics.chrf.settings import ChrfSettings
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.jobs import counting_with
from samescore.verbs.judging.side_by_side import side_by_side
from tests.routes import compiled_metric

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _is_counted_by_kernels(chosen: AnyMetric) -> bool:
    return Corpus in chosen.takes and chosen.needs_references and isinstance(chosen, CompiledCounting)


#: The metrics over texts that kernels count.
_TEXT_METRICS = [name for name in METRIC_NAMES if _is_counted_by_kernels(metric(name))]


def _corpus(segments: int) -> Corpus:
    rng = random.Random(13)
    lines = [
        " ".join(rng.choices(["a", "b", "c", "d", "e", "f.", "G,", "1.5"], k=rng.randrange(7)))
        for _ in range(2 * segments)
    ]
    return Corpus.from_segments(lines[:segments], [[line] for line in lines[segments:]])


@pytest.mark.parametrize("name", _TEXT_METRICS)
def test_every_number_of_threads_counts_the_same(name: str) -> None:
    chosen = compiled_metric(name)
    counting = chosen.counting(chosen.settings())
    tables = []
    for threads in (1, 2, 3):
        with counting_with(threads):
            tables.append(chosen.statistics_by_kernels(_corpus(1501), counting))
    assert tables == [tables[0]] * 3
    assert (tables[0] is None) == (not chosen.covers(counting))


@pytest.mark.parametrize("name", _TEXT_METRICS)
def test_a_large_input_is_counted_in_parts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = compiled_metric(name)
    counting = chosen.counting(chosen.settings())
    whole = chosen.statistics_by_kernels(_corpus(700), counting)
    sizes = []

    def count(data: Corpus, settings: Any) -> Any:
        sizes.append(len(data))
        return in_one_piece(data, settings)

    in_one_piece = chosen.compiled_statistics
    monkeypatch.setattr(jobs, "_MOST", 90)
    monkeypatch.setattr(jobs, "_PART", 80)
    monkeypatch.setattr(chosen, "compiled_statistics", count)
    assert chosen.statistics_by_kernels(_corpus(700), counting) == whole
    if chosen.covers(counting):
        assert sum(sizes) == 700
        assert (max(sizes) <= 80) == chosen.by_segment


@pytest.mark.parametrize(("threads", "most"), [(2, 10**6), (1, 90)])
def test_the_kernels_count_all_parts_or_none(threads: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_MOST", most)
    corpus, counting = _corpus(1200), CHRF.counting(ChrfSettings())

    def count(data: Corpus) -> Any:
        return None if data.hypothesis_lines[-1] == corpus.hypothesis_lines[-1] else CHRF.statistics(data, counting)

    with counting_with(threads):
        assert jobs.counted_in_parts(corpus, count) is None


def test_rows_of_parts_may_differ_in_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """A segment that repeats the counts of the one before has an empty row: in some parts, in all, or in none."""
    settings: Any = CHRF.counting(ChrfSettings(references="above-zero-or-previous"))
    hypotheses = ["abcabc"] * 40 + ["xyzxyz"] * 20 + ["abcabc", "xyzxyz"] * 20
    corpus = Corpus.from_segments(hypotheses, [["abcab"]] * 100)
    whole = CHRF.statistics_by_kernels(corpus, settings)
    assert whole is not None
    assert list(map(len, whole.rows)) == [18] * 40 + [0] * 20 + [18, 0] * 20
    monkeypatch.setattr(jobs, "_MOST", 90)
    monkeypatch.setattr(jobs, "_PART", 20)
    assert CHRF.statistics_by_kernels(corpus, settings) == whole
    turned = Corpus.from_segments(hypotheses[::-1], [["abcab"]] * 100)
    assert list(CHRF.statistics_by_kernels(turned, settings).rows) == list(whole.rows)[::-1]  # type: ignore[union-attr]


class _Slow(Implementation):
    """Answers with its name, once it may."""

    version = ""

    def __init__(self, name: str, *, own_process: bool) -> None:
        self.name, self.own_process = name, own_process
        self.may, self.closed, self.thread = threading.Event(), threading.Event(), ""

    def score(self, metric_name: str, data: Any, **knobs: object) -> Any:
        raise NotImplementedError

    def close(self) -> None:
        self.closed.set()
        self.may.set()

    def answers(self) -> Iterator[str]:
        self.thread = threading.current_thread().name
        for k in range(2):
            assert self.may.wait(60)
            yield f"{self.name} {k}"


def _implementations() -> list[_Slow]:
    return [_Slow("b", own_process=True), _Slow("a", own_process=False), _Slow("c", own_process=True)]


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_answers_keep_their_order(threads: int) -> None:
    implementations = _implementations()
    for implementation in implementations:
        implementation.may.set()
    answers = list(side_by_side(implementations, _Slow.answers, threads))  # type: ignore[arg-type]
    assert answers == ["b 0", "b 1", "a 0", "a 1", "c 0", "c 1"]
    here = threading.current_thread().name
    assert [i.thread == here for i in implementations] == [threads == 1, True, threads == 1]


def test_an_early_end_closes_what_is_still_asked() -> None:
    first, here, last = implementations = _implementations()
    first.may.set()
    here.may.set()
    answers = side_by_side(implementations, _Slow.answers, 3)  # type: ignore[arg-type]
    assert next(answers) == "b 0"
    answers.close()
    assert last.closed.is_set()
