"""chrF: characters, references, segments."""

from tests.oracle.cases import cases_of, text
from tests.oracle.cases.chrf_conventions import NLTK

TOPIC = "text"
ONE = {"char_order": 1}
TWO = {"char_order": 2}

case = cases_of("chrf", kind="exact")

# fmt: off
CASES = [
    case("case-keep", "Two of six letters differ in case.", text(("The Cat", "the cat")), ONE, "4/6", "case"),
    case("case-lower", "The same, lower-cased.", text(("The Cat", "the cat")), {**ONE, "case": "lower"}, "6/6", "case"),
    case("case-lower-not-folded", "Lower-casing is not case folding: a sharp s does not become ss.",
         text(("STRASSE", "stra\xdfe")), {**ONE, "case": "lower"}, "P = 5/7, R = 5/6: 5*(5/7)*(5/6)/(4*5/7 + 5/6)",
         "case"),
    case("spaces-removed", "Word boundaries do not count.", text(("to day", "today")), TWO, "all 5 and 4 match",
         "white-space"),
    case("spaces-kept", "Kept, the space counts and breaks a bigram.",
         text(("to day", "today")), {**TWO, "whitespace": "keep"}, "P = (5/6 + 3/5)/2, R = (5/5 + 3/4)/2",
         "white-space"),
    case("spaces-unicode", "No-break and ideographic spaces, line separator and next line are removed.",
         text(("a\xa0b\u3000c\u2028d\x85e", "abcde")), TWO, "all match", "white-space"),
    case("information-separator", "U+001C is removed by what str.split splits at ...",
         text(("a\x1cb", "ab")), TWO, "all match", "white-space"),
    case("information-separator-unicode", "... and stays where Unicode's White_Space decides.",
         text(("a\x1cb", "ab")), {**TWO, "whitespace": "remove-unicode"}, "P = (2/3 + 0/2)/2, R = (2/2 + 0/1)/2",
         "white-space"),
    case("information-separator-nltk", "NLTK from 3.10.4 on keeps it, here with two orders.",
         text(("a\x1cb", "ab")), {**NLTK, **TWO}, "(10*(2/3)*1/(9*2/3 + 1) + 1e-16)/2", "white-space"),
    case("zero-width-space", "A zero-width space is a character.", text(("a\u200bb", "ab")), ONE, "P = 2/3, R = 1",
         "white-space"),
    case("composed", "A decomposed accent is two characters: nothing is normalized.",
         text(("caf\xe9", "cafe\u0301")), ONE, "P = 3/4, R = 3/5", "normalization"),
    case("composed-same", "The same form on both sides.", text(("cafe\u0301", "cafe\u0301")), ONE, "5/5",
         "normalization"),
    case("emoji", "Emoji are counted by code point: two of three match, joined or not.",
         text(("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f467")), ONE, "2/3", "code-points"),
    case("chinese", "Characters need no segmentation.", text(("\u6211\u559c\u6b22\u732b", "\u6211\u559c\u6b22\u72d7")),
         TWO,
         "(3/4 + 2/3)/2", "chinese"),
    case("duplicates", "Matches are clipped.", text(("aaaa", "aa")), TWO, "P = (2/4 + 1/3)/2, R = 1", "clipping"),
    case("references-best", "The reference with the highest F counts, for every order.",
         text(("abcd", "abxx", "abcx")), TWO, "(3/4 + 2/3)/2, second reference", "references"),
    case("references-first", "The first reference counts.",
         text(("abcd", "abxx", "abcx")), {**TWO, "references": "first"}, "(2/4 + 1/3)/2", "references"),
    case("references-permuted", "For the best, their order does not matter.",
         text(("abcd", "abcx", "abxx")), TWO, "(3/4 + 2/3)/2, first reference", "references"),
    case("references-tie", "Of equally good references the first counts: in a corpus their lengths matter.",
         text(("ab", "xy", "xyzw"), ("abcd", "abcd")), ONE, "h = 2 + 4, r = 2 + 4, m = 4", "references"),
    case("references-tie-permuted", "The same with the tied references exchanged.",
         text(("ab", "xyzw", "xy"), ("abcd", "abcd")), ONE, "h = 2 + 4, r = 4 + 4, m = 4", "references"),
    case("corpus", "Counts are added over the corpus.",
         text(("abcd", "abcd"), ("ab", "xy")), ONE, "4/6", "averaging"),
    case("sentences", "The mean of the sentences' scores.",
         text(("abcd", "abcd"), ("ab", "xy")), {**ONE, "average": "sentences"}, "(100 + 0)/2", "averaging"),
    case("scale-1", "The score as a fraction.", text(("abcd", "abcx")), {**ONE, "scale": "1"}, "3/4", "scale"),
    case("scale-100", "The same in percent.", text(("abcd", "abcx")), ONE, "300/4", "scale"),
]
