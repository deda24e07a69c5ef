"""The knobs that every ROUGE has, on inputs that are the same for all of them."""

from collections.abc import Iterator
from typing import Any

from tests.oracle.cases import Case, cases_of, split, text

TOPIC = "conventions"

#: For each metric: settings, precision of "a b x" against "a b" (recall is 1), and how it comes about.
METRICS: dict[str, tuple[dict[str, Any], str, str]] = {
    "rouge-n": ({}, "2/3", "two of three words"),
    "rouge-l": ({}, "2/3", "two of three words"),
    "rouge-lsum": ({}, "2/3", "two of three words"),
    "rouge-w": ({"weight": 2.0}, "2/3", "the root of 4/9"),
    "rouge-s": ({}, "1/3", "one of three pairs"),
    "rouge-su": ({}, "1/2", "a, b and 'a b' of six"),
}
NEW = ("rouge-w", "rouge-s", "rouge-su")
PAIR = ("a b x", "a b")
THREE = ("a b c d", "a x", "a b c d e f", "a b")
TWO = (("a b", "a b"), ("x y", "x z"))
UNEVEN = (("a b", "a b c"), ("a b c d", "a b c"), ("a b", "a b"))
KELVIN = ("\u212a a", "k a")
MIXED = ("don't a_b \u6211\u4eecok", "don t a b \u6211\u4eecok")
STEMS = ("dying possibly walked", "die possible walk")


def _shared(metric: str) -> Iterator[Case]:
    base, p, how = METRICS[metric]
    case = cases_of(metric, kind="exact")

    def made(name: str, comment: str, data: Any, knobs: dict[str, Any], derivation: str, flags: str) -> Case:
        return case(f"all-{name}", comment, data, {**base, **knobs}, derivation, flags)

    # fmt: off
    yield made("alpha", "F of alpha: recall weighs alpha.", text(PAIR), {"f_form": "alpha", "alpha": 0.2},
               f"P = {p} ({how}), R = 1: P/(0.8 P + 0.2)", "f-form")
    yield made("alpha-half", "With alpha = 1/2 it is F1.", text(PAIR), {"f_form": "alpha"},
               f"P = {p} ({how}), R = 1: P/(P/2 + 1/2)", "f-form")
    yield made("alpha-zero", "With alpha = 0 it is precision, R P / P with R = 1 exchanged.", text(PAIR[::-1]),
               {"f_form": "alpha", "alpha": 0.0}, f"P = 1, R = {p}: P R/P = R", "f-form")
    yield made("epsilon", "1e-8 in the denominator keeps identical texts just below 1.", text(("a b", "a b")),
               {"f_form": "epsilon"}, "2/(2 + 1e-8)", "f-form")
    yield made("digits", "P is rounded to five decimals before F, and F again.", text(PAIR, ("c d", "c d")),
               {"digits": "5"}, f"P = {p} rounded ({how}), R = 1; F rounded; the mean with 1", "printed-digits")
    yield made("length-characters", "Cut to three characters, the hypothesis is perfect.", text(PAIR),
               {"length_limit": 3}, "'a b' against 'a b': 1", "length-limit")
    yield made("length-words", "Cut to three words, it keeps its third.", text(PAIR),
               {"length_limit": 3, "length_unit": "words"}, f"P = {p} ({how}): 2P/(P + 1)", "length-limit")
    yield made("length-lines", "Line breaks, and blanks around lines, do not count.", text((" a \n b x", "a b")),
               {"length_limit": 3}, "'a' and 'b ' against 'a b': 1", "length-limit newlines")
    yield made("length-lines-words", "Words are counted through line breaks.", text(("a\nb x", "a b")),
               {"length_limit": 2, "length_unit": "words"}, "'a' and 'b' against 'a b': 1", "length-limit newlines")
    yield made("length-bytes", "Three bytes: a blank counts, and half of a letter is none.", text((" a\u00e9b", "a b")),
               {"length_limit": 3, "length_unit": "bytes"}, "'a' against 'a b'", "length-limit")
    yield made("length-bytes-lines", "Line breaks do not count.", text(("a\nb x", "a b")),
               {"length_limit": 3, "length_unit": "bytes"}, "'a' and 'b ' against 'a b': 1", "length-limit newlines")
    yield made("length-fields", "White space at the beginning of a line has an empty field in front.",
               text((" a b x\n", "a b")), {"length_limit": 3, "length_unit": "fields"}, "'', 'a', 'b' against 'a b': 1",
               "length-limit")
    yield made("length-fields-alone", "White space at the end of a line has no field behind.", text(("a b x ", "a b")),
               {"length_limit": 3, "length_unit": "fields"}, f"P = {p} ({how}): 2P/(P + 1)", "length-limit")
    yield made("length-words-white", "White space at the beginning of a line is no word.", text((" a b x", "a b")),
               {"length_limit": 2, "length_unit": "words"}, "'a b' against 'a b': 1", "length-limit")
    yield made("resampled-corpus", "The mean over 1000 resamplings of the score from summed counts.", text(*UNEVEN),
               {"average": "resampled-corpus", "digits": "5"}, "drand48 with the seeds 0 to 999",
               "resampling printed-digits")
    yield made("best-recall", "The reference with the best recall, here not the one with the best F1.", text(THREE),
               {"references": "best-recall"}, "the third: all of 'a b' is found", "references")
    yield made("mean-reference", "The mean of the scores against each reference, as torchmetrics takes it.", text(THREE),
               {"references": "mean"}, "the mean of three F", "references")
    yield made("mean-reference-recall", "The same for recall.", text(THREE), {"references": "mean", "measure": "recall"},
               "the mean of three R", "references")
    yield made("mean-reference-single", "In numbers of 24 bits.", text(THREE), {"references": "mean", "dtype": "float32"},
               "the mean of three F, each step to 24 binary digits", "references numbers")
    yield made("no-references", "A segment without references is an error.", text(("a b",), PAIR), {}, "an error", "no-references")
    yield made("left-out", "A segment without references is left out.", text(("a b",), PAIR), {"no_references": "leave-out"},
               f"P = {p} ({how}): 2P/(P + 1)", "no-references")
    yield made("left-out-at-all", "If all are, there is no score.", text(("a b",)), {"no_references": "leave-out"}, "0/0",
               "no-references")
    yield made("left-out-means", "The means of P and R are of one segment.", text(("a b",), PAIR),
               {"no_references": "leave-out", "average": "means"}, f"P = {p} ({how}): 2P/(P + 1)", "no-references averaging")
    yield made("jackknife", "Leaving out each reference in turn: the others' best by recall.", text(THREE),
               {"references": "jackknife"}, "the mean of F against the third, the third and the second", "references")
    yield made("jackknife-one", "With one reference there is nothing to leave out.", text(PAIR),
               {"references": "jackknife"}, f"P = {p} ({how}): 2P/(P + 1)", "references")
    yield made("jackknife-recall", "The same for recall.", text(THREE),
               {"references": "jackknife", "measure": "recall"}, "(1 + 1 + R against the second)/3", "references")
    yield made("means", "F of mean precision and mean recall, as rouge-metric averages.", text(*UNEVEN),
               {"average": "means"}, "P and R averaged over three segments, then F1", "averaging")
    yield made("means-not", "The mean of F is another number.", text(*UNEVEN), {}, "three F1 averaged", "averaging")
    yield made("resampled", "The mean over 1000 resamplings is near the mean, but is not the mean.", text(*UNEVEN),
               {"average": "resampled", "digits": "5"}, "drand48 with the seeds 0 to 999", "resampling printed-digits")
    yield made("case-ascii", "A to Z only: the Kelvin sign is no k.", text(KELVIN), {"case": "ascii"},
               "'a' against 'k a'", "case code-points")
    yield made("case-unicode", "str.lower turns the Kelvin sign into a k.", text(KELVIN), {}, "'k a' against 'k a': 1",
               "case code-points")
    yield made("cased-words", "compare-mt keeps letters of both cases, so that The is not the.",
               text(("The B-52s, the", "the B 52s")), {"case": "keep", "tokenizer": "rouge-cased"},
               "B, 52s, the of 4 and 3: 6/7", "case tokenizer")
    yield made("cased-words-dropped", "Kept in a text, an upper-case letter separates as punctuation does.",
               text(("The B-52s, the", "the B 52s")), {"case": "keep"}, "52s, the of he, 52s, the: 4/5",
               "case tokenizer")
    yield made("spoken-words", "NLTK's word_tokenize takes gonna for two words, and cannot, if protected, for one.",
               text(("I'm gonna, I cannot", "i m gon na i cannot")), {"tokenizer": "rouge-nltk"}, "6/6",
               "tokenizer")
    yield made("spoken-words-whole", "ROUGE's own tokens do not split it.",
               text(("I'm gonna, I cannot", "i m gon na i cannot")), {}, "gonna is not gon na", "tokenizer")
    # fmt: on


def _basics(metric: str) -> Iterator[Case]:
    """Yield cases of the older knobs, for metrics that have no other vectors of them."""
    base, p, how = METRICS[metric]
    case = cases_of(metric, kind="exact")

    def made(name: str, comment: str, data: Any, knobs: dict[str, Any], derivation: str, flags: str) -> Case:
        return case(name, comment, data, {**base, **knobs}, derivation, flags)

    # fmt: off
    yield made("precision", "Matches over the hypothesis.", text(PAIR), {"measure": "precision"}, f"{p}: {how}",
               "rouge-measure")
    yield made("recall", "Matches over the reference.", text(PAIR), {"measure": "recall"}, "all of it: 1",
               "rouge-measure")
    yield made("f1", "Both.", text(PAIR), {}, f"P = {p} ({how}): 2P/(P + 1)", "rouge-measure")
    yield made("beta", "Recall weighs more.", text(PAIR), {"beta": 2.0}, f"P = {p} ({how}): 5P/(1 + 4P)", "beta")
    yield made("scale-100", "In percent.", text(("a b", "a b")), {"scale": "100"}, "100", "scale")
    yield made("identical", "Identical texts.", text(("a b c", "a b c")), {}, "1", "basic")
    yield made("nothing-common", "No word in common.", text(("a b c", "x y z")), {}, "0", "basic")
    yield made("empty-hypothesis", "Nothing there.", text(("", "a b")), {}, "0", "empty")
    yield made("empty-reference", "Nothing to match.", text(("a b", "")), {}, "0", "empty")
    yield made("empty-both", "Nothing against nothing is 0.", text(("", "")), {}, "0", "empty")
    yield made("one-word", "A word against itself.", text(("one", "one")), {},
               "no pair of words: 0/0 as 0" if metric == "rouge-s" else "1", "empty-order")
    yield made("punctuation-only", "Text without letters and digits is empty.", text(("...", "!!!")), {}, "0",
               "empty tokenizer")
    yield made("no-segments", "An empty corpus is an error.", text(), {}, "no segments", "empty")
    yield made("no-references", "A segment without references is an error.", text(("a b",)), {}, "no references",
               "no-references")
    yield made("references-best", "The reference with the best F1.", text(THREE), {}, "the second", "references")
    yield made("references-first", "The first reference.", text(THREE), {"references": "first"}, "'a x'", "references")
    yield made("references-pooled", "Counts added over references.", text(THREE), {"references": "pooled"},
               "three times the hypothesis against all three", "references")
    yield made("sentences", "The mean over segments.", text(*TWO), {}, "the mean of 1 and the second", "averaging")
    yield made("corpus", "One score from the summed counts.", text(*TWO), {"average": "corpus"}, "sums of counts",
               "averaging")
    yield made("case-keep", "Case kept, words split at white space.", text(("The cat sat", "the cat sat")),
               {"tokenizer": "none", "case": "keep"}, "'cat sat' is left", "case")
    yield made("case-lower", "The same, lower-cased.", text(("The cat sat", "the cat sat")), {"tokenizer": "none"}, "1",
               "case")
    yield made("white-space", "No-break and ideographic spaces, U+001C and U+2028 separate words.",
               text(("a\u00a0b\u3000c\x1cd\u2028e", "a b c d e")), {"tokenizer": "none"}, "5/5 words", "white-space")
    yield made("given", "The caller's tokens.", split(("A B C", "A X C")), {"tokenizer": "given", "case": "keep"},
               "A and C", "tokenizer")
    for tokenizer, matches in (("rouge", "all five"), ("none", "the last"), ("13a", "'a', 'b' and the last"),
                             ("zh", "'a', 'b' and the last three"), ("char", "all but two marks")):
        yield made(f"tokens-mixed-{tokenizer}", f"Mixed text with the tokenizer {tokenizer}.", text(MIXED),
                   {"tokenizer": tokenizer}, f"words in common: {matches}", "tokenizer chinese")
    for stemmer, matches in (("none", "none"), ("porter-nltk", "all"), ("porter-martin", "the last two"),
                           ("porter-original", "the last")):
        yield made(f"stems-{stemmer}", f"Inflected words, stemmer {stemmer}.", text(STEMS), {"stemmer": stemmer},
                   f"words in common: {matches}", "stemmer")
    # fmt: on


CASES = [case for metric in METRICS for case in _shared(metric)] + [case for metric in NEW for case in _basics(metric)]
