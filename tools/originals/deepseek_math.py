"""Driver of DeepSeek-Math: the letter that `extract_sat_few_shot_answer` finds; it runs alone."""

from __future__ import annotations

import re
from pathlib import Path

from conformance.recorded import Source
from tools.originals.driver import Ask
from tools.originals.harness import alone
from tools.originals.harness_letters import FORMS, driver, graders

_FINAL = ("the final answer is ({})", "The final answer is {}", "So the final answer is {}.", "the final answer is {}")


def _load(paths: list[Path]) -> Ask:
    script = alone(paths[0], "extract_sat_few_shot_answer", regex=re)
    return graders({"sat": lambda output, gold, _: float(script.extract_sat_few_shot_answer("", output, "") == gold)})


DRIVER = driver(
    ["sat"],
    [
        Source(
            repository="https://github.com/deepseek-ai/DeepSeek-Math",
            path="evaluation/data_processing/answer_extraction.py",
            version="b8b0f8ce093d80bf8e9a641e44142f06d092c305",
            sha256="6986211fc76173ada652a8ad0051b8bda8cd8aa418ce0a65f663cc3f29b41bee",
        )
    ],
    _load,
    forms=(
        *FORMS,
        *(*_FINAL, *_FINAL, *_FINAL),
        *("the final answer is **{}**", "the final answer is $\\text{{{}}}$"),
    ),
)
