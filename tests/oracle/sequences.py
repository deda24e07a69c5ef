"""Entity F1, computed exactly from lists of entities.

Entities are found by checking at every token whether an entity starts before it and ends after it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.oracle import chunks
from tests.oracle.arithmetic import OracleError, decimal_text
from tests.oracle.readings import READINGS

Settings = dict[str, Any]
Tags = list[str]
#: The prefix and the type of a tag.
Parsed = tuple[str, str]
Entity = tuple[int, int, str]

ANY = "IOBESUL"
#: For each scheme: what begins an entity, what goes on with it, and what ends it: prefixes of two neighbours, and
#: whether their types must be equal (None: no matter).
STRICT: dict[str, dict[str, list[tuple[str, str, bool | None]]]] = {
    "iob1": {
        "begin": [("O", "I", None), ("I", "I", False), ("B", "I", None), ("I", "B", True), ("B", "B", True)],
        "go on": [("BI", "I", True)],
        "end": [("IB", "O", None), ("IB", "I", False), ("I", "B", None), ("B", "B", True)],
    },
    "iob2": {
        "begin": [(ANY, "B", None)],
        "go on": [("BI", "I", True)],
        "end": [("IB", "O", None), ("IB", "I", False), ("IB", "B", None)],
    },
    "ioe1": {
        "begin": [("OE", "I", None), ("I", "I", False), ("E", "E", True)],
        "go on": [("I", "IE", True)],
        "end": [("I", "O", None), ("I", "IE", False), ("E", "IE", True)],
    },
    "ioe2": {
        "begin": [("OE", "IE", None), ("I", "IE", False)],
        "go on": [("I", "IE", True)],
        "end": [("E", ANY, None)],
    },
    "iobes": {"begin": [(ANY, "BS", None)], "go on": [("BI", "IE", True)], "end": [("SE", ANY, None)]},
    "bilou": {"begin": [(ANY, "BU", None)], "go on": [("BI", "IL", True)], "end": [("UL", ANY, None)]},
}
ALLOWED = {"iob1": "IOB", "iob2": "IOB", "ioe1": "IOE", "ioe2": "IOE", "iobes": "IOBES", "bilou": "BILOU"}


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return precision, recall or their harmonic mean, of the types together, or their mean."""
    none = not any(data["gold_tags"]) if settings["empty_input"] == "raise-no-tokens" else not data["gold_tags"]
    if none and settings["empty_input"] != "formula":
        raise OracleError("no sentences or no tokens")
    found = _counts(data, settings)
    names, counts = list(found), list(found.values())
    scores = [_of(row, settings) for row in counts]
    stages = {
        "entities": dict(zip(names, counts, strict=True)),
        "per_type": {
            name: decimal_text(value * int(settings["scale"])) for name, value in zip(names, scores, strict=True)
        },
    }
    value = _together(counts, scores, settings)
    return {"value": None if value is None else value * int(settings["scale"]), "stages": stages}


def _counts(data: dict[str, Any], settings: Settings) -> dict[str, list[int]]:
    """Return, for each type, the numbers of right, predicted and gold entities."""
    if settings["scheme"] in ("conlleval", "typed", "tokens"):
        return chunks.counts(data, settings["scheme"])
    if settings["scheme"] == "tags":
        return chunks.each(data)
    gold, predicted = (_entities(data[side], settings) for side in ("gold_tags", "predicted_tags"))
    if settings["continuations"] == "merged":
        gold, predicted = (_with_continuations(side, data["gold_tags"]) for side in (gold, predicted))
    counts = {}
    for name in sorted({name for _, _, name in gold} | {name for _, _, name in predicted}):
        there, said = ([entity for entity in side if entity[2] == name] for side in (gold, predicted))
        counts[name] = [len([entity for entity in said if entity in there]), len(said), len(there)]
    return counts


def _with_continuations(entities: list[Entity], sentences: list[Tags]) -> list[Entity]:
    """Return the entities with continuations merged: for each type C-X, the longest X first, all types that contain X."""
    found: list[Entity] = []
    offset = 0
    for tags in sentences:
        here = [entity for entity in entities if offset <= entity[0] < offset + len(tags)]
        names = {name[2:] for _, _, name in here if name[:2] == "C-"}
        while names:
            name = min(names, key=lambda x: (-len(x), x))
            names.remove(name)
            inside, here = [e for e in here if name in e[2]], [e for e in here if name not in e[2]]
            places = [place for first, end, _ in inside for place in (first, end)]
            if places:
                here.append((min(places), max(places), name))
        found += [entity for k, entity in enumerate(here) if entity not in here[:k]]
        offset += len(tags) + 1
    return found


def _together(counts: list[list[int]], scores: list[Fraction], settings: Settings) -> Fraction | None:
    sums = [sum(row[k] for row in counts) for k in range(3)]
    if settings["zero_division"] == "undefined" and not sums[1] and not sums[2]:
        return None
    if settings["average"] == "micro":
        return _of(sums, settings)
    weights = {"macro": [1] * len(counts), "weighted": [row[2] for row in counts]}[settings["average"]]
    if sum(weights):
        return sum((w * x for w, x in zip(weights, scores, strict=True)), Fraction(0)) / sum(weights)
    if settings["average"] == "macro":
        return None
    if settings["zero_division"] != "1" or (sums[1] and settings["measure"] != "recall"):
        return Fraction(0)
    return Fraction(1)


def _of(counts: list[int], settings: Settings) -> Fraction:
    tp, predicted, support = counts
    if settings["zero_division"] == "1e-13":
        more = Fraction(1, 10**13)
        p, r = tp / (predicted + more), tp / (support + more)
        return {"precision": p, "recall": r, "f1": 2 * p * r / (p + r + more)}[settings["measure"]]
    undefined = Fraction(int(settings["zero_division"] == "1"))
    p = Fraction(tp, predicted) if predicted else undefined
    r = Fraction(tp, support) if support else undefined
    f = 2 * p * r / (p + r) if p + r else Fraction(0)
    return {"precision": p, "recall": r, "f1": f}[settings["measure"]]


def _entities(sentences: list[Tags], settings: Settings) -> list[Entity]:
    """Return the entities without repetitions; positions are counted through all sentences, with an ``O`` after each."""
    if settings["scheme"] == "lenient":
        _check(sentences, settings)
        parse = _whole if settings["types"] == "last-hyphen" else _lenient
        flat = [parse(tag, settings["suffix"]) for tags in sentences for tag in [*tags, "O"]]
        return _lenient_entities(flat)
    found: list[Entity] = []
    offset = 0
    for tags in sentences:
        if settings["scheme"] in READINGS:
            spans = READINGS[settings["scheme"]](tags)
            found += [(offset + a, offset + b, name) for a, b, name in spans]
            offset += len(tags) + 1
            continue
        row = [_strict(tag, settings["suffix"]) for tag in [*tags, "O"]]
        found += [(offset + a, offset + b, name) for a, b, name in _strict_entities(row, settings["scheme"])]
        offset += len(row)
    return found


def _check(sentences: list[Tags], settings: Settings) -> None:
    """Raise `OracleError` unless every tag but O has a prefix of the scheme with a hyphen, or under iobes only a prefix."""
    if settings["prefixes"] == "any":
        return
    letters = {"iob": "BI", "iobes": "BIES"}[settings["prefixes"]]
    for tag in (tag for tags in sentences for tag in tags):
        ends = [f"-{letter}" for letter in letters] if settings["suffix"] else [f"{letter}-" for letter in letters]
        known = any(tag.endswith(end) if settings["suffix"] else tag.startswith(end) for end in ends)
        if not known and tag != "O" and not (settings["prefixes"] == "iobes" and tag in list(letters)):
            raise OracleError(f"no known prefix: {tag}")


def _whole(tag: str, suffix: bool) -> Parsed:
    """Return prefix and type; the type is the part beyond the hyphen that is farthest from the prefix, or the tag."""
    if suffix:
        return tag[-1], tag[: tag.index("-")] if "-" in tag else tag
    return tag[0], tag[tag.rindex("-") + 1 :] if "-" in tag else tag


def _lenient(tag: str, suffix: bool) -> Parsed:
    """Return a tag's prefix and its type, "_" if the type is empty.

    The prefix is the first character, or the last one with `suffix`. The type is what remains, cut after its first
    hyphen, or before its last one with `suffix`.
    """
    if suffix:
        rest, prefix = tag[:-1], tag[-1]
        return prefix, (rest[: rest.rindex("-")] if "-" in rest else rest) or "_"
    rest, prefix = tag[1:], tag[0]
    return prefix, (rest[rest.index("-") + 1 :] if "-" in rest else rest) or "_"


def _lenient_entities(tags: list[Parsed]) -> list[Entity]:
    starts, found = [0], []
    for place, (prefix, name) in enumerate(tags):
        before, former = tags[place - 1] if place else ("O", "")
        changed = name != former
        closes = before in "ES" or (before in "BI" and prefix in "BSO") or (before not in "O." and changed)
        opens = (
            prefix in "BS"
            or (before in "ESO" and prefix == "I")
            or (before in "ESO" and prefix == "E")
            or (prefix not in "O." and changed)
        )
        if closes and (starts[-1], place, former) not in found:
            found.append((starts[-1], place, former))
        if opens:
            starts.append(place)
    return found


def _strict(tag: str, suffix: bool) -> Parsed:
    prefix, rest = (tag[-1], tag[:-1]) if suffix else (tag[0], tag[1:])
    if prefix not in ANY:
        raise OracleError(f"no prefix: {tag}")
    while rest[:1] == "-":
        rest = rest[1:]
    while rest[-1:] == "-":
        rest = rest[:-1]
    return prefix, rest or "_"


def _strict_entities(tags: list[Parsed], scheme: str) -> list[Entity]:
    def is_one(what: str, before: Parsed, after: Parsed) -> bool:
        return any(
            before[0] in first and after[0] in second and same in (None, before[1] == after[1])
            for first, second, same in STRICT[scheme][what]
        )

    found: list[Entity] = []
    skip_to = 0
    for place, tag in enumerate(tags):
        if place < skip_to:
            continue
        if tag[0] not in ALLOWED[scheme]:
            raise OracleError(f"no prefix of {scheme}: {tag[0]}")
        if not is_one("begin", tags[place - 1] if place else ("O", "_"), tag):
            continue
        skip_to = next(k for k in range(place + 1, len(tags)) if not is_one("go on", tags[k - 1], tags[k]))
        if is_one("end", tags[skip_to - 1], tags[skip_to]):
            found.append((place, skip_to, tag[1]))
    return found
