"""Kendall's tau and its relatives, from all pairs of outputs in exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

from tests.oracle.arithmetic import Number
from tests.oracle.correlation import (
    INFINITY,
    NoResultError,
    Settings,
    Value,
    distance,
    finite,
    grouped,
    means,
    over_root,
    single,
    tables,
)


def kendall(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return Kendall's tau or a variant; if calibrated, for each epsilon that may be the best one."""
    if {"none": False, "best": True}[settings["calibration"]] and settings["variant"] in _CALIBRATED:
        answers = [(epsilon, _under(epsilon, data, settings)) for epsilon in _differences(data, settings)]
        defined = [(epsilon, answer) for epsilon, answer in answers if answer["stages"].get("pairs")]
        if defined:
            epsilon, answer = max(defined, key=lambda candidate: candidate[1]["value"])  # the first one of several
            return {**answer, "stages": {"epsilon": [float(epsilon)], **answer["stages"]}}
    return grouped(data, settings, _kendall_of)


def _under(epsilon: Fraction, data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    return grouped(data, {**settings, "epsilon": epsilon}, _kendall_of)


def _differences(data: dict[str, Any], settings: Settings) -> list[Fraction]:
    """Return 0 and all distances of two of the metric's scores, or of their means, in ascending order."""
    systems = tables(data)
    pairs = means(systems, settings) if settings["level"] == "system" else [pair for row in systems for pair in row]
    scores = [x if settings["dtype"] == "float64" else single(x) for x, _ in pairs]
    if settings["missing"] == "highest":
        scores = [_placed(x) for x in scores]
    distances = {_difference(x, y) for x, y in combinations([x for x in scores if x is not None], 2)}
    return sorted({Fraction(0), *(Fraction(x) for x in distances if x <= 10**300)})


_CALIBRATED = ("23", "accuracy")


def _kendall_of(pairs: list[Any], settings: Settings, stages: dict[str, Any]) -> tuple[Number, int]:
    n = len(pairs)
    if settings["form"] not in ("exact", "two-roots", "two-roots-unclipped", "one-root", "float32", "running"):
        raise KeyError(settings["form"])
    if settings["missing"] == "highest":
        pairs = [tuple(_placed(x) for x in pair) for pair in pairs]
    classes = [_classes([pair[k] for pair in pairs]) for k in (0, 1)]
    if {"as-computed": False, "nan": 1 in classes}[settings["constant"]]:
        raise NoResultError(n)
    if settings["variant"] == "wmt20":
        return _far_apart(pairs, settings, stages)
    c = d = m = h = b = 0
    for first, second in combinations(pairs, 2):
        orders = [_order(first[k], second[k], Fraction(0) if k else Fraction(settings["epsilon"])) for k in (0, 1)]
        c += 0 not in orders and None not in orders and orders[0] == orders[1]
        d += 0 not in orders and None not in orders and orders[0] != orders[1]
        b += orders == [0, 0]
        m += orders[0] == 0 != orders[1]
        h += orders[1] == 0 != orders[0]
    stages.setdefault("pairs", []).append([c, d, m, h, b])
    total = n * (n - 1) // 2
    by_metric, by_people = total - m - b, total - h - b  # what each tells apart
    variant = settings["variant"]
    if variant == "b":
        return over_root(Fraction(c - d), Fraction(by_metric * by_people), n), n
    k = min(classes)
    above, below = {
        "c": (2 * k * (c - d), n * n * (k - 1)),
        "a": (c - d, total),
        "gamma": (c - d, c + d),
        "somers-metric": (c - d, by_metric),
        "somers-human": (c - d, by_people),
        "wmt12": (c - d - m, c + d + m),
        "wmt14-ties": (c + b - d, total),
        "accuracy": (c + b, total),
        "23": (c + b - d - m - h, total),
    }[variant]
    if not below:
        raise NoResultError(n)
    return Fraction(above, below), n


def _placed(x: Value | None) -> Value:
    """Return a missing score above all others, an infinite one below it."""
    if x is None:
        return INFINITY
    return Fraction(2**1024) if x == INFINITY else x


def _classes(values: list[Any]) -> int:
    return len({x for x in values if x is not None}) + values.count(None)


def _order(first: Any, second: Any, epsilon: Fraction) -> int | None:
    """Return -1, 0 or 1; None where a score is missing."""
    if first is None or second is None:
        return None
    if first == second or (epsilon and _close(first, second, epsilon)):
        return 0
    return 1 if first > second else -1


def _close(first: Any, second: Any, epsilon: Fraction) -> bool:
    """Return whether the difference, rounded to a double, is at most epsilon."""
    return _difference(first, second) <= epsilon


def _difference(first: Value, second: Value) -> Value:
    """Return the distance, rounded to a double."""
    if not finite(first) or not finite(second) or max(first, second) >= 2**1024:
        return distance(first, second)
    return Fraction(abs(float(first) - float(second)))


def _far_apart(pairs: list[Any], settings: Settings, stages: dict[str, Any]) -> tuple[Number, int]:
    same = others = 0
    for first, second in combinations(pairs, 2):
        if _by_people(first[1], second[1], Fraction(settings["least_difference"])):
            orders = {_order(first[k], second[k], Fraction(0)) for k in (0, 1)}
            same += orders in ({1}, {-1})
            others += orders not in ({1}, {-1})
    stages.setdefault("pairs", []).append([same, others])
    if not same + others:
        raise NoResultError(0)
    return Fraction(same - others, same + others), same + others


def _by_people(first: Any, second: Any, least: Fraction) -> bool:
    if first is None or second is None:
        return False
    return (first != second or finite(first)) and _difference(first, second) >= least
