"""Driver of `_ECELoss` of temperature_scaling, the script of Guo et al. (2017).

It runs with PyTorch; its softmax is replaced by the probabilities themselves.
"""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.calibration_inputs import BINS, several_classes
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.stand_ins import module_among


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return [("ece_loss", {"bins": rng.choice(BINS)}) for _ in range(2)]


def _unchanged(probabilities: Any, dim: int) -> Any:  # noqa: ARG001  # the script passes it by name
    return probabilities


def _load(paths: list[Path]) -> Ask:
    torch = import_module("torch")
    module = module_among(paths[0], "temperature_scaling", {})
    module.F = SimpleNamespace(softmax=_unchanged)

    def ask(_: str, data: Any, knobs: dict[str, Any]) -> float:
        scores = torch.tensor(data.class_scores, dtype=torch.float32).reshape(len(data), len(data.classes))
        gold = torch.tensor(list(data.gold_columns), dtype=torch.long)
        return float(module._ECELoss(knobs["bins"])(scores, gold))

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/gpleiss/temperature_scaling",
            path="temperature_scaling.py",
            version="ce1154ec7d5235eee046f28875c3dd8421f11d45",
            sha256="34efa1fc8da61dd216558cb12186a58e43f2a9bab1ce3e0e92ab60a3dae57ea8",
        )
    ],
    inputs=several_classes,
    requests=_requests,
    load=_load,
)
