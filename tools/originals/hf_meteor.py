"""Driver of the metric meteor of Hugging Face's evaluate, which needs evaluate, and NLTK 3.10.4 with its data punkt_tab.

If NLTK_DATA has corpora/wordnet (WordNet 3.0), synonyms are recorded as well; other requests use an empty dictionary.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, module_at, one_by_one

_PIECES = [
    "The cats sat.", "the cat sits", "Dr. Smith said so", "\"Don't\" he said", "I cannot believe it!", "well-known facts, too",
    "U.S. officials agreed", "It costs $1,000.50.", "He bought a car", "he purchased an automobile", "\u00c9t\u00e9 \u0130stanbul",
    "\u0391\u03a3's", "\u03b1\u03c2", "(dogs ran)", "a very happy person", "a very glad person", "Quick, fast; large: big", "e.g. this", "is it?", "no...", "i said \"yes\"",
]  # fmt: skip


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield the general corpora of METEOR, and sentences with punctuation, in turn."""
    for pair in zip(filter(len, corpora("meteor", count, seed)), sentences(count, seed), strict=False):
        yield from pair


def sentences(count: int, seed: int, most_references: int = 2) -> Iterator[Corpus]:
    """Yield `count` corpora of up to 20 segments of one to three sentences.

    NumPy adds up eight or more scores in a different order than Python.
    """
    rng = random.Random(seed)
    for _ in range(count):
        most, size = rng.choice([1, 3]), rng.choice([1, 1, 2, 3, 12, 20])
        texts = [[_text(rng, most) for _ in range(min(rng.choice([1, 1, 2]), most_references))] for _ in range(size)]
        yield Corpus.from_segments([_varied(rng.choice(lines), rng) for lines in texts], texts)


def _text(rng: random.Random, most: int) -> str:
    return " ".join(rng.choices(_PIECES, k=rng.randint(1, most)))


def _varied(text: str, rng: random.Random) -> str:
    words = text.split(" ")
    for _ in range(rng.randint(0, 3)):
        place = rng.randrange(len(words))
        words[place : place + 1] = rng.choice(
            [[], [words[place].lower()], [words[place].upper()], _text(rng, 1).split(" ")[:2]]
        )
        words = words or ["a"]
    return " ".join(words)


def _requests(data: Data, rng: random.Random) -> list[Request]:
    from nltk import sent_tokenize

    knobs: dict[str, Any] = {}
    if rng.random() < 0.3:
        knobs = {"alpha": rng.choice([0.5, 0.8]), "beta": rng.choice([1.0, 2.5]), "gamma": rng.choice([0.2, 0.9])}
    words = {"tokenizer": "word-tokenize", **knobs}
    requests: list[Request] = [("meteor", words), ("meteor", {"synonyms": "wordnet-stems", **words})]
    segments = data if isinstance(data, Corpus) else ()
    lines = [str(line) for segment in segments for line in (segment.hypothesis, *segment.references)]
    if all(len(sent_tokenize(line)) <= 1 for line in lines):
        requests += [("meteor", knobs)]
    return requests


class _NoWords:
    """A stand-in for WordNet that has no words."""

    def synsets(self, _: str) -> list[Any]:
        return []


@contextmanager
def no_synonyms(without: bool) -> Iterator[None]:
    """Make NLTK's METEOR use an empty dictionary inside the context, if `without` synonyms."""
    from nltk.translate import meteor_score

    functions = (meteor_score.meteor_score, meteor_score.single_meteor_score)
    usual = [function.__defaults__ for function in functions]
    for function, defaults in zip(functions, usual, strict=True):
        function.__defaults__ = (*defaults[:2], _NoWords(), *defaults[3:]) if without else defaults
    try:
        yield
    finally:
        for function, defaults in zip(functions, usual, strict=True):
            function.__defaults__ = defaults


def _load(paths: list[Path]) -> Ask:
    metric = module_at(paths[0]).Meteor()

    def ask(_: str, data: Any, knobs: dict[str, Any]) -> float:
        parameters = {name: value for name, value in knobs.items() if name not in ("tokenizer", "synonyms")}
        # `_compute` is what `compute` calls with the columns that it was given.
        references = [list(map(str, segment.references)) for segment in data]
        with no_synonyms("synonyms" not in knobs):
            answer = metric._compute([str(segment.hypothesis) for segment in data], references, **parameters)
        return float(answer["meteor"])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/huggingface/evaluate",
            path="metrics/meteor/meteor.py",
            version="a7dd338386a4fae9a1767e05eb9ef9479513d9e8",
            sha256="561ce07a903d1a1d1ad68fa03c346633eb7d0cd2620a368d025229ce03093960",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
