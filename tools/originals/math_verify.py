"""Driver of math-verify: the letter that its string extraction finds, without its parser of expressions."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from conformance.recorded import Source
from tools.originals.driver import Ask
from tools.originals.harness import alone
from tools.originals.harness_letters import FORMS, driver, graders

_NAMES = ("StringExtractionConfig", "lazy_string_regex", "extract_string", "extract_match", "extract_target_from_pred")
_OTHERS = {f"{kind}ExtractionConfig": type(kind, (), {}) for kind in ("Latex", "Expr")}


def _load(paths: list[Path]) -> Ask:
    shared = {"dataclass": dataclass, "field": field, "lru_cache": lru_cache, "groupby": groupby}
    script = alone(paths[0], *_NAMES, **shared, **_OTHERS)

    def grade(output: str, gold: str, letters: str) -> float:
        config = script.StringExtractionConfig(strings=tuple(letters))
        found = script.extract_target_from_pred(output, [(script.lazy_string_regex(config), config)], "first_match")
        return float(bool(found) and found[0] == gold.lower())

    return graders({"letters": grade})


DRIVER = driver(
    [],
    [
        Source(
            repository="https://pypi.org/project/math-verify",
            path="math_verify/parser.py",
            version="0.9.0",
            sha256="ea527a5a2403d97109a616bc92b7cc153320d6cecf4f823c070c727f5b77b5d0",
        )
    ],
    _load,
    of_letters=["letters"],
    forms=(
        *FORMS,
        "Final answer is: {}. I hope",
        "The final answer to it is: {}",
        "**{}**:",
        "final answer is **{}**",
        "answer is: x**{}",
    ),
)
