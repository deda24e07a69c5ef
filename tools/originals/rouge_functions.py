"""What the drivers of functions that compute ROUGE for a text and its references share."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Request, corpora, one_by_one

MEASURES = ("f", "precision", "recall")


def inputs(count: int, seed: int, references: int = 1) -> Iterator[Data]:
    """No segments, and generated corpora with so many references at most."""
    yield Corpus.from_segments([], [])
    yield from corpora("rouge-n", count, seed, references)


def requests(_: Data, rng: random.Random) -> list[Request]:
    """One for ROUGE-N and one for ROUGE-L, mostly of F."""
    measure = {"measure": rng.choice(["precision", "recall"])} if rng.random() < 0.3 else {}
    return [("rouge_n", {**measure, "order": rng.choice([1, 1, 2, 3])}), ("rouge_l_sentence_level", measure)]


def means(ask: Callable[[str, str, list[str], dict[str, Any]], float]) -> Ask:
    """Asks a function of an entry point, a hypothesis, its references and settings, for the mean over segments."""

    def mean(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        scores = [ask(entry_point, str(line.hypothesis), list(map(str, line.references)), knobs) for line in data]
        return sum(scores) / len(scores)

    return one_by_one(mean)
