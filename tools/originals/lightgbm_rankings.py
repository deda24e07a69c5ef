"""Driver of LightGBM's metrics ``ndcg`` and ``map``; it needs the installed package, which is compiled.

The scores are the initial scores of a validation set, to which one round on a constant feature adds nothing. Its rows are the
results of the queries with judgments and results, with grade 0 if they are not judged.
"""

from __future__ import annotations

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


def _requests(data: Data, rng: random.Random) -> list[Request]:
    requests: list[Request] = [("ndcg", with_cutoff(rng))]
    if all(grade >= 0 for _, grades in listed(data) for grade in grades):
        requests.append(("map", with_cutoff(rng)))
    return requests


def _load(_: list[Path]) -> Ask:
    lightgbm, numpy = import_module("lightgbm"), import_module("numpy")

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        queries = listed(data)
        rows = numpy.zeros((sum(len(scores) for scores, _ in queries), 1))
        labels = [grade for _, grades in queries for grade in grades]
        groups = [len(scores) for scores, _ in queries]
        scores = numpy.array([score for scores, _ in queries for score in scores])
        parameters = {"objective": "lambdarank", "metric": entry_point, "eval_at": [knobs["cutoff"]], "verbose": -1}
        options = {"params": {"min_data_in_bin": 1, "feature_pre_filter": False, "verbose": -1}}
        train = lightgbm.Dataset(rows, labels, group=groups, **options)
        valid = lightgbm.Dataset(rows, labels, group=groups, init_score=scores, reference=train, **options)
        found: dict[str, Any] = {}
        lightgbm.train(
            {**parameters, "num_threads": 1},
            train,
            num_boost_round=1,
            valid_sets=[valid],
            callbacks=[lightgbm.record_evaluation(found)],
        )
        return float(found["valid_0"][f"{entry_point}@{knobs['cutoff']}"][0])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/lightgbm",
            path="lightgbm/lib/lib_lightgbm.so",
            version="4.7.0",
            sha256="573d57e8a2c6290c2271b99b87afa7a802e796eafc9e8d66aefa0913cbc1616a",
        )
    ],
    inputs=inputs,
    requests=_requests,
    load=_load,
    interpreter=lambda: (
        f"CPython {platform.python_version()} with LightGBM {version('lightgbm')}, on {platform.machine()}"
    ),
)
