"""Driver of OpenCompass's MATH: `math_postprocess` of outputs in two versions, then the accuracy of `MATHEvaluator`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from conformance.recorded import Source
from tools.originals.driver import Ask, one_by_one
from tools.originals.latex_answers import driver
from tools.originals.stand_ins import Registry, module_among


class _Evaluator:
    """A stand-in for OpenCompass's evaluators."""

    def __init__(self, pred_postprocessor: None = None) -> None:
        """Do nothing: outputs are processed before."""


def _load(paths: list[Path]) -> Ask:
    others: dict[str, dict[str, Any]] = {
        "datasets": {"Dataset": object, "DatasetDict": object},
        "opencompass.openicl.icl_evaluator": {"BaseEvaluator": _Evaluator},
        "opencompass.registry": dict.fromkeys(("ICL_EVALUATORS", "LOAD_DATASET", "TEXT_POSTPROCESSORS"), Registry),
        "opencompass.utils": {"get_data_path": None},
        "opencompass.datasets.base": {"BaseDataset": object},
    }
    script = module_among(paths[0], "opencompass.datasets.math", others)
    versions = {
        "math": (script.math_postprocess, script.MATHEvaluator("v1")),
        "math_v2": (script.math_postprocess_v2, script.MATHEvaluator("v2")),
    }

    def ask(entry_point: str, data: Any, _: dict[str, Any]) -> float:
        process, evaluator = versions[entry_point]
        outputs = [process(str(line.hypothesis)) for line in data]
        return float(evaluator.score(outputs, [str(line.references[0]) for line in data])["accuracy"])

    return one_by_one(ask)


DRIVER = driver(
    ["math", "math_v2"],
    [
        Source(
            repository="https://pypi.org/project/opencompass",
            path="opencompass/datasets/math.py",
            version="0.5.4",
            sha256="0a012f495cea4ef7c676b66e5c8194b63c7605ce0cd2ee20a5b4d4e5d7daabd9",
        )
    ],
    _load,
)
