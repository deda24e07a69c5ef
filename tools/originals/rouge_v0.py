"""Driver of rouge 0.2.1, which can no longer be installed: a copy of the file of google/seq2seq with a wrapper class."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request
from tools.originals.rouge_functions import inputs, means
from tools.originals.stand_ins import module_among


def _requests(_: Data, rng: random.Random) -> list[Request]:
    measure = {"measure": rng.choice(["f", "f", "precision", "recall"])}
    return [("rouge-n", {**measure, "order": rng.choice([1, 2])}), ("rouge-l", measure)]


def _load(paths: list[Path]) -> Ask:
    module_among(paths[1], "rouge.rouge_score", {"rouge": {}})
    package = module_among(paths[0], "rouge.rouge", {})

    def ask(entry_point: str, hypothesis: str, references: list[str], knobs: dict[str, Any]) -> float:
        name = "rouge-l" if entry_point == "rouge-l" else f"rouge-{knobs['order']}"
        scores = package.Rouge(metrics=[name]).get_scores(hypothesis, references[0])
        return float(scores[0][name][knobs["measure"][0]])

    return means(ask)


def _source(path: str, sha256: str) -> Source:
    return Source(repository="https://pypi.org/project/rouge", path=path, version="0.2.1", sha256=sha256)


DRIVER = Driver(
    sources=[
        _source("rouge/rouge.py", "8027c5a2d7f4d29ed0ea566b2e90bd5854598f8f44b2b901f142dcdf6da56096"),
        _source("rouge/rouge_score.py", "c0f614d520e56cef2282117d51024d1a36bc9e291382d3311be930448fd0fb0f"),
    ],
    inputs=inputs,
    requests=_requests,
    load=_load,
)
