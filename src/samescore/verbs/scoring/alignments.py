"""Align words or characters, and compute error rates from counts, for callers that tokenize texts themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from samescore.metrics import metric as find_metric
from samescore.metrics.edits.alignments import steps_of
from samescore.metrics.edits.steps import counts_of as counts_of
from samescore.metrics.edits.steps import operations as operations

if TYPE_CHECKING:
    from samescore.metrics.edits.wer_settings import ErrorRateSettings
    from samescore.settings import Settings


def align(reference: Sequence[str], hypothesis: Sequence[str], settings: Settings) -> bytes:
    """Return the steps of the alignment of words or characters under the settings of an error rate.

    `counts_of` returns their numbers of hits, substitutions, deletions and insertions, and `operations` their positions.
    Raises `SettingsError` under ``costs=no-empty-row``, and `MetricError` for words that ``costs=characters`` cannot
    compare.
    """
    return steps_of(reference, hypothesis, cast("ErrorRateSettings", settings))


def error_rate(counts: Sequence[int], settings: Settings) -> float:
    """Return an error rate for numbers of hits, substitutions, deletions and insertions, on the scale of the settings.

    The result is nan if the rate is undefined.
    """
    chosen: Any = find_metric(settings.metric)
    rate: float = chosen.segment_score(counts, settings)
    return rate
