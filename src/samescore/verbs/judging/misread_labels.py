"""Wrong readings of labels: of their items, their sides, their classes, their scores and their weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from samescore.verbs.judging.misread_items import WRONG_ITEMS, Items, Plain, once, pairs


def _renamed(data: Plain, order: Sequence[Any]) -> Plain:
    """Labels or a confusion matrix whose classes have the order of `order` when they are sorted."""
    names = {name: place for place, name in enumerate(order)}
    return {
        field: [names[label] for label in labels] if field != "confusion" else labels for field, labels in data.items()
    }


def _occurrences(data: Plain) -> Items:
    """Every label, item by item: gold, then predicted."""
    return data["classes"] if "classes" in data else [*data["gold"], *data["predicted"]]


_CLASS_ORDERS: dict[str, Callable[[Plain], Sequence[Any]]] = {
    "classes-by-first-appearance": lambda data: once(
        _occurrences(data)
        if "classes" in data
        else [label for pair in zip(data["gold"], data["predicted"], strict=True) for label in pair]
    ),
    "classes-by-first-appearance-in-gold": lambda data: once(_occurrences(data)),
    "classes-by-frequency": lambda data: [name for name, _ in Counter(_occurrences(data)).most_common()],
    "classes-as-text": lambda data: sorted(set(_occurrences(data)), key=str),
    "classes-as-numbers": lambda data: sorted(set(_occurrences(data)), key=lambda name: (len(str(name)), str(name))),
}


def _turned(data: Plain) -> Plain:
    return {**data, "confusion": [list(column) for column in zip(*data["confusion"], strict=True)]}


_LABELS: dict[str, Callable[[Plain], Plain]] = {
    **{f"items-{name}": pairs("gold", "predicted", change) for name, change in WRONG_ITEMS.items()},
    "sides-exchanged": lambda data: {"gold": data["predicted"], "predicted": data["gold"]},
    "predictions-sorted": lambda data: {**data, "predicted": sorted(data["predicted"])},
    "predictions-of-the-next-item": lambda data: {**data, "predicted": data["predicted"][1:] + data["predicted"][:1]},
}

_CONFUSION: dict[str, Callable[[Plain], Plain]] = {
    "sides-exchanged": _turned,
    "items-repeated-once": lambda data: {**data, "confusion": [[min(n, 1) for n in row] for row in data["confusion"]]},
    "last-class-left-out": lambda data: {
        "classes": data["classes"][:-1],
        "confusion": [row[:-1] for row in data["confusion"][:-1]],
    },
}

_SCORED: dict[str, Callable[[Plain], Plain]] = {
    **{f"items-{name}": pairs("gold", "scores", change) for name, change in WRONG_ITEMS.items()},
    "gold-inverted": lambda data: {**data, "gold": [1 - label for label in data["gold"]]},
    "scores-of-the-next-item": lambda data: {**data, "scores": data["scores"][1:] + data["scores"][:1]},
}


def _reordered(order: Callable[[Plain], Sequence[Any]]) -> Callable[[Plain], Plain]:
    return lambda data: _renamed(data, order(data))


_ORDERS = {name: _reordered(order) for name, order in _CLASS_ORDERS.items()}


def _of_both(change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
    """A change of the sentences, or of the items, of both sides, the only fields."""
    return lambda data: {side: change(rows) for side, rows in data.items()}


def _sides_exchanged(data: Plain) -> Plain:
    """Gold and predicted, the only fields, are taken for each other."""
    return dict(zip(data, [*data.values()][::-1], strict=True))


_TAGGED: dict[str, Callable[[Plain], Plain]] = {
    **{f"sentences-{name}": _of_both(how) for name, how in WRONG_ITEMS.items() if name != "repeated-once"},
    "sentences-joined": _of_both(lambda sentences: [[tag for tags in sentences for tag in tags]]),
    "gold-and-predicted-exchanged": _sides_exchanged,
}

_LABEL_SETS: dict[str, Callable[[Plain], Plain]] = {
    **{f"items-{name}": _of_both(how) for name, how in WRONG_ITEMS.items()},
    "first-label-only": _of_both(lambda sets: [names[:1] for names in sets]),
    "gold-and-predicted-exchanged": _sides_exchanged,
}


def _rows_of_items(change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
    """A change of the items, of which every field has a value for each."""

    def changed(data: Plain) -> Plain:
        items = change(list(zip(*data.values(), strict=True)))
        return {field: [item[place] for item in items] for place, field in enumerate(data)}

    return changed


def _columns(change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
    """A change of the columns of scores, which belong to other classes then."""
    return lambda data: {**data, "class_scores": [change(row) for row in data["class_scores"]]}


_CLASS_SCORES: dict[str, Callable[[Plain], Plain]] = {
    **{f"items-{name}": pairs("gold", "class_scores", change) for name, change in WRONG_ITEMS.items()},
    "columns-reversed": _columns(lambda row: row[::-1]),
    "columns-of-the-next-class": _columns(lambda row: row[1:] + row[:1]),
    "columns-by-frequency": lambda data: {
        **data,
        "classes": sorted(data["classes"], key=lambda name: -data["gold"].count(name)),
    },
    "scores-of-the-next-item": lambda data: {
        **data,
        "class_scores": data["class_scores"][1:] + data["class_scores"][:1],
    },
}


def _weights(change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
    return lambda data: {**data, "weights": change(data["weights"])}


_WEIGHTED: dict[str, Callable[[Plain], Plain]] = {
    **{f"items-{name}": _rows_of_items(how) for name, how in WRONG_ITEMS.items()},
    "weights-left-out": _weights(lambda weights: [1.0] * len(weights)),
    "weights-of-the-next-item": _weights(lambda weights: weights[1:] + weights[:1]),
    "weights-as-whole-numbers": _weights(lambda weights: [float(int(weight)) for weight in weights]),
}

_WEIGHTED_LABELS: dict[str, Callable[[Plain], Plain]] = {
    **_WEIGHTED,
    "sides-exchanged": lambda data: {
        **data,
        "gold_labels": data["predicted_labels"],
        "predicted_labels": data["gold_labels"],
    },
}

_WEIGHTED_SCORES: dict[str, Callable[[Plain], Plain]] = {
    **_WEIGHTED,
    "gold-inverted": lambda data: {**data, "binary_labels": [1 - label for label in data["binary_labels"]]},
    "scores-of-the-next-item": lambda data: {**data, "item_scores": data["item_scores"][1:] + data["item_scores"][:1]},
}


#: The wrong readings of each kind of labels, by a field that it alone has; the first that fits counts.
LABEL_READINGS: dict[str, dict[str, Callable[[Plain], Plain]]] = {
    "class_scores": _CLASS_SCORES,
    "item_scores": _WEIGHTED_SCORES,
    "weights": _WEIGHTED_LABELS,
    "predicted": {**_LABELS, **_ORDERS},
    "confusion": {**_CONFUSION, **_ORDERS},
    "scores": _SCORED,
    "gold_tags": _TAGGED,
    "gold_sets": _LABEL_SETS,
}
