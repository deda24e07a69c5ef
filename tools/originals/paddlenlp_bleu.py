"""Driver of PaddleNLP's BLEU for words separated by white space; an empty stand-in replaces paddle's base class."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one
from tools.originals.stand_ins import module_among


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield Corpus.from_segments([], [])
    yield Corpus.from_segments(["a"], [[""]])
    yield from corpora("bleu", count, seed, 3)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    order = rng.choice([1, 2, 3, 5])
    weights = [rng.choice([0.1, 0.25, 0.3, 0.5]) for _ in range(order)]
    return [("BLEU", {}), ("BLEU", rng.choice([{"max_order": order}, {"max_order": order, "weights": weights}]))]


def _load(paths: list[Path]) -> Ask:
    others: dict[str, dict[str, Any]] = {
        "paddle": {"metric": type("metric", (), {"Metric": object})},
        "paddlenlp.metrics.utils": {"default_trans_func": None},
    }
    script = module_among(paths[0], "paddlenlp.metrics.bleu", others)

    def ask(_: str, data: Any, knobs: dict[str, Any]) -> float:
        metric = script.BLEU(n_size=knobs.get("max_order", 4), weights=knobs.get("weights"))
        for segment in data:
            metric.add_inst(str(segment.hypothesis).split(), [str(line).split() for line in segment.references])
        return float(metric.score())

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/paddlenlp",
            path="paddlenlp/metrics/bleu.py",
            version="2.8.1",
            sha256="4708fcea33879bf82b836d93c72f74db625235a38ac916d3225d08df28044feb",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
