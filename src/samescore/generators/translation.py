"""Generate corpora for translation metrics other than BLEU and chrF: hand-picked corpora, then the general ones."""

from __future__ import annotations

import random
from collections.abc import Iterator

from samescore.data.corpus import Corpus
from samescore.generators.texts import Segment, corpus_of

_DIRECTED: list[list[Segment]] = [
    [],  # no segments at all
    [("a b c d", ["a b x y", "a b x y z u v w a b c d"]), ("a", ["a b"])],  # ties between unequal references
    [("a x y", ["a b c", "x a d e f g h"])],
    [("", ["", "a b"]), ("a b", ["a b c"])],  # two texts without words, and a better reference
    [("John hit Bob yesterday", ["Bob hit John yesterday"])],
    [("the cat x on the mat", ["the cat sat on the mat"])],  # in order, with gaps
    [("a b c a d a", ["a c a b a d"]), ("the the", ["the the"])],  # repeated words, aligned by context
    [("a b b", ["a b b x b b"])],  # only the whole hypothesis distinguishes the two last words from others
    [("x " * 2001, ["a b"]), ("a b", ["a b"])],  # longer than NLTK's limit
    [("Running cats RUN", ["running cat runs run"]), ("dying dies", ["die dy"])],
    [("a b c d e", ["a b c d e f g", "a b c d e f"]), ("", ["a"])],
    [("a b c", ["", ""])],
    [("a b c d", ["a b c e", "a a b"]), ("a a b", ["a b", "A b"]), ("x y z", ["x y", ""])],
    [("a b c d e f", ["a b c d e f"]), ("a b", [])],
]


def translation_corpora(general: Iterator[Corpus], max_references: int = 0) -> Iterator[Corpus]:
    """Yield hand-picked corpora four times, with up to `max_references` (0: no limit), and then the `general` ones."""
    for segments in _DIRECTED * 4:
        yield corpus_of(segments, max_references)
    yield from general


def lengthen_most(general: Iterator[Corpus], seed: int = 0) -> Iterator[Corpus]:
    """Yield the `general` corpora, four of five lengthened, because NIST in NLTK raises on texts shorter than an order."""
    rng = random.Random(seed)
    for corpus in general:
        yield _lengthen(rng, corpus) if rng.random() < 0.8 else corpus


def _lengthen(rng: random.Random, corpus: Corpus) -> Corpus:
    """Return the corpus with a random selection of seven common words appended to every line."""
    tail = ["the", "cat", "sat", "on", "a", "red", "mat"]

    def line(text: str) -> str:
        return " ".join([text, *(word for word in tail if rng.random() < 0.9)])

    return Corpus.from_segments(
        [line(str(segment.hypothesis)) for segment in corpus],
        [[line(str(reference)) for reference in segment.references] for segment in corpus],
    )
