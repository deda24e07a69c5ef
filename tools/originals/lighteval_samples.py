"""Driver of lighteval's PassAtK, GPassAtK and AvgAtN with a declared number of samples, and the mean of their scores."""

from __future__ import annotations

import inspect
import logging
import random
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Union

from samescore.generators.verdicts import verdicts
from tools.originals.driver import Ask, Driver, one_by_one
from tools.originals.harness import alone
from tools.originals.samples import k_only, n_only, of_pypi, requests_of


class _Response(SimpleNamespace):
    """Stand in for a response, whose texts are verdicts."""

    def __init__(self, text: list[str]) -> None:
        super().__init__(text=text, final_text=text)

    def __getitem__(self, index: int) -> _Response:
        return _Response([self.text[index]])


def _doc(**fields: Any) -> SimpleNamespace:
    return SimpleNamespace(**fields, get_golds=lambda: ["1"])


def _n_and_k(rng: random.Random) -> dict[str, Any]:
    return {**n_only(rng), **k_only(rng)}


def _with_threshold(rng: random.Random) -> dict[str, Any]:
    return {**_n_and_k(rng), "threshold": rng.choice(["0", "0.25", "0.5", "0.75", "1"])}


def _load(paths: list[Path]) -> Ask:
    import numpy as np

    given: dict[str, Any] = {
        "np": np,
        "hypergeom": import_module("scipy.stats").hypergeom,
        "Callable": Callable,
        "Union": Union,
        "Doc": _doc,
        "ModelResponse": _Response,
        "inspect": inspect,
        "logger": logging.getLogger("silent"),
        "as_list": lambda value: [value],
    }
    given["logger"].setLevel(logging.CRITICAL)
    names = ("SamplingMetric", "SampleLevelComputation", "PassAtK", "GPassAtK", "AvgAtN")
    script = alone(paths[0], *names, **given)

    def ask(entry_point: str, data: Any, settings: dict[str, Any]) -> float:
        if entry_point == "avg_at_n":
            metric = script.AvgAtN(n=settings["n"])
        else:
            kind = script.PassAtK if entry_point == "pass_at_k" else script.GPassAtK
            metric = kind(k=settings["k"], n=settings["n"])
        doc = _doc(choices=["1"], query="", gold_index=0)
        scores = [metric.compute(doc, _Response([str(verdict) for verdict in samples])) for samples in data]
        if entry_point == "g_pass_at_k":
            scores = [score[f"g-pass@{settings['k']}_{float(settings['threshold'])}"] for score in scores]
        elif entry_point == "mg_pass_at_k":
            scores = [score[f"mg-pass@{settings['k']}"] for score in scores]
        return float(np.mean(scores))

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        of_pypi(
            "lighteval",
            "0.13.0",
            "lighteval/metrics/metrics_sample.py",
            "e8b27f8caea91ca9705ba7e0bbeca2813a0b95a49f5ac5d3252644f5e36737db",
        )
    ],
    inputs=verdicts,
    requests=requests_of(
        {"pass_at_k": _n_and_k, "g_pass_at_k": _with_threshold, "mg_pass_at_k": _n_and_k, "avg_at_n": n_only}
    ),
    load=_load,
)
