"""Tag sequences: what readers of entities disagree about."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from samescore.data.tagged import Tagged

_SCHEMES = ("IO", "IO", "IO", "IOB", "IOB", "IOB", "IOE", "IOBES", "BILOU")
#: Most end in a prefix, so that the prefix can be looked for at either end.
_TYPES = (
    ("PER", "LOC"),
    ("POI",),
    ("POI", "API"),
    ("POI", "API", "TAXI", "KPI"),
    ("",),
    tuple(f"{letter}I" for letter in "abcdefghijkl"),
    ("X-POI", "Y-POI"),
    ("ARGI", "C-ARGI"),
)
#: Tags of no scheme.
_ODD = (".", "M-PER", "b-PER", "PER", "O-PER", "E", "I", "B-", "-", "B--PER")


def tagged(count: int, seed: int = 0) -> Iterator[Tagged]:
    """`count` inputs: of each scheme, with tags that do not fit; empty, without entities, of many types, with odd tags."""
    rng = random.Random(seed)
    for index in range(count):
        if index % 97 == 0:
            yield Tagged([[]], [[]]) if index % 2 else Tagged([], [])
        else:
            yield sentences(rng, rng.choice(_TYPES), odd=rng.random() < 0.1)


def sentences(rng: random.Random, types: Sequence[str], *, odd: bool = False) -> Tagged:
    """Up to six sentences of entities of these types, and predictions of any accuracy."""
    prefixes = rng.choice(_SCHEMES)
    suffix = rng.random() < 0.1
    tags = [_tag(prefix, name, suffix) for prefix in prefixes for name in types]
    tags += [*rng.sample(_ODD, 2)] * odd + ["O"] * rng.choice([0, 1, len(tags)])
    gold = [[rng.choice(tags) for _ in range(rng.choice([0, 1, 3, 6, 12]))] for _ in range(rng.randint(1, 6))]
    if rng.random() < 0.5:
        gold = [_repaired(row) for row in gold]
    accuracy = rng.choice([0.0, 0.5, 0.8, 0.95, 1.0])
    predicted = [[tag if rng.random() < accuracy else rng.choice(tags) for tag in row] for row in gold]
    return Tagged(gold, predicted)


def _tag(prefix: str, name: str, suffix: bool) -> str:
    if prefix == "O" or not name:
        return prefix
    return f"{name}-{prefix}" if suffix else f"{prefix}-{name}"


def _repaired(tags: list[str]) -> list[str]:
    """The tags where what is inside an entity has the type of the tag before it."""
    made: list[str] = []
    for tag in tags:
        inside = made and tag[:2] in ("I-", "E-", "L-") and made[-1][:2] in ("B-", "I-")
        made.append(tag[:2] + made[-1][2:] if inside else tag)
    return made
