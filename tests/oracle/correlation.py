"""Correlations of a metric's scores with human ones, from pairs and ranks in exact arithmetic.

A score is the exact value of the given double. An infinite score is beyond all others, and None is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import Number, OracleError, decimal, mean, product, sixty_digits

Settings = dict[str, Any]
#: A finite score, or a float that is infinite.
Value = Fraction | float
Pair = tuple[Value | None, Value | None]

INFINITY = float("inf")


class NoResultError(Exception):
    """The error for data without a result."""


def pearson(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return Pearson's correlation."""
    return grouped(data, settings, _pearson_of)


def spearman(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return Spearman's rank correlation."""
    return grouped(data, settings, _spearman_of)


def tables(data: dict[str, Any]) -> list[list[Pair]]:
    """Return the pairs of scores of each system."""
    sides = []
    for name in ("metric_scores", "human_scores"):
        rows = data[name]
        if not any(isinstance(row, list) for row in rows):
            rows = [rows] if rows else []
        sides.append([[_value(x) for x in row] for row in rows])
    return [list(zip(x, y, strict=True)) for x, y in zip(*sides, strict=True)]


def _value(x: Any) -> Value | None:
    if x is None:
        return None
    return {"inf": INFINITY, "-inf": -INFINITY}[x] if isinstance(x, str) else Fraction(x)


@sixty_digits
def grouped(data: dict[str, Any], settings: Settings, result: Any) -> dict[str, Any]:
    stages: dict[str, Any] = {"sizes": []}
    systems = tables(data)
    try:
        if settings["level"] == "system":
            value = _alone(means(systems, settings), settings, result, stages)
        elif settings["average_by"] == "none":
            value = _alone([pair for row in systems for pair in row], settings, result, stages)
        else:
            by_segment = [list(column) for column in zip(*systems, strict=True)]
            groups = {"system": systems, "segment": by_segment}[settings["average_by"]]
            if not any(systems):
                groups = groups if settings["average_by"] == "system" else []
            value = _mean_of(groups, settings, result, stages)
    except NoResultError:
        value = _else(settings["undefined"])
    return {"value": value, "stages": stages}


def _else(how: str) -> Number | None:
    if how == "raise":
        raise OracleError("no result")
    return {"nan": None, "0": Fraction(0)}[how]


def means(systems: list[list[Pair]], settings: Settings) -> list[Pair]:
    """Return the systems' mean scores, without outliers if these are to be removed."""
    drop = {"drop": True, "drop-infinite": True}.get(settings["missing"], False)
    pairs: list[Pair] = [
        (_average([x for x, _ in row], drop), _average([y for _, y in row], drop)) for row in systems if row
    ]
    if settings["outliers"] == "keep":
        return pairs
    known: list[Any] = sorted(y for _, y in pairs if y is not None)
    if not known or settings["outliers"] != "remove":
        return pairs
    middle = _median(known)
    spread = _median(sorted(abs(y - middle) if finite(y) and finite(middle) else distance(y, middle) for y in known))
    return [pair for pair in pairs if pair[1] is None or not _far(pair[1], middle, spread)]


def _far(y: Any, middle: Any, spread: Any) -> bool:
    if not finite(y) or not finite(middle):
        return bool(distance(y, middle) > spread)
    return abs(y - middle) > Fraction(25, 10) * Fraction(1483, 1000) * spread if finite(spread) else False


def distance(y: Any, middle: Any) -> Value:
    return Fraction(0) if y == middle else INFINITY


def _median(ordered: list[Any]) -> Any:
    half = len(ordered) // 2
    low, high = ordered[(len(ordered) - 1) // 2], ordered[half]
    if not finite(low) or not finite(high):
        return low if low == high else (low + high if low != -high else Fraction(0))
    return Fraction(float((low + high) / 2))


def _average(values: list[Value | None], drop: bool) -> Value | None:
    """Return the sum rounded to a double, divided by the number, and rounded again."""
    if drop:
        values = [x for x in values if x is not None]
    if not values or None in values:
        return None
    special = {x for x in values if x is not None and not finite(x)}
    if len(special) == 2:
        return None
    if special:
        return special.pop()
    total = Fraction(float(sum(Fraction(x) for x in values if x is not None)))
    return Fraction(float(total / len(values)))


def finite(x: Any) -> bool:
    return bool(abs(x) != INFINITY)


def _alone(pairs: list[Pair], settings: Settings, result: Any, stages: dict[str, Any]) -> Number | None:
    few = len(pairs) < 2
    if settings["missing"] == "propagate" and few:
        chosen: list[Any] = list(pairs)
    else:
        try:
            chosen = chosen_pairs(pairs, settings, result)
        except NoResultError:
            stages["sizes"].append(0)
            raise
    stages["sizes"].append(len(chosen))
    if len(chosen) < 2:
        return _else(settings["one_pair" if chosen else "empty_input"])
    return result(chosen, settings, stages)[0]  # type: ignore[no-any-return]


def _mean_of(groups: list[list[Pair]], settings: Settings, result: Any, stages: dict[str, Any]) -> Number | None:
    terms: list[tuple[int, Number]] = []
    for pairs in groups:
        size = len(pairs)
        chosen: list[Any] | None
        try:
            chosen = chosen_pairs(pairs, settings, result)
        except NoResultError:
            chosen = None
        stages["sizes"].append(len(chosen or []))
        if chosen is not None and len(chosen) < 2:
            continue
        try:
            if chosen is None:
                raise NoResultError
            value, size = result(chosen, settings, stages)
        except NoResultError as problem:
            size = problem.args[0] if problem.args else size
            if settings["undefined_group"] == "0":
                terms.append((size, Fraction(0)))
            continue
        terms.append((size, value))
    weights = [_weight(size, settings) for size, _ in terms]
    if not sum(weights):
        raise NoResultError
    weighted = [product(Fraction(weight), value) for weight, (_, value) in zip(weights, terms, strict=True)]
    return product(mean(weighted), Fraction(len(terms), sum(weights)))


def _weight(size: int, settings: Settings) -> int:
    in_pairs = size if settings.get("variant") == "wmt20" else size * (size - 1) // 2
    return {"equal": 1, "size": size, "pairs": in_pairs}[settings["group_weights"]]


def chosen_pairs(pairs: list[Pair], settings: Settings, result: Any) -> list[Any]:
    """Return the pairs that are compared, as scores or as ranks."""
    missing = settings["missing"]
    if settings.get("dtype", "float64") == "float32":
        pairs = [(single(x), single(y)) for x, y in pairs]
    gone = any(x is None or y is None for x, y in pairs)
    if missing == "raise-unless-one-pair":
        if len(pairs) == 1:
            return pairs
        missing = "raise"
    if missing == "raise-unless-constant":
        if len(pairs) < 2:
            return pairs
        constant = any(set(side) == {side[0]} != {None} for side in zip(*pairs, strict=True))
        missing = "propagate" if constant else "raise"
    if missing == "raise-infinite":
        return pairs
    if missing == "raise" and gone:
        raise OracleError("a score is missing")
    if missing == "propagate" and gone:
        raise NoResultError
    if missing in ("drop", "drop-infinite"):
        pairs = [(x, y) for x, y in pairs if x is not None and y is not None]
    if missing == "drop-infinite":
        pairs = [(x, y) for x, y in pairs if finite(x) and finite(y)]
    if missing not in ("propagate", "raise", "drop", "drop-infinite", "highest", "unranked", "apart"):
        raise KeyError(missing)
    return _ranked(pairs, settings) if result is _spearman_of else pairs


def single(x: Value | None) -> Value | None:
    """Return the nearest number of 24 binary digits, in steps of 2^-149 at least; infinite from 2^128 on."""
    if x is None or not finite(x) or not x:
        return x
    step = Fraction(1, 2**149)
    while abs(Fraction(x)) >= 2**24 * step:
        step *= 2
    rounded = Fraction(round(Fraction(x) / step)) * step
    return rounded if abs(rounded) < 2**128 else (INFINITY if rounded > 0 else -INFINITY)


def _pearson_of(pairs: list[Any], settings: Settings, _: dict[str, Any]) -> tuple[Number, int]:
    """Return Pearson's correlation from exact sums; the values of `form` only differ in rounding."""
    vectors = ("unit-vectors", "unit-vectors-avx2", "unit-vectors-sum", "unit-vectors-x87", "unit-vectors-x87-avx2")
    covariances = ("covariance", "scaled-covariance", "scaled-covariance-avx2", "running", "running-unclipped")
    if settings["form"] not in ("exact", "float32", *vectors, *covariances):
        raise KeyError(settings["form"])
    constant = any(len(set(side)) == 1 and None not in side for side in zip(*pairs, strict=True))
    computed = {"nan": False, "nan-unless-two-pairs": False, "as-computed": constant}[settings["constant"]]
    if settings["constant"] == "nan-unless-two-pairs" and len(pairs) == 2:
        return _of_two(pairs), 2
    known = all(x is not None and y is not None and finite(x) and finite(y) for x, y in pairs)
    if settings["missing"] == "raise-infinite" and (computed or not constant):
        if len(pairs) == 2:
            return _of_two(pairs), 2
        if not known:
            raise OracleError("a score is missing or infinite")
    if not known:
        raise NoResultError(len(pairs))
    if computed and settings["form"] != "exact":
        return _from_rounded_means(pairs), len(pairs)
    return _correlation(pairs), len(pairs)


def _of_two(pairs: list[Any]) -> Number:
    """Return the product of the signs of the differences of two pairs."""
    signs = []
    for side in zip(*pairs, strict=True):
        first, second = side
        if None in (first, second) or (first == second and not finite(first)):
            raise NoResultError(2)
        signs.append((second > first) - (second < first))
    return Fraction(signs[0] * signs[1])


def _from_rounded_means(pairs: list[tuple[Fraction, Fraction]]) -> Number:
    """Return the correlation of deviations from means, where every sum, quotient and difference is rounded to a double."""
    sides = []
    for side in zip(*pairs, strict=True):
        total = Fraction(0)
        for x in side:
            total = Fraction(float(total + x))
        middle = Fraction(float(total / len(side)))
        sides.append([Fraction(float(x - middle)) for x in side])
    a, b = sides
    above = sum(x * y for x, y in zip(a, b, strict=True))
    return over_root(Fraction(above), Fraction(sum(x * x for x in a) * sum(y * y for y in b)), len(pairs))


def _correlation(pairs: list[tuple[Fraction, Fraction]]) -> Number:
    n = len(pairs)
    x, y = sum(x for x, _ in pairs), sum(y for _, y in pairs)
    xx = sum(a * a for a, _ in pairs) - Fraction(x * x, n)
    yy = sum(b * b for _, b in pairs) - Fraction(y * y, n)
    xy = sum(a * b for a, b in pairs) - Fraction(x * y, n)
    return over_root(Fraction(xy), Fraction(xx * yy), n)


def over_root(above: Fraction, squared: Fraction, n: int) -> Number:
    if not squared:
        raise NoResultError(n)
    root = decimal(squared).sqrt()
    whole = Fraction(root)
    return above / whole if whole * whole == squared else decimal(above) / root


def _ranked(pairs: list[Pair], settings: Settings) -> list[tuple[Fraction, Fraction]]:
    rank = {"mean": _mean_ranks, "first-place": _first_places}[settings["ranks"]]
    sides = [rank([pair[k] for pair in pairs]) for k in (0, 1)]
    drop = settings["missing"] == "unranked" or settings["ranks"] == "first-place"
    return [(x, y) for x, y, pair in zip(*sides, pairs, strict=True) if not (drop and None in pair)]


def _mean_ranks(values: list[Value | None]) -> list[Fraction]:
    """Return ranks: 1 + the number of lower values + half the number of other equal ones; missing ones are highest, in turn."""
    known = [x for x in values if x is not None]
    ranks, missing = [], 0
    for x in values:
        if x is None:
            missing += 1
            ranks.append(Fraction(len(known) + missing))
        else:
            ranks.append(1 + sum(y < x for y in known) + Fraction(sum(y == x for y in known) - 1, 2))
    return ranks


def _first_places(values: list[Value | None]) -> list[Fraction]:
    """Return the place of each score in descending order, from 0; scores within 1e-15 of their predecessor share its place."""
    order = sorted((i for i, x in enumerate(values) if x is not None), key=lambda i: -values[i])  # type: ignore[operator]
    ranks = [Fraction(0)] * len(values)
    for place, i in enumerate(order):
        before = order[place - 1] if place else i
        ranks[i] = Fraction(place) if place and _gap(values[before], values[i]) else ranks[before]
    return ranks


def _gap(higher: Any, lower: Any) -> bool:
    if not finite(higher) or not finite(lower):
        return bool(higher != lower)
    return float(higher) - float(lower) > 1e-15


def _spearman_of(pairs: list[Any], settings: Settings, stages: dict[str, Any]) -> tuple[Number, int]:
    n = len(pairs)
    stages.setdefault("ranks", []).append([[float(x) for x, _ in pairs], [float(y) for _, y in pairs]])
    formula = settings["formula"]
    if settings["form"] not in ("exact", "covariance", "one-root", "float32"):
        raise KeyError(settings["form"])
    if formula == "differences":
        return 1 - Fraction(6 * sum((x - y) ** 2 for x, y in pairs), n * (n * n - 1)), n
    if formula == "regularized":
        middles = [Fraction(sum(side), n) for side in zip(*pairs, strict=True)]
        roots = [decimal(sum((pair[k] - middles[k]) ** 2 for pair in pairs) / n).sqrt() for k in (0, 1)]
        together = decimal(sum((x - middles[0]) * (y - middles[1]) for x, y in pairs) / n)
        return together / (roots[0] * roots[1] + decimal(Fraction(1, 10**6))), n
    return {"correlation": _correlation}[formula](pairs), n


def iterate(data: dict[str, Any]) -> Iterator[Value]:
    """Yield all scores that are not missing."""
    for row in tables(data):
        for pair in row:
            yield from (x for x in pair if x is not None)
