"""Generated inputs other than corpora of sentences: labels, scored labels, answers, log-probabilities, choices."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from samescore.data.corpus import Corpus
from samescore.data.labels import Labels, ScoredLabels
from samescore.data.likelihoods import Choices, TokenLogProbs


def labels(count: int, seed: int = 0) -> Iterator[Labels]:
    """`count` label sets: none, one class, two, many; balanced and not; integers and strings."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 2, 3, 8, 20, 60])
        names: list[Any]
        names = rng.choice(
            [["0", "1"], [0, 1], ["BAD", "OK"], [1, 2, 3], list(range(10)), ["a", "b", "c", "1"], list(range(40))]
        )
        names = names[: rng.choice([1, 2, 2, len(names), len(names)])]
        skew = rng.choice([1, 1, 5])
        pool = [name for k, name in enumerate(names) for _ in range(1 if k else skew)]
        gold = [rng.choice(pool) for _ in range(size)]
        accuracy = rng.choice([0.0, 0.5, 0.8, 1.0])
        predicted = [label if rng.random() < accuracy else rng.choice(pool) for label in gold]
        yield Labels(gold, predicted)


def scored_labels(count: int, seed: int = 0) -> Iterator[ScoredLabels]:
    """`count` sets of scored items: many ties and none, one class, infinite scores, more than numpy's block of 128."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 2, 3, 5, 8, 20, 60, 60, 400])
        share = rng.choice([0.0, 0.1, *[0.5] * 8, 1.0])
        gold = [int(rng.random() < share) for _ in range(size)]
        digits = rng.choice([0, 1, 2, 17])
        scores = [round(rng.gauss(label, 1), digits) for label in gold]
        if size and rng.random() < 0.03:
            scores[rng.randrange(size)] = rng.choice([float("inf"), float("-inf")])
        yield ScoredLabels(gold, scores)


_ANSWERS = [
    *("the", "a", "an", "The", "AN", "aunt", "U.S.", "a-b", "a.an.the", "(1999)", "1,000", "it's", "can't", "cannot"),
    *("cat", "dog", "Mr.", "Café", "tvb", "2006", "x_a_y", "“the”", "\u4e2d", "\u6587", "\u7535\u89c6\u53f0", "\u9fa6"),
    *("1000", "3", "3.0", "\u0663", "1_0", "inf", "nan.", "2-3", "\n", "cat\ndog"),
    *("\uff0c", "\u3002", "\u300a\u4e2d\u300b", "\u2026\u2026", "\u00b7", "\uff12", "!", ",", ".", "\u3000", "\x1c"),
]


def answers(count: int, seed: int = 0) -> Iterator[Corpus]:
    """`count` corpora of short answers: articles, punctuation of both kinds, Chinese and English mixed, nothing."""
    rng = random.Random(seed)

    def answer(words: list[str]) -> str:
        return "".join(word + rng.choice(["", " ", " ", "  "]) for word in words)

    for _ in range(count):
        segments = []
        for _ in range(rng.choice([1, 1, 2, 3])):
            words = rng.choices(_ANSWERS, k=rng.choice([0, 1, 2, 3, 5, 8]))
            right = [words, *(rng.choices(_ANSWERS, k=rng.choice([0, 1, 2])) for _ in range(rng.choice([0, 0, 1, 2])))]
            rng.shuffle(right)
            given = [word for word in words if rng.random() < 0.8] if rng.random() < 0.7 else list(words)
            segments.append((answer(given), [answer(each) for each in right if rng.random() < 0.95]))
        yield Corpus.from_segments([given for given, _ in segments], [right for _, right in segments])


_TEXTS = ["a cat", " a\u00a0cat\n", "", "\u732b", "\U0001f469 \u00e9t\u00e9", "x" * 40, "one two  three\tfour"]


def log_probabilities(count: int, seed: int = 0) -> Iterator[TokenLogProbs]:
    """`count` sets of sequences of token log-probabilities: short and long, certain, impossible, none."""
    rng = random.Random(seed)
    for _ in range(count):
        sequences: list[list[Any]] = []
        for _ in range(rng.choice([0, 1, 1, 1, 2, 3, 5])):
            worst = rng.choice([0.5, 3, 3, 12])
            sequence: list[Any] = [-round(rng.random() * worst, 3) for _ in range(rng.choice([1, 1, 2, 5, 20]))]
            if rng.random() < 0.1:
                sequence = rng.choice([[], [], [0.0], [*sequence, None], [-5000.0]])
            sequences.append(sequence)
        texts = [rng.choice(_TEXTS) for _ in sequences] if rng.random() < 0.8 else None
        yield TokenLogProbs(sequences, texts)


def choices(count: int, seed: int = 0) -> Iterator[Choices]:
    """`count` sets of multiple-choice items: ties, long and empty texts, many bytes; with unconditional values or not.

    Log-likelihoods are quarters, so that a quotient by a length is a tie in doubles only if it is one.
    """
    rng = random.Random(seed)
    texts = ["", "a", "no", "yes", "maybe", "\u732b\u732b", "\u00e9t\u00e9", "\U0001f469", "a rather long answer"]
    for _ in range(count):
        items = []
        unconditional = rng.random() < 0.85
        for _ in range(rng.choice([0, 1, 1, 2, 4, 9])):
            size = rng.choice([1, 2, 2, 4])
            item: dict[str, Any] = {
                "choices": rng.choices(texts, weights=[1, *[9] * (len(texts) - 1)], k=size),
                "logprobs": [-rng.randrange(0, rng.choice([4, 40])) / 4 for _ in range(size)],
                "gold": rng.randrange(size),
            }
            if unconditional:
                item["unconditional"] = [-rng.randrange(0, 20) / 4 for _ in range(size)]
            items.append(item)
        yield Choices(items)
