"""Generate ordinary inputs, on which a mistake must show: short texts, labels of three classes, scores with ties."""

from __future__ import annotations

import random
from collections.abc import Callable

from samescore import Corpus, Labels, ScoredLabels
from samescore.data.kinds import Data

_WORDS = [
    "the",
    "the",
    "the",
    "a",
    "a",
    "an",
    "of",
    "of",
    "to",
    "in",
    "in",
    "is",
    "was",
    "and",
    "and",
    "it",
    "he",
    "she",
    "on",
    "at",
    "for",
    "with",
    "that",
    "had",
    "not",
    "New",
    "York",
    "old",
    "man",
    "dog",
    "house",
    "train",
    "city",
    "film",
    "week",
    "water",
    "little",
    "small",
    "red",
    "went",
    "came",
    "saw",
    "had",
    "been",
    "very",
    "never",
    "again,",
    "again.",
    "home,",
    "home.",
    "said,",
    "then",
    "Then",
    "But",
]
_ANSWERS = [
    "the Eiffel Tower",
    "Paris",
    "in Paris",
    "The  Who",
    "an apple",
    "Anna Karenina",
    "42",
    "the 42 men",
    "U.S.A.",
]
_QUESTIONS = 12


def ordinary(metric: str, count: int, seed: int = 1) -> list[Data]:
    """Return `count` inputs of a metric; the same call returns the same inputs."""
    make: Callable[[random.Random], Data] = _texts
    if metric == "roc-auc":
        make = _scored
    elif metric in ("exact-match", "answer-f1"):
        make = _answers
    elif metric in ("f1", "precision", "recall", "mcc", "kappa"):
        make = _labels
    random_numbers = random.Random(seed)
    return [make(random_numbers) for _ in range(count)]


def _texts(rng: random.Random) -> Corpus:
    """Return a corpus of a few segments with up to three references; hypotheses are short, or some are much too long."""
    hypotheses, references = [], []
    lost = rng.choice([0.05, 0.3, 0.45])
    for _ in range(rng.randint(4, 7)):
        first = [rng.choice(_WORDS) for _ in range(rng.randint(4, 18))]
        references.append(
            [" ".join(first), *(" ".join(_edited(first, rng, 0.1)) for _ in range(rng.choice([0, 1, 2, 2])))]
        )
        hypothesis = _edited(rng.choice(references[-1]).split(), rng, lost)
        if lost < 0.4 and rng.random() < 0.2:
            hypothesis += [rng.choice(_WORDS) for _ in range(2 * len(first))]
        hypotheses.append(" ".join(hypothesis))
    return Corpus.from_segments(hypotheses, references)


def _edited(words: list[str], rng: random.Random, lost: float) -> list[str]:
    """Return the words with some replaced, dropped (a share of `lost`), added, repeated, exchanged or moved."""
    edited: list[str] = []
    changed = rng.choice([0.0, 0.1])
    for word in words:
        kind = rng.random()
        if kind < changed:
            edited.append(rng.choice(_WORDS))
        elif kind < 2 * changed:
            edited += [word, word if kind < 1.5 * changed else rng.choice(_WORDS)]
        elif kind > 2 * changed + lost:
            edited.append(word.capitalize() if kind > 0.96 else word)
    for _ in range(len(edited) // 4 if rng.random() < 0.5 else 0):
        start = rng.randrange(len(edited) - 2)
        moved = edited[start : start + 2]
        del edited[start : start + 2]
        place = rng.randrange(len(edited) + 1)
        edited[place:place] = moved
    for _ in range(len(edited) // 3):
        place = rng.randrange(len(edited) - 1)
        edited[place : place + 2] = [edited[place + 1], edited[place]]
    return edited or [rng.choice(_WORDS)]


def _answers(rng: random.Random) -> Corpus:
    hypotheses, references = [], []
    for _ in range(_QUESTIONS):
        answer = rng.choice(_ANSWERS)
        references.append([answer, *rng.sample(_ANSWERS, rng.randint(0, 2))])
        hypotheses.append(_said(rng.choice(references[-1]), rng))
    return Corpus.from_segments(hypotheses, references)


def _said(answer: str, rng: random.Random) -> str:
    """Return an answer as a model may phrase it."""
    words = answer.split()
    changes = [
        answer,
        answer.upper(),
        f"The {answer}",
        f"{answer}.",
        answer.replace(" ", "  "),
        answer.replace(" ", " - "),
        f"{answer} {words[-1]} or so",
        words[-1],
        " ".join(reversed(words)),
        f"a {answer.lower()}",
    ]
    return rng.choice(changes)


def _labels(rng: random.Random) -> Labels:
    gold = [rng.choice(["good", "good", "bad", "other"]) for _ in range(rng.randint(8, 30))]
    right, wrong = rng.choice([(0.5, 0.0), (0.0, 0.4)])
    predicted = [_predicted(label, right, wrong, rng) for label in gold]
    if rng.random() < 0.5:
        gold = ["good" if label == "other" else label for label in gold]
    else:
        predicted = ["unsure" if label == "other" else label for label in predicted]
    return Labels(gold, predicted)


def _predicted(label: str, right: float, wrong: float, rng: random.Random) -> str:
    """Return the label with probability `right`, a different one with probability `wrong`, or else any, even one never right."""
    drawn = rng.random()
    if drawn < right:
        return label
    classes = ["bad", "good", "other", "unsure"]
    return rng.choice([name for name in classes if drawn >= right + wrong or name != label])


def _scored(rng: random.Random) -> ScoredLabels:
    gold = [int(rng.random() < 0.4) for _ in range(rng.randint(8, 20))]
    shift = rng.choice([-0.2, 0.0, 0.2])
    scores = [min(0.5, round(2 * (shift * label + 0.3 * rng.random()), 1)) for label in gold]
    gold[:2] = [1, 0]
    return ScoredLabels(gold, scores)
