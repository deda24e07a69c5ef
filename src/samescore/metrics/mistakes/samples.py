"""Known mistakes in scores of several samples per question."""

from __future__ import annotations

import math
from collections.abc import Sequence

from samescore.metrics.base import Row
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.texts import presentations
from samescore.metrics.qa.pass_at_k import PASS_AT_K, PassAtKSettings


def _with_replacement(row: Row, settings: PassAtKSettings) -> float | None:
    if settings.measure != "pass":
        return None
    size, right, _ = row
    return 1.0 - (1.0 - right / size) ** settings.k


def _without_last_factor(row: Row, settings: PassAtKSettings) -> float | None:
    size, right, _ = row
    if settings.measure != "pass" or size < settings.k:
        return None
    if size - right < settings.k:
        return 1.0
    return 1.0 - math.prod(1.0 - settings.k / number for number in range(size - right + 1, size))


def _all_with_replacement(row: Row, settings: PassAtKSettings) -> float | None:
    if (settings.measure, settings.threshold) != ("g-pass", "1"):
        return None
    size, right, _ = row
    return float((right / size) ** settings.k)


def _pooled(_: Sequence[float], rows: Sequence[Row], settings: PassAtKSettings) -> float | None:
    if settings.measure not in ("pass", "mean") or len(rows) < 2:
        return None
    size, right, _ = (sum(column) for column in zip(*rows, strict=True))
    return PASS_AT_K.segment_score([size, right, 0], settings)


PASS_AT_K_MISTAKES: tuple[Mistake, ...] = (
    Mistake("with-replacement", "samples are drawn with replacement: 1 - (1 - c/n)^k", "score", _with_replacement),
    Mistake("last-factor-missing", "the product of 1 - k/i ends with i = n - 1", "score", _without_last_factor),
    Mistake("all-with-replacement", "samples are drawn with replacement: (c/n)^k", "score", _all_with_replacement),
    Mistake("pooled", "the samples of all questions are those of one question", "mean", _pooled),
    *presentations(highest=1),
)
