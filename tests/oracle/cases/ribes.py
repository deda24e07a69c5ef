"""RIBES: the order of aligned words."""

from tests.oracle.cases import cases_of, split, text
from tests.oracle.cases.gleu import ALWAYS, BOOK, FOREVER, GUIDING, PRACTICAL

TOPIC = "text"
ISOZAKI = ("Isozaki et al., EMNLP 2010: https://aclanthology.org/D10-1092/",)
NLTK = {"no_references": "zero", "max_length": 2000, "contexts": "short-of-start", "empty_input": "zero"}
NLTK_SENTENCES = {**NLTK, "empty_input": "raise"}
#: NLTK until 3.10.3.
RUNS = {**NLTK, "concordance": "runs"}
#: The rank correlation alone.
TAU = {"alpha": 0.0, "beta": 0.0}

case = cases_of("ribes", kind="exact", refs=ISOZAKI)

# fmt: off
CASES = [
    case("isozaki-h0", "Two clauses exchanged: 6 and 15 pairs within them are in order.", text(BOOK), {**NLTK, **TAU},
         "(6 + 15)/55", "word-order", where="NLTK's documentation of kendall_tau, after Isozaki et al. 2010", printed="0.382"),
    case("isozaki-h1", "'Bob' and 'John' exchanged: three of six pairs are in order.",
         text(("John hit Bob yesterday", "Bob hit John yesterday")), {**NLTK, **TAU}, "3/6", "word-order",
         where="NLTK's documentation of kendall_tau, after Isozaki et al. 2010", printed="0.5"),
    case("isozaki-h1-runs", "NLTK before 3.10.4 saw no pair in order, for no two words follow one another.",
         text(("John hit Bob yesterday", "Bob hit John yesterday")), {**RUNS, **TAU}, "0/6", "kendall-tau"),
    case("isozaki-h2", "Active and passive: five words of seven are aligned, 'the' by its neighbours.",
         text(("the book was read by the boy", "the boy read the book")), NLTK,
         "ranks 3 4 2 0 1: 2/10 * (5/7)^.25", "word-order alignment",
         where="NLTK's documentation of word_rank_alignment, after Isozaki et al. 2010"),
    case("identical", "All in order.", text(("the cat sat", "the cat sat")), NLTK, "1", "word-order"),
    case("reversed", "Nothing in order.", text(("a b c d", "d c b a")), NLTK, "0", "word-order"),
    case("gap", "A foreign word between: the others are still in order.",
         text(("the cat x on the mat", "the cat sat on the mat")), NLTK, "1 * (5/6)^.25", "word-order"),
    case("gap-runs", "NLTK before 3.10.4: only pairs within 'the cat' and 'on the mat', four of ten.",
         text(("the cat x on the mat", "the cat sat on the mat")), RUNS, "4/10 * (5/6)^.25", "kendall-tau"),
    case("one-word", "One aligned word has no order: 0, even for identical texts.", text(("cat", "cat")), NLTK, "0",
         "word-order"),
    case("nothing", "Nothing in common.", text(("a b c", "x y z")), NLTK, "0", "word-order"),
    case("precision", "Half of the words are aligned.", text(("a b x y", "a b c d")), NLTK, "1 * (1/2)^.25", "word-order"),
    case("alpha", "Another power of precision.", text(("a b x y", "a b c d")), {**NLTK, "alpha": 1.0}, "1/2", "beta"),
    case("brevity", "Half as long as the reference.", text(("a b", "a b c d")), NLTK, "(e^(1 - 4/2))^.1", "brevity-penalty"),
    case("beta", "Another power of the brevity penalty.", text(("a b", "a b c d")), {**NLTK, "beta": 1.0}, "e^-1",
         "brevity-penalty beta"),
    case("long-hypothesis", "No penalty for length but precision.", text(("a b c d", "a b")), NLTK, "(1/2)^.25",
         "brevity-penalty"),
    case("repeated-unaligned", "Words that no neighbour tells apart are not aligned.", text(("a a a", "a a a a")), NLTK, "0",
         "alignment"),
    case("repeated-aligned", "Two equal words are told apart by what follows or precedes them.",
         text(("the cat and the dog", "the dog and the cat")), NLTK, "ranks 3 4 2 0 1: 2/10", "alignment"),
    case("once-here-twice-there", "A word that the reference has twice is aligned by its neighbour.",
         text(("the cat", "the dog the cat")), NLTK, "ranks 2 3: (e^-1)^.1", "alignment"),
    case("whole-prefix", "Only the whole hypothesis says which 'b' the last one is.", text(("a b b", "a b b x b b")), {},
         "ranks 0 1 2: (e^-1)^.1", "alignment"),
    case("whole-prefix-not-tried", "NLTK does not look that far back for a late word.", text(("a b b", "a b b x b b")), NLTK,
         "ranks 0 1: (2/3)^.25 * (e^-1)^.1", "alignment"),
    case("references-best", "The reference with the higher score.", text(("a b c", "c b a", "a b x")), NLTK,
         "max(0, (2/3)^.25)", "references"),
    case("references-first", "The first reference.", text(("a b c", "c b a", "a b x")), {"references": "first"}, "0",
         "references"),
    case("guide", "NLTK's example, a mean over segments.", text((ALWAYS, FOREVER, GUIDING, PRACTICAL), BOOK), NLTK,
         "mean of the best of three and 21/55", "averaging references", where="NLTK's documentation of corpus_ribes",
         printed="0.633"),
    case("sentences", "The mean over segments.", text(("a b", "a b"), ("b a", "a b"), ("c d", "c d")), NLTK_SENTENCES, "2/3",
         "averaging"),
    case("empty-hypothesis", "Nothing there is 0.", text(("", "a b"), ("a b", "a b")), NLTK, "(0 + 1)/2", "empty"),
    case("empty-hypothesis-raise", "NLTK before 3.10 divided by zero.", text(("", "a b")), {"empty_hypothesis": "raise"},
         "1 - 2/0", "empty"),
    case("empty-reference", "Nothing to match.", text(("a b", "")), NLTK, "0", "empty"),
    case("empty-both", "Nothing against nothing is 0.", text(("", "")), NLTK, "0", "empty"),
    case("no-references-zero", "NLTK: 0.", text(("a b",), ("a b", "a b")), NLTK, "(0 + 1)/2", "no-references"),
    case("no-references-minus-one", "NLTK before 3.10 returned the value from which it looks for the best one.",
         text(("a b",), ("a b", "a b")), {"no_references": "minus-one"}, "(-1 + 1)/2", "no-references"),
    case("no-references", "It is an error unless the settings allow for it.", text(("a b",)), {}, "no references",
         "no-references"),
    case("no-segments-zero", "An empty corpus is 0 in NLTK.", text(), NLTK, "0", "empty"),
    case("no-segments", "An empty corpus is an error.", text(), {}, "no segments", "empty"),
    case("length-limit", "A text of five words, where four are allowed.", text(("a b c d e", "a b")), {"max_length": 4},
         "5 > 4", "alignment-limit"),
    case("length-limit-met", "Four are allowed.", text(("a b c d", "a b")), {"max_length": 4}, "(1/2)^.25", "alignment-limit"),
    case("case-keep", "Capitals differ.", text(("The Cat sat down", "the cat sat down")), NLTK, "(2/4)^.25", "case"),
    case("case-lower", "The same, lower-cased.", text(("The Cat sat down", "the cat sat down")), {**NLTK, "case": "lower"}, "1",
         "case"),
    case("tokenizer-none", "Words split at white space of any kind.", text(("the\u00a0cat sat.", "the cat\u3000sat .")), NLTK,
         "(2/3)^.25 * (e^(1 - 4/3))^.1", "tokenizer white-space"),
    case("tokenizer-13a", "13a separates the full stop.", text(("the cat sat.", "the cat sat .")), {**NLTK, "tokenizer": "13a"},
         "1", "tokenizer"),
    case("tokenizer-intl", "intl separates quotation marks.", text(("\u201chi\u201d", "\u201c hi \u201d")),
         {**NLTK, "tokenizer": "intl"}, "1", "tokenizer"),
    case("characters", "Characters.", text(("abc", "a cb")), {**NLTK, "tokenizer": "char"}, "2/3", "tokenizer"),
    case("chinese-zh", "zh separates ideographs: two exchanged among six, the words between them out of order with both.",
         text(("\u6211\u559c\u6b22\u732b\u548c\u72d7", "\u6211\u559c\u6b22\u72d7\u548c\u732b")), {**NLTK, "tokenizer": "zh"},
         "12/15", "chinese tokenizer"),
    case("given", "The caller's tokens.", split(("a b c", "a c b")), {**NLTK, "tokenizer": "given"}, "2/3", "tokenizer"),
    case("scale-100", "In percent.", text(("a b c", "a c b")), {**NLTK, "scale": "100"}, "100 * 2/3", "scale"),
]
