"""Token log-probabilities, and multiple-choice questions with log-likelihoods."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from samescore.data.likelihoods import Choices, TokenLogProbs

TEXTS = ["a cat", " a\u00a0cat\n", "", "\u732b", "\U0001f469 \u00e9t\u00e9", "x" * 40, "one two  three\tfour"]


def log_probabilities(count: int, seed: int = 0) -> Iterator[TokenLogProbs]:
    """`count` sets of sequences of token log-probabilities: short, long or empty, with certain and impossible tokens."""
    rng = random.Random(seed)
    for _ in range(count):
        sequences: list[list[Any]] = []
        for _ in range(rng.choice([0, 1, 1, 1, 2, 3, 5])):
            worst = rng.choice([0.5, 3, 3, 12])
            sequence: list[Any] = [-round(rng.random() * worst, 3) for _ in range(rng.choice([1, 1, 2, 5, 20]))]
            if rng.random() < 0.1:
                sequence = rng.choice([[], [], [0.0], [*sequence, None], [-5000.0 if sequences else -720.0]])
            sequences.append(sequence)
        texts = [rng.choice(TEXTS) for _ in sequences] if rng.random() < 0.8 else None
        yield TokenLogProbs(sequences, texts)


def choices(count: int, seed: int = 0) -> Iterator[Choices]:
    """`count` sets of multiple-choice items: ties, long, empty and non-ASCII texts, with or without unconditional values.

    Log-likelihoods are multiples of 1/4, so that quotients by lengths are equal in doubles only if they are equal.
    """
    rng = random.Random(seed)
    texts = ["", "a", "no", "yes", "maybe", "\u732b\u732b", "\u00e9t\u00e9", "\U0001f469", "a rather long answer"]
    for _ in range(count):
        yield choice_items(rng, texts)


def choice_items(rng: random.Random, texts: Sequence[str]) -> Choices:
    """Up to nine multiple-choice items whose answers are among `texts`, seldom the first."""
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
    return Choices(items)
