"""Driver of AllenNLP's SpanBasedF1Measure under each encoding, whose files run with stand-ins; it needs PyTorch.

The measure divides integers, so all interpreters give the same answers. Types that start with C- are merged in the order
of a set, which differs from run to run: inputs for which the order could matter are skipped.
"""

from __future__ import annotations

import platform
import random
from collections.abc import Iterator, Sequence
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


#: Types of the arguments of a verb, some of which continue others.
_ROLES = ("V", "ARG0", "ARG1", "ARG10", "ARGM-TMP", "C-ARG0", "C-ARG1", "C-ARGM-TMP", "C-")
#: Entities under each encoding; X stands for the type.
_ENTITIES = {
    "BIO": ("B-X", "B-X I-X", "B-X I-X I-X", "I-X"),
    "BIOUL": ("U-X", "B-X L-X", "B-X I-X L-X"),
    "BMES": ("S-X", "B-X E-X", "B-X M-X E-X", "B-X M-X", "E-X"),
}


def _inputs(count: int, seed: int) -> Iterator[Data]:
    rng = random.Random(seed)
    for data in inputs_for("entity-f1", 3 * count, seed=seed):
        if isinstance(data, Tagged) and _in_any_order(data):
            yield data
        if rng.random() < 0.25:
            yield _encoded(rng)
        if rng.random() < 0.25 and _in_any_order(data := _encoded(rng, _ROLES)):
            yield data
        if rng.random() < 0.25:
            yield _odd(rng)


#: Tags with and without a type, and with separators other than a hyphen.
_ODD = (
    "O",
    "O",
    "B",
    "I",
    "B-PER",
    "I-PER",
    "B_PER",
    "I_PER",
    "O-PER",
    "O_PER",
    "B-",
    "I-",
    "B--PER",
    "I--PER",
    "Bx",
    "BxLOC",
    "OUT",
)


def _odd(rng: random.Random) -> Tagged:
    """Return up to four sentences of odd tags, predicted at random."""
    tags = rng.sample(_ODD, 6)
    gold = [[rng.choice(tags) for _ in range(rng.randint(1, 8))] for _ in range(rng.randint(1, 4))]
    return Tagged(gold, [[tag if rng.random() < 0.6 else rng.choice(tags) for tag in row] for row in gold])


def _encoded(rng: random.Random, types: Sequence[str] = ("PER", "LOC", "X-LOC")) -> Tagged:
    """Return up to four sentences of whole entities, in which a tag is rarely replaced by a different one."""
    entities = _ENTITIES[rng.choice(list(_ENTITIES))]

    def sentence(length: int) -> list[str]:
        tags: list[str] = []
        while len(tags) < length:
            kind = rng.choice(types)
            tags += rng.choice(["O", *entities]).replace("-X", f"-{kind}").split()
        if tags and rng.random() < 0.1:
            tags[rng.randrange(len(tags))] = rng.choice([*tags, "O", "I-LOC"])
        return tags

    gold = [sentence(rng.randint(0, 8)) for _ in range(rng.randint(1, 4))]
    predicted = [row if rng.random() < 0.4 else _of_length(sentence(len(row)), row) for row in gold]
    return Tagged(gold, predicted)


def _of_length(tags: list[str], row: list[str]) -> list[str]:
    """Return `tags` if they are as many as those of `row`, else `row`."""
    return tags if len(tags) == len(row) else row


def _tags(data: Tagged) -> list[str]:
    return [tag for side in (data.gold_tags, data.predicted_tags) for sentence in side for tag in sentence]


def _in_any_order(data: Tagged) -> bool:
    """Return whether no type of a sentence could be merged into two others, so the order of merging does not matter."""
    return all(
        sum(continued in tag[2:] for continued in {tag[4:] for tag in tags if tag.startswith("C-", 2)}) < 2
        for side in (data.gold_tags, data.predicted_tags)
        for tags in side
        for tag in tags
    )


def _requests(_: Data, rng: random.Random) -> list[Request]:
    entry_points = ("span_f1", "span_f1_iob1", "span_f1_bioul", "span_f1_bmes")
    measure = rng.choice(["precision", "recall"])
    return [(name, {"measure": "f1"}) for name in entry_points] + [(rng.choice(entry_points), {"measure": measure})]


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

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        names = sorted({"O", *_tags(data)})
        vocabulary = SimpleNamespace(get_index_to_token_vocabulary=lambda _: dict(enumerate(names)))
        encoding = entry_point.removeprefix("span_f1").lstrip("_").upper() or "BIO"
        measure = measures.SpanBasedF1Measure(vocabulary, label_encoding=encoding)
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
