"""Driver of HELM's pass@k: `pass_at_k_estimator` of each instance, added up as `Stat` does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tools.originals.driver import Ask, Driver, one_by_one
from tools.originals.harness import alone
from tools.originals.samples import k_only, left_to_right, of_pypi, requests_of, some


def _load(paths: list[Path]) -> Ask:
    import numpy as np

    script = alone(paths[0], "pass_at_k_estimator", np=np)

    def ask(_: str, data: Any, settings: dict[str, Any]) -> float:
        k = settings["k"]
        return left_to_right([script.pass_at_k_estimator(len(samples), sum(samples), k) for samples in data])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        of_pypi(
            "crfm-helm",
            "0.5.16",
            "helm/benchmark/metrics/evaluate_reference_metrics.py",
            "fe73a9bd5cc3224b05590063dfec2c46453a10ea31c17688cb63f08dd745c231",
        )
    ],
    inputs=some,
    requests=requests_of({"pass_at_k_estimator": k_only}),
    load=_load,
)
