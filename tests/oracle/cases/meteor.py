"""METEOR without synonyms: alignment in stages, recall, chunks."""

from tests.oracle.cases import cases_of, split, text
from tests.oracle.cases.gleu import ALWAYS, FOREVER, GUIDING, PRACTICAL

TOPIC = "text"
LAVIE = ("Lavie and Agarwal, WMT 2007: https://aclanthology.org/W07-0734/",)
#: F_mean alone.
PLAIN = {"gamma": 0.0}
STEMS = ("dying possibly walked", "die possible walk")
DOCS = "NLTK's documentation of meteor_score"

case = cases_of("meteor", kind="exact", refs=LAVIE)

# fmt: off
CASES = [
    case("guide", "NLTK's example.", text((ALWAYS, FOREVER)), {}, "m = 12, 6 chunks: (1 - .5/8) * (1/2)/(.6 + .075)", where=DOCS, printed="0.6944"),
    case("guide-references", "The same with three references.", text((ALWAYS, FOREVER, GUIDING, PRACTICAL)), {},
         "the best of three is the first", "references", where=DOCS, printed="0.6944"),
    case("identical", "A perfect text is one chunk, and loses for it.", text(("a b c d", "a b c d")), {},
         "(1 - .5*(1/4)^3) * 1", "fragmentation"),
    case("one-word", "A single word is a chunk of its own: one half.", text(("cat", "cat")), {}, "(1 - .5*1) * 1",
         "fragmentation"),
    case("reversed", "Every word is a chunk.", text(("a b c d", "d c b a")), {}, "(1 - .5*(4/4)^3) * 1", "fragmentation"),
    case("two-chunks", "Two halves exchanged.", text(("c d a b", "a b c d")), {}, "1 - .5*(2/4)^3", "fragmentation"),
    case("gap-in-one-text", "Neighbours in one text only are two chunks.", text(("a b", "a x b")), {},
         "(1 - .5*(2/2)^3) * P R/(.9 P + .1 R), P = 1, R = 2/3", "fragmentation"),
    case("gap-in-hypothesis", "The same with the gap on the other side.", text(("a x b", "a b")), {},
         "(1 - .5*(2/2)^3) * (2/3)/(.9*2/3 + .1)", "fragmentation"),
    case("nothing", "Nothing in common.", text(("a b c", "x y z")), {}, "0"),
    case("recall", "F_mean is close to recall.", text(("a b", "a b c d")), PLAIN, "(1/2)/(.9 + .05)", "beta"),
    case("precision", "A long hypothesis is forgiven.", text(("a b c d", "a b")), PLAIN, "(1/2)/(.45 + .1)", "beta"),
    case("alpha-half", "Precision and recall weigh the same.", text(("a b c d", "a b")), {**PLAIN, "alpha": 0.5}, "2/3", "beta"),
    case("alpha-0", "With alpha 0 F_mean is precision.", text(("a b c d", "a b")), {**PLAIN, "alpha": 0.0}, "1/2", "beta"),
    case("alpha-1", "With alpha 1 it is recall.", text(("a b c d", "a b x")), {**PLAIN, "alpha": 1.0}, "2/3", "beta"),
    case("beta", "The penalty's power.", text(("c d a b", "a b c d")), {"beta": 1.0}, "1 - .5*2/4", "fragmentation"),
    case("beta-half", "A broken power.", text(("c d a b", "a b c d")), {"beta": 0.5}, "1 - .5*sqrt(1/2)", "fragmentation"),
    case("gamma", "The largest penalty takes everything.", text(("a b c d", "d c b a")), {"gamma": 1.0}, "0", "fragmentation"),
    case("repeated", "Words are matched one to one.", text(("the the the the", "the cat the")), PLAIN,
         "m = 2: P = 1/2, R = 2/3", "clipping alignment"),
    case("greedy", "The alignment starts at the end: the last 'the' takes the last one, and two chunks become three.",
         text(("the cat the", "the the cat")), {}, "pairs 0-0 1-2 2-1: 1 - .5*(3/3)^3", "alignment"),
    case("greedy-chunks", "'a b' is whole in the reference, but its 'a' goes to a later one.",
         text(("a b", "a b a")), {}, "pairs 0-2 1-1: (1 - .5) * (2/3)/(.9 + .1*2/3)", "alignment"),
    case("exact-before-stem", "Equal words are aligned first, whatever their place.",
         text(("cats cat", "cat cats")), {}, "pairs 0-1 1-0: 1 - .5", "alignment stemmer"),
    case("stems-nltk", "NLTK's stems: dying - die, possibly - possibl, walked - walk.", text(STEMS), {}, "1 - .5/27", "stemmer"),
    case("stems-martin", "Porter's programs: dying - dy.", text(STEMS), {"stemmer": "porter-martin"},
         "(1 - .5/8) * 2/3", "stemmer"),
    case("stems-original", "The paper: also possibly - possibli.", text(STEMS), {"stemmer": "porter-original"},
         "(1 - .5) * 1/3", "stemmer"),
    case("stems-none", "Words as they are.", text(STEMS), {"stemmer": "none"}, "0", "stemmer"),
    case("stems-short", "Words of three letters are stemmed as well, unlike in ROUGE.", text(("the cat ran", "the cats ran")), {},
         "1 - .5/27", "stemmer"),
    case("references-best", "The reference with the higher score.", text(("a b c", "c b a", "a b x")), {},
         "max(1/2, (1 - .5/8) * 2/3)", "references"),
    case("references-first", "The first reference.", text(("a b c", "c b a", "a b x")), {"references": "first"}, "1/2",
         "references"),
    case("sentences", "The mean over segments.", text(("a b", "a b"), ("x", "y")), {}, "((1 - .5/8) + 0)/2", "averaging"),
    case("empty-hypothesis", "Nothing there.", text(("", "a b")), {}, "0", "empty"),
    case("empty-reference", "Nothing to match.", text(("a b", "")), {}, "0", "empty"),
    case("empty-both", "Nothing against nothing is 0.", text(("", "")), {}, "0", "empty"),
    case("no-references", "An error.", text(("a b",)), {}, "no references", "no-references"),
    case("no-segments", "An empty corpus is an error.", text(), {}, "no segments", "empty"),
    case("case-lower", "Lower-cased by default.", text(("The cat sat", "the Cat sat")), {}, "1 - .5/27", "case"),
    case("case-lower-no-stems", "Lower-cased, without stems.", text(("The cat sat", "the Cat sat")), {"stemmer": "none"}, "1 - .5/27",
         "case"),
    case("case-keep", "Case kept, without stems.", text(("The cat sat", "the Cat sat")), {"case": "keep", "stemmer": "none"},
         "(1 - .5) * 1/3", "case"),
    case("case-keep-stemmed", "Case kept: the stemmer lowers it after all.", text(("The cat sat", "the Cat sat")),
         {"case": "keep"}, "1 - .5/27", "case stemmer"),
    case("case-lower-tokens", "Lowered after 13a, so that &AMP; is no entity: it becomes & amp ;.",
         text(("R &AMP; D", "r & amp ; d")), {"case": "lower-tokens", "tokenizer": "13a", "stemmer": "none"}, "1 - .5/125", "case tokenizer"),
    case("case-lower-13a", "Lowered before 13a, it is one: of r & d.", text(("R &AMP; D", "r & amp ; d")), {"tokenizer": "13a"},
         "P = 1, R = 3/5, two chunks: (1 - .5*8/27) * .6/(.9 + .1*.6)", "case tokenizer"),
    case("mean-numpy", "A mean of three segments, added up as numpy does: in exact arithmetic like any other.",
         text(("cat", "cat"), ("a b", "a b"), ("x", "y")), {"mean_summation": "numpy"}, "(1/2 + 15/16 + 0)/3", "averaging"),
    case("tokenizer-none", "Words split at white space of any kind.", text(("the\u00a0cat sat.", "the cat\u3000sat .")), {},
         "m = 2, one chunk; P = 2/3, R = 1/2", "tokenizer white-space"),
    case("tokenizer-13a", "13a separates the full stop.", text(("the cat sat.", "the cat sat .")), {"tokenizer": "13a"},
         "1 - .5/64", "tokenizer"),
    case("tokenizer-intl", "intl separates quotation marks.", text(("\u201chi\u201d", "\u201c hi \u201d")),
         {"tokenizer": "intl"}, "1 - .5/27", "tokenizer"),
    case("characters", "Characters.", text(("ab c", "abd")), {"tokenizer": "char"}, "(1 - .5/8) * 2/3", "tokenizer"),
    case("chinese-zh", "zh separates ideographs.", text(("\u6211\u559c\u6b22\u732b", "\u6211\u559c\u6b22\u72d7")),
         {"tokenizer": "zh"}, "(1 - .5/27) * 3/4", "chinese tokenizer"),
    case("given", "The caller's tokens.", split(("a b c", "a b c")), {"tokenizer": "given"}, "1 - .5/27", "tokenizer"),
    case("scale-100", "In percent.", text(("cat", "cat")), {"scale": "100"}, "50", "scale"),
]
