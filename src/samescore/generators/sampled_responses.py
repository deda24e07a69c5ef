"""Questions with several sampled responses: what the ways to choose one of them disagree about."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from samescore.data.sampled_responses import SampledResponses

#: Answers that filters make equal, or find no number in, or that depend on case, white space and NULs.
_PIECES = ("Cat", "cat", "7", "7.", "$7", "#### 7", "1,000", "1000", "", " dog", "dog", "dog\0", "\u0130", "end!")


def sampled_responses(count: int, seed: int = 0) -> Iterator[SampledResponses]:
    """`count` inputs: none or few questions, with as many responses each or not; ties, wrong majorities, no right answers."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 1, 2, 3, 6, 20])
        yield drawn_responses(rng, lambda: rng.choice(_PIECES), size)


def drawn_responses(rng: random.Random, text: Callable[[], str], size: int) -> SampledResponses:
    """`size` questions with drawn responses, of which some are right."""
    responses = rng.choice([1, 2, 3, 5, 8])
    equal = rng.random() < 0.8
    return SampledResponses(
        [_question(rng, text, responses if equal else rng.randint(1, responses)) for _ in range(size)]
    )


def _question(rng: random.Random, text: Callable[[], str], size: int) -> dict[str, Any]:
    right = [] if rng.random() < 0.03 else [text() for _ in range(rng.choice([1, 1, 1, 2, 3]))]
    few = [*right[:1], text(), text()]
    return {"responses": [rng.choice(few) for _ in range(size)], "references": right}
