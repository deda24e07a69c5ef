"""Driver of FastEval's GSM8K: the function `is_correct` inside `evaluate_model_on_gsm8k`, of outputs and gold solutions."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from tools.originals.driver import Ask, joined
from tools.originals.fasteval_letters import DRIVER as LETTERS
from tools.originals.harness import driver, graders, number_solutions


def _load(paths: list[Path]) -> Ask:
    functions = [node for node in ast.parse(paths[0].read_text()).body if isinstance(node, ast.FunctionDef)]
    (outer,) = (node for node in functions if node.name == "evaluate_model_on_gsm8k")
    defined: dict[str, Any] = {"re": re}
    exec(compile(ast.Module([outer.body[0]], []), str(paths[0]), "exec"), defined)  # noqa: S102  # its SHA-256 is checked

    return graders({"gsm8k": lambda output, golds: float(defined["is_correct"](output, golds[0], "") or 0)})


_DRIVER = driver(
    ["gsm8k"],
    [
        Source(
            repository="https://github.com/FastEval/FastEval",
            path="evaluation/benchmarks/cot.py",
            version="9f7cc4e034216d72640fe359e0ee58667559dff1",
            sha256="18971b6461835be48443dcd809b0142915d68ed6319be225e3489f3a616d01c4",
        )
    ],
    _load,
    number_solutions,
)
DRIVER = joined(_DRIVER, LETTERS)
