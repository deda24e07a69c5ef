"""Compute precision and recall from counts, and F in the forms of ROUGE's knob ``f_form`` (Lin 2004, equations 2 to 4)."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isfinite

from samescore.base.errors import MetricError
from samescore.metrics.rouge.settings import RougeSettings

#: The amount that f_form=epsilon adds to the denominator.
_EPSILON = 1e-8
#: The amount that f_form=ratio adds to both denominators.
_SMALL = 1e-12


def precision_recall(row: Sequence[float], root: float = 1.0) -> tuple[float, float]:
    """Return P and R of counts (m, h, r), to the power 1/root; each is 0 if its divisor is 0.

    If P and R use different references, the counts are (m, h, m', r).
    """
    matched, h, *other, r = row
    recalled = other[0] if other else matched
    precision, recall = matched / h if h else 0.0, recalled / r if r else 0.0
    return (precision, recall) if root == 1 else (precision ** (1 / root), recall ** (1 / root))


def round_to_five_digits(number: float) -> float:
    """Return `number` rounded as when it is printed with five decimals."""
    return float(f"{number:.5f}")


def f_measure(precision: float, recall: float, settings: RougeSettings) -> float:
    """Return F, in 0..1, in the form that ``f_form`` selects; 0 if P or R is 0.

    Raises `MetricError` if the denominator of F is 0.
    """
    if precision == 0 or recall == 0:
        return 0.0
    try:
        if settings.f_form == "alpha":
            return float(precision * recall / ((1 - settings.alpha) * precision + settings.alpha * recall))
        if settings.f_form == "scaled":
            return _scaled_f(precision, recall, settings.beta)
        if settings.f_form == "ratio":
            beta = precision / (recall + _SMALL)
            return float((1 + beta**2) * recall * precision / (recall + beta**2 * precision + _SMALL))
        if settings.f_form == "epsilon":
            return float(
                (1 + settings.beta**2) * (precision * recall / (recall + settings.beta**2 * precision + _EPSILON))
            )
        return float((1 + settings.beta**2) * precision * recall / (recall + settings.beta**2 * precision))
    except ZeroDivisionError:
        raise MetricError("the denominator of F is 0", kind="ZeroDivisionError") from None


def _scaled_f(precision: float, recall: float, beta: float) -> float:
    """Return F of positive P and R, computed as one of them times a factor, so it never exceeds the larger one.

    If P and R are equal, F equals them. Source: ``fMeasure`` of the npm package js-rouge.
    """
    if beta == 0:
        return precision
    if beta == inf:
        return recall
    if beta < 1:  # F with P and R exchanged has the weight 1/beta, which is at least 1
        return _scaled_f(recall, precision, 1 / beta)
    if precision > recall:
        weight = (1 / beta) * (1 / beta)
        return min(precision, recall * ((1 + weight) / (1 + weight * (recall / precision))))
    weight = beta * beta
    if isfinite(weight):
        return min(recall, precision * ((1 + weight) / (1 + weight * (precision / recall))))
    ratio = precision * beta / recall * beta
    return recall * (ratio / (1 + ratio)) if isfinite(ratio) else recall
