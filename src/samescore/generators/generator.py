"""The generator interface of a kind of input: random, fresh and large inputs, graded pairs, and a Hypothesis strategy.

The module in this folder named after a kind's tag has such an object, called ``GENERATOR``.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeVar

from samescore.catalogue.wrong_items import Misreading, Plain
from samescore.data.kind import Kind
from samescore.generators.graded import Axioms
from samescore.generators.target import Target

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Input = TypeVar("Input", bound=Kind)

#: Does an input have an edge case?
HasEdge = Callable[[Plain], bool]


@dataclasses.dataclass(frozen=True, slots=True)
class Generator(Generic[Input]):
    """The functions that generate inputs of a kind.

    - `inputs`: so many random inputs from a seed, full of edge cases.
    - `fresh`: an input from a random number generator, the one with this number for an entry point, from 0. Numbers are such
      that sums of them are exact.
    - `large`: the same with many segments, items or words, None if there is none; its number counts large inputs alone.
    - `graded`: the pairs of each axiom.
    - `strategy`: a Hypothesis strategy, which imports Hypothesis when it is called.
    - `edges`: the edge cases of which golden vectors should have each, recognised from the JSON form.
    - `misreadings`: ways to read the JSON form wrongly, which golden vectors should notice; `weighted_misreadings` are those
      of an input whose items have weights. Those of texts are in `samescore.catalogue.wrong_inputs`.
    """

    inputs: Callable[[Target, int, int], Iterator[Input]]
    fresh: Callable[[Target, random.Random, int], Input]
    large: Callable[[Target, random.Random, int], Input | None]
    graded: Callable[[Target], Axioms]
    strategy: Callable[[Target], SearchStrategy[Input]]
    edges: Mapping[str, HasEdge] = dataclasses.field(default_factory=dict)
    misreadings: Mapping[str, Misreading] = dataclasses.field(default_factory=dict)
    weighted_misreadings: Mapping[str, Misreading] = dataclasses.field(default_factory=dict)


def generator_of(kind: type[Input]) -> Generator[Input]:
    """Return the generator of a kind of input."""
    generator: Generator[Input] = import_module(f"samescore.generators.{kind.TAG}").GENERATOR
    return generator
