"""Driver of FastEval's multiple-choice questions with the choices A to D, whose texts no output contains."""

from __future__ import annotations

from pathlib import Path

from conformance.recorded import Source
from tools.originals.driver import Ask
from tools.originals.harness import alone
from tools.originals.harness_letters import driver, graders

_OPTIONS = [(letter, f"\ue000{letter}\ue000") for letter in "ABCD"]


def _load(paths: list[Path]) -> Ask:
    script = alone(paths[0], "find_multiple_choice_answer")

    def grade(output: str, gold: str, _: str) -> float:
        found = script.find_multiple_choice_answer(model_answer=output, options=_OPTIONS)
        return 1 / len(_OPTIONS) if found is None else float(found == gold)

    return graders({"multiple_choice": grade})


DRIVER = driver(
    ["multiple_choice"],
    [
        Source(
            repository="https://github.com/FastEval/FastEval",
            path="evaluation/benchmarks/cot.py",
            version="9f7cc4e034216d72640fe359e0ee58667559dff1",
            sha256="18971b6461835be48443dcd809b0142915d68ed6319be225e3489f3a616d01c4",
        )
    ],
    _load,
)
