"""Generate sets of labels on which multilabel scores differ."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from samescore.catalogue.wrong_items import WRONG_ITEMS, Misreading, change_both_sides, exchange_sides
from samescore.data.label_sets import LabelSets
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.invented import invent_word
from samescore.generators.sizes import class_names, item_count
from samescore.generators.target import Target
from samescore.generators.weights import WEIGHTS, WRONG_WEIGHTS, any_or_eighths, inputs_of_items, with_weights

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def label_sets(count: int, seed: int = 0) -> Iterator[LabelSets]:
    """Yield `count` inputs of up to 150 items, more than NumPy adds in one block (128); with empty sets and rare labels."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 2, 3, 8, 9, 20, 60, 150])
        names = [f"l{k}" for k in range(rng.choice([1, 2, 2, 3, 3, 5, 9, 12]))]
        yield drawn_sets(rng, names, size)


def drawn_sets(rng: random.Random, names: Sequence[str], size: int) -> LabelSets:
    """Return `size` items with sets of the labels `names`, predicted with varying accuracy."""
    density, noise = rng.choice([0.1, 0.3, 0.5, 0.9]), rng.choice([0.0, 0.1, 0.3, 0.5, 1.0])
    gold = [[name for name in names if rng.random() < density] for _ in range(size)]
    predicted = [[name for name in names if (name in row) != (rng.random() < noise)] for row in gold]
    return LabelSets(gold, predicted)


def _random_inputs(count: int, seed: int) -> Iterator[LabelSets]:
    """Yield `count` inputs like `label_sets`, every second one with weights. Half of these add up exactly in any order."""
    return with_weights(label_sets(count, seed), seed, any_or_eighths)


def _fresh_data(_: Target, rng: random.Random, _turn: int) -> LabelSets:
    """Return up to 12 items with sets of two to five invented labels."""
    return drawn_sets(rng, [invent_word(rng) for _ in range(rng.choice([2, 3, 5]))], rng.choice([1, 2, 5, 12]))


def _large_data(_: Target, rng: random.Random, number: int) -> LabelSets:
    return drawn_sets(rng, class_names(number)[:17], item_count(number))


def _graded_pairs() -> Axioms:
    """Return axioms for metrics that compare sets of labels."""
    gold = [["a", "b"], ["b"], ["a", "c"], ["c"], ["a"], ["b", "c"]]

    def right(items: int) -> LabelSets:
        """Return six items, the first `items` of them right; for the others exactly the wrong labels are predicted."""
        return LabelSets(gold, [*gold[:items], *([name for name in "abc" if name not in row] for row in gold[items:])])

    mixed = right(3)
    said = mixed.predicted_sets
    return {
        "every item counts": [
            better(right(items), right(items - 1), f"with {7 - items} wrong items") for items in range(6, 2, -1)
        ],
        "every label counts": [
            better(right(6), LabelSets(gold, [["a", "c"], *gold[1:]]), "with another second label in an item"),
            better(right(6), LabelSets(gold, [["b", "c"], *gold[1:]]), "with another first label in an item"),
        ],
        "item order": [equal(mixed, LabelSets(gold[::-1], said[::-1]), "in reverse order")],
        "duplication": [equal(mixed, LabelSets(gold * 2, said * 2), "with everything twice")],
        **repeatable(mixed),
    }


def _graded_weight_pairs() -> Axioms:
    """Return the axiom that weights count: one of four items is entirely wrong, and its weight varies."""
    gold = [["a", "b"], ["b"], ["a", "c"], ["c"]]
    said = [["a", "b"], ["b"], ["a"], ["a", "b"]]

    def heavy(weight: float) -> LabelSets:
        return LabelSets(gold, said, [1, 0.5, 2, weight])

    return {"weights count": [better(heavy(0.5), heavy(4), "with more weight of a wrong item")]}


def _axioms(target: Target) -> Axioms:
    counts = getattr(target.settings, "weights", "") == "given"
    return {**_graded_pairs(), **(_graded_weight_pairs() if counts else {})}


def strategy() -> SearchStrategy[LabelSets]:
    """Return a strategy for up to eight items with sets of three labels, some of them empty; some inputs have weights."""
    from samescore.generators.drawing import st

    sets = st.sets(st.sampled_from("abc")).map(sorted)
    return inputs_of_items(LabelSets, st.lists(st.tuples(sets, sets, st.sampled_from(WEIGHTS)), max_size=8))


#: Edge cases of sets of labels; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "no-items": lambda plain: not plain["gold_sets"],
    "several-items": lambda plain: len(plain["gold_sets"]) > 1,
    "empty-gold": lambda plain: [] in plain["gold_sets"],
    "empty-predicted": lambda plain: [] in plain["predicted_sets"],
    "both-empty": lambda plain: ([], []) in zip(plain["gold_sets"], plain["predicted_sets"], strict=True),
    "several-labels": lambda plain: any(len(row) > 1 for row in plain["gold_sets"]),
}


#: Misreadings that golden vectors must detect.
_MISREADINGS: dict[str, Misreading] = {
    **{f"items-{name}": change_both_sides(how) for name, how in WRONG_ITEMS.items()},
    "first-label-only": change_both_sides(lambda sets: [names[:1] for names in sets]),
    "gold-and-predicted-exchanged": exchange_sides,
}


GENERATOR = Generator(
    inputs=lambda _, count, seed: _random_inputs(count, seed),
    fresh=_fresh_data,
    large=_large_data,
    graded=_axioms,
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
    weighted_misreadings={
        **WRONG_WEIGHTS,
        "gold-and-predicted-exchanged": lambda data: {
            **data,
            "gold_sets": data["predicted_sets"],
            "predicted_sets": data["gold_sets"],
        },
    },
)
