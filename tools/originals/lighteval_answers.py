"""Driver of lighteval's exact match and quasi-exact match; its classes run alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, one_by_one
from tools.originals.harness import alone, driver
from tools.originals.helm import inputs

_WORDS = (
    *(
        "3.5",
        "35",
        "-3.5",
        "3-5",
        "(3.14)",
        "3.14",
        "1,000",
        "1000",
        "1e3",
        "$5",
        "5%",
        "5",
        "5.0",
        "05",
        "inf",
        "-inf",
        "nan",
    ),
    *(
        "twenty-one",
        "twenty one",
        "U.S.",
        "us",
        "the",
        "A",
        "an",
        "a-the",
        "cat",
        "Cat,",
        "\u0663",
        "1_0",
        "\t7",
        "7\n",
        "\xa0",
        "-",
    ),
)


def _answers(count: int, seed: int) -> Iterator[Data]:
    """Yield answers with one or several gold answers, and such of numbers and punctuation, in turn."""
    rng = random.Random(seed)

    def answer() -> str:
        return rng.choice([" ", " ", "-", "  "]).join(rng.choices(_WORDS, k=rng.choice([0, 1, 1, 1, 2])))

    yield Corpus.from_segments([], [])
    yield Corpus.from_segments(["cat", ""], [[], []])
    yield Corpus.from_segments([""], [[]])
    for data in inputs(count, seed):
        if isinstance(data, Corpus) and all(segment.references for segment in data):
            yield data
        golds = [[answer() for _ in range(rng.choice([1, 1, 2]))] for _ in range(rng.choice([1, 1, 2, 3]))]
        said = [
            rng.choice([answer(), rng.choice(texts), f" {rng.choice(texts)}", rng.choice(texts).upper()])
            for texts in golds
        ]
        yield Corpus.from_segments(said, golds)


def _load(paths: list[Path]) -> Ask:
    classes = alone(paths[1], "SampleLevelComputation", "ExactMatches")
    normalizer = alone(paths[0], "helm_normalizer").helm_normalizer

    asked = {
        "exact_match": classes.ExactMatches(strip_strings=True),
        "quasi_exact_match": classes.ExactMatches(normalize_gold=normalizer, normalize_pred=normalizer),
    }

    def ask(entry_point: str, data: Any, _: dict[str, Any]) -> float:
        scores = []
        for line in data:
            golds = [str(gold) for gold in line.references]
            doc = SimpleNamespace(get_golds=partial(list, golds))
            scores.append(asked[entry_point].compute(doc, SimpleNamespace(final_text=[str(line.hypothesis)])))
        return float(np.mean(scores))

    return one_by_one(ask)


def driver_of(sources: list[Source]) -> Driver:
    """Return the driver of both matches, whose code is in `sources`: the normalizers, and the class."""
    return driver(["exact_match", "quasi_exact_match"], sources, _load, _answers)
