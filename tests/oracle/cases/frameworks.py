"""What compare-mt, torchtext, pytorch-ignite and AllenNLP do unlike the others: BLEU."""

from tests.oracle.cases import cases_of, text

TOPIC = "frameworks"
WORDS = {"tokenizer": "none", "strip": "none", "log_unit": "fraction", "scale": "1"}
#: compare-mt's BleuScorer.
COMPARE_MT = {
    **WORDS, "denominator_floor": "one-per-segment", "smoothing": "none", "zero_precision": "skip",
    "log_unit": "penalty", "summation": "weighted-total", "scale": "100",
}  # fmt: skip
#: torchtext's bleu_score.
TORCHTEXT = {
    **WORDS, "reference_length": "closest-first", "no_segments": "zero", "smoothing": "none", "zero_guard": "any-order",
    "arithmetic": "float32-mean",
}  # fmt: skip
#: pytorch-ignite's Bleu, without smoothing and with smooth1.
IGNITE = {
    **WORDS, "average": "sentences", "mean_summation": "left-to-right", "smoothing": "none", "zero_guard": "any-order",
    "log_unit": "reciprocal", "summation": "fsum", "arithmetic": "float32-precisions",
}  # fmt: skip
SMOOTH1 = {**WORDS, "smoothing": "floor", "denominator_floor": "one-per-corpus", "summation": "fsum"}
#: AllenNLP's BLEU.
ALLENNLP = {
    **WORDS, "smoothing": "tiny-even", "zero_guard": "off", "no_segments": "zero", "brevity_penalty": "zero-if-empty",
    "log_unit": "difference", "summation": "weighted",
}  # fmt: skip
SHORT_AND_LONG = (("the", "the"), ("a b c d e", "a b c d x"))

compare_mt = cases_of("bleu", kind="exact", refs=("compare-mt: compare_mt.scorers.BleuScorer",))
torchtext = cases_of("bleu", kind="exact", refs=("torchtext: torchtext.data.metrics.bleu_score",))
ignite = cases_of("bleu", kind="exact", refs=("pytorch-ignite: ignite.metrics.nlp.Bleu",))
allennlp = cases_of("bleu", kind="exact", refs=("AllenNLP: allennlp.training.metrics.BLEU",))

# fmt: off
CASES = [
    compare_mt("compare-mt-perfect", "A perfect translation.", text(("a b c d", "a b c d")), COMPARE_MT, "100"),
    compare_mt("compare-mt-no-pair", "Words in another order: the logarithms of 0 are left out, as if pairs were right.",
               text(("a c e b d", "e d c b a x")), COMPARE_MT, "100 * e^(1 - 6/5)", "zero-precision"),
    compare_mt("compare-mt-shorter", "A penalty and three orders of matches.", text(("a b c x", "a b c d e")), COMPARE_MT,
               "100 * e^(1 - 5/4) * (3/4 * 2/3 * 1/2)^(1/4)", "zero-precision brevity-penalty"),
    torchtext("torchtext-penalty", "The mean has 24 binary digits, the brevity penalty 53.",
              text(("x b c d", "a b c d e")), {**TORCHTEXT, "max_order": 2}, "e^(1 - 5/4) * single((3/4 * 2/3)^(1/2))", "float32"),
    torchtext("torchtext-all-single", "torchmetrics multiplies in 24 binary digits, too.",
              text(("x b c d", "a b c d e")), {**TORCHTEXT, "max_order": 2, "arithmetic": "float32"},
              "single(e^(1 - 5/4) * (3/4 * 2/3)^(1/2))", "float32"),
    torchtext("torchtext-words", "Of single words alone, and longer than the reference.", text(("a b x", "a b")),
              {**TORCHTEXT, "max_order": 1}, "2/3, to 24 binary digits", "float32"),
    torchtext("torchtext-no-quadruple", "Nothing is left without a match of each order.", text(("a b c", "a b c")), TORCHTEXT,
              "0", "zero-guard"),
    ignite("ignite-macro", "A precision of 1/3 in 24 binary digits, in the mean with 1.",
           text(("a x y", "a b c"), ("a", "a")), {**IGNITE, "max_order": 1}, "(single(1/3) + 1)/2", "float32 averaging"),
    ignite("ignite-two-orders", "The mean of two such precisions, and the brevity penalty, have 53.", text(("x b c d", "a b c d e")),
           {**IGNITE, "max_order": 2}, "e^(1 - 5/4) * (single(3/4) * single(2/3))^(1/2)", "float32"),
    ignite("ignite-smooth1-corpus", "Denominators are those of the corpus: the sentence of one word adds nothing to orders that the "
           "other one has.", text(*SHORT_AND_LONG), SMOOTH1, "(5/6 * 3/4 * 2/3 * 1/2)^(1/4)", "smoothing denominator-floor"),
    ignite("ignite-smooth1-segment", "NLTK counts at least one n-gram of each order in every sentence.",
           text(*SHORT_AND_LONG), {**SMOOTH1, "denominator_floor": "one-per-segment"}, "(5/6 * 3/5 * 2/4 * 1/3)^(1/4)",
           "smoothing denominator-floor"),
    ignite("ignite-smooth1-word", "Alone, a word has 0.1 of 1 in three orders.", text(("the", "the")), SMOOTH1,
           "(1 * 0.1^3)^(1/4)", "smoothing denominator-floor"),
    allennlp("allennlp-word", "An order that the text is too short for is perfect: 1e-13/1e-13.", text(("the", "the")), ALLENNLP,
             "1", "smoothing empty-order"),
    allennlp("allennlp-tiny", "Orders without a match have next to nothing.", text(("a b c d e", "a b c x e")), ALLENNLP,
             "a product of counts + 1e-13", "smoothing"),
    allennlp("allennlp-tiny-quotient", "The logarithm of a quotient is the same number.", text(("a b c d e", "a b c x e")),
             {**ALLENNLP, "log_unit": "fraction"}, "a product of counts + 1e-13", "smoothing"),
    allennlp("allennlp-both-empty", "Two empty texts score 0.", text(("", "")), ALLENNLP, "0", "empty brevity-penalty"),
]
