"""CIDEr-D: similarity of weighted n-grams."""

from tests.oracle.cases import cases_of, split, text

TOPIC = "text"
VEDANTAM = ("Vedantam et al., CVPR 2015: https://arxiv.org/abs/1411.5726",)
COCO = {"empty_reference": "raise"}
WORDS = {"max_order": 1}
#: A segment that makes the words of another rare.
OTHER = ("x y z u", "x y z u")
DOG = ("p q r s", "p q r s")

case = cases_of("cider", kind="exact", refs=VEDANTAM)

# fmt: off
CASES = [
    case("identical", "Two different perfect captions.", text(("a b c d", "a b c d"), OTHER), COCO, "10"),
    case("one-segment", "With one segment every n-gram is common, and nothing has weight.", text(("a b c d", "a b c d")), COCO,
         "ln 1 = 0: 0", "information"),
    case("one-word", "One word has one order of four.", text(("a", "a"), OTHER), COCO, "(10/4 + 10)/2", "empty-order"),
    case("nothing", "Nothing in common.", text(("a b c d", "p q r s"), OTHER), COCO, "(0 + 10)/2"),
    case("common-words", "A word that all segments have does not count.", text(("a b", "a c"), ("a d", "a d")), {**COCO, **WORDS},
         "(0 + 10)/2", "information"),
    case("rare-words", "Of two words in common, the one in two of three segments weighs less.",
         text(("a b x", "a b y"), ("a u", "a u"), DOG), {**COCO, **WORDS},
         "with l = ln 3, k = ln 3/2: (10 * (k^2 + l^2)/(k^2 + 2 l^2) + 10 + 10)/3", "information"),
    case("unseen-words", "A word that no reference has weighs as much as the rarest.", text(("a b", "a"), ("c", "c")),
         {**COCO, **WORDS, "sigma": 1000000.0}, "about (10/sqrt 2 + 10)/2", "information"),
    case("clipped", "A repeated word does not help more than the reference repeats it.", text(("a a b", "a b c"), OTHER),
         {**COCO, **WORDS}, "(10 * 2/(sqrt 5 sqrt 3) + 10)/2", "clipping"),
    case("unclipped", "In CIDEr without D it does.", text(("a a b", "a b c"), OTHER), {**WORDS, "clipping": "unclipped"},
         "(10 * 3/(sqrt 5 sqrt 3) + 10)/2", "clipping"),
    case("length", "Six words more cost 1 - e^(-1/2) on top.", text(("a b c d e f g", "a"), OTHER), {**COCO, **WORDS},
         "(10 * 1/sqrt 7 * e^(-36/72) + 10)/2", "length-penalty"),
    case("sigma", "A narrower Gaussian.", text(("a b", "a"), OTHER), {**COCO, **WORDS, "sigma": 1.0},
         "(10/sqrt 2 * e^(-1/2) + 10)/2", "length-penalty"),
    case("references", "The mean of the similarities to all references.", text(("a b", "a b", "c d"), OTHER), {**COCO, "max_order": 2},
         "(10/2 + 10)/2", "references"),
    case("references-first", "The first reference.", text(("a b", "a b", "c d"), OTHER), {"references": "first", "max_order": 2},
         "10", "references"),
    case("order-2", "Words and pairs.", text(("a b c", "a b d"), OTHER), {"max_order": 2}, "((10*2/3 + 10*1/2)/2 + 10)/2",
         "weights"),
    case("order-4", "Four orders.", text(("a b c d", "a b c e"), OTHER), COCO, "((3/4 + 2/3 + 1/2 + 0)*10/4 + 10)/2", "weights"),
    case("empty-hypothesis", "Nothing there.", text(("", "a b"), OTHER), COCO, "(0 + 10)/2", "empty"),
    case("empty-reference", "Nothing to match.", text(("a b", ""), OTHER), COCO, "(0 + 10)/2", "empty"),
    case("empty-references", "No reference has a word: an error in pycocoevalcap.", text(("a b", ""), ("c", "")), COCO,
         "max of nothing", "empty"),
    case("empty-references-zero", "Otherwise 0.", text(("a b", ""), ("c", "")), {}, "0", "empty"),
    case("no-references", "An error.", text(("a b",)), COCO, "no references", "no-references"),
    case("no-segments", "An empty corpus is an error.", text(), COCO, "no segments", "empty"),
    case("case-keep", "Capitals differ.", text(("A b", "a b"), OTHER), {**COCO, **WORDS}, "(10/2 + 10)/2", "case"),
    case("case-lower", "Lower-cased first.", text(("A b", "a b"), OTHER), {**WORDS, "case": "lower"}, "10", "case"),
    case("tokenizer-none", "Words split at white space of any kind.", text(("a\u00a0b.", "a\u3000b ."), OTHER), {**COCO, **WORDS},
         "(10/(sqrt 2 sqrt 3) * e^(-1/72) + 10)/2", "tokenizer white-space"),
    case("tokenizer-13a", "13a separates the full stop.", text(("a b.", "a b ."), OTHER), {**WORDS, "tokenizer": "13a"}, "10",
         "tokenizer"),
    case("tokenizer-intl", "intl separates quotation marks.", text(("\u201chi\u201d", "\u201c hi \u201d"), OTHER),
         {**WORDS, "tokenizer": "intl"}, "10", "tokenizer"),
    case("characters", "Characters.", text(("ab", "a b"), OTHER), {**WORDS, "tokenizer": "char"}, "10", "tokenizer"),
    case("chinese-zh", "zh separates ideographs.", text(("\u6211\u559c\u6b22\u732b", "\u6211\u559c\u6b22\u72d7"), OTHER),
         {**WORDS, "tokenizer": "zh"}, "(10*3/4 + 10)/2", "chinese tokenizer"),
    case("given", "The caller's tokens.", split(("a b", "a b"), ("c d", "c d")), {**WORDS, "tokenizer": "given"}, "10", "tokenizer"),
    case("scale-1", "As a similarity.", text(("a", "a"), OTHER), {"scale": "1"}, "(1/4 + 1)/2", "scale"),
]
