"""One side alone: each rule finds what it is about, and nothing in ordinary inputs; segments' effects are exact."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, Labels
from samescore.base.outcome import Score
from samescore.data.kinds import Data
from samescore.data.likelihoods import TokenLogProbs
from samescore.metrics import find, metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import Account
from samescore.verbs.why.account.rules import RULES
from tests.explaining import account

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _texts(*pairs: tuple[str, str]) -> Corpus:
    return Corpus.from_segments([hypothesis for hypothesis, _ in pairs], [[reference] for _, reference in pairs])


def _counts(tn: int, fp: int, fn: int, tp: int) -> Labels:
    gold = [0] * (tn + fp) + [1] * (fn + tp)
    return Labels(gold, [0] * tn + [1] * fp + [0] * fn + [1] * tp)


_LONG = _texts(("yes yes yes yes yes", "yes"), ("the cat", "the cat"))
#: Where each rule applies, and what it must say: numbers that are counted by hand.
_CASES: dict[str, tuple[str, str, Data, dict[str, Any], tuple[str, ...]]] = {
    "nothing-left": (
        "native:rouge_score",
        "rougeL",
        _texts(("बिरालो घर", "बिरालो घर")),
        {},
        ("keeps nothing of all 2 texts", "--set tokenizer=none would give 1"),
    ),
    "little-left": (
        "native:rouge_score",
        "rougeL",
        _texts(("猫は家 a", "犬は家 a")),
        {},
        ("keeps only 2 of 8 letters",),
    ),
    "no-ngrams-of-an-order": (
        "native:sacrebleu",
        "bleu",
        _texts(("Hello there", "Hello there")),
        {},
        ("no hypothesis has a 3-gram: the longest has 2 tokens", "--set max_order=2 would give 100"),
    ),
    "no-match-of-an-order": (
        "native",
        "bleu",
        _texts(("a b c x e f", "a b c d e f")),
        {"smoothing": "none"},
        ("no 4-gram of the 3", "the geometric mean is 0"),
    ),
    "brevity-penalty": (
        "native:sacrebleu",
        "bleu",
        _texts(("a b c d", "a b c d e f g h")),  # exp(1 - 8/4), and 100 without it
        {},
        ("penalty is 0.367879", "4 tokens for 8", "--set brevity_penalty=none (the precisions alone) would give 100"),
    ),
    "too-long": (
        "native:sacrebleu",
        "bleu",
        _texts(("a b c d e e e e e e", "a b c d e")),
        {},
        ("10 tokens for 5",),
    ),
    "segments-at-zero": (
        "native",
        "bleu",
        _texts(("a b c d", "a b c d"), ("no", "yes")),
        {"average": "sentences", "smoothing": "none"},
        ("1 of 2 segments scores 0 alone", "(line 2)"),
    ),
    "missing-orders": (
        "native:sacrebleu",
        "chrf",
        _texts(("no", "no")),
        {},
        ("no n-grams of 4 of 6 orders", "character 3"),
    ),
    "no-sentences": (
        "native:rouge_score",
        "rougeLsum",
        _texts(("One cat. Two dogs.", "Two dogs. One cat.")),
        {},
        ("all 2 texts have several sentences", "--set sentences=full-stop would give 1"),
    ),
    "line-breaks-ignored": (
        "native:rouge_score",
        "rougeL",
        _texts(("One cat\nTwo dogs", "Two dogs\nOne cat")),
        {},
        ("1 of 1 segments has references of several lines", "rouge-lsum would give 1"),
    ),
    "weights-of-zero": (
        "native",
        "cider",
        _texts(("a man rides a horse", "a man rides a horse")),
        {},
        ("the corpus has one segment", "log(1/1) = 0", "bleu would give 100"),
    ),
    "few-documents": (
        "native",
        "cider",
        _texts(("a cat", "a cat"), ("a dog", "a dog")),
        {},
        ("come from only 2 segments", "log(2) = 0.693, and a weighs nothing"),
    ),
    "more-edits-than-words": (
        "native:sacrebleu",
        "ter",
        _LONG,  # 4 edits, 3 words; 4 edits of 5 words by the match error rate, and 2 more hits
        {},
        (
            "133.333 is above 100",
            "4 edits for 3 reference words; 1 of 2 segments has more edits",
            "(7 to 3)",
            "mer, which is at most 1, would give 0.571429",
        ),
    ),
    "no-reference-words": (
        "native:jiwer",
        "wer",
        _texts(("a b", "")),
        {},
        ("division by 0; empty_reference=insertions",),
    ),
    "positive-class": (
        "native",
        "f1",
        Labels(["x", "y", "y"], ["x", "x", "y"]),
        {},
        (
            "scores the class '1', but the 2 classes are 'x', 'y'",
            "--set average=class --set positive=x would give 0.666667",
        ),
    ),
    "one-class": (
        "native:sklearn",
        "mcc",
        Labels([1, 1, 1, 1], [1, 0, 1, 1]),
        {},
        ("the gold labels are all '1': the coefficient is 0/0", "accuracy would give 0.75"),
    ),
    "absent-classes": (
        "native:sklearn",
        "f1",
        Labels(["a", "a", "b", "b"], ["a", "c", "b", "b"]),
        {"average": "macro"},
        ("1 of 3 classes is never in gold ('c')", "--set average=micro would give 0.75"),
    ),
    "overflow": (
        "native",
        "mcc",
        _counts(30_000, 20_000, 10_000, 40_000),  # 60000 * 50000 * 50000 * 40000 = 6e18 is below 2^63, beyond 2^31
        {},
        ("wrap around in int32",),
    ),
    "chance-agreement": (
        "native:sklearn",
        "kappa",
        _counts(90, 5, 5, 0),  # agreement 0.9, by chance 0.95^2 + 0.05^2 = 0.905
        {},
        ("agree on 0.9 of the items, but chance alone gives 0.905", "95 of 100 gold labels are '0'"),
    ),
    "majority-class": (
        "native:sklearn",
        "accuracy",
        _counts(80, 10, 10, 0),
        {},
        ("80 of 100 items are right; always predicting '0' would give 90",),
    ),
    "probability-zero": (
        "native",
        "perplexity",
        TokenLogProbs([[-1.0, -math.inf], [-1.0]]),
        {},
        ("1 of 2 sequences has a token of probability 0 (sequence 1)",),
    ),
    "too-large": ("native", "perplexity", TokenLogProbs([[-900.0]]), {}, ("900 nats", "would give 900")),
    "one-sequence-decides": (
        "native",
        "perplexity",
        TokenLogProbs([[-1.0] * 10, [-1.0] * 10, [-9.0]]),
        {"average": "sequences"},
        ("sequence 3 of 3 alone makes up 100 %",),
    ),
    "identical-but-not-perfect": (
        "native:sacrebleu",
        "bleu",
        _texts(("two words", "two words")),
        {},
        ("every hypothesis equals a reference, but the score is 0, not 100",),
    ),
    "better-in-another-order": (
        "native",
        "wer",
        _texts(("one", "zero"), ("two cats", "one"), ("three dogs", "two cats"), ("four", "three dogs")),
        {},
        ("far better, 0, if the references are shifted by one line",),
    ),
    "subwords": (
        "native:sacrebleu",
        "bleu",
        _texts(("the c@@ at s@@ at on it", "the cat sat on it")),
        {},
        ("1 of 1 hypotheses is split into subwords", "with the pieces joined it would give 100"),
    ),
    "one-side-tokenized": (
        "native",
        "bleu",
        _texts(("He came , and went .", "He came, and went."), ("Why not ?", "Why not?")),
        {"tokenizer": "none"},
        ("the hypotheses are tokenized (spaces before punctuation on 2 of 2 lines)",),
    ),
    "no-spaces": (
        "native:jiwer",
        "wer",
        _texts(("我今天去了图书馆", "我今天去过图书馆")),
        {},
        ("tokens of 8.0 characters", "cer, would give 0.125"),
    ),
    "empty-hypotheses": (
        "native:sacrebleu",
        "bleu",
        _texts(("", "a b c d"), ("a b c d e", "a b c d e")),
        {},
        ("1 of 2 segments has an empty hypothesis (line 1)",),
    ),
    "empty-references": (
        "native:sacrebleu",
        "ter",
        _texts(("a b", "a b"), ("", "")),
        {},
        ("1 of 2 segments has an empty reference (line 2)",),
    ),
    "surface-differences": (
        "native:jiwer",
        "wer",
        _texts(("The cat sat", "the cat sat"), ("well yes", "well, yes")),
        {},
        ("all 2 hypotheses differ", "--set case=lower would give 0.2", "without case and punctuation it would give 0"),
    ),
    "beyond-the-range": (
        "native:sacrebleu.sentence_bleu",
        "bleu",
        _texts(("two words", "two words")),
        {},
        ("100.00000000000004 exceeds 100 by 4.3e-14",),
    ),
}

#: Inputs about which nothing is unusual.
_ORDINARY: list[tuple[str, str, Data, dict[str, Any]]] = [
    ("native:sacrebleu", name, _texts(("The cat sat on the mat today.", "The cat sat on the mat again."),
                                      ("It was a long and winding road.", "It was a very long and winding road.")), {})
    for name in ("bleu", "chrf", "ter")
] + [
    ("native:rouge_score", "rougeL", _texts(("the cat sat on the mat", "a cat sat on a mat")), {}),
    ("native", "rougeL", _texts(*zip(("a b", "c d", "e f", "g h"), ("a b", "c d", "e f", "g h"), strict=True)), {}),
    ("native:jiwer", "wer", _texts(("the cat sat on the mat", "a cat sat on a mat")), {}),
    ("native:sklearn", "mcc", _counts(10, 3, 2, 12), {}),
    ("native:sklearn", "f1", _counts(10, 3, 2, 12), {"average": "macro"}),
    ("native:sklearn", "accuracy", _counts(10, 3, 2, 12), {}),
    ("native:sklearn", "kappa", _counts(10, 3, 2, 12), {}),
    ("native", "perplexity", TokenLogProbs([[-1.0, -2.0], [-0.5, -1.0]]), {}),
]  # fmt: skip


def _said(of: Account) -> dict[str, str]:
    return {remark.id: f"{remark.sentence} -> {remark.remedy}" for remark in of.remarks}


def test_a_remark_applies_at_its_threshold() -> None:
    said = _said(account("native:sklearn", "accuracy", _counts(90, 0, 10, 0)))
    assert "90 of 100 items are right; always predicting '0' would give 90" in said["majority-class"]


@pytest.mark.parametrize("texts", [("no", "nobody"), ("nobody", "no")])
def test_an_order_is_missing_if_one_side_has_no_ngram_of_it(texts: tuple[str, str]) -> None:
    said = _said(account("native:sacrebleu", "chrf", _texts(texts)))
    assert "no n-grams of 4 of 6 orders" in said["missing-orders"]


def test_what_tokenization_drops_is_said_before_the_ngrams() -> None:
    names = [rule.id for rule in RULES]
    assert names[:2] == ["nothing-left", "little-left"]


def test_there_is_a_case_for_every_rule() -> None:
    assert sorted(_CASES) == sorted(rule.id for rule in RULES)


@pytest.mark.parametrize("name", _CASES)
def test_each_rule_finds_and_counts_its_condition(name: str) -> None:
    implementation, metric_name, data, knobs, words = _CASES[name]
    said = _said(account(implementation, metric_name, data, **knobs))
    assert name in said, said
    for part in words:
        assert part in said[name], said[name]


@pytest.mark.parametrize(("implementation", "name", "data", "knobs"), _ORDINARY)
def test_ordinary_inputs_get_no_remarks(implementation: str, name: str, data: Data, knobs: dict[str, Any]) -> None:
    ordinary = account(implementation, name, data, **knobs)
    assert _said(ordinary) == {}
    assert ordinary.alternatives == []
    assert ordinary.explained


_THREE = _texts(
    ("the cat sat on the mat", "a cat sat on the mat"), ("no", "yes"), ("so it is here", "so it was there then")
)


@pytest.mark.parametrize("name", ["bleu", "chrf", "ter", "wer", "cer", "gleu", "nist", "distinct", "char-f1", "mer"])
def test_an_effect_is_the_number_minus_that_without_the_segment(name: str) -> None:
    settings = find(name)[0].settings()
    whole = native_outcome(_THREE, settings)
    assert isinstance(whole, Score)
    of = account("native", name, _THREE)
    assert of.measured == "left-out"
    assert of.contributions
    for effect in of.contributions:
        rest = Corpus(_THREE.segments[: effect.index] + _THREE.segments[effect.index + 1 :])
        without = native_outcome(rest, settings)
        assert isinstance(without, Score)
        assert effect.effect == whole.value - without.value
        assert effect.hypothesis == _THREE.hypothesis_lines[effect.index]


@pytest.mark.parametrize("name", ["rouge-l", "cider", "meteor", "ribes"])
def test_the_parts_of_a_mean_add_up_to_it(name: str) -> None:
    of = account("native", name, _THREE)
    assert of.measured == "part"
    assert of.side.number is not None
    assert math.fsum(part.effect for part in of.contributions) == pytest.approx(of.side.outcome.value, rel=1e-12)


def test_the_segment_with_the_largest_effect_goes_first() -> None:
    texts = _texts(("the cat", "the cat"), ("yes yes yes yes yes", "yes"), ("no", "yes"))
    of = account("native:sacrebleu", "ter", texts)
    # 5 edits of 4 words: without the segments 1 of 3, 5 of 2, 4 of 3
    assert [(part.index, part.alone) for part in of.contributions] == [(0, 0.0), (1, 400.0), (2, 100.0)]
    assert [round(part.effect, 4) for part in of.contributions] == [-125.0, 91.6667, -8.3333]


def test_stages_have_the_names_of_their_columns() -> None:
    of = account("native:sacrebleu", "ter", _LONG)
    assert [(stage.name, stage.text) for stage in of.stages] == [
        ("counts", "edits 4, shifts 0, reference_words 3, references 2")
    ]


def test_a_number_of_zero_has_the_settings_that_give_another() -> None:
    of = account("native:sacrebleu", "bleu", _texts(("two words", "two words")))
    numbers = {str(change): other.outcome.value for other in of.alternatives for change in other.changes}
    assert numbers["mean: geometric -> arithmetic"] == 50.0  # of 1, 1, 0, 0
    assert {other.metric: other.outcome.value for other in of.alternatives if not other.changes}["rouge-l"] == 1.0


def test_an_answer_that_is_no_number_has_an_account_too() -> None:
    of = account("native", "bleu", Corpus.from_segments([], []))
    assert "raised ZeroDivisionError" in of.sentence
    assert any(str(change).startswith("empty_input: raise -> zero") for o in of.alternatives for change in o.changes)


def test_mcc_beyond_its_range_is_an_overflow() -> None:
    labels = _counts(45_000, 5_000, 5_000, 45_000)
    exact = account("native", "mcc", labels)
    assert exact.side.outcome.value == 0.8
    wrapped = metric("mcc").settings(integers="int32")
    outcome = native_outcome(labels, wrapped)
    said = _said(account("native", "mcc", labels, integers="int32"))
    assert isinstance(outcome, Score)
    assert "the exact coefficient is 0.8" in said["overflow"]


def test_an_unreproduced_score_is_reported_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    liar = "def liar(hypotheses, references):\n    return 12.5\nliar.samescore = {'metric': 'bleu'}\n"
    (tmp_path / "one_sided_liar.py").write_text(liar, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    of = account("py:one_sided_liar:liar", "bleu", _THREE)
    assert not of.explained
    assert of.sentence.startswith("Unexplained: py:one_sided_liar:liar.bleu answers 12.5")
