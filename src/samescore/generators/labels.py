"""Generate class labels on which classification scores differ."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from samescore.catalogue.wrong_items import WRONG_ITEMS, Items, Misreading, Plain, once, pairs
from samescore.data.class_counts import class_totals, confusion_rows
from samescore.data.labels import Labels
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.invented import invent_word
from samescore.generators.target import Target
from samescore.generators.weights import WEIGHTS, WRONG_WEIGHTS, any_weights, eighths, inputs_of_items, with_weights
from samescore.settings import Settings

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


#: The numbers of items and classes of large inputs.
_LABELS = ((70_001, 2), (1025, 300), (1025, 17), (257, 2), (1001, 3), (65, 5), (33, 2))
#: Number of items of either class; it exceeds a batch and a byte.
_PAIRS = 513
#: Number of wrong items of either class at the end.
_WRONG = 100
_LABEL_SETS: tuple[tuple[Any, ...], ...] = (
    (0, 1),
    ("0", "1"),
    ("BAD", "OK"),
    (0, 1, 2),
    ("a", "b", "c", "1"),
    tuple(range(10)),
)


def labels(count: int, seed: int = 0) -> Iterator[Labels]:
    """Yield `count` inputs of up to 60 labels of one, two or many classes: balanced or skewed, integers or strings."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 2, 3, 8, 20, 60])
        names: list[Any]
        names = rng.choice(
            [["0", "1"], [0, 1], ["BAD", "OK"], [1, 2, 3], list(range(10)), ["a", "b", "c", "1"], list(range(40))]
        )
        names = names[: rng.choice([1, 2, 2, len(names), len(names)])]
        skew = rng.choice([1, 1, 5])
        pool = [name for k, name in enumerate(names) for _ in range(1 if k else skew)]
        gold = [rng.choice(pool) for _ in range(size)]
        accuracy = rng.choice([0.0, 0.5, 0.8, 1.0])
        predicted = [label if rng.random() < accuracy else rng.choice(pool) for label in gold]
        yield Labels(gold, predicted)


def _random_inputs(target: Target, count: int, seed: int) -> Iterator[Labels]:
    return with_weights(labels(count, seed), seed, eighths if target.pool == "dyadic-weights" else any_weights)


def _fresh_data(_: Target, rng: random.Random, _turn: int) -> Labels:
    """Return up to 60 labels of a few classes, which appear in any order; some occur only in predictions, or only in gold."""
    words = [invent_word(rng) for _ in range(rng.choice([2, 3, 5, 12]))]
    several: list[list[Any]]
    several = [["0", "1"], [0, 1], ["BAD", "OK"], list(range(rng.choice([1, 3, 5]) + 1)), sorted(set(words))]
    names = rng.choice(several)
    pool = [name for name in names for _ in range(rng.choice([1, 1, 2, 5]))]
    gold = rng.choices(pool, k=rng.choice([1, 2, 5, 9, 20, 60]))
    accuracy = rng.choice([0.2, 0.5, 0.8, 0.9])
    return Labels(gold, [label if rng.random() < accuracy else rng.choice(pool) for label in gold])


def _large_data(target: Target, rng: random.Random, number: int) -> Labels:
    items, classes = _LABELS[number % len(_LABELS)]
    return _many(rng, items, 2 if getattr(target.settings, "average", "") == "binary" else classes)


def _many(rng: random.Random, items: int, classes: int) -> Labels:
    """Return `items` labels of `classes` classes, with more errors towards the end; classes with high numbers are rarer."""
    gold = [min(int(classes * rng.random() ** 2), classes - 1) for _ in range(items - classes)] + list(range(classes))
    predicted = [
        label if rng.random() > 0.2 + 0.6 * place / items else rng.randrange(classes)
        for place, label in enumerate(gold)
    ]
    return Labels(gold, predicted)


def _graded_pairs(positive: str = "1", negative: str = "0") -> Axioms:
    """Return axioms for metrics that compare two lists of labels of these two classes."""
    right, wrong = (positive, negative), (negative, positive)

    def pairs(count: int) -> list[str]:
        """Return six labels in pairs; the first `count` pairs are right."""
        return [label for k in range(3) for label in (right if k < count else wrong)]

    many = [positive, negative] * _PAIRS
    gold, mixed = pairs(3), Labels(pairs(3), [*pairs(1)[:4], positive, positive])
    return {
        "every item counts": [
            better(Labels(gold, pairs(3)), Labels(gold, pairs(2)), "with errors in the last two items"),
            better(Labels(gold, pairs(2)), Labels(gold, pairs(1)), "with errors in the second two items, too"),
            better(Labels(gold, pairs(1)), Labels(gold, pairs(0)), "with errors in the first two items, too"),
            better(
                Labels(many, many),
                Labels(many, [*many[: -2 * _WRONG], *[negative, positive] * _WRONG]),
                f"with errors in the last {2 * _WRONG} of {len(many)} items",
            ),
        ],
        "the gold labels count": [better(Labels(gold, gold), Labels(pairs(0), gold), "with other gold labels")],
        "item order": [
            equal(mixed, Labels(mixed.gold[::-1], mixed.predicted[::-1]), "in reverse order"),
        ],
        "duplication": [equal(mixed, Labels(mixed.gold * 2, mixed.predicted * 2), "with everything twice")],
        **repeatable(mixed),
    }


def _graded_weight_pairs(positive: str, other: str) -> Axioms:
    """Return the axiom that weights count: one item of each class is misclassified, and their weight varies."""
    gold = [positive, other] * 3

    def heavy(weight: float) -> Labels:
        return Labels(gold, [*gold[:4], other, positive], [1, 0.5, 2, 0.25, weight, weight])

    return {"weights count": [better(heavy(0.5), heavy(4), "with more weight of wrong items")]}


def unweighted_axioms(target: Target) -> Axioms:
    """Return the axioms about unweighted labels, for the two classes that the settings count."""
    return _graded_pairs(*two_classes(target.settings))


def _axioms(target: Target) -> Axioms:
    counts = getattr(target.settings, "weights", "") == "given"
    return {**unweighted_axioms(target), **(_graded_weight_pairs(*two_classes(target.settings)) if counts else {})}


def two_classes(settings: Settings) -> tuple[str, str]:
    """Return two classes that count under these settings, the positive one first."""
    named = getattr(settings, "labels", "present") if not hasattr(settings, "positive") else "present"
    if not isinstance(named, str) and len(named) > 1:
        return named[0], named[1]
    positive = str(getattr(settings, "positive", "1"))
    return positive, "0" if positive != "0" else "1"


def strategy() -> SearchStrategy[Labels]:
    """Return a strategy for the gold and predicted labels of up to 20 items: integers or strings, of up to ten classes.

    Some inputs have weights from 0 to 2.
    """
    from samescore.generators.drawing import st

    def items(names: Sequence[Any]) -> SearchStrategy[list[tuple[Any, ...]]]:
        weights = st.sampled_from(WEIGHTS)
        return st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names), weights), max_size=20)

    return inputs_of_items(Labels, st.sampled_from(_LABEL_SETS).flatmap(items))


#: Edge cases of class labels; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "no-items": lambda plain: not sum(map(sum, confusion_rows(plain))),
    "one-item": lambda plain: sum(map(sum, confusion_rows(plain))) == 1,
    "one-class": lambda plain: sum(map(bool, map(sum, confusion_rows(plain)))) == 1,
    "class-never-predicted": lambda plain: any(g and not p for g, p in zip(*class_totals(plain), strict=True)),
    "class-only-predicted": lambda plain: any(p and not g for g, p in zip(*class_totals(plain), strict=True)),
    "all-wrong": lambda plain: (
        bool(confusion_rows(plain)) and not any(row[k] for k, row in enumerate(confusion_rows(plain)))
    ),
    "many-classes": lambda plain: len(confusion_rows(plain)) > 2,
    "beyond-2^31": lambda plain: any(count > 2**31 for row in confusion_rows(plain) for count in row),
    "beyond-2^63": lambda plain: sum(map(sum, confusion_rows(plain))) ** 2 > 2**63,
}


def _rename_classes(data: Plain, order: Sequence[Any]) -> Plain:
    """Return labels, or a confusion matrix, with each class renamed to its position in `order`."""
    names = {name: place for place, name in enumerate(order)}
    return {
        field: [names[label] for label in labels] if field != "confusion" else labels for field, labels in data.items()
    }


def _occurrences(data: Plain) -> Items:
    """Return all gold labels and then all predicted ones, or the classes of a confusion matrix."""
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


def _rename_by_order(order: Callable[[Plain], Sequence[Any]]) -> Callable[[Plain], Plain]:
    return lambda data: _rename_classes(data, order(data))


#: Functions that rename the classes of an input so that they sort in a wrong order.
CLASS_ORDERS = {name: _rename_by_order(order) for name, order in _CLASS_ORDERS.items()}
_MISREADINGS: dict[str, Misreading] = {
    **{f"items-{name}": pairs("gold", "predicted", change) for name, change in WRONG_ITEMS.items()},
    "sides-exchanged": lambda data: {"gold": data["predicted"], "predicted": data["gold"]},
    "predictions-sorted": lambda data: {**data, "predicted": sorted(data["predicted"])},
    "predictions-of-the-next-item": lambda data: {**data, "predicted": data["predicted"][1:] + data["predicted"][:1]},
    **CLASS_ORDERS,
}


GENERATOR = Generator(
    inputs=_random_inputs,
    fresh=_fresh_data,
    large=_large_data,
    graded=_axioms,
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
    weighted_misreadings={
        **WRONG_WEIGHTS,
        "sides-exchanged": lambda data: {**data, "gold": data["predicted"], "predicted": data["gold"]},
    },
)
