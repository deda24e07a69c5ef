"""Helpers of the drivers of scores of several samples per question."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.verdicts import Verdicts
from samescore.generators.verdicts import verdicts
from tools.originals.driver import Request

#: A function that chooses the settings of a request.
Choose = Callable[[random.Random], dict[str, Any]]

_K = (1, 1, 2, 3, 5, 8, 10, 16, 40, 100)
_N = (1, 2, 3, 5, 8, 10, 40)


def k_only(rng: random.Random) -> dict[str, Any]:
    """Return a number of drawn samples."""
    return {"k": rng.choice(_K)}


def n_only(rng: random.Random) -> dict[str, Any]:
    """Return a number of used samples."""
    return {"n": rng.choice(_N)}


def nothing(_: random.Random) -> dict[str, Any]:
    """Return no settings."""
    return {}


def requests_of(chosen: dict[str, Choose]) -> Callable[[Data, random.Random], list[Request]]:
    """Return a function that requests each entry point with two random settings."""
    return lambda _, rng: [(name, choose(rng)) for name, choose in chosen.items() for _ in range(2)]


def some(count: int, seed: int) -> Iterator[Data]:
    """Yield verdicts on the samples of at least one question."""
    yield from (data for data in verdicts(count, seed) if len(data))


def left_to_right(scores: Sequence[float]) -> float:
    """Return the mean of scores, added one after the other."""
    total = 0.0
    for score in scores:
        total += score
    return total / len(scores)


def of_pypi(name: str, version: str, path: str, sha256: str) -> Source:
    """Return a file of a distribution on PyPI."""
    return Source(f"https://pypi.org/project/{name}", path, version, sha256)


def sizes(data: Verdicts) -> tuple[list[int], list[int]]:
    """Return the numbers of samples and of right samples of each question."""
    return [len(samples) for samples in data], [sum(samples) for samples in data]
