"""Driver of the npm package bleu-score, which scores a text and its reference; a corpus has the mean of its segments."""

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
    yield from filter(is_text, corpora("bleu", 2 * count, seed, 1))


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return [("bleu", {"max_order": order}) for order in rng.sample([1, 2, 3, 4, 5], 2)]


def _load(paths: list[Path]) -> Ask:
    def ask(_: str, data: Any, knobs: dict[str, Any]) -> float:
        calls = [[str(line.references[0]), str(line.hypothesis), knobs["max_order"]] for line in data]
        return mean(answers(paths[0], "bleu", calls))

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://www.npmjs.com/package/bleu-score",
            path="js/bleu.js",
            version="1.0.4",
            sha256="41fafa659491083d2ed6a3a97e879211cb6aec1c6b8d1d03f4415301af3b54d2",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=version,
)
