"""Loads a file of a package without the rest of it, whose names are stand-ins; and what drivers of scorers of two texts share."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, corpora, one_by_one
from tools.originals.hf_evaluate import variants


def module_among(path: Path, name: str, others: dict[str, dict[str, Any]]) -> Any:
    """The file as the module `name`, where the modules `others` have these names and nothing else."""
    for other, names in others.items():
        parts = other.split(".")
        for size in range(1, len(parts) + 1):
            parent = sys.modules.setdefault(".".join(parts[:size]), ModuleType(".".join(parts[:size])))
            parent.__path__ = []
        vars(sys.modules[other]).update(names)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def registered_metric() -> type:
    """What AllenNLP's metrics need of their base."""

    class Metric:
        @classmethod
        def register(cls, _: str) -> Callable[[type], type]:
            return lambda kind: kind

        @staticmethod
        def detach_tensors(*tensors: Any) -> Iterator[Any]:
            return (tensor if tensor is None else tensor.detach() for tensor in tensors)

    return Metric


def pairs(count: int, seed: int) -> Iterator[Data]:
    """No segments; and, in turn, texts that differ by a few characters, answers right but for some detail, and texts of words."""
    yield Corpus.from_segments([], [])
    kinds = corpora("similarity", count, seed, 1), variants(count, seed, 1), corpora("rouge-n", count, seed, 1)
    for some in zip(*kinds, strict=False):
        yield from some


def means(ask: Callable[[str, str, str, dict[str, Any]], float]) -> Ask:
    """Asks a function of an entry point, a hypothesis, its first reference and settings, for the mean over segments."""

    def mean(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        scores = [ask(entry_point, str(line.hypothesis), str(line.references[0]), knobs) for line in data]
        return sum(scores) / len(scores)

    return one_by_one(mean)
