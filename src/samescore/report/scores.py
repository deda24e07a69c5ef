"""Native scores as records."""

from __future__ import annotations

import math
from typing import Any

from samescore import records
from samescore.report.printed import Row
from samescore.verbs.score import Result


def score(
    metric: str, found: Result, stages: dict[str, Any] | None, file: str = "", entry_point: str = "", text: str = ""
) -> records.ScoreLine:
    """One native score."""
    value = found.value if math.isfinite(found.value) else None
    return records.ScoreLine(file, metric, value, found.value.hex(), found.signature, stages, entry_point, text)


def printed(row: Row) -> records.ScoreLine:
    """One line of what a program prints, with the score behind it."""
    return score(row.metric, row.result, None, "", row.entry_point, row.text)
