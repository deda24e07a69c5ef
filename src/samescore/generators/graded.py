"""Pairs of inputs with a known order: the first is better, or both are equally good.

If the first is better, the two inputs differ in only one part, such as the last segment, the references or the gold
labels. A metric that ignores this part, or is constant, therefore cannot distinguish them. Errors in `NEAR` replace a
word by one of the same length, so a metric that only compares lengths cannot detect them either.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Literal, TypeVar

from samescore.data.kinds import Data

Lines = Sequence[str]
_Any = TypeVar("_Any")


REFERENCES = (
    ("the cat sat on the mat near the old door", "a cat was sitting on the mat by the door"),
    ("there is a dog in the garden behind our house", "a dog is in our garden behind the house"),
    ("they went home early because it rained all day long", "since it rained the whole day they went home early"),
)


COPIES = tuple(lines[0] for lines in REFERENCES)
#: Copies with a different last word.
NEAR = (
    "the cat sat on the mat near the old roof",
    "there is a dog in the garden behind our shore",
    "they went home early because it rained all day slow",
)


BAD = ("the the mat of a", "dog garden some is big", "home they rain on went")
#: References that share no word with the copies, two for each segment.
UNRELATED = (
    ("you can put any red box for us new cups", "my own bus did not run past ten blue ships"),
    ("every so few men run up from beside what lake", "every so few cows run up from beside my river"),
    ("some take milk never without if he walks per hut", "some like milk never without if he walks per cup"),
)


SYLLABLES = [consonant + vowel for consonant in "bdfghklmnprstvz" for vowel in "aeiou"]
#: Texts of 24 different words.
VARIED = tuple(" ".join(SYLLABLES[start : start + 24]) for start in (0, 24, 48))


@dataclasses.dataclass(frozen=True, slots=True)
class GradedPair:
    """Two inputs and the relation of the first score to the second; `what` says how the second input differs from the first."""

    relation: Literal["better", "not worse", "equal"]
    first: Data
    second: Data
    what: str


#: The graded pairs of each axiom, by its name.
Axioms = dict[str, list[GradedPair]]


def better(first: Data, second: Data, what: str) -> GradedPair:
    """Return a pair whose first input is better than the second."""
    return GradedPair("better", first, second, what)


def equal(first: Data, second: Data, what: str) -> GradedPair:
    """Return a pair of equally good inputs."""
    return GradedPair("equal", first, second, what)


def repeatable(data: Data) -> Axioms:
    """Return the axiom that scoring the same input again gives the same score."""
    return {"repeatable": [equal(data, data, "when it is asked again")]}


def rotate_references(references: Sequence[_Any]) -> list[_Any]:
    """Return, for each segment, the references of the next one; the last segment gets the first references."""
    return [*references[1:], references[0]]
