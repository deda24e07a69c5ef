"""Distinct-n and character F1."""

from typing import Any

from tests.oracle.cases import Case, Data, cases_of, split, text, tokens

TOPIC = "dialogue"
LI = ("Li et al. 2016: https://aclanthology.org/N16-1014/",)
SPLIT = {"tokenizer": "given"}
JOINED = {"ngram_key": "joined", "tokenizer": "given"}
WHERE = "article 001, "

case = cases_of("distinct", kind="exact", refs=LI)
char = cases_of("char-f1", kind="exact")


def alone(*hypotheses: str) -> Data:
    """Return segments without references."""
    return text(*((hypothesis,) for hypothesis in hypotheses))


def article(metric: str, name: str, comment: str, data: Data, knobs: dict[str, Any], why: str, flags: str) -> Case:
    """Return a case that applies a formula of the article to an example of this project."""
    where = WHERE + {"distinct": "section Distinct", "char-f1": "section F1"}[metric]
    return cases_of(metric, kind="article", where=where)(name, comment, data, knobs, why, flags)


# fmt: off
CASES = [
    article("distinct", "article-001-unigrams", "Different over all unigrams, of the whole file.",
            split(("i do not know", "i see"), ("i do not think so", "no")), SPLIT, "6 of 9", "basic"),
    article("distinct", "article-001-bigrams", "Bigrams do not cross sentences.",
            split(("i do not know", "i see"), ("i do not think so", "no")), {**SPLIT, "order": 2},
            "'i do' and 'do not' twice: 5 of 7", "basic"),
    article("distinct", "article-001-joined", "The script joins bigrams without a separator: 'a bc' is 'ab c'.",
            split(("a bc", "x"), ("ab c", "x")), {**JOINED, "order": 2}, "1 of 2", "ngram-identity"),
    article("distinct", "article-001-no-bigrams", "No hypothesis has two tokens: the script divides by zero.",
            split(("yes", "yes"), ("no", "no")), {**JOINED, "order": 2}, "0/0", "empty-order"),
    case("bigrams-separate", "As tuples, 'a bc' is not 'ab c'.", alone("a bc", "ab c"), {"order": 2}, "2 of 2",
         "ngram-identity"),
    case("bigrams-spaced", "Joined by a space, bigrams collide where tokens hold spaces.",
         tokens((["a b", "c"],), (["a", "b c"],)), {**SPLIT, "order": 2, "ngram_key": "spaced"}, "1 of 2",
         "ngram-identity"),
    case("tokens-with-spaces", "The same as tuples.",
         tokens((["a b", "c"],), (["a", "b c"],)), {**SPLIT, "order": 2}, "2 of 2", "ngram-identity"),
    case("repeated", "One word over and over.", alone("ha ha ha ha ha"), {}, "1 of 5"),
    case("all-different", "Nothing repeated.", alone("the quick brown fox"), {}, "4 of 4"),
    case("duplicate-lines", "Two equal lines halve the score of the corpus.", alone("a b", "a b"), {}, "2 of 4",
         "averaging"),
    case("mean-of-sentences", "Each alone is perfect: the mean of the sentences does not see copies.",
         alone("a b", "a b", "a a"), {"average": "sentences"}, "(1 + 1 + 1/2)/3 = 5/6", "averaging"),
    case("tokens-below", "Bigrams over tokens, as in the paper.", alone("a b c", "a b"),
         {"order": 2, "denominator": "tokens"}, "ab, bc: 2 of 5 tokens", "distinct-denominator"),
    case("bigrams-below", "The same over bigrams.", alone("a b c", "a b"), {"order": 2}, "2 of 3",
         "distinct-denominator"),
    case("short-over-tokens", "A sentence with a token and no bigram is 0/1, not 0/0.", alone("a", "a b"),
         {"order": 2, "denominator": "tokens", "average": "sentences"}, "(0/1 + 1/2)/2 = 1/4", "distinct-denominator"),
    case("empty-sentence-zero", "An empty sentence counts as 0.", alone("a b", ""),
         {"average": "sentences", "zero_division": "zero"}, "(1 + 0)/2", "empty averaging"),
    case("empty-sentence-skipped", "An empty sentence is left out.", alone("a b", ""),
         {"average": "sentences", "zero_division": "skip"}, "1/1", "empty averaging"),
    case("empty-sentence-error", "An empty sentence is an error.", alone("a b", ""), {"average": "sentences"}, "0/0",
         "empty averaging"),
    case("empty-sentence-pooled", "Over the corpus, an empty sentence adds nothing.", alone("a b", ""), {}, "2/2",
         "empty"),
    case("blank", "White space has no token.", alone(" \t\u3000"), {"zero_division": "zero"}, "0/0 as 0", "empty"),
    case("all-empty-undefined", "All sentences left out: no number.", alone("", "\n"),
         {"average": "sentences", "zero_division": "skip"}, "no sentence remains", "empty"),
    case("all-empty-raises", "0/0 as an error.", alone("", ""), {}, "0/0", "empty"),
    case("no-segments", "No segments at all.", {"segments": []}, {"zero_division": "zero"}, "an error under any settings",
         "empty"),
    case("case-keep", "Case kept.", alone("The the THE"), {}, "3 of 3", "case"),
    case("case-lower", "The same, lower-cased.", alone("The the THE"), {"case": "lower"}, "1 of 3", "case"),
    case("chinese-words", "Chinese without spaces is one token.", alone("\u6211\u559c\u6b22\u6211"), {}, "1 of 1",
         "chinese tokenizer"),
    case("chinese-characters", "The same in characters.", alone("\u6211\u559c\u6b22\u6211"), {"tokenizer": "char"},
         "3 of 4", "chinese tokenizer"),
    case("punctuation", "13a separates the full stops, which repeat.", alone("a. b. c."), {"tokenizer": "13a"},
         "a b c . of 6: 4 of 6", "tokenizer"),
    case("quotation-marks", "intl separates quotation marks, which differ.", alone("\u201chi\u201d hi"),
         {"tokenizer": "intl"}, "3 of 4", "tokenizer"),
    case("chinese-zh", "zh separates ideographs, and keeps words.", alone("\u6211\u559c\u6b22\u6211 hello"),
         {"tokenizer": "zh"}, "4 of 5", "chinese tokenizer"),
    case("exotic-spaces", "Information separators and ideographic spaces separate; a zero-width space does not.",
         alone("a\x1fb\u3000a a\u200bb"), {}, "a, b, a<200b>b: 3 of 4", "white-space"),
    case("normalization", "Composed and decomposed letters differ.", alone("\u00e9 e\u0301"), {}, "2 of 2",
         "normalization"),
    case("percent", "On the scale of 100.", alone("a b a b"), {"scale": "100"}, "100 * 2/4", "scale"),
    case("references-ignored", "References do not count.", text(("a a", "b c d", "e")), {}, "1 of 2", "references"),

    article("char-f1", "article-001-overlap", "Characters in common, pooled over the file.",
            split(("\u6211 \u559c\u6b22 \u732b", "\u6211 \u7231 \u732b"), ("\u597d", "\u597d \u7684")), {},
            "m = 3, h = 5, r = 5: 3/5", "chinese"),
    article("char-f1", "article-001-bags", "Bags, not sequences: order is nothing, number is.",
            split(("a a b", "b a c")), {}, "m = 2, h = r = 3: 2/3", "clipping"),
    article("char-f1", "article-001-nothing-common", "Nothing in common: the script divides by zero.",
            split(("a b", "c d")), {}, "P + R = 0", "empty"),
    article("char-f1", "article-001-pooled", "Pooled counts weigh long lines more than the mean of lines does.",
            split(("a b c d e f g h", "a b c d e f g h"), ("x", "x y z")), {}, "m = 9, h = 9, r = 11: 9/10",
            "averaging"),
    char("mean-of-sentences", "The same, averaged.", split(("a b c d e f g h", "a b c d e f g h"), ("x", "x y z")),
         {"average": "sentences"}, "(1 + 1/2)/2", "averaging"),
    char("identity", "The same text.", text(("good morning", "good morning")), {}, "1"),
    char("anagram", "An anagram is perfect.", text(("listen", "silent")), {}, "1"),
    char("precision", "Over the hypothesis' characters.", text(("abcd", "ab")), {"measure": "precision"}, "2/4",
         "rouge-measure"),
    char("recall", "Over the reference's.", text(("abcd", "ab")), {"measure": "recall"}, "2/2", "rouge-measure"),
    char("precision-of-nothing-common", "A precision of 0 is no 0/0.", text(("ab", "cd")), {"measure": "precision"},
         "0/2", "rouge-measure"),
    char("nothing-common-zero", "F of 0 and 0, as 0.", text(("ab", "cd")), {"zero_division": "zero"}, "0/0 as 0", "empty"),
    char("empty-hypothesis", "No precision.", text(("", "ab")), {}, "0/0", "empty"),
    char("empty-hypothesis-zero", "The same as 0.", text(("", "ab")), {"zero_division": "zero"}, "0/0 as 0", "empty"),
    char("empty-reference", "No recall.", text(("ab", "")), {"measure": "recall"}, "0/0", "empty"),
    char("both-empty", "Nothing against nothing is no match.", text((" ", "")), {"zero_division": "zero"}, "0/0 as 0",
         "empty"),
    char("empty-line-pooled", "Pooled, an empty hypothesis only costs recall.", text(("", "ab"), ("ab", "ab")), {},
         "m = 2, h = 2, r = 4: 2/3", "empty averaging"),
    char("empty-line-averaged", "Averaged with 0/0 as an error, it is one.", text(("", "ab"), ("ab", "ab")),
         {"average": "sentences"}, "0/0", "empty averaging"),
    char("no-segments", "No segments at all.", {"segments": []}, {"zero_division": "zero"}, "an error under any settings",
         "empty"),
    char("no-references", "A segment without references.", text(("a",)), {"zero_division": "zero"}, "an error",
         "no-references"),
    char("best-reference", "The reference with the best F1.", text(("abc", "xyz", "abd", "abcdefgh")), {},
         "abd: 2*2/(3 + 3) = 2/3, abcdefgh: 2*3/11", "references"),
    char("first-reference", "The first reference.", text(("abc", "ax", "abc")), {"references": "first"}, "2*1/(3 + 2)",
         "references"),
    char("tied-references", "Two references equally good, of different lengths: the first counts in the pool.",
         text(("abcd", "ab", "abcdxxxx"), ("zz", "y")), {},
         "2*2/6 = 2*4/12: m = 2, h = 6, r = 3: 2*2/9", "references"),
    char("spaces-removed", "U+0020 alone is removed.", text(("a b", "ab")), {}, "1", "white-space"),
    char("tab-kept", "A tab and an ideographic space are characters.", text(("a\tb\u3000", "ab")), {},
         "2*2/(4 + 2) = 2/3", "white-space"),
    char("tab-removed", "All white space removed.", text(("a\tb\u3000", "a b")), {"whitespace": "remove"}, "1",
         "white-space"),
    char("spaces-kept", "Spaces counted.", text(("a b", "ab")), {"whitespace": "keep"}, "2*2/(3 + 2)", "white-space"),
    char("case-keep", "Case kept.", text(("AbC", "abc")), {}, "1/3", "case"),
    char("case-lower", "Lower-cased.", text(("AbC", "abc")), {"case": "lower"}, "1", "case"),
    char("lowering-lengthens", "Lower-casing can make two characters of one.", text(("\u0130", "i")),
         {"case": "lower"}, "i and U+0307 against i: 2*1/(2 + 1)", "code-points case"),
    char("emoji", "Code points, not what is seen as one character.",
         text(("\U0001f469\u200d\U0001f467", "\U0001f469")), {}, "2*1/(3 + 1)", "code-points"),
    char("counts-form", "2m/(h + r), the same number.", text(("abcab", "abcd")), {"f_form": "counts"}, "2*3/(5 + 4)"),
    char("percent", "On the scale of 100.", text(("abcd", "ab")), {"scale": "100"}, "100 * 2*2/6", "scale"),
]
