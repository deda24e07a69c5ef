"""Agreement of annotators, computed exactly by listing pairs of labels."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal_text

Settings = dict[str, Any]
Label = Any


def _items(data: dict[str, Any]) -> list[list[Label]]:
    rows = data["annotations"]
    rows = [[frozenset(label) if isinstance(label, list) else label for label in row] for row in rows]
    return [[row[k] for row in rows] for k in range(len(rows[0]) if rows else 0)]


def alpha(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return Krippendorff's alpha: 1 minus the mean distance of pairs within items over the mean distance of all pairs."""
    items = [[label for label in item if label is not None] for item in _items(data)]
    values = {label for item in items for label in item}
    level = settings["distance"]
    if len(values) == 1 and settings["one_label"] == "1":
        return _answer(Fraction(1), {"pairable": 0, "disagreement": []})
    if level in ("ordinal", "interval", "ratio") and any(isinstance(value, (str, frozenset)) for value in values):
        raise OracleError("no numbers")
    if len(values) < 2:
        raise OracleError("fewer than two labels")
    pairable = [item for item in items if len(item) >= 2]
    if not pairable and settings["no_pairs"] == "nan":
        return _answer(None, {"pairable": 0, "disagreement": []})
    if not pairable:
        raise OracleError("no pairs")
    pool = [label for item in pairable for label in item]
    stages = {"pairable": len(pool)}
    if level in MASI:
        for label in pool:
            of_sets(label, label, level)
    within = sum(
        (
            Fraction(1, len(item) - 1) * _distance(v, w, level, pool)
            for item in pairable
            for v, w in permutations(item, 2)
        ),
        Fraction(0),
    ) / len(pool)
    among = sum((_distance(v, w, level, pool) for v, w in permutations(pool, 2)), Fraction(0)) / (
        len(pool) * (len(pool) - 1)
    )
    if not among and settings["zero_division"] == "raise":
        raise OracleError("nothing differs: 0/0")
    if not among:
        value = Fraction(1) if settings["zero_division"] == "1" else None
        return _answer(value, {**stages, "disagreement": ["0", "0"]})
    factor = len(pool) if settings["form"] == "coincidences" else 1
    shown = [decimal_text(part * factor) for part in (within, among)]
    return _answer(1 - within / among, {**stages, "disagreement": shown})


#: MASI's factors of equal sets, subsets, overlaps and disjoint sets.
MASI = {
    "jaccard": (Fraction(1), Fraction(1)),
    "masi": (Fraction(2, 3), Fraction(1, 3)),
    "masi-0.67": (Fraction(67, 100), Fraction(33, 100)),
}


def of_sets(v: Label, w: Label, level: str) -> Fraction:
    """Return the distance of two sets at a set-valued level."""
    if not (isinstance(v, frozenset) and isinstance(w, frozenset) and v | w):
        raise OracleError("no sets, or 0/0")
    share = Fraction(sum(member in w for member in v), len(v) + sum(member not in v for member in w))
    if v == w:
        return 1 - share
    of_part, of_overlap = MASI[level]
    return 1 - share * (
        of_part if share in (Fraction(len(v), len(w) or 1), Fraction(len(w), len(v) or 1)) else of_overlap
    )


def _distance(v: Label, w: Label, level: str, pool: list[Label]) -> Fraction:
    if v == w:
        return Fraction(0)
    if level == "nominal":
        return Fraction(1)
    if level in MASI:
        return of_sets(v, w, level)
    low, high = sorted((Fraction(v), Fraction(w)))
    if level == "ordinal":
        between: int = sum(low <= label <= high for label in pool)
        ends = Fraction(sum(label in (v, w) for label in pool), 2)
        return (between - ends) ** 2
    if level == "interval":
        return (high - low) ** 2
    return ((high - low) / (high + low)) ** 2 if high + low else Fraction(0)


def fleiss(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return Fleiss' kappa of several annotators."""
    items = _items(data)
    if not items or any(label is None for item in items for label in item):
        raise OracleError("every item needs its labels")
    if len(items[0]) < 2:
        if settings["one_annotator"] == "raise":
            raise OracleError("two labels or more of every item")
        return _answer(None, {"agreement": []})
    rows = [list(row) for row in zip(*items, strict=True)]
    pairs = list(combinations(range(len(rows)), 2))
    equal = [
        sum((_agreement(item[a], item[b], settings) for item in items), Fraction(0)) / len(items) for a, b in pairs
    ]
    labels = {label for row in rows for label in row}

    def share(row: list[Label], label: Label) -> Fraction:
        return Fraction(sum(own == label for own in row), len(row))

    own = [sum((share(rows[a], label) * share(rows[b], label) for label in labels), Fraction(0)) for a, b in pairs]
    everyone = [label for row in rows for label in row]
    observed, mean_own = sum(equal, Fraction(0)) / len(pairs), sum(own, Fraction(0)) / len(pairs)
    expected = {
        "uniform": Fraction(1, len(labels)),
        "pooled": sum((share(everyone, label) ** 2 for label in labels), Fraction(0)),
    }.get(settings["chance"], mean_own)
    stages = {"agreement": [decimal_text(observed), decimal_text(expected)]}
    if settings["chance"] != "pairs":
        return _answer(_corrected(observed, expected, settings), stages)
    kappas = [_corrected(a, e, settings) for a, e in zip(equal, own, strict=True)]
    if None in kappas:
        return _answer(None, stages)
    return _answer(sum((kappa for kappa in kappas if kappa is not None), Fraction(0)) / len(pairs), stages)


def _agreement(v: Label, w: Label, settings: Settings) -> Fraction:
    return Fraction(v == w) if settings["distance"] == "nominal" else 1 - of_sets(v, w, settings["distance"])


def _corrected(observed: Fraction, expected: Fraction, settings: Settings) -> Fraction | None:
    if expected == 1 and settings["zero_division"] == "raise":
        raise OracleError("0/0")
    if expected == 1:
        return Fraction(1) if settings["zero_division"] == "1" else None
    return (observed - expected) / (1 - expected)


def _answer(value: Fraction | None, stages: dict[str, Any]) -> dict[str, Any]:
    return {"value": None if value is None else decimal_text(value), "stages": stages}
