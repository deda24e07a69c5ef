"""How the time of a metric grows with its input: CPU time of one input over that of a smaller one, in the same run."""

from __future__ import annotations

import time

import pytest

from samescore import Corpus
from samescore.kernels import compiled
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: How much longer the larger input is; with its square, the time grows sixteenfold, and with its cube 64 times.
_TIMES = 4
_MOST = 32


def _seconds(metric_name: str, words: int) -> float:
    """The least CPU time of three scores of a text that repeats one word."""
    taken = []
    for _ in range(3):
        corpus = Corpus.from_segments(["a " * words], [["a " * words + "b"]])
        start = time.process_time()
        native_outcome(corpus, metric(metric_name).settings())
        taken.append(time.process_time() - start)
    return min(taken)


def test_ribes_of_repeated_words_takes_quadratic_time() -> None:
    words = 1000 if compiled() else 100
    assert _seconds("ribes", _TIMES * words) < _MOST * _seconds("ribes", words)
