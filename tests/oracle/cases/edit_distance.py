"""Edit distances of characters and words."""

from tests.oracle.cases import cases_of, split, text

TOPIC = "distances"
LEVENSHTEIN = ("https://nymity.ch/sybilhunting/pdf/Levenshtein1966a.pdf",)
DAMERAU = ("Lowrance and Wagner 1975: https://doi.org/10.1145/321879.321880",)
OSA = {"operations": "osa"}
TRUE = {"operations": "damerau"}
WORDS = {"tokenizer": "none"}
SHARE = {"normalize": "maximum"}

case = cases_of("edit-distance", kind="exact")

# fmt: off
CASES = [
    case("equal", "A text against itself.", text(("kitten", "kitten")), {}, "0"),
    case("kitten", "k-s, e-i, and a g.", text(("sitting", "kitten")), {}, "3", refs=LEVENSHTEIN),
    case("rain", "The example of NLTK's documentation.", text(("shine", "rain")), {}, "3"),
    case("insertion", "One character more.", text(("abxc", "abc")), {}, "1"),
    case("deletion", "One character less.", text(("ac", "abc")), {}, "1"),
    case("nothing-common", "Substitutions, and the rest deleted.", text(("xy", "abcd")), {}, "2 + 2"),
    case("symmetric", "Exchanging the texts changes nothing.", text(("kitten", "sitting")), {}, "3"),
    case("words", "Words as units: two substitutions.", text(("the cat sat", "a cat sits")), WORDS, "2", "tokenizer"),
    case("words-as-characters", "The same, character by character.", text(("the cat sat", "a cat sits")), {},
         "3 + 2", "tokenizer"),
    case("given", "Tokens made by the caller.", split(("b a c", "a b c")), {"tokenizer": "given", **OSA}, "1",
         "tokenizer exchange"),
    case("white-space-characters", "White space is characters.", text((" a\tb ", "a b")), {}, "1 + 1 + 1",
         "white-space"),
    case("white-space-words", "Between words it is not.", text((" a\tb ", "a b")), WORDS, "0", "white-space tokenizer"),
    case("exchange-levenshtein", "Two neighbours exchanged are two edits.", text(("acb", "abc")), {}, "2", "exchange"),
    case("exchange-osa", "One exchange.", text(("acb", "abc")), OSA, "1", "exchange"),
    case("exchange-damerau", "One exchange.", text(("acb", "abc")), TRUE, "1", "exchange", refs=DAMERAU),
    case("exchange-between-levenshtein", "ca and abc: no exchanges.", text(("abc", "ca")), {}, "3", "exchange"),
    case("exchange-between-osa", "An exchanged pair must not be edited again.", text(("abc", "ca")), OSA, "3",
         "exchange", refs=DAMERAU),
    case("exchange-between-damerau", "It may: exchanged, then b put between.", text(("abc", "ca")), TRUE, "1 + 1",
         "exchange", refs=DAMERAU),
    case("exchange-far", "a.b to b.a with one deletion between.", text(("ba", "axb")), TRUE, "1 + 1", "exchange"),
    case("exchange-words", "Words exchanged.", text(("not to be", "to not be")), {**WORDS, **OSA}, "1",
         "exchange tokenizer"),
    case("doubled", "A doubled letter is an insertion: NLTK 3.6.3 to 3.6.5 gave 0.", text(("dupplicate", "duplicate")),
         TRUE, "1", "exchange"),
    case("exchange-repeated", "Two exchanges.", text(("badc", "abcd")), OSA, "1 + 1", "exchange"),
    case("substitution-cost-two", "At 2 a substitution is a deletion and an insertion.", text(("axc", "abc")),
         {"substitution_cost": 2}, "2", "weights"),
    case("substitution-cost-three", "At 3 they are cheaper.", text(("axc", "abc")), {"substitution_cost": 3}, "1 + 1",
         "weights"),
    case("substitution-cost-zero", "For nothing, only lengths count.", text(("xyz", "abcde")),
         {"substitution_cost": 0}, "2", "weights"),
    case("substitution-cost-exchange", "An exchange still costs 1.", text(("acb", "abc")),
         {"substitution_cost": 3, **TRUE}, "1", "weights exchange"),
    case("empty-hypothesis", "All deleted.", text(("", "abc")), {}, "3", "empty"),
    case("empty-reference", "All inserted.", text(("abc", "")), {}, "3", "empty"),
    case("empty-both", "Nothing to do.", text(("", "")), {}, "0", "empty"),
    case("empty-both-normalized", "0/0 counts as 0.", text(("", "")), SHARE, "0", "empty"),
    case("normalized", "Three of seven possible edits.", text(("sitting", "kitten")), SHARE, "3/7"),
    case("normalized-cost", "At 2 a substitution, 13 are possible, and 5 are needed.", text(("sitting", "kitten")),
         {"substitution_cost": 2, **SHARE}, "5/13", "weights"),
    case("normalized-free", "At 0 none is possible: 0.", text(("xyz", "abc")), {"substitution_cost": 0, **SHARE}, "0/0",
         "weights"),
    case("normalized-empty", "Everything.", text(("", "abc")), SHARE, "3/3", "empty"),
    case("sentences", "The mean of 3, 0 and 1.", text(("sitting", "kitten"), ("a", "a"), ("ab", "a")), {}, "4/3",
         "averaging"),
    case("corpus", "Their sum.", text(("sitting", "kitten"), ("a", "a"), ("ab", "a")), {"average": "corpus"}, "4",
         "averaging"),
    case("corpus-normalized", "Sums before dividing.", text(("sitting", "kitten"), ("a", "a"), ("ab", "a")),
         {"average": "corpus", **SHARE}, "4/(7 + 1 + 2)", "averaging"),
    case("references-first", "The first of two.", text(("ab", "xy", "ab")), {}, "2", "references"),
    case("references-best", "The nearest.", text(("ab", "xy", "ab")), {"references": "best"}, "0", "references"),
    case("no-segments", "An empty corpus is an error.", text(), {}, "no segments", "empty"),
    case("no-references", "A segment without references is an error.", text(("ab",)), {}, "no references",
         "no-references"),
    case("too-long", "A limit on length.", text(("abcd", "ab")), {"max_length": 3}, "4 > 3", "limit"),
    case("long-enough", "Up to the limit.", text(("abc", "ab")), {"max_length": 3}, "1", "limit"),
    case("too-long-for-nltk", "2001 characters: NLTK raises since 3.10.3.", text(("a" * 2001, "a")),
         {"max_length": 2000}, "2001 > 2000", "limit"),
    case("case-keep", "Case counts.", text(("ABc", "abc")), {}, "2", "case"),
    case("case-lower", "Lower-cased first.", text(("ABc", "abc")), {"case": "lower"}, "0", "case"),
    case("chinese", "One of four characters.", text(("\u6211\u559c\u6b22\u732b", "\u6211\u559c\u6b22\u72d7")), {}, "1",
         "chinese"),
    case("code-points", "A decomposed accent is two characters.", text(("cafe\u0301", "caf\u00e9")), {}, "1 + 1",
         "normalization code-points"),
    case("emoji", "A family of three is five code points.",
         text(("\U0001f469\u200d\U0001f469\u200d\U0001f467", "\U0001f469")), {}, "4", "code-points"),
]
