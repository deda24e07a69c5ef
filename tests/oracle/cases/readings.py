"""Inputs that are read wrongly by usual mistakes: repeated items, and classes in another order."""

from __future__ import annotations

from tests.oracle.cases import Case, cases_of, confusion, labels, scored, text

TOPIC = "readings"

_CAT = ("the cat sat on the mat", "the cat sat on the mat")
#: A segment twice, its hypothesis a third time with another reference, and a hypothesis that was a reference before.
REPEATED = text(
    _CAT,
    _CAT,
    ("the cat sat on the mat", "a dog sat on the mat now"),
    ("a dog sat on the mat now", "the cat ran off the mat"),
)
#: A segment with the same reference twice, and another.
TWICE = text(
    ("the cat sat on the mat today", "the cat sat on a mat", "the cat sat on a mat", "a dog sat down on the mat now"),
    ("a b c d", "a b c e f"),
)
#: The second segment has one more reference than the first, and equals it.
UNEVEN = text(("the cat sat on a mat", "the cat sat on the mat"), ("a b c d", "a b x y", "a b c d"))
_TEXT_METRICS = (
    *("bleu", "chrf", "rouge-n", "rouge-l", "rouge-lsum", "gleu", "nist", "ribes", "meteor", "meteor15", "ter"),
    *("rouge-w", "rouge-s", "rouge-su", "wer", "cer", "mer", "wil", "wip", "edit-distance", "cider"),
    *("similarity", "anls", "distinct", "char-f1", "exact-match", "answer-match", "answer-f1", "drop-f1"),
    "ngram-perplexity",
)
#: The example of the weights that depend on the order of classes: by value 1 < 2 < 3; first 3, then 1, then 2.
APPEARANCE = labels([3, 1, 2, 1], [2, 1, 3, 3])
#: By value 2 < 9 < 10; as text 10 < 2 < 9.
ABOVE_NINE = ([2, 9, 10, 10, 2], [2, 10, 10, 2, 9])
DIGITS = labels(*(list(map(str, side)) for side in ABOVE_NINE))
#: Rows and columns in another order than the sorted one: high, low, middle.
LISTED = confusion(["low", "middle", "high"], [4, 1, 2], [0, 3, 1], [1, 0, 2])


def _repeated(metric: str) -> Case:
    return cases_of(metric, kind="exact")(
        "repeated-segments",
        "A segment that occurs twice counts twice, and one hypothesis may have different references.",
        REPEATED,
        {},
        "four segments, not three or two",
        "repetition",
    )


#: The metrics over text that use the first reference unless `references` is set.
_OF_THE_FIRST = ("mer", "wil", "wip", "edit-distance", "similarity")


def _uneven(metric: str) -> Case:
    return cases_of(metric, kind="exact")(
        "uneven-references",
        "Segments may have different numbers of references.",
        UNEVEN,
        {"references": "best"} if metric in _OF_THE_FIRST else {},
        "the second segment equals its second reference",
        "references",
    )


_ROUGE = ("rouge-n", "rouge-l", "rouge-lsum", "rouge-w", "rouge-s", "rouge-su")


def _pooled(metric: str) -> Case:
    return cases_of(metric, kind="exact")(
        "repeated-references",
        "A reference that occurs twice counts twice.",
        TWICE,
        {"references": "pooled"},
        "the counts of three references, not of two",
        "repetition references",
    )


bleu = cases_of("bleu", kind="exact")
nist = cases_of("nist", kind="exact")
cider = cases_of("cider", kind="exact")
model = cases_of("ngram-perplexity", kind="exact")
em = cases_of("exact-match", kind="exact")
kappa = cases_of("kappa", kind="exact")
auc = cases_of("roc-auc", kind="exact")
ppl = cases_of("perplexity", kind="exact")
choice = cases_of("accuracy-choices", kind="exact")

# fmt: off
CASES = [
    *map(_repeated, _TEXT_METRICS),
    *map(_pooled, _ROUGE),
    *map(_uneven, ("meteor15", "anls", *_OF_THE_FIRST)),
    bleu("repeated-references", "A reference that occurs twice counts twice for the average length.", TWICE,
         {"reference_length": "average"}, "r = floor((6 + 6 + 8)/3) + 5 = 11, not 7 + 5", "repetition reference-length"),
    nist("repeated-references", "A reference that occurs twice counts twice for the average length and for information.",
         TWICE, {}, "L_ref = 20/3 + 5", "repetition references"),
    cider("repeated-references", "The mean over three references.", TWICE, {}, "a mean over three, not two",
          "repetition references"),
    model("repeated-references", "A text that occurs twice is trained on twice.", TWICE, {},
          "'the cat' occurs twice in training", "repetition"),
    em("references-by-segment", "references[i][j] is the j-th right answer to question i.",
       text(("x", "y", "x"), ("z", "v", "w")), {}, "right, wrong: 1/2", "references"),

    kappa("order-linear", "Classes are ordered by value, whichever comes first in the data.", APPEARANCE,
          {"weighting": "linear"}, "1 - (4/4)/(16/16) = 0", "class-order"),
    kappa("order-quadratic", "Taken in the order 3, 1, 2, they give -4/5.", APPEARANCE, {"weighting": "quadratic"},
          "1 - (6/4)/(26/16) = 1/13", "class-order"),
    kappa("order-numbers-linear", "10 comes after 9: numbers are not ordered as text.", labels(*ABOVE_NINE),
          {"weighting": "linear"}, "1 - (4/5)/(24/25) = 1/6", "class-order"),
    kappa("order-numbers-quadratic", "10 comes after 9: numbers are not ordered as text.", labels(*ABOVE_NINE),
          {"weighting": "quadratic"}, "1 - (6/5)/(40/25) = 1/4", "class-order"),
    kappa("order-digits-linear", "As text: 10, 2, 9.", DIGITS, {"weighting": "linear"}, "1 - (4/5)/(20/25) = 0",
          "class-order"),
    kappa("order-digits-quadratic", "As text: 10, 2, 9.", DIGITS, {"weighting": "quadratic"},
          "1 - (30/25)/(28/25) = -1/14", "class-order"),
    kappa("order-listed-linear", "Classes are ordered by name, not as the matrix lists them.", LISTED,
          {"weighting": "linear"}, "1 - (6/14)/(162/196) = 13/27", "class-order"),

    auc("repeated-items", "An item that occurs twice counts twice.",
        scored([0, 1, 1, 0, 0, 1, 1], [0.2, 0.9, 0.9, 0.7, 0.1, 0.5, 0.3]), {}, "10 of 12 pairs", "repetition"),
    ppl("repeated-sequences", "A sequence that occurs twice counts twice.",
        {"logprobs": [[-1.0, -2.0], [-1.0, -2.0], [-0.25]]}, {}, "exp(6.25/5) = exp(5/4)", "repetition"),
    choice("repeated-items", "An item that occurs twice counts twice.",
           {"items": [
               {"choices": ["a", "b"], "logprobs": [-1.0, -2.0], "gold": 0},
               {"choices": ["a", "b"], "logprobs": [-1.0, -2.0], "gold": 0},
               {"choices": ["a", "b"], "logprobs": [-1.0, -2.0], "gold": 1},
           ]}, {}, "2/3", "repetition"),
]
