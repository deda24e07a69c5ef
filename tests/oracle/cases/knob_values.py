"""Cases for values of knobs that no other case uses, or distinguishes from all others; see `samescore golden adequacy`."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, Data, cases_of, labels, text, tokens

TOPIC = "knob-values"

NONE = labels([], [])
COCO = ("pycocoevalcap: https://github.com/salaniz/pycocoevalcap",)

#: Every tokenizer separates something else: punctuation, curly quotes, digits, ideographs, characters.
MIXED = text(
    ("it costs $5, “not” “so” 猫狗 in 3-4 days.", "it costs $ 5 , “ not ” “ so ” 猫 狗 in 3 - 4 hours ."),
    ("a cat", "a dog"),
)
#: Of the first hypothesis.
WORDS = {"none": 9, "13a": 14, "intl": 16, "zh": 19, "char": 31}
#: Distinct counts words of hypotheses.
REPEATED_MIXED = text(
    ("it costs $5, “not” “so” 猫狗 in 3-4 days. it costs $ 5 , “ not ” “ so ” 猫 狗 in 3 - 4 hours .", "a cat")
)

#: Contractions, double quotes that become others, and a full stop within the text: only Treebank's words are equal.
TREEBANK = text(
    ('I cannot say "it\'s done. Now" gimme 3,50.', "I can not say `` it 's done. Now '' gim me 3,50 ."),
    ("a cat", "a dog"),
)
#: intl separates a slash, and Treebank does not; neither splits at white space only.
SLASH = text(("cats and/or dogs ran off", "cats and / or dogs ran away"), ("a cat", "a dog"))
REPEATED_SLASH = text(("cats and/or dogs cats and / or dogs", "a cat"))
COMMAS = text(("a cat, a dog, ran.", "a cat , a dog , ran away ."), ("a cat", "a dog"))
REPEATED_TREEBANK = text(("I cannot say \"it's done. Now\" I can not say `` it 's done. Now ''", "a cat"))

#: Clitics, brackets, and punctuation that is dropped: only the words of pycocoevalcap's captions are equal.
CAPTIONS = text(
    ("a dog's ball (red), isn't it?", "a dog 's ball -lrb- red -rrb- is n't it"),
    ("a cat", "a dog"),
)
REPEATED_CAPTIONS = text(("a dog's ball (red), isn't it? a dog 's ball -lrb- red -rrb- is n't it", "a cat"))
#: An apostrophe, two symbols together, and letters beyond ASCII: only the words of one of NLTK's patterns are equal.
PATTERNS = text(("It's 3.50!? naïve cafe\u0301_x", "It ' s 3 . 50 ! ? na ve cafe \u0301 _x now"), ("a cat", "a dog"))
REPEATED_PATTERNS = text(("It's 3.50!? naïve cafe\u0301_x It ' s 3 . 50 ! ? na ve cafe \u0301 _x now", "a cat"))
#: Of the first hypothesis.
RUNS = {"wordpunct": 9, "wordpunct-re": 11, "word-characters": 6, "word-characters-re": 7}
#: One token of two numbers.
MIXED_NUMBER = text(("about 4 1/2 dogs", "about 4 dogs ran"), ("a cat", "a dog"))

#: Tokens that no tokenizer finds in the joined text: with a space, with an apostrophe, of several scripts.
GIVEN = tokens(
    (
        ["New York", "York", "it's", "3.5", "“so”", "猫狗", "stop."],
        ["New", "York", "its", "3.5", "so", "猫狗", "stop", "now"],
    ),
    (["cats and", "and", "dogs!"], ["cats", "and", "dogs", "!"]),
)

#: Three segments whose scores are thirds and fifths in most metrics.
SEVERAL = text(
    ("the cat sat on the mat", "the cat sat on a mat today"),
    ("a dog ran off", "the dog ran far off now"),
    ("birds sing", "two birds sing loudly here"),
)
#: Settings under which a metric is a mean over segments, where it is not one by default.
MEAN: dict[str, dict[str, Any]] = {
    "bleu": {"average": "sentences"},
    "chrf": {"average": "sentences"},
    "rouge-n": {},
    "rouge-l": {},
    "rouge-lsum": {},
    "gleu": {"average": "sentences"},
    "nist": {"average": "sentences"},
    "meteor": {},
    "meteor15": {"average": "sentences"},
    "ter": {"average": "sentences"},
    "rouge-w": {},
    "rouge-s": {},
    "rouge-su": {},
    "wer": {"average": "sentences"},
    "cer": {"average": "sentences"},
    "mer": {"average": "sentences"},
    "wil": {"average": "sentences"},
    "wip": {"average": "sentences"},
    "edit-distance": {},
    "similarity": {},
    "anls": {"threshold": 0.25},
    "cider": {},
    "distinct": {"average": "sentences"},
    "char-f1": {},
    "drop-f1": {},
    "ngram-perplexity": {"average": "sentences"},
}

_WITH_WORDS = ("gleu", "nist", "ribes", "meteor", "cider", "distinct", "ngram-perplexity")
_WITH_TOKENS = (
    *("bleu", "rouge-n", "rouge-l", "rouge-w", "rouge-s", "rouge-su", "ter", "edit-distance"),
    *("wer", "mer", "wil", "wip", *_WITH_WORDS),
)


def _tokenized(metric: str, tokenizer: str) -> Case:
    made = cases_of(metric, kind="exact")
    data: Data = REPEATED_MIXED if metric == "distinct" else MIXED
    return made(
        f"value-tokenizer-{tokenizer}",
        f"No other tokenizer gives this score: {tokenizer}.",
        data,
        {"tokenizer": tokenizer},
        f"{WORDS[tokenizer]} words in 'it costs ... days.'",
        "tokenizer chinese",
    )


def _told_from_treebank(metric: str, tokenizer: str, data: Data) -> Case:
    return cases_of(metric, kind="exact")(
        f"value-tokenizer-{tokenizer}-not-treebank",
        f"Treebank words give another score than {tokenizer}.",
        REPEATED_SLASH if metric == "distinct" else data,
        {"tokenizer": tokenizer},
        "punctuation within a word, or at its end",
        "tokenizer",
    )


def _treebank(metric: str) -> Case:
    return cases_of(metric, kind="exact")(
        "value-tokenizer-treebank",
        "No other tokenizer gives this score: treebank.",
        REPEATED_TREEBANK if metric == "distinct" else TREEBANK,
        {"tokenizer": "treebank"},
        "I can not say `` it 's done. Now '' ...",
        "tokenizer",
    )


def _captions(metric: str) -> Case:
    return cases_of(metric, kind="exact", refs=COCO)(
        "value-tokenizer-ptb-coco",
        "No other tokenizer gives this score: ptb-coco.",
        REPEATED_CAPTIONS if metric == "distinct" else CAPTIONS,
        {"tokenizer": "ptb-coco"},
        "a dog 's ball -lrb- red -rrb- is n't it",
        "tokenizer",
    )


def _runs(metric: str, tokenizer: str) -> Case:
    return cases_of(metric, kind="exact")(
        f"value-tokenizer-{tokenizer}",
        f"No other tokenizer gives this score: {tokenizer}.",
        REPEATED_PATTERNS if metric == "distinct" else PATTERNS,
        {"tokenizer": tokenizer},
        f"{RUNS[tokenizer]} words in 'It's ... _x'",
        "tokenizer",
    )


def _mixed_number(metric: str, tokenizer: str, derivation: str) -> Case:
    return cases_of(metric, kind="exact", refs=COCO)(
        f"value-tokenizer-{tokenizer}-mixed-number",
        "A mixed number is one token with a no-break space, which is white space to BLEU and CIDEr, and not to ROUGE-L.",
        MIXED_NUMBER,
        {"tokenizer": tokenizer},
        derivation,
        "tokenizer",
    )


def _given(metric: str) -> Case:
    return cases_of(metric, kind="exact")(
        "value-tokenizer-given",
        "Given tokens stay as they are: to join them and to split the text again gives others.",
        GIVEN,
        {"tokenizer": "given"},
        "'New York' is one token, and 'dogs!' is not 'dogs'",
        "tokenizer",
    )


def _mean(metric: str, summation: str) -> Case:
    return cases_of(metric, kind="exact")(
        f"value-mean-{summation}",
        f"A mean of three segments, summation {summation}: in exact arithmetic like any other.",
        SEVERAL,
        {**MEAN[metric], "mean_summation": summation},
        "the mean of the segments' scores",
        "averaging",
    )


bleu = cases_of("bleu", kind="exact")
chrf = cases_of("chrf", kind="exact")
rouge_n = cases_of("rouge-n", kind="exact")
rouge_l = cases_of("rouge-l", kind="exact")
lines = cases_of("rouge-lsum", kind="exact")
rouge_w = cases_of("rouge-w", kind="exact")
rouge_s = cases_of("rouge-s", kind="exact")
rouge_su = cases_of("rouge-su", kind="exact")
nist = cases_of("nist", kind="exact")
ribes = cases_of("ribes", kind="exact")
ter = cases_of("ter", kind="exact")
f1 = cases_of("f1", kind="exact")
recall = cases_of("recall", kind="exact")
precision = cases_of("precision", kind="exact")
em = cases_of("exact-match", kind="exact")
answer = cases_of("answer-f1", kind="exact")
drop = cases_of("drop-f1", kind="exact")
mcc = cases_of("mcc", kind="exact")
auc = cases_of("roc-auc", kind="exact")
ppl = cases_of("perplexity", kind="exact")
threshold = cases_of("threshold-f1-mult", kind="exact")

WEIGHTED = {"average": "weighted", "zero_division": "1"}

# fmt: off
CASES = [
    *[_tokenized(metric, tokenizer) for metric in _WITH_WORDS for tokenizer in WORDS],
    *[_given(metric) for metric in (*_WITH_TOKENS, "similarity")],
    *[_told_from_treebank(metric, "intl", SLASH) for metric in _WITH_WORDS],
    *[_told_from_treebank(metric, "none", COMMAS)
      for metric in ("wer", "mer", "wil", "wip", "edit-distance", "rouge-s")],
    *[_treebank(metric) for metric in (*_WITH_TOKENS, "rouge-lsum") if metric != "ter"],
    *[_captions(metric) for metric in (*_WITH_TOKENS, "rouge-lsum") if metric != "ter"],
    *[cases_of(metric, kind="exact")("value-tokenizer-13a-not-wordpunct", "The full stop of a number stays.", PATTERNS, {"tokenizer": "13a"},
                                     "3.50 is one word", "tokenizer")
      for metric in ("rouge-l", "rouge-lsum", "rouge-s", "rouge-su")],
    cases_of("edit-distance", kind="exact")(
        "value-tokenizer-given-one-token", "A token with a space is one, whatever the tokenizer of texts.",
        tokens((["New York"], ["New", "York"])), {"tokenizer": "given"}, "a substitution and an insertion", "tokenizer"),
    cases_of("edit-distance", kind="exact")(
        "value-tokenizer-wordpunct-not-ptb-coco", "Punctuation stays, and so do letters.", CAPTIONS, {"tokenizer": "wordpunct"},
        "( and -lrb- are other tokens", "tokenizer"),
    *[_runs(metric, tokenizer) for metric in (*_WITH_TOKENS, "rouge-lsum") if metric != "ter" for tokenizer in RUNS],
    *[_mixed_number(metric, *values) for metric in (*_WITH_TOKENS, "rouge-lsum") if metric.startswith("rouge")
      for values in (("ptb-coco", "about, 4, 1/2, dogs"), ("ptb-coco-spaces", "about, 4 1/2, dogs"))],
    cases_of("distinct", kind="exact")(
        "value-tokenizer-treebank-not-ptb-coco", "Treebank words keep punctuation, and brackets as they are.",
        REPEATED_CAPTIONS, {"tokenizer": "treebank"}, "( and -lrb- are two words", "tokenizer"),
    *[_mean(metric, summation) for metric in MEAN for summation in ("left-to-right", "exact")],

    bleu("value-intl-backslash", "A backslash is punctuation.", text((r"a\b c d", r"a \ b c d")), {"tokenizer": "intl"},
         r"a, \, b, c, d: 1", "tokenizer"),
    bleu("value-tiny", "Epsilons in every count.", text(("a b c d", "a b c d e")), {"smoothing": "tiny"},
         "(1 + 1e-15)/(1 + 1e-9), and so on, times exp(-1/4)", "smoothing"),
    chrf("value-remove-unicode", "A line break is white space, like a space.", text(("a", "a\na")),
         {"whitespace": "remove-unicode"}, "a against aa: P = 1, R = 1/2: 5/9", "white-space"),
    chrf("value-missing-order-zero", "A text of one character: five orders score 0.", text(("a", "a")),
         {"empty_order": "zero"}, "1/6", "chrf-missing-order"),
    chrf("value-missing-order-zero-empty", "An empty text scores 0 at every order.", text(("", "c")),
         {"empty_order": "zero"}, "0", "chrf-missing-order empty"),
    chrf("value-epsilon-score", "0/0 at every order.", text(("", "c")), {"empty_order": "epsilon-score", "scale": "1"},
         "1e-16", "chrf-missing-order empty"),
    chrf("value-fsum", "Orders added up by fsum: in exact arithmetic like any other.", text(("the cat", "a cat")),
         {"summation": "fsum"}, "the mean over the orders"),

    rouge_n("value-references-first", "The first reference counts, although the second has more recall.",
            text(("b c", "a b c d", "b c")), {"references": "first"}, "P = 2/2, R = 2/4: 2/3", "references"),
    rouge_l("value-case-ascii", "Capital letters match.", text(("C d", "c d")), {"case": "ascii", "tokenizer": "none"},
            "1", "case"),
    rouge_l("value-none-spaces", "Spaces at the end are no token.", text(("a b ", "a b")), {"tokenizer": "none"}, "2/2",
            "tokenizer white-space"),
    rouge_l("value-pooled", "Counts of both references, added up.", text(("a b", "a b c", "d")),
            {"references": "pooled"}, "P = 2/4, R = 2/4: 1/2", "references"),
    lines("value-best", "The first has the higher F, the second the higher recall.",
          text(("a b c d e", "a b c d e f", "a b c d")), {}, "5 of 5 and 6: 10/11", "references"),
    lines("value-union-distinct", "b counts once in each text.", text(("b", "b b")), {"union": "distinct"}, "1/1",
          "lcs-union"),
    rouge_w("value-runs-unless-1", "Runs are those of the reference.", text(("b x b", "b b")),
            {"hits": "runs-unless-1"}, "one run of 2: P = (2^1.2/3^1.2)^(1/1.2) = 2/3, R = 1: 4/5", "weighted-runs"),
    rouge_s("value-stemmer-original", "enjoying is stemmed.", text(("he is enjoying", "he is enjoy")),
            {"stemmer": "porter-original"}, "3/3", "stemmer skip-bigrams"),
    rouge_su("value-corpus", "Summed counts: neither the mean of F nor F of the means.", text(("", "a b"), ("b", "b")),
             {"average": "corpus"}, "1 of 1 and 3 + 1: 2/5", "averaging"),

    nist("value-logarithm-quotient", "ln x / ln 2: in exact arithmetic log2.", text(("a b c", "a b d c")),
         {"logarithm": "quotient"}, "information of log2 4 a word"),
    *[ribes(f"value-{summation}", f"A mean of three segments, summation {summation}.", SEVERAL,
            {"summation": summation}, "the mean of the segments' scores", "averaging")
      for summation in ("fsum", "left-to-right")],
    ter("value-no-segments-zero", "An empty corpus scores 0, whatever references without words do.", text(),
        {"empty_input": "zero", "empty_reference": "one"}, "0", "empty"),
    ter("value-beam-width-2", "Two cells to either side of the diagonal: one more finds a better way, one fewer none.",
        text(("a b b e g f b g", "g b a g b b e f")), {"beam_width": 2}, "4 edits of 8", "ter-limits"),
    ter("value-max-candidates-3", "The search stops after three candidates, and not after two or four.",
        text(("h g d f h d", "d f h h d g")), {"max_candidates": 3}, "3 edits of 6", "ter-limits"),
    ter("value-max-shift-distance-1", "A phrase is shifted by one word, not by two.", text(("a a b h", "h b a a")),
        {"max_shift_distance": 1}, "3 edits of 4", "ter-limits shifts"),

    precision("value-empty-formula", "No items: no class has a weight.", NONE, {**WEIGHTED, "empty_input": "formula"},
              "0/0", "empty"),
    recall("value-empty-formula", "No items: no class has a weight.", NONE, {**WEIGHTED, "empty_input": "formula"},
           "0/0", "empty"),
    recall("value-empty-micro", "No items: 0/0 of the summed counts.", NONE,
           {**WEIGHTED, "average": "micro", "empty_input": "formula"}, "0/0 as 1", "empty zero-division"),
    f1("value-empty-formula", "No items: no class has a weight.", NONE, {**WEIGHTED, "empty_input": "formula"}, "0/0",
       "empty"),
    f1("value-counts-one", "Nothing is right: F1 from counts is 0, not 0/0.", labels([1, 3], [3, 1]),
       {"average": "macro", "zero_division": "1"}, "0/2", "zero-division"),
    f1("value-counts-nan", "One side only: F1 from counts is 0, although P or R is 0/0.", labels([1], [0]),
       {"average": "macro", "zero_division": "nan"}, "0/1", "zero-division absent-class"),

    em("value-lower", "A middle dot stays.", text(("", "·")), {"normalization": "lower"}, "0", "answer-normalization"),
    answer("value-lower-blank", "A letter that is small already, and a comma, which stays.", text((", A", ", a")),
           {"normalization": "lower"}, "2/2", "answer-normalization case"),
    answer("value-lower-comma", "A comma is a word.", text((",", ",")), {"normalization": "lower"}, "1/1",
           "answer-normalization"),
    answer("value-squad-hyphen", "A hyphen vanishes: 23 is one word.", text(("2-3", "2-3 1000")), {},
           "1 of 1 and 2: 2/3", "answer-normalization numbers"),
    answer("value-no-answer-zero", "Without a gold answer the empty answer is not right.", text(("",)),
           {"no_references": "zero", "both_empty": "1"}, "0", "no-answer empty"),
    drop("value-squad", "Punctuation vanishes.", text(("", ", ")), {"normalization": "squad", "empty_references": "keep"},
         "nothing against nothing: 1", "answer-normalization empty"),

    *[mcc(f"value-{form}", f"Arithmetic {form}: in exact arithmetic the same.",
          labels([1, 1, 1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 1]), {"form": form},
          "(2*3 - 1*1)/sqrt(3*3*4*4) = 5/12", "overflow") for form in ("float64", "float64-binary")],
    auc("value-trapezoid", "The area by trapezoids: in exact arithmetic the share of pairs.",
        {"gold": [0, 1, 0, 1, 0], "scores": [0.1, 0.9, 0.6, 0.5, 0.2]}, {"form": "trapezoid"}, "5/6"),
    *[answer(f"value-{summation}", f"The questions' scores, added up ({summation}): in exact arithmetic their mean.",
             SEVERAL, {"summation": summation}, "the mean of the questions' F1", "averaging")
      for summation in ("exact", "sum-integers")],
    ppl("value-fsum", "Logarithms added by fsum.", {"logprobs": [[-0.5, -1.25], [-2.0]]}, {"summation": "fsum"},
        "exp(3.75/3) = exp(5/4)"),
    threshold("value-float64", "Scores compared as doubles.",
              {"gold": [0, 1, 0, 1, 0, 1, 1, 1], "scores": [0.125, 0.75, 0.25, 0.875, 0.625, 0.5, 1.0, 0.375]},
              {"comparison": "float64"}, "F1-mult of the held-out items", "f1-mult"),
]
