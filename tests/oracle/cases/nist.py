"""NIST: information-weighted matches, an order at a time."""

from tests.oracle.cases import cases_of, split, text
from tests.oracle.cases.gleu import ALWAYS, FOREVER, GUIDING, PRACTICAL, TROOPS

TOPIC = "text"
DODDINGTON = ("Doddington, HLT 2002: https://dl.acm.org/doi/10.5555/1289189.1289273",)
NLTK = {"references": "best-by-order", "reference_length": "matched", "empty_order": "raise"}
NLTK_SENTENCES = {**NLTK, "average": "sentences"}
TWO = {"max_order": 2}
#: For one reference and texts of at least two words: NLTK's conventions do not matter.
PAIRS = {**NLTK, **TWO}
#: Longest to shortest: 6, 5, 4 words.
THREE = ("a b c d e", "a b x d e f", "a b c y", "x b c d e")

case = cases_of("nist", kind="exact", refs=DODDINGTON)

# fmt: off
CASES = [
    case("guide-1", "The first hypothesis of NLTK's example, three references.",
         text((ALWAYS, FOREVER, GUIDING, PRACTICAL)), NLTK, "sums of information over 18, 17, 16, 15, 14", "references",
         where="NLTK's documentation of sentence_nist", printed="3.3709"),
    case("guide-2", "Its second hypothesis, which is shorter than the references.",
         text((TROOPS, FOREVER, GUIDING, PRACTICAL)), NLTK, "sums over 14 to 10, with penalty", "references length-penalty",
         where="NLTK's documentation of sentence_nist", printed="1.4619"),
    case("identical", "Four different words: each says log2 4 = 2 bits, and the longer n-grams say nothing.",
         text(("a b c d", "a b c d")), {**NLTK, "max_order": 4}, "(4*2)/4 + 0 + 0 + 0", "information"),
    case("reversed", "The order of the words does not matter, for pairs of unique words have no information.",
         text(("d c b a", "a b c d")), {**NLTK, "max_order": 4}, "2 + 0", "information"),
    case("repeated-word", "A word that occurs twice in the reference says less, but what follows it says something.",
         text(("a b a c", "a b a c")), PAIRS, "(1 + 2 + 1 + 2)/4 + (1 + 0 + 1)/3", "information"),
    case("information-corpus", "Information comes from the references of all segments.",
         text(("a b", "a b"), ("a c", "a c")), PAIRS, "(1 + 2 + 1 + 2)/4 + (1 + 1)/2", "information averaging"),
    case("information-sentences", "The mean of sentence scores, each of which only knows its own references.",
         text(("a b", "a b"), ("a c", "a c")), {**PAIRS, "average": "sentences"}, "1", "information averaging"),
    case("clipped", "An n-gram matches at most as often as in a reference.", text(("a a a", "a b c")), {**NLTK, "max_order": 1},
         "log2 3/3", "clipping"),
    case("nothing", "Nothing in common.", text(("a b c", "x y z")), PAIRS, "0"),
    case("short-hypothesis", "Two thirds of the reference's length halve the score.",
         text(("a b c d", "a b c d e f")), PAIRS, "log2 6 * 1/2", "length-penalty"),
    case("short-hypothesis-no-penalty", "The same without the penalty.",
         text(("a b c d", "a b c d e f")), {**TWO, "length_penalty": "none"}, "log2 6", "length-penalty"),
    case("long-hypothesis", "There is no penalty for length.", text(("a b c d e f", "a b c d")), PAIRS, "4*2/6", "length-penalty"),
    case("slightly-short", "A small difference in length costs little.",
         text(("a b c d e f g h i", "a b c d e f g h i j")), {**NLTK, "max_order": 1},
         "log2 10 * exp(ln .5/ln^2 1.5 * ln^2 .9)", "length-penalty"),
    case("references-merged", "The paper: matches in any reference, lengths averaged.", text(THREE), TWO,
         "5 words and 4 pairs match; L_ref = 5", "references"),
    case("references-best", "NLTK: for each order, the one reference with the most information.", text(THREE),
         {**TWO, "references": "best-by-order"}, "4 words and 3 pairs match", "references"),
    case("references-matched-length", "NLTK's length is that of the reference matched, order by order.",
         text(("a b c", "a b x y z u v", "c b a")), {**NLTK, **TWO}, "L_ref = (3 + 7)/2", "references reference-length"),
    case("references-matched-tie", "Equal matches: the longest reference.",
         text(("a b", "a b c d", "a b c")), {**NLTK, **TWO}, "L_ref = 4", "references reference-length"),
    case("references-first", "The first alone, also for the information.", text(THREE), {**TWO, "references": "first"},
         "4 of 5 words, 2 of 4 pairs; L_ref = 6", "references"),
    case("references-merged-longest", "Merged references, of which the longest gives the length.",
         text(THREE), {**TWO, "reference_length": "matched"}, "L_ref = 6", "references reference-length"),
    case("empty-order", "A text of three words has no n-gram of orders 4 and 5: they add nothing.",
         text(("a b c", "a b c")), {}, "log2 3", "empty-order"),
    case("empty-order-raise", "In NLTK they are divisions by zero.", text(("a b c", "a b c")), NLTK, "0/0", "empty-order"),
    case("empty-order-elsewhere", "It is enough that some segment of the corpus has the order.",
         text(("a b", "a b"), ("c d e f g", "c d e f g")), NLTK, "log2 7", "empty-order averaging"),
    case("empty-hypothesis", "Nothing there.", text(("", "a b")), TWO, "0", "empty"),
    case("empty-reference", "Nothing to match, and no length to compare with: an error.", text(("a b", "")), TWO, "2/0", "empty"),
    case("empty-reference-no-penalty", "Without the penalty it is 0.", text(("a b", "")), {**TWO, "length_penalty": "none"}, "0",
         "empty length-penalty"),
    case("no-references", "An error.", text(("a b",)), TWO, "no references", "no-references"),
    case("no-segments", "An empty corpus is an error.", text(), NLTK, "no segments", "empty"),
    case("sentences", "NLTK's mean over segments, each with its own information.",
         text(("a b c d e", "a b c d e"), ("a b a b c", "a b a b c d")), NLTK_SENTENCES, "(log2 5 + ((4*log2 3 + log2 6)/5 + 2/4 + 2/3) * penalty(5/6))/2", "averaging"),
    case("order-1", "Words only.", text(("a b a c", "a b a d")), {**NLTK, "max_order": 1}, "(1 + 2 + 1)/4", "weights"),
    case("order-3", "Words, pairs and triples.", text(("a b a b c", "a b a b d")), {**NLTK, "max_order": 3},
         "4*log2(5/2)/5 + 1/4 + 1/3", "weights"),
    case("case-keep", "Capitals differ.", text(("The cat", "the cat")), PAIRS, "1/2", "case"),
    case("case-lower", "The same, lower-cased.", text(("The cat", "the cat")), {**PAIRS, "case": "lower"}, "1 + 0", "case"),
    case("tokenizer-none", "Words split at white space of any kind.", text(("the\u00a0cat sat.", "the cat\u3000sat .")), PAIRS,
         "(2 + 2)/3 with penalty", "tokenizer white-space"),
    case("tokenizer-13a", "13a separates the full stop.", text(("the cat sat.", "the cat sat .")), {**PAIRS, "tokenizer": "13a"},
         "2 + 0", "tokenizer"),
    case("tokenizer-intl", "intl separates quotation marks.", text(("\u201chi\u201d", "\u201c hi \u201d")),
         {**PAIRS, "tokenizer": "intl"}, "3*log2(3)/3", "tokenizer"),
    case("tokenizer-13a-unicode", "To Perl, U+001C is not white space.", text(("a\x1cb c.", "a\x1cb c .")),
         {**PAIRS, "tokenizer": "13a-unicode"}, "log2 3 + 0", "tokenizer white-space"),
    case("tokenizer-intl-mteval", "mteval replaces entities first.", text(("R&amp;D", "R & D")),
         {**PAIRS, "tokenizer": "intl-mteval"}, "3*log2(3)/3", "tokenizer markup"),
    case("case-lower-characters", "Perl lowers each character by itself, after entities are replaced.",
         text(("\u039f\u03a3 &AMP;", "\u03bf\u03c3 & amp ;")),
         {**PAIRS, "tokenizer": "13a-unicode", "case": "lower-characters"}, "log2 4 + 0", "case markup"),
    case("case-ascii-tokens", "A to Z only, after entities are replaced.", text(("CAF\u00c9 The &AMP;", "caf\u00e9 the & amp ;")),
         {**PAIRS, "tokenizer": "13a", "case": "ascii-tokens"}, "4*log2(5)/5", "case markup"),
    case("characters", "Characters.", text(("ab a", "aba")), {**PAIRS, "tokenizer": "char"}, "(2*log2(3/2) + log2 3)/3 + 1/2",
         "tokenizer"),
    case("chinese-zh", "zh separates ideographs.", text(("\u6211\u559c\u6b22\u732b", "\u6211\u559c\u6b22\u72d7")),
         {**PAIRS, "tokenizer": "zh"}, "3*2/4", "chinese tokenizer"),
    case("given", "The caller's tokens.", split(("a b c d e", "a b c d f")), {**NLTK, "tokenizer": "given"},
         "4*log2 5/5", "tokenizer"),
]
