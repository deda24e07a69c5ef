"""Driver of the scores of ragas that use no language model: NonLLMStringSimilarity, ExactMatch and RougeScore.

The files run alone, with stand-ins for their base classes; they need RapidFuzz and rouge-score.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request
from tools.originals.stand_ins import means, module_among, pairs

_MEASURES = {"edit": "LEVENSHTEIN", "hamming": "HAMMING", "jaro": "JARO", "jaro-winkler": "JARO_WINKLER"}
_MODES = {"f": "fmeasure", "precision": "precision", "recall": "recall"}
#: Stand-ins for the other modules that the files of metrics import.
STAND_INS: dict[str, dict[str, Any]] = {
    "langchain_core.callbacks": {"Callbacks": object},
    "ragas.dataset_schema": {"SingleTurnSample": SimpleNamespace},
    "ragas.metrics.base": {"MetricType": SimpleNamespace(SINGLE_TURN=1), "SingleTurnMetric": object},
    "ragas.run_config": {"RunConfig": object},
}


def _requests(_: Data, rng: random.Random) -> list[Request]:
    mode = {"measure": rng.choice(["precision", "recall"])} if rng.random() < 0.3 else {}
    similarity = [("NonLLMStringSimilarity", {"measure": measure}) for measure in _MEASURES]
    return [*similarity, ("ExactMatch", {}), ("RougeScore-rouge1", mode), ("RougeScore-rougeL", mode)]


def score_of(metric: Any, response: str, reference: str) -> float:
    """Return the score of one response."""
    sample = SimpleNamespace(reference=reference, response=response)
    return float(asyncio.run(metric._single_turn_ascore(sample, None)))


def _load(paths: list[Path]) -> Ask:
    strings = module_among(paths[0], "ragas.metrics._string", STAND_INS)
    rouge = module_among(paths[1], "ragas.metrics._rouge_score", STAND_INS)

    def ask(entry_point: str, response: str, reference: str, knobs: dict[str, Any]) -> float:
        if entry_point == "ExactMatch":
            metric = strings.ExactMatch()
        elif entry_point == "NonLLMStringSimilarity":
            metric = strings.NonLLMStringSimilarity(
                distance_measure=strings.DistanceMeasure[_MEASURES[knobs["measure"]]]
            )
        else:
            metric = rouge.RougeScore(rouge_type=entry_point.partition("-")[2], mode=_MODES[knobs.get("measure", "f")])
        return score_of(metric, response, reference)

    return means(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/ragas",
            path="ragas/metrics/_string.py",
            version="0.4.3",
            sha256="4ce00eeb73f442e40a7764400f3a3c94b8c3d1268b54d9b3c9d4ebae4d392072",
        ),
        Source(
            repository="https://pypi.org/project/ragas",
            path="ragas/metrics/_rouge_score.py",
            version="0.4.3",
            sha256="07822056a62a712c2476857723ee967b0d74fe23c5242ecdd177c9172106da66",
        ),
    ],
    inputs=pairs,
    requests=_requests,
    load=_load,
)
