"""Driver of AllenNLP's BLEU, whose files run with stand-ins for its base class and for PyTorch's tensors."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.allennlp import UNUSED, UTILITIES, source
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one
from tools.originals.stand_ins import module_among, registered_metric


class _Number(int):
    """A stand-in for a tensor of one integer."""

    def item(self) -> int:
        return int(self)


class _Row(list[_Number]):
    """A stand-in for a one-dimensional tensor of integers."""

    def size(self, _: int) -> int:
        return len(self)

    def __getitem__(self, place: Any) -> Any:
        return _Row(super().__getitem__(place))

    def split(self, length: int, dim: int) -> list[_Row]:  # noqa: ARG002 - there is one dimension
        """Return pieces of at most `length` numbers."""
        return [self[start : start + length] for start in range(0, len(self), length)]


class _Batch(list[_Row]):
    """A stand-in for a two-dimensional tensor of one row."""

    def size(self, dim: int) -> int:
        return (len(self), len(self[0]))[dim]

    def detach(self) -> _Batch:
        return self


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield Corpus.from_segments([], [])
    yield Corpus.from_segments([""], [[""]])
    yield from corpora("bleu", count, seed, 1)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    order = rng.choice([1, 2, 3, 4, 4, 4, 5])
    weights = [rng.choice([0.1, 0.25, 0.3, 0.5]) for _ in range(order)]
    return [("BLEU", {}), ("BLEU", {"max_order": order, "weights": weights})]


def _load(paths: list[Path]) -> Ask:
    others: dict[str, dict[str, Any]] = {
        **{module: dict.fromkeys(names, object) for module, names in UNUSED.items()},
        "torch": dict.fromkeys(["Tensor", "LongTensor", "BoolTensor", "ByteTensor", "device"], object),
        "torch.distributed": {},
        "torch.utils.data": dict.fromkeys(["DataLoader"], object),
        "torch.cuda": {},
        "torch.nn.utils": dict.fromkeys(["clip_grad_norm_"], object),
        "allennlp.training.metrics.metric": {"Metric": registered_metric()},
        "allennlp.nn.util": {"dist_reduce_sum": lambda value: value},
    }
    others["allennlp.common.util"]["is_distributed"] = lambda: False
    module_among(paths[1], "allennlp.training.util", others)
    bleu = module_among(paths[0], "allennlp.training.metrics.bleu", others)

    def ask(_: str, data: Any, knobs: dict[str, Any]) -> float:
        scorer = bleu.BLEU(ngram_weights=tuple(knobs.get("weights", (0.25,) * 4)))
        numbers: dict[str, int] = {}
        for line in data:
            texts = [str(line.hypothesis).split(), str(line.references[0]).split()]
            scorer(
                *(_Batch([_Row(_Number(numbers.setdefault(word, len(numbers))) for word in text)]) for text in texts)
            )
        return float(scorer.get_metric()["BLEU"])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        source("allennlp/training/metrics/bleu.py", "7178955acdc6ccd3fae178e1c95556da1dba49e5a4acf46cac93c58fd05cf0a0"),
        UTILITIES,
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
