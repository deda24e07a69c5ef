"""AllenNLP's SpanBasedF1Measure of BIO tags, whose files run with stand-ins for the rest; PyTorch has to be installed.

It divides integers, so that one interpreter's answers are every interpreter's. A tag is O, or a prefix, a hyphen and a type; types
that begin with C- are not asked: they are merged with others.
"""

from __future__ import annotations

import platform
import random
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.tagged import Tagged
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.stand_ins import module_among, registered_metric

_MEASURES = {"f1": "f1-measure", "precision": "precision", "recall": "recall"}


def _inputs(count: int, seed: int) -> Iterator[Data]:
    for data in inputs_for("entity-f1", 3 * count, seed=seed):
        if isinstance(data, Tagged) and all(map(_is_plain, _tags(data))):
            yield data


def _tags(data: Tagged) -> list[str]:
    return [tag for side in (data.gold_tags, data.predicted_tags) for sentence in side for tag in sentence]


def _is_plain(tag: str) -> bool:
    return tag == "O" or (tag[1:2] == "-" and len(tag) > 2 and tag[0] != "O" and not tag.startswith("C-", 2))


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return [("span_f1", {"measure": measure}) for measure in ("f1", rng.choice(["precision", "recall"]))]


def _load(paths: list[Path]) -> Ask:
    torch = import_module("torch")
    others: dict[str, dict[str, Any]] = {
        "allennlp.common.util": {"is_distributed": lambda: False},
        "allennlp.common.checks": {"ConfigurationError": ValueError},
        "allennlp.nn.util": {"get_lengths_from_binary_sequence_mask": lambda mask: mask.sum(-1)},
        "allennlp.data.vocabulary": {"Vocabulary": object},
        "allennlp.data.tokenizers": {"Token": object},
        "allennlp.training.metrics.metric": {"Metric": registered_metric()},
    }
    module_among(paths[1], "allennlp.data.dataset_readers.dataset_utils.span_utils", others)
    measures = module_among(paths[0], "allennlp.training.metrics.span_based_f1_measure", others)

    def ask(_: str, data: Any, knobs: dict[str, Any]) -> float:
        names = sorted({"O", *_tags(data)})
        vocabulary = SimpleNamespace(get_index_to_token_vocabulary=lambda _: dict(enumerate(names)))
        measure = measures.SpanBasedF1Measure(vocabulary)
        for sides in zip(data.predicted_tags, data.gold_tags, strict=True):
            predicted, gold = (torch.tensor([[names.index(tag) for tag in tags]], dtype=torch.long) for tags in sides)
            measure(torch.nn.functional.one_hot(predicted, len(names)).float(), gold)
        return float(measure.get_metric()[f"{_MEASURES[knobs['measure']]}-overall"])

    return one_by_one(ask)


def _source(path: str, sha256: str) -> Source:
    return Source(repository="https://pypi.org/project/allennlp", path=path, version="2.10.1", sha256=sha256)


DRIVER = Driver(
    sources=[
        _source(
            "allennlp/training/metrics/span_based_f1_measure.py",
            "3976806c0274f7dcb25e16f4cb9264efba9c7bb93e4040c40c52985fe41a21b6",
        ),
        _source(
            "allennlp/data/dataset_readers/dataset_utils/span_utils.py",
            "16b3182e67d389c6ed5ec39d110be8f79cab8c4d8c7e59c9b53004e761beba77",
        ),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=lambda: f"CPython {platform.python_version()} with PyTorch {version('torch')}",
)
