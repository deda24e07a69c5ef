"""Entity match, computed exactly: entities are sets of tokens, and every prediction is compared with every gold entity."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal_text, exact

Settings = dict[str, Any]
#: A type and a set of tokens.
Entity = tuple[str, set[int]]

OUTCOMES = ("correct", "incorrect", "partial", "missed", "spurious")


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return precision, recall or their harmonic mean, from the outcomes of all sentences."""
    sentences = list(zip(data["gold_tags"], data["predicted_tags"], strict=True))
    if not sentences and {"raise": True, "formula": False}[settings["empty_input"]]:
        raise OracleError("no sentences")
    read = [tuple(_entities(tags, settings["reading"]) for tags in pair) for pair in sentences]
    scale = int(settings["scale"])
    half = {"always": True, "one-sentence": len(read) == 1}[settings["half_credit"]]
    together = _outcomes(read, settings)
    types = {
        name: _outcomes([tuple([e for e in side if e[0] == name] for side in pair) for pair in read], settings)
        for name in sorted({name for pair in read for side in pair for name, _ in side})
    }
    stages = {
        "counts": together,
        "types": types,
        "per_type": {name: decimal_text(scale * _value(counts, half, settings)) for name, counts in types.items()},
    }
    return {"value": scale * _value(together, half, settings), "stages": stages}


def _entities(tags: list[str], reading: str) -> list[Entity]:
    """Return the entities: runs of tags other than O, split between two types and before each B."""
    inside = [place for place, tag in enumerate(tags) if tag != "O"]
    heads = [
        place
        for place in inside
        if place - 1 not in inside or tags[place][2:] != tags[place - 1][2:] or tags[place].startswith("B")
    ]
    allowed = {"checked": ("B-", "I-"), "any": ("",)}[reading]
    if not all(tags[head].startswith(allowed) for head in heads):
        raise OracleError("an entity begins with neither B- nor I-")
    return [
        (tags[head][2:], {place for place in inside if head <= place < following})
        for head, following in pairwise([*heads, len(tags)])
    ]


def _outcomes(read: list[tuple[list[Entity], ...]], settings: Settings) -> list[int]:
    found: list[str] = []
    for gold, predicted in read:
        open_ = list(range(len(gold)))
        for said in predicted:
            met = _met(gold, said, open_, settings)
            found += [_outcome(gold[place], said, settings["match"]) for place in met] or ["spurious"]
            open_ = [place for place in open_ if place not in met]
        found += ["missed"] * len(open_)
    return [found.count(name) for name in OUTCOMES]


def _met(gold: list[Entity], said: Entity, open_: list[int], settings: Settings) -> list[int]:
    """Return the places of the entities in gold that a prediction meets."""
    least = exact(settings["min_overlap"]) / 100
    near = [
        place
        for place in open_
        if gold[place][1] & said[1] and Fraction(len(gold[place][1] & said[1]), len(gold[place][1])) >= least
    ]
    if settings["candidates"] == "nearest":
        right = [place for place in near if _outcome(gold[place], said, settings["match"]) == "correct"]
        return sorted(right, key=lambda place: _distance(gold[place][1], said[1]))[:1] or near[:1]
    return {"first": near[:1], "every": near}[settings["candidates"]]


def _distance(one: set[int], other: set[int]) -> int:
    """Return the number of tokens by which both borders differ."""
    return abs(min(one) - min(other)) + abs(max(one) - max(other))


def _outcome(right: Entity, said: Entity, match: str) -> str:
    return {
        "strict": "correct" if right == said else "incorrect",
        "exact": "correct" if right[1] == said[1] else "incorrect",
        "partial": "correct" if right[1] == said[1] else "partial",
        "type": "correct" if right[0] == said[0] else "incorrect",
    }[match]


def _value(counts: list[int], half: bool, settings: Settings) -> Fraction:
    correct, incorrect, partial, missed, spurious = counts
    credit = Fraction(2 * correct + partial * half, 2)
    found = correct + incorrect + partial
    p = credit / (found + spurious) if found + spurious else Fraction(0)
    r = credit / (found + missed) if found + missed else Fraction(0)
    return {"precision": p, "recall": r, "f1": 2 * p * r / (p + r) if p + r else Fraction(0)}[settings["measure"]]
