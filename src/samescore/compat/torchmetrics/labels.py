"""Labels and probabilities as torchmetrics' classification functions accept them, converted to labels.

Inputs are lists, or arrays with a method `tolist`. Numbers with a fraction are those of 32-bit floats. Dimensions after
the first are flattened, as under the package's ``multidim_average="global"``.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any

from samescore.data.labels import Labels


def binary_labels(preds: Any, target: Any, threshold: float, ignored: int | None) -> Labels:
    """Return the labels 0 and 1 of items whose target is not `ignored`; a probability above `threshold` is 1.

    Raises `RuntimeError` for other labels and for different lengths, and `NotImplementedError` for scores outside 0..1.
    """
    predicted, gold = _flat(preds), _flat(target)
    _check_lengths(predicted, gold)
    if not {*gold} <= {0, 1, ignored}:
        raise RuntimeError(f"target has the values {sorted({*gold})}, not only 0 and 1")
    if any(isinstance(value, float) for value in predicted):
        probabilities = _singles(predicted)
        if not all(0 <= value <= 1 for value in probabilities):
            raise NotImplementedError("samescore.compat offers no scores outside 0..1, whose sigmoid PyTorch compares")
        [limit] = _singles([threshold])
        predicted = [int(value > limit) for value in probabilities]
    elif not {*predicted} <= {0, 1}:
        raise RuntimeError(f"preds has the values {sorted({*predicted})}, not only 0 and 1")
    return _kept(predicted, gold, ignored)


def multiclass_labels(preds: Any, target: Any, classes: int, ignored: int | None, *, any_label: bool = False) -> Labels:
    """Return the labels of items whose target is not `ignored`. The first highest score predicts its class.

    Unless `any_label`, labels are below `classes`. Raises `RuntimeError` for other labels and for more labels than
    `classes`, `ValueError` for different shapes, and `NotImplementedError` for scores of items with several targets.
    """
    gold_rows, rows = _listed(target), _listed(preds)
    if rows and isinstance(rows[0], list) and not (gold_rows and isinstance(gold_rows[0], list)):
        predicted = [_highest(row, classes) for row in rows]
    else:
        predicted = _flat(preds)
        if any(isinstance(value, float) for value in predicted):
            raise NotImplementedError("samescore.compat offers scores only as a list of lists, with one target each")
    gold = _flat(target)
    if len(predicted) != len(gold):
        raise ValueError(f"there are {len(predicted)} predictions, but {len(gold)} targets")
    for name, labels in (("target", gold), ("preds", predicted)):
        if len({*labels}) > classes + (ignored is not None):
            raise RuntimeError(f"{name} has more than {classes} labels: {sorted({*labels})}")
    kept = _kept(predicted, gold, ignored)
    if not any_label and not {*kept.gold, *kept.predicted} <= {*range(classes)}:
        raise RuntimeError(f"labels must be below {classes}")
    return kept


def multilabel_columns(preds: Any, target: Any, labels: int) -> list[tuple[list[Any], list[Any]]]:
    """Return the predictions and the targets of each label, given a row of both for each item.

    If a prediction has a fraction, all of them are floats. Raises `RuntimeError` without rows and for different shapes,
    `ValueError` unless rows have `labels` numbers, and `NotImplementedError` for more than two dimensions.
    """
    given, right = _listed(preds), _listed(target)
    if [len(row) for row in given] != [len(row) for row in right] or not given:
        raise RuntimeError("preds and target need the same shape, with at least one row")
    if any(len(row) != labels for row in given):
        raise ValueError(f"rows need a number for each of the {labels} labels")
    if any(isinstance(value, (list, tuple)) for row in (*given, *right) for value in row):
        raise NotImplementedError("samescore.compat offers rows with a single number for each label")
    if any(isinstance(value, float) for row in given for value in row):
        given = [list(map(float, row)) for row in given]
    return [
        (_flat(list(one)), _flat(list(other)))
        for one, other in zip(zip(*given, strict=True), zip(*right, strict=True), strict=True)
    ]


def has_items(target: Any) -> bool:
    """Return whether there is a target."""
    return bool(_flat(target))


def _kept(predicted: list[int], gold: list[int], ignored: int | None) -> Labels:
    items = [item for item in zip(gold, predicted, strict=True) if item[0] != ignored]
    return Labels([right for right, _ in items], [given for _, given in items])


def _check_lengths(predicted: list[Any], gold: list[Any]) -> None:
    if len(predicted) != len(gold):
        raise RuntimeError(f"there are {len(predicted)} predictions, but {len(gold)} targets")


def _highest(scores: list[float], classes: int) -> int:
    """Return the place of the first highest score. Raises `ValueError` for too few or too many."""
    if len(scores) != classes:
        raise ValueError(f"an item has {len(scores)} scores for {classes} classes")
    singles = _singles(scores)
    if any(value != value for value in singles):
        raise NotImplementedError("samescore.compat offers no scores of nan")
    return singles.index(max(singles))


def _singles(values: list[Any]) -> list[float]:
    """Return numbers rounded to 32-bit floats."""
    return array("f", map(float, values)).tolist()


def _listed(values: Any) -> list[Any]:
    listing = getattr(values, "tolist", None)
    return list(listing() if callable(listing) else values)


def _flat(values: Any) -> list[Any]:
    """Return the numbers of a list of any depth; truth values become 0 and 1."""
    return [int(value) if isinstance(value, bool) else value for value in _numbers(_listed(values))]


def _numbers(values: list[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _numbers(list(value))
        else:
            yield value
