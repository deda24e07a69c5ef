"""Texts rewritten from sources: what implementations of SARI disagree about."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from samescore.data.rewrites import Rewrites

#: A source, a hypothesis, and references.
_Row = tuple[str, str, list[str]]

_DIRECTED: list[list[_Row]] = [
    [],
    [("a b c d", "a b c d", ["a b c d"])],
    [("a", "", ["a"])],
    [("", "a", ["a"]), ("", "", [""])],
    [("a b", "a b", [])],
    [("a a a b", "a a b", ["a b", "a a a"])],
    [("The CAT sat.", "the cat sat .", ["The cat sat."])],
    [("the cat  sat", "the cat sat", ["the cat sat", "the  cat"])],
    [("It is Very beautiful here", "It is beautiful here", ["it is beautiful here", "it is here"])],
    [("a b c d e", "x y z w v", ["x y z w v"]), ("a b c d e", "a b c d e", ["x y z w v"])],
]
_WORDS = (
    ["a", "b", "c"],
    ["the", "cat", "sat", "on", "a", "mat", "and", "The", "Cat", "ran", "there"],
    ["it", "is", "very", "beautiful,", "here.", "U.S.", "don't", "1,000", "(now)", "&amp;", "co-op", "“so”", "½"],
)


def rewrites(count: int, max_references: int, seed: int) -> Iterator[Rewrites]:
    """`count` inputs: hand-picked ones, then random edits of random sentences; `max_references` 0 is any number.

    In every third input all segments have equally many references.
    """
    rng = random.Random(seed)
    for index in range(count):
        if index < len(_DIRECTED):
            rows = _DIRECTED[index]
        else:
            most, words = max_references or 4, rng.choice(_WORDS)
            many = rng.randint(1, most)
            rows = [
                _row(rng, words, many if index % 3 == 0 or max_references else rng.choice([0, 1, 1, 2, 3, most]))
                for _ in range(rng.choice([1, 1, 1, 2, 3, 5, 11]))
            ]
        references = [lines[: max_references or None] for _, _, lines in rows]
        yield Rewrites([row[0] for row in rows], [row[1] for row in rows], references)


def _row(rng: random.Random, words: Sequence[str], references: int) -> _Row:
    source = [rng.choice(words) for _ in range(rng.choice([0, 1, 2, 3, 4, 6, 9, 14]))]
    line, *lines = (_spaced(rng, edited(rng, source, words)) for _ in range(references + 1))
    return _spaced(rng, source), line, lines


def edited(rng: random.Random, words: Sequence[str], others: Sequence[str]) -> list[str]:
    """Words of which some are left out, replaced, repeated or moved, and to which others are added."""
    text = list(words)
    for _ in range(rng.choice([0, 1, 1, 2, 4])):
        place, action = rng.randrange(len(text) + 1), rng.randrange(5)
        if action == 0 or place == len(text):
            text.insert(place, rng.choice(others))
        elif action == 1:
            text[place] = rng.choice(others)
        elif action == 2:
            text.insert(place, text[place])
        elif action == 3:
            text.insert(rng.randrange(len(text)), text.pop(place))
        else:
            del text[place : place + rng.randint(1, 3)]
    return text


def _spaced(rng: random.Random, words: Sequence[str]) -> str:
    """The words with a space between them, seldom two or a tab."""
    return "".join(word + rng.choice([" "] * 60 + ["  ", "\t"]) for word in words).strip(" ")
