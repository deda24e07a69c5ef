"""Driver of TriviaQA's triviaqa_evaluation.py: the results of its function `evaluate_triviaqa`."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from tools.originals.driver import Ask, Driver, module_at, one_by_one
from tools.originals.squad_v1 import DRIVER as SQUAD


def _load(paths: list[Path]) -> Ask:
    for name in ("utils", "utils.dataset_utils", "utils.utils"):  # they read files
        sys.modules.setdefault(name, ModuleType(name))
    script = module_at(paths[0])

    def ask(entry_point: str, data: Corpus, _: dict[str, Any]) -> float:
        gold = {number: {"NormalizedAliases": [*map(str, each.references)]} for number, each in enumerate(data)}
        said = {number: str(each.hypothesis) for number, each in enumerate(data)}
        answer: float = script.evaluate_triviaqa(gold, said, mute=True)[entry_point]
        return answer

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/mandarjoshi90/triviaqa",
            path="evaluation/triviaqa_evaluation.py",
            version="ca43b5820b107f3970cf4b7d67f7db7a98117b79",
            sha256="51785a3bc2e02a8f1ebf9db3aa18834c6a5daa5089ee5d435c99e0babf4be682",
        )
    ],
    inputs=SQUAD.inputs,
    requests=SQUAD.requests,
    load=_load,
)
