"""Driver of chrF++.py: the total F score of lines, with the references of a line joined by ``*#``."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, module_at, one_by_one

#: A segment whose reference lacks an order of n-grams that its hypothesis has, and a segment with all orders.
_SHORT = [("Yes indeed it is", "Yes"), ("the cat sat on the mat", "the cat sat on the mat")]


def _inputs(count: int, seed: int) -> Iterator[Data]:
    for pairs in (_SHORT, _SHORT[::-1]):
        yield Corpus.from_segments([hypothesis for hypothesis, _ in pairs], [[reference] for _, reference in pairs])
    yield from corpora("chrf", count, seed)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    orders = {
        "word_order": rng.choice([0, 1, 3]),
        "char_order": rng.choice([1, 3, 6]),
        "beta": rng.choice([0.5, 1.0, 3.0]),
    }
    return [("total_f", {}), ("total_f", {"word_order": 0}), ("total_f", orders)]


def _load(paths: list[Path]) -> Ask:
    script = module_at(paths[0])

    def ask(_: str, data: Corpus, knobs: dict[str, Any]) -> float:
        lines = ["*#".join(map(str, segment.references)) for segment in data]
        hypotheses = [str(segment.hypothesis) for segment in data]
        words, characters = knobs.get("word_order", 2), knobs.get("char_order", 6)
        total: float = script.computeChrF(lines, hypotheses, words, characters, knobs.get("beta", 2.0))[0]
        return total

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/m-popovic/chrF",
            path="chrF++.py",
            version="6d3c384c8327a35c937ae231437cdb33ad4cd42d",
            sha256="ebe6bd1ddf4e1aeb3958ad0b179037f64b165c9ad11202acf67a48104f951ebc",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
