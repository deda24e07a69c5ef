"""A classifier's scores with sample weights: what sums of weights disagree about."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import compress
from typing import TYPE_CHECKING

from samescore.data.weighted_scores import WeightedScores
from samescore.generators.generator import Generator, HasEdge, Misreading, Plain
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.scored_labels import few_probabilities, large_scores, probabilities
from samescore.generators.sizes import item_count
from samescore.generators.target import Target
from samescore.generators.weighted_labels import WRONG_WEIGHTS, drawn_weights

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def weighted_scores(count: int, seed: int = 0) -> Iterator[WeightedScores]:
    """`count` inputs of probabilities, a few of which are none, with weights of every size; one class; a class without weight."""
    rng = random.Random(seed)
    for items in probabilities(count, seed):
        weights = drawn_weights(rng, len(items))
        if rng.random() < 0.05:
            weights = [weight * label for weight, label in zip(weights, items.gold, strict=True)]
        yield WeightedScores(items.gold, [min(max(score, -1.0), 2.0) for score in items.scores], weights)


def _fresh(_: Target, rng: random.Random, _turn: int) -> WeightedScores:
    """Items with probabilities, multiples of 1/64, and weights in eighths."""
    items = few_probabilities(rng)
    return WeightedScores(items.gold, items.scores, [rng.randint(1, 16) / 8 for _ in items.gold])


def _large(_: Target, rng: random.Random, number: int) -> WeightedScores:
    drawn = large_scores(rng, item_count(number))
    return WeightedScores(drawn.gold, drawn.scores, [rng.randint(1, 16) / 8 for _ in drawn.gold])


def _graded() -> Axioms:
    """Axioms of scores with sample weights."""
    gold = [0, 1] * 6
    weights = [1, 0.5, 2, 0.25, 0.5, 1] * 2

    def right(items: int) -> WeightedScores:
        """The scores of the first `items` of twelve tell the classes apart, and those of the others mislead."""
        scores = [(8 + (12 + k) * (1 if (label == 1) == (k < items) else -1) / 3) / 16 for k, label in enumerate(gold)]
        return WeightedScores(gold, scores, weights)

    def heavy(weight: float) -> WeightedScores:
        """One of twelve items has a score that misleads, and this weight."""
        return WeightedScores(gold, right(11).item_scores, [*weights[:11], weight])

    mixed = right(6)
    said = mixed.item_scores
    return {
        "every item counts": [
            better(right(items), right(items - 1), f"with {13 - items} misleading scores") for items in range(12, 8, -1)
        ],
        "weights count": [better(heavy(0.5), heavy(4), "with more weight of a wrong item")],
        "item order": [equal(mixed, WeightedScores(gold[::-1], said[::-1], weights[::-1]), "in reverse order")],
        "duplication": [equal(mixed, WeightedScores(gold * 2, said * 2, weights * 2), "with everything twice")],
        **repeatable(mixed),
    }


def strategy() -> SearchStrategy[WeightedScores]:
    """Up to eight items with scores, multiples of 1/4, and weights of a few eighths and tenths, now and then 0."""
    from samescore.generators.drawing import st

    scores, weights = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), st.sampled_from([0.0, 0.125, 0.3, 1.0, 1.1, 2.0])
    items = st.lists(st.tuples(st.sampled_from([0, 1]), scores, weights), max_size=8)
    return items.map(
        lambda drawn: WeightedScores(
            [gold for gold, _, _ in drawn], [score for _, score, _ in drawn], [weight for _, _, weight in drawn]
        )
    )


def _weighted_classes(plain: Plain) -> set[int]:
    """The gold labels whose items have a weight."""
    return set(compress(plain["binary_labels"], plain["weights"]))


#: Edge cases of scores with sample weights.
_EDGES: dict[str, HasEdge] = {
    "no-items": lambda plain: not plain["weights"],
    "one-class": lambda plain: len(set(plain["binary_labels"])) == 1,
    "tied-scores": lambda plain: len(set(plain["item_scores"])) < len(plain["item_scores"]),
    "all-tied": lambda plain: len(plain["item_scores"]) > 1 and len(set(plain["item_scores"])) == 1,
    "weight-0": lambda plain: 0 in plain["weights"] and any(plain["weights"]),
    "no-weight": lambda plain: bool(plain["weights"]) and not any(plain["weights"]),
    "class-without-weight": lambda plain: 0 < len(_weighted_classes(plain)) < len(set(plain["binary_labels"])),
    "inexact-weights": lambda plain: any(weight * 1024 % 1 for weight in plain["weights"]),
}


#: What golden vectors must notice.
_MISREADINGS: dict[str, Misreading] = {
    **WRONG_WEIGHTS,
    "gold-inverted": lambda data: {**data, "binary_labels": [1 - label for label in data["binary_labels"]]},
    "scores-of-the-next-item": lambda data: {**data, "item_scores": data["item_scores"][1:] + data["item_scores"][:1]},
}


GENERATOR = Generator(
    inputs=lambda _, count, seed: weighted_scores(count, seed),
    fresh=_fresh,
    large=_large,
    graded=lambda _: _graded(),
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
)
