"""Cases of BLEU that the scripts of NIST and Moses compute differently."""

from tests.oracle.cases import cases_of, text

TOPIC = "scripts"
#: mteval-v14.pl.
MTEVAL = {
    "case": "ascii-tokens", "strip": "none", "tokenizer": "13a-unicode", "empty_order": "one", "zero_guard": "off",
    "brevity_penalty": "zero-if-empty", "scale": "1",
}  # fmt: skip
#: multi-bleu.perl.
MULTI = {"strip": "none", "tokenizer": "none-ascii", "smoothing": "none", "brevity_penalty": "by-ratio"}
ONE = {"max_order": 1}

mteval = cases_of("bleu", kind="exact", refs=("mteval-v14.pl of https://github.com/moses-smt/mosesdecoder",))
multi = cases_of("bleu", kind="exact", refs=("multi-bleu.perl of https://github.com/moses-smt/mosesdecoder",))

# fmt: off
CASES = [
    mteval("mteval-one-word", "A wrong word counts as half of one, and the orders without n-grams as perfect.",
           text(("\u6211\u559c\u6b22\u732b", "\u6211\u559c\u6b22\u72d7")), MTEVAL, "(1/2)^(1/4)",
           "empty-order zero-guard"),
    mteval("mteval-no-match", "Nothing matches: 1/2 of three words, 1/4 of two pairs, 1/8 of one triple.",
           text(("a b c", "x y z")), MTEVAL, "(1/6 * 1/8 * 1/8 * 1)^(1/4)", "zero-guard smoothing"),
    mteval("mteval-both-empty", "The penalty is 0 without words in the hypotheses, whatever the references have.",
           text(("", "")), MTEVAL, "BP = 0", "empty brevity-penalty"),
    mteval("mteval-both-empty-elsewhere", "The usual penalty is 1 there.", text(("", "")),
           {**MTEVAL, "brevity_penalty": "standard"}, "(1 * 1 * 1 * 1)^(1/4)", "empty brevity-penalty"),
    mteval("mteval-case-of-unicode", "Where all letters are lowered, both match.", text(("THE CAF\u00c9", "the caf\u00e9")),
           {**MTEVAL, **ONE, "case": "lower-tokens"}, "2/2", "case"),
    mteval("mteval-ascii-case", "A to Z are lowered, and no other letter.",
           text(("ZAP CAF\u00c9", "zap caf\u00e9")), {**MTEVAL, **ONE}, "1/2 ('zap')", "case"),
    mteval("mteval-case-after-entities", "Entities are decoded before, so that &AMP; falls apart.",
           text(("R &AMP; D", "r & d")), {**MTEVAL, **ONE}, "3/5", "case markup"),
    mteval("mteval-final-sigma", "Perl lowers each character by itself: a final sigma is like any other.",
           text(("\u039f\u03a3 A", "\u03bf\u03c3 a")), {**MTEVAL, **ONE, "case": "lower-characters"}, "2/2", "case"),
    mteval("mteval-final-sigma-of-words", "In lower case, a final sigma of a word differs from any other.",
           text(("\u039f\u03a3 A", "\u03bf\u03c2 a")), {**MTEVAL, **ONE, "case": "lower-tokens"}, "2/2", "case"),
    multi("multi-bleu-no-break-space", "The script splits bytes: a no-break space is part of a word.",
          text(("the\u00a0cat sat", "the cat sat")), {**MULTI, **ONE}, "1/2, e^(1 - 3/2)", "tokenizer white-space"),
    multi("multi-bleu-tab", "All white space of ASCII separates.", text(("the\tcat\x0b sat\f", "the cat sat")),
          {**MULTI, **ONE}, "3/3", "tokenizer white-space"),
]
# fmt: on
