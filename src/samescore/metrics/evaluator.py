"""The evaluator: native scores, each computed once for an input.

Every verb gets its native scores here. An input remembers what was computed from it: the tokens of its lines, the
statistics by the settings up to the stage that they depend on, and the outcomes by the complete settings. To evaluate
many settings therefore takes one pass for each tokenization, and one for each way of counting.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from samescore.data.corpus import Corpus
from samescore.errors import MetricError, SettingsError
from samescore.metrics import evaluate, metric
from samescore.metrics.base import LazyStages, Metric, Statistics
from samescore.outcome import Outcome, Raised, Score, Trace, Undefined
from samescore.settings import Settings

if TYPE_CHECKING:
    from samescore.data.kinds import Data

#: Approximate memory of an outcome: its settings, its value, and the stages that were read.
_OUTCOME_BYTES = 4096


def check_input(chosen: Metric, data: Data) -> None:
    """Raise `SettingsError` unless `data` is of a kind that the metric takes."""
    if not isinstance(data, chosen.takes):
        raise SettingsError(
            f"{chosen.name} takes {chosen.takes[0].__name__}, not {type(data).__name__}",
            hint=f"build the input with samescore.{chosen.takes[0].__name__}",
        )


def native_outcome(data: Data, settings: Settings) -> Outcome:
    """The native metric's outcome under `settings`, computed once for an input.

    Raises `SettingsError` if the metric does not take this kind of input.
    """
    chosen = metric(settings.metric)
    check_input(chosen, data)
    return data.remembered(
        ("outcome", settings), lambda: _attempt(lambda: evaluate(chosen, data, settings)), lambda _: _OUTCOME_BYTES
    )


def segment_outcomes(data: Corpus, settings: Settings) -> list[Outcome]:
    """The native metric's outcome for each segment, taken as a corpus of its own.

    Segments are not counted again if each row depends on its own segment alone.
    """
    chosen = metric(settings.metric)
    check_input(chosen, data)
    alone = [Corpus((segment,), data.tokenized) for segment in data]
    try:
        table = chosen.counted(data, settings)
    except MetricError:
        return [native_outcome(corpus, settings) for corpus in alone]
    if not chosen.by_segment or table.kept is not None or len(table.rows) != len(alone) or not all(table.rows):
        return [native_outcome(corpus, settings) for corpus in alone]
    return [_of_row(chosen, table, index, settings) for index in range(len(alone))]


def _of_row(chosen: Metric, table: Statistics, index: int, settings: Settings) -> Outcome:
    part = Statistics(table.columns, table.rows[index : index + 1])
    return _attempt(lambda: chosen.trace(part, settings))


def _attempt(compute: Any) -> Outcome:
    """The outcome of a computation: its score, or the error that it raised."""
    try:
        trace: Trace = compute()
    except MetricError as problem:
        return Raised(problem.kind, f"{problem.message} ({problem.hint})" if problem.hint else problem.message)
    if not math.isfinite(trace.value):
        return Undefined(repr(trace.value))
    return Score(trace.value, plain_stages(trace))


def plain_stages(trace: Trace) -> Mapping[str, Any]:
    """A trace's stages as plain lists and numbers, without the row tables of large corpora."""
    return trace.stages.plain() if isinstance(trace.stages, LazyStages) else trace.stages
