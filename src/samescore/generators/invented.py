"""Generate words that no vocabulary contains, and sentences of given words."""

from __future__ import annotations

import random

#: Maximum number of references of an ordinary segment.
MOST_REFERENCES = 4
#: Frequent words to mix with the invented ones.
FREQUENT = [
    "the",
    "of",
    "a",
    "and",
    "to",
    "in",
    "is",
    "it",
    "was",
    "for",
    "on",
    "with",
    "not",
    "at",
    "by",
    "this",
    "The",
    "It",
]


_MARKS = [".", ",", "?", "!", ";", ":", '"', "(", ")", "'s", "-", "%"]
_SYLLABLES = [
    "ka",
    "lo",
    "mi",
    "ter",
    "van",
    "do",
    "ri",
    "sha",
    "en",
    "pu",
    "gra",
    "sto",
    "el",
    "ba",
    "qui",
    "zu",
    "nen",
    "or",
    "dy",
    "thi",
    "ß",
    "é",
    "ø",
    "ż",
    "ра",
    "ми",
    "の",
    "山",
]


def invent_word(rng: random.Random) -> str:
    """Return a word of one to four syllables, sometimes capitalized."""
    word = "".join(rng.choice(_SYLLABLES) for _ in range(rng.choice([1, 2, 2, 3, 4])))
    return word.capitalize() if rng.random() < 0.15 else word


def sentence(rng: random.Random, words: list[str], longest: int) -> list[str]:
    """Return a sentence of 4 to `longest` of the `words`, with up to three punctuation marks or numbers inserted."""
    drawn = [rng.choice(words) for _ in range(rng.randint(4, longest))]
    for _ in range(rng.choice([0, 1, 1, 3])):
        drawn.insert(rng.randrange(len(drawn)), rng.choice([*_MARKS, str(rng.randrange(3000)), "1,5", "U.K."]))
    return drawn
