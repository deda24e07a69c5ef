"""Driver of the metric sari of Hugging Face's evaluate, which needs evaluate, sacrebleu and sacremoses."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one


def _inputs(count: int, seed: int) -> Iterator[Data]:
    return inputs_for("sari", count, seed=seed)


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("sari", {})]


def _load(paths: list[Path]) -> Ask:
    metric = module_at(paths[0]).Sari()

    def ask(_: str, data: Any, __: dict[str, Any]) -> float:
        # `_compute` is what `compute` calls with the columns that it was given.
        answer = metric._compute(list(data.sources), list(data.hypotheses), [list(lines) for lines in data.references])
        return float(answer["sari"])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/huggingface/evaluate",
            path="metrics/sari/sari.py",
            version="a7dd338386a4fae9a1767e05eb9ef9479513d9e8",
            sha256="c13a0034a2bfd2f041c418bca1bde6401405bd8f6806947f86ce8a4e37d21486",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
