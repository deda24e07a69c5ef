"""Driver of OpenCompass: pass@k of its evaluator of MBPP, and the G-Pass@k of all evaluators with their mean in percent."""

from __future__ import annotations

import itertools
import random
from collections import OrderedDict
from collections.abc import Iterable
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Union

from samescore.data.verdicts import Verdicts
from tools.originals.driver import Ask, Driver, one_by_one
from tools.originals.harness import alone
from tools.originals.samples import k_only, of_pypi, requests_of, sizes, some


def _with_threshold(rng: random.Random) -> dict[str, Any]:
    return {**k_only(rng), "threshold": rng.choice(["0", "0.25", "0.5", "0.75", "1"])}


def _load(paths: list[Path]) -> Ask:
    import numpy as np

    given: dict[str, Any] = {
        "np": np,
        "itertools": itertools,
        "Union": Union,
        "hypergeom": import_module("scipy.stats").hypergeom,
        "OrderedDict": OrderedDict,
        "deepcopy": deepcopy,
        "Iterable": Iterable,
        "MBPPEvaluator": object,
    }
    mbpp = alone(paths[0], "MBPPPassKEvaluator", **given).MBPPPassKEvaluator
    names = ("_compute_g_pass_at_k", "compute_g_pass_at_k", "compute_mg_pass_at_k", "BaseEvaluator")
    base = alone(paths[1], *names, **given)
    evaluator = base.BaseEvaluator.reduce

    def ask(entry_point: str, data: Verdicts, settings: dict[str, Any]) -> float:
        k = settings["k"]
        if entry_point == "mbpp_pass_at_k":
            return float(mbpp.estimate_pass_at_k(*sizes(data), k).mean() * 100)
        details = []
        for number, (n, c) in enumerate(zip(*sizes(data), strict=True)):
            if entry_point == "g_pass_at_k":
                score = base.compute_g_pass_at_k(n=n, c=c, k=k, t=float(settings["threshold"]))
            else:
                score = base.compute_mg_pass_at_k(n=n, c=c, k=k)
            details.append({"example_abbr": f"all_{number}", "score": score})
        return float(evaluator(SimpleNamespace(), details)["score"])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        of_pypi(
            "opencompass",
            "0.5.4",
            "opencompass/datasets/mbpp.py",
            "b1fe5246a53f641e2b546551b753a62b22b8ecb6778225645b39c7afe00eee4b",
        ),
        of_pypi(
            "opencompass",
            "0.5.4",
            "opencompass/openicl/icl_evaluator/icl_base_evaluator.py",
            "1c94976c0d657ff363fbca7eb2158bd1a1007f19169e04e4c4666cd213811fed",
        ),
    ],
    inputs=some,
    requests=requests_of({"mbpp_pass_at_k": k_only, "g_pass_at_k": _with_threshold, "mg_pass_at_k": k_only}),
    load=_load,
)
