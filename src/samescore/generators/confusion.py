"""Generate confusion matrices from the generated labels."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from samescore.catalogue.wrong_items import Misreading, Plain
from samescore.data.labels import Confusion, Labels
from samescore.generators import labels
from samescore.generators.generator import Generator
from samescore.generators.graded import Axioms, GradedPair
from samescore.generators.target import Target

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _transpose(data: Plain) -> Plain:
    return {**data, "confusion": [list(column) for column in zip(*data["confusion"], strict=True)]}


#: Misreadings that golden vectors must detect.
_MISREADINGS: dict[str, Misreading] = {
    "sides-exchanged": _transpose,
    "items-repeated-once": lambda data: {**data, "confusion": [[min(n, 1) for n in row] for row in data["confusion"]]},
    "last-class-left-out": lambda data: {
        "classes": data["classes"][:-1],
        "confusion": [row[:-1] for row in data["confusion"][:-1]],
    },
    **labels.CLASS_ORDERS,
}


_OF_LABELS = labels.GENERATOR


def _random_inputs(target: Target, count: int, seed: int) -> Iterator[Confusion]:
    return (data.confusion() for data in _OF_LABELS.inputs(target, count, seed))


def _fresh_data(target: Target, rng: random.Random, turn: int) -> Confusion:
    return _OF_LABELS.fresh(target, rng, turn).confusion()


def _large_data(target: Target, rng: random.Random, number: int) -> Confusion | None:
    data = _OF_LABELS.large(target, rng, number)
    return None if data is None else data.confusion()


def _graded_pairs(target: Target) -> Axioms:
    return {axiom: list(map(_confusion_pair, pairs)) for axiom, pairs in labels.unweighted_axioms(target).items()}


def _confusion_pair(pair: GradedPair) -> GradedPair:
    first, second = (cast("Labels", side).confusion() for side in (pair.first, pair.second))
    return GradedPair(pair.relation, first, second, pair.what)


def strategy(target: Target) -> SearchStrategy[Confusion]:
    """Return a strategy for the confusion matrices of drawn labels."""
    return _OF_LABELS.strategy(target).map(lambda data: data.confusion())


GENERATOR = Generator(
    inputs=_random_inputs,
    fresh=_fresh_data,
    large=_large_data,
    graded=_graded_pairs,
    strategy=strategy,
    edges=_OF_LABELS.edges,
    misreadings=_MISREADINGS,
)
