"""Compute the score of BLEU from its counts (Papineni et al. 2002, section 2.3).

Symbols follow the paper: c and r are the hypothesis and effective reference lengths, p_n the modified precision of
order n, w_n its weight, BP the brevity penalty.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from samescore.base.errors import MetricError
from samescore.metrics.bleu.settings import BleuSettings
from samescore.metrics.bleu.smoothing import SMALL, TINY, SmoothingInput, logarithms, smooth
from samescore.metrics.float32 import add_singles, rounding_function, single
from samescore.metrics.summation import SUMMATIONS, add_up

#: The order of n-grams that NLTK's methods 5 and 7 always use in addition, whatever the metric's maximum order.
NEIGHBOUR_ORDER = 5


def score(row: Sequence[int], last: Sequence[int], settings: BleuSettings) -> dict[str, Any]:
    """Return the score of summed statistics as ``value``, with every intermediate result by name.

    `last` is the row of the last segment. Raises `MetricError` where the settings require it, such as for zero
    precisions or empty orders.
    """
    orders = (len(row) - 2) // 2
    c, r = row[0], row[1]
    matches, totals = list(row[2 : 2 + settings.max_order]), list(row[2 + orders : 2 + orders + settings.max_order])
    fitting = _fitting_orders(c, totals, settings)
    if settings.denominator_floor == "one-per-corpus":
        totals = [max(1, total) for total in totals]
    bp = _brevity_penalty(c, r, settings)
    stages: dict[str, Any] = {"c": c, "r": r, "matches": matches, "totals": totals, "bp": bp}
    if settings.nothing_to_weigh == "raise" and c == 0 and _reweighs(c, settings):
        raise MetricError("auto_reweigh divides by c = 0: the hypotheses have no words", kind="ZeroDivisionError")
    if (settings.zero_guard == "no-match" and not any(matches)) or (
        settings.zero_guard == "any-order" and not all(matches)
    ):
        return {**stages, "precisions": [0.0] * settings.max_order, "value": 0.0}
    evidence = SmoothingInput(
        matches=matches,
        totals=totals,
        c=c,
        fitting=fitting,
        last_c=last[0],
        last_fifth=(last[1 + NEIGHBOUR_ORDER], last[1 + orders + NEIGHBOUR_ORDER])
        if orders >= NEIGHBOUR_ORDER
        else (0, 1),
    )
    unit = 100.0 if settings.log_unit == "percent" else 1.0
    precisions = smooth(evidence, settings, unit)
    early = 100.0 if settings.log_unit == "penalty" and settings.scale == "100" else 1.0
    whole = rounding_function("float32" if settings.dtype in ("float32-score", "float32-quotients") else settings.dtype)
    value = whole(early * bp * _mean_precision(precisions, evidence, settings, unit))
    if settings.log_unit == "percent" and settings.scale == "1":
        value /= 100
    elif settings.log_unit not in ("percent", "penalty") and settings.scale == "100":
        value *= 100
    return {**stages, "precisions": [p / unit for p in precisions], "value": value}


def _brevity_penalty(c: int, r: int, settings: BleuSettings) -> float:
    rule = settings.brevity_penalty
    if (c <= 0 and rule in ("by-ratio", "raise-if-empty")) or (r <= 0 and rule in ("by-ratio", "by-ratio-or-raise")):
        raise MetricError("the hypotheses or the references have no words", kind="ZeroDivisionError")
    if c == 0 and rule in ("zero-if-empty", "by-ratio-or-zero"):
        return 0.0
    quotient = rounding_function("float32" if settings.dtype == "float32-quotients" else "float64")
    if rule.startswith("by-ratio") and 0 < c < r:
        return math.exp(quotient(1 - quotient(1.0 / quotient(c / r))))
    if settings.brevity_penalty == "tiny":
        ratio = (c + TINY) / (max(r, 0) + SMALL)
        return math.exp(1 - 1 / ratio) if ratio < 1 else 1.0
    if settings.brevity_penalty == "none" or c >= r:
        return 1.0
    if settings.dtype == "float32-quotients":
        return math.exp(quotient(1 - quotient(r / c))) if c > 0 else 0.0
    rounded = rounding_function(settings.dtype)
    return rounded(math.exp(rounded(1 - rounded(r / c)))) if c > 0 else 0.0


def _fitting_orders(c: int, totals: Sequence[int], settings: BleuSettings) -> int:
    """Return the number of orders for which the longest hypothesis has an n-gram.

    `totals` are the totals before any floor for the whole corpus. With a floor for each segment, the total of an order
    is smaller than the total of the previous order exactly if some hypothesis has an n-gram of the higher order.
    """
    if settings.denominator_floor != "one-per-segment":
        return sum(total > 0 for total in totals)
    return (c > 0) + sum(before > total for before, total in pairwise(totals))


def _orders(evidence: SmoothingInput, settings: BleuSettings) -> int:
    """Return the number of orders whose precisions are averaged; they are the lowest ones."""
    if settings.cut_orders:
        return evidence.fitting
    if settings.effective_order and not _fills_orders(evidence.totals, settings):
        return sum(total > 0 for total in evidence.totals)
    return evidence.c if _reweighs(evidence.c, settings) else settings.max_order


def _cut_weights(order: int, settings: BleuSettings) -> list[float]:
    """Return the weights of the lowest orders divided by their sum, or unchanged if the sum is 0."""
    whole = [1 / settings.max_order] * settings.max_order if settings.weights == "uniform" else settings.weights
    used = whole[:order]
    total = sum(used) or 1.0
    return [weight / total for weight in used]


def _mean_precision(precisions: list[float], evidence: SmoothingInput, settings: BleuSettings, unit: float) -> float:
    """Return exp(sum of w_n log p_n), or the arithmetic mean of p_n, in the unit of the precisions; 0 if a factor is 0.

    If no order is left, the result is 0 under ``effective_order``, and otherwise `MetricError` is raised; it is also
    raised for a precision of 0, depending on ``zero_precision``.
    """
    order, rounded = (
        _orders(evidence, settings),
        rounding_function("float32" if settings.dtype == "float32-mean" else settings.dtype),
    )
    if order == 0 and settings.effective_order:
        return 0.0
    if order == 0:
        raise MetricError("no order is left to average", kind="ZeroDivisionError")
    used = [rounded(p) for p in precisions[:order]]
    uniform = settings.weights == "uniform" or (order < settings.max_order and not settings.cut_orders)
    whole = [1 / order] * order if uniform else settings.weights
    weights = _cut_weights(order, settings) if settings.cut_orders else whole
    kept = [(w, p) for w, p in zip(weights, used, strict=True) if p != 0 or settings.zero_precision != "skip"]
    if uniform and len(kept) == order:
        left = 1.0  # the unit of the precisions is preserved
    else:
        left, kept = unit, [(w, p / unit) for w, p in kept]
    if settings.mean == "arithmetic":
        return _weighted_sum(kept, order, uniform, settings) * left
    if any(p == 0 for _, p in kept):
        if settings.zero_precision == "raise" or (settings.zero_precision == "last-order" and used[-1] != 0):
            raise MetricError("a precision is 0, so its logarithm is undefined", kind="ValueError")
        return 0.0
    if settings.summation == "product":
        return (math.prod(p for _, p in kept) ** (1 / order) if uniform else math.prod(p**w for w, p in kept)) * left
    if settings.dtype == "extended":
        from samescore.metrics.bleu.extended import exact_precisions, weighted_logarithms  # decimal is slow to import

        precise = exact_precisions(evidence, settings)
        above_zero = [(w, precise[n]) for n, (w, p) in enumerate(zip(weights, used, strict=True)) if p != 0]
        return math.exp(weighted_logarithms(above_zero)) * unit
    if settings.log_unit == "difference":
        logs = logarithms(evidence, settings)
        terms = [(w, logs[n]) for n, (w, p) in enumerate(zip(weights, used, strict=True)) if p != 0]
    else:
        terms = [(w, rounded(math.log(p))) for w, p in kept]
    return rounded(math.exp(_weighted_sum(terms, order, uniform, settings))) * left


def _reweighs(c: int, settings: BleuSettings) -> bool:
    """Return whether auto_reweigh applies to a hypothesis of c words."""
    return settings.auto_reweigh and c < 4 and settings.max_order == 4 and settings.weights in ("uniform", (0.25,) * 4)


def _fills_orders(totals: list[int], settings: BleuSettings) -> bool:
    """Return whether effective_order has no effect: by sacreBLEU's criterion, add-k smoothing leaves no order empty."""
    return settings.smoothing == "add-k" and settings.add_k > 0 and all(totals[: settings.add_k_from - 1])


def _weighted_sum(terms: list[tuple[float, float]], order: int, uniform: bool, settings: BleuSettings) -> float:
    """Return the weighted sum of the terms; with uniform weights, usually their sum divided by `order`."""
    if settings.dtype in ("float32", "float32-mean"):
        return add_singles([single(single(w) * term) for w, term in terms])
    how = settings.summation if settings.summation in SUMMATIONS else "sum"
    if uniform and settings.summation == "weighted-total":
        return add_up([term for _, term in terms], "left-to-right") * (1 / order)
    if uniform and settings.summation not in ("fsum", "weighted"):
        return add_up([term for _, term in terms], how) / order
    return add_up([w * term for w, term in terms], how)
