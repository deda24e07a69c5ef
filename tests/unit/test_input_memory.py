"""What an input remembers in bytes: no more than the limit, whatever is asked of it, and nothing once it is gone."""

from __future__ import annotations

import gc
import random
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from samescore import Corpus, Score
from samescore.base import memory
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.evaluator import bare_outcome, native_outcome, segment_values

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: Metrics that take seconds.
_LONG = {"meteor15", "nist", "cider"}
_TEXT_METRICS = [name for name in METRIC_NAMES if Corpus in metric(name).takes]
_WORDS = [f"{a}{b}" for a in "kstlm" for b in ("a", "eo", "ing")]


def _corpus(seed: int, segments: int) -> Corpus:
    """Lines that all differ, of few different words; hypotheses lack the last word."""
    rng = random.Random(seed)
    lines = [" ".join(rng.choices(_WORDS, k=20)) for _ in range(segments)]
    return Corpus.from_streams([line.rpartition(" ")[0] for line in lines], lines)


def _ask_everything(corpus: Corpus, name: str) -> None:
    settings = metric(name).settings()
    for outcome in (native_outcome(corpus, settings), bare_outcome(corpus, settings)):
        assert isinstance(outcome, Score)
    native = native_outcome(corpus, settings)
    if isinstance(native, Score):
        dict(native.stages)
    if metric(name).needs_references:
        segment_values(corpus, settings)


@pytest.fixture(autouse=True)
def one_route(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what one route counts is remembered, as outside of tests."""

    def counter(chosen: CompiledCounting[Any, Any], settings: Any) -> Callable[[Any], Any]:
        return lambda data: chosen.statistics_by_kernels(data, settings) or chosen.statistics(data, settings)

    monkeypatch.setattr(CompiledCounting, "counter", counter)


@pytest.fixture
def traced() -> Iterator[Callable[[], int]]:
    """How many bytes Python has allocated and not freed since the test began.

    Garbage is only looked for among what the test itself makes.
    """
    gc.freeze()
    tracemalloc.start()

    def size() -> int:
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    yield size
    tracemalloc.stop()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in _LONG else []) for name in _TEXT_METRICS]
)
def test_no_cache_keeps_a_corpus_alive(name: str, traced: Callable[[], int]) -> None:
    """Neither the corpus nor its texts: tables that are made once are made by the first corpus.

    What Python keeps of freed objects for itself may still grow with the second one, but not with every one.
    """
    _ask_everything(_corpus(1, 100), name)
    for seed in (2, 3, 4):
        before = traced()
        corpus = _corpus(seed, 100)
        size = traced() - before
        alive = weakref.ref(corpus)
        _ask_everything(corpus, name)
        del corpus
        kept = traced() - before
        assert alive() is None
        if kept < size / 4:
            break
    assert kept < size / 4


#: Ways of counting, with statistics of their own each.
_COUNTINGS: dict[str, list[dict[str, Any]]] = {
    "bleu": [{"max_order": n, "tokenizer": "none"} for n in range(1, 13)],
    "chrf": [{"char_order": n, "word_order": words} for n in range(1, 7) for words in (0, 2)],
    "rouge-n": [{"order": n} for n in range(1, 13)],
}


@pytest.mark.parametrize("name", _COUNTINGS)
def test_an_input_takes_no_more_than_the_limit(
    name: str, monkeypatch: pytest.MonkeyPatch, traced: Callable[[], int]
) -> None:
    """Also while outcomes whose stages have not been read are asked for again, so that they are not forgotten first."""
    settings = [metric(name).settings(**knobs) for knobs in _COUNTINGS[name]]
    for chosen in settings:
        native_outcome(_corpus(1, 20), chosen)
    limit = 1 << 17
    monkeypatch.setattr(memory.Remembering, "memory_limit", limit)
    corpus, sizes = _corpus(2, 300), []
    before = traced()
    for k in range(1, len(settings) + 1):
        for chosen in settings[:k]:
            native_outcome(corpus, chosen)
        sizes.append(traced() - before)
    assert max(sizes) < 1.2 * limit
    assert max(sizes) > limit / 4, "it is used, too"
