"""Cases of behaviour that only fast-bleu has: weights of 32 bits, and sums of long doubles."""

from tests.oracle.cases import cases_of, text

TOPIC = "fast-bleu"
#: fast-bleu's BLEU, with smoothing_func=1 and 0.
BLEU = {
    "strip": "none", "tokenizer": "none", "denominator_floor": "one-per-segment", "average": "sentences",
    "mean_summation": "left-to-right", "smoothing": "floor", "log_unit": "fraction", "dtype": "extended", "scale": "1",
}  # fmt: skip
UNSMOOTHED = {**BLEU, "smoothing": "none"}

bleu = cases_of("bleu", kind="exact", refs=("fast-bleu: https://github.com/Danial-Alh/fast-bleu",))

# fmt: off
CASES = [
    bleu("extended-thirds", "A third of 24 binary digits is more than a third: the exponents add up to 1 + 2^-25.",
         text(("a b c d x", "a b c d e")), {**BLEU, "max_order": 3}, "(4/5 * 3/4 * 2/3)^single(1/3)", "float32 weights"),
    bleu("extended-thirds-doubles", "Of 53 digits it is a little less.", text(("a b c d x", "a b c d e")),
         {**BLEU, "max_order": 3, "dtype": "float64"}, "(4/5 * 3/4 * 2/3)^(1/3)", "weights"),
    bleu("extended-score", "32 bits for the score alone are other digits.", text(("a b c d x", "a b c d e")),
         {**BLEU, "max_order": 3, "dtype": "float32-score"}, "single((4/5 * 3/4 * 2/3)^(1/3))", "float32"),
    bleu("extended-precisions", "So are 32 bits for the precisions alone.", text(("a b c d x", "a b c d e")),
         {**BLEU, "max_order": 2, "dtype": "float32-precisions"}, "(single(4/5) * 3/4)^(1/2)", "float32"),
    bleu("extended-floor", "An order without a match has 1/10 of one.", text(("a x b y", "a b c d e")), {**BLEU, "max_order": 3},
         "e^(1 - 5/4) * (2/4 * 1/30 * 1/20)^single(1/3)", "float32 smoothing"),
    bleu("extended-word", "So has an order without n-grams.", text(("the", "the")), BLEU, "(1 * 1/10 * 1/10 * 1/10)^(1/4)",
         "smoothing denominator-floor"),
    bleu("extended-unsmoothed", "Without smoothing nothing is left of it.", text(("a x b y", "a b c d e")), UNSMOOTHED, "0",
         "zero-precision"),
    bleu("extended-order", "Orders that the text has not are left out on request.", text(("a b x", "a b c")),
         {**BLEU, "effective_order": True, "denominator_floor": "none"}, "(2/3 * 1/2 * 1/10)^single(1/3)",
         "float32 effective-order"),
]
