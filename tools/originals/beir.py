"""Driver of BEIR's EvaluateRetrieval: the results of `evaluate` and of three of the functions of `evaluate_custom`.

The files run alone, with pytrec_eval and a stand-in for the rest of BEIR.
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

_PACKAGE = "beir.retrieval"
#: The place of each measure in the result of `evaluate`, and its name.
_EVALUATED = {"ndcg": (0, "NDCG"), "ap": (1, "MAP"), "recall": (2, "Recall"), "precision": (3, "P")}
#: The argument and the name in the result of `evaluate_custom`, by entry point.
_CUSTOM = {"mrr": ("mrr", "MRR"), "recall_cap": ("r_cap", "R_cap"), "top_k_accuracy": ("acc", "Accuracy")}


def _requests(_: Data, rng: random.Random) -> list[Request]:
    evaluated = [("evaluate", with_cutoff(rng, tuple(_EVALUATED))) for _ in range(2)]
    return [*evaluated, *((entry_point, with_cutoff(rng)) for entry_point in _CUSTOM)]


def _load(paths: list[Path]) -> Ask:
    custom = module_among(paths[1], f"{_PACKAGE}.custom_metrics", {_PACKAGE: {}})
    stand_ins = {f"{_PACKAGE}.custom_metrics": vars(custom), f"{_PACKAGE}.search.base": {"BaseSearch": object}}
    evaluation = module_among(paths[0], f"{_PACKAGE}.evaluation", stand_ins)

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        cutoff = knobs["cutoff"]
        if entry_point == "evaluate":
            place, name = _EVALUATED[knobs["measure"]]
            made = evaluation.EvaluateRetrieval.evaluate(judgments(data), results(data), [cutoff])[place]
        else:
            argument, name = _CUSTOM[entry_point]
            made = evaluation.EvaluateRetrieval.evaluate_custom(judgments(data), results(data), [cutoff], argument)
        return float(made[f"{name}@{cutoff}"])

    return one_by_one(ask)


def _source(path: str, sha256: str) -> Source:
    return Source(repository="https://pypi.org/project/beir", path=path, version="2.2.0", sha256=sha256)


DRIVER = Driver(
    sources=[
        _source("beir/retrieval/evaluation.py", "f346bd20f258e552895e438257e3cc91308b65e0b1ee6c09422e987084bc3bd0"),
        _source("beir/retrieval/custom_metrics.py", "3b315c1473115dc4e41d3038423fe5f1963868c3b9c92d5386839bde33472157"),
    ],
    inputs=inputs,
    requests=_requests,
    load=_load,
)
