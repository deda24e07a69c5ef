"""Remarks on one side, word for word: unusual inputs, and what to do."""

from __future__ import annotations

import math
from typing import Any

import pytest

from samescore import Corpus, Labels
from samescore.data.kinds import Data
from samescore.data.likelihoods import TokenLogProbs
from tests.explaining import account

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _texts(*pairs: tuple[str, str]) -> Corpus:
    return Corpus.from_segments([hypothesis for hypothesis, _ in pairs], [[reference] for _, reference in pairs])


def _counts(tn: int, fp: int, fn: int, tp: int) -> Labels:
    gold = [0] * (tn + fp) + [1] * (fn + tp)
    return Labels(gold, [0] * tn + [1] * fp + [0] * fn + [1] * tp)


_HALF = Labels([1, 1], [1, 0])
_BIG = _counts(30_000, 20_000, 10_000, 40_000)
_WEIGHTS = "document frequencies are counted in the references of this corpus, and"
_NO_WEIGHT = "score the whole test set at once; for so few segments, bleu would give 0; rouge-l would give 1"


@pytest.mark.parametrize(
    ("metric", "data", "knobs", "remarks"),
    [
        ("mcc", _HALF, {}, [("the gold labels are all '1': the coefficient is 0/0; zero_division=0 decides the score", "scikit-learn and others return 0, some packages nan or 1: state the convention, or report accuracy; accuracy would give 0.5")]),
        ("kappa", Labels([1, 1], [1, 1]), {}, [("the gold labels are all '1' and the predicted labels are all '1': chance agreement is already 1, so kappa is 0/0; zero_division=nan decides the score", "report the agreement itself (accuracy); accuracy would give 1")]),
        ("kappa", _HALF, {}, [("the gold labels are all '1': the agreement equals chance agreement, so kappa is 0", "report the agreement itself (accuracy) beside it; accuracy would give 0.5")]),
        ("balanced-accuracy", _HALF, {}, [("the gold labels are all '1': the score says little about classes", "check that the labels are read correctly; accuracy would give 0.5")]),
        ("f1", Labels(list("abcd"), list("aaab")), {"average": "macro"}, [("2 of 4 classes are never predicted ('c', 'd'): each enters the mean over 4 classes, where zero_division=0 replaces 0/0", "--set average=micro would give 0.25")]),
        ("kappa", _counts(25, 3, 5, 7), {}, [("the labels agree on 0.8 of the items, but chance alone gives 0.6: 28 of 40 gold labels are '0'", "also report the agreement and the class proportions")]),
        ("mcc", _BIG, {}, [("the products of counts are so large that they wrap around in int32 (which would give 0)", "such an implementation returns a different number, 0, or one outside -1 to 1")]),
        ("mcc", _BIG, {"integers": "int32"}, [("products of counts wrap around in int32: the exact coefficient is 0.408248", "use a release that computes in floats or unbounded integers (--set integers=unbounded)")]),
        ("perplexity", TokenLogProbs([[-1.0, -math.inf], [-1.0]]), {}, [("1 of 2 sequences has a token of probability 0 (sequence 1): the perplexity is infinite", "look for scored padding, or probabilities rounded to 0")]),
        ("perplexity", TokenLogProbs([[-800.0]]), {}, [("the cross-entropy reaches 800 nats per token, and e to that power is beyond the largest double", "check the sign and the base of the log-probabilities; --set measure=nats, the cross-entropy itself, would give 800")]),
        ("bleu", _texts(("a b c d", "x y z w")), {}, [("no token of the 4 in the hypotheses matches: nothing to smooth", "chrf would give 0")]),
        ("bleu", _texts(("a b c d e", "a b c d e f g h i j k l")), {}, [("the brevity penalty is 0.246597: the hypotheses have 5 tokens for 12 in the references", "--set brevity_penalty=none (the precisions alone) would give 100; check that no output is truncated or missing")]),
        ("bleu", _texts(("a b c d e a b c d e", "a b c d e")), {}, [("the hypotheses have 10 tokens for 5 in the references: the excess lowers every precision", "look for repeated or run-on output, and check that the files are not swapped")]),
        ("bleu", _texts(("a b c d", "a b c d"), ("a b", "x y")), {"average": "sentences"}, [("1 of 2 segments scores 0 alone, because no n-gram of some order matches (line 2), and the mean counts them as 0", "--set average=corpus, which adds up the counts first, would give 84.0896")]),
        ("chrf", _texts(("ab", "ab")), {}, [("the texts have no n-grams of 4 of 6 orders (character 3, character 4, character 5, character 6); empty_order=effective says how these count", "--set empty_order=zero would give 33.3333")]),
        ("rouge-lsum", _texts(("a b. c d. e", "a b. c d")), {}, [("no text has a line break, so each is one sentence and rouge-lsum equals rouge-l; all 2 texts have several sentences", "put each sentence on its own line (in a .jsonl file, as \\n)")]),
        ("rouge-l", _texts(("a b", "a b\nc d")), {}, [("1 of 1 segments has references of several lines, which rouge-l reads as one sentence; publications on summarization mostly report rouge-lsum as ROUGE-L", "rouge-lsum would give 0.666667")]),
        ("cider", _texts(("a b", "a b")), {}, [(f"{_WEIGHTS} the corpus has one segment: every n-gram of a reference has weight log(1/1) = 0, so the score is 0 for any hypotheses", _NO_WEIGHT)]),
        ("cider", _texts(("a b", "a b"), ("a b", "a b")), {}, [(f"{_WEIGHTS} each of the 3 n-grams of the references is in all 2 segments: every n-gram of a reference has weight log(2/2) = 0, so the score is 0 for any hypotheses", _NO_WEIGHT)]),
        ("wer", Corpus.from_segments(["a"], [[""]]), {}, [
            ("no reference has a word, so the rate is a division by 0; empty_reference=insertions decides the score", "remove such segments, or state the convention used"),
            ("1 of 1 segments has an empty reference (line 1): it counts like any other reference", "check that no line was lost or shifted when writing the files"),
        ]),
    ],
)  # fmt: skip
def test_the_words_of_remarks(metric: str, data: Data, knobs: dict[str, Any], remarks: list[tuple[str, str]]) -> None:
    found = [(remark.sentence, remark.remedy) for remark in account("native", metric, data, **knobs).remarks]
    assert [remark for remark in found if remark in remarks] == remarks, found
    assert not [sentence for sentence, _ in found if "reaches inf" in sentence], "one remark on a probability of 0"
