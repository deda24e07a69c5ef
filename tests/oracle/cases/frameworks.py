"""Cases of BLEU that compare-mt, torchtext, pytorch-ignite, AllenNLP and others compute differently."""

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
    **WORDS, "reference_length": "closest-first", "empty_input": "zero", "smoothing": "none", "zero_guard": "any-order",
    "dtype": "float32-mean",
}  # fmt: skip
#: pytorch-ignite's Bleu, without smoothing and with smooth1.
IGNITE = {
    **WORDS, "average": "sentences", "mean_summation": "left-to-right", "smoothing": "none", "zero_guard": "any-order",
    "log_unit": "reciprocal", "summation": "fsum", "dtype": "float32-precisions",
}  # fmt: skip
SMOOTH1 = {**WORDS, "smoothing": "floor", "denominator_floor": "one-per-corpus", "summation": "fsum"}
#: AllenNLP's BLEU.
ALLENNLP = {
    **WORDS, "smoothing": "tiny-even", "zero_guard": "off", "empty_input": "zero", "brevity_penalty": "zero-if-empty",
    "log_unit": "difference", "summation": "weighted",
}  # fmt: skip
#: PaddleNLP's BLEU.
PADDLE = {
    **WORDS, "smoothing": "nltk-0", "empty_order": "smallest", "zero_guard": "off", "brevity_penalty": "raise-if-empty",
    "summation": "fsum",
}  # fmt: skip
#: Texar's corpus_bleu.
TEXAR = {
    **WORDS, "scale": "100", "reference_length": "shortest", "smoothing": "none", "zero_guard": "off",
    "brevity_penalty": "by-ratio-or-raise", "summation": "weighted",
}  # fmt: skip
#: tensor2tensor's compute_bleu.
T2T = {
    **WORDS, "zero_guard": "off", "zero_precision": "skip", "empty_input": "zero", "brevity_penalty": "by-ratio-or-zero",
    "dtype": "float32-score",
}  # fmt: skip
#: bleu-score of npm.
NPM = {
    **WORDS, "tokenizer": "spaces", "average": "sentences", "mean_summation": "left-to-right", "smoothing": "none",
    "summation": "product",
}  # fmt: skip
SHORT_AND_LONG = (("the", "the"), ("a b c d e", "a b c d x"))

DEEP = {
    "ulps": 1024,
    "ulps_why": "the exponent is between -531 and -709, and exp turns an absolute rounding error of up to 1.1e-13 "
    "there into a relative error of the same size",
}

compare_mt = cases_of("bleu", kind="exact", refs=("compare-mt: compare_mt.scorers.BleuScorer",))
torchtext = cases_of("bleu", kind="exact", refs=("torchtext: torchtext.data.metrics.bleu_score",))
ignite = cases_of("bleu", kind="exact", refs=("pytorch-ignite: ignite.metrics.nlp.Bleu",))
allennlp = cases_of("bleu", kind="exact", refs=("AllenNLP: allennlp.training.metrics.BLEU",))

paddle = cases_of("bleu", kind="exact", refs=("PaddleNLP: paddlenlp.metrics.BLEU",))
texar = cases_of("bleu", kind="exact", refs=("Texar: texar.torch.evals.corpus_bleu",))
t2t = cases_of("bleu", kind="exact", refs=("tensor2tensor: tensor2tensor.utils.bleu_hook",))
sacre = cases_of("bleu", kind="exact", refs=("sacrebleu: 1.1.6",))
npm = cases_of("bleu", kind="exact", refs=("bleu-score: https://www.npmjs.com/package/bleu-score",))

# fmt: off
CASES = [
    paddle("paddle-perfect", "A perfect translation.", text(("a b c d", "a b c d")), PADDLE, "1"),
    paddle("paddle-word", "Three orders without n-grams have the smallest normal double each.", text(("the", "the")), PADDLE,
           "(2^-1022)^(3/4)", "empty-order", **DEEP),
    paddle("paddle-empty", "Without words of the hypotheses it divides by zero.", text(("", "a")), PADDLE, "1/0",
           "empty brevity-penalty"),
    paddle("paddle-empty-reference", "A reference may be empty.", text(("a", "")), {**PADDLE, "max_order": 1}, "2^-1022",
           "empty brevity-penalty", **DEEP),
    texar("texar-penalty", "Shorter than the shortest reference.", text(("a b c d", "a b c d e", "a b c d e f g")), TEXAR,
          "100 * e^(1 - 5/4)", "brevity-penalty reference-length"),
    texar("texar-strings", "Of strings it takes lengths in characters: 7 of 15.", text(("a b c d", "a b c d e f g h")),
          {**TEXAR, "length_unit": "characters"}, "exp(1 - 15/7)", "brevity-penalty"),
    texar("texar-strings-words", "As many characters in fewer words: no penalty.", text(("aaa bbb ccc dd", "a b c d e f g h")),
          {**TEXAR, "length_unit": "characters", "max_order": 1, "smoothing": "add-k", "add_k_from": 1}, "1/5", "brevity-penalty"),
    texar("texar-strings-sentences", "Each segment by its own lengths.", text(("a b c d", "a b c d"), ("a b c d", "a b c d e f g h")),
          {**TEXAR, "length_unit": "characters", "average": "sentences"}, "(1 + exp(1 - 15/7))/2", "brevity-penalty averaging"),
    texar("texar-empty", "A hypothesis without words scores 0.", text(("", "a b")), TEXAR, "0", "empty brevity-penalty"),
    texar("texar-empty-reference", "A reference without words is a division by zero.", text(("a b", "")), TEXAR, "2/0",
          "empty brevity-penalty"),
    t2t("t2t-word", "Orders without n-grams are left out: one right word scores 1.", text(("the", "the")), T2T, "1",
        "empty-order zero-precision"),
    t2t("t2t-perfect", "Equal lengths cost no penalty.", text(("a b c d", "a b c d")), {**T2T, "dtype": "float64"}, "1",
        "brevity-penalty"),
    t2t("t2t-both-empty", "Two empty texts score 0.", text(("", "")), T2T, "0", "empty brevity-penalty"),
    t2t("t2t-empty-reference", "A reference without words costs no penalty.", text(("a b c d", "")), T2T,
        "(1/8 * 1/12 * 1/16 * 1/16)^(1/4), to 24 binary digits", "empty brevity-penalty float32"),
    t2t("t2t-single", "The score alone has 24 binary digits.", text(("x b c d", "a b c d e")), {**T2T, "max_order": 2},
        "single(e^(1 - 5/4) * (3/4 * 2/3)^(1/2))", "float32"),
    sacre("sacre-quotes", "Until 1.1.6, &amp; is a quotation mark.", text(("R&amp;D in Bonn", 'R " D in Bonn')),
          {"tokenizer": "13a-quotes"}, "R \" D in Bonn: 100", "markup tokenizer"),
    sacre("sacre-quotes-order", "<skipped> goes before entities are looked for.", text(("a &l<skipped>t; b c", 'a " b c')),
          {"tokenizer": "13a-quotes"}, "100", "markup tokenizer"),
    sacre("sacre-quotes-not", "It is an ampersand.", text(("R&amp;D in Bonn", 'R " D in Bonn')),
          {"max_order": 1}, "R, D, in, Bonn of 5: 100 * 4/5", "markup tokenizer"),
    npm("npm-two-spaces", "Between two spaces there is an empty word.", text(("a  b", "a b")), {**NPM, "max_order": 1}, "2/3",
        "tokenizer white-space"),
    npm("npm-two-spaces-python", "str.split has none.", text(("a  b", "a b")), {**NPM, "max_order": 1, "tokenizer": "none"}, "1",
        "tokenizer white-space"),
    compare_mt("compare-mt-perfect", "A perfect translation.", text(("a b c d", "a b c d")), COMPARE_MT, "100"),
    compare_mt("compare-mt-no-pair", "Words in another order: the logarithms of 0 are left out, as if pairs were right.",
               text(("a c e b d", "e d c b a x")), COMPARE_MT, "100 * e^(1 - 6/5)", "zero-precision"),
    compare_mt("compare-mt-shorter", "A penalty and three orders of matches.", text(("a b c x", "a b c d e")), COMPARE_MT,
               "100 * e^(1 - 5/4) * (3/4 * 2/3 * 1/2)^(1/4)", "zero-precision brevity-penalty"),
    torchtext("torchtext-penalty", "The mean has 24 binary digits, the brevity penalty 53.",
              text(("x b c d", "a b c d e")), {**TORCHTEXT, "max_order": 2}, "e^(1 - 5/4) * single((3/4 * 2/3)^(1/2))", "float32"),
    torchtext("torchtext-all-single", "torchmetrics multiplies in 24 binary digits, too.",
              text(("x b c d", "a b c d e")), {**TORCHTEXT, "max_order": 2, "dtype": "float32"},
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
