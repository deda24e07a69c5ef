"""Driver of bleu.py of tensorflow/nmt: its function `compute_bleu` for words separated by white space."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one


def _inputs(count: int, seed: int) -> Iterator[Data]:
    return inputs_for("bleu", count, seed=seed)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    orders = {"max_order": rng.choice([1, 2, 3, 5])}
    smoothed = {"smoothing": "add-k"}
    return [("compute_bleu", knobs) for knobs in ({}, smoothed, orders, {**orders, **smoothed})]


def _load(paths: list[Path]) -> Ask:
    script = module_at(paths[0])

    def ask(_: str, data: Corpus, knobs: dict[str, Any]) -> float:
        references = [[str(reference).split() for reference in segment.references] for segment in data]
        translations = [str(segment.hypothesis).split() for segment in data]
        smooth = knobs.get("smoothing") == "add-k"
        answer: float = script.compute_bleu(references, translations, knobs.get("max_order", 4), smooth)[0]
        return answer

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/tensorflow/nmt",
            path="nmt/scripts/bleu.py",
            version="0be864257a76c151eef20ea689755f08bc1faf4e",
            sha256="d35b20182f82f22f1c31232df1d25977328cf011178fcd381c2d82ee4116b40b",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
