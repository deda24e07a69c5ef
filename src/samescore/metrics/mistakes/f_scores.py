"""Wrong ways to combine precision and recall, for every metric with an F-score."""

from __future__ import annotations

import math
from collections.abc import Callable

from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.formulas import Formula, wrong_formulas

#: A function that computes F from a precision, a recall and beta.
F = Callable[[float, float, float], float]


def f_score(p: float, r: float, above: float, below: float) -> float:
    """Return (1 + above) P R / (below P + R); 0 for 0/0."""
    denominator = below * p + r
    return (1 + above) * p * r / denominator if denominator else 0.0


def _without_factor(p: float, r: float, beta: float) -> float:
    denominator = beta**2 * p + r
    return p * r / denominator if denominator else 0.0


def _with_beta_squared(p: float, r: float, beta: float) -> float:
    return beta**2 * _without_factor(p, r, beta)


def _sum_above(p: float, r: float, beta: float) -> float:
    denominator = beta**2 * p + r
    return (1 + beta**2) * (p + r) / denominator if denominator else 0.0


def _f_with_factor_two(p: float, r: float, beta: float) -> float:
    denominator = beta**2 * p + r
    return 2 * p * r / denominator if denominator and beta != 1 else math.nan


def _denominator_unweighted(p: float, r: float, beta: float) -> float:
    return (1 + beta**2) * p * r / (p + r) if p + r and beta != 1 else 0.0


#: For each wrong F by name, its meaning and its function.
WRONG_F: dict[str, tuple[str, F]] = {
    "beta-not-squared": ("beta is not squared in F", lambda p, r, b: f_score(p, r, b, b)),
    "beta-not-squared-above": ("beta is not squared in the numerator of F", lambda p, r, b: f_score(p, r, b, b * b)),
    "beta-not-squared-below": ("beta is not squared in the denominator of F", lambda p, r, b: f_score(p, r, b * b, b)),
    "beta-for-precision": (
        "beta weighs precision instead of recall: b^2 R + P is the denominator",
        lambda p, r, b: f_score(r, p, b * b, b * b),
    ),
    "beta-denominator-unweighted": ("the denominator of F is P + R, without beta", _denominator_unweighted),
    "f-without-factor": ("F lacks its factor 1 + b^2", _without_factor),
    "factor-beta-squared": ("the factor of F is b^2 instead of 1 + b^2", _with_beta_squared),
    "f-factor-two": ("the factor of F is 2 whatever beta is", _f_with_factor_two),
    "arithmetic-f": (
        "the arithmetic mean of precision and recall instead of the harmonic one",
        lambda p, r, b: (p + r) / 2,
    ),
    "geometric-f": (
        "the geometric mean of precision and recall instead of the harmonic one",
        lambda p, r, b: math.sqrt(p * r),
    ),
    "sum-for-product": ("P + R instead of P R in the numerator of F", _sum_above),
    "precision-alone": ("precision instead of F", lambda p, r, b: p),
    "recall-alone": ("recall instead of F", lambda p, r, b: r),
    "lower-of-both": ("the lower one of precision and recall instead of F", lambda p, r, b: min(p, r)),
    "higher-of-both": ("the higher one of precision and recall instead of F", lambda p, r, b: max(p, r)),
    "product-of-both": ("the product of precision and recall instead of F", lambda p, r, b: p * r),
    "f-is-jaccard": (
        "shared units are divided by those of either side, as Jaccard does: PR / (P + R - PR)",
        lambda p, r, b: p * r / (p + r - p * r) if p * r else 0.0,
    ),
}


_FORMULA = "(1 + beta ** 2) * precision * recall / (beta ** 2 * precision + recall)"


def _f_from_formula(formula: Formula) -> F:
    return lambda p, r, b: formula({"precision": p, "recall": r, "beta": b})


def typed_f(change: Callable[[F], Callable[..., float | None]]) -> tuple[Mistake, ...]:
    """Return a mistake for each mutation of F in one token; `change` turns a wrong F into a function that scores a row."""
    return wrong_formulas("F", _FORMULA, "score", lambda formula: change(_f_from_formula(formula)), "precision recall")
