"""Corpora for the translation metrics besides BLEU and chrF: the common ones, after some of their own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, islice

from samescore.data.corpus import Corpus
from samescore.generators.texts import corpora

# (hypothesis, references) of each segment.
_DIRECTED: list[list[tuple[str, list[str]]]] = [
    [],  # no segments at all
    [("a b c d", ["a b x y", "a b x y z u v w a b c d"]), ("a", ["a b"])],  # ties between unequal references
    [("a x y", ["a b c", "x a d e f g h"])],
    [("", ["", "a b"]), ("a b", ["a b c"])],  # two texts without words, and a better reference
    [("John hit Bob yesterday", ["Bob hit John yesterday"])],
    [("the cat x on the mat", ["the cat sat on the mat"])],  # in order, with gaps
    [("a b c a d a", ["a c a b a d"]), ("the the", ["the the"])],  # repeated words, aligned by their contexts
    [("a b b", ["a b b x b b"])],  # only the whole hypothesis tells the two last words from others
    [("x " * 2001, ["a b"]), ("a b", ["a b"])],  # longer than NLTK's limit
    [("Running cats RUN", ["running cat runs run"]), ("dying dies", ["die dy"])],
    [("a b c d e", ["a b c d e f g", "a b c d e f"]), ("", ["a"])],
    [("a b c", ["", ""])],
    [("a b c d", ["a b c e", "a a b"]), ("a a b", ["a b", "A b"]), ("x y z", ["x y", ""])],
    [("a b c d e f", ["a b c d e f"]), ("a b", [])],
]


def translation_corpora(metric_name: str, count: int, max_references: int = 0, seed: int = 0) -> Iterator[Corpus]:
    """`count` corpora: the directed ones of this module four times, then those of `corpora`.

    For NIST most of them are made longer, for NLTK's raises on every text that is shorter than an order.
    """
    own = (
        Corpus.from_segments(
            [hypothesis for hypothesis, _ in segments],
            [refs[:max_references] if max_references else refs for _, refs in segments],
        )
        for segments in _DIRECTED * 4
    )
    rest = corpora(count, max_references, seed)
    if metric_name == "nist":
        rng = random.Random(seed)
        rest = (_longer(rng, corpus) if rng.random() < 0.8 else corpus for corpus in rest)
    return islice(chain(own, rest), count)


def _longer(rng: random.Random, corpus: Corpus) -> Corpus:
    """The corpus with some of the same seven words at the end of every line."""
    tail = ["the", "cat", "sat", "on", "a", "red", "mat"]

    def line(text: str) -> str:
        return " ".join([text, *(word for word in tail if rng.random() < 0.9)])

    return Corpus.from_segments(
        [line(str(segment.hypothesis)) for segment in corpus],
        [[line(str(reference)) for reference in segment.references] for segment in corpus],
    )
