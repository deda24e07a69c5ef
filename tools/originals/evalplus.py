"""Driver of EvalPlus: its estimator of pass@k, whose results are averaged as in its command."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any, Union

from samescore.generators.verdicts import verdicts
from tools.originals.driver import Ask, Driver, one_by_one
from tools.originals.harness import alone
from tools.originals.samples import k_only, of_pypi, requests_of, sizes


def _load(paths: list[Path]) -> Ask:
    import numpy as np

    script = alone(paths[0], "estimate_pass_at_k", np=np, itertools=itertools, Union=Union)

    def ask(_: str, data: Any, settings: dict[str, Any]) -> float:
        return float(script.estimate_pass_at_k(*sizes(data), settings["k"]).mean())

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        of_pypi(
            "evalplus",
            "0.3.1",
            "evalplus/eval/__init__.py",
            "76857b678cddca08dcaf54d7927b9a77826715cf657654ca5baf6c2b267f4c34",
        )
    ],
    inputs=verdicts,
    requests=requests_of({"estimate_pass_at_k": k_only}),
    load=_load,
)
