"""The options of torchmetrics', seqeval's and evaluate's names, without these packages: each changes a score as it should."""

from __future__ import annotations

from typing import Any

import pytest

from samescore.compat import compat, evaluate
from samescore.compat.torchmetrics.functional import text

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("name", "arguments", "options", "value"),
    [
        ("bleu_score", (["a b c"], [["a b d"]]), {"n_gram": 2}, (2 / 3 * 1 / 2) ** 0.5),
        ("bleu_score", ("a b c", [["a b d"]]), {"n_gram": 1}, 2 / 3),
        ("bleu_score", (["a b c"], [["a b d"]]), {"n_gram": 2, "smooth": True}, 2 / 3),
        ("bleu_score", (["a b c"], [["a b d"]]), {"n_gram": 2, "weights": [0.75, 0.25]}, (2 / 3) ** 0.75 * 0.5**0.25),
        ("bleu_score", (["a b c"], [["x", "a b c"]]), {"n_gram": 2}, 1),
        ("sacre_bleu_score", (["A b"], [["a b"]]), {"n_gram": 1}, 0.5),
        ("sacre_bleu_score", (["A b"], [["a b"]]), {"n_gram": 1, "lowercase": True}, 1),
        ("sacre_bleu_score", (["ab"], [["ac"]]), {"n_gram": 1, "tokenize": "char"}, 0.5),
        ("sacre_bleu_score", (["a b c"], [["a b d"]]), {"n_gram": 2, "smooth": True}, 2 / 3),
        ("sacre_bleu_score", (["a b c"], [["a b d"]]), {"n_gram": 2, "weights": [0.75, 0.25]}, (2 / 3) ** 0.75 * 0.5**0.25),
        ("chrf_score", (["ab"], [["Ab"]]), {"n_char_order": 1, "n_word_order": 0}, 0.5),
        ("chrf_score", (["ab"], [["Ab"]]), {"n_char_order": 1, "n_word_order": 0, "lowercase": True}, 1),
        ("chrf_score", (["a b"], [["ab"]]), {"n_char_order": 1, "n_word_order": 0}, 1),
        ("chrf_score", (["a b"], [["ab"]]), {"n_char_order": 1, "n_word_order": 0, "whitespace": True}, 10 / 11),
        ("chrf_score", (["a b"], [["ab"]]), {"n_char_order": 1, "n_word_order": 0, "whitespace": True, "beta": 1.0}, 4 / 5),
        ("chrf_score", (["ab c"], [["ab d"]]), {"n_char_order": 1, "n_word_order": 1}, 7 / 12),
        ("translation_edit_rate", ("A", ["a"]), {}, 0),
        ("translation_edit_rate", ("A", ["a"]), {"lowercase": False}, 1),
        ("translation_edit_rate", (["a ."], [["a"]]), {}, 1),
        ("translation_edit_rate", (["a ."], [["a"]]), {"no_punctuation": True}, 0),
        ("translation_edit_rate", (["a."], [["a ."]]), {}, 1),
        ("translation_edit_rate", (["a."], [["a ."]]), {"normalize": True}, 0),
        ("translation_edit_rate", (["我们"], [["我 们"]]), {"normalize": True, "asian_support": True}, 0),
        ("word_error_rate", (["a", "b"], ["a"]), {}, 0),
        ("char_error_rate", ("abc", "abd"), {}, 1 / 3),
        ("edit_distance", ("ab", "ba"), {}, 2),
    ],
)  # fmt: skip
def test_options_of_torchmetrics(name: str, arguments: tuple[Any, ...], options: dict[str, Any], value: float) -> None:
    """Of white space, P is 2/3 and R 1: F2 is 5 * 2/3 / (4 * 2/3 + 1). Results are floats of 32 bits."""
    assert float(getattr(text, name)(*arguments, **options)) == pytest.approx(value, rel=1e-6, abs=1e-12)


def test_rouge_of_torchmetrics() -> None:
    def f(**options: Any) -> float:
        scores: dict[str, Any] = text.rouge_score(["a b"], [["a c", "a b"]], rouge_keys="rouge1", **options)
        assert set(scores) == {"rouge1_fmeasure", "rouge1_precision", "rouge1_recall"}
        return float(scores["rouge1_fmeasure"])

    assert (f(), f(accumulate="best"), f(accumulate="avg")) == (1, 1, 0.75)
    precise: dict[str, Any] = text.rouge_score("a b c d", "a b", rouge_keys=("rouge1", "rouge2"))
    assert [float(precise[f"rouge1_{name}"]) for name in ("precision", "recall")] == [0.5, 1]
    assert [float(precise[f"rouge2_{name}"]) for name in ("precision", "recall")] == [
        pytest.approx(1 / 3),  # 32 bits
        1,
    ]  # 32 bits
    plain: dict[str, Any] = text.rouge_score("the cats", "the cat", rouge_keys="rouge1")
    stemmed: dict[str, Any] = text.rouge_score("the cats", "the cat", rouge_keys="rouge1", use_stemmer=True)
    assert (float(plain["rouge1_fmeasure"]), float(stemmed["rouge1_fmeasure"])) == (0.5, 1)


_LABELS = ([["B-PER", "I-PER", "O", "B-LOC"], ["B-LOC", "O"]], [["B-PER", "I-PER", "O", "B-PER"], ["B-LOC", "B-PER"]])


def test_averages_of_seqeval() -> None:
    """LOC: 1 of 1 found, of 2; PER: 1 of 3 found, of 1."""
    metrics = compat("seqeval").metrics
    gold, found = _LABELS
    assert metrics.precision_score(gold, found, average=None).tolist() == [1, 1 / 3]
    assert metrics.recall_score(gold, found, average=None).tolist() == [0.5, 1]
    assert metrics.f1_score(gold, found, average=None).tolist() == [pytest.approx(2 / 3), 0.5]  # rounded
    assert metrics.precision_score(gold, found) == 2 / 4
    assert metrics.recall_score(gold, found) == 2 / 3
    assert metrics.precision_score(gold, found, average="macro") == (1 + 1 / 3) / 2
    assert metrics.recall_score(gold, found, average="weighted") == pytest.approx((0.5 * 2 + 1) / 3)  # rounded
    assert metrics.accuracy_score(gold, found) == 4 / 6
    assert metrics.performance_measure(gold, found) == {"TP": 3, "FP": 2, "FN": 0, "TN": 1}


def test_suffixes_and_strict_schemes_of_seqeval() -> None:
    metrics = compat("seqeval").metrics
    assert metrics.f1_score([["PER-B", "PER-I"]], [["PER-B", "PER-I"]], suffix=True) == 1
    scheme = compat("seqeval").scheme.IOB2
    gold, found = [["B-PER", "I-PER"]], [["I-PER", "I-PER"]]
    assert metrics.f1_score(gold, found) == 1
    for name in ("f1_score", "precision_score", "recall_score"):
        score = getattr(metrics, name)
        assert score(gold, found, mode="strict", scheme=scheme, zero_division=0) == 0
        assert score(gold, found, scheme=scheme) == 1  # not without mode="strict"
        assert score(gold, gold, mode="strict", scheme=scheme) == 1


def test_a_report_of_seqeval() -> None:
    report = compat("seqeval").metrics.classification_report(*_LABELS, output_dict=True)
    assert report["LOC"] == {"precision": 1, "recall": 0.5, "f1-score": pytest.approx(2 / 3), "support": 2}  # rounded
    assert report["micro avg"]["support"] == report["macro avg"]["support"] == 3
    assert report["micro avg"]["precision"] == 0.5
    shown = compat("seqeval").metrics.classification_report(*_LABELS, digits=3)
    assert [line.split() for line in shown.split("\n") if line.strip()][:3] == [
        ["precision", "recall", "f1-score", "support"],
        ["LOC", "1.000", "0.500", "0.667", "2"],
        ["PER", "0.333", "1.000", "0.500", "1"],
    ]


@pytest.mark.parametrize(
    ("name", "texts", "options", "expected"),
    [
        ("google_bleu", ("a b", "a c"), {"max_len": 1}, {"google_bleu": 0.5}),
        ("google_bleu", ("a b c", "a b d"), {"min_len": 2, "max_len": 2}, {"google_bleu": 0.5}),
        ("google_bleu", ("a,b", "a,c"), {"max_len": 1}, {"google_bleu": 2 / 3}),
        ("google_bleu", ("a,b", "a,c"), {"max_len": 1, "tokenizer": str.split}, {"google_bleu": 0}),
        ("bleu", ("a b", "a c"), {"max_order": 1}, {"bleu": 0.5, "precisions": [0.5], "length_ratio": 1.0}),
        ("bleu", ("a", "a b"), {"max_order": 1}, {"translation_length": 1, "reference_length": 2, "length_ratio": 0.5}),
        ("chrf", ("ab", "Ab"), {"char_order": 1}, {"score": 50, "char_order": 1, "word_order": 0, "beta": 2}),
        ("chrf", ("ab", "Ab"), {"char_order": 1, "lowercase": True}, {"score": 100}),
        ("chrf", ("a b", "ab"), {"char_order": 1, "whitespace": True, "beta": 1}, {"score": 80, "beta": 1}),
        ("chrf", ("ab c", "ab d"), {"char_order": 1, "word_order": 1}, {"score": 700 / 12, "word_order": 1}),
        ("ter", ("A", "a"), {}, {"score": 0, "num_edits": 0, "ref_length": 1}),
        ("ter", ("A", "a"), {"case_sensitive": True}, {"score": 100, "num_edits": 1}),
        ("ter", ("a .", "a"), {"ignore_punct": True}, {"score": 0}),
        ("ter", ("a.", "a ."), {"normalized": True}, {"score": 0}),
        ("sacrebleu", ("A b c d", "a b c d"), {"lowercase": True}, {"counts": [4, 3, 2, 1], "sys_len": 4}),
        ("sacrebleu", ("A b c d", "a b c d"), {}, {"counts": [3, 2, 1, 0], "totals": [4, 3, 2, 1], "bp": 1.0}),
        ("sacrebleu", ("ab", "ac"), {"tokenize": "char"}, {"counts": [1, 0, 0, 0], "ref_len": 2}),
        ("sacrebleu", ("a b", "a b"), {"use_effective_order": True}, {"score": 100}),
        ("sacrebleu", ("a b c d", "a b c e"), {"smooth_method": "none"}, {"score": 0}),
        ("sacrebleu", ("a b c d", "a b c e"), {"smooth_method": "floor", "smooth_value": 0.5}, {"precisions": [75, 200 / 3, 50, 50]}),
        ("rouge", ("a b", "a c"), {"rouge_types": ["rouge1"], "use_aggregator": False}, {"rouge1": [0.5]}),
        ("rouge", ("a cats", "a cat"), {"rouge_types": ["rouge1"], "use_stemmer": True}, {"rouge1": 1}),
        ("rouge", ("a-b", "a-c"), {"rouge_types": ["rouge1"], "tokenizer": str.split}, {"rouge1": 0}),
        ("rouge", ("a-b", "a-c"), {"rouge_types": ["rouge1"]}, {"rouge1": 0.5}),
    ],
)  # fmt: skip
def test_options_of_evaluate(
    name: str, texts: tuple[str, str], options: dict[str, Any], expected: dict[str, Any]
) -> None:
    made = evaluate.load(name).compute(predictions=[texts[0]], references=[texts[1]], **options)
    for key, value in expected.items():
        assert made[key] == pytest.approx(value, rel=1e-12), (key, made)  # logarithms are added up, and rounded


@pytest.mark.parametrize("options", [{"n_char_order": 0}, {"n_word_order": -1}, {"beta": -0.5}])
def test_orders_and_weights_of_chrf_are_not_negative(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="n_word_order and beta must be 0 or more"):
        text.chrf_score(["a"], [["a"]], **options)
    assert float(text.chrf_score(["a"], [["a"]], n_char_order=1, n_word_order=0, beta=0.0)) == 1  # type: ignore[arg-type]


def test_a_seed_repeats_the_resampling_of_rouge() -> None:
    texts = {"predictions": ["a" + " x" * number for number in range(30)], "references": ["a b"] * 30}

    def resampled(seed: int) -> float:
        made: dict[str, float] = evaluate.load("rouge", seed=seed).compute(**texts, rouge_types=["rouge1"])
        return made["rouge1"]

    scores = [resampled(seed) for seed in (1, 2, 3)]
    assert len(set(scores)) > 1
    assert [resampled(seed) for seed in (1, 2, 3)] == scores


def test_entities_of_suffixes_in_seqeval() -> None:
    sequences = compat("seqeval").metrics.sequence_labeling
    assert sequences.get_entities(["PER-B", "PER-I", "O"], suffix=True) == [("PER", 0, 1)]
    assert sequences.get_entities(["B-PER", "I-PER", "O"]) == [("PER", 0, 1)]


@pytest.mark.parametrize(("package", "release"), [("nltk", "3.8.1"), ("sacrebleu", "2.4.0"), ("torchmetrics", "1.8.2")])
def test_modules_state_their_release(package: str, release: str) -> None:
    assert compat(package, release).__version__ == release
