"""Agreement of several annotators: levels of measurement, missing labels, chance, and labels without variation."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of

TOPIC = "annotators"

MASI = ("Passonneau 2006: https://aclanthology.org/L06-1392/",)
KRIPPENDORFF = ("Krippendorff 2011: https://repository.upenn.edu/handle/20.500.14332/2089",)
FLEISS = ("Fleiss 1971: https://doi.org/10.1037/h0031619",)
alpha = cases_of("krippendorff-alpha", kind="exact", refs=KRIPPENDORFF)
fleiss = cases_of("fleiss-kappa", kind="exact", refs=FLEISS)


def rows(*annotators: str) -> dict[str, Any]:
    """Return annotations given as a text for each annotator: a letter or digit per label, and a full stop for a missing one."""

    def label(character: str) -> str | int | None:
        if character == ".":
            return None
        return int(character) if character.isdigit() else character

    return {"annotations": [[label(character) for character in row] for row in annotators]}


def sets(*annotators: str) -> dict[str, Any]:
    """Return set-valued annotations given as a text for each annotator: sets of letters separated by spaces; - is empty."""
    return {"annotations": [[[*label.replace("-", "")] for label in row.split()] for row in annotators]}


#: Krippendorff's example C: four observers, twelve units, five values.
FOUR = rows("123321412...", "1233224125.3", ".3332342251.", "12332441251.")
TWO = rows("012012", "021001")
SCALE = rows("12345", "54321")
SIGNED: dict[str, Any] = {"annotations": [[-1, 0, 2, 1], [1, 0, 1, 1]]}
THREE = rows("aabbc", "abbbc", "aabca")
SOME_MISSING = rows("ab.ba", "ab.a.", "cb..a")
ONE_LABEL = rows("aaa", "aaa")
ONE_VALUE = rows("aab", "aa.")
APART = rows("ab..", "..ab")
NOTHING = rows("", "")
ALONE = rows("abc")
SINGLE = rows("a.", "..")
UNEVEN = rows("aaaaaaab", "aaaaaaba")
MOSTLY = rows("01201202", "02101202")

SETS = sets("a ab abc bc a", "ab ab bd b a")
SETS_OF_THREE = sets("a ab abc bc", "ab ab bd b", "a b bc bc")
EMPTY_SET = sets("a - ab", "a b ab")
EMPTY_SETS = sets("a - ab", "a - b")

# fmt: off
CASES: list[Case] = [
    alpha("example-nominal", "The example of the paper.", FOUR, {}, "1 - D_o/D_e", "missing-label", where="example C",
          printed="0.743"),
    alpha("example-ordinal", "The same as ranks.", FOUR, {"distance": "ordinal"}, "1 - D_o/D_e", "missing-label",
          where="example C", printed="0.815"),
    alpha("example-interval", "The same as numbers.", FOUR, {"distance": "interval"}, "1 - D_o/D_e", "missing-label",
          where="example C", printed="0.849"),
    alpha("example-ratio", "The same as quantities.", FOUR, {"distance": "ratio"}, "1 - D_o/D_e", "missing-label",
          where="example C", printed="0.797"),
    alpha("example-items", "Added up item by item.", FOUR, {"form": "items"}, "1 - D_o/D_e", "missing-label"),
    alpha("two", "Two annotators, six items, three labels.", TWO, {}, "1 - (4/6)/(47/66)"),
    alpha("reversed", "Numbers in reverse order.", SCALE, {"distance": "interval"}, "1 - 8/(40/9)"),
    alpha("reversed-nominal", "As names only the middle one agrees.", SCALE, {}, "1 - (4/5)/(8/9)"),
    alpha("opposite-signs", "Numbers whose sum is 0 have no distance as quantities.", SIGNED, {"distance": "ratio"},
          "d(-1, 1) = 0"),
    alpha("opposite-signs-interval", "As numbers they have.", SIGNED, {"distance": "interval"}, "d(-1, 1) = 4"),
    alpha("three-annotators", "An item has three pairs.", THREE, {}, "1 - D_o/D_e"),
    alpha("missing", "An item with one label, or none, does not count.", SOME_MISSING, {}, "items 1, 2, 4 and 5",
          "missing-label"),
    alpha("one-label", "Nobody gives another label.", ONE_LABEL, {}, "no disagreement is possible", "one-class"),
    alpha("one-label-1", "It is perfect agreement.", ONE_LABEL, {"one_label": "1"}, "1", "one-class"),
    alpha("one-value", "The other label is alone on its item.", ONE_VALUE, {}, "1 - 0/0", "missing-label"),
    alpha("one-value-1", "It is perfect agreement.", ONE_VALUE, {"zero_division": "1"}, "1", "missing-label"),
    alpha("one-value-raise", "It is an error.", ONE_VALUE, {"zero_division": "raise"}, "1 - 0/0", "missing-label"),
    alpha("apart", "No item has two labels.", APART, {}, "no pairs", "missing-label"),
    alpha("apart-nan", "Until krippendorff 0.5 that was undefined.", APART, {"no_pairs": "nan"}, "0/0", "missing-label nan"),
    alpha("texts", "Texts have no difference.", THREE, {"distance": "interval"}, "a - b"),
    alpha("no-items", "No items.", NOTHING, {}, "no labels", "empty"),
    alpha("one-annotator", "One annotator.", ALONE, {}, "no pairs"),
    alpha("single-1", "A single label in all counts as agreement.", SINGLE, {"one_label": "1"}, "1",
          "one-class missing-label"),

    alpha("sets-nominal", "Sets as names: equal or not.", SETS, {}, "1 - (3/5)/(40/45)", refs=MASI),
    alpha("sets-jaccard", "Sets that share members agree in part.", SETS, {"distance": "jaccard"}, "1 - |V & W|/|V | W|",
          refs=MASI),
    alpha("sets-masi", "A part agrees more than an overlap.", SETS, {"distance": "masi"}, "1 - m |V & W|/|V | W|", refs=MASI),
    alpha("sets-masi-two-digits", "Two digits of the thirds.", SETS, {"distance": "masi-0.67"}, "1 - m |V & W|/|V | W|", refs=MASI),
    alpha("sets-masi-items", "Three annotators, item by item.", SETS_OF_THREE, {"distance": "masi", "form": "items"},
          "1 - D_o/D_e", refs=MASI),
    alpha("empty-set", "An empty set has no distance from itself.", EMPTY_SET, {"distance": "masi"}, "0/0", refs=MASI),
    alpha("texts-as-sets", "Texts are no sets.", THREE, {"distance": "jaccard"}, "an error", refs=MASI),
    alpha("sets-as-numbers", "Sets are no numbers.", SETS, {"distance": "interval"}, "an error", refs=MASI),

    fleiss("sets-nominal", "Sets as names.", SETS, {}, "(A_o - A_e)/(1 - A_e)", refs=MASI),
    fleiss("sets-jaccard", "Sets that share members agree in part; by chance only equal ones do.", SETS,
           {"distance": "jaccard"}, "(A_o - A_e)/(1 - A_e)", refs=MASI),
    fleiss("sets-masi", "A part agrees more than an overlap.", SETS, {"distance": "masi"}, "(A_o - A_e)/(1 - A_e)", refs=MASI),
    fleiss("sets-masi-two-digits", "Two digits of the thirds.", SETS, {"distance": "masi-0.67"}, "(A_o - A_e)/(1 - A_e)",
           refs=MASI),
    fleiss("sets-masi-pairs", "The mean of three kappas of sets.", SETS_OF_THREE, {"distance": "masi", "chance": "pairs"},
           "the mean of kappas", refs=MASI),
    fleiss("empty-set", "The empty set shares nothing with another.", EMPTY_SET, {"distance": "masi"}, "(2/3 - A_e)/(1 - A_e)",
           refs=MASI),
    fleiss("empty-sets", "Two empty sets have no distance.", EMPTY_SETS, {"distance": "masi"}, "0/0", refs=MASI),
    fleiss("one-label-raise", "Chance agreement is certain, an error.", ONE_LABEL, {"zero_division": "raise"}, "0/0", "one-class"),

    fleiss("two", "Two annotators, six items, three labels.", TWO, {}, "(2/6 - 50/144)/(1 - 50/144)"),
    fleiss("two-pairs", "The same as a mean over pairs: Scott's pi.", TWO, {"form": "pairs"},
           "(2/6 - 50/144)/(1 - 50/144)"),
    fleiss("two-uniform", "Each of three labels is equally likely.", TWO, {"chance": "uniform"}, "(1/3 - 1/3)/(1 - 1/3)"),
    fleiss("two-uniform-pairs", "Bennett's S.", TWO, {"chance": "uniform", "form": "pairs"}, "(1/3 - 1/3)/(1 - 1/3)"),
    fleiss("two-own", "Each annotator's own labels: Cohen's kappa.", MOSTLY, {"chance": "own"}, "(6/8 - 22/64)/(1 - 22/64)"),
    fleiss("two-pooled", "All labels together: Scott's pi.", MOSTLY, {"form": "pairs"}, "(6/8 - 88/256)/(1 - 88/256)"),
    fleiss("three", "Three annotators: Fleiss.", THREE, {}, "(A_o - A_e)/(1 - A_e)"),
    fleiss("three-own", "Chance of the annotators' own labels, averaged: Conger.", THREE,
           {"chance": "own"}, "(A_o - A_e)/(1 - A_e)"),
    fleiss("three-pairs", "The mean of three kappas is another number.", THREE, {"chance": "pairs"},
           "the mean of Cohen's kappas"),
    fleiss("three-uniform", "Bennett's S of three annotators.", THREE, {"chance": "uniform", "form": "pairs"},
           "(A_o - 1/3)/(1 - 1/3)"),
    fleiss("three-randolph", "Randolph's kappa.", THREE, {"chance": "uniform"}, "(A_o - 1/3)/(1 - 1/3)"),
    fleiss("rare-label", "A rare label: agreement of 3/4 is less than chance.", UNEVEN, {}, "(6/8 - 200/256)/(1 - 200/256)"),
    fleiss("one-label", "Chance agreement is certain.", ONE_LABEL, {}, "0/0", "one-class"),
    fleiss("one-label-1", "It is perfect agreement.", ONE_LABEL, {"zero_division": "1"}, "1", "one-class"),
    fleiss("one-label-1-own", "For pairs too.", ONE_LABEL, {"zero_division": "1", "chance": "pairs"}, "1",
           "one-class"),
    fleiss("one-label-own", "An undefined kappa of a pair is one of all.", ONE_LABEL, {"chance": "pairs"},
           "0/0", "one-class"),
    fleiss("missing", "An item lacks a label.", SOME_MISSING, {}, "an error", "missing-label"),
    fleiss("no-items", "No items.", NOTHING, {}, "an error", "empty"),
    fleiss("one-annotator", "One annotator.", ALONE, {}, "an error"),
    fleiss("one-annotator-nan", "It is undefined.", ALONE, {"one_annotator": "nan"}, "0/0"),
    fleiss("perfect", "All agree.", rows("abca", "abca"), {}, "(1 - 3/8)/(1 - 3/8)"),
]
