"""Generate tag sequences from which different programs extract different entities."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from samescore.catalogue.wrong_items import WRONG_ITEMS, Misreading, Plain, change_both_sides, exchange_sides
from samescore.data.tagged import Tagged
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.invented import invent_word
from samescore.generators.sizes import class_names, item_count
from samescore.generators.target import Target

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


_SCHEMES = ("IO", "IO", "IO", "IOB", "IOB", "IOB", "IOE", "IOBES", "BILOU")
#: Entity types. Most of them end in a letter that is also a prefix, so readers may find the prefix at either end.
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


#: Tags outside all schemes.
_ODD = (".", "M-PER", "b-PER", "PER", "O-PER", "E", "I", "B-", "-", "B--PER")


def tagged(count: int, seed: int = 0) -> Iterator[Tagged]:
    """Yield `count` inputs: every tagging scheme, mismatched and odd tags, no text, no entities, many entity types."""
    rng = random.Random(seed)
    for index in range(count):
        if index % 97 == 0:
            yield Tagged([[]], [[]]) if index % 2 else Tagged([], [])
        else:
            yield sentences(rng, rng.choice(_TYPES), odd=rng.random() < 0.1)


def sentences(rng: random.Random, types: Sequence[str], *, odd: bool = False) -> Tagged:
    """Return up to six sentences with entities of `types`, and predictions of any accuracy; `odd` adds tags of no scheme."""
    prefixes = rng.choice(_SCHEMES)
    suffix = rng.random() < 0.1
    tags = [_tag(prefix, name, suffix) for prefix in prefixes for name in types]
    tags += [*rng.sample(_ODD, 2)] * odd + ["O"] * rng.choice([0, 1, len(tags)])
    gold = [[rng.choice(tags) for _ in range(rng.choice([0, 1, 3, 6, 12]))] for _ in range(rng.randint(1, 6))]
    if rng.random() < 0.5:
        gold = [_repair_types(row) for row in gold]
    accuracy = rng.choice([0.0, 0.5, 0.8, 0.95, 1.0])
    predicted = [[tag if rng.random() < accuracy else rng.choice(tags) for tag in row] for row in gold]
    return Tagged(gold, predicted)


def _tag(prefix: str, name: str, suffix: bool) -> str:
    if prefix == "O" or not name:
        return prefix
    return f"{name}-{prefix}" if suffix else f"{prefix}-{name}"


def _repair_types(tags: list[str]) -> list[str]:
    """Return the tags with each tag that continues an entity changed to the type of that entity."""
    made: list[str] = []
    for tag in tags:
        inside = made and tag[:2] in ("I-", "E-", "L-") and made[-1][:2] in ("B-", "I-")
        made.append(tag[:2] + made[-1][2:] if inside else tag)
    return made


def _fresh_data(_: Target, rng: random.Random, _turn: int) -> Tagged:
    """Return up to six sentences with entities of one to four invented types."""
    return sentences(rng, [invent_word(rng) for _ in range(rng.choice([1, 2, 4]))])


def _large_data(_: Target, rng: random.Random, number: int) -> Tagged:
    items = item_count(number)
    types = class_names(number)
    gold = [[f"{prefix}-{rng.choice(types)}" for prefix in "BIB"[: rng.randint(1, 3)]] + ["O"] for _ in range(items)]
    return Tagged(gold, [row if rng.random() > place / items else ["O"] * len(row) for place, row in enumerate(gold)])


def _graded_pairs(target: Target) -> Axioms:
    """Return axioms for metrics of tag sequences, in the scheme of the target's settings."""
    scheme, suffix = getattr(target.settings, "scheme", "lenient"), getattr(target.settings, "suffix", False)
    whole = {"iob1": "II", "ioe1": "II", "ioe2": "IE", "iobes": "BE", "bmes": "BE", "bilou": "BL", "bioul": "BL"}
    prefixes = whole.get(scheme, "BI")
    entities = [[f"{prefixes[0]}-{name}", f"{prefixes[1]}-{name}", "O"] for name in ("PER", "LOC", "PER")]
    rows = [entity * 2 for entity in entities]

    def of(sentences: Sequence[Sequence[str]], right: int) -> Tagged:
        """Return `sentences` as gold, with the first `right` of the six entities predicted, and the others missed."""
        said = [[*row] for row in sentences]
        for entity in range(right, 6):
            start = 3 * (entity % 2)
            said[entity // 2][start : start + 2] = ["O", "O"]
        written = [
            [[_reverse_tag(tag) if suffix else tag for tag in row] for row in side] for side in (sentences, said)
        ]
        return Tagged(*written)

    mixed = of(rows, 3)
    gold, said = mixed.gold_tags, mixed.predicted_tags
    return {
        "every item counts": [
            better(of(rows, right), of(rows, right - 1), f"with {7 - right} entities missed")
            for right in range(6, 1, -1)
        ],
        "the gold labels count": [
            better(Tagged(gold, gold), Tagged(of(rows, 0).predicted_tags, gold), "with other gold tags")
        ],
        "item order": [equal(mixed, Tagged(gold[::-1], said[::-1]), "in reverse order")],
        "duplication": [equal(mixed, Tagged(gold * 2, said * 2), "with everything twice")],
        **repeatable(mixed),
    }


def _reverse_tag(tag: str) -> str:
    return "-".join(reversed(tag.split("-")))


def strategy() -> SearchStrategy[Tagged]:
    """Return a strategy for up to four sentences of up to eight tags of two types, with the prefixes of all schemes."""
    from samescore.generators.drawing import st

    tags = st.sampled_from(["O", *(f"{prefix}-{name}" for prefix in "BIESUL" for name in ("PER", "LOC"))])
    sentences = st.lists(st.lists(st.tuples(tags, tags), max_size=8), max_size=4)
    return sentences.map(lambda drawn: Tagged(*([[pair[side] for pair in row] for row in drawn] for side in (0, 1))))


def _tags(plain: Plain, side: str) -> list[str]:
    return [tag for sentence in plain[side] for tag in sentence]


def _types(plain: Plain, side: str) -> set[str]:
    """Return the entity types of one side: the part of each tag after its first hyphen."""
    return {tag.partition("-")[2] for tag in _tags(plain, side) if "-" in tag}


#: Edge cases of tag sequences; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "no-sentences": lambda plain: not plain["gold_tags"],
    "empty-sentence": lambda plain: [] in plain["gold_tags"],
    "no-entities": lambda plain: {"O"} == {*_tags(plain, "gold_tags"), *_tags(plain, "predicted_tags")},
    "several-sentences": lambda plain: len(plain["gold_tags"]) > 1,
    "type-never-predicted": lambda plain: bool(_types(plain, "gold_tags") - _types(plain, "predicted_tags")),
    "type-only-predicted": lambda plain: bool(_types(plain, "predicted_tags") - _types(plain, "gold_tags")),
    "no-type": lambda plain: bool({"B", "I"} & {*_tags(plain, "gold_tags")}),
    "single-token-prefix": lambda plain: any(tag[0] in "SU" for tag in _tags(plain, "gold_tags")),
    "unknown-prefix": lambda plain: any(tag[0] not in "IOBESUL" for tag in _tags(plain, "predicted_tags")),
}


#: Misreadings that golden vectors must detect.
_MISREADINGS: dict[str, Misreading] = {
    **{f"sentences-{name}": change_both_sides(how) for name, how in WRONG_ITEMS.items() if name != "repeated-once"},
    "sentences-joined": change_both_sides(lambda sentences: [[tag for tags in sentences for tag in tags]]),
    "gold-and-predicted-exchanged": exchange_sides,
}


GENERATOR = Generator(
    inputs=lambda _, count, seed: tagged(count, seed),
    fresh=_fresh_data,
    large=_large_data,
    graded=_graded_pairs,
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
)
