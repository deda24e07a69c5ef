"""Generate a classifier's scores on which curves, thresholds and losses differ."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from samescore.catalogue.wrong_items import WRONG_ITEMS, Misreading, pairs
from samescore.data.scored_labels import ScoredLabels
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.sizes import item_count
from samescore.generators.target import Target
from samescore.generators.weights import WEIGHTS, WRONG_WEIGHTS, any_weights, inputs_of_items, with_weights

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


#: Number of scored items: enough to choose a threshold on half of them.
_ITEMS = 96
#: Number of items of either class; it exceeds a batch and a byte.
_PAIRS = 513
#: Number of wrong items of either class at the end.
_WRONG = 100


def scored_labels(count: int, seed: int = 0) -> Iterator[ScoredLabels]:
    """Yield `count` inputs of up to 400 scored items: with many ties or none, one class, or an infinite score."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 2, 3, 5, 8, 20, 60, 60, 400])
        share = rng.choice([0.0, 0.1, *[0.5] * 8, 1.0])
        gold = [int(rng.random() < share) for _ in range(size)]
        digits = rng.choice([0, 1, 2, 17])
        scores = [round(rng.gauss(label, 1), digits) for label in gold]
        if size and rng.random() < 0.03:
            scores[rng.randrange(size)] = rng.choice([float("inf"), float("-inf")])
        yield ScoredLabels(gold, scores)


def probabilities(count: int, seed: int = 0) -> Iterator[ScoredLabels]:
    """Yield `count` inputs of up to 400 items with probabilities: some of 0 or 1 or nearly, one class, a few invalid ones."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 2, 3, 5, 8, 20, 60, 60, 400])
        share = rng.choice([0.0, 0.1, *[0.5] * 8, 1.0])
        gold = [int(rng.random() < share) for _ in range(size)]
        digits = rng.choice([1, 2, 17, 17])
        scores = [round(rng.betavariate(1 + 2 * label, 3 - 2 * label), digits) for label in gold]
        if size and rng.random() < 0.5:
            scores[rng.randrange(size)] = rng.choice([0.0, 1.0, 1e-16, 1e-9, 1 - 2.0**-53, 1 - 1e-9])
        if size and rng.random() < 0.05:
            scores[rng.randrange(size)] = rng.choice([1.25, -0.5, 1 + 2.0**-52, float("inf"), float("-inf")])
        yield ScoredLabels(gold, scores)


def _random_inputs(target: Target, count: int, seed: int) -> Iterator[ScoredLabels]:
    made = probabilities(count, seed) if target.pool in _PROBABILITIES else scored_labels(count, seed)
    return with_weights(made, seed, any_weights)


#: The pools whose scores are probabilities.
_PROBABILITIES = ("probabilities", "certain")


def _fresh_data(target: Target, rng: random.Random, _turn: int) -> ScoredLabels:
    return few_probabilities(rng) if target.pool in _PROBABILITIES else _few_scores(rng)


def _few_scores(rng: random.Random) -> ScoredLabels:
    """Return up to 60 items with scores: multiples of 1/4 (many ties) or of 1/64 (few ties)."""
    share, grain = rng.choice([0.2, 0.5, 0.5, 0.8]), rng.choice([4, 64])
    gold = [int(rng.random() < share) for _ in range(rng.choice([2, 5, 9, 20, 60]))]
    return ScoredLabels(gold, [round(rng.gauss(label, 1) * grain) / grain for label in gold])


def few_probabilities(rng: random.Random) -> ScoredLabels:
    """Return up to 60 items with probabilities in multiples of 1/64; some are 0 or 1."""
    share = rng.choice([0.2, 0.5, 0.5, 0.8])
    gold = [int(rng.random() < share) for _ in range(rng.choice([2, 5, 9, 20, 60]))]
    return ScoredLabels(gold, [round(rng.betavariate(1 + label, 2 - label) * 64) / 64 for label in gold])


def _large_data(_: Target, rng: random.Random, number: int) -> ScoredLabels:
    return large_scores(rng, item_count(number))


def large_scores(rng: random.Random, items: int) -> ScoredLabels:
    """Return `items` items (at least two) with probabilities in multiples of 1/64; both classes occur."""
    gold = [int(rng.random() < 0.4) for _ in range(items - 2)] + [0, 1]
    return ScoredLabels(gold, [round(rng.betavariate(1 + label, 2 - label) * 64) / 64 for label in gold])


def _graded_pairs(*, certain: bool) -> Axioms:
    """Return axioms for metrics that compare gold labels with scores.

    If the scores are `certain`, they are close to 0 or 1. Then every wrong item makes calibration worse.
    """

    def spread(label: int, part: float) -> float:
        """Return a score for a predicted label; `part`, from 0 to 1, makes scores differ."""
        return (1 + part + 2044 * label) / 2048 if certain else (2 + part + 4 * label) / 8

    def items(right_scores: int, right_labels: int = 3) -> ScoredLabels:
        """Return items in groups of three; the scores of the first `right_scores` of each group, and the labels of the first `right_labels`, are right."""
        gold, scores = [], []
        for i in range(_ITEMS):
            part, label = i % 3, i // 3 % 2
            gold.append(label if part < right_labels else 1 - label)
            scores.append(spread(label if part < right_scores else 1 - label, i * 37 % _ITEMS / _ITEMS))
        return ScoredLabels(gold, scores)

    mixed = items(2)
    gold = [0, 1] * (_PAIRS * 2)
    right = [spread(label, k * 37 % len(gold) / len(gold)) for k, label in enumerate(gold)]
    return {
        "every item counts": [
            better(items(3), items(2), "with errors in every third item"),
            better(items(2), items(1), "with errors in two of three items"),
            better(items(1), items(0), "with errors in all items"),
            better(
                ScoredLabels(gold, right),
                ScoredLabels(gold, [*right[: -2 * _WRONG], *right[-1:-3:-1] * _WRONG]),
                f"with errors in the last {2 * _WRONG} of {len(gold)} items",
            ),
        ],
        "the gold labels count": [better(items(3), items(3, 0), "with other gold labels")],
        "item order": [equal(mixed, ScoredLabels(mixed.gold[::-1], mixed.scores[::-1]), "in reverse order")],
        "duplication": [equal(mixed, ScoredLabels(mixed.gold * 2, mixed.scores * 2), "with everything twice")],
        **repeatable(mixed),
    }


def strategy(*, probabilities: bool = False) -> SearchStrategy[ScoredLabels]:
    """Return a strategy for up to 20 items of two classes with scores: multiples of 1/4 with many ties, a few infinite.

    With `probabilities`, scores are from 0 to 1, and a few are invalid instead. Some inputs have weights from 0 to 2.
    """
    from samescore.generators.drawing import st

    grid = (range(5), [1.5, -0.5]) if probabilities else (range(-8, 9), [float("inf"), float("-inf")])
    scores = st.one_of(*[st.sampled_from([count / 4 for count in grid[0]])] * 30, st.sampled_from(grid[1]))
    items = st.lists(st.tuples(st.sampled_from([0, 1]), scores, st.sampled_from(WEIGHTS)), max_size=20)
    return inputs_of_items(ScoredLabels, items)


def _graded_weight_pairs() -> Axioms:
    """Return the axiom that weights count: one of twelve items has a misleading score, and its weight varies."""
    gold = [0, 1] * 6
    scores = [(8 + (12 + k) * (1 if (label == 1) == (k < 11) else -1) / 3) / 16 for k, label in enumerate(gold)]

    def heavy(weight: float) -> ScoredLabels:
        return ScoredLabels(gold, scores, [1, 0.5, 2, 0.25, 0.5, 1, 1, 0.5, 2, 0.25, 0.5, weight])

    return {"weights count": [better(heavy(0.5), heavy(4), "with more weight of a wrong item")]}


def _axioms(target: Target) -> Axioms:
    counts = getattr(target.settings, "weights", "") == "given"
    return {**_graded_pairs(certain=target.pool == "certain"), **(_graded_weight_pairs() if counts else {})}


#: Edge cases of a classifier's scores; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "no-items": lambda plain: not plain["gold"],
    "one-class": lambda plain: len(set(plain["gold"])) == 1,
    "tied-scores": lambda plain: len(set(plain["scores"])) < len(plain["scores"]),
    "all-tied": lambda plain: len(plain["scores"]) > 1 and len(set(plain["scores"])) == 1,
}


#: Misreadings that golden vectors must detect.
_MISREADINGS: dict[str, Misreading] = {
    **{f"items-{name}": pairs("gold", "scores", change) for name, change in WRONG_ITEMS.items()},
    "gold-inverted": lambda data: {**data, "gold": [1 - label for label in data["gold"]]},
    "scores-of-the-next-item": lambda data: {**data, "scores": data["scores"][1:] + data["scores"][:1]},
}


GENERATOR = Generator(
    inputs=_random_inputs,
    fresh=_fresh_data,
    large=_large_data,
    graded=_axioms,
    strategy=lambda target: strategy(probabilities=target.pool in _PROBABILITIES),
    edges=_EDGES,
    misreadings=_MISREADINGS,
    weighted_misreadings={
        **WRONG_WEIGHTS,
        **{name: _MISREADINGS[name] for name in ("gold-inverted", "scores-of-the-next-item")},
    },
)
