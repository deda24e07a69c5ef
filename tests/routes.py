"""Count everything in tests by both routes, the plain functions and the kernels, and compare the results.

The plain functions need most of the tests' time for a few large inputs, which many settings are tried on. Such an input
is counted twice under the first four settings of each metric only, unless ``SAMESCORE_ROUTES`` is ``all``.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus
from samescore.metrics import metric
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import Row, Statistics
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.kept import KeptWords, WordsMetric
from samescore.metrics.significance import interval, p_value
from samescore.metrics.significance.systems import KeptSystem, KeptSystems

#: Number of characters, and number of items or segments, from which an input is large.
_LONG, _MANY = 3_000, 1_000
#: Number of settings under which a metric counts a large input by both routes.
_MOST = 4


class LargeInputs:
    """The settings under which metrics have counted large inputs by both routes."""

    def __init__(self) -> None:
        self._counted: dict[tuple[str, int], tuple[weakref.ref[Any], set[Any]]] = {}

    def enough(self, name: str, data: Any, settings: Any) -> bool:
        """Return whether the metric called `name` need not count `data` by both routes again; if it must, record it."""
        if not _is_large(data):
            return False
        place = name, id(data)
        if place not in self._counted or self._counted[place][0]() is not data:
            self._counted[place] = weakref.ref(data), set()
        seen = self._counted[place][1]
        if settings in seen or len(seen) == _MOST:
            return True
        seen.add(settings)
        return False


def _is_large(data: Any) -> bool:
    return data.has_text(_LONG) if isinstance(data, Corpus) else hasattr(data, "__len__") and len(data) >= _MANY


_ALL = os.environ.get("SAMESCORE_ROUTES") == "all"
_LARGE_INPUTS = LargeInputs()


def compiled_metric(name: str) -> CompiledCounting[Any, Any]:
    """Return the metric called `name`, which kernels count."""
    chosen = metric(name)
    assert isinstance(chosen, CompiledCounting), name
    return chosen


def _count_twice(metric: CompiledCounting[Any, Any], data: Any, settings: Any) -> Statistics:
    """Count statistics by both routes; fail if they differ."""
    compiled = metric.statistics_by_kernels(data, settings)
    if compiled is not None and not _ALL and _LARGE_INPUTS.enough(metric.name, data, settings):
        return compiled
    try:
        plain = metric.statistics(data, settings)
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


_Combine = Callable[[KeptWords, Any], Trace]


def _combined(combine: _Combine, kept: KeptWords, settings: Any) -> tuple[str, Trace | Exception]:
    """Return a score, or the error, and as text that is equal for equal floats the score with its stages."""
    try:
        trace = combine(kept, settings)
    except (MetricError, ArithmeticError) as problem:
        return repr(problem), problem
    return repr((trace.value, dict(trace.stages))), trace


def _combine_twice(metric: WordsMetric[Any], kept: KeptWords, settings: Any) -> Trace:
    """Return `WordsMetric.combine_by_route`, computed by both routes; fail if they differ."""
    compiled, result = _combined(metric.compiled_combine_words, kept, settings)
    plain, _ = _combined(metric.combine_words, kept, settings)
    assert compiled == plain, f"{metric.name}: the kernels combine otherwise ({settings.signature})"
    if isinstance(result, Exception):
        raise result
    return result


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


@pytest.fixture(autouse=True, scope="session")
def both_routes() -> Iterator[None]:
    """Count by both routes in every test."""
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
