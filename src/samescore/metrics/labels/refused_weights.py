"""Sample weights in metrics that cannot use them: an error, or ignored."""

from __future__ import annotations

from typing import Any

from samescore.base.errors import MetricError
from samescore.settings import Choice, Stage, knob


def refused_weights_knob() -> str:
    """Define the knob ``weights`` of a metric that cannot use weights."""
    return knob(
        Stage.STATISTICS,
        Choice(("raise", "ignored")),
        "raise",
        "Sample weights. raise: an error; ignored: count every item once",
    )


def refuse_weights(data: Any, settings: Any) -> None:
    """Raise `MetricError` if the items have weights and the settings say raise."""
    if settings.weights == "raise" and data.weight_column is not None:
        raise MetricError(
            "weights=raise does not accept sample weights", hint="set weights=ignored, or pass no weights"
        )
