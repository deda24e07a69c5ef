"""Cases that torchmetrics, bleuscore and chrF++.py compute differently: BLEU, chrF, TER and ROUGE."""

from tests.oracle.cases import cases_of, text

TOPIC = "torch"
#: torchmetrics' bleu_score, but for the precision of its numbers.
TORCH = {
    "tokenizer": "none", "strip": "none", "smoothing": "none", "reference_length": "closest-first",
    "empty_input": "zero", "zero_guard": "any-order", "log_unit": "fraction", "summation": "weighted", "scale": "1",
}  # fmt: skip
MEAN = {"dtype": "float32-mean"}
SINGLE = {"dtype": "float32"}
#: bleuscore's compute.
RUST = {
    "tokenizer": "13a-unicode", "strip": "none", "smoothing": "none", "reference_length": "shortest",
    "zero_guard": "off", "brevity_penalty": "by-ratio-ieee", "log_unit": "fraction", "summation": "weighted-total",
    "scale": "1",
}  # fmt: skip
RUST_SMOOTH = {**RUST, "smoothing": "add-k", "add_k_from": 1}
CHRF = {
    "whitespace": "remove-spaces", "word_order": 2, "empty_reference_order": "count-hypothesis",
    "references": "above-zero", "empty_input": "zero", "empty_order": "zero", "order_mean": "f-score",
    "summation": "by-kind", "scale": "1",
}  # fmt: skip
SCRIPT = {
    **CHRF, "empty_reference_order": "drop-hypothesis", "references": "above-zero-or-previous",
    "empty_input": "raise", "empty_order": "epsilon-counts",
}  # fmt: skip
TER = {
    "reference_passes": "once", "shifted": "reference", "max_shift_size": 9, "empty_hypothesis": "free",
    "no_references": "perfect", "empty_input": "zero", "scale": "1",
}  # fmt: skip
TODAY = ("the cat sat on a mat today", "the cat lay on the mat yesterday")
MAT = "the cat is on the mat"

torch = cases_of("bleu", kind="exact", refs=("torchmetrics: functional.text.bleu_score",))
rust = cases_of("bleu", kind="exact", refs=("bleuscore: https://github.com/shenxiangzhuang/bleuscore",))
chrf = cases_of("chrf", kind="exact", refs=("torchmetrics: functional.text.chrf_score",))
script = cases_of("chrf", kind="exact", refs=("chrF++.py: https://github.com/m-popovic/chrF",))
ter = cases_of("ter", kind="exact", refs=("torchmetrics: functional.text.translation_edit_rate",))

# fmt: off
CASES = [
    torch("torch-identical", "A perfect translation.", text((MAT, MAT)), TORCH, "1"),
    torch("torch-two-words", "Two words have no triples, so that nothing is left of a perfect translation.",
          text(("the cat", "the cat")), TORCH, "0", "zero-guard"),
    torch("torch-smooth", "One is added to both counts of orders above 1.", text((MAT, "the cat is on a mat")),
          {**TORCH, "smoothing": "add-k"}, "(5/6 * 4/6 * 3/5 * 2/4)^(1/4)", "smoothing"),
    torch("torch-smooth-too-late", "Smoothing cannot help where an order has no match: that is looked at first.",
          text(TODAY), {**TORCH, "smoothing": "add-k"}, "matches 4 1 0 0: 0", "smoothing zero-guard"),
    torch("torch-tie-longer", "Of two equally close references the first sets r, here the longer one.",
          text(("a b c d e f", "a b c d e f g h", "a b c d")), TORCH, "e^(1 - 8/6)", "reference-length"),
    torch("torch-tie-shorter", "The same references in the other order.",
          text(("a b c d e f", "a b c d", "a b c d e f g h")), TORCH, "r = 4: 1", "reference-length"),
    torch("torch-no-segments", "An empty corpus scores 0.", text(), TORCH, "0", "empty"),
    torch("torch-single", "In numbers of 24 bits.", text(("a b x", "a b c")), {**TORCH, **SINGLE, "max_order": 1},
          "2/3, to 24 binary digits", "numbers"),
    torch("torch-lower-tokens", "Lowered after 13a, so that &AMP; is no entity: it becomes & amp ;.",
          text(("R &AMP; D in Bonn", "r & d in bonn")), {**TORCH, "tokenizer": "13a", "case": "lower-tokens", "max_order": 1},
          "r & amp ; d in bonn: 5/7", "case markup"),
    torch("torch-lower-first", "Lowered before 13a, it is.",
          text(("R &AMP; D in Bonn", "r & d in bonn")), {**TORCH, "tokenizer": "13a", "case": "lower", "max_order": 1},
          "5/5", "case markup"),
    rust("rust-identical", "A perfect translation.", text((MAT, MAT)), RUST, "1"),
    rust("rust-separator", "U+001F is no white space to Rust.", text(("a b\x1fc d e f", "a b c d e f")), {**RUST, "max_order": 1},
         "a, b\x1fc, d, e, f: 4/5 * e^(1 - 6/5)", "tokenizer white-space"),
    rust("rust-separator-python", "To Python's str.split it is.", text(("a b\x1fc d e f", "a b c d e f")),
         {**RUST, "max_order": 1, "tokenizer": "13a"}, "1", "tokenizer white-space"),
    rust("rust-empty-hypothesis", "c/r = 0, and 1 - 1/0 is minus infinity.", text(("", MAT)), RUST_SMOOTH, "0", "empty brevity-penalty"),
    rust("rust-empty-reference", "c/r is infinite, so that there is no penalty.", text(("a b c d e", "")), RUST_SMOOTH,
         "(1/6 * 1/5 * 1/4 * 1/3)^(1/4)", "empty brevity-penalty"),
    rust("rust-empty-both", "0/0 is no number, so that there is no penalty either.", text(("", "")), RUST_SMOOTH, "1",
         "empty brevity-penalty"),
    rust("rust-penalty", "Shorter than the reference.", text(("a b c d e", "a b c d e f g")), RUST, "e^(1 - 7/5)", "brevity-penalty"),
    chrf("torch-identical", "A perfect translation.", text((MAT, MAT)), CHRF, "1"),
    chrf("torch-short", "Missing orders score 0: a perfect word of three letters has three of six, and one of two words.",
         text(("cat", "cat")), {**CHRF, "word_order": 0}, "3/6", "chrf-missing-order"),
    chrf("torch-tab", "Only spaces are removed, not the tab.", text(("a\tb c", "a b c")), {**CHRF, "word_order": 0, "char_order": 1},
         "h 4, r 3, m 3: P = 3/4, R = 1", "white-space"),
    chrf("torch-ends", "At the ends any white space is.", text(("\ta b c\xa0", "a b c")), {**CHRF, "word_order": 0, "char_order": 1},
         "1", "white-space"),
    chrf("torch-no-match", "A reference that matches nothing is not counted at all: recall is that of the other segment.",
         text(("abc", "xyz"), ("abc", "abc")), {**CHRF, "word_order": 0, "char_order": 1}, "h 6, r 3, m 3: P = 1/2, R = 1",
         "references"),
    chrf("torch-no-match-counted", "It should be.", text(("abc", "xyz"), ("abc", "abc")),
         {**CHRF, "word_order": 0, "char_order": 1, "references": "highest-f"}, "h 6, r 6, m 3: P = R = 1/2", "chrf-missing-order"),
    chrf("torch-no-references", "Without references only the hypothesis is counted.", text(("abc",), ("abc", "abc")),
         {**CHRF, "word_order": 0, "char_order": 1}, "h 6, r 3, m 3", "no-references"),
    chrf("torch-empty-hypothesis", "Nothing.", text(("", "abc")), CHRF, "0", "empty"),
    chrf("torch-no-segments", "An empty corpus scores 0.", text(), CHRF, "0", "empty"),
    chrf("torch-single", "In numbers of 24 bits.", text(("abx", "abc")),
         {**CHRF, **SINGLE, "word_order": 0, "char_order": 1, "beta": 1.0}, "2/3, to 24 binary digits", "numbers"),
    script("script-short", "1e-16 stands for what is missing.", text(("cat", "cat")), {**SCRIPT, "word_order": 0},
           "(1 + 1 + 1 + 3e-16)/6", "chrf-missing-order"),
    script("script-first-matches-nothing", "The script stops: it has no counts yet.", text(("abc", "xyz"), ("abc", "abc")), SCRIPT,
           "an unbound variable", "references"),
    script("script-later-matches-nothing", "It counts the segment before again, so that a corpus that is half wrong is perfect.",
           text(("abcdef gh", "abcdef gh"), ("abc", "xyz")), SCRIPT, "1", "references"),
    script("script-best", "Several references: the best.", text(("abcd", "xbcd", "abce")), {**SCRIPT, "word_order": 0},
           "both share a triple, the pairs bc and cd, or ab and bc: equal, the first", "references"),
    script("script-short-reference", "A hypothesis' n-grams of an order that its reference lacks are not counted.",
           text(("abcd", "ab"), ("abcd", "abcd")), {**SCRIPT, "word_order": 0, "char_order": 3},
           "P = 6/8, 4/6, 2/2 and R = 1: (15/16 + 10/11 + 1)/3", "chrf-missing-order"),
    ter("torch-swapped", "The reference's words are moved, at most nine at a time.",
        text(("b c d e f g h i j k a", "a b c d e f g h i j k")), TER, "one word moved: 1/11", "shifts"),
    ter("torch-nine", "A run of ten is moved in two parts where a run of nine is the longest.",
        text(("k l m n o p q r s t a b c d e f g h i j", "a b c d e f g h i j k l m n o p q r s t")), TER,
        "found by the search", "shifts ter-limits"),
    ter("torch-empty-hypothesis", "An empty hypothesis is perfect.", text(("", "a b c")), TER, "0", "empty"),
    ter("torch-empty-hypothesis-corpus", "And improves a corpus.", text(("", "a b c"), ("a b x", "a b c")), TER, "1/6", "empty"),
    ter("torch-no-references", "An average of no lengths makes the whole score 0.", text(("a b",), ("a", "b")), TER, "0/nan",
        "no-references"),
    ter("torch-no-references-raise", "Elsewhere it is an error.", text(("a b",), ("a", "b")), {**TER, "no_references": "raise"},
        "no average", "no-references"),
    ter("torch-no-segments", "An empty corpus scores 0.", text(), TER, "0", "empty"),
    ter("torch-single", "In numbers of 24 bits.", text(("a b x", "a b c", "a b c d")), {**TER, **SINGLE}, "2/7, to 24 binary digits", "numbers"),
    *(
        cases_of(metric, kind="exact", refs=("torchmetrics: functional.text.rouge_score",))(
            "torch-no-segments", "The mean of no scores.", text(), {"empty_input": "undefined"}, "0/0", "empty")
        for metric in ("rouge-n", "rouge-l", "rouge-lsum", "rouge-w", "rouge-s", "rouge-su")
    ),
    *(
        cases_of(metric, kind="exact", refs=("torchmetrics: functional.text.rouge_score",))(
            "torch-single", "In numbers of 24 bits.", text(("a b x" if metric != "rouge-su" else "a b", "a b c")), SINGLE,
            "the exact F, to 24 binary digits", "numbers")
        for metric in ("rouge-n", "rouge-l", "rouge-lsum", "rouge-w", "rouge-s", "rouge-su")
    ),
    *(
        cases_of(metric, kind="exact", refs=("tensor2tensor: utils/rouge.py",))(
            name, comment, text(("a b x" if metric != "rouge-su" else "a b", "a b c"), ("d", "e f")),
            knobs, derivation, "numbers averaging")
        for metric in ("rouge-n", "rouge-l", "rouge-lsum", "rouge-w", "rouge-s", "rouge-su")
        for name, comment, knobs, derivation in (
            ("numpy-single", "A mean in numbers of 24 bits.", MEAN, "half of the exact F, to 24 binary digits"),
            ("numpy-single-corpus", "No mean is taken of the score from summed counts, which is a double.",
             {**MEAN, "average": "corpus"}, "the exact F of the sums"),
            ("torch-single-corpus", "In PyTorch it is a number of 24 bits.", {**SINGLE, "average": "corpus"},
             "the exact F of the sums, to 24 binary digits"),
        )
    ),
    cases_of("wer", kind="exact", refs=("torchmetrics: functional.text.word_error_rate",))(
        "torch-single", "In numbers of 24 bits.", text(("a x c", "a b c")), SINGLE, "1/3, to 24 binary digits", "numbers"),
    cases_of("cer", kind="exact", refs=("torchmetrics: functional.text.char_error_rate",))(
        "torch-single", "In numbers of 24 bits.", text(("axc", "abc")), SINGLE, "1/3, to 24 binary digits", "numbers"),
]
