"""Remarks on one side, at the limits where they begin: the last input without the remark, and the first with it."""

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


def _words(number: int, letter: str = "w") -> str:
    return " ".join(f"{letter}{index}" for index in range(number))


def _counts(tn: int, fp: int, fn: int, tp: int) -> Labels:
    gold = [0] * (tn + fp) + [1] * (fn + tp)
    return Labels(gold, [0] * tn + [1] * fp + [0] * fn + [1] * tp)


def _log_probs(*perplexities: float) -> TokenLogProbs:
    return TokenLogProbs([[-math.log(value)] for value in perplexities])


_ABOUT_TWO = Labels(["a", "b", "c", "d"], ["a", "a", "a", "b"])
_MANY = Labels(list("abcdefgh"), ["a"] * 8)
_BIG = _counts(30_000, 20_000, 10_000, 40_000)  # the products are 6e18, and the coefficient is 1e9 / sqrt(6e18)
_BINARY: dict[str, Any] = {"average": "class", "positive": "a"}


@pytest.mark.parametrize(
    ("name", "metric", "data", "knobs", "words"),
    [
        ("majority-class", "accuracy", _counts(90, 0, 9, 1), {}, None),
        ("majority-class", "accuracy", Labels([0, 0, 0], [0, 0, 0]), {}, None),
        ("majority-class", "accuracy", _counts(50, 40, 0, 5), {}, "55 of 95 items are right; always predicting '0' would give 90"),
        ("chance-agreement", "kappa", _counts(25, 3, 5, 7), {}, "agree on 0.8 of the items, but chance alone gives 0.6: 28 of 40 gold labels are '0'"),
        ("chance-agreement", "kappa", _counts(24, 3, 5, 8), {}, None),
        ("chance-agreement", "kappa", Labels([0, 0, 0], [0, 1, 0]), {}, None),
        ("chance-agreement", "kappa", Labels([0, 1, 0], [0, 0, 0]), {}, None),
        ("one-class", "kappa", Labels([1, 1], [1, 1]), {}, "the gold labels are all '1' and the predicted labels are all '1': chance agreement is already 1"),
        ("one-class", "kappa", Labels([1, 1], [1, 0]), {}, "the gold labels are all '1': the agreement equals chance agreement, so kappa is 0"),
        ("one-class", "kappa", Labels([1, 0], [1, 1]), {}, "the predicted labels are all '1': the agreement equals"),
        ("one-class", "kappa", Labels([1, 0], [0, 1]), {}, None),
        ("one-class", "balanced-accuracy", Labels([1, 1], [1, 0]), {}, "the score says little about classes"),
        ("absent-classes", "f1", _ABOUT_TWO, {"average": "macro"}, "2 of 4 classes are never predicted ('c', 'd'): each enters the mean over 4 classes"),
        ("absent-classes", "f1", _ABOUT_TWO, {"average": "weighted"}, "2 of 4 classes are never predicted"),
        ("absent-classes", "f1", _ABOUT_TWO, {"average": "micro"}, None),
        ("absent-classes", "f1", _MANY, {"average": "macro"}, "7 of 8 classes are never predicted ('b', 'c', 'd', 'e', 'f', 'g' and others)"),
        ("absent-classes", "f1", Labels(list("abcdefg"), ["a"] * 7), {"average": "macro"}, "6 of 7 classes are never predicted ('b', 'c', 'd', 'e', 'f', 'g'):"),
        ("overflow", "mcc", _BIG, {"integers": "int32"}, "products of counts wrap around in int32: the exact coefficient is 0.408248"),
        ("overflow", "mcc", _BIG, {"integers": "int64"}, None),
        ("overflow", "mcc", _BIG, {}, "the products of counts are so large that they wrap around in int32 (which would give"),
        ("positive-class", "f1", Labels(list("abc"), list("abc")), {"average": "binary", "positive": "a"}, "average=binary scores the class 'a', but the 3 classes are 'a', 'b', 'c'"),
        ("positive-class", "f1", Labels(list("abc"), list("abc")), _BINARY, None),
        ("positive-class", "f1", Labels(list("bcd"), list("bcd")), _BINARY, "average=class scores the class 'a', but the 3 classes are 'b', 'c', 'd'"),
        ("positive-class", "f1", Labels(list("ab"), list("ab")), {"average": "binary", "positive": "a"}, None),
        ("one-sequence-decides", "perplexity", _log_probs(2.0000001, 1, 1), {"average": "sequences"}, "sequence 1 of 3 alone makes up 50 % of the sum of perplexities (2; 1 tokens)"),
        ("one-sequence-decides", "perplexity", _log_probs(1.9, 1, 1), {"average": "sequences"}, None),
        ("one-sequence-decides", "perplexity", _log_probs(9, 1), {"average": "sequences"}, None),
        ("one-sequence-decides", "perplexity", _log_probs(9, 1, 1), {"average": "tokens"}, None),
        ("probability-zero", "perplexity", TokenLogProbs([[-math.inf], [-1.0, -math.inf]]), {}, "all 2 sequences have a token of probability 0 (sequence 1)"),
        ("too-large", "perplexity", TokenLogProbs([[-709.7]]), {}, None),
        ("too-large", "perplexity", TokenLogProbs([[-709.8]]), {}, "the cross-entropy reaches 709.8 nats per token"),
        ("brevity-penalty", "bleu", _texts((_words(10), _words(11))), {}, None),
        ("brevity-penalty", "bleu", _texts((_words(9), _words(10))), {}, "the brevity penalty is 0.894839: the hypotheses have 9 tokens for 10"),
        ("too-long", "bleu", _texts((_words(6), _words(4))), {}, "the hypotheses have 6 tokens for 4 in the references"),
        ("too-long", "bleu", _texts((_words(7), _words(5))), {}, None),
        ("no-ngrams-of-an-order", "bleu", _texts(("a", "a")), {}, "no hypothesis has a 2-gram: the longest has 1 token, and the mean is over orders 1 to 4"),
        ("no-ngrams-of-an-order", "bleu", _texts(("a b c d", "a b c d")), {}, None),
        ("no-match-of-an-order", "bleu", _texts(("a b c d", "e f g h")), {}, "no token of the 4 in the hypotheses matches: nothing to smooth"),
        ("no-match-of-an-order", "bleu", _texts(("a x c d", "a b c e")), {}, "no 2-gram of the 3 in the hypotheses matches: the smoothing (exp) replaces the 0"),
        ("segments-at-zero", "bleu", _texts(("a", "b")), {"average": "sentences", "smoothing": "none"}, None),
        ("segments-at-zero", "bleu", _texts(("a", "b"), ("c", "d")), {"average": "sentences", "smoothing": "none"}, "all 2 segments score 0 alone"),
        ("segments-at-zero", "bleu", _texts(("a", "b"), ("c", "d")), {"smoothing": "none"}, None),
        ("no-sentences", "rougeLsum", _texts(("One. Two.", "One.")), {}, "1 of 2 texts has several sentences"),
        ("no-sentences", "rougeLsum", _texts(("One. Two.\nThree.", "One.")), {}, None),
        ("no-sentences", "rougeLsum", _texts(("One. Two.\n", "One.")), {}, "1 of 2 texts has several sentences"),
        ("line-breaks-ignored", "rougeL", _texts(("a\nb", "a b\n")), {}, None),
        ("line-breaks-ignored", "rougeL", _texts(("a", "a\nb"), ("b", "b\nc")), {}, "all 2 segments have references of several lines"),
        ("weights-of-zero", "cider", _texts(("a b", "a b"), ("a b", "a b")), {}, "each of the 3 n-grams of the references is in all 2 segments"),
        ("weights-of-zero", "cider", _texts(("a b", "a b"), ("a", "a")), {}, None),
        ("little-left", "rougeL", _texts(("猫 a", "猫 a")), {}, None),
        ("little-left", "rougeL", _texts(("猫猫 a", "猫 a")), {}, "keeps only 2 of 5 letters and digits"),
        ("subwords", "bleu", _texts(("▁the ▁c at ▁sat ▁down", "the cat sat down")), {}, "1 of 1 hypotheses is split into subwords"),
        ("no-spaces", "wer", _texts(("ฉันชอบแมว", "ฉันรักแมว")), {}, "the references have no spaces between words"),
        ("no-spaces", "wer", _texts(("我们 今天", "我们 昨天")), {}, None),
        ("no-spaces", "wer", _texts(("我们今天去", "我们昨天去")), {}, "tokens of 5.0 characters"),
        ("more-edits-than-words", "wer", _texts(("x y", "a b")), {}, None),
        ("more-edits-than-words", "wer", _texts((_words(6, "x"), _words(5))), {}, "the hypotheses are 1.2 times as long as the references (6 to 5)"),
        ("more-edits-than-words", "cer", _texts(("xyz", "ab")), {}, "there are 3 edits for 2 reference characters; 1 of 1 segments has more edits than reference characters, the worst 3 edits for 2 (line 1)"),
        ("no-reference-words", "wer", _texts(("a", ""), ("b", "c")), {}, None),
        ("empty-hypotheses", "bleu", _texts(("a", "a"), (" ", "b"), ("", "c")), {}, "2 of 3 segments have an empty hypothesis (line 2)"),
    ],
)  # fmt: skip
def test_a_remark_at_its_limit(name: str, metric: str, data: Data, knobs: dict[str, Any], words: str | None) -> None:
    said = {remark.id: remark.sentence for remark in account("native", metric, data, **knobs).remarks}
    assert (name in said) == (words is not None), said
    assert (words or "") in said.get(name, "")


def _remedy(name: str, metric: str, data: Data, **knobs: Any) -> str:
    return next(remark.remedy for remark in account("native", metric, data, **knobs).remarks if remark.id == name)


def test_remedies_of_a_rate_above_1() -> None:
    """Six edits of five words; swapped five of six, and the match error rate is 6 of 6."""
    much = _remedy("more-edits-than-words", "wer", _texts((_words(6, "x"), _words(5))))
    assert much == (
        "the match error rate, mer, which is at most 1, would give 1; with hypotheses and references swapped it would give 1; "
        "look for repeated or run-on output"
    )
    little = _remedy("more-edits-than-words", "wer", _texts((_words(7, "x"), _words(6))))
    assert little.endswith("swapped it would give 1")


def test_subwords_are_joined_in_remedies() -> None:
    for hypothesis in ("▁the ▁c at ▁sat ▁down", "the c@@ at sat do@@ wn"):
        remedy = _remedy("subwords", "bleu", _texts((hypothesis, "the cat sat down")))
        assert remedy.endswith("; with the pieces joined it would give 100")


def test_remedies_of_an_absent_match() -> None:
    """With the text's own words in lower case, everything matches."""
    remedy = _remedy("surface-differences", "wer", _texts(("The cat", "the cat"), ("a, b", "a b")))
    assert remedy == (
        "--set case=lower would give 0.25; without case and punctuation it would give 0"
    )  # fmt: skip
