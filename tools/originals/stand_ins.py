"""Load a file of a package with stand-ins for the rest of it; and helpers of drivers of scorers of two texts."""

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
    """Load a file as the module `name`, with stand-ins for the modules `others`, which have only the given names.

    Raises `ImportError` if it is not a Python file.
    """
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


class Registry:
    """A stand-in for OpenCompass's registries."""

    @staticmethod
    def register_module(*_: object) -> Any:
        return lambda registered: registered


def registered_metric() -> type:
    """Return a stand-in for the base class of AllenNLP's metrics."""

    class Metric:
        @classmethod
        def register(cls, _: str) -> Callable[[type], type]:
            return lambda kind: kind

        @staticmethod
        def detach_tensors(*tensors: Any) -> Iterator[Any]:
            return (tensor if tensor is None else tensor.detach() for tensor in tensors)

    return Metric


def pairs(count: int, seed: int) -> Iterator[Data]:
    """Yield a corpus without segments; then similar texts, answers that differ in details, and texts for ROUGE, in turn."""
    yield Corpus.from_segments([], [])
    kinds = corpora("similarity", count, seed, 1), variants(count, seed, 1), corpora("rouge-n", count, seed, 1)
    for some in zip(*kinds, strict=False):
        yield from some


def means(ask: Callable[[str, str, str, dict[str, Any]], float]) -> Ask:
    """Return an `Ask` for the mean over segments of a function of entry point, hypothesis, first reference and settings."""

    def mean(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        scores = [ask(entry_point, str(line.hypothesis), str(line.references[0]), knobs) for line in data]
        return sum(scores) / len(scores)

    return one_by_one(mean)
