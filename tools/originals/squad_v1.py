"""Driver of SQuAD's evaluate-v1.1.py: the results of its function `evaluate`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one


def questions(data: Corpus) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Return a corpus as the articles of a data set, and the predicted answers by the id of the question."""
    asked = [
        {"id": str(number), "answers": [{"text": str(answer)} for answer in segment.references]}
        for number, segment in enumerate(data)
    ]
    predicted = {str(number): str(segment.hypothesis) for number, segment in enumerate(data)}
    return [{"paragraphs": [{"qas": asked}]}], predicted


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield Corpus.from_segments([], [])
    yield from inputs_for("answer-f1", count, seed=seed)


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("exact_match", {}), ("f1", {})]


def _load(paths: list[Path]) -> Ask:
    script = module_at(paths[0])

    def ask(entry_point: str, data: Corpus, _: dict[str, Any]) -> float:
        answer: float = script.evaluate(*questions(data))[entry_point]
        return answer

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/allenai/bi-att-flow",
            path="squad/evaluate-v1.1.py",
            version="49004549e9a88b78c359b31481afa7792dbb3f4a",
            sha256="f5a673dbbd173e29e9ea38f1b2091d883583b77b3a4c17144b223fb0f2f9bd09",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
