"""Generate texts with the word counts of a training text, on which perplexities of n-gram models differ."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from samescore.data.corpus import Corpus
from samescore.data.trained import CountedTexts
from samescore.generators import corpus
from samescore.generators.generator import Generator
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.target import Target

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_OF_TEXTS = corpus.GENERATOR


def _counted_texts(data: Corpus) -> CountedTexts:
    """Return the hypotheses of a corpus, with the counts of words and adjacent word pairs in the first references."""
    unigrams: dict[str, int] = {}
    bigrams: dict[str, int] = {}
    for segment in data:
        line = segment.references[0] if segment.references else ""
        words = line.split() if isinstance(line, str) else list(line)
        for word in words:
            unigrams[word] = unigrams.get(word, 0) + 1
        for first, second in pairwise(words):
            bigrams[first + second] = bigrams.get(first + second, 0) + 1
    return CountedTexts(data.hypotheses, unigrams, bigrams)


def _random_inputs(target: Target, count: int, seed: int) -> Iterator[CountedTexts]:
    return map(_counted_texts, _OF_TEXTS.inputs(target, count, seed))


def _fresh_data(target: Target, rng: random.Random, turn: int) -> CountedTexts:
    return _counted_texts(_OF_TEXTS.fresh(target, rng, turn))


def _large_data(target: Target, rng: random.Random, number: int) -> CountedTexts | None:
    data = _OF_TEXTS.large(target, rng, number)
    return None if data is None else _counted_texts(data)


def _graded_pairs() -> Axioms:
    """Return axioms for perplexities: a text with likelier word pairs scores better."""

    def texts(likely: int, frequent: int = 6) -> CountedTexts:
        """Return three texts; the first `likely` end in a word pair that occurs `frequent` times, the others in its alternative."""
        lines = ["a b c" if k < likely else "a b d" for k in range(3)]
        return CountedTexts(lines, {"a": 8, "b": 8, "c": 4, "d": 4}, {"ab": 8, "bc": frequent, "bd": 8 - frequent})

    mixed = texts(2)
    return {
        "every text counts": [
            better(texts(count), texts(count - 1), f"with {4 - count} unlikely texts") for count in (3, 2, 1)
        ],
        "the counts count": [better(texts(3), texts(3, 2), "if the pair of words is rarer")],
        "text order": [equal(mixed, mixed.of_entries(mixed.entries()[::-1]), "in reverse order")],
        **repeatable(mixed),
    }


def strategy(target: Target) -> SearchStrategy[CountedTexts]:
    """Return a strategy for drawn texts, with the word counts of their first references."""
    return _OF_TEXTS.strategy(target).map(_counted_texts)


GENERATOR = Generator(
    inputs=_random_inputs,
    fresh=_fresh_data,
    large=_large_data,
    graded=lambda _: _graded_pairs(),
    strategy=strategy,
)
