"""The ROUGE of pytorch-ignite, whose files run with stand-ins for PyTorch and its class of metrics: it adds up plain numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one
from tools.originals.stand_ins import module_among

_MULTIREF = {"pooled": "average", "best-recall": "best"}
_LETTERS = {"f": "F", "precision": "P", "recall": "R"}


class _Metric:
    """What ignite's metrics need of their base."""

    def __init__(self, **_: Any) -> None:
        self.reset()

    def reset(self) -> None:
        raise NotImplementedError


class _Device:
    """Where PyTorch would keep numbers."""

    def __init__(self, _: str) -> None:
        pass


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield Corpus.from_segments([], [])
    yield from corpora("rouge-n", count, seed, 3)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    knobs = {
        "references": rng.choice(["pooled", "best-recall"]),
        "alpha": rng.choice([0.0, 0.0, 0.5, 1.0, rng.random()]),
        "measure": rng.choice(["f", "f", "precision", "recall"]),
    }
    return [("RougeN", {**knobs, "order": rng.choice([1, 2, 3, 4])}), ("RougeL", knobs)]


def _load(paths: list[Path]) -> Ask:
    def unchanged(*_: Any) -> Any:
        return lambda function: function

    others: dict[str, dict[str, Any]] = {
        "torch": {"device": _Device},
        "ignite.exceptions": {"NotComputableError": ValueError},
        "ignite.metrics.metric": {
            "Metric": _Metric,
            "reinit__is_reduced": lambda function: function,
            "sync_all_reduce": unchanged,
        },
    }
    module_among(paths[1], "ignite.metrics.nlp.utils", others)
    rouge = module_among(paths[0], "ignite.metrics.nlp.rouge", others)

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        order = {"ngram": knobs["order"]} if entry_point == "RougeN" else {}
        scorer = getattr(rouge, entry_point)(multiref=_MULTIREF[knobs["references"]], alpha=knobs["alpha"], **order)
        for line in data:
            scorer.update(([str(line.hypothesis).split()], [[str(text).split() for text in line.references]]))
        (value,) = (v for name, v in scorer.compute().items() if name.endswith(f"-{_LETTERS[knobs['measure']]}"))
        return float(value)

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/pytorch-ignite",
            path="ignite/metrics/nlp/rouge.py",
            version="0.5.4",
            sha256="4dcd5c59c0e7aa19aaddca0705269243854363305db3d60aa26fe7778658ae98",
        ),
        Source(
            repository="https://pypi.org/project/pytorch-ignite",
            path="ignite/metrics/nlp/utils.py",
            version="0.5.4",
            sha256="728ebfb05ad1054d76dc8855d521489d3b5071de3644a1105ad64f30d88db714",
        ),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
