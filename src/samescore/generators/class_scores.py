"""Generate scores of several classes on which multiclass ROC AUC, log loss and similar metrics differ."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from samescore.catalogue.wrong_items import WRONG_ITEMS, Items, Misreading, Plain, pairs
from samescore.data.class_scores import ClassScores
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.invented import invent_word
from samescore.generators.sizes import class_names, item_count
from samescore.generators.target import Target
from samescore.generators.weights import WEIGHTS, WRONG_WEIGHTS, any_or_eighths, inputs_of_items, with_weights

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


#: Probabilities of 0, of 1, and near them.
_EXTREME = (0.0, 1.0, 1e-16, 1e-9, 1 - 2.0**-53)
#: Scores that are not probabilities.
_OUTSIDE = (1.25, -0.5, float("inf"), float("-inf"))


def class_scores(count: int, seed: int = 0) -> Iterator[ClassScores]:
    """Yield `count` inputs of up to 150 items; in some inputs a class never occurs.

    150 is more than the 128 numbers that NumPy adds in one block. Most scores are probabilities that add up to 1, with
    ties. Some do not add up to 1, and a few are not probabilities.
    """
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 2, 5, 8, 20, 20, 60, 60, 150])
        names = [f"c{k}" for k in range(rng.choice([2, *[3, 3, 3, 4, 5, 9, 12] * 2]))]
        drawn = drawn_scores(rng, names, size)
        if index % 97 == 1:  # one of two classes occurs, and a score is infinite
            yield ClassScores(["c0", "c1"], ["c0"], [[0.5, float("inf")]])
            continue
        rows = [list(row) for row in drawn.class_scores]
        if size and rng.random() < 0.05:
            rows = [[score * rng.choice([0.9, 1.0, 1.1]) for score in row] for row in rows]
        if size and rng.random() < 0.05:
            rows = [[round(rng.gauss(0, 2), 1) for _ in row] for row in rows]
        if size and rng.random() < 0.1:
            rng.choice(rows)[rng.randrange(len(names))] = rng.choice([*_EXTREME, *_EXTREME, *_OUTSIDE])
        yield ClassScores(names, drawn.gold, rows)


def _random_inputs(count: int, seed: int) -> Iterator[ClassScores]:
    """Yield `count` inputs like `class_scores`, every second one with weights.

    Half of the weights add up exactly in any order; one in ten has a tiny sum.
    """

    def draw(rng: random.Random, size: int) -> list[float]:
        weights = any_or_eighths(rng, size)
        return [weight * 1e-10 for weight in weights] if rng.random() < 0.1 else weights

    return with_weights(class_scores(count, seed), seed, draw)


def _inputs(target: Target, count: int, seed: int) -> Iterator[ClassScores]:
    made = _random_inputs(count, seed)
    return _in_tenths(made) if target.pool == "certain" else made


def _in_tenths(inputs: Iterator[ClassScores]) -> Iterator[ClassScores]:
    """Yield the inputs; of every third one the probabilities are rounded to tenths, which are on edges of bins."""
    for turn, data in enumerate(inputs):
        in_range = all(0 <= score <= 1 for score in data.columns)
        rows = [[round(score, 1) for score in row] for row in data.class_scores]
        yield ClassScores(data.classes, data.gold, rows, data.weights) if turn % 3 == 1 and in_range else data


def drawn_scores(rng: random.Random, names: Sequence[str], size: int) -> ClassScores:
    """Return `size` items with probabilities of varying quality; some of the classes `names` may not occur."""
    occurring = list(names) if rng.random() < 0.9 else rng.sample(names, rng.randint(1, len(names)))
    gold = [*occurring[:size], *rng.choices(occurring, k=max(size - len(occurring), 0))]
    rng.shuffle(gold)
    rows = []
    favour, whole = rng.choice([0, 1, 3, 8]), rng.choice([8, 64, 0])
    for name in gold:
        weights = [rng.random() + favour * rng.random() * (other == name) for other in names]
        rows.append(_shares_in_units(weights, whole) if whole else [weight / math.fsum(weights) for weight in weights])
    return ClassScores(names, gold, rows)


def _shares_in_units(weights: Sequence[float], units: int) -> list[float]:
    """Return the weights divided by their sum, rounded to multiples of 1/`units` that add up to 1."""
    counts = [int(units * weight / math.fsum(weights)) for weight in weights]
    counts[weights.index(max(weights))] += units - sum(counts)
    return [count / units for count in counts]


def _fresh_data(_: Target, rng: random.Random, _turn: int) -> ClassScores:
    """Return up to 30 items with probabilities of three or five invented classes."""
    return drawn_scores(
        rng, sorted({invent_word(rng) for _ in range(5)})[: rng.choice([3, 5])], rng.choice([2, 5, 12, 30])
    )


def _large_data(_: Target, rng: random.Random, number: int) -> ClassScores:
    return drawn_scores(rng, class_names(number), min(item_count(number), 257))


def _graded_pairs(*, certain: bool) -> Axioms:
    """Return axioms for scores of twelve classes.

    In a wrong item the gold class has the lowest score, so it is not among the top ten. If the scores are `certain`, the
    highest is close to 1. Then every wrong item makes calibration worse.
    """
    names = list("abcdefghijkl")
    by_rank = [(12 - rank) / 78 for rank in range(12)]
    if certain:
        by_rank = [1 - 66 / 4096, *((12 - rank) / 4096 for rank in range(1, 12))]

    def right(items: int) -> ClassScores:
        """Return one item of each class.

        The gold class scores highest in the first `items`, and lowest in the others.
        """
        rows = []
        for k, name in enumerate(names):
            others = [other for other in names if other != name]
            ranked = [name, *others] if k < items else [*others, name]
            rows.append([by_rank[ranked.index(other)] for other in names])
        return ClassScores(names, names, rows)

    mixed = right(6)
    rows = mixed.class_scores
    return {
        "every item counts": [
            better(right(items), right(items - 1), f"with {13 - items} wrong items") for items in range(12, 5, -1)
        ],
        "the gold labels count": [
            better(
                right(12), ClassScores(names, names[1:] + names[:1], right(12).class_scores), "with other gold labels"
            )
        ],
        "item order": [equal(mixed, ClassScores(names, names[::-1], rows[::-1]), "in reverse order")],
        "duplication": [equal(mixed, ClassScores(names, names * 2, rows * 2), "with everything twice")],
        **repeatable(mixed),
    }


def _graded_weight_pairs() -> Axioms:
    """Return the axiom that weights count.

    There are two items of each of twelve classes. One of the 24 has wrong scores; the score falls as its weight grows.
    """
    names = list("abcdefghijkl")
    right = [[(1 + 12 * (other == name)) / 24 for other in names] for name in names]
    rows = [*right, *right[:-1], right[-1][::-1]]

    def heavy(weight: float) -> ClassScores:
        return ClassScores(names, names * 2, rows, [1, 0.5, 2, 0.25] * 5 + [1, 0.5, 1, weight])

    return {"weights count": [better(heavy(0.5), heavy(4), "with more weight of a wrong item")]}


def _axioms(target: Target) -> Axioms:
    counts = getattr(target.settings, "weights", "") == "given"
    return {**_graded_pairs(certain=target.pool == "certain"), **(_graded_weight_pairs() if counts else {})}


def strategy() -> SearchStrategy[ClassScores]:
    """Return a strategy for up to eight items of three classes, with scores in quarters (mostly adding up to 1), maybe weights."""
    from samescore.generators.drawing import st

    rows = [[a / 4, b / 4, (4 - a - b) / 4] for a in range(5) for b in range(5 - a)]
    scores = st.one_of(*[st.sampled_from(rows)] * 20, st.just([1.25, -0.5, 0.0]))
    items = st.lists(st.tuples(st.sampled_from("abc"), scores, st.sampled_from(WEIGHTS)), max_size=8)
    return inputs_of_items(partial(ClassScores, ["a", "b", "c"]), items)


def _any_row(holds: Callable[[list[float]], bool]) -> Callable[[Plain], bool]:
    return lambda plain: any(holds([float(score) for score in row]) for row in plain["class_scores"])


#: Edge cases of the scores of all classes; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "no-items": lambda plain: not plain["gold"],
    "one-item": lambda plain: len(plain["gold"]) == 1,
    "one-class": lambda plain: len(set(plain["gold"])) == 1,
    "absent-class": lambda plain: bool(plain["gold"]) and set(plain["gold"]) < set(plain["classes"]),
    "two-classes": lambda plain: len(plain["classes"]) == 2,
    "many-classes": lambda plain: len(plain["classes"]) > 3,
    "tied-scores": _any_row(lambda row: len(set(row)) < len(row)),
    "no-probability": _any_row(lambda row: min(row) < 0 or max(row) > 1),
    "not-summing-to-1": _any_row(lambda row: abs(sum(row) - 1) > 1e-3),
}


def _change_columns(change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
    """Return a function that applies `change` to every row of scores, so scores are assigned to wrong classes."""
    return lambda data: {**data, "class_scores": [change(row) for row in data["class_scores"]]}


#: Misreadings that golden vectors must detect.
_MISREADINGS: dict[str, Misreading] = {
    **{f"items-{name}": pairs("gold", "class_scores", change) for name, change in WRONG_ITEMS.items()},
    "columns-reversed": _change_columns(lambda row: row[::-1]),
    "columns-of-the-next-class": _change_columns(lambda row: row[1:] + row[:1]),
    "columns-by-frequency": lambda data: {
        **data,
        "classes": sorted(data["classes"], key=lambda name: -data["gold"].count(name)),
    },
    "scores-of-the-next-item": lambda data: {
        **data,
        "class_scores": data["class_scores"][1:] + data["class_scores"][:1],
    },
}


GENERATOR = Generator(
    inputs=_inputs,
    fresh=_fresh_data,
    large=_large_data,
    graded=_axioms,
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
    weighted_misreadings={
        **WRONG_WEIGHTS,
        **{name: how for name, how in _MISREADINGS.items() if not name.startswith("items-")},
    },
)
