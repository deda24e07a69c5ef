"""Add sample weights to every second input of a series, to test sums of weights."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from samescore.catalogue.wrong_items import WRONG_ITEMS, Items, Misreading, Plain
from samescore.data.weights import Weighable, columns_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

#: A function that draws weights, given a random number generator and the number of items.
Draw = Callable[[random.Random, int], list[float]]


def with_weights(inputs: Iterator[Weighable], seed: int, draw: Draw) -> Iterator[Weighable]:
    """Yield the inputs, every second one with weights from `draw`; occasionally its items are repeated three times.

    Occasionally only items with the same gold label, or set of labels, as the first item have a weight other than 0.
    """
    rng = random.Random(seed)
    for place, data in enumerate(inputs):
        if place % 2 == 0:
            yield data
            continue
        entries = [*data.entries()] * rng.choice([1] * 9 + [3])
        weights = draw(rng, len(entries))
        if rng.random() < 0.03:  # only the items of one class, or of one gold set, have a weight
            first = entries[0][0] if entries else None
            weights = [weight * (gold == first) for weight, (gold, *_) in zip(weights, entries, strict=True)]
        yield data.of_entries(entries).with_weights(weights)


def any_weights(rng: random.Random, size: int) -> list[float]:
    """Return `size` weights: all 1, small integers, tenths, or random of any magnitude; occasionally all 0."""
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


def eighths(rng: random.Random, size: int) -> list[float]:
    """Return `size` multiples of 1/8 from 0 to 16: sums and products are exact in doubles, in any order."""
    return [rng.choice([0, 1, 1, 2, 3, 8, 20, 128]) / 8 for _ in range(size)]


def any_or_eighths(rng: random.Random, size: int) -> list[float]:
    """Return weights like `any_weights` or, in half of the cases, like `eighths`, whose sums are exact."""
    return rng.choice([any_weights, eighths])(rng, size)


#: Weights of items from which Hypothesis draws.
WEIGHTS = (0.0, 0.125, 0.3, 1.0, 1.1, 2.0)


def inputs_of_items(
    kind: Callable[..., Weighable], items: SearchStrategy[list[tuple[Any, ...]]]
) -> SearchStrategy[Weighable]:
    """Return a strategy for inputs of `kind` from items of two fields and a weight; half of the inputs omit the weights."""
    from samescore.generators.drawing import st

    def made(drawn: list[tuple[Any, ...]], weighted: bool) -> Weighable:
        return kind(*columns_of(drawn, 3 if weighted else 2))

    return st.builds(made, items, st.booleans())


def _change_items(change: Callable[[Items], Items]) -> Misreading:
    """Return a function that applies `change` to the items: to all fields together, except the class names."""

    def changed(data: Plain) -> Plain:
        fields = [field for field in data if field != "classes"]
        items = change(list(zip(*(data[field] for field in fields), strict=True)))
        return {**data, **{field: [item[place] for item in items] for place, field in enumerate(fields)}}

    return changed


def _change_weights(change: Callable[[Items], Items]) -> Misreading:
    return lambda data: {**data, "weights": change(data["weights"])}


#: Misreadings of weighted items that golden vectors must detect.
WRONG_WEIGHTS: dict[str, Misreading] = {
    **{f"items-{name}": _change_items(how) for name, how in WRONG_ITEMS.items()},
    "weights-left-out": _change_weights(lambda weights: [1.0] * len(weights)),
    "weights-of-the-next-item": _change_weights(lambda weights: weights[1:] + weights[:1]),
    "weights-as-whole-numbers": _change_weights(lambda weights: [float(int(weight)) for weight in weights]),
}
