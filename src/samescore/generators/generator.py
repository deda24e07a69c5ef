"""The interface of generators, one for each kind of input.

The module of this folder that is named after the tag of a kind has its `Generator`, called ``GENERATOR``.
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

#: A function that returns whether an input, in its JSON form, has an edge case.
HasEdge = Callable[[Plain], bool]


@dataclasses.dataclass(frozen=True, slots=True)
class Generator(Generic[Input]):
    """The functions that generate inputs of one kind.

    - `inputs`: yields random inputs with many edge cases, from a target, their number and a seed.
    - `fresh`: returns one input from a target, a random number generator and the index of the input (from 0). Sums of
      its numbers are exact.
    - `large`: returns an input with many segments, items or words, or None if there is none for the target. Its index
      counts only large inputs.
    - `graded`: returns the graded pairs of each axiom.
    - `strategy`: returns a Hypothesis strategy; Hypothesis is imported only when this function is called.
    - `edges`: by name, functions that recognise an edge case in the JSON form. Golden vectors should have every one.
    - `misreadings`: by name, functions that read the JSON form wrongly. Golden vectors should detect every one.
      `weighted_misreadings` are for inputs whose items have weights. Misreadings of texts are in
      `samescore.catalogue.wrong_inputs`.
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
