"""The comparison mcnemar of Hugging Face's evaluate.

The distribution evaluate, and SciPy, have to be installed beside samescore. p is recorded to 12 decimals: the last digits
are SciPy's.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.comparison import MEAN, Comparison, Numbers
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, one_by_one

_DIGITS = 12


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Right and wrong answers of two systems, which seldom are of one mind."""
    rng = random.Random(seed)
    for _ in range(count):
        shares, size = (rng.choice([0.2, 0.5, 0.8]), rng.choice([0.5, 0.8])), rng.choice([1, 2, 4, 8, 20, 60])
        yield Comparison(MEAN, [Numbers([int(rng.random() < share) for _ in range(size)]) for share in shares])


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("mcnemar", {})]


def _load(paths: list[Path]) -> Ask:
    import evaluate

    comparison = evaluate.load(str(paths[0]), module_type="comparison")

    def ask(_: str, data: Any, __: dict[str, Any]) -> str:
        first, second = ([int(score) for score in system.plain()["scores"]] for system in data.systems)
        answer = comparison.compute(references=[1] * len(first), predictions1=first, predictions2=second)
        return f"{float(answer['p']):.{_DIGITS}f}"

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/huggingface/evaluate",
            path="comparisons/mcnemar/mcnemar.py",
            version="a4fcb45252709bd07fba897afd4575735716664f",
            sha256="0c41ea0275b4f5e733463ac33a2c79eeb71eedbf34197ef423fd40366a7e7c2b",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    digits=_DIGITS,
)
