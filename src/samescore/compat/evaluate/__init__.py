"""Metrics of Hugging Face's evaluate backed by the native ones: ``from samescore.compat import evaluate``.

``evaluate.load("bleu").compute(predictions=..., references=...)`` returns the result of the metric's script, without a
download. Names that are not in `NAMES` are refused.
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
#: The names of the metrics.
NAMES = tuple(METRICS)

__version__ = NEWEST


def load(
    path: str, config_name: str | None = None, *, num_process: int = 1, seed: int | None = None, **_: object
) -> EvaluationModule:
    """Return a metric by name.

    `seed` is for metrics that draw random numbers; without it, they are random. Other arguments of the package, such as
    `cache_dir`, have no effect. Raises `UnknownNameError` for a metric that is not offered, and `NotImplementedError` for
    configurations and for several processes.
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
    """Return several metrics as one, whose results are merged; names are loaded.

    A key of several results gets the metric's name as a prefix, and with `force_prefix` every key. Raises as `load`.
    """
    named = evaluations.items() if isinstance(evaluations, dict) else [("", each) for each in evaluations]
    loaded = [(name, load(each) if isinstance(each, str) else each) for name, each in named]
    return CombinedEvaluations([(name or each.name, each) for name, each in loaded], force_prefix)


@cache
def of_release(release: str) -> ModuleType:
    """Return the package's module; raises `UnknownNameError` for releases other than the modelled one."""
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
