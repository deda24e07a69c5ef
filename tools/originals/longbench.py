"""Driver of LongBench's eval.py: the score of English questions (such as NarrativeQA's) before it is rounded.

The files run with stand-ins for the imports of other tasks; they need NumPy.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one
from tools.originals.helm import inputs

_STAND_INS: dict[str, dict[str, Any]] = {"jieba": {}, "fuzzywuzzy": {"fuzz": None}, "rouge": {"Rouge": None}}


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("qa_f1_score", {})]


def _load(paths: list[Path]) -> Ask:
    for name, names in _STAND_INS.items():
        vars(sys.modules.setdefault(name, ModuleType(name))).update(names)
    sys.modules["metrics"] = module_at(paths[1])
    script = module_at(paths[0])
    script.round = lambda number, _: number

    def ask(_: str, data: Any, __: dict[str, Any]) -> float:
        answers = [[*map(str, line.references)] for line in data]
        return float(script.scorer("narrativeqa", [str(line.hypothesis) for line in data], answers, None))

    return one_by_one(ask)


def _source(name: str, sha256: str) -> Source:
    commit = "2e00731f8d0bff23dc4325161044d0ed8af94c1e"
    return Source("https://github.com/THUDM/LongBench", f"LongBench/{name}.py", commit, sha256)


DRIVER = Driver(
    sources=[
        _source("eval", "1a3acfc25d9b053e9bb75c479f7e385d0cb9989f0f7115346b7d632655967721"),
        _source("metrics", "e22e2a2662e0f7e683137fa3541f64edb6a801e9138d16d2f3459a6ab9941323"),
    ],
    inputs=inputs,
    requests=_requests,
    load=_load,
)
