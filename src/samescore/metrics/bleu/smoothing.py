"""Smoothed n-gram precisions for BLEU (Chen and Cherry, WMT 2014), as sacreBLEU and NLTK apply them.

``none``, ``floor``, ``add-k`` and ``exp`` are methods 0 to 3 of the paper; sacreBLEU and NLTK agree on them. ``nltk-0``
replaces zero by the smallest normal double. ``nltk-4`` to ``nltk-7`` follow NLTK exactly: 5, 6 and 7 use n-grams of the
*last segment only*, even for a corpus, and compute in exact fractions until a float enters.
"""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING

import msgspec

from samescore.base.errors import MetricError
from samescore.metrics.float32 import rounding_function

if TYPE_CHECKING:
    from fractions import Fraction

    from samescore.metrics.bleu.settings import BleuSettings

    Precision = Fraction | float

#: The amounts that ``tiny`` adds to matches and to totals, respectively.
TINY, SMALL = 1e-15, 1e-9
#: The amount that ``tiny-even`` adds to both matches and totals.
EVEN = 1e-13


class SmoothingInput(msgspec.Struct, frozen=True):
    """The input of smoothing: matches and totals by order, the number of words c, and data of the last segment.

    `fitting` is the number of orders for which the longest hypothesis is long enough. `last_c` is the length of the
    last hypothesis, and `last_fifth` has its matches and total of order 5.
    """

    matches: list[int]
    totals: list[int]
    c: int
    fitting: int
    last_c: int
    last_fifth: tuple[int, int]


def smooth(evidence: SmoothingInput, settings: BleuSettings, unit: float) -> list[float]:
    """Return p_1 ... p_N, each multiplied by `unit` (100 or 1) before the division.

    Raises `MetricError` for orders without n-grams, and in NLTK's methods, where the settings require it.
    """
    if settings.smoothing in ("nltk-5", "nltk-6", "nltk-7"):
        return [unit * float(p) for p in _nltk_fractions(evidence, settings)]
    precisions: list[float] = []
    zeros = 0
    for n, (numerator, denominator) in enumerate(_counts(evidence, settings), 1):
        if denominator == 0:
            precisions.append(unit * empty_order(settings))
        elif numerator != 0:
            precisions.append(_precision_in_unit(numerator, denominator, settings, unit))
        else:
            zeros += 1
            precisions.append(_replace_zero(denominator, n, zeros, evidence, settings, unit))
    return precisions


def logarithms(evidence: SmoothingInput, settings: BleuSettings) -> list[float]:
    """Return log p_n of each order as a difference of logarithms; 0 if it is undefined."""
    return [math.log(m) - math.log(t) if m > 0 and t > 0 else 0.0 for m, t in _counts(evidence, settings)]


def _counts(evidence: SmoothingInput, settings: BleuSettings) -> list[tuple[float, float]]:
    """Return the matches and total of each order, including the amounts that the smoothing adds."""
    counts = []
    for n, (matched, counted) in enumerate(zip(evidence.matches, evidence.totals, strict=True), 1):
        added = added_below = 0.0
        if settings.smoothing == "add-k" and n >= settings.add_k_from:
            added = added_below = settings.add_k
        elif settings.smoothing == "tiny":
            added, added_below = TINY, SMALL
        elif settings.smoothing == "tiny-even":
            added = added_below = EVEN
        counts.append((matched + added, counted + added_below))
    return counts


def _precision_in_unit(numerator: float, denominator: float, settings: BleuSettings, unit: float) -> float:
    """Return the precision in the given unit, rounded to 32 bits in the steps that ``dtype`` rounds."""
    rounded = rounding_function(
        "float32" if settings.dtype in ("float32-precisions", "float32-quotients") else "float64"
    )
    if settings.log_unit == "reciprocal":
        return rounded(numerator * rounded(1 / denominator))
    return rounded(unit * numerator / denominator)


def empty_order(settings: BleuSettings) -> float:
    """Return the precision of an order without n-grams; raises `MetricError` if ``empty_order`` is raise.

    It does not raise if ``effective_order`` is set.
    """
    if settings.empty_order == "raise" and not settings.effective_order:
        raise MetricError("for at least one order, the hypotheses have no n-gram", kind="ZeroDivisionError")
    return {"one": 1.0, "smallest": sys.float_info.min}.get(settings.empty_order, 0.0)


def _replace_zero(
    total: float, n: int, zeros: int, evidence: SmoothingInput, settings: BleuSettings, unit: float
) -> float:
    """Return the precision of order n, which has no match.

    `zeros` is the number of such orders so far, including this one.
    """
    match settings.smoothing:
        case "floor":
            return unit * settings.floor_value / total
        case "exp":
            return unit / (2.0**zeros * total)
        case "nltk-0":
            return unit * sys.float_info.min
        case "nltk-4":
            return unit * method_4(total, n, zeros, evidence, settings)
    return 0.0


def method_4(total: float, n: int, zeros: int, evidence: SmoothingInput, settings: BleuSettings) -> float:
    """Return the precision of order n, which has no match, by Chen and Cherry's method 4 as in NLTK.

    The precision is 0 for a length c of 0. For c = 1, whose logarithm is 0, it is 0 if ``nltk_4_form`` is halving;
    otherwise `MetricError` is raised, as it is for other divisions by 0, which ``nltk_k=0`` can cause.
    """
    c = evidence.c if settings.nltk_4_length == "corpus" else evidence.last_c
    if settings.nltk_4_form != "halving":
        return _older_method_4(total, n, c, settings)
    if c <= 1:
        return 0.0
    if settings.nltk_k == 0:
        raise MetricError("nltk_k is 0", kind="ZeroDivisionError", hint="set nltk_k above 0 (the paper uses 5)")
    return 1 / (2.0**zeros * settings.nltk_k / math.log(c)) / total


def _older_method_4(total: float, n: int, c: int, settings: BleuSettings) -> float:
    """Return the precision by method 4 of older NLTK releases: up to 3.4.5 (reciprocal), or 3.5 (growing).

    Returns 0 if c is 0; raises `MetricError` if c is 1, or for a division by 0.
    """
    if c == 0:
        return 0.0
    if c == 1:
        raise MetricError("method 4 divides by ln(length), which is 0 for a length of 1", kind="ZeroDivisionError")
    grown = n - 1 + settings.nltk_k / math.log(c)
    if settings.nltk_4_form == "growing":
        return grown / total
    if grown == 0:
        raise MetricError("method 4 divides by 0", kind="ZeroDivisionError")
    return 1 / grown


def _nltk_fractions(evidence: SmoothingInput, settings: BleuSettings) -> list[Precision]:
    """Return the precisions of NLTK's methods 5, 6 and 7, as fractions until a float enters.

    Raises `MetricError` as the method does.
    """
    from fractions import Fraction

    precisions: list[Precision] = []
    zeros = 0
    for n, (matched, counted) in enumerate(zip(evidence.matches, evidence.totals, strict=True), 1):
        if counted == 0:
            precisions.append(empty_order(settings))
        elif matched == 0 and settings.smoothing == "nltk-7":
            zeros += 1
            precisions.append(method_4(counted, n, zeros, evidence, settings))
        else:
            precisions.append(Fraction(matched, counted))
    if settings.smoothing == "nltk-6":
        return _method_6(precisions, evidence, settings)
    return _method_5(precisions, evidence)


def _method_5(precisions: list[Precision], evidence: SmoothingInput) -> list[Precision]:
    """Return m_n = (m_{n-1} + p_n + p_{n+1}) / 3 with m_0 = p_1 + 1, for every order.

    p_{N+1} is always the last segment's p_5, or 0 if it has no 5-gram.
    """
    from fractions import Fraction

    matched, counted = evidence.last_fifth
    following = [*precisions[1:], Fraction(matched, counted) if counted else 0.0]
    previous = precisions[0] + 1
    smoothed: list[Precision] = []
    for p, after in zip(precisions, following, strict=True):
        previous = (previous + p + after) / 3
        smoothed.append(previous)
    return smoothed


def _method_6(precisions: list[Precision], evidence: SmoothingInput, settings: BleuSettings) -> list[Precision]:
    """Return p_1, p_2, and the p_n from p_3 on interpolated with the prior p_{n-1}^2 / p_{n-2}.

    The totals are the last segment's. Raises `MetricError` without a trigram match, and if alpha is 0 and the last
    segment has no n-gram of an order.
    """
    if not precisions[2]:
        raise MetricError("smoothing=nltk-6 needs a trigram match", kind="AssertionError")
    # An integral alpha keeps the fractions exact, as in NLTK.
    alpha = int(settings.nltk_alpha) if settings.nltk_alpha.is_integer() else settings.nltk_alpha
    smoothed = list(precisions)
    for i in range(2, len(smoothed)):
        before, before_that = smoothed[i - 1], smoothed[i - 2]
        prior = before**2 / before_that if before_that else 0
        divisor = max(0, evidence.last_c - i) + alpha
        if divisor == 0:
            raise MetricError(
                "smoothing=nltk-6 with nltk_alpha=0 needs n-grams of every order in the last segment",
                kind="ZeroDivisionError",
            )
        smoothed[i] = (evidence.matches[i] + alpha * prior) / divisor
    return smoothed
