"""Driver of OpenCompass's GSM8K: `gsm8k_postprocess` of outputs, then the accuracy of `Gsm8kEvaluator`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from conformance.recorded import Source
from tools.originals.driver import Ask, joined, one_by_one
from tools.originals.harness import driver, numbers
from tools.originals.opencompass_letters import DRIVER as LETTERS
from tools.originals.stand_ins import Registry, module_among


def _load(paths: list[Path]) -> Ask:
    base = type("BaseEvaluator", (), {})
    others: dict[str, dict[str, Any]] = {
        "datasets": {"Dataset": object, "DatasetDict": object},
        "opencompass.openicl": {"BaseEvaluator": base},
        "opencompass.registry": {"LOAD_DATASET": Registry, "TEXT_POSTPROCESSORS": Registry},
        "opencompass.utils": {"get_data_path": None},
        "opencompass.datasets.base": {"BaseDataset": object},
    }
    script = module_among(paths[0], "opencompass.datasets.gsm8k", others)

    def ask(_: str, data: Any, __: dict[str, Any]) -> float:
        outputs = [script.gsm8k_postprocess(str(line.hypothesis)) for line in data]
        return float(script.Gsm8kEvaluator().score(outputs, [str(line.references[0]) for line in data])["accuracy"])

    return one_by_one(ask)


_DRIVER = driver(
    ["gsm8k"],
    [
        Source(
            repository="https://pypi.org/project/opencompass",
            path="opencompass/datasets/gsm8k.py",
            version="0.5.4",
            sha256="f19fa92d04c9f694dc9ba7bc95321958299c64037f0962fb0d0a4be066b31f9b",
        )
    ],
    _load,
    numbers,
)
DRIVER = joined(_DRIVER, LETTERS)
