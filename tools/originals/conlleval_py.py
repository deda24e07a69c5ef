"""Driver of sighsmile's conlleval.py: the results of its function `evaluate` for tags with an O after every sentence.

Its function for files calls `evaluate` in the same way: an empty line counts as an O on both sides.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one

_MEASURES = ("precision", "recall", "f1")


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield from inputs_for("entity-f1", count, seed=seed)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return [("evaluate", {}), ("evaluate", {"measure": rng.choice(_MEASURES[:2])})]


def _load(paths: list[Path]) -> Ask:
    script = module_at(paths[0])

    def ask(_: str, data: Any, knobs: dict[str, Any]) -> float:
        gold, predicted = (
            [tag for tags in side for tag in (*tags, "O")] for side in (data.gold_tags, data.predicted_tags)
        )
        scores = script.evaluate(gold, predicted, verbose=False)
        return float(scores[_MEASURES.index(knobs.get("measure", "f1"))])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/sighsmile/conlleval",
            path="conlleval.py",
            version="423ac49bc1d6d777a237d0ff9507fccdd9523ee7",
            sha256="d65903c279eb52ed58d793d9e56bc11e530b80889abe0703df037dca2454d330",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
