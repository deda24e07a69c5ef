"""Class labels with sample weights: what sums of weights disagree about."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from samescore.data.weighted_labels import WeightedLabels
from samescore.generators.generator import Generator, HasEdge, Misreading, Plain
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.invented import invented
from samescore.generators.labels import two_classes
from samescore.generators.sizes import class_names, item_count
from samescore.generators.target import Target
from samescore.generators.wrong_items import WRONG_ITEMS, Items

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def weighted_labels(count: int, seed: int = 0) -> Iterator[WeightedLabels]:
    """`count` inputs: none or few items, or more than numpy's block of 128; one class or many; weights of every size."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 2, 3, 8, 9, 20, 60, 150])
        names = rng.choice([["0", "1"], ["BAD", "OK"], ["a", "b", "c", "1"], [str(k) for k in range(12)]])
        items = drawn_items(rng, names[: rng.choice([1, 2, len(names), len(names)])], size)
        yield WeightedLabels(items.gold_labels, items.predicted_labels, drawn_weights(rng, size))


def dyadic_weights(count: int, seed: int = 0) -> Iterator[WeightedLabels]:
    """The same with weights that are few eighths: their sums and products are exact in doubles, in any order."""
    rng = random.Random(seed)
    for items in weighted_labels(count, seed):
        weights = [rng.choice([0, 1, 1, 2, 3, 8, 20, 128]) / 8 for _ in items.weights]
        yield WeightedLabels(items.gold_labels, items.predicted_labels, weights)


def drawn_items(rng: random.Random, names: Sequence[str], size: int) -> WeightedLabels:
    """`size` items of these classes, predicted more or less well, with weights in eighths."""
    accuracy = rng.choice([0.0, 0.5, 0.8, 1.0])
    gold = [rng.choice(names) for _ in range(size)]
    predicted = [name if rng.random() < accuracy else rng.choice(names) for name in gold]
    return WeightedLabels(gold, predicted, [rng.randint(1, 16) / 8 for _ in range(size)])


def drawn_weights(rng: random.Random, size: int) -> list[float]:
    """Weights of every size, now and then none but 0."""
    kind = rng.choice(["ones", "whole", "tenths", "any", "any", "wide"])
    if rng.random() < 0.02:
        return [0.0] * size
    draws: dict[str, Callable[[], float]] = {
        "ones": lambda: 1.0,
        "whole": lambda: float(rng.randint(0, 4)),
        "tenths": lambda: rng.randint(0, 20) / 10,
        "any": rng.random,
        "wide": lambda: 10.0 ** rng.uniform(-12, 6),
    }
    return [draws[kind]() for _ in range(size)]


def _inputs(target: Target, count: int, seed: int) -> Iterator[WeightedLabels]:
    return dyadic_weights(count, seed) if target.pool == "dyadic-weights" else weighted_labels(count, seed)


def _fresh(_: Target, rng: random.Random, _turn: int) -> WeightedLabels:
    """Items of two to five invented classes, with weights in eighths."""
    return drawn_items(rng, [invented(rng) for _ in range(rng.choice([2, 3, 5]))], rng.choice([2, 5, 12, 30]))


def _large(_: Target, rng: random.Random, number: int) -> WeightedLabels:
    return drawn_items(rng, class_names(number), item_count(number))


def _graded(positive: str, other: str) -> Axioms:
    """Axioms of labels with sample weights, in which two classes count."""
    gold = [positive, other] * 3
    weights = [1, 0.5, 2, 0.25, 0.5, 1]

    def right(items: int) -> WeightedLabels:
        """The first `items` of six are right, and the others wrong."""
        wrong = [positive if name == other else other for name in gold[items:]]
        return WeightedLabels(gold, [*gold[:items], *wrong], weights)

    def heavy(weight: float) -> WeightedLabels:
        """One of six items is wrong, and has this weight."""
        return WeightedLabels(gold, right(5).predicted_labels, [*weights[:5], weight])

    mixed = right(3)
    said = mixed.predicted_labels
    return {
        "every item counts": [
            better(right(items), right(items - 1), f"with {7 - items} wrong items") for items in range(6, 2, -1)
        ],
        "weights count": [better(heavy(0.5), heavy(4), "with more weight of a wrong item")],
        "item order": [equal(mixed, WeightedLabels(gold[::-1], said[::-1], weights[::-1]), "in reverse order")],
        "duplication": [equal(mixed, WeightedLabels(gold * 2, said * 2, weights * 2), "with everything twice")],
        **repeatable(mixed),
    }


def strategy() -> SearchStrategy[WeightedLabels]:
    """Up to eight items of three classes, with weights of a few eighths and tenths, now and then 0."""
    from samescore.generators.drawing import st

    classes, weights = st.sampled_from("abc"), st.sampled_from([0.0, 0.125, 0.3, 1.0, 1.1, 2.0])
    items = st.lists(st.tuples(classes, classes, weights), max_size=8)
    return items.map(
        lambda drawn: WeightedLabels(
            [gold for gold, _, _ in drawn], [said for _, said, _ in drawn], [weight for _, _, weight in drawn]
        )
    )


#: Edge cases of labels with sample weights.
_EDGES: dict[str, HasEdge] = {
    "no-items": lambda plain: not plain["weights"],
    "one-item": lambda plain: len(plain["weights"]) == 1,
    "one-class": lambda plain: len({*plain["gold_labels"], *plain["predicted_labels"]}) == 1,
    "several-classes": lambda plain: len(set(plain["gold_labels"])) > 2,
    "predicted-only": lambda plain: bool(set(plain["predicted_labels"]) - set(plain["gold_labels"])),
    "weight-0": lambda plain: 0 in plain["weights"] and any(plain["weights"]),
    "no-weight": lambda plain: bool(plain["weights"]) and not any(plain["weights"]),
    "inexact-weights": lambda plain: any(weight * 1024 % 1 for weight in plain["weights"]),
}


def _rows_of_items(change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
    """A change of the items, of which every field has a value for each."""

    def changed(data: Plain) -> Plain:
        items = change(list(zip(*data.values(), strict=True)))
        return {field: [item[place] for item in items] for place, field in enumerate(data)}

    return changed


def _weights(change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
    return lambda data: {**data, "weights": change(data["weights"])}


#: The wrong readings of items with weights.
WRONG_WEIGHTS: dict[str, Callable[[Plain], Plain]] = {
    **{f"items-{name}": _rows_of_items(how) for name, how in WRONG_ITEMS.items()},
    "weights-left-out": _weights(lambda weights: [1.0] * len(weights)),
    "weights-of-the-next-item": _weights(lambda weights: weights[1:] + weights[:1]),
    "weights-as-whole-numbers": _weights(lambda weights: [float(int(weight)) for weight in weights]),
}


#: What golden vectors must notice.
_MISREADINGS: dict[str, Misreading] = {
    **WRONG_WEIGHTS,
    "sides-exchanged": lambda data: {
        **data,
        "gold_labels": data["predicted_labels"],
        "predicted_labels": data["gold_labels"],
    },
}


GENERATOR = Generator(
    inputs=_inputs,
    fresh=_fresh,
    large=_large,
    graded=lambda target: _graded(*two_classes(target.settings)),
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
)
