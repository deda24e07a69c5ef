"""Driver of tensor2tensor's sari_hook: the mean over segments of `get_sari_score`, as TensorFlow averages metrics.

It scores lists of numbers, so words are numbered from 1 in order of first appearance (0 is padding). It needs NumPy, but not
TensorFlow, which only the rest of the file calls.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.rewrites import Rewrites
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one


def _inputs(count: int, seed: int) -> Iterator[Data]:
    rewrites = (data for data in inputs_for("sari", 2 * count, seed=seed) if isinstance(data, Rewrites))
    return (data for data in rewrites if len(data) == 1)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    order = {"max_order": rng.choice([1, 2, 3, 5])} if rng.random() < 0.2 else {}
    return [("get_sari_score", order), ("get_sari_score_beta_1", {})]


def _load(paths: list[Path]) -> Ask:
    # The names that the file imports; its functions of lists use none of them.
    for name in ("tensorflow", "tensorflow.compat", "tensorflow.compat.v1"):
        sys.modules.setdefault(name, ModuleType(name))
    sys.modules["tensorflow.compat"].v1 = sys.modules["tensorflow.compat.v1"]  # type: ignore[attr-defined]
    script = module_at(paths[0])

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        (row,) = data
        numbers: dict[str, int] = {}
        lines = [line.lower().split() for line in (row.source, row.hypothesis, *row.references)]
        ids = [[numbers.setdefault(word, len(numbers) + 1) for word in line] for line in lines]
        beta = 1 if entry_point.endswith("beta_1") else 0
        return float(script.get_sari_score(ids[0], ids[1], ids[2:], knobs.get("max_order", 4), beta)[0])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/tensorflow/tensor2tensor",
            path="tensor2tensor/utils/sari_hook.py",
            version="bafdc1b67730430d38d6ab802cbd51f9d053ba2e",
            sha256="cf2623aec442132a4a27bc6ad5698188715c0a255c7cd01a7ea042cdce53f55d",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
