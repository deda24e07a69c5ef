"""Driver of HELM's `IFEvalMetric`, whose scores are added up as `Stat` does."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tools.originals.driver import Ask, Driver
from tools.originals.harness import alone
from tools.originals.ifeval_programs import asked, inputs, registry_of, sources
from tools.originals.samples import left_to_right

_PACKAGE = "helm.benchmark.metrics.ifeval"


class _Stat:
    """Stand in for `Stat`, of which one number is needed."""

    def __init__(self, _: Any) -> None:
        self.value = 0.0

    def add(self, value: float) -> _Stat:
        self.value = value
        return self


def _load(paths: list[Path]) -> Ask:
    registry = registry_of(_PACKAGE, "instructions_util", *paths[:3])
    given: dict[str, Any] = {
        "Metric": object,
        "Stat": _Stat,
        "MetricName": str,
        "INSTRUCTION_DICT": registry.INSTRUCTION_DICT,
        "hwarn": lambda _: None,
    }
    metric = alone(paths[3], "IFEvalMetric", **given).IFEvalMetric()

    def answer(prompts: list[dict[str, Any]], _: dict[str, Any]) -> float:
        found = []
        for prompt in prompts:
            extra = {"instruction_ids": prompt["instruction_id_list"], "instruction_kwargs": prompt["kwargs"]}
            state = SimpleNamespace(
                instance=SimpleNamespace(input=SimpleNamespace(text=""), extra_data=extra),
                result=SimpleNamespace(completions=[SimpleNamespace(text=prompt["response"])]),
            )
            found.append(metric.evaluate_generation(None, state, None, "")[0].value)
        return left_to_right(found)

    return asked(answer)


DRIVER = Driver(
    sources=sources(
        "crfm-helm",
        "0.5.16",
        {
            "helm/benchmark/metrics/ifeval/instructions.py": "a8da1ad6f30f0cdcfa39159fc8cbff79fc0a678539ce423e71fe1a029c9f4aa5",
            "helm/benchmark/metrics/ifeval/instructions_registry.py": "369aef911433d1059a22926c169f79090096b27b98ff9ed94aa167d882120cff",
            "helm/benchmark/metrics/ifeval/instructions_util.py": "5619097d92c26878b4f78ad94a87906e893bf90f881f98077c06273acee079ea",
            "helm/benchmark/metrics/ifeval_metrics.py": "df722a4d5758957f5923ab11f857c500a6d527db4018336a6692c74b9c889e2a",
        },
    ),
    inputs=inputs,
    requests=lambda _, __: [("IFEvalMetric", {})],
    load=_load,
)
