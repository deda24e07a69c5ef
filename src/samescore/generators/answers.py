"""Generate corpora of short answers to questions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from samescore.data.corpus import Corpus
from samescore.generators.texts import Segment, corpus_of

ANSWERS = [
    *("the", "a", "an", "The", "AN", "aunt", "U.S.", "a-b", "a.an.the", "(1999)", "1,000", "it's", "can't", "cannot"),
    *("cat", "dog", "Mr.", "Café", "tvb", "2006", "x_a_y", "“the”", "\u4e2d", "\u6587", "\u7535\u89c6\u53f0", "\u9fa6"),
    *("1000", "3", "3.0", "\u0663", "1_0", "inf", "nan.", "2-3", "\n", "cat\ndog"),
    *("yes", "No", "noanswer", "new_york", "A.J.", "\u2018it\u2019s\u00b4", "$5.", "#### ", "\u0130", "b\x00"),
    *("\uff0c", "\u3002", "\u300a\u4e2d\u300b", "\u2026\u2026", "\u00b7", "\uff12", "!", ",", ".", "\u3000", "\x1c"),
]


#: The index of the corpus that has no segments.
_WITHOUT_QUESTIONS = 10


def answers(count: int, seed: int = 0) -> Iterator[Corpus]:
    """Yield `count` corpora of short answers: articles, ASCII and Chinese punctuation, mixed languages, empty answers."""
    rng = random.Random(seed)
    for number in range(count):
        segments = [answer_segment(rng) for _ in range(rng.choice([1, 1, 2, 3]))]
        yield corpus_of([] if number == _WITHOUT_QUESTIONS else segments)


def answer_segment(rng: random.Random) -> Segment:
    """Return a predicted answer with its gold answers, possibly none."""
    words = rng.choices(ANSWERS, k=rng.choice([0, 1, 2, 3, 5, 8]))
    right = [words, *(rng.choices(ANSWERS, k=rng.choice([0, 1, 2])) for _ in range(rng.choice([0, 0, 1, 2])))]
    rng.shuffle(right)
    said = [word for word in words if rng.random() < 0.8] if rng.random() < 0.7 else list(words)
    return _answer(rng, said), [_answer(rng, words) for words in right if rng.random() < 0.95]


def _answer(rng: random.Random, words: list[str]) -> str:
    return "".join(word + rng.choice(["", " ", " ", "  "]) for word in words)
