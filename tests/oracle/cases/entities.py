"""Entity match: outcomes of overlaps, what begins an entity, and what changed between releases of nervaluate."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of
from tests.oracle.cases.tags import tags

TOPIC = "entities"

match = cases_of("entity-match", kind="exact")

#: One entity is right, one has another type, two other borders, one both; two are missed and one is spurious.
ALL = tags(
    ("B-PER I-PER O B-LOC O B-LOC I-LOC O", "B-PER I-PER O B-PER O B-LOC O O"),
    ("O B-ORG I-ORG", "O O B-ORG"),
    ("B-PER I-PER I-PER O B-LOC O O B-PER", "B-LOC I-LOC O O O O B-PER O"),
)
#: One prediction over two entities, the second of its type.
OVER_TWO = tags(("B-LOC B-PER I-PER I-PER O", "B-PER I-PER I-PER I-PER O"), ("B-LOC", "B-LOC"))
#: The second entity is nearer to the first prediction, and the only one that the second prediction overlaps.
NEARER = tags(("B-PER B-PER I-PER I-PER I-PER", "B-PER I-PER I-PER I-PER B-PER"))
#: One prediction over two entities of its type.
BOTH = tags(("B-PER I-PER O B-PER I-PER O", "B-PER I-PER I-PER I-PER I-PER I-PER"))
HALVES = tags(("B-PER I-PER O B-LOC", "B-PER O O B-LOC"), ("B-LOC I-LOC O", "B-LOC O O"))
#: Of four tokens one is found, and of two one.
SHARES = tags(("B-PER I-PER I-PER I-PER O B-LOC I-LOC", "B-PER O O O O B-LOC O"), ("B-LOC", "B-LOC"))
#: One of 200 tokens.
LONG = {"gold_tags": [["B-PER", *["I-PER"] * 199]], "predicted_tags": [["B-PER", *["O"] * 199]]}
ODD = tags(("E-PER O B-LOC M-LOC O", "E-PER O B-LOC I-LOC O"), ("S-PER S-PER", "B-PER I-PER"))
UNTYPED = tags(("B I O B", "B I O B"), ("B-PER O", "O O"))
OUTSIDE = tags(("O O", "O O"), ("O", "O"))
NONE: dict[str, Any] = tags()

#: nervaluate 0.2 to 0.3.1, and 0.1.8; 1.0.0.
EVERY = {"reading": "any", "candidates": "every", "min_overlap": 0.0, "empty_input": "formula"}
OLDEST = {"reading": "any", "candidates": "first", "min_overlap": 0.0, "empty_input": "formula"}
FIRST = {"candidates": "first", "half_credit": "one-sentence", "min_overlap": 0.0}

# fmt: off
CASES: list[Case] = [
    match("strict", "Of six predicted entities one has its type and its borders, of seven in gold.", ALL, {}, "2*1/(6 + 7)",
          "entity-overlap"),
    match("exact", "Two have their borders.", ALL, {"match": "exact"}, "2*2/(6 + 7)", "entity-overlap"),
    match("partial", "Three more overlap, half a point for each.", ALL, {"match": "partial"}, "2*(2 + 3/2)/(6 + 7)",
          "entity-overlap"),
    match("type", "Three overlap an entity of their type.", ALL, {"match": "type"}, "2*3/(6 + 7)", "entity-overlap"),
    match("strict-precision", "One of six.", ALL, {"measure": "precision"}, "1/6", "entity-overlap"),
    match("partial-precision", "Three points and a half of six.", ALL, {"match": "partial", "measure": "precision"}, "(7/2)/6",
          "entity-overlap"),
    match("partial-recall", "Of seven.", ALL, {"match": "partial", "measure": "recall"}, "(7/2)/7", "entity-overlap"),
    match("percent", "In percent.", ALL, {"match": "partial", "scale": "100"}, "100 * 2*(2 + 3/2)/(6 + 7)", "entity-overlap"),
    match("every-all", "Where no prediction overlaps several entities, every one is the first.", ALL, {**EVERY, "match": "partial"},
          "2*(2 + 3/2)/(6 + 7)", "entity-overlap"),

    match("over-two", "A prediction over two entities meets that of its type.", OVER_TWO, {"match": "type"}, "P = 2/2, R = 2/3",
          "entity-overlap"),
    match("over-two-first", "Or the first, which has another one.", OVER_TWO, {"match": "type", "candidates": "first"},
          "P = 1/2, R = 1/3", "entity-overlap"),
    match("over-two-every", "Or both, and is counted twice: predicted are three.", OVER_TWO, {"match": "type", "candidates": "every"},
          "P = 2/3, R = 2/3", "entity-overlap"),
    match("over-two-strict", "Neither has its borders.", OVER_TWO, {}, "P = 1/2, R = 1/3", "entity-overlap"),
    match("nearer", "The nearer one of two of its type, which the next prediction then lacks.", NEARER, {"match": "type"},
          "P = 1/2, R = 1/2", "entity-overlap"),
    match("nearer-first", "The first leaves the second to the next.", NEARER, {"match": "type", "candidates": "first"}, "1",
          "entity-overlap"),
    match("both", "One prediction over two entities of its type: one is missed.", BOTH, {"match": "type"}, "P = 1/1, R = 1/2",
          "entity-overlap"),
    match("both-every", "It is right twice.", BOTH, {**EVERY, "match": "type"}, "1", "entity-overlap"),
    match("both-every-partial", "Twice half.", BOTH, {**EVERY, "match": "partial"}, "1/2", "entity-overlap"),
    match("both-partial", "Once half.", BOTH, {"match": "partial"}, "P = (1/2)/1, R = (1/2)/2", "entity-overlap"),

    match("halves", "Of three entities one is right, two overlap.", HALVES, {"match": "partial"}, "(1 + 2/2)/3",
          "entity-overlap"),
    match("halves-forgotten", "The half points are forgotten if there are several sentences.", HALVES,
          {"match": "partial", "half_credit": "one-sentence"}, "1/3", "entity-overlap"),
    match("halves-one-sentence", "They count if there is one.", tags(("B-PER I-PER O B-LOC", "B-PER O O B-LOC")),
          {"match": "partial", "half_credit": "one-sentence"}, "(1 + 1/2)/2", "entity-overlap"),
    match("halves-1-0", "The same with the first candidate.", HALVES, {**FIRST, "match": "partial", "measure": "recall"}, "1/3",
          "entity-overlap"),

    match("share-25", "A quarter of an entity is enough.", SHARES, {"match": "partial", "min_overlap": 25.0}, "(1 + 2/2)/3",
          "entity-overlap"),
    match("share-50", "Half of it is needed: the first prediction is spurious.", SHARES, {"match": "partial", "min_overlap": 50.0},
          "(1 + 1/2)/3", "entity-overlap"),
    match("share-100", "All of it is needed.", SHARES, {"match": "type", "min_overlap": 100.0}, "1/3", "entity-overlap"),
    match("share-of-200", "One token of 200 is less than one in a hundred.", LONG, {"match": "type"}, "0", "entity-overlap"),
    match("share-of-200-any", "Any overlap is enough.", LONG, {"match": "type", "min_overlap": 0.0}, "1", "entity-overlap"),

    match("no-head", "An entity may begin with I.", tags(("O I-PER I-PER", "O B-PER I-PER")), {}, "1", "tag-scheme"),
    match("other-type", "A change of type begins an entity.", tags(("B-PER I-LOC O", "B-PER I-PER O")), {"match": "type"},
          "P = 1/1, R = 1/2", "tag-scheme entity-overlap"),
    match("prefix-inside", "Inside an entity any prefix goes on with it.", tags(("B-PER I-PER I-PER O", "B-PER M-PER E-PER O")), {}, "1",
          "tag-scheme"),
    match("odd", "An entity that begins with E is an error.", ODD, {}, "an error", "tag-scheme"),
    match("odd-any", "It begins with any tag, and tags of S are one entity.", ODD, {"reading": "any"}, "1", "tag-scheme"),
    match("odd-every", "The same in older releases.", ODD, {**EVERY, "match": "exact"}, "1", "tag-scheme"),
    match("untyped", "Tags without a type are an error.", UNTYPED, {}, "an error", "tag-scheme"),
    match("untyped-any", "Their type is empty.", UNTYPED, {"reading": "any"}, "P = 2/2, R = 2/3", "tag-scheme"),
    match("untyped-oldest", "The same in the oldest release.", UNTYPED, OLDEST, "P = 2/2, R = 2/3", "tag-scheme"),
    match("boundary", "No entity crosses the end of a sentence.", tags(("O B-PER", "O B-PER"), ("I-PER O", "O I-PER")), {},
          "P = 1/2, R = 1/2", "tag-scheme"),

    match("perfect", "All right.", tags(("B-PER I-PER O", "B-PER I-PER O")), {}, "1"),
    match("outside", "No entities: 0/0 is 0.", OUTSIDE, {}, "0", "zero-division"),
    match("only-predicted", "Nothing in gold: recall 0/0 is 0.", tags(("O O", "O B-PER")), {"measure": "recall"}, "0", "zero-division"),
    match("only-gold", "Nothing predicted: precision 0/0 is 0.", tags(("O B-PER", "O O")), {"measure": "precision"}, "0", "zero-division"),
    match("empty-sentence", "A sentence of no tokens has no entities.", tags(("", ""), ("B-PER O", "B-PER O")), {}, "1", "empty"),
    match("empty", "No sentences are an error.", NONE, {}, "an error", "empty"),
    match("empty-formula", "No sentences: 0/0 is 0.", NONE, {"empty_input": "formula"}, "0", "empty"),
]
# fmt: on
