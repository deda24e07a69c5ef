"""MCC and kappa, which are 0 for random predictions, computed exactly from a confusion matrix as in `classification`.

MCC is Gorodkin's R_K (2004), which for two classes is Matthews' (1975).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import Any

from tests.oracle.arithmetic import Number, OracleError, decimal, over_root, single, sixty_digits
from tests.oracle.classification import Matrix, Settings, Triple, check_empty, table, triples


@sixty_digits
def mcc(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return (c s - sum t_k p_k) / sqrt((s^2 - sum p_k^2) (s^2 - sum t_k^2)), with c correct of s items."""
    classes, matrix = table(data)
    check_empty(classes, settings)
    counts = triples(matrix)
    s = sum(support for _, _, support in counts)
    c = sum(tp for tp, _, _ in counts)
    covariance = c * s - sum(predicted * support for _, predicted, support in counts)
    in_predictions = s * s - sum(predicted**2 for _, predicted, _ in counts)
    in_gold = s * s - sum(support**2 for _, _, support in counts)
    value: Number | None
    if settings["integers"] != "unbounded":
        return {"value": _fixed_width(matrix, settings), "stages": {"confusion": matrix}}
    if in_predictions * in_gold == 0:
        value = {"nan": None, "0": Fraction(0), "epsilon": _with_epsilons(matrix, settings)}[settings["zero_division"]]
    elif settings["dtype"] == "float32":
        value = _mcc_of_singles(c, counts)
    else:
        unit = lcm(
            *(Fraction(weight).denominator for row in matrix for weight in row)
        )  # whole numbers of it are counts
        value = over_root(int(covariance * unit**2), int(in_predictions * in_gold * unit**4))
    return {"value": value, "stages": {"confusion": matrix}}


def _with_epsilons(matrix: Matrix, settings: Settings) -> Number:
    """Return the coefficient for 0/0, with 2^-23 added to every margin of two classes, after Chicco and Jurman (2020)."""
    right, items = sum(row[k] for k, row in enumerate(matrix)), sum(map(sum, matrix))
    wrong = items - right
    if len(matrix) > 2 or not items:
        return Fraction(0)
    if not (right and wrong):
        return Fraction(1 if right else -1)
    epsilon = Fraction(1, 2**23)
    if settings["dtype"] != "float32":
        under = (items + epsilon) * (right + epsilon) * (wrong + epsilon)
        return decimal(right - wrong) / decimal(under).sqrt()
    (tn, fp), (fn, tp) = matrix
    product = Fraction(1)
    for margin in (tp + fp, tp + fn, tn + fp, tn + fn):
        product = single(product * single(margin + epsilon))
    above = single(single(decimal(epsilon).sqrt()) * (right - wrong))
    return single(above / single(decimal(product).sqrt()))


def _mcc_of_singles(correct: int, counts: list[Triple]) -> Fraction:
    """Return Gorodkin's formula with every result rounded to 32 bits, for fewer than 2^24 items."""
    n = sum(support for _, _, support in counts)

    def less(number: int, products: Iterable[int]) -> Fraction:
        inner = Fraction(0)
        for product in products:
            inner = single(inner + single(Fraction(product)))
        return single(single(Fraction(number)) - inner)

    covariance = less(correct * n, (support * predicted for _, predicted, support in counts))
    spreads = less(n * n, (predicted**2 for _, predicted, _ in counts)) * less(n * n, (t**2 for _, _, t in counts))
    return single(covariance / single(decimal(single(spreads)).sqrt()))


def _fixed_width(matrix: Matrix, settings: Settings) -> Number | None:
    """Return the two-class formula with integers truncated to their lowest bits, in two's complement."""
    modulus: int = 2 ** int(settings["integers"].removeprefix("int"))
    if len(matrix) > 2:
        raise OracleError("more than two classes")
    undefined = None if settings["zero_division"] == "nan" else Fraction(0)
    if len(matrix) < 2:
        return undefined

    def kept(number: int) -> int:
        low = number % modulus
        return low - modulus if low >= modulus // 2 else low

    tp, fn, fp, tn = (count for row in matrix for count in row)
    below = kept(kept(kept((tp + fp) * (tp + fn)) * (tn + fp)) * (tn + fn))
    return over_root(kept(kept(tp * tn) - kept(fp * fn)), below) if below > 0 else undefined


def kappa(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return 1 - (observed weighted disagreement) / (expected weighted disagreement)."""
    classes, matrix = table(data)
    stages = {"confusion": matrix}
    if not classes and settings["empty_input"] == "raise":
        raise OracleError("no items")
    if not classes and settings["empty_input"] == "nan-unless-labels" and settings["labels"] != "present":
        raise OracleError("no items of these classes")
    if classes and settings["labels"] != "present":
        if not {str(name) for name in data.get("gold", _in_gold(classes, matrix))}.intersection(settings["labels"]):
            raise OracleError("gold has none of these classes")
        matrix = _among(classes, matrix, settings["labels"])
    counts = triples(matrix)
    used = sum(1 for _, predicted, support in counts if predicted or support)
    if used < 2:
        if used and settings["zero_division"] == "raise":
            raise OracleError("0/0")
        alone = Fraction(1) if used and settings["zero_division"] == "1" else None
        return {"value": alone, "stages": stages}
    power = {"none": 0, "linear": 1, "quadratic": 2, "squared-differences": 2}[settings["weighting"]]
    places: list[Any] = list(range(len(counts)))
    if settings["weighting"] == "squared-differences":
        occurring = {str(name): name for name in classes}
        places = classes if settings["labels"] == "present" else [occurring.get(name, 0) for name in settings["labels"]]
        if isinstance(classes[0], str):
            raise OracleError("the interval distance needs numbers, not strings")
    n = sum(support for _, _, support in counts)
    observed, expected = Fraction(0), Fraction(0)
    for i, (_, _, support) in enumerate(counts):
        for j, (_, predicted, _) in enumerate(counts):
            weight = abs(places[i] - places[j]) ** power if i != j else 0
            observed += weight * Fraction(matrix[i][j], n)
            expected += weight * Fraction(support, n) * Fraction(predicted, n)
    if settings["dtype"] == "float32" and _by_disagreement(settings):
        return {"value": _kappa_of_singles(matrix, places, power), "stages": stages}
    return {"value": 1 - observed / expected, "stages": stages}


def _by_disagreement(settings: Settings) -> bool:
    """Return whether kappa is computed from disagreement; the form "agreement" is only for unweighted kappa."""
    form, weighting = str(settings["form"]), str(settings["weighting"])
    return form == "disagreement" or (form == "agreement" and weighting != "none")


def _kappa_of_singles(matrix: Matrix, places: list[Any], power: int) -> Fraction:
    """Return kappa in 32 bits, for two classes or a number of items that is a power of two.

    Other sums have no fixed order from left to right.
    """
    observed, expected, n = Fraction(0), Fraction(0), sum(map(sum, matrix))
    for i, row in enumerate(matrix):
        for j, count in enumerate(row):
            weight = abs(places[i] - places[j]) ** power if i != j else 0
            by_chance = single(single(Fraction(sum(row) * sum(other[j] for other in matrix))) / n)
            observed = single(observed + single(Fraction(weight * count)))
            expected = single(expected + single(weight * by_chance))
    return single(1 - single(observed / expected))


def _in_gold(classes: list[Any], matrix: Matrix) -> list[Any]:
    return [name for name, row in zip(classes, matrix, strict=True) if any(row)]


def _among(classes: list[Any], matrix: Matrix, names: list[str]) -> Matrix:
    """Return the rows and columns of the named classes, in their order; zeros for a class that does not occur."""
    place = {str(name): k for k, name in enumerate(classes)}
    rows = {name: matrix[place[name]] if name in place else [0] * len(classes) for name in names}
    return [[rows[gold][place[other]] if other in place else 0 for other in names] for gold in names]
