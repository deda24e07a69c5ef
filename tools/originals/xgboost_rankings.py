"""Driver of XGBoost's metrics ``ndcg``, ``map`` and ``pre``; it needs the installed package, which is compiled.

The scores are the base margins of a data set, and no round is trained. Its rows are the results of the queries with judgments
and results, with grade 0 if they are not judged.
"""

from __future__ import annotations

import json
import math
import platform
import random
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.rankings import inputs, listed, with_cutoff

_GAINS = {"exponential": True, "linear": False}


def _requests(data: Data, rng: random.Random) -> list[Request]:
    empty = {"empty_query": rng.choice(["one", "zero"])}
    requests: list[Request] = [("map", {**with_cutoff(rng), **empty}), ("pre", with_cutoff(rng))]
    if all(max(grades) >= 0 for _, grades in listed(data)):
        nonnegative = all(grade >= 0 for _, grades in listed(data) for grade in grades)
        gain = rng.choice([*_GAINS]) if nonnegative else "linear"
        requests.append(("ndcg", {**with_cutoff(rng), **empty, "gain": gain}))
    return requests


def _is_below_zero(grades: list[int], cutoff: int) -> bool:
    """Return whether the linear gain of an ideal ranking is negative; XGBoost takes such a query for an empty one."""
    best = sorted(grades, reverse=True)[:cutoff]
    return sum(grade / math.log2(rank + 1) for rank, grade in enumerate(best, 1)) < 0


def _load(_: list[Path]) -> Ask:
    xgboost, numpy = import_module("xgboost"), import_module("numpy")

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float | str:
        queries = listed(data)
        if entry_point == "ndcg" and any(_is_below_zero(grades, knobs["cutoff"]) for _, grades in queries):
            return ""
        labels = [grade for _, grades in queries for grade in grades]
        margins = numpy.array([score for scores, _ in queries for score in scores]).astype(numpy.float32)
        if entry_point != "ndcg":
            labels = [int(grade > 0) for grade in labels]
        name = f"{entry_point}@{knobs['cutoff']}{'-' if knobs.get('empty_query') == 'zero' else ''}"
        rows = xgboost.DMatrix(numpy.zeros((len(labels), 1)), labels, base_margin=margins)
        rows.set_group([len(scores) for scores, _ in queries])
        parameters = {
            "objective": "rank:ndcg" if entry_point == "ndcg" else "rank:map",
            "eval_metric": name,
            "nthread": 1,
            "verbosity": 0,
        }
        if entry_point == "ndcg":
            parameters["ndcg_exp_gain"] = json.dumps(_GAINS[knobs["gain"]])
        booster = xgboost.train(parameters, rows, num_boost_round=0)
        return float(booster.eval(rows).rsplit(":", 1)[1])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/xgboost",
            path="xgboost/lib/libxgboost.so",
            version="3.2.0",
            sha256="d50a923ed315ff1577860444a82d6ee67aa57fdbc68fea189f8770d3184b755a",
        )
    ],
    inputs=inputs,
    requests=_requests,
    load=_load,
    interpreter=lambda: (
        f"CPython {platform.python_version()} with XGBoost {version('xgboost')}, on {platform.machine()}"
    ),
)
