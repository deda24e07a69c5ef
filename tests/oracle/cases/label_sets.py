"""Sets of labels: averages over items and labels, items without labels, labels that do not occur."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of

TOPIC = "label-sets"

REFS = ("Tsoumakas, Katakis and Vlahavas 2010: https://doi.org/10.1007/978-0-387-09823-4_34",)
multilabel = cases_of("multilabel", kind="exact", refs=REFS)
loss = cases_of("multilabel-loss", kind="exact", refs=REFS)


def sets(*items: str) -> dict[str, Any]:
    """Return the input of items written as 'gold|predicted', with a letter for each label."""
    pairs = [item.split("|") for item in items]
    return {"gold_sets": [[*gold] for gold, _ in pairs], "predicted_sets": [[*said] for _, said in pairs]}


#: a: tp 2, predicted 2, support 3; b: 1, 2, 2; c: 0, 1, 1.
FOUR = sets("ab|a", "a|ab", "c|", "ab|bc")
#: The second item has no labels, and nothing is predicted for the third; d is never gold.
EMPTY = sets("ab|ab", "|", "a|", "b|d", "|a")
#: Wrong in a: 2 items of 6, b: 2, c: 1. In 32 bits the order of labels and the average make a difference.
SIX = sets("bc|bc", "a|ab", "b|ac", "a|a", "a|", "b|b")
FOUR_OF_SIX = sets("a|b", "a|b", "b|a", "b|a", "a|a", "b|b")
WRONG = sets("a|b", "b|a")
COMPLEMENT = {"form": "complement"}
NOTHING = sets("|", "|")
NONE = sets()
MACRO = {"average": "macro"}
FLOAT32 = {"dtype": "float32"}
SAMPLES = {"average": "samples"}
FLAGS = "class-average"

# fmt: off
CASES: list[Case] = [
    multilabel("micro", "The summed counts of three labels.", FOUR, {}, "2 3/(5 + 6)"),
    multilabel("macro", "The mean over labels.", FOUR, MACRO, "(4/5 + 1/2 + 0)/3", FLAGS),
    multilabel("weighted", "The mean weighted by support.", FOUR, {"average": "weighted"}, "(3 4/5 + 2 1/2)/6", FLAGS),
    multilabel("samples", "The mean over items.", FOUR, SAMPLES, "(2/3 + 2/3 + 0 + 1/2)/4", FLAGS),
    multilabel("precision-samples", "Precision of items.", FOUR, {"measure": "precision", **SAMPLES},
               "(1 + 1/2 + 0 + 1/2)/4", FLAGS),
    multilabel("precision-macro", "Precision of labels.", FOUR, {"measure": "precision", **MACRO}, "(1 + 1/2 + 0)/3", FLAGS),
    multilabel("recall-samples", "Recall of items.", FOUR, {"measure": "recall", **SAMPLES}, "(1/2 + 1 + 0 + 1/2)/4", FLAGS),
    multilabel("recall-weighted", "Recall of labels.", FOUR, {"measure": "recall", "average": "weighted"}, "3/6", FLAGS),
    multilabel("jaccard-samples", "Jaccard's index of items.", FOUR, {"measure": "jaccard", **SAMPLES},
               "(1/2 + 1/2 + 0 + 1/3)/4", FLAGS),
    multilabel("jaccard-micro", "Jaccard's index of all decisions.", FOUR, {"measure": "jaccard"}, "3/8", FLAGS),
    multilabel("subset", "All labels of two of five items are right.", EMPTY, {"measure": "subset"}, "2/5"),
    multilabel("beta-2", "F2.", FOUR, {"beta": 2.0}, "5 3/(4 6 + 5)", "beta"),
    multilabel("beta-half", "F of one half, of items.", FOUR, {"beta": 0.5, **SAMPLES}, "(1 + 1/4) tp/(support/4 + predicted)",
               "beta"),
    multilabel("beta-0", "Precision.", FOUR, {"beta": 0.0}, "3/5", "beta"),
    multilabel("empty-0", "An item without labels scores 0.", EMPTY, SAMPLES, "(1 + 0 + 0 + 0 + 0)/5", "zero-division"),
    multilabel("empty-1", "It scores 1.", EMPTY, {"zero_division": "1", **SAMPLES}, "(1 + 1 + 0 + 0 + 0)/5", "zero-division"),
    multilabel("empty-nan", "It is left out.", EMPTY, {"zero_division": "nan", **SAMPLES}, "(1 + 0 + 0 + 0)/4",
               "zero-division"),
    multilabel("empty-recall-nan", "Recall of a label that gold lacks is left out.", EMPTY,
               {"measure": "recall", "zero_division": "nan", **MACRO}, "(1/2 + 1/2)/2", "zero-division"),
    multilabel("empty-weighted-1", "Its weight is 0.", EMPTY,
               {"measure": "recall", "zero_division": "1", "average": "weighted"}, "(2 1/2 + 2 1/2)/4", "zero-division"),
    multilabel("labels", "Two labels are scored, and another one is ignored.", FOUR, {"labels": ["a", "b"]},
               "2 3/(4 + 5)", "absent-class"),
    multilabel("labels-samples", "The ignored label is in no item.", FOUR, {"labels": ["a", "b"], **SAMPLES},
               "(2/3 + 2/3 + 0 + 2/3)/4", "absent-class"),
    multilabel("labels-absent", "A label that does not occur.", FOUR, {"labels": ["a", "b", "c", "z"], **MACRO},
               "(4/5 + 1/2 + 0 + 0)/4", "absent-class"),
    multilabel("labels-subset", "Two items are right in the label that counts.", EMPTY,
               {"labels": ["b", "d"], "measure": "subset"}, "4/5", "absent-class"),
    multilabel("subset-float32", "In 32-bit floats.", EMPTY, {"measure": "subset", **FLOAT32}, "2/5, rounded"),
    multilabel("macro-float32", "Every score and sum is rounded.", FOUR, {**MACRO, **FLOAT32}, "(4/5 + 1/2 + 0)/3, rounded",
               FLAGS),
    multilabel("all-wrong", "No label is right.", WRONG, {}, "0/4"),
    multilabel("no-labels", "No item has a label.", NOTHING, {}, "an error", "empty"),
    multilabel("no-labels-named", "Labels that do not occur.", NOTHING, {"labels": ["a", "b"], "zero_division": "1"}, "0/0",
               "zero-division absent-class"),
    multilabel("no-labels-nan", "Nothing is defined.", NOTHING, {"labels": ["a", "b"], "zero_division": "nan", **SAMPLES},
               "0/0", "zero-division absent-class nan"),
    multilabel("no-items", "No items.", NONE, {}, "an error", "empty"),

    loss("hamming", "Five wrong decisions of twelve.", FOUR, {}, "5/12"),
    loss("zero-one", "No item is right.", FOUR, {"unit": "items"}, "4/4"),
    loss("empty-hamming", "Items without labels have decisions.", EMPTY, {}, "4/15"),
    loss("empty-zero-one", "Two of five items are right.", EMPTY, {"unit": "items"}, "3/5"),
    loss("labels", "Two labels of the three.", FOUR, {"labels": ["a", "b"]}, "3/8", "absent-class"),
    loss("labels-items", "One label, wrong in one item.", FOUR, {"labels": ["a"], "unit": "items"}, "1/4", "absent-class"),
    loss("labels-absent", "A label that does not occur is right everywhere.", FOUR, {"labels": ["a", "b", "c", "z"]},
         "5/16", "absent-class"),
    loss("count", "The number of wrong decisions.", FOUR, {"normalize": "count"}, "5", "count-or-fraction"),
    loss("count-items", "The number of items with a wrong one.", EMPTY, {"normalize": "count", "unit": "items"}, "3",
         "count-or-fraction"),
    loss("macro", "The mean over labels, of as many items each.", FOUR, MACRO, "(1/4 + 2/4 + 2/4)/3", FLAGS),
    loss("weighted", "Weighted by support.", FOUR, {"average": "weighted"}, "(3 1/4 + 2 2/4 + 1 2/4)/6", FLAGS),
    loss("weighted-empty", "A label that gold lacks has no weight.", EMPTY, {"average": "weighted"}, "(2 2/5 + 2 1/5 + 0 1/5)/4",
         FLAGS),
    loss("weighted-without-gold", "Gold has no label, and so no weight.", sets("|a", "|b"), {"average": "weighted"}, "0", FLAGS),
    loss("two-thirds", "Four of six items: the double nearest to 2/3.", FOUR_OF_SIX, {"unit": "items"}, "4/6"),
    loss("two-thirds-complement", "1 - 2/6, which is the next double.", FOUR_OF_SIX, {"unit": "items", "form": "complement"}, "4/6"),
    loss("float32", "In 32-bit floats.", SIX, FLOAT32, "5/18, rounded", FLAGS),
    loss("float32-complement", "1 less the share of right decisions.", SIX, {**FLOAT32, **COMPLEMENT}, "1 - 13/18, each step rounded",
         FLAGS),
    loss("macro-float32", "Each label's share and the sum are rounded.", SIX, {**MACRO, **FLOAT32, **COMPLEMENT},
         "(2/6 + 2/6 + 1/6)/3, as 1 - 4/6 and 1 - 5/6, each step rounded", FLAGS),
    loss("weighted-float32", "The same, weighted.", SIX, {"average": "weighted", **FLOAT32, **COMPLEMENT}, "each step rounded", FLAGS),
    loss("items-float32", "The share of wrong items.", FOUR_OF_SIX, {"unit": "items", **FLOAT32}, "4/6, rounded", FLAGS),
    loss("all-wrong", "Every decision is wrong.", WRONG, {}, "4/4"),
    loss("no-labels", "No item has a label.", NOTHING, {}, "an error", "empty"),
    loss("no-items", "No items.", NONE, {"unit": "items"}, "an error", "empty"),
]
