"""Driver of Qwen2.5-Math: the letters that its `extract_answer` and `extract_multi_choice_answer` find; they run alone."""

from __future__ import annotations

import re
from pathlib import Path

from conformance.recorded import Source
from tools.originals.driver import Ask
from tools.originals.harness import alone
from tools.originals.harness_letters import FORMS, driver, graders

_NAMES = (
    "extract_answer",
    "choice_answer_clean",
    "direct_answer_trigger_for_fewshot",
    "extract_multi_choice_answer",
)


def _load(paths: list[Path]) -> Ask:
    script = alone(paths[0], *_NAMES, regex=re)
    return graders(
        {
            "mmlu_stem": lambda output, gold, _: float(script.extract_answer(output, "mmlu_stem") == gold),
            "multi_choice": lambda output, gold, _: float(script.extract_multi_choice_answer(output) == gold),
        }
    )


DRIVER = driver(
    ["mmlu_stem", "multi_choice"],
    [
        Source(
            repository="https://github.com/QwenLM/Qwen2.5-Math",
            path="evaluation/parser.py",
            version="a45202bd16f1ec06f433442dc1152d0074773465",
            sha256="2bee38c8721c3c0ce120edd73de6ad5bf2e4aa7bf14b988f96aa1d590153e8fe",
        )
    ],
    _load,
    forms=(
        *FORMS,
        "the choice is ({})",
        "choice is {}",
        "answer is (**{}**)",
        "choice is **{}**",
        "The answer is ({})/.",
        "choice is: {}.",
    ),
)
