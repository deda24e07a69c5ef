"""Driver of torchtext's bleu_score, whose file runs with torchtext's file of n-grams; it needs PyTorch.

It adds up PyTorch's numbers from left to right, so all interpreters give the same answers.
"""

from __future__ import annotations

import platform
import random
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one
from tools.originals.stand_ins import module_among


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield Corpus.from_segments([], [])
    yield from corpora("bleu", count, seed, 3)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    order = rng.choice([1, 2, 3, 4])
    weights = [rng.choice([0.1, 0.25, 0.3, 0.5]) for _ in range(order)]
    knobs: list[dict[str, Any]] = [{}, {"max_order": order}, {"max_order": order, "weights": weights}]
    return [("bleu_score", some) for some in knobs]


def _load(paths: list[Path]) -> Ask:
    module_among(paths[1], "torchtext.data.utils", {"torchtext.data": {}})
    metrics = module_among(paths[0], "torchtext.data.metrics", {})

    def ask(_: str, data: Any, knobs: dict[str, Any]) -> float:
        order = knobs.get("max_order", 4)
        candidates = [str(line.hypothesis).split() for line in data]
        references = [[str(text).split() for text in line.references] for line in data]
        return float(metrics.bleu_score(candidates, references, order, knobs.get("weights", [1 / order] * order)))

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/torchtext",
            path=f"torchtext/data/{name}.py",
            version="0.18.0",
            sha256=sha256,
        )
        for name, sha256 in (
            ("metrics", "39184057fc43cb64256a808b6e68384b27847a639a017d92324c85384804a0ca"),
            ("utils", "975f3d2884dc9408a8080d3ae1b029e57b8042c761a7a44da310986ab073dc0a"),
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=lambda: f"CPython {platform.python_version()} with PyTorch {version('torch')}",
)
