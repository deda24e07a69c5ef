"""Driver of PRM800K's first comparison of answers: `normalize_answer` of both."""

from __future__ import annotations

from pathlib import Path

from conformance.recorded import Source
from tools.originals.driver import Ask, module_at
from tools.originals.harness import graders
from tools.originals.latex_answers import driver


def _load(paths: list[Path]) -> Ask:
    normalize = module_at(paths[0]).normalize_answer
    return graders({"mathd": lambda output, golds: float(normalize(output) == normalize(golds[0]))})


DRIVER = driver(
    ["mathd"],
    [
        Source(
            repository="https://github.com/openai/prm800k",
            path="prm800k/grading/math_normalize.py",
            version="7ecc794703b2877f63226f2477a49b34f9b25163",
            sha256="13998bf8c35bdc8a76868c84e1704a78567e2552557fda69027cc186568d3a4d",
        )
    ],
    _load,
)
