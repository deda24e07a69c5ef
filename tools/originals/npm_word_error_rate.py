"""Driver of the npm package word-error-rate, which compares two texts; a corpus has the mean of its segments."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one
from tools.originals.node import answers, is_text, mean, version


def _repeating(count: int, seed: int) -> Iterator[Corpus]:
    """Yield `count` corpora of texts of two or three different words, so words are often repeated."""
    rng = random.Random(seed)
    for _ in range(count):
        words = rng.sample(["a", "A", "b", "", "\u0130", "\t", "é", "É", "\U0001f600", "我"], rng.choice([2, 3, 3]))
        size = rng.choice([1, 1, 2])
        hypotheses, references = (
            [" ".join(rng.choices(words, k=rng.randint(1, 6))) for _ in range(size)] for _ in range(2)
        )
        yield Corpus.from_segments(hypotheses, [[reference] for reference in references])


def _inputs(count: int, seed: int) -> Iterator[Data]:
    for some in zip(corpora("wer", count, seed, 1), _repeating(count, seed), strict=False):
        yield from filter(is_text, some)


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("wordErrorRate", {})]


def _load(paths: list[Path]) -> Ask:
    def ask(entry_point: str, data: Any, _: dict[str, Any]) -> float:
        calls = [[str(line.hypothesis), str(line.references[0])] for line in data]
        return mean(answers(paths[0], entry_point, calls))

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://www.npmjs.com/package/word-error-rate",
            path="dist/app.js",
            version="0.0.7",
            sha256="b9d2473897639e7565a948c57defd4f371baa0b1159203336618f46996917977",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=version,
)
