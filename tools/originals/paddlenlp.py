"""Driver of PaddleNLP's RougeL for words separated by white space; an empty stand-in replaces paddle's base class."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.rouge_functions import inputs


def _inputs(count: int, seed: int) -> Iterator[Data]:
    return inputs(count, seed, 0)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return [("RougeL", {"beta": rng.choice([1.0, 1.2, 1.2, 2.0])})]


def _load(paths: list[Path]) -> Ask:
    paddle: Any = ModuleType("paddle")
    paddle.metric = SimpleNamespace(Metric=object)
    package, utilities = ModuleType("paddlenlp"), ModuleType("paddlenlp.utils")
    package.__path__ = []
    utilities.default_trans_func = None  # type: ignore[attr-defined]
    sys.modules |= {"paddle": paddle, "paddlenlp": package, "paddlenlp.utils": utilities}
    script: dict[str, Any] = {"__name__": "paddlenlp.rouge", "__package__": "paddlenlp"}
    exec(compile(paths[0].read_text(encoding="utf-8"), str(paths[0]), "exec"), script)  # noqa: S102 - the file that was named

    def ask(_: str, data: Any, knobs: dict[str, Any]) -> float:
        metric = script["RougeL"](gamma=knobs["beta"])
        for segment in data:
            metric.add_inst(str(segment.hypothesis).split(), [str(line).split() for line in segment.references])
        return float(metric.score())

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/paddlenlp",
            path="paddlenlp/metrics/rouge.py",
            version="2.8.1",
            sha256="adf8b1785462fd09f441b38b1a0d0d3b1ac0219033d3eb0bc825336a66ef58a2",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
