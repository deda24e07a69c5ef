"""The interface of drivers, which run a script on inputs, and helpers for them."""

from __future__ import annotations

import dataclasses
import importlib.util
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.generators.inputs import inputs_for

#: An entry point and the knobs that a request sets.
Request = tuple[str, dict[str, Any]]
#: A function that returns the answers to requests about one input, in order: a number, a printed number, None for nan, or
#: the exception that was raised. An empty string means that there is no answer.
Ask = Callable[[Data, list[Request]], list["float | str | Exception | None"]]


@dataclasses.dataclass(frozen=True)
class Driver:
    """The description of a script and the functions that run it.

    `sources` are the files of the script. `inputs` yields inputs that the script can score, from their number and a seed.
    `requests` chooses entry points and settings for an input. `load` loads the files and returns the function that runs
    the script. `digits` is the number of decimals if the script prints its answers, and `scaled` says whether it rounds
    them as NumPy does. `interpreter` returns the name of the interpreter if it is not this Python.
    """

    sources: list[Source]
    inputs: Callable[[int, int], Iterator[Data]]
    requests: Callable[[Data, random.Random], list[Request]]
    load: Callable[[list[Path]], Ask]
    digits: int | None = None
    scaled: bool = False
    interpreter: Callable[[], str] | None = None


def joined(*parts: Driver) -> Driver:
    """Return the driver of several scripts, whose inputs alternate; each is asked about its own inputs only.

    The requests of a part must not depend on the input.
    """
    asked = [parts[0]]

    def inputs(count: int, seed: int) -> Iterator[Data]:
        for some in zip(*(part.inputs(count, seed) for part in parts), strict=False):
            for part, data in zip(parts, some, strict=True):
                asked[0] = part
                yield data

    def requests(data: Data, rng: random.Random) -> list[Request]:
        return asked[0].requests(data, rng)

    sources = [*dict.fromkeys(source for part in parts for source in part.sources)]

    def load(paths: list[Path]) -> Ask:
        asks: dict[str, Ask] = {}
        for part in parts:
            ask = part.load([paths[sources.index(source)] for source in part.sources])
            asks |= {name: ask for name, _ in part.requests(Corpus.from_segments([], []), random.Random())}
        return lambda data, requests: asks[requests[0][0]](data, requests) if requests else []

    return Driver(sources, inputs, requests, load)


def one_by_one(ask: Callable[[str, Any, dict[str, Any]], float | str | None]) -> Ask:
    """Return an `Ask` from a function that answers one request, whose exceptions become answers."""

    def answer(data: Data, entry_point: str, knobs: dict[str, Any]) -> float | str | Exception | None:
        try:
            return ask(entry_point, data, knobs)
        except Exception as problem:  # whatever the script raises is its answer
            return problem

    return lambda data, requests: [answer(data, *request) for request in requests]


def module_at(path: Path) -> Any:
    """Load a Python file as a module. Raises `ImportError` for any other file."""
    spec = importlib.util.spec_from_file_location(path.stem.replace("-", "_").replace(".", "_"), path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def corpora(metric: str, count: int, seed: int, max_references: int = 0) -> Iterator[Corpus]:
    """Yield up to `count` generated corpora in which every segment has a reference."""
    chosen = (
        data
        for data in inputs_for(metric, 4 * count, max_references, seed)
        if isinstance(data, Corpus) and all(segment.references for segment in data)
    )
    for _, data in zip(range(count), chosen, strict=False):
        yield data
