"""The score of chrF from its counts (Popovic, WMT 2015 and 2017)."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.base.errors import MetricError
from samescore.metrics.base import Row
from samescore.metrics.chrf.settings import ChrfSettings
from samescore.metrics.float32 import add_singles, rounding
from samescore.metrics.summation import Series, add_up

#: The value for "undefined" in chrF++.py, NLTK and sacreBLEU's epsilon mode.
EPSILON = 1e-16


def _order_scores(row: Row, s: ChrfSettings) -> list[tuple[float, float, float]]:
    """P, R and F of every order that counts."""
    rounded = rounding(s.dtype)
    factor, missing = rounded(s.beta**2), 0.0 if s.empty_order == "zero" else EPSILON
    scores = []
    orders = list(zip(row[0::3], row[1::3], row[2::3], strict=True))
    if s.order_mean == "pooled":
        h, r, m = (sum(column) for column in zip(*orders, strict=True))
        orders = [(h, r, m)]
    for h, r, m in orders:
        if s.empty_order == "raise" and not (h and r and m):
            raise MetricError("a text has no n-gram, or none matches", kind="ZeroDivisionError")
        if s.empty_order == "effective" and not (h and r):
            continue
        precision = rounded(m / h) if h else missing
        recall = rounded(m / r) if r else missing
        denominator = rounded(rounded(factor * precision) + recall)
        f = rounded(_f(precision, recall, s) / denominator) if denominator else _undefined(s)
        if s.empty_order == "epsilon-score" and not (h and r and denominator):
            precision = recall = f = EPSILON
        scores.append((precision, recall, f))
    return scores


def _undefined(s: ChrfSettings) -> float:
    """What F is where P and R are 0."""
    return 0.0 if s.empty_order in ("effective", "zero", "raise") else EPSILON


def _f(precision: float, recall: float, s: ChrfSettings) -> float:
    """The numerator of F."""
    rounded = rounding(s.dtype)
    factor = rounded(1 + s.beta**2)
    if s.f_product == "grouped":
        return rounded(factor * rounded(precision * recall))
    return rounded(rounded(factor * precision) * recall)


def _added_up(values: list[float], s: ChrfSettings) -> float:
    """Return the sum over orders, starting with the character orders."""
    if s.summation == "by-kind":
        kinds = len(range(s.min_char_order, s.char_order + 1))
        parts = [_plain_sum(values[:kinds], "sum", s), _plain_sum(values[kinds:], "sum", s)]
        return rounding(s.dtype)(parts[0] + parts[1])
    return _plain_sum(values, s.summation, s)


def _plain_sum(values: list[float], how: str, s: ChrfSettings) -> float:
    return add_singles(values) if s.dtype == "float32" else add_up(values, how)


def matched_score(row: Row, s: ChrfSettings) -> float:
    """Return the mean F of a segment's orders, with 0 for those without a match."""
    scores = _order_scores(row, s)
    return _added_up([f if precision > EPSILON else 0.0 for precision, _, f in scores], s) / max(1, len(scores))


def divides(s: ChrfSettings) -> bool:
    """Return whether the score is computed out of 100 and then divided."""
    return s.unit == "percent" and s.scale == "1"


def score(row: Row, s: ChrfSettings) -> float:
    """ChrF of summed statistics, in 0..`scale`."""
    if not divides(s):
        return _score(row, s)
    out_of_100 = s.replace(scale="100")
    return rounding(s.dtype)(_score(row, out_of_100) / 100)


def _score(row: Row, s: ChrfSettings) -> float:
    scale = 100 if s.scale == "100" else 1
    scores = _order_scores(row, s)
    if not scores:
        return 0.0
    rounded = rounding(s.dtype)
    if s.order_mean in ("f-score", "pooled"):
        return rounded(scale * _added_up([f for _, _, f in scores], s) / len(scores))
    precision = rounded(_added_up([p for p, _, _ in scores], s) / len(scores))
    recall = rounded(_added_up([r for _, r, _ in scores], s) / len(scores))
    denominator = rounded(rounded(rounded(s.beta**2) * precision) + recall)
    if denominator == 0:
        return rounded(scale * _undefined(s))
    return rounded(scale * (_f(precision, recall, s) / denominator))


def adds_order_first(s: ChrfSettings) -> bool:
    """Return whether a mean over sentences and orders is added up order by order."""
    if s.mean_summation == "exact":
        return False
    return s.mean_order == "order-first" and s.order_mean == "f-score" and s.empty_order != "effective"


def f_by_order(rows: Sequence[Row], s: ChrfSettings) -> tuple[Sequence[float], ...]:
    """For each order, its F in every row."""
    return tuple(zip(*([f for _, _, f in _order_scores(row, s)] for row in rows), strict=True))


def order_first_mean(columns: Sequence[Series], s: ChrfSettings) -> float:
    """Return the mean over sentences and orders, adding up each order over the sentences first."""
    if divides(s):
        out_of_100 = s.replace(scale="100")
        return order_first_mean(columns, out_of_100) / 100
    scale, how = 100 if s.scale == "100" else 1, "sum" if s.summation == "by-kind" else s.summation
    sums = [add_up(column, how) for column in columns]  # type: ignore[arg-type]  # in order, as they are not exact
    return scale * (add_up(sums, how) / len(columns)) / len(columns[0])
