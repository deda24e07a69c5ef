"""Inputs of every kind, for tests that use the registry of kinds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from samescore.data.kinds import Data
from samescore.generators.generator import generator_of
from samescore.generators.target import Target
from samescore.metrics import METRIC_NAMES, metric


def target_for(kind: type[Data]) -> Target:
    """Return a target with the first metric that takes inputs of a kind, at its defaults."""
    chosen = next(chosen for chosen in map(metric, METRIC_NAMES) if kind in chosen.takes)
    return Target(chosen, chosen.settings())


def inputs_of(kind: type[Data], count: int, seed: int = 0) -> Iterator[Data]:
    """Yield `count` generated inputs of a kind."""
    return islice(generator_of(kind).inputs(target_for(kind), count, seed), count)


def example_of(kind: type[Data]) -> Data:
    """Return the first generated input of a kind that has more than one entry."""
    return next(data for data in inputs_of(kind, 200) if len(data.entries()) > 1)
