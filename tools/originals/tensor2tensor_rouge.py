"""Driver of tensor2tensor's ROUGE: `rouge_n` and `rouge_l_sentence_level`, which its batch metrics call.

They take lists of numbers, so words are numbered from 1 in order of first appearance (0 is padding, which counts as a word).
It needs NumPy, but not TensorFlow, which only the rest of the file calls.
"""

from __future__ import annotations

import math
import random
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, module_at, one_by_one


def _many(rng: random.Random) -> Corpus:
    """Return a corpus of so many segments that NumPy's order of addition differs from left to right."""
    texts = [" ".join(rng.choices("abcdefg", k=rng.randint(1, 9))) for _ in range(2 * rng.choice([9, 30, 140]))]
    return Corpus.from_segments(texts[::2], [[text] for text in texts[1::2]])


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield a corpus without segments; then corpora of few segments, and one with many after each twentieth."""
    rng = random.Random(seed)
    yield Corpus.from_segments([], [])
    for place, data in enumerate(corpora("rouge-n", count, seed, 1)):
        yield data
        if place % 20 == 0:
            yield _many(rng)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    case: dict[str, Any] = {"case": "lower"} if rng.random() < 0.3 else {}
    return [("rouge_n", {**case, "order": rng.choice([1, 2, 2, 3])}), ("rouge_l_sentence_level", case)]


def _load(paths: list[Path]) -> Ask:
    # The names that the file imports; its functions of lists use none of them.
    for name in ("tensorflow", "tensorflow.compat", "tensorflow.compat.v1"):
        sys.modules.setdefault(name, ModuleType(name))
    sys.modules["tensorflow.compat"].v1 = sys.modules["tensorflow.compat.v1"]  # type: ignore[attr-defined]
    script = module_at(paths[0])

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float | None:
        numbers: dict[str, int] = {}

        def ids(text: str) -> list[int]:
            text = text.lower() if "case" in knobs else text
            return [numbers.setdefault(word, len(numbers) + 1) for word in text.split()]

        sides = [ids(line.hypothesis) for line in data], [ids(line.references[0]) for line in data]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the mean of no scores
            if entry_point == "rouge_n":
                value = float(script.rouge_n(*sides, n=knobs["order"]))
            else:
                value = float(script.rouge_l_sentence_level(*sides))
        return None if math.isnan(value) else value

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/tensorflow/tensor2tensor",
            path="tensor2tensor/utils/rouge.py",
            version="bafdc1b67730430d38d6ab802cbd51f9d053ba2e",
            sha256="5b73c1cfd99a91df944baf4bf6ad13d496ac791734ccb10f377b417e3e0c8d0c",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
