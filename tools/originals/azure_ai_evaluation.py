"""F1ScoreEvaluator of azure-ai-evaluation. The file runs alone, with stand-ins for the rest of the package."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request
from tools.originals.hotpotqa import single_answers
from tools.originals.stand_ins import means, module_among

_PACKAGE = "azure.ai.evaluation"


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("F1ScoreEvaluator", {})]


def _load(paths: list[Path]) -> Ask:
    others: dict[str, dict[str, Any]] = {
        "typing_extensions": {"overload": lambda function: function, "override": lambda function: function},
        f"{_PACKAGE}._constants": {"EVALUATION_PASS_FAIL_MAPPING": {}},
        f"{_PACKAGE}._evaluators._common": {"EvaluatorBase": object},
    }
    evaluator = module_among(paths[0], f"{_PACKAGE}._evaluators._f1_score._f1_score", others).F1ScoreEvaluator

    def ask(_: str, response: str, ground_truth: str, __: dict[str, Any]) -> float:
        return float(evaluator._compute_f1_score(response=response, ground_truth=ground_truth))

    return means(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/azure-ai-evaluation",
            path="azure/ai/evaluation/_evaluators/_f1_score/_f1_score.py",
            version="1.18.10",
            sha256="626ec9810e606bf68281f7172c24f6bbd0e2b16de857767368b25facf93463f6",
        )
    ],
    inputs=single_answers,
    requests=_requests,
    load=_load,
)
