"""Metrics of Hugging Face's evaluate backed by the native ones: ``from samescore.compat import evaluate``.

``evaluate.load("bleu").compute(predictions=..., references=...)`` returns the result of the metric's script, without a
download. `NAMES` lists the metrics that are offered.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

from samescore.base.errors import UnknownNameError, nearest
from samescore.compat.evaluate.metrics import METRICS
from samescore.compat.evaluate.protocol import CombinedEvaluations, EvaluationModule
from samescore.compat.modules import module

__all__ = ["NAMES", "NEWEST", "CombinedEvaluations", "EvaluationModule", "combine", "load", "of_release"]

#: The newest release that is modelled.
NEWEST = "0.4.6"
#: The names of the metrics that are offered.
NAMES = tuple(METRICS)

__version__ = NEWEST


def load(
    path: str, config_name: str | None = None, *, num_process: int = 1, seed: int | None = None, **_: object
) -> EvaluationModule:
    """Return a metric by name.

    `seed` makes the bootstrap resampling of ``rouge`` reproducible; the other metrics are deterministic. Other
    arguments of the package, such as `cache_dir`, have no effect. Raises `UnknownNameError` for a metric that is not
    offered, and `NotImplementedError` for configurations and for several processes.
    """
    if path not in METRICS:
        raise UnknownNameError(f"samescore.compat does not offer the metric {path!r:.80}", hint=nearest(path, NAMES))
    if num_process != 1:
        raise NotImplementedError("samescore.compat computes metrics in one process")
    if config_name not in (None, "default"):
        raise NotImplementedError(f"samescore.compat does not offer {path} with the configuration {config_name!r:.80}")
    return EvaluationModule(path, METRICS[path], seed)


def combine(
    evaluations: list[str | EvaluationModule] | dict[str, str | EvaluationModule], force_prefix: bool = False
) -> CombinedEvaluations:
    """Return several metrics as one, whose results are merged; metrics given by name are loaded.

    A result's key that several metrics share gets the metric's name as a prefix; with `force_prefix`, every key does. A
    dictionary of metrics names them by its keys. Raises the errors of `load`.
    """
    named = evaluations.items() if isinstance(evaluations, dict) else [("", each) for each in evaluations]
    loaded = [(name, load(each) if isinstance(each, str) else each) for name, each in named]
    return CombinedEvaluations([(name or each.name, each) for name, each in loaded], force_prefix)


@cache
def of_release(release: str) -> ModuleType:
    """Return the package's module. Raises `UnknownNameError` for any release but `NEWEST`."""
    if release != NEWEST:
        raise UnknownNameError(f"evaluate {release} is not offered", hint=f"use {NEWEST}")
    return module(
        "evaluate",
        __version__=release,
        load=load,
        combine=combine,
        EvaluationModule=EvaluationModule,
        CombinedEvaluations=CombinedEvaluations,
    )
