"""Score BLEU, chrF and TER as sacreBLEU does from the sums of a resample, which are 32-bit numpy floats.

The formulas of `samescore.metrics` are applied to numpy's numbers: the numpy release decides which results are rounded,
and when. The scores of resamples are doubles or 32-bit floats accordingly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from samescore.metrics.base import Row, SettingsT
from samescore.metrics.bleu.settings import BleuSettings
from samescore.metrics.chrf.settings import ChrfSettings
from samescore.metrics.edits.ter_settings import TerSettings
from samescore.metrics.significance.numpy_floats import Float32, Number, WeakFloat32, single_sum
from samescore.settings import Settings

#: A function that scores the rows of a resample.
Score = Callable[[Sequence[Row]], Number]

_FLOATS: dict[str, type[Float32]] = {"float32-numpy1": Float32, "float32-numpy2": WeakFloat32}
_EPSILON = 1e-16
_LOG_OF_ZERO = -9999999999
#: The knob values that each metric has in sacreBLEU, except smoothing and orders, which are free.
_BLEU = {
    "average": "corpus",
    "log_unit": "percent",
    "scale": "100",
    "weights": "uniform",
    "mean": "geometric",
    "brevity_penalty": "standard",
    "zero_precision": "zero",
    "auto_reweigh": False,
    "cut_orders": False,
    "dtype": "float64",
}
_CHRF = {
    "average": "corpus",
    "scale": "100",
    "empty_order": "effective",
    "order_mean": "precision-recall",
    "dtype": "float64",
}
_CHRF_EPSILON = {**_CHRF, "empty_order": "epsilon-counts", "order_mean": "f-score"}
_TER = {"average": "corpus", "scale": "100", "dtype": "float64"}


def formula(dtype: str, settings: Settings) -> str | None:
    """Return the name of sacreBLEU's metric that computes these settings in the arithmetic `dtype`.

    Returns None if there is no such metric.
    """
    if dtype not in _FLOATS:
        return None
    if isinstance(settings, BleuSettings):
        return "bleu" if _has_values(settings, _BLEU) and settings.smoothing in _SMOOTHED else None
    if isinstance(settings, ChrfSettings):
        return (
            "chrf" if _has_values(settings, _CHRF) else "chrf-epsilon" if _has_values(settings, _CHRF_EPSILON) else None
        )
    has_scores = isinstance(settings, TerSettings) and settings.empty_reference in ("edits", "one")
    return "ter" if has_scores and _has_values(settings, _TER) else None


def score_in_float32(dtype: str, settings: Any) -> Score | None:
    """Return the function that scores a resample's rows in 32-bit floats; None if sacreBLEU has no such metric."""
    metric = formula(dtype, settings)
    if metric is None:
        return None
    kind = _FLOATS[dtype]
    if metric == "bleu":
        return lambda rows: _bleu(_sums(rows), settings, kind)
    if metric == "ter":
        return lambda rows: _ter(rows, settings, kind)
    score = _chrf if metric == "chrf" else _chrf_epsilon
    return lambda rows: score(list(map(kind, _sums(rows))), settings)


_SMOOTHED = ("none", "floor", "add-k", "exp")


def of_whole_numbers(dtype: str, settings: SettingsT) -> SettingsT:
    """Return the settings for scoring exchanges: `add_k` is truncated, as sacreBLEU adds it to arrays of integers."""
    if dtype in _FLOATS and isinstance(settings, BleuSettings) and settings.smoothing == "add-k":
        return settings.replace(add_k=float(int(settings.add_k)))
    return settings


def _has_values(settings: Settings, values: Mapping[str, object]) -> bool:
    return all(getattr(settings, name) == value for name, value in values.items())


def _sums(rows: Sequence[Row]) -> list[float]:
    return [single_sum(column) for column in zip(*rows, strict=True)]


def _bleu(sums: Sequence[float], settings: BleuSettings, kind: type[Float32]) -> float:
    """Return BLEU of sums, with integer lengths, and with logarithms and their mean in doubles; 0 without any match."""
    order = settings.max_order
    c, r = int(sums[0]), int(sums[1])
    correct, total = [list(map(kind, part)) for part in (sums[2 : 2 + order], sums[-order:])]
    penalty = 1.0 if c >= r else math.exp(1 - r / c) if c > 0 else 0.0
    precisions: list[Number] = [0.0] * order
    if not any(correct):
        return 0.0
    halved, orders = 1.0, order
    for n in range(order):
        if settings.smoothing == "add-k" and n:
            correct[n], total[n] = kind(float(correct[n] + settings.add_k)), kind(float(total[n] + settings.add_k))
        if not total[n]:
            break
        if settings.effective_order:
            orders = n + 1
        if correct[n]:
            precisions[n] = 100.0 * correct[n] / total[n]
        elif settings.smoothing == "exp":
            halved *= 2
            precisions[n] = 100.0 / (halved * total[n])
        elif settings.smoothing == "floor":
            precisions[n] = 100.0 * settings.floor_value / total[n]
    logarithms = [math.log(float(p)) if p else _LOG_OF_ZERO for p in precisions[:orders]]
    return penalty * math.exp(sum(logarithms) / orders)


def _chrf(sums: Sequence[Number], settings: ChrfSettings) -> Number:
    """Return chrF of sums, from the mean precision and recall of the orders that both sides have; 0 without matches."""
    factor = settings.beta**2
    precision: Number = 0.0
    recall: Number = 0.0
    orders = 0
    for h, r, m in zip(sums[0::3], sums[1::3], sums[2::3], strict=True):
        if h > 0 and r > 0:
            precision, recall, orders = precision + m / h, recall + m / r, orders + 1
    if orders:
        precision, recall = precision / orders, recall / orders
    if not precision + recall:
        return 0.0
    return 100 * ((1 + factor) * precision * recall / (factor * precision + recall))


def _chrf_epsilon(sums: Sequence[Number], settings: ChrfSettings) -> Number:
    """Return chrF of sums, from the mean F of all orders, where epsilon replaces missing values."""
    factor = settings.beta**2
    total: Number = 0.0
    for h, r, m in zip(sums[0::3], sums[1::3], sums[2::3], strict=True):
        precision = m / h if h > 0 else _EPSILON
        recall = m / r if r > 0 else _EPSILON
        denominator = factor * precision + recall
        f = (1 + factor) * precision * recall / denominator if denominator > 0 else _EPSILON
        total = total + f
    return 100 * total / (len(sums) // 3)


def _ter(rows: Sequence[Row], settings: TerSettings, kind: type[Float32]) -> Number:
    """Return TER of rows; each segment's average reference length is rounded to 32 bits, too."""
    edits = single_sum([row[0] for row in rows])
    length = single_sum([row[2] / row[3] for row in rows])
    if length > 0:
        return 100 * (kind(edits) / kind(length))
    return without_length(edits, settings)


def without_length(edits: float, settings: TerSettings) -> float:
    """Return TER if no reference of a resample has a word: 0.0 without edits, else 100.0.

    Under ``empty_reference=one`` it is always the integer 100, as up to sacreBLEU 2.3.1.
    """
    return 100 if settings.empty_reference == "one" else 100.0 if edits > 0 else 0.0
