"""Driver of pytorch-ignite's NDCG and HitRate, whose files run with a stand-in for the base class; it needs PyTorch.

Each query is an update with one row: the grades of its results, 0 without a judgment. Only queries with judgments and
results are passed. Sums are PyTorch's, so all interpreters give the same answers.
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
from tools.originals.rankings import CUTOFFS, inputs, listed, with_cutoff
from tools.originals.stand_ins import module_among

_GAINS = {"exponential": "exp_rank", "linear": "linear_rank"}


class _Metric:
    """A stand-in for the base class of ignite's metrics."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self._device = import_module("torch").device("cpu")
        self.reset()

    def reset(self) -> None:
        raise NotImplementedError


def _requests(data: Data, rng: random.Random) -> list[Request]:
    ndcg = {
        **with_cutoff(rng),
        "gain": rng.choice([*_GAINS]),
        "relevance_level": rng.choice([1, 1, 2, 3]),
        "empty_query": rng.choice(["skip", "zero"]),
    }
    fewest = min(len(scores) for scores, _ in listed(data))
    hits = {
        "cutoff": rng.choice([cutoff for cutoff in CUTOFFS if cutoff <= fewest]),
        "empty_query": rng.choice(["skip", "zero"]),
    }
    return [("NDCG", ndcg), ("HitRate", hits)]


def _load(paths: list[Path]) -> Ask:
    def unchanged(*_: Any) -> Any:
        return lambda function: function

    others: dict[str, dict[str, Any]] = {
        "ignite.exceptions": {"NotComputableError": ValueError},
        "ignite.metrics.metric": {
            "Metric": _Metric,
            "reinit__is_reduced": lambda function: function,
            "sync_all_reduce": unchanged,
        },
    }
    ndcg = module_among(paths[0], "ignite.metrics.rec_sys.ndcg", others).NDCG
    hit_rate = module_among(paths[1], "ignite.metrics.rec_sys.hitrate", others).HitRate
    torch = import_module("torch")

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        options = {"top_k": [knobs["cutoff"]], "ignore_zero_hits": knobs["empty_query"] == "skip"}
        if entry_point == "NDCG":
            levels = {"relevance_threshold": float(knobs["relevance_level"]), "gain_function": _GAINS[knobs["gain"]]}
            metric = ndcg(**options, **levels)
        else:
            metric = hit_rate(**options)
        for scores, grades in listed(data):
            preds = torch.tensor([scores], dtype=torch.float64).float()
            metric.update((preds, torch.tensor([grades], dtype=torch.float32)))
        (value,) = metric.compute()
        return float(value)

    return one_by_one(ask)


def _source(name: str, sha256: str) -> Source:
    repository, path = "https://pypi.org/project/pytorch-ignite", f"ignite/metrics/rec_sys/{name}.py"
    return Source(repository=repository, path=path, version="0.5.5", sha256=sha256)


DRIVER = Driver(
    sources=[
        _source("ndcg", "382be91bbad2a43fc4781a57181989e9ad7e6065b6f7a03454c906ff5d7b2919"),
        _source("hitrate", "01cad95cc175edb0172bb6a1eb14e6aed07470df68087e3f39dd122da3099879"),
    ],
    inputs=inputs,
    requests=_requests,
    load=_load,
    interpreter=lambda: f"CPython {platform.python_version()} with PyTorch {version('torch')}",
)
