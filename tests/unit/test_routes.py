"""The comparison of both routes in every test: equal inputs are counted once by the plain function, always by the kernels."""

from __future__ import annotations

import msgspec
import pytest

from samescore import Corpus
from samescore.metrics.base import Statistics
from samescore.metrics.compiled import CompiledCounting
from tests.routes import compiled_metric

#: It does not depend on the interpreter: once is enough.
pytestmark = [pytest.mark.once, pytest.mark.usefixtures("both_routes")]


def _corpus() -> Corpus:
    return Corpus.from_segments(["a routed text"], [["another routed text"]])


def test_a_kernel_that_counts_an_equal_input_wrongly_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ter = compiled_metric("ter")
    right = ter.counted(_corpus(), ter.settings())

    def wrong(metric: object, data: object, settings: object) -> Statistics:  # noqa: ARG001 - it has one answer
        return msgspec.structs.replace(right, rows=[tuple(number + 1 for number in row) for row in right.rows])

    monkeypatch.setattr(CompiledCounting, "statistics_by_kernels", wrong)
    with pytest.raises(AssertionError, match="ter: the kernels count otherwise"):
        ter.counted(_corpus(), ter.settings())


def test_the_plain_function_counts_equal_inputs_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ter = compiled_metric("ter")
    counted = []
    plain = type(ter).statistics

    def count(metric: object, data: Corpus, settings: object) -> Statistics:
        counted.append(data)
        made: Statistics = plain(metric, data, settings)  # type: ignore[arg-type]
        return made

    monkeypatch.setattr(type(ter), "statistics", count)
    first, second = (ter.counted(_corpus(), ter.settings()) for _ in range(2))
    assert (first, len(counted)) == (second, 1)
    ter.counted(Corpus.from_segments(["a routed text"], [["one more"]]), ter.settings())
    assert len(counted) == 2
