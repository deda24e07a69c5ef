"""Driver of OpenAI's simple-evals: MGSM with the English prefix, and GPQA; their functions run alone."""

from __future__ import annotations

import re
from pathlib import Path

from conformance.recorded import Source
from tools.originals.driver import Ask, joined
from tools.originals.harness import alone, driver, graders
from tools.originals.simple_evals_mmlu import DRIVER as LETTERS

_COMMIT = "ee3b0318d8d1d9d72755a4120879be65f7c07e9e"


def _load(paths: list[Path]) -> Ask:
    mgsm = alone(paths[0], "parse_answer", "score_mgsm")
    pattern = alone(paths[1], "ANSWER_PATTERN_MULTICHOICE").ANSWER_PATTERN_MULTICHOICE

    def gpqa(output: str, golds: list[str]) -> float:
        match = re.search(pattern, output)
        return float((match.group(1) if match else None) == golds[0])

    return graders(
        {
            "mgsm": lambda output, golds: float(mgsm.score_mgsm(golds[0], mgsm.parse_answer(output, "Answer"))),
            "gpqa": gpqa,
        }
    )


def _source(path: str, sha256: str) -> Source:
    return Source("https://github.com/openai/simple-evals", path, _COMMIT, sha256)


_DRIVER = driver(
    ["mgsm", "gpqa"],
    [
        _source("mgsm_eval.py", "97297bb6d61d7353012eed610fa5830fe6028b7794afb7e8783d4a7a97ac30d3"),
        _source("common.py", "84616c52821a30ae3f55f153a763153fd833cb41b547b09f547b46e6337f8f35"),
    ],
    _load,
    forms=("Answer: {}", "Answer: {}", "answer:{}!", "Answer: ${}$", "An,swer: {}", "Answer: so {}", "Answer {}"),
)
DRIVER = joined(_DRIVER, LETTERS)
