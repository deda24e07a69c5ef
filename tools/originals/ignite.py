"""Driver of pytorch-ignite's ROUGE and BLEU, whose files run with a stand-in for the base class; it needs PyTorch.

The metrics add up from left to right, or exactly, so all interpreters give the same answers.
"""

from __future__ import annotations

import platform
import random
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one
from tools.originals.stand_ins import module_among

_MULTIREF = {"pooled": "average", "best-recall": "best"}
_LETTERS = {"f": "F", "precision": "P", "recall": "R"}
#: The arguments of each entry point of BLEU, besides those that settings add.
_BLEU: dict[str, dict[str, str]] = {
    "Bleu": {},
    "Bleu-micro": {"average": "micro"},
    "Bleu-smooth1": {"smooth": "smooth1"},
    "Bleu-smooth2": {"smooth": "smooth2"},
}
_AVERAGES = {"sentences": "macro", "corpus": "micro"}


class _Metric:
    """A stand-in for the base class of ignite's metrics."""

    def __init__(self, **_: Any) -> None:
        self._device, self._double_dtype = "cpu", import_module("torch").float64
        self.reset()

    def reset(self) -> None:
        raise NotImplementedError


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield Corpus.from_segments([], [])
    for some in zip(corpora("rouge-n", count, seed, 3), corpora("bleu", count, seed + 1, 3), strict=False):
        yield from some


def _requests(data: Data, rng: random.Random) -> list[Request]:
    knobs = {
        "references": rng.choice(["pooled", "best-recall"]),
        "alpha": rng.choice([0.0, 0.0, 0.5, 1.0, rng.random()]),
        "measure": rng.choice(["f", "f", "precision", "recall"]),
    }
    order = {"max_order": rng.choice([1, 2, 3, 4, 4, 4, 5])}
    smoothed = {**order, "average": rng.choice(["sentences", "corpus"])}
    bleu: list[Request] = [
        ("Bleu", order),
        ("Bleu-micro", order),
        ("Bleu-smooth1", smoothed),
        ("Bleu-smooth2", {**smoothed, "denominator_floor": rng.choice(["none", "one-per-corpus"])}),
    ]
    if not isinstance(data, Corpus) or not len(data):
        bleu = bleu[:2]
    return [("RougeN", {**knobs, "order": rng.choice([1, 2, 3, 4])}), ("RougeL", knobs), *bleu]


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
    module_among(paths[1], "ignite.metrics.nlp.utils", others)
    rouge = module_among(paths[0], "ignite.metrics.nlp.rouge", others)
    bleu = module_among(paths[2], "ignite.metrics.nlp.bleu", others)

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        if entry_point in _BLEU:
            options = _bleu_options(entry_point, knobs)
            scorer = bleu.Bleu(**options)
            for line in data:
                scorer.update(([str(line.hypothesis).split()], [[str(text).split() for text in line.references]]))
            return float(scorer.compute())
        order = {"ngram": knobs["order"]} if entry_point == "RougeN" else {}
        scorer = getattr(rouge, entry_point)(multiref=_MULTIREF[knobs["references"]], alpha=knobs["alpha"], **order)
        for line in data:
            scorer.update(([str(line.hypothesis).split()], [[str(text).split() for text in line.references]]))
        (value,) = (v for name, v in scorer.compute().items() if name.endswith(f"-{_LETTERS[knobs['measure']]}"))
        return float(value)

    return one_by_one(ask)


def _bleu_options(entry_point: str, knobs: dict[str, Any]) -> dict[str, Any]:
    options: dict[str, Any] = {"ngram": knobs["max_order"], **_BLEU[entry_point]}
    if "average" in knobs:
        options["average"] = _AVERAGES[knobs["average"]]
    if knobs.get("denominator_floor") == "one-per-corpus":
        options["smooth"] = "nltk_smooth2"
    return options


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
        Source(
            repository="https://pypi.org/project/pytorch-ignite",
            path="ignite/metrics/nlp/bleu.py",
            version="0.5.4",
            sha256="90cdf07076dce5b2229fcae64a2b58e5f2274a2a73bcfb15024a35f11c959866",
        ),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=lambda: f"CPython {platform.python_version()} with PyTorch {version('torch')}",
)
