"""Driver of the task ifeval of lm-evaluation-harness: `process_results` of each prompt, and the means of its metrics."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tools.originals.driver import Ask, Driver
from tools.originals.ifeval_programs import asked, each_level, inputs, registry_of, sources
from tools.originals.stand_ins import module_among

_PACKAGE = "lm_eval.tasks.ifeval"


def _load(paths: list[Path]) -> Ask:
    registry = registry_of(_PACKAGE, "instructions_util", *paths[:3])
    utils = module_among(paths[3], f"{_PACKAGE}.utils", {_PACKAGE: {"instructions_registry": registry}})

    def answer(prompts: list[dict[str, Any]], settings: dict[str, Any]) -> float:
        level, check = settings["level"], settings["check"]
        name = f"{'prompt' if level == 'prompt' else 'inst'}_level_{check}_acc"
        found = [utils.process_results(prompt, [prompt["response"]])[name] for prompt in prompts]
        return sum(found) / len(found) if level == "prompt" else float(utils.agg_inst_level_acc(found))

    return asked(answer)


DRIVER = Driver(
    sources=sources(
        "lm-eval",
        "0.4.13",
        {
            "lm_eval/tasks/ifeval/instructions.py": "511cc41a53787d818c292d8335c8e98aa833296a0789ac470db56bcd6496345e",
            "lm_eval/tasks/ifeval/instructions_registry.py": "9db1c062cdb70a91420d3789a588235a1064c2b9a1a66e09e5fb9df9e7584a6c",
            "lm_eval/tasks/ifeval/instructions_util.py": "e8c4d9187bac1482d93941fb46469609c3ae78d896195bfcb300a0707d492567",
            "lm_eval/tasks/ifeval/utils.py": "1ab8f14808c826f93f2364883487ed63cf4267980bf4761fda8053899c013632",
        },
    ),
    inputs=inputs,
    requests=lambda _, __: [("process_results", settings) for settings in each_level()],
    load=_load,
)
