"""Helpers of the drivers of functions that compute ROUGE for a text and its references."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Request, corpora, one_by_one

MEASURES = ("f", "precision", "recall")


def inputs(count: int, seed: int, references: int = 1) -> Iterator[Data]:
    """Yield a corpus without segments, and generated corpora with at most `references` for each segment."""
    yield Corpus.from_segments([], [])
    yield from corpora("rouge-n", count, seed, references)


def requests(_: Data, rng: random.Random) -> list[Request]:
    """Return a request for ROUGE-N and a request for ROUGE-L, mostly for the F score."""
    measure = {"measure": rng.choice(["precision", "recall"])} if rng.random() < 0.3 else {}
    return [("rouge_n", {**measure, "order": rng.choice([1, 1, 2, 3])}), ("rouge_l_sentence_level", measure)]


def means(ask: Callable[[str, str, list[str], dict[str, Any]], float]) -> Ask:
    """Return an `Ask` for the mean over segments of a function of entry point, hypothesis, references and settings."""

    def mean(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        scores = [ask(entry_point, str(line.hypothesis), list(map(str, line.references)), knobs) for line in data]
        return sum(scores) / len(scores)

    return one_by_one(mean)
