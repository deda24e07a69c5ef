"""SARI: what is kept, deleted and added, and 0/0 on the way."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of

TOPIC = "rewrites"
XU = ("Xu et al. 2016, section 4: https://aclanthology.org/Q16-1029",)
SCRIPT = "the example of the authors' SARI.py"
MODIFIED = "https://github.com/cocoxu/simplification"

case = cases_of("sari", kind="exact", refs=XU)


def rows(*segments: tuple[str, ...]) -> dict[str, Any]:
    """Return the input of segments given as (source, hypothesis, reference, reference, ...)."""
    return {
        "rewrites": [
            {"source": first, "hypothesis": second, "references": list(rest)} for first, second, *rest in segments
        ]
    }


SPECIES = (
    "About 95 species are currently known .",
    "About 95 species are now accepted .",
    "95 species are now accepted .",
)
SOURCE = "About 95 species are currently accepted ."
GETS, NOW, CURRENT = (
    rows((SOURCE, line, *SPECIES))
    for line in (
        "About 95 you now get in .",
        "About 95 species are now agreed .",
        "About 95 species are currently agreed .",
    )
)
EVALUATE = {"tokenizer": "13a", "keep_recall": "sums", "zero_division": "1", "scale": "100"}
T2T = {"split": "white-space", "counts": "binary", "zero_division": "1", "precision": "sums", "keep_recall": "sums",
       "deleted_rightly": "smaller"}  # fmt: skip
EASSE = {"tokenizer": "13a", "split": "white-space", "average": "corpus", "precision": "sums", "keep_recall": "sums",
         "deleted_rightly": "smaller", "deletion": "f1", "scale": "100", "empty_input": "zero"}  # fmt: skip
SAME = rows(("a b c d", "a b c d", "a b c d"))
REPEATS = rows(("a a a b", "a a b", "a b"))
TWO_REFERENCES = rows(("a a a b", "a a b", "a b", "a a a"))
DELETED = rows(("it is very beautiful here", "it is beautiful here", "it is beautiful here"))
CAPITALS = rows(("It is Very beautiful here", "it is beautiful here", "it is beautiful here"))
COPIED = rows(("a b c d e", "a b c d e", "x y z w v"))
EMPTY = rows(("a", "", "a"))
NO_REFERENCES = rows(("a b", "a b"))
TWO = rows(("a b c d", "a b c", "a b c", "a c"), ("e f g h", "e f x h", "e f g", "e f x"))
SPACES = rows(("the cat  sat", "the cat sat", "the cat sat"))
MARKS = rows(("The CAT sat.", "the cat sat .", "The cat sat."))
QUOTES = rows(("say \u201chi\u201d now", "say \u201c hi \u201d now", "say \u201c hi \u201d"))
ONE_WORD = rows(("a", "b", "b"))
SHORT_REFERENCE = rows(("a b c", "a b", "a b c", "a"))
REPEATED = rows(*[("a b c d", "a b c", "a b c", "a c")] * 2, ("e f g h", "e f x h", "e f g", "e f x"))
REPEATED_REFERENCE = rows(("a b c d", "a b x", "a b x", "a b x", "a c d"))
THRICE = rows(("a a a b c d", "a a b c", "a b c d"))

# fmt: off
CASES: list[Case] = [
    case("species-gets", "Nothing of it fits, but for 'About 95' and the full stop.", GETS, {}, "(239/1079 + 1/2 + 1/12)/3",
         where=SCRIPT, printed="0.2683"),
    case("species-now", "Words of the second and third reference.", NOW, {}, "(1554211/2190699 + 53/72 + 9/28)/3", where=SCRIPT, printed="0.5890"),
    case("species-current", "It keeps more than it should.", CURRENT, {}, "(50941/66030 + 3/4 + 0)/3", where=SCRIPT, printed="0.5072"),
    case("species-gets-sums", "Recall of what is kept from sums, and 0/0 as 1.", GETS, EVALUATE, "(41/182 + 1/2 + 1/12)/3",
         "zero-division averaging"),
    case("species-gets-binary", "N-grams count once, and by the share of references.", GETS, T2T, "(41/182 + 1/2 + 1/12)/3", "clipping"),
    case("species-gets-corpus", "Sums, and F1 for deletion.", GETS, EASSE, "(41/182 + 1557/2464 + 1/12)/3", "averaging"),
    case("species-gets-paper", "The mean precision and recall of the orders make one F1.", GETS, {**EASSE, "order_mean": "ratios"},
         "(427/1858 + 101/157 + 1/12)/3", "averaging"),
    case("unchanged", "Everything is kept rightly; nothing is deleted or added, which is 0.", SAME, {}, "(1 + 0 + 0)/3",
         "zero-division"),
    case("unchanged-1", "The same with 0/0 as 1.", SAME, {"zero_division": "1"}, "(1 + 1 + 1)/3", "zero-division"),
    case("copied", "Nothing that is kept is in the reference.", COPIED, {}, "0", "zero-division"),
    case("copied-1", "Deletion of nothing is perfect.", COPIED, {"zero_division": "1"}, "(0 + 1 + 0)/3", "zero-division"),
    case("one-word", "Orders 2 to 4 have no n-grams: 0 each.", ONE_WORD, {}, "(0 + 1/4 + 1/4)/3", "zero-division empty-order"),
    case("one-word-1", "As 1 they make it perfect.", ONE_WORD, {"zero_division": "1"}, "1", "zero-division empty-order"),
    case("one-word-order-1", "Order 1 alone.", ONE_WORD, {"max_order": 1}, "(0 + 1 + 1)/3", "weights"),
    case("repeats", "An n-gram is kept as often as both have it.", REPEATS, {}, "(8/21 + 3/4 + 0)/3", "clipping"),
    case("repeats-sums", "Ratios of sums.", REPEATS, {"precision": "sums", "keep_recall": "sums"}, "(11/30 + 3/4 + 0)/3",
         "clipping averaging"),
    case("repeats-precision-sums", "Precision from sums alone.", REPEATS, {"precision": "sums"}, "(11/30 + 3/4 + 0)/3",
         "clipping averaging"),
    case("repeats-binary", "Once each.", REPEATS, T2T, "(2/3 + 1 + 1)/3", "clipping"),
    case("repeats-two-references", "Source and hypothesis count twice.", TWO_REFERENCES, {}, "(3/7 + 3/8 + 0)/3",
         "references clipping"),
    case("repeats-two-references-f1", "Recall of deletion reuses the sum of ratios.", TWO_REFERENCES, {"deletion": "f1"},
         "(3/7 + 1/3 + 0)/3", "references clipping"),
    case("thrice", "'a' is deleted once and is in the reference: rightly 0 times.", THRICE, {}, "(223/456 + 3/8 + 0)/3", "clipping"),
    case("thrice-smaller", "It should be deleted twice: rightly once.", THRICE, {"deleted_rightly": "smaller"},
         "(223/456 + 1/2 + 0)/3", "clipping"),
    case("deleted-word", "'is beautiful' counts as added.", DELETED, {}, "(1/2 + 1 + 3/4)/3", "basic"),
    case("deleted-word-subsequence", "It is left over by deleting 'very': added by nobody.", DELETED,
         {"additions": "without-subsequences"}, "(1/2 + 1 + 0)/3", "basic", refs=(MODIFIED,)),
    case("deleted-word-capitals", "The source is searched as it was given, and 'It' is not 'it'.", CAPITALS,
         {"additions": "without-subsequences"}, "(1/2 + 1 + 3/8)/3", "case", refs=(MODIFIED,)),
    case("subsequence-short-source", "A source of one word has no pairs, so that every pair is added.",
         rows(("a", "a a", "a a")), {"additions": "without-subsequences"}, "(1/4 + 0 + 1/4)/3", "empty-order", refs=(MODIFIED,)),
    case("empty-hypothesis", "An empty text is one empty token: added, and wrong.", EMPTY, {}, "0", "empty white-space"),
    case("empty-hypothesis-1", "0/0 as 1 in all orders but the first.", EMPTY, {"zero_division": "1"}, "(3/4 + 3/4 + 3/4)/3",
         "empty zero-division"),
    case("empty-hypothesis-white-space", "No token.", EMPTY, {"zero_division": "1", "split": "white-space"}, "(3/4 + 3/4 + 1)/3",
         "empty zero-division white-space"),
    case("empty-source", "Everything is added.", rows(("", "a", "a")), {}, "(0 + 1/4 + 1/4)/3", "empty"),
    case("empty-reference", "Everything should be deleted.", rows(("a b", "a", "")), {}, "(0 + 1/2 + 0)/3", "empty"),
    case("no-references", "Counts times 0: nothing is kept.", NO_REFERENCES, {}, "0", "no-references"),
    case("no-references-1", "Everything is 0/0.", NO_REFERENCES, {"zero_division": "1"}, "1", "no-references zero-division"),
    case("no-references-binary", "Counted once, what is kept is wrong.", NO_REFERENCES, T2T, "(1/2 + 1 + 1)/3",
         "no-references zero-division"),
    case("short-reference", "A reference shorter than an order counts.", SHORT_REFERENCE, {}, "(41/136 + 3/8 + 0)/3",
         "references empty-order"),
    case("short-reference-binary", "It does not.", SHORT_REFERENCE, T2T, "(29/48 + 3/8 + 1)/3", "references empty-order"),
    case("sentences", "The mean of two segments.", TWO, {}, "((37/66 + 1 + 0)/3 + (1/3 + 3/4 + 7/12)/3)/2", "averaging references"),
    case("sentences-f1", "F1 of deletion.", TWO, {"deletion": "f1"}, "((37/66 + 17/24 + 0)/3 + (1/3 + 17/24 + 7/12)/3)/2", "averaging"),
    case("corpus", "Summed counts.", TWO, EASSE, "(45/88 + 1249/1560 + 13/24)/3", "averaging references"),
    case("corpus-precision", "Summed counts, deletion by precision.", TWO, {**EASSE, "deletion": "precision"}, "(45/88 + 41/48 + 13/24)/3",
         "averaging references"),
    case("corpus-types", "Ratios of n-grams, added up over the segments.", TWO, {"average": "corpus"}, "(1289/2584 + 41/48 + 13/24)/3",
         "averaging references"),
    case("order", "Another order of the segments.", rows(("e f g h", "e f x h", "e f g", "e f x"),
         ("a b c d", "a b c", "a b c", "a c")), {}, "((1/3 + 3/4 + 7/12)/3 + (37/66 + 1 + 0)/3)/2", "averaging"),
    case("double-space", "Between two spaces is an empty token, which is deleted rightly.", SPACES, {}, "(1/2 + 1 + 1/2)/3",
         "white-space"),
    case("double-space-squeezed", "White space separates: nothing was done.", SPACES, {"split": "white-space"}, "(3/4 + 0 + 0)/3",
         "white-space"),
    case("double-space-13a", "A tokenizer squeezes them.", SPACES, {"tokenizer": "13a"}, "(3/4 + 0 + 0)/3",
         "white-space tokenizer"),
    case("marks", "The full stop belongs to the word.", MARKS, {}, "(11/30 + 0 + 0)/3", "tokenizer case"),
    case("marks-13a", "13a separates it.", MARKS, {"tokenizer": "13a"}, "(1 + 0 + 0)/3", "tokenizer"),
    case("marks-intl", "intl separates quotation marks.", QUOTES, {"tokenizer": "intl"}, "(253/315 + 0 + 0)/3", "tokenizer"),
    case("marks-quotes-13a", "13a does not.", QUOTES, {"tokenizer": "13a"}, "(1/6 + 3/4 + 349/420)/3", "tokenizer"),
    case("marks-source-as-given", "The source alone is not tokenized.", MARKS,
         {**EASSE, "case": "keep", "source": "as-given"}, "(0 + 7/10 + 85/168)/3", "tokenizer case"),
    case("case-keep", "Capitals differ.", MARKS, {"tokenizer": "13a", "case": "keep"}, "(9/20 + 7/8 + 5/12)/3", "case"),
    case("scale-100", "In percent.", DELETED, {"scale": "100"}, "75", "scale"),
    case("no-segments", "No segments are an error.", rows(), {}, "no segments", "empty"),
    case("no-segments-undefined", "Or the mean of nothing.", rows(), {"empty_input": "undefined"}, "0/0", "empty nan"),
    case("no-segments-zero", "Or 0.", rows(), {"empty_input": "zero"}, "0", "empty"),
    case("repeated-segments", "Segments count as often as they occur.", REPEATED, {}, "(2 * SARI_1 + SARI_2)/3", "averaging"),
    case("repeated-references", "A repeated reference counts twice.", REPEATED_REFERENCE, {}, "counts of three references"),
    *[case(f"mean-{how}", f"The mean of three segments, summation {how}: in exact arithmetic like any other.", REPEATED,
           {"mean_summation": how}, "(2 * SARI_1 + SARI_2)/3", "averaging") for how in ("left-to-right", "pairwise", "exact")],
    case("orders-left-to-right", "Orders added up from left to right.", NOW, {"summation": "left-to-right"}, "the mean of four orders"),
    case("operations-added-first", "Additions first.", NOW, {"operation_order": "add-keep-delete"}, "the mean of three operations"),
]
