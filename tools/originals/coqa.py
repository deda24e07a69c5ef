"""Driver of CoQA's evaluate-v1.0.py: the mean over turns of the score that `CoQAEvaluator` computes for a turn."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one
from tools.originals.squad_v1 import DRIVER as SQUAD


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("em", {}), ("f1", {})]


def _load(paths: list[Path]) -> Ask:
    score = module_at(paths[0]).CoQAEvaluator._compute_turn_score

    def ask(entry_point: str, data: Corpus, _: dict[str, Any]) -> float:
        total = 0.0
        for segment in data:
            total += score([*map(str, segment.references)], str(segment.hypothesis))[entry_point]
        return total / len(data)

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/stanfordnlp/coqa-baselines",
            path="scripts/evaluate-v1.0.py",
            version="693d05b39dc036a8ad4ef0f00e4e6068aafa9d02",
            sha256="d42f70d686abc724a9169947a487f4509087ee69804277cc73950682cb700b4d",
        )
    ],
    inputs=SQUAD.inputs,
    requests=_requests,
    load=_load,
)
