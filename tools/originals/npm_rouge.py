"""Driver of the n-gram scores of the npm package rouge for two texts; a corpus has the mean of its segments."""

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


def _words(count: int, seed: int) -> Iterator[Corpus]:
    """Yield `count` corpora of texts of few words, with characters that separate words and characters that do not."""
    rng = random.Random(seed)
    words = [
        "a",
        "A",
        "b",
        "x_y",
        "x",
        "don't",
        "café",
        "caf",
        "1.5",
        "我",
        "a\u00a0b",
        "\U0001f600",
        "gonna",
        "gon",
        "na",
        "aa",
        "_",
        "K",
    ]
    for _ in range(count):
        size = rng.choice([1, 1, 2])
        hypotheses, references = (
            [rng.choice([" ", "\n", ", "]).join(rng.choices(words, k=rng.randint(1, 8))) for _ in range(size)]
            for _ in range(2)
        )
        yield Corpus.from_segments(hypotheses, [[reference] for reference in references])


def _inputs(count: int, seed: int) -> Iterator[Data]:
    for some in zip(corpora("rouge-n", count, seed, 1), _words(count, seed), strict=False):
        yield from filter(is_text, some)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return [("n", {}), ("n", {"order": 2}), ("n", {"order": rng.choice([3, 3, 4, 5])})]


def _load(paths: list[Path]) -> Ask:
    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        calls = [[str(line.hypothesis), str(line.references[0]), knobs.get("order", 1)] for line in data]
        return mean(answers(paths[0], entry_point, calls))

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://www.npmjs.com/package/rouge",
            path="src/rouge.js",
            version="1.0.3",
            sha256="85e7c38f36babb148b97b703a872662c7ecd321cd844fb11ec8dd4871fc7f1e8",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=version,
)
