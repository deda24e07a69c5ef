"""Driver of OpenAI's grade-school-math: `is_correct` of completions and gold solutions."""

from __future__ import annotations

from pathlib import Path

from conformance.recorded import Source
from tools.originals.driver import Ask
from tools.originals.harness import alone, driver, graders, number_solutions


def _load(paths: list[Path]) -> Ask:
    script = alone(paths[0], "ANS_RE", "INVALID_ANS", "extract_answer", "is_correct")

    return graders({"is_correct": lambda output, golds: float(script.is_correct(output, {"answer": golds[0]}))})


DRIVER = driver(
    ["is_correct"],
    [
        Source(
            repository="https://github.com/openai/grade-school-math",
            path="grade_school_math/dataset.py",
            version="3101c7d5072418e28b9008a6636bde82a006892c",
            sha256="c22b81bccaaebfd1123be296e8b3c3dca3ddc704c46b70bf4a50603bb627e197",
        )
    ],
    _load,
    number_solutions,
)
