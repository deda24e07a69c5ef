"""Calibration errors in exact arithmetic, or in 32-bit floats, each step rounded exactly.

A probability is the double that it is read as, and so is an edge between bins.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tests.oracle import singles
from tests.oracle.arithmetic import Number, OracleError, decimal, single, sixty_digits

Settings = dict[str, Any]
#: The probability of an item, and whether it is positive.
Item = tuple[Fraction, bool]


@sixty_digits
def of_two(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the calibration error of the probability of class 1."""
    _refuse_weights(data, settings)
    items = [(_probability(score), gold == 1) for score, gold in zip(data["scores"], data["gold"], strict=True)]
    if not items:
        return _of_nothing(settings)
    mean, counts = _error(items, settings)
    return {"value": _root(mean, settings), "stages": {"bins": counts}}


@sixty_digits
def of_classes(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the calibration error of the highest probability, or the mean of those of the classes."""
    _refuse_weights(data, settings)
    rows = [[_probability(score) for score in row] for row in data["class_scores"]]
    gold = [data["classes"].index(name) for name in data["gold"]]
    if not rows:
        return _of_nothing(settings)
    top = [min(range(len(row)), key=lambda column: (-row[column], column)) for row in rows]
    right = [(row[best], best == label) for row, best, label in zip(rows, top, gold, strict=True)]
    columns = range(len(data["classes"]))
    problems = {
        "top-label": [right],
        "class-wise": [
            [(row[column], label == column) for row, label in zip(rows, gold, strict=True)] for column in columns
        ],
        "predicted-class": [
            [item for item, best in zip(right, top, strict=True) if best == column]
            for column in columns
            if column in top
        ],
    }[settings["reduction"]]
    made = [_error(items, settings) for items in problems]
    stages = {"bins": [count for _, counts in made for count in counts]}
    if settings["class_mean"] == "power" and settings["measure"] == "root-mean-square":
        return {
            "value": _root(_mean_of_classes([_squared(mean, settings) for mean, _ in made], settings), settings),
            "stages": stages,
        }
    return {"value": _mean_of_classes([_root(mean, settings) for mean, _ in made], settings), "stages": stages}


def _squared(mean: Fraction, settings: Settings) -> Fraction:
    root = _root(mean, settings)
    return single(root * root) if isinstance(root, Fraction) and settings["dtype"] == "float32" else mean


def _mean_of_classes(values: Sequence[Number], settings: Settings) -> Any:
    if len(values) == 1:
        return values[0]
    if settings["dtype"] == "float64":
        return sum(map(decimal, values), decimal(0)) / len(values)
    terms = [Fraction(value) for value in values]
    return single(_sum(terms, settings, in_order=settings["form"] == "total") / len(terms))


def _of_nothing(settings: Settings) -> dict[str, Any]:
    if settings["empty_input"] == "raise":
        raise OracleError("no items")
    return {"value": {"nan": None, "zero": Fraction(0)}[settings["empty_input"]], "stages": {"bins": []}}


def _refuse_weights(data: dict[str, Any], settings: Settings) -> None:
    if settings["weights"] == "raise" and data.get("weights") is not None:
        raise OracleError("weights")


def _probability(score: Any) -> Fraction:
    if not 0 <= float(score) <= 1:
        raise OracleError("no probability")
    return Fraction(float(score))


def _rounded(number: Fraction, settings: Settings) -> Fraction:
    return single(number) if settings["dtype"] == "float32" else number


def _root(mean: Fraction, settings: Settings) -> Number:
    if settings["measure"] != "root-mean-square":
        return mean
    root = decimal(mean).sqrt()
    return single(root) if settings["dtype"] == "float32" else root


def _error(items: list[Item], settings: Settings) -> tuple[Fraction, list[list[int]]]:
    """Return the measure (a root is not yet taken), and the number of items and of positive items in each bin."""
    low, high = Fraction(settings["epsilon"]), 1 - Fraction(settings["epsilon"])
    items = [(_rounded(min(max(p, low), _double(high)), settings), positive) for p, positive in items]
    bins = _bins(items, settings)
    counts = [[len(part), sum(positive for _, positive in part)] for part in bins if part]
    share = _rounded(Fraction(sum(positive for _, positive in items), len(items)), settings)
    if settings["measure"] == "uncertainty":
        return _rounded(share * (1 - share), settings), counts
    gaps = [_gap(part, share, settings) if part else Fraction(0) for part in bins]
    if settings["measure"] == "max":
        return max(gaps), counts
    mean = _mean(gaps, bins, len(items), settings)
    return (max(mean, Fraction(0)) if settings["debias"] == "variance" else mean), counts


def _mean(gaps: list[Fraction], bins: list[list[Item]], items: int, settings: Settings) -> Fraction:
    in_order = settings["form"] == "in-order"
    if settings["weighting"] == "bins":
        return _rounded(_sum(gaps, settings, in_order=in_order) / max(1, sum(bool(part) for part in bins)), settings)
    if settings["form"] == "total":
        whole = [_rounded(gap * len(part), settings) for gap, part in zip(gaps, bins, strict=True)]
        return _rounded(_sum(whole, settings, in_order=False) / items, settings)
    shares = [_rounded(Fraction(len(part), items), settings) for part in bins]
    terms = [_rounded(gap * share, settings) for gap, share in zip(gaps, shares, strict=True)]
    return _sum(terms, settings, in_order=in_order)


def _gap(part: list[Item], share: Fraction, settings: Settings) -> Fraction:
    """Return what a bin contributes: its gap, its square, or the square of its distance from the share of all positives."""
    size, measure = len(part), settings["measure"]
    accuracy = _rounded(Fraction(sum(positive for _, positive in part), size), settings)
    confidence = _rounded(_total([p for p, _ in part], settings) / size, settings)
    gap = _rounded(abs(accuracy - (share if measure == "resolution" else confidence)), settings)
    if measure in ("mean", "max"):
        return gap
    square = _rounded(gap * gap, settings)
    if measure == "resolution" or settings["debias"] == "none":
        return square
    if size < 2:
        return Fraction(0)
    variance = _rounded(accuracy * _rounded(1 - accuracy, settings), settings)
    return _rounded(square - _rounded(variance / (size - 1), settings), settings)


def _total(probabilities: list[Fraction], settings: Settings) -> Fraction:
    if settings["summation"] == "exact":
        return _rounded(
            Fraction(float(sum(probabilities))) if settings["dtype"] == "float32" else sum(probabilities, Fraction(0)),
            settings,
        )
    return _sum(probabilities, settings, in_order=settings["summation"] == "left-to-right")


def _sum(terms: Sequence[Fraction], settings: Settings, *, in_order: bool) -> Fraction:
    if settings["dtype"] == "float64":
        return sum(terms, Fraction(0))
    if not in_order:
        return singles.add(terms)
    total = Fraction(0)
    for term in terms:
        total = single(total + term)
    return total


def _bins(items: list[Item], settings: Settings) -> list[list[Item]]:
    """Return the items of each bin, in order."""
    edges = _edges([p for p, _ in items], settings)
    bins: dict[int, list[Item]] = {}
    for p, positive in items:
        place = {
            "right": sum(edge < p for edge in edges[1:-1]),
            "left": sum(edge <= p for edge in edges[1:-1]),
            "right-lowest-apart": sum(edge < p for edge in edges[:-1]),
            "right-lowest-out": sum(edge < p for edge in edges[:-1]) - 1,
            "left-highest-apart": sum(edge <= p for edge in edges[1:]),
            "left-highest-out": sum(edge <= p for edge in edges[:-1]) - 1 if p < edges[-1] else -1,
        }[settings["edges"]]
        bins.setdefault(place, []).append((p, positive))
    return [bins.get(place, []) for place in range(len(edges) - 1 + settings["edges"].endswith("apart"))]


def _double(number: Fraction) -> Fraction:
    return Fraction(float(number))


def _edges(probabilities: list[Fraction], settings: Settings) -> list[Fraction]:
    """Return all edges, from the lowest to the highest."""
    count, zero, one = settings["bins"], Fraction(0), Fraction(1)
    ranked = sorted(probabilities)
    if settings["binning"] == "width":
        return [_fraction(k, settings) for k in range(count + 1)]
    if settings["binning"] == "quantile":
        return [_quantile(ranked, _fraction(k, settings)) for k in range(count + 1)]
    if settings["binning"] == "value":
        known = sorted(set(probabilities))
        return [zero, *(_middle(known[k], known[k + 1]) for k in range(len(known) - 1)), one]
    if settings["binning"] == "chunk":
        if count > len(probabilities) + 1:
            raise OracleError("an empty chunk")
        return [zero, *sorted(max(chunk) for chunk in _chunks(probabilities, count)[:-1]), one]
    chunks = _chunks(ranked, min(count, len(ranked)))
    middles = {_middle(chunks[k][-1], chunks[k + 1][0]) for k in range(len(chunks) - 1)}
    return [zero, *sorted(middles - {one}), one]


def _middle(low: Fraction, high: Fraction) -> Fraction:
    return _double((low + high) / 2)


def _chunks(values: list[Fraction], count: int) -> list[list[Fraction]]:
    """Return `count` chunks; the sizes differ by one at most, and the longer ones come first."""
    left, chunks = values, []
    for remaining in range(count, 0, -1):
        size = -(-len(left) // remaining)
        chunks.append(left[:size])
        left = left[size:]
    return chunks


def _fraction(k: int, settings: Settings) -> Fraction:
    """Return k of n as each form computes it."""
    count, form = settings["bins"], settings["edge_form"]
    if form == "quotient":
        return _double(Fraction(k, count))
    if form == "torch":
        step = single(Fraction(1, count))
        return single(k * step) if k < (count + 1) // 2 else single(1 - (count - k) * step)
    step = _double(Fraction(1, count))
    made = Fraction(1) if k == count else _double(k * step)
    return made if form == "step" else _double(_double(made * 100) / 100)


def _quantile(ranked: list[Fraction], fraction: Fraction) -> Fraction:
    """Return NumPy's linear quantile, rounded to a double after every step."""
    place = _double(fraction * (len(ranked) - 1))
    below = int(place)
    share = _double(place - below)
    low, high = ranked[below], ranked[min(below + 1, len(ranked) - 1)]
    rise = _double(high - low)
    if share < Fraction(1, 2):
        return _double(low + _double(rise * share))
    return _double(high - _double(rise * _double(1 - share)))
