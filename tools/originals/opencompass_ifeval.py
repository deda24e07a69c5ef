"""Driver of OpenCompass's `IFEvaluator`."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from tools.originals.driver import Ask, Driver
from tools.originals.harness import alone
from tools.originals.ifeval_programs import asked, each_level, inputs, registry_of, sources

_PACKAGE = "opencompass.datasets.IFEval"


def _load(paths: list[Path]) -> Ask:
    registry = registry_of(_PACKAGE, "instructions_util", *paths[:3])
    names = ("InputExample", "OutputExample", "test_instruction_following_strict", "test_instruction_following_loose")
    main = alone(paths[3], *names, dataclasses=dataclasses, instructions_registry=registry)
    kind = alone(paths[4], "IFEvaluator", BaseEvaluator=object, **vars(main)).IFEvaluator

    def answer(prompts: list[dict[str, Any]], settings: dict[str, Any]) -> float:
        found = kind().score([prompt["response"] for prompt in prompts], prompts, [""] * len(prompts))
        level = {"prompt": "Prompt", "instruction": "Inst"}[settings["level"]]
        return float(found[f"{level}-level-{settings['check']}-accuracy"])

    return asked(answer)


DRIVER = Driver(
    sources=sources(
        "opencompass",
        "0.5.4",
        {
            "opencompass/datasets/IFEval/instructions.py": "03bfdc8e69940959f4193e53923a329f1a0bad9a37d9226f0acc3d59da3322ad",
            "opencompass/datasets/IFEval/instructions_registry.py": "eee0d0ff86a1db249863269d196acd57f95624c47ba6a5caf1c67c7e3c7ea6ac",
            "opencompass/datasets/IFEval/instructions_util.py": "47bdd3a1b593ca4090a1815af976d54450579e713e672eb6aa3bb5bf5c1b0a33",
            "opencompass/datasets/IFEval/evaluation_main.py": "01e7453f2dec2d6d47576f7208fc668a5ff9ade14579ecbc96d91ce267e652b3",
            "opencompass/datasets/IFEval/ifeval.py": "cc3e405a0037b35757949551014b20ce788c36b58384e3f35670ec23de954e8d",
        },
    ),
    inputs=inputs,
    requests=lambda _, __: [("IFEvaluator", settings) for settings in each_level()],
    load=_load,
)
