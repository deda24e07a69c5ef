"""Answers with supporting facts: what scores of both together disagree about."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from samescore.data.supported_answers import SupportedAnswers
from samescore.generators.answers import ANSWERS

#: Titles, of which two differ in case alone, and one holds other characters than letters.
_TITLES = ("Paris", "paris", "Ko\u0161ice (city)", "")


def supported_answers(count: int, seed: int = 0) -> Iterator[SupportedAnswers]:
    """`count` inputs: none or few questions; articles, yes and no; no facts, wrong ones, no predictions."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 1, 2, 3, 6, 20])
        yield drawn_questions(rng, lambda: rng.choices(ANSWERS, k=rng.choice([0, 1, 1, 2, 3, 5])), size)


def drawn_questions(rng: random.Random, words: Callable[[], list[str]], size: int) -> SupportedAnswers:
    """`size` questions with right answers of drawn words, answered more or less well."""
    return SupportedAnswers([_question(rng, words) for _ in range(size)])


def _question(rng: random.Random, words: Callable[[], list[str]]) -> dict[str, Any]:
    right = words()
    said = rng.choice([right, right, right[1:], right[:-1], [*right, *words()], words()])
    gold = {(rng.choice(_TITLES), rng.randrange(4)) for _ in range(rng.choice([0, 1, 2, 2, 3, 5]))}
    facts = [fact for fact in sorted(gold) if rng.random() < 0.7]
    facts += [(rng.choice(_TITLES), rng.randrange(4)) for _ in range(rng.choice([0, 0, 0, 1, 2]))]
    return {
        "answer": None if rng.random() < 0.04 else " ".join(said),
        "facts": None if rng.random() < 0.04 else sorted(gold) if rng.random() < 0.3 else facts,
        "gold_answer": " ".join(right),
        "gold_facts": sorted(gold),
    }
