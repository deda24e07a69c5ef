"""Cases of behaviour that only keras-hub has: BLEU, the mean of ROUGE, and the word error rate."""

from tests.oracle.cases import cases_of, text

TOPIC = "keras"
#: keras-hub's Bleu, without and with smoothing.
BLEU = {
    "strip": "none", "tokenizer": "13a-unpadded", "reference_length": "shortest", "empty_input": "zero", "smoothing": "none",
    "zero_guard": "off", "brevity_penalty": "by-ratio-ieee", "log_unit": "fraction", "summation": "weighted",
    "dtype": "float32-quotients", "scale": "1",
}  # fmt: skip
SMOOTH = {**BLEU, "smoothing": "add-k", "add_k_from": 1}
ONE_WORD = {**BLEU, "max_order": 1}
SINGLE = {"dtype": "float32", "mean_summation": "left-to-right", "empty_input": "zero"}

bleu = cases_of("bleu", kind="exact", refs=("keras-hub: keras_hub.metrics.Bleu",))
wer = cases_of("wer", kind="exact", refs=("keras-hub: keras_hub.metrics.EditDistance",))

# fmt: off
CASES = [
    bleu("keras-penalty", "Precisions, ratio of lengths, exponent and score have 24 binary digits, logarithms and powers 53.",
         text(("x b c d", "a b c d e")), {**BLEU, "max_order": 2},
         "single(e^single(1 - single(1/single(4/5))) * (single(3/4) * single(2/3))^(1/2))", "float32 brevity-penalty"),
    *(
        bleu(f"keras-{dtype}", comment, text(("x b c d e f", "a b c d e f g")),
             {**BLEU, "max_order": 2, "brevity_penalty": "standard", "dtype": dtype}, derivation, "float32 brevity-penalty")
        for dtype, comment, derivation in (
            ("float32-quotients", "By 1 - r/c, of which either step has 24 binary digits.",
             "single(e^single(1 - single(7/6)) * (single(5/6) * single(4/5))^(1/2))"),
            ("float32", "If every step has 24, it is another number.", "single(e^(1 - 7/6) * (5/6 * 4/5)^(1/2))"),
            ("float32-score", "And if the score alone has.", "single(e^(1 - 7/6) * (5/6 * 4/5)^(1/2))"),
        )
    ),
    bleu("keras-smooth", "One is added to the counts of every order.", text(("a b x", "a b c")), SMOOTH,
         "(3/4 * 2/3 * 1/2 * 1/1)^(1/4), of precisions of 24 binary digits", "float32 smoothing"),
    bleu("keras-smooth-empty", "Without words of the hypothesis the penalty is 0.", text(("", "a b")), SMOOTH, "0",
         "empty brevity-penalty"),
    bleu("keras-empty-reference", "Without words of the reference there is none.", text(("a", "")), {**SMOOTH, "max_order": 1},
         "(0 + 1)/(1 + 1)", "empty brevity-penalty"),
    bleu("keras-no-segments", "No segments score 0.", text(), BLEU, "0", "empty"),
    bleu("keras-number-last", "Nothing follows the full stop at the end: it stays with the number.",
         text(("it is 2010.", "it is 2010 .")), ONE_WORD, "it is of 3: 2/3 * e^(1 - 4/3)", "float32 tokenizer"),
    bleu("keras-number-last-13a", "13a puts a space there.", text(("it is 2010.", "it is 2010 .")),
         {**ONE_WORD, "tokenizer": "13a"}, "1", "tokenizer"),
    bleu("keras-point-first", "Nothing is in front of the first full stop.", text((".5 or .5", "0 or .5")), ONE_WORD,
         "the first .5 is a word, the second is . and 5: 'or', '.' and '5' of 4, but the reference has '0', 'or', '.', '5': 3/4",
         "float32 tokenizer"),
    bleu("keras-word-last", "After a letter the full stop is split off.", text(("in Bonn.", "in Bonn .")), ONE_WORD, "1",
         "tokenizer"),
    bleu("keras-no-break-space", "A no-break space does not separate.", text(("a\xa0b c", "a b c")), ONE_WORD,
         "c of 2: 1/2 * e^(1 - 3/2)", "float32 tokenizer white-space"),
    bleu("keras-number-last-unicode", "So does 13a where white space is Unicode's.",
         text(("it is 2010.", "it is 2010 .")), {**ONE_WORD, "tokenizer": "13a-unicode"}, "1", "tokenizer"),
    bleu("keras-split", "With tf.strings.split for a tokenizer, marks stay.", text(("a, b", "a , b")),
         {**ONE_WORD, "tokenizer": "none-ascii"}, "b of 2: 1/2 * e^(1 - 3/2)", "float32 tokenizer"),
    bleu("keras-vertical-tab", "A vertical tab does.", text(("a\x0bb c", "a b c")), ONE_WORD, "1", "tokenizer white-space"),
    bleu("keras-entity", "Entities are decoded one after the other.", text(("x &amp;lt; y", "x < y")), ONE_WORD, "1",
         "tokenizer markup"),
    *(
        cases_of(metric, kind="exact", refs=(f"keras-hub: keras_hub.metrics.{name}",))(
            f"keras-mean-{measure}", "Each score is rounded to 24 binary digits, and so is each sum of them.",
            text(("a b x", "a b c"), ("a b c d x y z", "a b c"), ("a b c", "a b c")), {**SINGLE, "measure": measure},
            derivation, "numbers averaging")
        for metric, name, measure, derivation in (
            ("rouge-n", "RougeN", "f", "(2/3 + 3/5 + 1)/3"),
            ("rouge-l", "RougeL", "precision", "(2/3 + 3/7 + 1)/3"),
        )
    ),
    wer("keras-distances", "The distances of all texts over the words of all references, in 24 binary digits.",
        text(("a x", "a b"), ("c d e", "c")), {"tokenizer": "none", "dtype": "float32", "empty_reference": "zero"}, "3/3",
        "numbers"),
    wer("keras-no-words", "0 if the references have no words.", text(("a b", "")),
        {"tokenizer": "none", "dtype": "float32", "empty_reference": "zero"}, "0", "empty"),
]
