"""Driver of the npm package fastest-levenshtein, which compares two texts; a corpus has the mean of its segments."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one
from tools.originals.node import answers, is_text, mean, version


def _inputs(count: int, seed: int) -> Iterator[Data]:
    for some in zip(corpora("edit-distance", count, seed, 1), corpora("similarity", count, seed, 1), strict=False):
        yield from filter(is_text, some)


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("distance", {})]


def _load(paths: list[Path]) -> Ask:
    def ask(_: str, data: Any, __: dict[str, Any]) -> float:
        calls = [[str(line.references[0]), str(line.hypothesis)] for line in data]
        return mean(answers(paths[0], "distance", calls))

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://www.npmjs.com/package/fastest-levenshtein",
            path="mod.js",
            version="1.0.16",
            sha256="c35592ffede92667e7b645a42d2cabe0158e5f616ca91e3afd34e515f32ae49a",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=version,
)
