"""chrF of many rows with the kernel: the same numbers as `samescore.metrics.chrf.combine`, bit for bit."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.kernels import chrf_scores as kernel
from samescore.metrics.chrf.combine import divides
from samescore.metrics.chrf.settings import ChrfSettings
from samescore.metrics.float32 import rounding
from samescore.metrics.rows import Row, Rows
from samescore.metrics.summation import COMPENSATED

#: The kernel's codes for the knob's values.
_MISSING = {
    "effective": kernel.EFFECTIVE,
    "zero": kernel.ZEROS,
    "epsilon-counts": kernel.EPSILON_COUNTS,
    "epsilon-score": kernel.EPSILONS,
    "raise": kernel.RAISE,
}


def compiled_scores(rows: Sequence[Row], s: ChrfSettings, *, matched: bool = False) -> Sequence[float] | None:
    """Return the score of each row, or its `matched_score`.

    Returns None if the kernel does not cover it, or the plain route raises.
    """
    if not isinstance(rows, Rows) or s.summation == "fsum":
        return None
    percent = divides(s) and not matched
    by_kind, single = s.summation == "by-kind", s.dtype == "float32"
    scores: Sequence[float] | None = kernel.chrf_scores(
        rows.cells,
        rows.width,
        len(range(s.min_char_order, s.char_order + 1)) if by_kind else 0,
        s.beta**2,
        _MISSING[s.empty_order],
        s.order_mean == "f-score",
        s.order_mean == "pooled",
        s.f_product == "grouped",
        matched,
        COMPENSATED and s.summation != "left-to-right" and not single,
        100.0 if s.scale == "100" or percent else 1.0,
        single,
    )
    if scores is None or not percent:
        return scores
    rounded = rounding(s.dtype)
    return [rounded(score / 100) for score in scores]
