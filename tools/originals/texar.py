"""Driver of Texar's corpus_bleu for lists of words and for strings, with stand-ins for a text conversion and a type of texar."""

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


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield Corpus.from_segments([], [])
    yield Corpus.from_segments(["a"], [[""]])
    yield from corpora("bleu", count, seed, 3)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    drawn = {
        "max_order": rng.choice([1, 2, 3, 4, 4]),
        "smoothing": rng.choice(["none", "add-k"]),
        "case": rng.choice(["keep", "lower-tokens"]),
    }
    names = ("corpus_bleu", "corpus_bleu_of_strings")
    return [(name, knobs) for name in names for knobs in ({}, drawn)]


def _load(paths: list[Path]) -> Ask:
    others: dict[str, dict[str, Any]] = {
        "texar.torch.utils.dtypes": {"compat_as_text": lambda text: text},
        "texar.torch.utils.types": {"MaybeList": list},
    }
    script = module_among(paths[0], "texar.torch.evals.bleu", others)

    def ask(entry: str, data: Any, knobs: dict[str, Any]) -> float:
        given: Any = str if entry == "corpus_bleu_of_strings" else lambda line: str(line).split()
        return float(
            script.corpus_bleu(
                [[given(line) for line in segment.references] for segment in data],
                [given(segment.hypothesis) for segment in data],
                max_order=knobs.get("max_order", 4),
                lowercase=knobs.get("case") == "lower-tokens",
                smooth=knobs.get("smoothing") == "add-k",
            )
        )

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/texar-pytorch",
            path="texar/torch/evals/bleu.py",
            version="0.1.4",
            sha256="8060a46c5348300e714e62d3bb59fdb51acecec6918dc41fc021be905ccad7c2",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
