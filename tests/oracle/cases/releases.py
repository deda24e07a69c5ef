"""Cases of changes between released versions: the witnesses of the changes."""

from typing import Any

from tests.oracle.cases import Case, cases_of, confusion, labels, scored, split, text

TOPIC = "releases"

BARE = {"tokenizer": "none"}
#: One substitution: matches 5/6, 3/5, 1/4, 0/3.
MAT = ("the cat x on the mat", "the cat sat on the mat")
#: NLTK's corpus_bleu of 3.6 to 3.6.5; of 3.5; and of 3.4.
NLTK_36 = {
    "tokenizer": "given", "denominator_floor": "one-per-segment", "zero_precision": "raise", "nothing_to_weigh": "raise",
    "log_unit": "fraction", "summation": "fsum", "scale": "1",
}  # fmt: skip
NLTK_35 = {**NLTK_36, "nltk_4_form": "growing"}
NLTK_34 = {**NLTK_36, "nltk_4_form": "reciprocal"}
#: sacreBLEU 1's corpus_chrf; NLTK's of 3.2.5 and 3.3.
CHRF_1 = {"empty_reference_order": "count-hypothesis", "f_product": "grouped", "scale": "1"}
CHRF_NLTK = {
    "whitespace": "keep", "empty_reference_order": "count-hypothesis", "empty_order": "raise",
    "order_mean": "pooled", "beta": 3.0, "f_product": "grouped", "summation": "sum", "scale": "1",
}  # fmt: skip
TER_1 = {"strip": "none", "empty_reference": "one", "scale": "1"}
RIBES = {"contexts": "short-of-start", "concordance": "runs", "few_aligned": "raise"}
METEOR = {"tokenizer": "none", "case": "keep"}

bleu = cases_of("bleu", kind="exact")
chrf = cases_of("chrf", kind="exact")
ter = cases_of("ter", kind="exact")

# fmt: off
BLEU = [
    bleu("release-intl-backslash", "sacreBLEU 1's international tokenizer leaves a backslash alone: the bracket expression lost it.",
         text(("a\\b c d e", "a \\ b c d e")), {"tokenizer": "intl-1"}, "p = 3/4, 2/3, 1/2, 1/(2*1), r = 6, BP = e^(1-6/4)", "tokenizer"),
    bleu("release-intl-no-digit", "A full stop after one half: no decimal digit to sacreBLEU 1, and therefore split off.",
         text(("a b ½. c", "a b ½ . c")), {"tokenizer": "intl-1"}, "1", "tokenizer"),
    bleu("release-intl-digits", "Between decimal digits punctuation stays where it is.",
         text(("in 1,000.5 or 3-4", "in 1,000.5 or 3-4")), {"tokenizer": "intl-1"}, "1", "tokenizer"),
    bleu("release-intl-symbol", "Symbols stand alone.",
         text(("5€+tax is due", "5 € + tax is due")), {"tokenizer": "intl-1"}, "1", "tokenizer"),
    bleu("release-dropped-reference", "sacreBLEU 1.5 to 2.1 leaves an empty reference out: the closest length is 3.",
         text(("a", "a b c", "")), {**BARE, "effective_order": True, "empty_references": "drop", "zero_guard": "off"}, "e^(1 - 3/1)",
         "reference-length references"),
    bleu("release-kept-reference", "Before and after, its length of 0 is the closest.",
         text(("a", "a b c", "")), {**BARE, "effective_order": True}, "1", "reference-length references"),
    bleu("release-only-empty-reference", "Left out, the only reference leaves none.",
         text(("a b c d", "")), {**BARE, "empty_references": "drop"}, "an error", "empty"),
    bleu("release-empty-reference-smoothed", "sacreBLEU until 1.4: no match is smoothed too, against an empty reference as well.",
         text(("a b c d", "")), {**BARE, "zero_guard": "off"}, "(1/8 * 1/12 * 1/16 * 1/16)^(1/4), BP 1", "smoothing empty"),
    bleu("release-no-match-smoothed", "Until 1.5 sacreBLEU smoothed a sentence of which nothing matches; 2.0 gives 0.",
         text(("alpha beta gamma delta", "one two three four")), {**BARE, "zero_guard": "off"}, "(1/8 * 1/12 * 1/16 * 1/16)^(1/4)", "smoothing zero-guard"),
    bleu("release-add-k-from-3", "sacreBLEU 1.3.1 to 1.4.3 began to add at trigrams.",
         text(MAT), {**BARE, "smoothing": "add-k", "add_k_from": 3}, "(5/6 * 3/5 * 2/5 * 1/4)^(1/4)", "smoothing"),
    bleu("release-add-k-from-3-default", "Its k was 0.", text(MAT), {**BARE, "smoothing": "add-k", "add_k_from": 3, "add_k": 0.0}, "0", "smoothing"),
    bleu("release-add-k-from-3-one-word", "One word has no bigram, at which the orders end: later ones are not filled.",
         text(("cat", "cat")), {**BARE, "smoothing": "add-k", "add_k_from": 3, "effective_order": True}, "1", "smoothing empty-order"),
    bleu("release-add-k-from-3-two-words", "Two words have one: the orders after it are filled.",
         text(("the cat", "the dog")), {**BARE, "smoothing": "add-k", "add_k_from": 3, "effective_order": True}, "0: no bigram matches", "smoothing empty-order"),
    bleu("release-add-k-from-3-pair", "Both words right: orders 3 and 4 are 1/1.",
         text(("the cat", "the cat sat")), {**BARE, "smoothing": "add-k", "add_k_from": 3, "effective_order": True}, "e^(1 - 3/2)", "smoothing empty-order"),
    bleu("release-nltk-backoff", "NLTK 3.2.5 left the orders without a match out, weights and all.",
         split(MAT), {**NLTK_36, "zero_precision": "skip", "smoothing": "none"}, "(5/6 * 3/5 * 1/4)^(1/4)", "smoothing"),
    bleu("release-nltk-one-word", "One right word is perfect where the other orders are left out.",
         split(("a", "a")), {**NLTK_36, "zero_precision": "skip", "smoothing": "none"}, "1", "smoothing denominator-floor"),
    bleu("release-nltk-4-growing", "NLTK 3.5 turned method 4 around: zeros count more than matches.",
         split(MAT), {**NLTK_35, "smoothing": "nltk-4"}, "p_4 = (3 + 5/ln 6)/3", "smoothing"),
    bleu("release-nltk-4-reciprocal", "NLTK until 3.4.5: the number of n-grams plays no part.",
         split(MAT), {**NLTK_34, "smoothing": "nltk-4"}, "p_4 = 1/(3 + 5/ln 6)", "smoothing"),
    bleu("release-nltk-7-growing", "Method 7 takes method 4's number: the score exceeds 1.",
         split(("the cat sat", "the cat sat here")), {**NLTK_35, "smoothing": "nltk-7"}, "p_4 = 3 + 5/ln 3", "smoothing"),
    bleu("release-nltk-7-reciprocal", "The same with the reciprocal.",
         split(("the cat sat", "the cat sat here")), {**NLTK_34, "smoothing": "nltk-7"}, "p_4 = 1/(3 + 5/ln 3)", "smoothing"),
    bleu("release-nltk-4-last", "NLTK until 3.3 took the last hypothesis' length, whatever the corpus.",
         split(MAT, ("a b x d", "a b c d")), {**NLTK_34, "smoothing": "nltk-4", "nltk_4_length": "last-segment"},
         "p_3 and p_4 from ln 4", "smoothing"),
    bleu("release-nltk-4-sum", "Since 3.4 it is the sum of the lengths.",
         split(MAT, ("a b x d", "a b c d")), {**NLTK_34, "smoothing": "nltk-4"}, "p_4 from ln 10", "smoothing"),
    bleu("release-nltk-4-one-word", "ln 1 is 0, by which the older forms divide.",
         split(("a", "a")), {**NLTK_34, "smoothing": "nltk-4"}, "an error", "smoothing"),
    bleu("release-nltk-4-one-word-growing", "The same in 3.5.", split(("a", "a")), {**NLTK_35, "smoothing": "nltk-4"}, "an error", "smoothing"),
    bleu("release-nltk-log-of-zero", "Until 3.6.5 a precision that stays 0 was an error: one word leaves method 4 nothing to do.",
         split(("a", "a")), {**NLTK_36, "smoothing": "nltk-4"}, "log 0", "smoothing"),
    bleu("release-nltk-floor-zero", "A floor of 0 leaves zeros, too.", split(MAT), {**NLTK_36, "smoothing": "floor", "floor_value": 0.0}, "log 0", "smoothing"),
    bleu("release-nltk-2-words", "NLTK until 3.5 added one to single words, too.",
         split(MAT), {**NLTK_35, "smoothing": "add-k", "add_k_from": 1}, "(6/7 * 4/6 * 2/5 * 1/4)^(1/4)", "smoothing"),
    bleu("release-reweigh-empty", "No word, no order to weigh: an error until 3.6.5.",
         split(("", "a b c")), {**NLTK_36, "auto_reweigh": True, "smoothing": "exp"}, "1/0", "auto-reweigh empty"),
    bleu("release-reweigh-empty-now", "Since then it scores 0.",
         split(("", "a b c")), {**NLTK_36, "nothing_to_weigh": "zero", "auto_reweigh": True, "smoothing": "exp"}, "0", "auto-reweigh empty"),
    bleu("release-reweigh-words", "With words there is no difference.",
         split(("the cat sat", "the cat sat")), {**NLTK_36, "auto_reweigh": True, "smoothing": "exp"}, "1", "auto-reweigh"),
    bleu("release-sentence-floor", "Neither trigrams nor 4-grams: what sentence_bleu gives without an argument has changed twice.",
         text(("a b x d e", "a b c d e")), BARE, "(4/5 * 2/4 * 1/6 * 1/8)^(1/4)", "smoothing"),
    bleu("release-floor-default", "A floor without its value: 0 until sacreBLEU 1.4.14, 0.1 since.",
         text(MAT), {**BARE, "smoothing": "floor"}, "(5/6 * 3/5 * 1/4 * 0.1/3)^(1/4)", "smoothing"),
    bleu("release-order-6", "sacreBLEU 2.0 took max_ngram_order and went on with 4.",
         text(("the cat sat on a mat", "the cat sat on the mat")), {**BARE, "max_order": 6}, "(5/6 * 3/5 * 2/4 * 1/3 * 1/4 * 1/4)^(1/6)", "smoothing"),
    bleu("release-nltk-7-mat", "Method 7 on one substitution.", split(MAT), {**NLTK_35, "smoothing": "nltk-7"}, "m_n from p_4 = (3 + 5/ln 6)/3", "smoothing"),
]
CHRF = [
    chrf("release-counted-orders", "sacreBLEU 1 counted the hypothesis' long n-grams where the reference is too short for any.",
         text(("abcdef", "abc"), ("uvwxyz", "uvwxyz")), CHRF_1, "h is 12 10 8 6 4 2, r 9 7 5 3 2 1", "chrf-missing-order"),
    chrf("release-dropped-orders", "2.0 leaves them out.", text(("abcdef", "abc"), ("uvwxyz", "uvwxyz")), {}, "h is 12 10 8 3 2 1", "chrf-missing-order"),
    chrf("release-first-reference", "sacreBLEU 1.4.11 to 1.5 took several references and used the first.",
         text(("the cat", "a dog", "the cat")), {**CHRF_1, "references": "first"}, "one character of six is right", "references"),
    chrf("release-dropped-reference", "sacreBLEU 2.0 and 2.1 leave an empty reference out: there is none.",
         text(("abc", "")), {"empty_references": "drop"}, "an error", "empty"),
    chrf("release-dropped-reference-among", "Among others it does not count anyway.", text(("abc", "", "abd")), {"empty_references": "drop"}, "as against abd", "references"),
    chrf("release-pooled", "NLTK until 3.3 counted all orders' n-grams together: 3 of 6 and 3 of 6.",
         text(("abd", "abc")), CHRF_NLTK, "1/2", "chrf-order-mean"),
    chrf("release-pooled-beta", "Where P and R differ beta tells.", text(("the cat", "the cat sat")), CHRF_NLTK, "27 of 27, of 51", "chrf-order-mean"),
    chrf("release-pooled-nothing", "Nothing in common: 0/0.", text(("abc", "xyz")), CHRF_NLTK, "an error", "chrf-missing-order"),
    chrf("release-pooled-empty", "An empty side: division by 0.", text(("", "abc")), CHRF_NLTK, "an error", "empty"),
    chrf("release-last-sentence", "A corpus scored as its last sentence.",
         text(("abd", "abc"), ("abc", "abc")), {**CHRF_NLTK, "average": "last-segment"}, "1", "averaging"),
    chrf("release-last-of-two", "The last sentence alone, whatever the others are.",
         text(("abc", "abc"), ("abd", "abc")), {**CHRF_NLTK, "average": "last-segment"}, "1/2", "averaging"),
    chrf("release-last-usual", "The same with the usual mean of orders.",
         text(("abc", "abc"), ("abd", "abc")), {"average": "last-segment"}, "P = R = (2/3 + 1/2 + 0)/3", "averaging"),
    chrf("release-scale", "A fraction until 1.5, a percentage since 2.0.", text(("abc", "abd")), {}, "(2/3 + 1/2 + 0)/3", "scale"),
    chrf("release-identical", "Three equal characters: NLTK since 3.4 counts the orders that they lack as wrong.",
         text(("abc", "abc")), CHRF_NLTK, "1", "chrf-order-mean"),
    chrf("release-separator", "An information separator: white space to NLTK until 3.10.3.",
         text(("abc\x1fdef", "abcdef")), {"empty_order": "epsilon-score", "order_mean": "f-score", "beta": 3.0, "scale": "1"}, "1", "white-space"),
]
TER = [
    ter("release-fraction", "sacreBLEU 1 gave a fraction: one shift over four words.", text(("a b c d", "a c b d")), TER_1, "1/4", "shifts scale"),
    ter("release-kept-reference", "An empty reference has its part in the average length: 1 edit over 2.",
        text(("the cat sat", "the cat sat on", "")), {}, "1/((4 + 0)/2)", "reference-length references"),
    ter("release-dropped-reference", "Left out in sacreBLEU 2.0 and 2.1: 1 edit over 4.",
        text(("the cat sat", "the cat sat on", "")), {"empty_references": "drop", "empty_reference": "one"}, "1/4", "reference-length references"),
    ter("release-only-empty-reference", "Left out, the only reference leaves none.", text(("a b", "")), {"empty_references": "drop"}, "an error", "empty"),
    ter("release-no-segments", "No segments at all: sacreBLEU 1 takes it for references without words.", {"segments": []}, {**TER_1, "empty_input": "empty-reference"}, "1", "empty"),
    ter("release-no-segments-edits", "By the other rule for those it is 0.", {"segments": []}, {"empty_input": "empty-reference"}, "0", "empty"),
]
NIST: list[tuple[str, str, list[tuple[str, ...]], dict[str, Any], str, str]] = [
    ("release-ratios", "NLTK 3.2.5: each order adds the logarithm of how many fewer matches the next one has.", [MAT], {},
     "ln(5/5)/7 + ln(5/3)/6 + ln(3/1)/5 + 0/4", "information"),
    ("release-ratios-two", "Over two segments matches and lengths are added up first.", [MAT, ("the cat sat on a mat", "the cat lay on a mat")], {},
     "ln(10/6)/12 + ln(6/2)/10", "information averaging"),
    ("release-ratios-long", "Its penalty is one for long hypotheses.", [("the cat sat on the mat today at noon", "the cat sat on the mat")], {},
     "times e^(ln^2(6/9)/ln(1/2))", "information brevity-penalty"),
    ("release-ratios-short", "There is none for short ones.", [("the cat sat on", "the cat sat on the mat today")], {"max_order": 2}, "ln(4/4)/5", "information brevity-penalty"),
    ("release-ratios-one-word", "One word has 0 bigrams, by which is divided.", [("cat", "cat")], {}, "an error", "information"),
    ("release-ratios-references", "Matches are clipped over all references.",
     [("the the cat sat on a mat", "the cat on the mat", "a cat sat on the mat")], {"max_order": 4}, "as BLEU counts", "information references"),
    ("release-ratios-sentences", "The mean of two.", [MAT, ("the cat sat on a mat", "the cat lay on a mat")], {"average": "sentences"},
     "each as a corpus of its own", "information averaging"),
    ("release-ratios-empty-references", "References without words score 0.", [("a b c d e f g h", "")], {}, "0", "information empty"),
    ("release-ratios-empty", "No words: an error.", [("", "a b")], {}, "an error", "information empty"),
]
F: list[tuple[str, str, list[int], list[int], str, dict[str, Any], str, str]] = [
    ("release-all-wrong", "scikit-learn 1.3 gave zero_division for totally wrong predictions.", [0, 1, 0, 1], [1, 0, 1, 0], "harmonic-or-zero-division", {"zero_division": "1"}, "1", "zero-division"),
    ("release-all-wrong-before", "Until 1.2 they were 0.", [0, 1, 0, 1], [1, 0, 1, 0], "harmonic-or-zero", {"zero_division": "1"}, "0", "zero-division"),
    ("release-none-predicted", "None predicted: P is 1 by zero_division and R is 0, so F is 0.", [0, 1, 0, 1], [0, 0, 0, 0], "harmonic-or-zero-division", {"zero_division": "1"}, "0", "zero-division"),
    ("release-none-predicted-nan", "With zero_division=nan P, and with it F, is no number in 1.3.", [0, 1, 0, 1], [0, 0, 0, 0], "harmonic-or-zero-division", {"zero_division": "nan"}, "undefined", "zero-division"),
    ("release-beta-zero", "With beta = 0, 1.3 gives P, which zero_division makes 1.", [0, 1, 0, 1], [0, 0, 0, 0], "harmonic-or-zero-division", {"zero_division": "1", "beta": 0.0}, "1", "zero-division beta"),
    ("release-beta-zero-before", "Until 1.2 it was P R / R, here 1 * 0 / 0 as 0.", [0, 1, 0, 1], [0, 0, 0, 0], "harmonic-or-zero", {"zero_division": "1", "beta": 0.0}, "0", "zero-division beta"),
    ("release-beta-zero-error", "Until 0.21 it was an error.", [0, 1, 0, 1], [0, 1, 1, 1], "harmonic-positive-beta", {"beta": 0.0}, "an error", "beta"),
    ("release-positive-beta", "Any other beta is as ever.", [0, 1, 0, 1], [0, 1, 1, 1], "harmonic-positive-beta", {"beta": 2.0}, "5 * 2/3 * 1 / (4 * 2/3 + 1)", "beta"),
    ("release-absent-class", "A class that occurs nowhere is zero_division in all of them.", [0, 0], [0, 0], "harmonic-or-zero-division", {"average": "class", "positive": "7", "zero_division": "1"}, "1", "zero-division absent-class"),
]
OTHERS: list[Case] = [
    cases_of("interval", kind="exact")("release-ter-without-words", "Until sacreBLEU 2.3.1 the TER of a resample whose references have no words was the integer 100, which statistics.mean takes among 32-bit floats.",
        {"statistic": "ter", "settings": {"empty_reference": "one"}, "systems": [text(("", ""), ("the cat sat", "the dog sat"))]},
        {"dtype": "float32-numpy2", "mixed_types": "raise", "resamples": 60, "end": "half-width"}, "half of 100 less 100/3, in 32-bit floats", "float32"),
    cases_of("ribes", kind="exact")("release-one-aligned", "NLTK until 3.6.2: the tau of one word is 0/0.", text(("cat", "cat")), RIBES, "an error", "word-order"),
    cases_of("ribes", kind="exact")("release-none-aligned", "The same for none.", text(("x y", "a b")), RIBES, "an error", "word-order"),
    cases_of("ribes", kind="exact")("release-two-aligned", "Two are enough.", text(("a b", "a b")), RIBES, "1", "word-order"),
    *(
        cases_of("nist", kind="exact")(name, comment, text(*segments), {"information": "match-ratios", **settings}, derivation, flags)
        for name, comment, segments, settings, derivation, flags in NIST
    ),
    *(
        cases_of("edit-distance")(name, comment, text((first, second)), {"operations": operations}, derivation, "exchange")
        for name, comment, second, first, operations, derivation in [
            ("release-doubled", "NLTK 3.6.3 to 3.6.5: a doubled letter costs nothing, as if exchanged with itself.", "duplicate", "dupplicate", "damerau-same", "0"),
            ("release-doubled-left", "One that is missing costs 1 all the same.", "dupplicate", "duplicate", "damerau-same", "1"),
            ("release-exchange", "An exchange with an edit between.", "ca", "abc", "damerau-same", "2"),
            ("release-exchange-osa", "Until 3.6.2 only neighbours were exchanged.", "ca", "abc", "osa", "3"),
        ]
    ),
    cases_of("kappa", kind="exact")("release-one-class", "NLTK until 3.9 divided by zero.", labels(["a", "a"], ["a", "a"]), {"zero_division": "raise", "form": "agreement"}, "0/0", "one-class"),
    cases_of("kappa", kind="exact")("release-two-classes", "Two classes are compared as ever.", labels(["a", "b", "a"], ["a", "b", "b"]), {"zero_division": "raise", "form": "agreement"}, "(2/3 - 4/9)/(1 - 4/9)", "averaging"),
    *(
        cases_of("meteor", kind="exact")(name, comment, text(segment), {**METEOR, "stemmer": stemmer}, derivation, "stemmer")
        for name, comment, segment, stemmer, derivation in [
            ("release-irregular-case", "NLTK until 3.9 knew irregular forms in lower case only: DYING is dy.", ("x DYING", "x die"), "porter-nltk-3.6", "one of two words"),
            ("release-irregular-case-now", "Since 3.10 it is die.", ("x DYING", "x die"), "porter-nltk", "both words"),
            ("release-irregular-lower", "In lower case it always was.", ("x dying", "x die"), "porter-nltk-3.6", "both words"),
            ("release-irregular-lower-older", "Before as well.", ("x dying", "x die"), "porter-nltk-3.2", "both words"),
            ("release-short-word", "Until 3.5 words of two letters kept their case.", ("I am", "i am"), "porter-nltk-3.2", "one of two words"),
            ("release-short-word-later", "From 3.6 on they do not.", ("I am", "i am"), "porter-nltk-3.6", "both words"),
        ]
    ),
    cases_of("ngram-perplexity", kind="exact")("release-sum", "NLTK until 3.9.3 added up by sum.", text(("a b c a", "a b a c a b")), {"summation": "log2-sum"}, "as with fsum, but for the last digits", "log-base"),
    cases_of("roc-auc", kind="exact")("release-first-corner", "scikit-learn 0.19 left the origin out where the best item is positive: the same area.",
                                      scored([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]), {"form": "trapezoid-from-first"}, "3/4", "averaging"),
    *(
        cases_of("f1", kind="exact")(name, comment, labels(gold, predicted), {"f_form": form, **settings}, derivation, flags)
        for name, comment, gold, predicted, form, settings, derivation, flags in F
    ),
    *(
        cases_of(metric, kind="exact")("release-empty-weighted", "scikit-learn until 1.2: no items, weighted, is zero_division.", labels([], []),
                                       {"empty_input": "weighted-zero-division", "average": "weighted", "zero_division": "1"}, "1", "empty")
        for metric in ("precision", "recall", "f1")
    ),
    *(
        cases_of(metric, kind="exact")("release-empty-macro", "The plain mean of no class is no number.", labels([], []),
                                       {"empty_input": "weighted-zero-division", "average": "macro", "zero_division": "1"}, "undefined", "empty")
        for metric in ("precision", "recall", "f1")
    ),
    *(
        cases_of("f1-mult", kind="exact")(name, comment, confusion(["BAD", "OK"], *rows), {"f_form": form, "zero_division": zero}, derivation, "zero-division")
        for name, comment, rows, form, zero, derivation in [
            ("release-all-wrong", "scikit-learn 1.3: two totally wrong classes are perfect with zero_division=1.", [[0, 3], [2, 0]], "harmonic-or-zero-division", "1", "1 * 1"),
            ("release-all-wrong-counted", "Before and after they are 0.", [[0, 3], [2, 0]], "counts", "1", "0"),
            ("release-one-wrong", "A class that is only predicted is 0: its recall is 1 by zero_division, its precision 0.", [[0, 0], [1, 4]], "harmonic-or-zero-division", "1", "0 * 8/9"),
            ("release-no-number", "With nan it is no number.", [[0, 0], [1, 4]], "harmonic-or-zero-division", "nan", "undefined"),
        ]
    ),
    *(
        cases_of(metric)(name, comment, text(*segments), {"empty_references": "raise", "empty_input": "raise", **settings}, "an error" if error else derivation, "empty")
        for metric, derivation in (("wer", "2/4"), ("cer", "2/4"), ("mer", "2/4"), ("wil", "1 - 2/4 * 2/4"), ("wip", "2/4 * 2/4"))
        for name, comment, segments, settings, error in [
            ("release-empty-reference", "jiwer until 3.1: a reference without a word is an error.", [("a", ""), ("b", "b")], {}, True),
            ("release-blank-reference", "One of white space, too.", [("a", "  "), ("b", "b")], {}, True),
            ("release-blank-joined", "Not if the segments are joined: the others have words.",
             [("", "  "), ("a b x y", "a b c d") if metric != "cer" else ("abxy", "abcd")], {"segments": "concatenated"}, False),
            ("release-empty-joined", "The empty text is, even so.", [("", ""), ("a", "a")], {"segments": "concatenated"}, True),
        ]
    ),
    *(
        cases_of(metric, kind="exact")(name, comment, text(segment), {"f_form": "ratio", "tokenizer": "none", "case": "keep"}, derivation, "f-form")
        for metric in ("rouge-n", "rouge-l", "rouge-lsum")
        for name, comment, segment, derivation in [
            ("release-ratio", "rouge until 0.3.2: F's beta is P over R.", ("the cat sat on the mat", "the cat sat on a mat today"), "(1 + b^2) R P / (R + b^2 P), b = P/R"),
            ("release-ratio-nothing", "Nothing in common.", ("x y", "a b"), "0"),
        ]
    ),
]
CASES = [*BLEU, *CHRF, *TER, *OTHERS]
