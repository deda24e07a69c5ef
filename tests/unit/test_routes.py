"""Tests count everything by both routes; a metric counts a large input so under its first settings only."""

from __future__ import annotations

import pytest

from samescore import Corpus
from samescore.metrics import metric
from samescore.metrics.compiled import CompiledCounting
from tests.routes import LargeInputs, compiled_metric

_OTHER = Corpus.from_segments(["a"], [["b"]])
_SETTINGS = metric("wer").settings()

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def test_a_difference_between_the_routes_fails_on_small_and_large_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = CompiledCounting.statistics_by_kernels
    monkeypatch.setattr(
        CompiledCounting, "statistics_by_kernels", lambda *_: plain(compiled_metric("wer"), _OTHER, _SETTINGS)
    )
    for size in (1, 1_000):
        with pytest.raises(AssertionError, match="wer: the kernels count otherwise"):
            metric("wer").counted(Corpus.from_segments(["a b c d"] * size, [["a b x d"]] * size), _SETTINGS)


def test_a_large_input_is_counted_twice_under_the_first_settings_of_each_metric() -> None:
    inputs, small, large = LargeInputs(), *(Corpus.from_segments(["a b c"] * n, [["a b"]] * n) for n in (9, 900))
    assert [inputs.enough("wer", small, number % 3) for number in range(9)] == [False] * 9
    assert [inputs.enough("wer", large, number) for number in (1, 2, 1, 3, 4, 5)] == [
        False,
        False,
        True,
        False,
        False,
        True,
    ]
    assert not inputs.enough("cer", large, 1)
