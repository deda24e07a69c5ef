"""Evaluate native metrics; each score is computed once for an input.

Every verb gets its native scores here. An input caches the results computed from it: the tokens of its lines, the
statistics by the settings up to the stage that they depend on, and the outcomes by the complete settings. Evaluating
many settings therefore needs one pass for each tokenization, and one for each way of counting.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from samescore.base.errors import MetricError, SettingsError
from samescore.base.outcome import Outcome, Raised, Score, Trace, Undefined
from samescore.data.corpus import Corpus
from samescore.data.rankings import Rankings
from samescore.metrics import evaluate, failed_arithmetic, metric
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import AnyMetric, LazyStages, Statistics, value_of
from samescore.settings import Settings

if TYPE_CHECKING:
    from samescore.data.kinds import Data

#: Approximate memory of an outcome: its settings, its value, and stages of a fixed size.
_OUTCOME_BYTES = 4096
#: Approximate memory of an outcome without stages.
_BARE_BYTES = 512


def check_input(chosen: AnyMetric, data: Data) -> None:
    """Raise `SettingsError` unless the metric accepts this kind of input."""
    if not isinstance(data, chosen.takes):
        raise SettingsError(
            f"{chosen.name} takes {chosen.takes[0].__name__}, not {type(data).__name__}",
            hint=f"build the input with samescore.{chosen.takes[0].__name__}",
        )


def native_outcome(data: Data, settings: Settings) -> Outcome:
    """Return the native metric's outcome under `settings`, cached on the input.

    The outcome is a score, an undefined score, or the error that the metric raised. Raises `SettingsError` if the
    metric does not accept this kind of input, or if the settings do not fit it.
    """
    chosen = metric(settings.metric)
    check_input(chosen, data)
    return data.remembered(
        ("outcome", settings), lambda: _outcome_with_stages(lambda: evaluate(chosen, data, settings)), _bytes_of_outcome
    )


def bare_outcome(data: Data, settings: Settings) -> Outcome:
    """Return `native_outcome` without stages; these cost more than the score if many settings share their counts."""
    chosen = metric(settings.metric)
    check_input(chosen, data)
    return data.remembered(
        ("bare", settings), lambda: _outcome_without_stages(chosen, data, settings), lambda _: _BARE_BYTES
    )


def native_value(data: Data, settings: Settings) -> float | None:
    """Return the native metric's score under `settings`; None if it is undefined or the metric raises.

    Raises `SettingsError` as `native_outcome` does.
    """
    outcome = bare_outcome(data, settings)
    return outcome.value if isinstance(outcome, Score) else None


def has_row_for_each_segment(chosen: AnyMetric, table: Statistics, segments: int) -> bool:
    """Return whether the table has a nonempty row for each segment, counted from it alone, and no kept data."""
    return chosen.by_segment and table.kept is None and len(table.rows) == segments and all(table.rows)


def segment_values(data: Corpus | Rankings, settings: Settings) -> list[float | None]:
    """Return the native metric's score of each segment, scored as an input of its own.

    A score is None if it is undefined or the metric raises. If each row depends only on its own segment, the rows of
    the corpus are used instead of counting each segment again. Raises `SettingsError` as `native_outcome` does.
    """
    chosen = metric(settings.metric)
    check_input(chosen, data)
    try:
        table = chosen.counted(data, settings)
    except MetricError:
        return [native_value(part, settings) for part in _one_segment_inputs(data)]
    if not has_row_for_each_segment(chosen, table, len(data)):
        return [native_value(part, settings) for part in _one_segment_inputs(data)]
    if isinstance(chosen, MeanOfSegments) and chosen.scores_alone(settings):
        with suppress(MetricError, ArithmeticError):  # raised for some segment; then each segment is scored separately
            return [value if math.isfinite(value) else None for value in chosen.segment_scores(table.rows, settings)]
    parts = (Statistics(table.columns, table.rows[index : index + 1]) for index in range(len(data)))
    outcomes = (_outcome(partial(value_of, chosen, part, settings)) for part in parts)
    return [outcome.value if isinstance(outcome, Score) else None for outcome in outcomes]


def _one_segment_inputs(data: Corpus | Rankings) -> Iterator[Data]:
    if isinstance(data, Rankings):
        return (data.of_entries([entry]) for entry in data.entries())
    return (Corpus((segment,), data.tokenized) for segment in data)


def _outcome_without_stages(chosen: AnyMetric, data: Data, settings: Settings) -> Outcome:
    return _outcome(lambda: value_of(chosen, chosen.counted(data, settings), settings))


def _outcome(compute: Callable[[], float]) -> Outcome:
    """Return the outcome of a computation: a score, `Undefined` if it is not finite, or the error that was raised."""
    try:
        value = compute()
    except MetricError as problem:
        return _raised_outcome(problem)
    except ArithmeticError as problem:
        return _raised_outcome(failed_arithmetic(problem))
    return Score(value) if math.isfinite(value) else Undefined(repr(value))


def _bytes_of_outcome(outcome: Outcome) -> int:
    """Return the approximate memory of an outcome with its stages, including those not yet computed."""
    stages = outcome.stages if isinstance(outcome, Score) else None
    return _OUTCOME_BYTES + (stages.memory if isinstance(stages, LazyStages) else 0)


def _outcome_with_stages(compute: Callable[[], Trace]) -> Outcome:
    """Return the outcome of a computation: a score with its stages, `Undefined` if not finite, or the error raised."""
    try:
        trace = compute()
    except MetricError as problem:
        return _raised_outcome(problem)
    if not math.isfinite(trace.value):
        return Undefined(repr(trace.value))
    return Score(trace.value, plain_stages(trace))


def _raised_outcome(problem: MetricError) -> Raised:
    return Raised(problem.kind, f"{problem.message} ({problem.hint})" if problem.hint else problem.message)


def plain_stages(trace: Trace) -> Mapping[str, Any]:
    """Return a trace's stages as plain lists and numbers, without the row tables of large corpora."""
    return trace.stages.plain() if isinstance(trace.stages, LazyStages) else trace.stages
