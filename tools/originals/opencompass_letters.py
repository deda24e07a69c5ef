"""Driver of OpenCompass's postprocessors of multiple-choice answers, whose results are compared with the gold answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

from conformance.recorded import Source
from tools.originals.driver import Ask
from tools.originals.harness import alone
from tools.originals.harness_letters import FORMS, Grade, driver, graders

_REGISTRY = SimpleNamespace(register_module=lambda *_: lambda function: function)
_PROCESSORS: tuple[str, ...] = ("first_option_postprocess", "first_capital_postprocess", "last_capital_postprocess")
_PROCESSORS += ("last_option_postprocess", "match_answer_pattern")
_CHINESE = (
    *(
        "答案是 {}",
        "答案为{}。",
        "答案选项为 ({})",
        "故选{}",
        "只有选项{}是错",
        "{}是正确的",
        "选项{}正确",
        "所以答{}",
        "所以{}。",
        "因此{}",
    ),
    *(
        "说法不正确的是{}",
        "显然 {}",
        "The correct answer is option {}",
        "The correct option is boxed{{{}}}",
        "1. {}",
        "{} 选项",
    ),
    *("The answer is option: {}", "The answer to the question is ({})", "答案应该是{}。", "选择 {}", "{}: it is"),
)


def _load(paths: list[Path]) -> Ask:
    script = alone(paths[0], *_PROCESSORS, TEXT_POSTPROCESSORS=_REGISTRY)
    gpqa = alone(paths[1], "GPQA_Simple_Eval_postprocess", TEXT_POSTPROCESSORS=_REGISTRY).GPQA_Simple_Eval_postprocess

    def compared(find: Callable[[str, str], str | None]) -> Grade:
        return lambda output, gold, letters: float(find(output, letters) == gold)

    return graders(
        {
            "first_option": compared(script.first_option_postprocess),
            "last_option": compared(script.last_option_postprocess),
            "first_capital": compared(lambda output, _: script.first_capital_postprocess(output)),
            "last_capital": compared(lambda output, _: script.last_capital_postprocess(output)),
            "answer_pattern": compared(
                lambda output, letters: script.match_answer_pattern(
                    output, rf"(?i)ANSWER\s*:\s*([{re.escape(letters)}])"
                )
            ),
            "gpqa": compared(lambda output, _: gpqa(output)),
        }
    )


def _source(path: str, sha256: str) -> Source:
    return Source("https://pypi.org/project/opencompass", path, "0.5.4", sha256)


DRIVER = driver(
    ["first_capital", "last_capital", "gpqa"],
    [
        _source(
            "opencompass/utils/text_postprocessors.py",
            "ef500d6cb8e569b68bacf0655bbc0aa087e9d634a83bf14affd04b48d4cf1c0e",
        ),
        _source("opencompass/datasets/gpqa.py", "47cfb2a66684e28212a4c0aad2500ba6de70f834f84ec97e06830a3597e1f189"),
    ],
    _load,
    of_letters=["first_option", "last_option", "answer_pattern"],
    forms=(
        *FORMS,
        *_CHINESE,
        "A, ANSWER: **{}**",
        "A, ANSWER: \\text{{{}}}",
        "ANSWER:\n{}",
        "Antwort: {}",
        "Answer: ${}$",
        *["ANSWER: {}"] * 4,
    ),
)
