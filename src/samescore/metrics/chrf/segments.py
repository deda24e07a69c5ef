"""Compute chrF of many rows with the kernel, bit-identical to `samescore.metrics.chrf.combine`."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.kernels import chrf_scores as kernel
from samescore.metrics.chrf.combine import divides
from samescore.metrics.chrf.settings import ChrfSettings
from samescore.metrics.float32 import rounding_function
from samescore.metrics.rows import Row, Rows
from samescore.metrics.summation import COMPENSATED

#: The kernel's codes for the values of the knob ``empty_order``.
_MISSING = {
    "effective": kernel.EFFECTIVE,
    "zero": kernel.ZEROS,
    "epsilon-counts": kernel.EPSILON_COUNTS,
    "epsilon-score": kernel.EPSILONS,
    "raise": kernel.RAISE,
}


def compiled_scores(rows: Sequence[Row], settings: ChrfSettings, *, matched: bool = False) -> Sequence[float] | None:
    """Return the score of each row, or with `matched` its `matched_score`.

    Returns None if the kernel does not support the settings, or if `score` would raise.
    """
    if not isinstance(rows, Rows) or settings.summation == "fsum":
        return None
    percent = divides(settings) and not matched
    by_kind, single = settings.summation == "by-kind", settings.dtype == "float32"
    scores: Sequence[float] | None = kernel.chrf_scores(
        rows.cells,
        rows.width,
        len(range(settings.min_char_order, settings.char_order + 1)) if by_kind else 0,
        settings.beta**2,
        _MISSING[settings.empty_order],
        settings.order_mean == "f-score",
        settings.order_mean == "pooled",
        settings.f_product == "grouped",
        matched,
        COMPENSATED and settings.summation != "left-to-right" and not single,
        100.0 if settings.scale == "100" or percent else 1.0,
        single,
    )
    if scores is None or not percent:
        return scores
    rounded = rounding_function(settings.dtype)
    return [rounded(score / 100) for score in scores]
