"""Count everything in tests by both routes, the plain functions and the kernels, and compare the results."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.metrics import metric
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import Row, Statistics
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.kept import KeptWords, WordsMetric
from samescore.metrics.significance import interval, p_value
from samescore.metrics.significance.systems import KeptSystem, KeptSystems


def compiled_metric(name: str) -> CompiledCounting[Any, Any]:
    """Return the metric called `name`, which kernels count."""
    chosen = metric(name)
    assert isinstance(chosen, CompiledCounting), name
    return chosen


class _PlainCounts:
    """The statistics that the plain functions counted, by metric, settings and the text of the input.

    Many tests count equal inputs. The kernels count each of them, and their results are compared with these.
    """

    #: Maximum total size of the statistics in bytes.
    LIMIT = 64 * 2**20

    def __init__(self) -> None:
        self._counts: OrderedDict[tuple[object, ...], tuple[Statistics, int]] = OrderedDict()
        self._size = 0

    def count(self, metric: CompiledCounting[Any, Any], data: Any, settings: Any) -> Statistics:
        """Return the statistics of an input by the plain function, which is called once for equal inputs."""
        text = hashlib.blake2b(repr(data).encode("utf-8", "surrogatepass"), digest_size=16).digest()
        key = (metric.name, metric.statistics.__func__, settings, type(data), text)  # type: ignore[attr-defined]
        known = self._counts.get(key)
        if known is not None:
            self._counts.move_to_end(key)
            return known[0]
        made = metric.statistics(data, settings)
        self._counts[key] = made, made.memory
        self._size += made.memory
        while self._size > self.LIMIT:
            self._size -= self._counts.popitem(last=False)[1][1]
        return made


_PLAIN_COUNTS = _PlainCounts()


def _count_twice(metric: CompiledCounting[Any, Any], data: Any, settings: Any) -> Statistics:
    """Count statistics by both routes; fail if they differ."""
    compiled = metric.statistics_by_kernels(data, settings)
    try:
        plain = metric.statistics(data, settings) if compiled is None else _PLAIN_COUNTS.count(metric, data, settings)
    except MetricError:
        assert compiled is None, f"{metric.name}: the Python code refuses what the kernels count ({settings.signature})"
        raise
    assert compiled is None or compiled == plain, f"{metric.name}: the kernels count otherwise ({settings.signature})"
    return plain if compiled is None else compiled


def _score_twice(metric: MeanOfSegments[Any, Any], rows: Sequence[Row], settings: Any) -> Sequence[float]:
    """Return `MeanOfSegments.segment_scores`, computed by both routes; fail if a bit differs."""
    compiled = metric.compiled_segment_scores(rows, settings)
    try:
        plain = [metric.segment_score(row, settings) for row in rows]
    except (MetricError, ArithmeticError):
        assert compiled is None, f"{metric.name}: the Python code refuses what the kernels score ({settings.signature})"
        raise
    if compiled is not None:
        assert list(map(repr, compiled)) == list(map(repr, plain)), (
            f"{metric.name}: other scores ({settings.signature})"
        )
    return plain if compiled is None else compiled


def _combined(combine: Callable[[KeptWords, Any], Trace], kept: KeptWords, settings: Any) -> str:
    """Return a score with its stages, or the error, as text that is equal for equal floats."""
    try:
        trace = combine(kept, settings)
    except (MetricError, ArithmeticError) as problem:
        return repr(problem)
    return repr((trace.value, dict(trace.stages)))


def _combine_twice(metric: WordsMetric[Any], kept: KeptWords, settings: Any) -> Trace:
    """Return `WordsMetric.combine_by_route`, computed by both routes; fail if they differ."""
    compiled, plain = (
        _combined(route, kept, settings) for route in (metric.compiled_combine_words, metric.combine_words)
    )
    assert compiled == plain, f"{metric.name}: the kernels combine otherwise ({settings.signature})"
    return metric.compiled_combine_words(kept, settings)


def _resample_twice(kept: KeptSystems, settings: Any) -> tuple[list[Any], bool]:
    """Return `p_value.pairs_by_route`, computed by both routes; fail if they differ."""
    compiled = p_value.compiled_pairs(kept, settings)
    try:
        plain, all_taken = p_value.plain_pairs(kept, settings)
    except (MetricError, ArithmeticError):
        assert compiled is None, f"the Python code refuses what the kernels score ({settings.signature})"
        raise
    if compiled is not None:
        assert _exactly(compiled) == _exactly(plain), f"the kernels resample otherwise ({settings.signature})"
        assert not all_taken, "the kernels draw at random"
    return plain, all_taken


def _draw_twice(system: KeptSystem, size: int, settings: Any) -> list[Any]:
    """Return `interval.scores_by_route`, computed by both routes; fail if they differ."""
    compiled = interval.compiled_scores(system, settings)
    try:
        plain = interval.plain_scores(system, size, settings)
    except (MetricError, ArithmeticError):
        assert compiled is None, f"the Python code refuses what the kernels score ({settings.signature})"
        raise
    if compiled is not None:
        alike = ([(score, score) for score in scores] for scores in (compiled, plain))
        assert len(set(map(str, map(_exactly, alike)))) == 1, f"the kernels resample otherwise ({settings.signature})"
    return plain


def _exactly(pairs: Sequence[tuple[Any, Any]]) -> list[str]:
    return [f"{type(score).__name__} {float(score)!r}" for pair in pairs for score in pair]


@pytest.fixture(scope="module")
def both_routes() -> Iterator[None]:
    """Count by both routes in the tests of a module: all of conformance/ and of the kernels, and those that ask many metrics."""
    patch = pytest.MonkeyPatch()
    patch.setattr(
        CompiledCounting, "counter", lambda metric, settings: partial(_count_twice, metric, settings=settings)
    )
    patch.setattr(MeanOfSegments, "segment_scores", _score_twice)
    patch.setattr(WordsMetric, "combine_by_route", _combine_twice)
    patch.setattr(p_value, "pairs_by_route", _resample_twice)
    patch.setattr(interval, "scores_by_route", _draw_twice)
    yield
    patch.undo()
