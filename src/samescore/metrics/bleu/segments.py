"""Compute sentence BLEU of many rows with the kernel, bit-identical to `samescore.metrics.bleu.combine`."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from samescore.base.errors import MetricError
from samescore.kernels import bleu_scores as kernel
from samescore.metrics.bleu.neighbours import neighbour_precisions
from samescore.metrics.bleu.settings import BleuSettings
from samescore.metrics.rows import Row, Rows
from samescore.metrics.summation import COMPENSATED

#: The kernel's codes for the knob values that it supports.
_SMOOTHING = {
    "none": kernel.NONE,
    "floor": kernel.FLOOR,
    "add-k": kernel.ADD,
    "exp": kernel.HALVE,
    "tiny": kernel.TINY,
    "nltk-0": kernel.SMALLEST,
    "nltk-4": kernel.LOGARITHM,
    "nltk-5": kernel.NONE,
    "nltk-7": kernel.NONE,
}
#: The methods whose precisions come from `neighbour_precisions`.
_NEIGHBOURS = ("nltk-5", "nltk-7")
_PENALTIES = {
    "standard": kernel.STANDARD,
    "zero-if-empty": kernel.ZERO_IF_EMPTY,
    "by-ratio": kernel.BY_RATIO,
    "by-ratio-ieee": kernel.BY_RATIO_IEEE,
    "tiny": kernel.BY_TINY_RATIO,
    "none": kernel.NO_PENALTY,
}
_GUARDS = {"no-match": kernel.NO_MATCH, "any-order": kernel.ANY_ORDER, "off": kernel.OFF}
_ZEROS = {"zero": kernel.ZERO, "skip": kernel.SKIP, "raise": kernel.REFUSE, "last-order": kernel.LAST_ORDER}
_SUM = kernel.COMPENSATED if COMPENSATED else kernel.LEFT_TO_RIGHT
_ADDING = {
    "sum": (_SUM, kernel.DIVIDED),
    "left-to-right": (kernel.LEFT_TO_RIGHT, kernel.DIVIDED),
    "fsum": (kernel.EXACT, kernel.WEIGHTED),
    "weighted": (_SUM, kernel.WEIGHTED),
    "weighted-total": (kernel.LEFT_TO_RIGHT, kernel.TIMES_WEIGHT),
    "product": (kernel.LEFT_TO_RIGHT, kernel.PRODUCT),
}
_EVEN = ("uniform", (0.25,) * 4)


def covers_scores(settings: BleuSettings) -> bool:
    """Return whether the kernel supports sentence scores under `settings`."""
    method_4 = settings.smoothing == "nltk-4" and (settings.nltk_4_form != "halving" or settings.nltk_k == 0)
    extended = settings.dtype == "extended" and not settings.effective_order and not settings.auto_reweigh
    weighted = settings.summation in ("weighted-total", "product") and settings.weights != "uniform"
    sum_of_product = settings.summation == "product" and settings.mean == "arithmetic"
    known = (
        settings.smoothing in _SMOOTHING
        and settings.summation in _ADDING
        and settings.log_unit in ("percent", "fraction")
        and (settings.dtype == "float64" or (extended and settings.smoothing not in _NEIGHBOURS))
        and not settings.cut_orders
        and settings.denominator_floor != "one-per-corpus"
        and settings.brevity_penalty in _PENALTIES
        and settings.empty_order != "smallest"
    )
    return known and not (method_4 or weighted or sum_of_product)


def compiled_scores(rows: Sequence[Row], settings: BleuSettings) -> Sequence[float] | None:
    """Return the score of each row; None if the kernel does not support the settings, or if `score` would raise."""
    if not isinstance(rows, Rows) or not covers_scores(settings):
        return None
    reweighs = settings.auto_reweigh and settings.max_order == 4 and settings.weights in _EVEN
    if reweighs and settings.nothing_to_weigh == "raise" and 0 in rows.cells[:: rows.width]:
        return None
    refused = settings.empty_order == "raise" and not settings.effective_order
    added, weighting = _ADDING[settings.summation]
    percent = settings.log_unit == "percent"
    try:
        smoothed = neighbour_precisions(rows, settings) if settings.smoothing in _NEIGHBOURS else array("d")
        logarithms = _logarithms(rows, settings)
    except (OverflowError, MetricError):
        return None
    scores: Sequence[float] | None = kernel.bleu_scores(
        rows.cells,
        rows.width,
        settings.max_order,
        _SMOOTHING[settings.smoothing],
        {"floor": settings.floor_value, "add-k": settings.add_k}.get(settings.smoothing, settings.nltk_k),
        settings.add_k_from,
        -1.0 if refused else float(settings.empty_order == "one"),
        _GUARDS[settings.zero_guard],
        _ZEROS[settings.zero_precision],
        settings.effective_order,
        reweighs,
        _PENALTIES[settings.brevity_penalty],
        settings.mean == "arithmetic",
        array("d", () if settings.weights == "uniform" else settings.weights),
        smoothed,
        logarithms,
        added,
        weighting,
        100.0 if percent else 1.0,
        {(True, "1"): 0.01, (False, "100"): 100.0}.get((percent, settings.scale), 1.0),
    )
    return scores


def _logarithms(rows: Rows, settings: BleuSettings) -> array[float]:
    """Return each row's sum of weighted logarithms in extended precision; empty unless ``dtype`` is extended."""
    if settings.dtype != "extended":
        return array("d")
    from samescore.metrics.bleu.extended import logarithm_sums  # decimal is slow to import

    return logarithm_sums(rows, settings)
