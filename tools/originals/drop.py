"""Driver of DROP in lm-evaluation-harness: the mean of `process_results`; the parts of an answer are its lines."""

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
    yield Corpus.from_segments([], [])
    yield from inputs_for("drop-f1", count, seed=seed)


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("em", {}), ("f1", {})]


def _load(paths: list[Path]) -> Ask:
    script = module_at(paths[0])

    def ask(entry_point: str, data: Corpus, _: dict[str, Any]) -> float:
        scores = []
        for segment in data:
            answers = [tuple(str(answer).split("\n")) for answer in segment.references]
            scores.append(
                script.process_results({"answers": answers}, str(segment.hypothesis).split("\n"))[entry_point]
            )
        return float(sum(scores) / len(scores))  # `mean` in lm_eval/api/metrics.py

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/lm-eval",
            path="lm_eval/tasks/drop/utils.py",
            version="0.4.13",
            sha256="a5782ee7d2e537968a5b83976195ae2b9b6e2a565a0bfb5c24d221b4d61a04f5",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
