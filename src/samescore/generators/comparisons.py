"""Systems that are compared: outputs of two systems, some of them equal, and their numbers."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import Any

from samescore.data.comparison import MEAN, Comparison, Numbers
from samescore.data.corpus import Corpus
from samescore.data.labels import Labels

_WORDS = ["the", "a", "cat", "dog", "sat", "ran", "on", "in", "red", "house", "fast"]
#: Metrics whose scores of a resample take microseconds, the first ones sacreBLEU's.
TRANSLATION = ("bleu", "chrf", "ter")
_OF_TEXTS: tuple[tuple[str, dict[str, Any]], ...] = (
    *((name, {}) for name in TRANSLATION * 2),
    ("bleu", {"average": "sentences"}),
    ("wer", {}),
    ("rouge-l", {}),
    ("distinct", {}),
)
_OF_PACKAGES: tuple[tuple[str, dict[str, Any]], ...] = (
    *((name, {}) for name in TRANSLATION * 2),
    ("bleu", {"smoothing": "add-k", "add_k": 0.5}),
)


def comparisons(
    count: int, max_references: int = 0, seed: int = 0, statistics: Sequence[str] = ()
) -> Iterator[Comparison]:
    """`count` comparisons of two systems by one of `statistics`, or by any: of texts, labels and numbers.

    One in eight compares a system with itself, and some have a single segment.
    """
    rng = random.Random(seed)
    of_texts = [entry for entry in _OF_PACKAGES if entry[0] in statistics] if statistics else _OF_TEXTS
    for number in range(count):
        if not of_texts or (number % 4 == 3 and not statistics):
            yield numbers(
                rng, rng.choice([0, 1, 2, 4, 8, 16, 60] if statistics else [1, 2, 4, 8]), odd=bool(statistics)
            )
        elif number % 8 == 6 and not statistics:
            yield _labels(rng)
        elif number == 0 and "ter" in statistics:
            yield _rounded()
        else:
            statistic, settings = rng.choice(of_texts)
            yield texts(rng, statistic, settings, _WORDS, max_references or 2)


def texts(
    rng: random.Random, statistic: str, settings: dict[str, Any], words: Sequence[str], max_references: int
) -> Comparison:
    """Two systems' texts of a few segments, which resemble the references, as many of them for each segment.

    One in eight differs in a single word, so that many resamples are as far apart as all segments are.
    """
    several = rng.randint(1, max_references)
    references = [[_sentence(rng, words)] for _ in range(rng.choice([1, 2, 3, 5, 8, 12]))]
    for of_segment in references:
        of_segment += [_near(rng, of_segment[0], words) for _ in range(several - 1)]
    noise = rng.choice([0.1, 0.3, 0.6])
    systems = [[_near(rng, of_segment[0], words, share) for of_segment in references] for share in (0.3, noise)]
    copied = rng.random()
    if copied < 0.125:
        systems[1] = systems[0]
    elif copied < 0.25:
        first = [of_segment[0] for of_segment in references]
        systems = [first, [[*first[0][:-1], "x"], *first[1:]]]
    lines = [[" ".join(line) for line in system] for system in systems]
    joined = [[" ".join(line) for line in of_segment] for of_segment in references]
    return Comparison(statistic, [Corpus.from_segments(system, joined) for system in lines], settings)


def numbers(rng: random.Random, size: int, *, odd: bool = False) -> Comparison:
    """Two systems' numbers: multiples of 1/8 with many ties, or judgements of 0 and 1.

    With `odd`, some are tenths or thousandths, whose sums are rounded, and a few are nan.
    """
    grain = rng.choice([1, 1, 8, 10, 1000] if odd else [1, 8, 8])
    first = [rng.randint(0, grain) / grain for _ in range(size)]
    if odd and first and rng.random() < 0.05:
        first[-1] = math.nan
    second = first if rng.random() < 0.125 else [rng.randint(0, grain) / grain for _ in range(size)]
    return Comparison(MEAN, [Numbers(first), Numbers(second)])


def _rounded() -> Comparison:
    """One wrong word in six: resamples are as far above their mean as all segments are apart, except for rounding."""
    references = [["c d e"], ["a b c"]]
    systems = [["c d e", "a b c"], ["c d x", "a b c"]]
    return Comparison("ter", [Corpus.from_segments(system, references) for system in systems])


def _labels(rng: random.Random) -> Comparison:
    gold = rng.choices(["a", "b", "c"], k=rng.choice([2, 5, 12]))
    systems = [[name if rng.random() < 0.7 else rng.choice("abc") for name in gold] for _ in range(2)]
    return Comparison(rng.choice(["accuracy", "kappa", "f1"]), [Labels(gold, system) for system in systems])


def _sentence(rng: random.Random, words: Sequence[str]) -> list[str]:
    return [rng.choice(words) for _ in range(rng.choice([1, 3, 5, 8, 12]))]


def _near(rng: random.Random, sentence: Sequence[str], words: Sequence[str], share: float = 0.3) -> list[str]:
    """The sentence with a share of its words replaced, and now and then the last one left out."""
    changed = [rng.choice(words) if rng.random() < share else word for word in sentence]
    return changed[:-1] if len(changed) > 1 and rng.random() < share / 2 else changed
