"""Driver of lighteval's `IFEvalMetrics`, with the functions that average its scores."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tools.originals.driver import Ask, Driver
from tools.originals.harness import alone
from tools.originals.ifeval_programs import asked, each_level, inputs, registry_of, sources

_PACKAGE = "lighteval.tasks.tasks.ifeval"


def _load(paths: list[Path]) -> Ask:
    import numpy as np

    registry = registry_of(_PACKAGE, "instructions_utils", *paths[:3])
    given: dict[str, Any] = {
        "instructions_registry": registry,
        "SampleLevelComputation": object,
        "requires": lambda _: lambda function: function,
    }
    script = alone(paths[3], "_preprocess_response", "IFEvalMetrics", "agg_inst_level_acc", **given)
    metrics = script.IFEvalMetrics()

    def answer(prompts: list[dict[str, Any]], settings: dict[str, Any]) -> float:
        level, check = settings["level"], settings["check"]
        found = []
        for prompt in prompts:
            specific = {"instructions_id_list": prompt["instruction_id_list"], "kwargs": prompt["kwargs"]}
            doc = SimpleNamespace(specific=specific, query="")
            computed = metrics.compute(doc, SimpleNamespace(final_text=[prompt["response"]]))
            found.append(computed[f"{'prompt' if level == 'prompt' else 'inst'}_level_{check}_acc"])
        return float(np.mean(found) if level == "prompt" else script.agg_inst_level_acc(found))

    return asked(answer)


DRIVER = Driver(
    sources=sources(
        "lighteval",
        "0.13.0",
        {
            "lighteval/tasks/tasks/ifeval/instructions.py": "1e5ac3c04ee4868058ea5f8b68e9b5f251d36b10296f748032cdc8594bd4ef35",
            "lighteval/tasks/tasks/ifeval/instructions_registry.py": "f4e260af41ccd718c29be71485e37cd20c72ef0a249158850d1e65cebc9f04e2",
            "lighteval/tasks/tasks/ifeval/instructions_utils.py": "dbdd5b177545ae4ecb4b5d3d2a0ac5ca58ff885e7b87fcdaabcef1aaa56edf54",
            "lighteval/tasks/tasks/ifeval/main.py": "2a6c25d2ac8645cc444d152f4ed17a911a139bd8e07cfba7ade375f78af30803",
        },
    ),
    inputs=inputs,
    requests=lambda _, __: [("IFEvalMetrics", settings) for settings in each_level()],
    load=_load,
)
