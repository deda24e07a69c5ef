"""GLEU: n-grams of all orders together, the worse of precision and recall."""

from tests.oracle.cases import cases_of, split, text

TOPIC = "text"
WU = ("Wu et al. 2016, section 5: https://arxiv.org/abs/1609.08144",)
NLTK = {"no_references": "skip", "empty_input": "zero"}
NLTK_SENTENCES = {"no_references": "skip", "average": "sentences"}
DOCS = "NLTK's documentation of gleu_score"

ALWAYS = "It is a guide to action which ensures that the military always obeys the commands of the party"
TROOPS = "It is to insure the troops forever hearing the activity guidebook that party direct"
FOREVER = "It is a guide to action that ensures that the military will forever heed Party commands"
GUIDING = "It is the guiding principle which guarantees the military forces always being under the command of the Party"
PRACTICAL = "It is the practical guide for the army always to heed the directions of the party"
BOOK = ("he read the book because he was interested in world history",
        "he was interested in world history because he read the book")  # fmt: skip

case = cases_of("gleu", kind="exact", refs=WU)

# fmt: off
CASES = [
    case("identical", "All n-grams match.", text(("a b c d", "a b c d")), NLTK, "10/10"),
    case("one-word", "One word has one n-gram, so that it can be perfect.", text(("cat", "cat")), NLTK, "1/1", "empty-order"),
    case("nothing", "Nothing in common.", text(("a b c", "x y z")), NLTK, "0/6"),
    case("the-the-the", "Matches are clipped: 'the' twice, and more n-grams in the hypothesis.",
         text(("the the the the the the the", "the cat is on the mat")), NLTK, "2/max(22, 18)", "clipping",
         where=DOCS, printed="0.0909"),
    case("guide-1", "The first hypothesis of NLTK's example.",
         text((ALWAYS, FOREVER)), NLTK, "29/66", where=DOCS, printed="0.4393"),
    case("guide-2", "Its second hypothesis.", text((TROOPS, FOREVER)), NLTK, "7/58", where=DOCS, printed="0.1206"),
    case("guide-corpus", "A corpus of two segments with three and one references: matches and n-grams are added up.",
         text((ALWAYS, FOREVER, GUIDING, PRACTICAL), BOOK), NLTK, "(29 + 30)/(66 + 38)", "averaging references",
         where=DOCS, printed="0.5673"),
    case("guide-sentences", "The mean of the two segments' scores.",
         text((ALWAYS, FOREVER, GUIDING, PRACTICAL), BOOK), NLTK_SENTENCES, "(29/66 + 30/38)/2",
         "averaging references", where=DOCS, printed="0.6144"),
    case("long-hypothesis", "Precision is the smaller one.", text(("a b c d e f", "a b c")), NLTK, "6/max(18, 6)"),
    case("long-reference", "Exchanged, recall is: GLEU is symmetrical.", text(("a b c", "a b c d e f")), NLTK, "6/max(6, 18)"),
    case("reversed", "Only words are left.", text(("a b c d", "d c b a")), NLTK, "4/10"),
    case("max-order-2", "Words and pairs only.", text(("a b c d", "a b x d")), {**NLTK, "max_order": 2}, "(3 + 1)/7", "weights"),
    case("min-order-2", "Pairs and longer.", text(("a b c d", "a b c x")), {**NLTK, "min_order": 2}, "(2 + 1 + 0)/6", "weights"),
    case("order-5-short", "Orders beyond the texts' length add nothing.", text(("a b c", "a b x")), {**NLTK, "max_order": 6},
         "(2 + 1)/6", "empty-order"),
    case("min-order-4-short", "Texts shorter than the smallest order have no n-gram at all: 0.",
         text(("a b c", "a b c")), {**NLTK, "min_order": 4}, "0/0 counts as 0", "empty-order"),
    case("references-best", "The reference with the higher score.", text(("a b c", "a x y", "a b y")), NLTK, "max(1/6, 3/6)",
         "references"),
    case("references-first", "The first reference.", text(("a b c", "a x y", "a b y")), {"references": "first"}, "1/6",
         "references"),
    case("references-tie", "Equal scores: the first one's counts go into the corpus.",
         text(("a b c d", "a b x y", "a b c d x y z u v w x y z u v w x y z"), ("a", "a b")),
         {**NLTK, "max_order": 2}, "(3 + 1)/(7 + 3)", "references averaging"),
    case("references-empty-pair", "A reference that is as empty as the hypothesis is passed over for another one.",
         text(("", "", "a b"), ("a", "a")), NLTK, "(0 + 1)/(3 + 1)", "references empty"),
    case("no-references-skipped", "A segment without references adds nothing.", text(("a b",), ("a b", "a x")), NLTK,
         "1/3", "no-references"),
    case("no-references", "It is an error unless the settings allow for it.", text(("a b",), ("a b", "a x")), {},
         "no references", "no-references"),
    case("no-segments-zero", "An empty corpus is 0 in NLTK.", text(), NLTK, "0", "empty"),
    case("no-segments", "An empty corpus is an error.", text(), {}, "no segments", "empty"),
    case("empty-hypothesis", "Nothing there.", text(("", "a b")), NLTK, "0/3", "empty"),
    case("empty-reference", "Nothing to match.", text(("a b", "")), NLTK, "0/3", "empty"),
    case("empty-both", "Nothing against nothing is 0.", text(("", "")), NLTK, "0/0 counts as 0", "empty"),
    case("case-keep", "Capitals differ.", text(("The cat", "the cat")), NLTK, "1/3", "case"),
    case("case-lower", "The same, lower-cased.", text(("The cat", "the cat")), {**NLTK, "case": "lower"}, "3/3", "case"),
    case("tokenizer-none", "The full stop belongs to the word; a no-break space and an ideographic one separate words.",
         text(("the cat\u00a0sat.", "the cat\u3000sat .")), NLTK, "3/max(6, 10)", "tokenizer white-space"),
    case("tokenizer-13a", "13a separates it.", text(("the cat sat.", "the cat sat .")), {**NLTK, "tokenizer": "13a"}, "10/10",
         "tokenizer"),
    case("tokenizer-intl", "intl separates quotation marks.",
         text(("\u201chi\u201d", "\u201c hi \u201d")), {**NLTK, "tokenizer": "intl"}, "6/6", "tokenizer"),
    case("chinese-zh", "zh separates ideographs.",
         text(("\u6211\u559c\u6b22\u732b", "\u6211\u559c\u6b22\u72d7")), {**NLTK, "tokenizer": "zh"}, "(3 + 2 + 1)/10",
         "chinese tokenizer"),
    case("chinese-none", "Unsegmented, it is one word that differs.",
         text(("\u6211\u559c\u6b22\u732b", "\u6211\u559c\u6b22\u72d7")), NLTK, "0/1", "chinese tokenizer"),
    case("chars", "Characters.", text(("abc", "abd")), {**NLTK, "tokenizer": "char"}, "(2 + 1)/6", "tokenizer"),
    case("given", "The caller's tokens, which may hold spaces.", split(("a b c", "a b c")),
         {**NLTK, "tokenizer": "given"}, "6/6", "tokenizer"),
    case("scale-100", "In percent.", text(("a b c d", "d c b a")), {**NLTK, "scale": "100"}, "40", "scale"),
]
