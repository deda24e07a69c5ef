"""Driver of MTEB's retrieval_metrics.py: the means of `parse_metrics_from_scores` and of `mrr`, as the file combines them.

The file runs alone, with pytrec_eval and a stand-in for the rest of MTEB. Confidences and their areas are not asked.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.rankings import inputs, judgments, results, with_cutoff
from tools.originals.stand_ins import module_among

#: The place of each measure in the result, its name there, and its name in pytrec_eval.
_MEASURES = {
    "ndcg": (0, "NDCG", "ndcg_cut"),
    "ap": (1, "MAP", "map_cut"),
    "recall": (2, "Recall", "recall"),
    "precision": (3, "P", "P"),
    "success": (8, "HitRate", "success"),
}


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return [
        *(("calculate_retrieval_scores", with_cutoff(rng, tuple(_MEASURES))) for _ in range(2)),
        ("mrr", with_cutoff(rng)),
    ]


def _load(paths: list[Path]) -> Ask:
    import pytrec_eval

    module = module_among(
        paths[0], "mteb._evaluators.retrieval_metrics", {"mteb.types": {"RetrievalEvaluationResult": object}}
    )

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        cutoff = knobs["cutoff"]
        if entry_point == "mrr":
            ranks = module.mrr(judgments(data), results(data), [cutoff])[f"MRR@{cutoff}"]
            return float(sum(ranks) / len(ranks))
        place, name, _ = _MEASURES[knobs["measure"]]
        names = {f"{measure}.{cutoff}" for _, _, measure in _MEASURES.values()}
        scores = pytrec_eval.RelevanceEvaluator(judgments(data), names).evaluate(results(data))
        return float(module.parse_metrics_from_scores(scores, [cutoff])[place][f"{name}@{cutoff}"])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/mteb",
            path="mteb/_evaluators/retrieval_metrics.py",
            version="2.26.24",
            sha256="e1438f788f846464f81c5a6317c37a43686bc881dff72c64af69f61e9efb3b1a",
        )
    ],
    inputs=inputs,
    requests=_requests,
    load=_load,
)
