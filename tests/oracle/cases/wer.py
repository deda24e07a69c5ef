"""WER, MER, WIL, WIP on the same texts, with H, S, D and I by hand; then CER."""

from tests.oracle.cases import Case, cases_of, split, text

TOPIC = "error-rates"
MORRIS = ("Morris, Maier and Green 2004: https://www.isca-archive.org/interspeech_2004/morris04_interspeech.html",)
JIWER = ("https://github.com/jitsi/jiwer/issues/46",)
TORCH = ("torchmetrics: functional.text",)
SCTK = ("sclite of NIST's SCTK: https://github.com/usnistgov/SCTK",)
TIE = text(("b x", "a b"))
RUN = text(("b c c d", "a b c"), ("a b c", "b c c d"))
COSTLY_TEXTS = "b b c b a c c", "c c c b b c a a"
COSTLY = text(COSTLY_TEXTS)
THREE_PAIRS = text(("b c c", "a a b"))
BOUNDARY = text(("I am", "I"), ("I good?", "am I good?"))
TWO = text(("a b c", "a b c"), ("x", "x y y"))
#: Hits by the lengths of texts.
LENGTHS = {"hits": "longer-less-edits"}
HSDI = tuple[int, int, int, int]

# Name, comment, data, settings, (H, S, D, I) and flags.
WORDS = [
    ("equal", "A text against itself.", text(("the cat sat", "the cat sat")), {}, (3, 0, 0, 0), "basic"),
    ("mixed", "Two substitutions and a deletion.",
     text(("the cat sits on on mat", "the cat sat on the very mat")), {}, (4, 2, 1, 0), "basic"),
    ("insertion", "A word too many.", text(("a b x c", "a b c")), {}, (3, 0, 0, 1), "basic"),
    ("deletion", "A word missing.", text(("a c", "a b c")), {}, (2, 0, 1, 0), "basic"),
    ("nothing-right", "Nothing in common.", text(("x y z", "a b c")), {}, (0, 3, 0, 0), "basic"),
    ("many-insertions", "One right word among six: WER is 5, the others stay below 1.", text(("a a a a a a", "a")), {},
     (1, 0, 0, 5), "basic"),
    ("moved", "A word that moved is a deletion and an insertion.", text(("b c d a", "a b c d")), {}, (3, 0, 1, 1),
     "basic"),
    ("empty-hypothesis", "Nothing recognized.", text(("", "a b c")), {}, (0, 0, 3, 0), "empty"),
    ("empty-reference", "Words where there are none: jiwer's WER is their number, not a rate.", text(("a b c", "")), {},
     (0, 0, 0, 3), "empty"),
    ("empty-both", "Silence, rightly recognized.", text(("", "")), {}, (0, 0, 0, 0), "empty"),
    ("empty-reference-corpus", "With other segments, insertions count over their words.", text(("a b", ""), ("c", "c")),
     {}, (1, 0, 0, 2), "empty averaging"),
    ("case-keep", "Case counts.", text(("The cat", "the cat")), {}, (1, 1, 0, 0), "case"),
    ("case-lower", "Lower-cased first.", text(("The cat", "the cat")), {"case": "lower"}, (2, 0, 0, 0), "case"),
    ("case-lower-accent", "Every letter is lower-cased.", text(("\u00c9t\u00c9", "\u00e9t\u00e9")), {"case": "lower"}, (1, 0, 0, 0), "case"),
    ("case-ascii", "The letters of ASCII alone are lower-cased.", text(("The \u00c9t\u00c9 ZOO", "the \u00e9t\u00e9 zoo")),
     {"case": "ascii"}, (2, 1, 0, 0), "case"),
    ("case-ascii-tokens", "The same of tokens.", split(("The \u00c9", "the \u00e9")), {"tokenizer": "given", "case": "ascii"},
     (1, 1, 0, 0), "case tokenizer"),
    ("separator-ascii", "To C, neither is white space, and a vertical tab is.", text(("a\x1cb c\u00a0d\x0be", "a b c d e")),
     {"tokenizer": "none-ascii"}, (1, 2, 2, 0), "white-space tokenizer"),
    ("tab", "A single tab does not separate.", text(("a\tb c", "a b c")), {}, (1, 1, 1, 0), "white-space"),
    ("tab-none", "Split at white space, it does.", text(("a\tb c", "a b c")), {"tokenizer": "none"}, (3, 0, 0, 0),
     "white-space tokenizer"),
    ("separator", "Python splits at U+001C, too.", text(("a\x1cb c", "a b c")), {"tokenizer": "none"}, (3, 0, 0, 0),
     "white-space tokenizer"),
    ("separator-unicode", "To Unicode, U+001C is no white space, and a no-break space is.", text(("a\x1cb c\u00a0d", "a b c d")),
     {"tokenizer": "none-unicode"}, (2, 1, 1, 0), "white-space tokenizer"),
    ("two-spaces", "An empty word between two spaces, and none at the end.", text(("a  b ", "a b")), {"tokenizer": "each-space"},
     (2, 0, 0, 1), "white-space tokenizer"),
    ("two-spaces-ascii", "No word between two spaces.", text(("a  b ", "a b")), {"tokenizer": "ascii-space"}, (2, 0, 0, 0),
     "white-space tokenizer"),
    ("space-first", "An empty word before a first space; two of two spaces.", text((" a\tb", "a b"), ("", "  ")),
     {"tokenizer": "each-space"}, (0, 2, 2, 0), "white-space tokenizer"),
    ("two-tabs", "Two white-space characters become a space, whatever they are.", text(("a\t\u00a0b  c", "a b c")), {},
     (3, 0, 0, 0), "white-space"),
    ("ends", "White space at the ends is removed.", text(("\ta b\n", "a b")), {}, (2, 0, 0, 0), "white-space"),
    ("chinese", "Unsegmented text is one word.", text(("\u6211\u559c\u6b22\u732b", "\u6211\u559c\u6b22\u72d7")), {},
     (0, 1, 0, 0), "chinese"),
    ("punctuation", "Punctuation belongs to the word.", text(("hello world", "hello, world")), {}, (1, 1, 0, 0),
     "tokenizer"),
    ("corpus", "Counts added over the segments.", TWO, {}, (4, 0, 2, 0), "averaging"),
    ("boundary", "Each segment for itself.", BOUNDARY, {}, (3, 0, 1, 1), "averaging"),
    ("boundary-concatenated", "All as one text: 'am' ends one segment, or begins the next.", BOUNDARY,
     {"segments": "concatenated"}, (4, 0, 0, 0), "averaging"),
    ("references-first", "The first of two references.", text(("a b", "x y", "a b")), {}, (0, 2, 0, 0), "references"),
    ("references-best", "The closest.", text(("a b", "x y", "a b")), {"references": "best"}, (2, 0, 0, 0),
     "references"),
    ("given", "Tokens made by the caller.", split(("a b c", "a b d"), ("A", "a")),
     {"tokenizer": "given", "case": "lower"}, (3, 1, 0, 0), "tokenizer"),
]  # fmt: skip


def wer_of(row: HSDI) -> str:
    h, s, d, i = row
    return f"({s} + {d} + {i})/{h + s + d}" if h + s + d else f"{i} insertions"


def mer_of(row: HSDI) -> str:
    h, s, d, i = row
    return f"({s} + {d} + {i})/{h + s + d + i}" if any(row) else "no words: 0"


def wip_of(row: HSDI) -> str:
    h, s, d, i = row
    if not h:
        return "no hits: 0" if any(row) else "no words: 1"
    return f"({h}/{h + s + d})({h}/{h + s + i})"


def wil_of(row: HSDI) -> str:
    return f"1 - WIP, and WIP is {wip_of(row)}"


def _shared() -> list[Case]:
    cases = []
    for metric, derivation in (("wer", wer_of), ("mer", mer_of), ("wil", wil_of), ("wip", wip_of)):
        case = cases_of(metric, kind="hand", refs=() if metric == "wer" else MORRIS)
        for name, comment, data, settings, row, flags in WORDS:
            about = f"H, S, D, I = {', '.join(map(str, row))}: {derivation(row)}"
            cases.append(case(name, comment, data, settings, about, flags))
    return cases


def _alone(
    metric: str, means: str, both_empty: str, tie: str, tie_most: str, run: str, lengths: tuple[str, str, str]
) -> list[Case]:
    """Return the cases that the other metrics of an alignment share, and WER does not have."""
    case = cases_of(metric, kind="hand", refs=MORRIS)
    return [
        case("sentences", "The mean of the segments' scores.", TWO, {"average": "sentences"}, means, "averaging"),
        case("both-empty-undefined", "Nothing against nothing, without a convention.", text(("", "")),
             {"both_empty": "undefined"}, "0/0", "empty"),
        case("both-empty-segment", "An empty segment makes a mean undefined.", text(("", ""), ("a", "a")),
             {"both_empty": "undefined", "average": "sentences"}, f"{both_empty} and 0/0", "empty averaging"),
        case("tie", "Two substitutions, or a hit between an insertion and a deletion: both are two edits.", TIE, {}, tie,
             "edit-alignment"),
        case("tie-most-hits", "The alignment with the most hits.", TIE, {"alignment": "most-hits"}, tie_most,
             "edit-alignment"),
        case("swap", "Traced back from the end, a deletion comes first, and then a hit.", text(("b a", "a b")), {}, tie_most,
             "edit-alignment"),
        case("swap-same-direction", "Without a direction, two different words are paired.", text(("b a", "a b")),
             {"alignment": "same-direction"}, tie, "edit-alignment"),
        case("run-same-direction", "An insertion, or a deletion, follows another one, although two words are equal.", RUN,
             {"alignment": "same-direction"}, run, "edit-alignment"),
        case("longer", "Four words less an insertion and a deletion are two hits; aligned are three.",
             text(("b c d a", "a b c d")), LENGTHS, lengths[0],
             "edit-alignment", refs=TORCH),
        case("longer-segments", "Each segment has its longer text: three words, and one.", text(("a", "a b c"), ("x", "")), LENGTHS,
             lengths[1], "edit-alignment averaging", refs=TORCH),
        case("longer-single", "In numbers of 24 bits.", text(("a b c d e f", "a b c d x f g")), {**LENGTHS, "dtype": "float32"},
             lengths[2], "numbers", refs=TORCH),
        case("scale-100", "In percent.", text(("a x", "a b")), {"scale": "100"}, "H = S = 1, times 100", "scale"),
        case("no-segments", "jiwer takes an empty corpus for one empty text.", text(), {}, both_empty, "empty"),
        case("no-segments-raise", "Otherwise it is an error.", text(), {"empty_input": "raise"}, "no segments", "empty"),
        case("no-references", "A segment without references is an error.", text(("a b",)), {}, "no references",
             "no-references"),
    ]  # fmt: skip


wer = cases_of("wer", kind="hand")
cer = cases_of("cer", kind="hand")

# fmt: off
CASES = [
    *_shared(),
    *_alone("mer", "(0 + 2/3)/2", "0", "2 of 2", "2 of 3", "(3 + 3)/(4 + 3 + 3)", ("(1 + 1)/4", "(2 + 1)/(3 + 1)", "2/7 to 24 binary digits")),
    *_alone("wil", "(0 + 2/3)/2", "0", "1 - 0", "1 - (1/2)(1/2)", "1 - (4/7)(4/7)",
            ("1 - (2/4)(2/4)", "1 - (1/3)(1/2)", "1 - (5/7)(5/6), each step to 24 binary digits")),
    *_alone("wip", "(1 + 1/3)/2", "1", "no hits: 0", "(1/2)(1/2)", "(4/7)(4/7)",
            ("(2/4)(2/4)", "(1/3)(1/2)", "(5/7)(5/6), each step to 24 binary digits")),
    *(
        case(f"no-{side}-undefined", "0 of 0 words of one text.", text(pair), {"one_empty": "undefined"}, "0/0", "empty", refs=TORCH)
        for case in (cases_of("wil", kind="hand"), cases_of("wip", kind="hand"))
        for side, pair in (("hypothesis", ("", "a b c")), ("reference", ("a b c", "")))
    ),
    wer("boundary-percent", "The same corpus in percent.", BOUNDARY, {"scale": "100"}, "100 (1 + 1)/4", "scale",
        refs=JIWER),
    wer("sentences", "The mean of the segments' rates.", TWO, {"average": "sentences"}, "(0 + 2/3)/2", "averaging"),
    wer("four-decimals", "Two of three.", text(("a", "a b c")), {"digits": "4", "scale": "100"}, "100 2/3: 66.6667", "scale"),
    wer("four-decimals-half", "A half is rounded up.", text(("a " * 31, "a " * 32)), {"digits": "4"},
        "1/32 is 0.03125: 0.0313", "scale"),
    wer("four-decimals-mean", "Each rate is rounded, their mean is not.", text(("a", "a b c"), ("a", "a")),
        {"digits": "4", "average": "sentences"}, "(0.6667 + 0)/2", "scale averaging"),
    wer("empty-reference-one", "At most 1.", text(("a b c", "")), {"empty_reference": "one"}, "1", "empty"),
    wer("empty-both-one", "No edits.", text(("", "")), {"empty_reference": "one"}, "0", "empty"),
    wer("empty-reference-error", "Nothing to divide by.", text(("a b c", ""), ("", "")), {"empty_reference": "raise"},
        "no units", "empty"),
    wer("empty-reference-error-corpus", "In a corpus other references have units.", text(("a", ""), ("b", "b")),
        {"empty_reference": "raise"}, "1/1", "empty averaging"),
    wer("empty-reference-error-sentences", "A sentence's reference has none.", text(("a", ""), ("b", "b")),
        {"empty_reference": "raise", "average": "sentences"}, "no units", "empty averaging"),
    wer("empty-reference-zero", "No rate counts as no errors.", text(("a b c", "")), {"empty_reference": "zero"}, "0",
        "empty"),
    wer("empty-reference-infinite", "3/0 is infinite.", text(("a b c", "")), {"empty_reference": "infinite"}, "3/0",
        "empty"),
    wer("empty-both-undefined", "0/0 is no number.", text(("", "")), {"empty_reference": "undefined"}, "0/0", "empty"),
    wer("empty-both-infinite", "No errors.", text(("", "")), {"empty_reference": "infinite"}, "0", "empty"),
    wer("empty-reference-undefined", "3/0 is no number.", text(("a b c", "")), {"empty_reference": "undefined"}, "3/0",
        "empty"),
    wer("empty-reference-sentences", "jiwer's counts in a mean of rates.", text(("a b c", ""), ("a", "a")),
        {"average": "sentences"}, "(3 + 0)/2", "empty averaging"),
    wer("no-segments", "jiwer takes an empty corpus for one empty text.", text(), {}, "0", "empty"),
    wer("no-segments-raise", "Otherwise it is an error.", text(), {"empty_input": "raise"}, "no segments", "empty"),
    wer("no-references", "A segment without references is an error.", text(("a b",)), {}, "no references",
        "no-references"),
    wer("costs", "The fewest edits.", COSTLY, {}, "5/8", "edit-costs"),
    wer("costs-sclite", "sclite: 1 substitution, 3 deletions and 2 insertions cost 19, and the 5 edits 20.", COSTLY,
        {"costs": "sclite"}, "6/8", "edit-costs", refs=SCTK),
    wer("costs-kaldialign", "kaldialign: the same cost, and as many edits.", COSTLY, {"costs": "kaldialign"}, "6/8", "edit-costs"),
    wer("costs-tie-sclite", "Three substitutions cost as much as two insertions and two deletions: sclite takes the former.", THREE_PAIRS,
        {"costs": "sclite"}, "3/3", "edit-costs", refs=SCTK),
    wer("costs-tie-kaldialign", "kaldialign takes the latter.", THREE_PAIRS, {"costs": "kaldialign"}, "4/3", "edit-costs"),
    wer("costs-concatenated", "The texts as one.", COSTLY, {"costs": "sclite", "segments": "concatenated"}, "6/8", "edit-costs"),
    wer("costs-best", "The reference with the fewest counted edits: 5 of 7, not 6 of 8.", text((*COSTLY_TEXTS, "c c c b b c a")),
        {"costs": "sclite", "references": "best"}, "5/7", "edit-costs references"),
    wer("costs-best-kaldialign", "4 of 4, not 5 of 4: seen from the hypothesis, the second reference would have 5.",
        text(("c a a d a", "x x x x", "d a b b")), {"costs": "kaldialign", "references": "best"}, "4/4", "edit-costs references"),
    wer("references-tie", "Equally close: the first one's length.", text(("a b", "a b c", "b")),
        {"references": "best"}, "1/3", "references"),
    cer("equal", "A text against itself.", text(("abc", "abc")), {}, "0/3"),
    cer("kitten", "k-s, e-i, and a g.", text(("sitting", "kitten")), {}, "3/6"),
    cer("space-counts", "A space inside is a character.", text(("ab", "a b")), {}, "1/3", "white-space"),
    cer("space-removed", "Unless all white space is removed.", text(("ab", "a b")), {"whitespace": "remove"}, "0/2",
        "white-space"),
    cer("tab-and-space", "White space is not normalized: a tab is not a space.", text(("a\tb", "a b")), {}, "1/3",
        "white-space"),
    cer("ends-stripped", "White space at the ends is removed.", text((" ab\n", "ab")), {}, "0/2", "white-space"),
    cer("ends-kept", "Kept, it is two insertions.", text((" ab\n", "ab")), {"whitespace": "keep"}, "2/2",
        "white-space"),
    cer("chinese", "One of four characters.", text(("\u6211\u559c\u6b22\u732b", "\u6211\u559c\u6b22\u72d7")), {}, "1/4",
        "chinese"),
    cer("code-points", "A decomposed accent is two characters.", text(("cafe\u0301", "caf\u00e9")), {}, "2/4",
        "normalization code-points"),
    cer("emoji", "A family of three is five code points.", text(("\U0001f469\u200d\U0001f469\u200d\U0001f467",
        "\U0001f469")), {}, "4/1", "code-points"),
    cer("case-keep", "Case counts.", text(("ABc", "abc")), {}, "2/3", "case"),
    cer("case-lower", "Lower-cased first.", text(("ABc", "abc")), {"case": "lower"}, "0/3", "case"),
    cer("case-lower-accent", "Every letter is lower-cased.", text(("A\u00c9c", "a\u00e9c")), {"case": "lower"}, "0/3", "case"),
    cer("case-ascii", "The letters of ASCII alone are lower-cased.", text(("AZ\u00c9c", "az\u00e9c")), {"case": "ascii"}, "1/4", "case"),
    cer("case-lengthens", "A dotted capital I becomes two characters.", text(("\u0130", "i")), {"case": "lower"}, "1/1",
        "case code-points"),
    cer("empty-hypothesis", "Nothing recognized.", text(("", "abc")), {}, "3/3", "empty"),
    cer("empty-reference", "The number of insertions.", text(("abc", "")), {}, "3", "empty"),
    cer("four-decimals", "Two of three.", text(("a", "abc")), {"digits": "4"}, "2/3: 0.6667", "scale"),
    cer("four-decimals-half", "A half is rounded up.", text(("a" * 31, "a" * 32)), {"digits": "4"}, "1/32 is 0.03125: 0.0313",
        "scale"),
    cer("empty-reference-one", "At most 1.", text(("abc", "")), {"empty_reference": "one"}, "1", "empty"),
    cer("empty-reference-error", "Nothing to divide by.", text(("abc", ""), ("", "")), {"empty_reference": "raise"},
        "no units", "empty"),
    cer("empty-reference-error-corpus", "In a corpus other references have units.", text(("a", ""), ("b", "b")),
        {"empty_reference": "raise"}, "1/1", "empty averaging"),
    cer("empty-reference-error-sentences", "A sentence's reference has none.", text(("a", ""), ("b", "b")),
        {"empty_reference": "raise", "average": "sentences"}, "no units", "empty averaging"),
    cer("empty-reference-zero", "No rate counts as no errors.", text(("abc", "")), {"empty_reference": "zero"}, "0",
        "empty"),
    cer("empty-reference-infinite", "3/0 is infinite.", text(("abc", "")), {"empty_reference": "infinite"}, "3/0",
        "empty"),
    cer("empty-both-undefined", "0/0 is no number.", text(("", "")), {"empty_reference": "undefined"}, "0/0", "empty"),
    cer("empty-both-infinite", "No errors.", text(("", "")), {"empty_reference": "infinite"}, "0", "empty"),
    cer("empty-reference-undefined", "3/0 is no number.", text(("abc", "")), {"empty_reference": "undefined"}, "3/0",
        "empty"),
    cer("empty-both", "Nothing against nothing.", text(("", "")), {}, "0", "empty"),
    cer("blank", "White space only is nothing.", text((" \t", "\u3000")), {}, "0", "empty white-space"),
    cer("no-segments", "jiwer takes an empty corpus for one empty text.", text(), {}, "0", "empty"),
    cer("no-segments-raise", "Otherwise it is an error.", text(), {"empty_input": "raise"}, "no segments", "empty"),
    cer("no-references", "A segment without references is an error.", text(("a b",)), {}, "no references",
        "no-references"),
    cer("corpus", "Counts added over the segments.", text(("ab", "ab"), ("x", "xyzw")), {}, "3/6", "averaging"),
    cer("sentences", "The mean of 0 and 3/4.", text(("ab", "ab"), ("x", "xyzw")), {"average": "sentences"}, "3/8",
        "averaging"),
    cer("concatenated", "As one text with a space between: 'ab c' against 'a bc'.", text(("ab", "a"), ("c", "bc")),
        {"segments": "concatenated"}, "2/4", "averaging"),
    cer("concatenated-removed", "Without white space the two are equal.", text(("ab", "a"), ("c", "bc")),
        {"segments": "concatenated", "whitespace": "remove"}, "0/3", "averaging"),
    cer("concatenated-empty", "No space for an empty segment.", text(("ab", "ab"), ("", ""), ("c", "c")),
        {"segments": "concatenated"}, "0/4", "averaging empty"),
    cer("references-first", "The first of two.", text(("ab", "xy", "ab")), {}, "2/2", "references"),
    cer("references-best", "The closest.", text(("ab", "xy", "ab")), {"references": "best"}, "0/2", "references"),
    cer("scale-100", "In percent.", text(("ab", "ax")), {"scale": "100"}, "50", "scale"),
]
