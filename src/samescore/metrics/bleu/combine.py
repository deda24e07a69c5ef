"""The score of BLEU from its counts (Papineni et al. 2002, section 2.3).

Symbols follow the paper: c and r are the hypothesis and effective reference lengths, p_n the modified
precision of order n, w_n its weight, BP the brevity penalty.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from samescore.base.errors import MetricError
from samescore.metrics.bleu.settings import BleuSettings
from samescore.metrics.bleu.smoothing import SMALL, TINY, SmoothingInput, logarithms, smooth
from samescore.metrics.float32 import add_singles, rounding, single
from samescore.metrics.summation import SUMMATIONS, add_up

#: NLTK's methods 5 and 7 use p_5, whatever the orders of the metric: it is hard-coded there.
NEIGHBOUR_ORDER = 5


def score(row: Sequence[int], last: Sequence[int], s: BleuSettings) -> dict[str, Any]:
    """Return the score of summed statistics, with every intermediate result; `last` is the last segment's row."""
    orders = (len(row) - 2) // 2
    c, r = row[0], row[1]
    matches, totals = list(row[2 : 2 + s.max_order]), list(row[2 + orders : 2 + orders + s.max_order])
    fitting = _fitting_orders(c, totals, s)
    if s.denominator_floor == "one-per-corpus":
        totals = [max(1, total) for total in totals]
    bp = _brevity_penalty(c, r, s)
    stages: dict[str, Any] = {"c": c, "r": r, "matches": matches, "totals": totals, "bp": bp}
    if s.nothing_to_weigh == "raise" and c == 0 and _reweighs(c, s):
        raise MetricError("auto_reweigh divides by c = 0: the hypotheses have no words", kind="ZeroDivisionError")
    if (s.zero_guard == "no-match" and not any(matches)) or (s.zero_guard == "any-order" and not all(matches)):
        return {**stages, "precisions": [0.0] * s.max_order, "value": 0.0}
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
    unit = 100.0 if s.log_unit == "percent" else 1.0
    precisions = smooth(evidence, s, unit)
    early = 100.0 if s.log_unit == "penalty" and s.scale == "100" else 1.0
    whole = rounding("float32" if s.dtype in ("float32-score", "float32-quotients") else s.dtype)
    value = whole(early * bp * _mean_precision(precisions, evidence, s, unit))
    if s.log_unit == "percent" and s.scale == "1":
        value /= 100
    elif s.log_unit not in ("percent", "penalty") and s.scale == "100":
        value *= 100
    return {**stages, "precisions": [p / unit for p in precisions], "value": value}


def _brevity_penalty(c: int, r: int, s: BleuSettings) -> float:
    rule = s.brevity_penalty
    if (c <= 0 and rule in ("by-ratio", "raise-if-empty")) or (r <= 0 and rule in ("by-ratio", "by-ratio-or-raise")):
        raise MetricError("the hypotheses or the references have no words", kind="ZeroDivisionError")
    if c == 0 and rule in ("zero-if-empty", "by-ratio-or-zero"):
        return 0.0
    quotient = rounding("float32" if s.dtype == "float32-quotients" else "float64")
    if rule.startswith("by-ratio") and 0 < c < r:
        return math.exp(quotient(1 - quotient(1.0 / quotient(c / r))))
    if s.brevity_penalty == "tiny":
        ratio = (c + TINY) / (max(r, 0) + SMALL)
        return math.exp(1 - 1 / ratio) if ratio < 1 else 1.0
    if s.brevity_penalty == "none" or c >= r:
        return 1.0
    if s.dtype == "float32-quotients":
        return math.exp(quotient(1 - quotient(r / c))) if c > 0 else 0.0
    rounded = rounding(s.dtype)
    return rounded(math.exp(rounded(1 - rounded(r / c)))) if c > 0 else 0.0


def _fitting_orders(c: int, totals: Sequence[int], s: BleuSettings) -> int:
    """Return the number of orders for which the longest hypothesis has an n-gram, from `totals` without further floors.

    With a floor for each segment, the total of an order is smaller than that of the previous one if some hypothesis has
    such an n-gram.
    """
    if s.denominator_floor != "one-per-segment":
        return sum(total > 0 for total in totals)
    return (c > 0) + sum(before > total for before, total in pairwise(totals))


def _orders(evidence: SmoothingInput, s: BleuSettings) -> int:
    """Return the number of orders to average, starting with the first."""
    if s.cut_orders:
        return evidence.fitting
    if s.effective_order and not _fills_orders(evidence.totals, s):
        return sum(total > 0 for total in evidence.totals)
    return evidence.c if _reweighs(evidence.c, s) else s.max_order


def _cut_weights(order: int, s: BleuSettings) -> list[float]:
    """Return the weights of the first orders, divided by their sum, which may be 0."""
    whole = [1 / s.max_order] * s.max_order if s.weights == "uniform" else s.weights
    used = whole[:order]
    total = sum(used) or 1.0
    return [weight / total for weight in used]


def _mean_precision(precisions: list[float], evidence: SmoothingInput, s: BleuSettings, unit: float) -> float:
    """exp(sum of w_n log p_n), or the arithmetic mean of p_n."""
    order, rounded = _orders(evidence, s), rounding("float32" if s.dtype == "float32-mean" else s.dtype)
    if order == 0 and s.effective_order:
        return 0.0
    if order == 0:
        raise MetricError("no order is left to average", kind="ZeroDivisionError")
    used = [rounded(p) for p in precisions[:order]]
    uniform = s.weights == "uniform" or (order < s.max_order and not s.cut_orders)
    whole = [1 / order] * order if uniform else s.weights
    weights = _cut_weights(order, s) if s.cut_orders else whole
    kept = [(w, p) for w, p in zip(weights, used, strict=True) if p != 0 or s.zero_precision != "skip"]
    if uniform and len(kept) == order:
        left = 1.0  # the unit of the precisions is preserved
    else:
        left, kept = unit, [(w, p / unit) for w, p in kept]
    if s.mean == "arithmetic":
        return _added_up(kept, order, uniform, s) * left
    if any(p == 0 for _, p in kept):
        if s.zero_precision == "raise" or (s.zero_precision == "last-order" and used[-1] != 0):
            raise MetricError("the logarithm of a precision of 0", kind="ValueError")
        return 0.0
    if s.summation == "product":
        return (math.prod(p for _, p in kept) ** (1 / order) if uniform else math.prod(p**w for w, p in kept)) * left
    if s.dtype == "extended":
        from samescore.metrics.bleu.extended import exact_precisions, weighted_logarithms  # decimal is slow to import

        precise = exact_precisions(evidence, s)
        above_zero = [(w, precise[n]) for n, (w, p) in enumerate(zip(weights, used, strict=True)) if p != 0]
        return math.exp(weighted_logarithms(above_zero)) * unit
    if s.log_unit == "difference":
        logs = logarithms(evidence, s)
        terms = [(w, logs[n]) for n, (w, p) in enumerate(zip(weights, used, strict=True)) if p != 0]
    else:
        terms = [(w, rounded(math.log(p))) for w, p in kept]
    return rounded(math.exp(_added_up(terms, order, uniform, s))) * left


def _reweighs(c: int, s: BleuSettings) -> bool:
    """Return whether auto_reweigh applies."""
    return s.auto_reweigh and c < 4 and s.max_order == 4 and s.weights in ("uniform", (0.25,) * 4)


def _fills_orders(totals: list[int], s: BleuSettings) -> bool:
    """Return whether add-k smoothing leaves no order empty, by sacreBLEU's criterion."""
    return s.smoothing == "add-k" and s.add_k > 0 and all(totals[: s.add_k_from - 1])


def _added_up(terms: list[tuple[float, float]], order: int, uniform: bool, s: BleuSettings) -> float:
    """The weighted sum of the terms; with uniform weights, usually their sum divided by their number."""
    if s.dtype in ("float32", "float32-mean"):
        return add_singles([single(single(w) * term) for w, term in terms])
    how = s.summation if s.summation in SUMMATIONS else "sum"
    if uniform and s.summation == "weighted-total":
        return add_up([term for _, term in terms], "left-to-right") * (1 / order)
    if uniform and s.summation not in ("fsum", "weighted"):
        return add_up([term for _, term in terms], how) / order
    return add_up([w * term for w, term in terms], how)
