"""Cases at boundaries: the first and last characters of a range, ties, and decisions by one item more or less."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.oracle.cases import Data, cases_of, confusion, scored, text
from tests.oracle.ter import CJK
from tests.oracle.text import ZH_RANGES

TOPIC = "boundaries"

EVEN = {"weights": [0.25, 0.25, 0.25, 0.25], "auto_reweigh": True}
SCRIPT = {"sentences": "line", "hits": "runs"}
#: 640 items: more are drawn for the second half than the twister has words of its first mix.
MANY = scored([int(k * 29 % 101 > 40) for k in range(640)], [k * 37 % 643 for k in range(640)])
IN_ORDER = {"items": "in-order"}


#: Assigned since Unicode 14: Python's versions differ in whether they print them, and so in how files write them.
NEW = (0x2FFF, 0x31EF, 0x9FFF)


def ends(ranges: Sequence[tuple[int, int]]) -> Data:
    """Return a segment: the first and the last character of every range after letters, and the same with spaces."""
    marks = [chr(code) for codes in ranges for code in codes if code not in NEW]
    return text(("".join(f"a{mark}" for mark in marks), " ".join(f"a {mark}" for mark in marks)))


def choice(text: str, logprob: float, gold: int) -> dict[str, Any]:
    """Return a multiple-choice item of a text and a letter whose log-likelihood is -1 per byte."""
    return {"choices": [text, "b"], "logprobs": [logprob, -1.0], "gold": gold}


bleu = cases_of("bleu", kind="exact")
chrf = cases_of("chrf", kind="exact")
cider = cases_of("cider", kind="exact")
nist = cases_of("nist", kind="exact")
gleu = cases_of("gleu", kind="exact")
ribes = cases_of("ribes", kind="exact")
ter = cases_of("ter", kind="exact")
em = cases_of("exact-match", kind="exact")
rouge_l = cases_of("rouge-l", kind="exact")
rouge_w = cases_of("rouge-w", kind="exact")
char = cases_of("char-f1", kind="exact")
drop = cases_of("drop-f1", kind="exact")
answer = cases_of("answer-f1", kind="exact")
distance = cases_of("edit-distance", kind="exact")
mcc = cases_of("mcc", kind="exact")
ppl = cases_of("perplexity", kind="exact")
choices = cases_of("accuracy-choices", kind="exact")
threshold = cases_of("threshold-f1-mult", kind="exact")

# fmt: off
CASES = [
    bleu("boundary-zh-ranges", "The first and the last character of each range stand alone.",
         ends(ZH_RANGES), {"tokenizer": "zh"}, "the same tokens: 1", "zh-ranges chinese"),
    bleu("boundary-reweigh-two", "Two words: two orders, half the weight each.", text(("a c", "a b c d")),
         {"auto_reweigh": True, "smoothing": "floor"}, "exp(1 - 4/2) sqrt(1 * 0.1)", "auto-reweigh"),
    bleu("boundary-reweigh-weights", "Weights of 1/4 are uniform weights: nothing is left to weigh.", text(("", "a")),
         {**EVEN, "nothing_to_weigh": "raise"}, "1/0", "auto-reweigh empty"),
    bleu("boundary-add-k-empty", "Nothing of nothing: k fills no order above an empty one.", text(("", "")),
         {"smoothing": "add-k", "add_k_from": 2, "effective_order": True, "zero_guard": "off"}, "no order is left: 0",
         "smoothing empty"),
    bleu("boundary-add-k-from-three", "Orders 3 and 4 are empty but filled, as orders 1 and 2 are not empty.",
         text(("a b", "a b x"), ("c d", "c e")), {"smoothing": "add-k", "add_k_from": 3, "effective_order": True},
         "exp(1 - 5/4) (3/4 * 1/2 * 1/1 * 1/1)^(1/4)", "smoothing"),
    bleu("boundary-nltk-5-half", "One of two 5-grams matches.", text(("a b c d e f", "a b c d e g")),
         {"smoothing": "nltk-5", "tokenizer": "none"}, "p_5 = 1/2 comes after the last order", "smoothing"),
    chrf("boundary-best-of-short", "The mean over its orders chooses a reference, not the sum.",
         text(("cac", "cc", "c")), {"references": "above-zero"},
         "F of 10/11 and 0 against 5/7: the second reference", "references chrf-missing-order"),
    chrf("boundary-raise-one-order", "No common bigram is an error, although letters match.", text(("ab", "ac")),
         {"empty_order": "raise", "char_order": 2}, "0/0 at order 2", "chrf-missing-order"),
    cider("boundary-one-without", "One of two segments has no reference.", text(("a b", "a b"), ("b",)), {},
          "nothing to compare", "no-references"),
    nist("boundary-one-without", "One of two segments has no reference.", text(("a b", "a b"), ("b",)), {},
         "nothing to compare", "no-references"),
    gleu("boundary-tie", "Two references with the same score: the first counts.",
         text(("a b c d", "a b", "a b c d e f g h"), ("x", "y")), {"max_order": 1}, "2/4, not 4/8: 2/(4 + 1)",
         "references"),
    ribes("boundary-shortest-context", "b stands where 'a b' does, not where the longer 'b c d' does.",
          text(("a b c d", "b c d x a b c")), {}, "ranks 4, 5, 1, 2: 2 of 6 pairs", "alignment"),
    ribes("boundary-start-first", "Of two contexts of two words, the one that begins with b.",
          text(("a b c d", "b c d x a b")), {}, "ranks 4, 0, 1, 2: 3 of 6 pairs", "alignment"),
    ribes("boundary-short-of-start", "'a b' is a context that reaches the start.", text(("a b", "b a b")),
          {"contexts": "short-of-start"}, "ranks 1, 2: 1 times exp(0.1 (1 - 3/2))", "alignment"),
    ter("boundary-cjk", "The first and the last character of each range stand alone.", ends(CJK),
        {"tokenizer": "tercom", "asian": True}, "the same words: 0", "chinese"),
    ter("boundary-no-gain", "A shift that saves no edit is not made.", text(("b b a", "a b a a")), {}, "2 edits of 4",
        "shifts"),
    ter("boundary-at-its-place", "A phrase whose goal is the word after it stays.", text(("c b a c c", "c c b c a")), {},
        "2 edits of 5", "shifts"),
    ter("boundary-within-itself", "A phrase moves on by fewer words than it has.", text(("c d c b", "b c c b d b")), {},
        "3 edits of 6", "shifts"),
    *[ter(f"boundary-beam-{name}", "A beam of one cell beside a diagonal that is not steep by a whole number.", text(pair),
          {"beam_width": 1}, derivation, "ter-limits")
      for name, pair, derivation in (
          ("two-of-three", ("b a a", "b a"), "2 edits of 2"),
          ("four-of-two", ("d e", "e b a d"), "4 edits of 4"),
          ("three-of-one", ("a", "a b b"), "2 edits of 3"),
          ("five-of-one", ("c", "c d d d a"), "4 edits of 5"),
          ("five-of-five", ("a a d d b", "d a d b a"), "3 edits of 5"),
      )],
    rouge_l("boundary-case-ascii", "A and Z are capital letters.", text(("A Z", "a z")),
            {"case": "ascii", "tokenizer": "none"}, "2/2", "case"),
    rouge_w("boundary-one-for-two", "One word matches one of two.", text(("a", "a a")), SCRIPT,
            "one run of 1: P = 1, R = (1/2^1.2)^(1/1.2) = 1/2", "weighted-runs"),
    rouge_w("boundary-unfinished-run", "A run that its sentence does not end is lost: it does not go on in the next one.",
            text(("a b\nc", "b\na b\nc")), {**SCRIPT, "recall_base": "once"}, "runs of 1 and 1", "weighted-runs newlines"),
    char("boundary-recall", "Two characters of three.", text(("ab", "abc")), {"measure": "recall"}, "2/3"),
    drop("boundary-more-parts", "The number in a predicted part is not asked for.", text(("7 cats\nx", "cats")), {},
         "(2/3 + 0)/2, to two digits 0.33", "numbers newlines"),
    answer("boundary-ideographs", "The first and the last of the ideographs that stand alone, U+4E00 and U+9FA5.",
           text(("\u4e00\u4e00\u9fa5\u9fa5", "\u4e00\u9fa5")), {"normalization": "none", "segmentation": "mixed"},
           "2 of 4 and 2: 2/3", "chinese"),
    em("boundary-order-of-parts", "Parts in another order are the same parts.", text(("b\na", "a\nb")),
       {"spans": "lines", "normalization": "none"}, "1", "newlines"),
    distance("boundary-max-length", "A text as long as the limit.", text(("ab", "abc")), {"max_length": 3}, "1", "limit"),
    distance("boundary-exchange-late", "x deleted, and a and b exchanged.", text(("yba", "xyab")), {"operations": "osa"},
             "1 + 1", "exchange"),
    distance("boundary-exchange-same", "A doubled unit costs nothing, but a third one does.", text(("xaaa", "xa")),
             {"operations": "damerau-same"}, "one of two deletions", "exchange"),
    mcc("boundary-int32", "The product of the margins is 3 * 2^31: in 32 bits -2^31, which is not positive.",
        confusion([0, 1], [356, 156], [28, 100]), {"integers": "int32"}, "512 * 128 * 384 * 256 = 3 * 2^31", "overflow"),
    ppl("boundary-bytes", "The last characters of one, two and three bytes in UTF-8, and those that follow.",
        {"logprobs": [[-15.0]], "texts": ["\x7f\x80\u07ff\u0800\uffff\U00010000"]}, {"denominator": "byte"},
        "1 + 2 + 2 + 3 + 3 + 4 = 15 bytes: e", "code-points"),
    choices("boundary-bytes", "Characters of two, three and four bytes, and the last one of one byte.",
            {"items": [choice("\x80", -1.9, 0), choice("\u0800", -2.7, 0), choice("\U00010000", -3.5, 0),
                       choice("\x7f", -1.5, 1)]},
            {"normalization": "bytes"}, "-0.95, -0.9 and -0.875 > -1 > -1.5: 4/4", "choice-length code-points"),
    threshold("boundary-many", "640 items are shuffled.", MANY, {}, "F1-mult of the held-out half", "f1-mult"),
    threshold("boundary-two-exchanged", "This seed exchanges two items.", scored([0, 1], [0.25, 0.75]), {"seed": 0},
              "0.25 < 0.75 is held out: class 0 alone", "f1-mult"),
    threshold("boundary-two-left", "This one leaves them as they are.", scored([0, 1], [0.25, 0.75]), {"seed": 1},
              "0.75 > 0.25 is held out: class 1 alone", "f1-mult"),
    threshold("boundary-lowest-cut", "The best cut is above the lowest score.",
              scored([0, 1, 0, 1], [0.125, 0.5, 0.25, 0.875]), {**IN_ORDER, "cut": "score-above"},
              "the threshold is 0.5, and 0.25 < 0.5 < 0.875: 1", "f1-mult"),
    threshold("boundary-infinite", "No score is above an infinite one, which is no tie with it.",
              scored([0, 0, 1, 0], [0.125, "inf", 0.5, 0.0625]), {**IN_ORDER, "ties": "together"},
              "the threshold is infinity: no item is predicted as 1", "f1-mult numbers"),
]
