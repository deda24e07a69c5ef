"""Driver of OpenAI's simple-evals: the letter that its MMLU finds; its functions and patterns run alone."""

from __future__ import annotations

import re
from pathlib import Path

from conformance.recorded import Source
from tools.originals.driver import Ask
from tools.originals.harness import alone
from tools.originals.harness_letters import FORMS, driver, graders

_NAMES: tuple[str, ...] = ("normalize_response", "normalize_extracted_answer", "MULTILINGUAL_ANSWER_REGEXES")
_NAMES += ("MULTILINGUAL_ANSWER_PATTERN_TEMPLATE",)


def _load(paths: list[Path]) -> Ask:
    script = alone(paths[0], *_NAMES)

    def grade(output: str, gold: str, _: str) -> float:
        text = script.normalize_response(output)
        for word in script.MULTILINGUAL_ANSWER_REGEXES:
            match = re.search(script.MULTILINGUAL_ANSWER_PATTERN_TEMPLATE.format(word), text)
            if match:
                return float(script.normalize_extracted_answer(match.group(1)) == gold)
        return 0.0

    return graders({"mmlu": grade})


DRIVER = driver(
    ["mmlu"],
    [
        Source(
            repository="https://github.com/openai/simple-evals",
            path="common.py",
            version="ee3b0318d8d1d9d72755a4120879be65f7c07e9e",
            sha256="84616c52821a30ae3f55f153a763153fd833cb41b547b09f547b46e6337f8f35",
        )
    ],
    _load,
    forms=(
        *FORMS,
        *(
            "Answer: $\\boxed{{{}}}$",
            "Answer: \\text{{{}}}",
            "Antwort: {}",
            "答案：{}",
            "Respuesta : {}",
            "الإجابة: {}",
        ),
        *("Answer: $\\mathrm{{{}}}$", "Jawaban: \\({}\\)", "উত্তরঃ {}", "答え: {}", "**Answer:** {}", "An**swer: {}"),
    ),
)
