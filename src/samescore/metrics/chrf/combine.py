"""Compute the score of chrF from its counts (Popovic, WMT 2015 and 2017)."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.base.errors import MetricError
from samescore.metrics.base import Row
from samescore.metrics.chrf.settings import ChrfSettings
from samescore.metrics.float32 import add_singles, rounding_function
from samescore.metrics.summation import Series, add_up

#: The value that stands for undefined scores in chrF++.py, NLTK and sacreBLEU's epsilon mode.
EPSILON = 1e-16


def _order_scores(row: Row, settings: ChrfSettings) -> list[tuple[float, float, float]]:
    """Return P, R and F of every order that counts, or of all orders pooled.

    Raises `MetricError` for an order without n-grams or without matches under ``empty_order=raise``.
    """
    rounded = rounding_function(settings.dtype)
    factor, missing = rounded(settings.beta**2), 0.0 if settings.empty_order == "zero" else EPSILON
    scores = []
    orders = list(zip(row[0::3], row[1::3], row[2::3], strict=True))
    if settings.order_mean == "pooled":
        h, r, m = (sum(column) for column in zip(*orders, strict=True))
        orders = [(h, r, m)]
    for h, r, m in orders:
        if settings.empty_order == "raise" and not (h and r and m):
            raise MetricError("a text has no n-gram, or none matches", kind="ZeroDivisionError")
        if settings.empty_order == "effective" and not (h and r):
            continue
        precision = rounded(m / h) if h else missing
        recall = rounded(m / r) if r else missing
        denominator = rounded(rounded(factor * precision) + recall)
        f = rounded(_f(precision, recall, settings) / denominator) if denominator else _f_of_zeros(settings)
        if settings.empty_order == "epsilon-score" and not (h and r and denominator):
            precision = recall = f = EPSILON
        scores.append((precision, recall, f))
    return scores


def _f_of_zeros(settings: ChrfSettings) -> float:
    """Return the value of F if P and R are 0."""
    return 0.0 if settings.empty_order in ("effective", "zero", "raise") else EPSILON


def _f(precision: float, recall: float, settings: ChrfSettings) -> float:
    """Return the numerator of F, multiplied in the order that ``f_product`` says."""
    rounded = rounding_function(settings.dtype)
    factor = rounded(1 + settings.beta**2)
    if settings.f_product == "grouped":
        return rounded(factor * rounded(precision * recall))
    return rounded(rounded(factor * precision) * recall)


def _sum_over_orders(values: list[float], settings: ChrfSettings) -> float:
    """Return the sum of values over orders, character orders first; ``summation`` decides how it is computed."""
    if settings.summation == "by-kind":
        kinds = len(range(settings.min_char_order, settings.char_order + 1))
        parts = [_plain_sum(values[:kinds], "sum", settings), _plain_sum(values[kinds:], "sum", settings)]
        return rounding_function(settings.dtype)(parts[0] + parts[1])
    return _plain_sum(values, settings.summation, settings)


def _plain_sum(values: list[float], how: str, settings: ChrfSettings) -> float:
    return add_singles(values) if settings.dtype == "float32" else add_up(values, how)


def matched_score(row: Row, settings: ChrfSettings) -> float:
    """Return the mean F of a segment's orders, in 0..1, where an order without a match has F = 0."""
    scores = _order_scores(row, settings)
    return _sum_over_orders([f if precision > EPSILON else 0.0 for precision, _, f in scores], settings) / max(
        1, len(scores)
    )


def divides(settings: ChrfSettings) -> bool:
    """Return whether the score is computed on a scale of 0 to 100 and then divided by 100."""
    return settings.unit == "percent" and settings.scale == "1"


def score(row: Row, settings: ChrfSettings) -> float:
    """Return chrF of summed statistics, in 0..`scale`.

    Raises `MetricError` for an order without n-grams or matches under ``empty_order=raise``.
    """
    if not divides(settings):
        return _score(row, settings)
    out_of_100 = settings.replace(scale="100")
    return rounding_function(settings.dtype)(_score(row, out_of_100) / 100)


def _score(row: Row, settings: ChrfSettings) -> float:
    scale = 100 if settings.scale == "100" else 1
    scores = _order_scores(row, settings)
    if not scores:
        return 0.0
    rounded = rounding_function(settings.dtype)
    if settings.order_mean in ("f-score", "pooled"):
        return rounded(scale * _sum_over_orders([f for _, _, f in scores], settings) / len(scores))
    precision = rounded(_sum_over_orders([p for p, _, _ in scores], settings) / len(scores))
    recall = rounded(_sum_over_orders([r for _, r, _ in scores], settings) / len(scores))
    denominator = rounded(rounded(rounded(settings.beta**2) * precision) + recall)
    if denominator == 0:
        return rounded(scale * _f_of_zeros(settings))
    return rounded(scale * (_f(precision, recall, settings) / denominator))


def adds_order_first(settings: ChrfSettings) -> bool:
    """Return whether a mean over sentences and orders is added up order by order."""
    if settings.mean_summation == "exact":
        return False
    return (
        settings.mean_order == "order-first"
        and settings.order_mean == "f-score"
        and settings.empty_order != "effective"
    )


def f_by_order(rows: Sequence[Row], settings: ChrfSettings) -> tuple[Sequence[float], ...]:
    """Return one sequence for each order: its F in every row."""
    return tuple(zip(*([f for _, _, f in _order_scores(row, settings)] for row in rows), strict=True))


def order_first_mean(columns: Sequence[Series], settings: ChrfSettings) -> float:
    """Return the mean over sentences and orders, adding up each order over the sentences first."""
    if divides(settings):
        out_of_100 = settings.replace(scale="100")
        return order_first_mean(columns, out_of_100) / 100
    scale, how = 100 if settings.scale == "100" else 1, "sum" if settings.summation == "by-kind" else settings.summation
    sums = [add_up(column, how) for column in columns]  # type: ignore[arg-type]  # in order, as they are not exact
    return scale * (add_up(sums, how) / len(columns)) / len(columns[0])
