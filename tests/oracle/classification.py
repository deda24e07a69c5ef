"""Accuracy, precision, recall, F, Jaccard, losses and F1-mult, exactly.

C[i][j] counts items of class i predicted as class j, or adds up their weights. For class k: tp = C[k][k], predicted = sum of
column k, support = sum of row k.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal_text, exact, single

Settings = dict[str, Any]
Matrix = list[list[int]]
#: tp, predicted and support of one class.
Triple = tuple[int, int, int]


def table(data: dict[str, Any]) -> tuple[list[Any], Matrix]:
    """Return the classes that occur, sorted, and the confusion matrix in that order."""
    pairs: dict[tuple[Any, Any], int] = {}
    if "confusion" in data:
        for gold, row in zip(data["classes"], data["confusion"], strict=True):
            for predicted, count in zip(data["classes"], row, strict=True):
                pairs[gold, predicted] = count
    else:
        weights: list[Any] = [*map(Fraction, data["weights"])] if "weights" in data else [1] * len(data["gold"])
        for gold, predicted, weight in zip(data["gold"], data["predicted"], weights, strict=True):
            pairs[gold, predicted] = pairs.get((gold, predicted), 0) + weight
    classes = sorted({label for pair, count in pairs.items() if count or "weights" in data for label in pair})
    return classes, [[pairs.get((gold, predicted), 0) for predicted in classes] for gold in classes]


def triples(matrix: Matrix) -> list[Triple]:
    """Return tp, predicted and support of every class."""
    return [(matrix[k][k], sum(row[k] for row in matrix), sum(matrix[k])) for k in range(len(matrix))]


def check_empty(classes: list[Any], settings: Settings) -> None:
    """Raise for no items, unless ``empty_input`` lets the formulas apply."""
    if not classes and settings["empty_input"] == "raise":
        raise OracleError("no items")


def accuracy(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the share or the number of the items on the diagonal."""
    classes, matrix = table(data)
    check_empty(classes, settings)
    correct, items = sum(matrix[k][k] for k in range(len(classes))), sum(map(sum, matrix))
    whole = 1 if settings["normalize"] == "count" else items
    value = _in_width(Fraction(correct, whole), settings) if whole else None
    return {"value": value, "stages": {"confusion": matrix}}


def _in_width(number: Fraction | None, settings: Settings) -> Fraction | None:
    """Return the number in the width of `dtype`: 32 bits, or all digits."""
    return single(number) if number is not None and settings["dtype"] == "float32" else number


def zero_one(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the share or the number of the items off the diagonal."""
    classes, matrix = table(data)
    check_empty(classes, settings)
    items = sum(map(sum, matrix))
    wrong = sum(matrix[i][j] for i in range(len(classes)) for j in range(len(classes)) if i != j)
    assert settings["form"] in ("errors", "complement")
    whole = 1 if settings["normalize"] == "count" else items
    return {"value": Fraction(wrong, whole) if whole else None, "stages": {"confusion": matrix}}


def hamming(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the share of wrong labels; by class, the share of its gold items that are wrong, or 1 if it has none."""
    classes, matrix = table(data)
    check_empty(classes, settings)
    stages = {"confusion": matrix}
    if not classes:
        return {"value": None, "stages": stages}
    by_class = [(support - tp, support) for tp, _, support in triples(matrix)]
    if settings["average"] == "items":
        wrong, items = (sum(row[k] for row in by_class) for k in range(2))
        if settings["dtype"] == "float32":
            return {"value": _wrong_share_of_singles(wrong, items, settings["form"]), "stages": stages}
        return {"value": Fraction(wrong, items), "stages": stages}
    if settings["dtype"] == "float32":
        assert settings["average"] == "macro"
        singles = [_wrong_share_of_singles(wrong, support, settings["form"]) for wrong, support in by_class]
        return {"value": _mean_of_singles(list(singles), [1] * len(singles)), "stages": stages}
    shares = [Fraction(wrong, support) if support else Fraction(1) for wrong, support in by_class]
    value = {"macro": sum(shares, Fraction(0)) / len(shares)}[settings["average"]]
    return {"value": value, "stages": stages}


def _wrong_share_of_singles(wrong: int, items: int, form: str) -> Fraction:
    """Return the share of wrong items, or 1 minus the share of right ones, each step in 32 bits; 1 without items."""
    if not items:
        return Fraction(1)
    if form == "errors":
        return single(single(Fraction(wrong)) / single(Fraction(items)))
    assert form == "complement"
    return single(1 - single(single(Fraction(items - wrong)) / single(Fraction(items))))


def precision(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return precision, tp / predicted."""
    return _averaged(data, settings, precision_of)


def recall(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return recall, tp / support."""
    return _averaged(data, settings, recall_of)


def f1(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return F: (1 + b^2) tp / (b^2 support + predicted), which is (1 + b^2) P R / (b^2 P + R)."""
    return _averaged(data, settings, f_of)


def jaccard(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the Jaccard index, tp / (tp + fp + fn) of a class."""
    return _averaged(data, settings, lambda c, s: _divide(Fraction(c[0]), Fraction(c[1] + c[2] - c[0]), s))


def precision_of(counts: Triple, settings: Settings) -> Fraction | None:
    """Return P of one class."""
    return _divide(Fraction(counts[0]), Fraction(counts[1]), settings)


def recall_of(counts: Triple, settings: Settings) -> Fraction | None:
    """Return R of one class."""
    return _divide(Fraction(counts[0]), Fraction(counts[2]), settings)


def f_of(counts: Triple, settings: Settings) -> Fraction | None:
    """Return F of one class."""
    tp, predicted, support = counts
    b2 = exact(settings["beta"]) ** 2
    if settings["f_form"].startswith("harmonic-"):
        return _harmonic(counts, b2, settings)
    if settings["f_form"] == "errors" and b2 == 0:
        raise OracleError("b is 0")
    return _divide((1 + b2) * tp, b2 * support + predicted, settings)


def _harmonic(counts: Triple, b2: Fraction, settings: Settings) -> Fraction | None:
    """Return (1 + b^2) P R / (b^2 P + R) from the reported P and R, as in scikit-learn before 1.3."""
    if b2 == 0 and settings["f_form"] == "harmonic-positive-beta":
        raise OracleError("b is 0")
    p, r = precision_of(counts, settings), recall_of(counts, settings)
    late = settings["f_form"] == "harmonic-or-zero-division"
    if late and b2 == 0:
        return p
    if late and counts[1] + counts[2] == 0:
        return _divide(Fraction(0), Fraction(0), settings)
    if p is None or r is None:
        return None
    below = b2 * p + r
    if below == 0:
        return _divide(Fraction(0), Fraction(0), settings) if late else Fraction(0)
    return (1 + b2) * p * r / below


def _divide(part: Fraction, whole: Fraction, settings: Settings) -> Fraction | None:
    if whole:
        return part / whole
    return None if settings["zero_division"] == "nan" else Fraction(settings["zero_division"])


def _averaged(
    data: dict[str, Any], settings: Settings, of_class: Callable[[Triple, Settings], Fraction | None]
) -> dict[str, Any]:
    if settings["batch"] and data.get("gold", True):
        return _of_batches(data, settings, of_class)
    classes, matrix = table(data)
    check_empty(classes, settings)
    counts = triples(matrix)

    def score(row: Triple) -> Fraction | None:
        return _in_width(of_class(row, settings), settings)

    scores = [score(row) for row in counts]
    stages = {"confusion": matrix, "per_class": _by_class(classes, scores)}
    average = settings["average"]
    if average not in ("binary", "class") and settings["labels"] != "present":
        of_label = dict(zip(map(str, classes), counts, strict=True))
        classes = settings["labels"]
        counts = [of_label.get(name, (0, 0, 0)) for name in classes]
        scores = [score(row) for row in counts]
        stages["per_class"] = _by_class(classes, scores)
    if average in ("binary", "class"):
        names = [str(name) for name in classes]
        if average == "binary":
            _need_binary(names, settings["positive"])
        chosen = counts[names.index(settings["positive"])] if settings["positive"] in names else (0, 0, 0)
        return {"value": score(chosen), "stages": stages}
    if average == "micro":
        tp, predicted, support = (sum(row[k] for row in counts) for k in range(3))
        return {"value": score((tp, predicted, support)), "stages": stages}
    if average == "means":
        return {"value": _in_width(_f_of_means(counts, settings), settings), "stages": stages}
    if average == "weighted" and not sum(map(sum, matrix)) and settings["empty_input"] == "weighted-zero-division":
        return {"value": _divide(Fraction(0), Fraction(0), settings), "stages": stages}
    weights = [support if average == "weighted" else 1 for _, _, support in counts]
    mean = _mean_of_singles if settings["dtype"] == "float32" else _weighted_mean
    return {"value": mean(scores, weights), "stages": stages}


def _of_batches(
    data: dict[str, Any], settings: Settings, of_class: Callable[[Triple, Settings], Fraction | None]
) -> dict[str, Any]:
    """Return the mean of the scores of batches of `batch` items."""
    if "confusion" in data:
        raise OracleError("a table has no order")
    whole, size = {**settings, "batch": 0}, settings["batch"]
    sides = [side for side in ("gold", "predicted", "weights") if side in data]
    parts: list[dict[str, Any]] = [
        {side: data[side][k : k + size] for side in sides} for k in range(0, len(data["gold"]), size)
    ]
    scores = [_averaged(part, whole, of_class)["value"] for part in parts]
    value = None if None in scores else sum(scores, Fraction(0)) / len(scores)
    return {"value": _in_width(value, settings), "stages": {"confusion": table(data)[1]}}


def _f_of_means(counts: list[Triple], settings: Settings) -> Fraction | None:
    """Return (1 + b^2) P R / (b^2 P + R) from the mean precision P and the mean recall R of the classes."""
    p, r = (
        _weighted_mean([of(row, settings) for row in counts], [1] * len(counts)) for of in (precision_of, recall_of)
    )
    if p is None or r is None:
        return None
    b2 = exact(settings["beta"]) ** 2
    return _divide((1 + b2) * p * r, b2 * p + r, settings)


def _need_binary(names: list[str], positive: str) -> None:
    if len(names) > 2 or (len(names) == 2 and positive not in names):
        raise OracleError(f"not two classes with {positive!r} among them: {names}")


def _weighted_mean(scores: list[Fraction | None], weights: list[int]) -> Fraction | None:
    """Return the mean of the scores that are numbers; unweighted if none of them has any weight."""
    kept = [(score, weight) for score, weight in zip(scores, weights, strict=True) if score is not None]
    if not any(weight for _, weight in kept):
        kept = [(score, 1) for score, _ in kept]
    whole = sum(weight for _, weight in kept)
    return sum((score * weight for score, weight in kept), Fraction(0)) / whole if whole else None


def _mean_of_singles(scores: list[Fraction | None], weights: list[int]) -> Fraction | None:
    """Return the mean in 32 bits, for fewer than eight classes, whose shares are added up from left to right."""
    kept = [(score, weight) for score, weight in zip(scores, weights, strict=True) if score is not None]
    whole = sum(weight for _, weight in kept)
    if not whole:
        kept, whole = [(score, 1) for score, _ in kept], len(kept)
    total = Fraction(0)
    for score, weight in kept:
        total = single(total + single(single(score * weight) / whole))
    return total if kept else None


def _by_class(classes: list[Any], scores: list[Fraction | None]) -> dict[str, str | None]:
    return {
        str(name): None if score is None else decimal_text(score) for name, score in zip(classes, scores, strict=True)
    }


def f1_mult(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the product of the classes' F1 (WMT word-level quality estimation): of those that occur, or of the named."""
    classes, matrix = table(data)
    check_empty(classes, settings)
    counts = dict(zip(map(str, classes), triples(matrix), strict=True))
    names = list(counts) if settings["labels"] == "present" else settings["labels"]
    scores = [f_of(counts.get(name, (0, 0, 0)), {**settings, "beta": 1.0}) for name in names]
    value: Fraction | None = Fraction(1)
    for factor in scores:
        value = None if value is None or factor is None else value * factor
    return {"value": value, "stages": {"confusion": matrix, "per_class": _by_class(names, scores)}}


def balanced_accuracy(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the mean recall of the classes in gold; adjusted, (b - 1/K) / (1 - 1/K) with K such classes."""
    classes, matrix = table(data)
    check_empty(classes, settings)
    recalls = {
        name: Fraction(tp, support) for name, (tp, _, support) in zip(classes, triples(matrix), strict=True) if support
    }
    stages = {"confusion": matrix, "per_class": _by_class(list(recalls), list(recalls.values()))}
    k = len(recalls)
    if k == 0 and settings["adjusted"]:
        raise OracleError("1/0")
    if k == 0 or (k == 1 and settings["adjusted"]):
        return {"value": None, "stages": stages}
    value = sum(recalls.values(), Fraction(0)) / k
    if settings["adjusted"]:
        value = (value - Fraction(1, k)) / (1 - Fraction(1, k))
    return {"value": value, "stages": stages}
