"""Parts of the account of one number: how stages are shown, segments that contribute, and other settings and metrics."""

from __future__ import annotations

from typing import Any

import pytest

from samescore import Confusion, Corpus, Labels
from samescore.base.outcome import Score
from samescore.data.kinds import Data
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import Answer, ExplainedSide, NamedMistake, Remark
from samescore.settings import Settings
from samescore.verbs.why.account import alternatives as alternatives_module
from samescore.verbs.why.account import segments as segments_module
from samescore.verbs.why.account.account import _products, _sentence, _text
from samescore.verbs.why.account.alternatives import alternatives, is_extreme
from samescore.verbs.why.account.evidence import (
    Evidence,
    Rule,
    count_of,
    format_number,
    join_remedies,
    place,
    with_number,
)
from samescore.verbs.why.account.segments import contributions
from samescore.verbs.why.symptoms import family, metric_of, package_of, packages_in, short_for

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_WER = metric("wer").settings


def _evidence(data: Data, settings: Settings) -> Evidence:
    return Evidence(data, settings, native_outcome(data, settings))


@pytest.mark.parametrize(
    ("product", "text"),
    [
        (0.123456789, "0.123457"),
        (1000000.0, "1e+06"),
        (5, "5"),
        ("x", "x"),
        ([1, 2.5], "1, 2.5"),
        ({"a": 1, "b": [2, 3]}, "a 1, b 2, 3"),
        ([[1, 2], [3, 4]], "1 2; 3 4"),
        ([], ""),
        (list(range(12)), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"),
        (list(range(14)), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ... (2 more)"),
        ([[1]] * 13, "; ".join(["1"] * 12)),
    ],
)
def test_the_result_of_a_stage_as_text(product: Any, text: str) -> None:
    assert _text(product) == text


def test_counts_have_their_names_and_long_stages_are_not_shown() -> None:
    evidence = _evidence(Corpus.from_segments(["a x"], [["a b"]]), _WER())
    long = ("tokens", "sentences", "rows", "answers", "curve", "errors", "losses", "alignments")
    stages: dict[str, Any] = {"counts": [1, 1, 0, 0], **dict.fromkeys(long, 1), "length": 2}
    assert [(product.name, product.text) for product in _products(stages, evidence)] == [
        ("counts", "hits 1, substitutions 1, deletions 0, insertions 0"),
        ("length", "2"),
    ]
    assert [product.text for product in _products({"counts": [1, 2]}, evidence)] == ["1, 2"]


def _side(value: float | None, residual: float | None = 0.0, *mistakes: NamedMistake) -> ExplainedSide:
    answer = Answer("undefined") if value is None else Answer("score", value, value.hex())
    return ExplainedSide("mine", "wer", answer, answer, residual, mistakes=list(mistakes))


def test_the_sentence_of_an_account() -> None:
    remark = Remark("id", "it is odd; very much so", "mend it")
    assert _sentence(_side(0.5), "wer", []) == "mine answers 0.5 for wer; nothing about it is unusual."
    assert _sentence(_side(0.5), "wer", [remark]) == "mine answers 0.5 for wer: it is odd."
    assert _sentence(_side(0.5, None), "wer", [remark]) == (
        "Unexplained: mine answers 0.5 for wer, but its settings give a different score. With the settings alone: it is odd."
    )
    mistaken = _sentence(_side(0.5, 0.1, NamedMistake("squared", "it is squared")), "wer", [])
    assert mistaken.startswith("mine answers 0.5 for wer, as with the mistake squared")
    assert mistaken.endswith(". With the settings alone; nothing about it is unusual.")


def test_words_of_remarks() -> None:
    assert (format_number(1 / 3), format_number(100.0)) == ("0.333333", "100")
    assert (count_of(2, 3, "rows"), count_of(3, 3, "rows"), count_of(1, 1, "rows")) == (
        "2 of 3 rows",
        "all 3 rows",
        "1 of 1 rows",
    )
    assert (place(0), place(4, "x" * 70)) == ("line 1", f"line 5: {'x' * 60!r}")
    assert (with_number("chrf", None), with_number("chrf", 0.5)) == ("", "chrf would give 0.5")
    assert join_remedies(("a", "", "b")) == "a; b"


def test_scores_under_other_settings_and_metrics() -> None:
    evidence = _evidence(Corpus.from_segments(["A b"], [["a b"]]), _WER())
    assert (evidence.value, evidence.unit, evidence.has("case"), evidence.has("order")) == (0.5, 1.0, True, False)
    assert (evidence.under(case="lower"), evidence.under(order=1), evidence.under(case="x")) == (0.0, None, None)
    assert evidence.with_set(case="lower") == "--set case=lower would give 0"
    assert evidence.with_set(", without case,", case="lower") == "--set case=lower, without case, would give 0"
    assert evidence.with_set(denominator="longer") == ""  # the same score
    assert evidence.with_set(order=1) == ""
    assert (evidence.other("mer"), evidence.other("wer", case="lower"), evidence.other("mcc")) == (0.5, 0.0, None)
    assert evidence.on(Corpus.from_segments(["a b"], [["a b"]])) == 0.0
    percent = _evidence(Corpus.from_segments(["A b"], [["a b"]]), _WER(scale="100"))
    assert (percent.value, percent.unit) == (50.0, 100.0)
    (texts,) = evidence.texts
    assert (texts.hypothesis, texts.references) == ("A b", ("a b",))
    assert (texts.hypothesis_tokens, texts.reference_tokens) == (("A", "b"), (("a", "b"),))
    tokens = Corpus.from_tokens([("a", "b")], [[("a", "b")]])
    assert _evidence(tokens, _WER(tokenizer="given")).texts == ()


def test_a_rule_is_about_its_metrics() -> None:
    evidence = _evidence(Corpus.from_segments(["A b"], [["a b"]]), _WER())
    assert Rule("id", lambda _: ("a", "b"), ("wer",)).remark(evidence) == Remark("id", "a", "b")
    assert Rule("id", lambda _: ("a", "b")).remark(evidence) == Remark("id", "a", "b")
    assert Rule("id", lambda _: ("a", "b"), ("ter",)).remark(evidence) is None
    assert Rule("id", lambda _: None, ("wer",)).remark(evidence) is None


_LINES = [("x b", "a b"), ("a b", "a b"), ("x y", "a b"), ("a x c d", "a b c d")]


def _corpus(lines: list[tuple[str, str]] = _LINES) -> Corpus:
    return Corpus.from_segments([one for one, _ in lines], [[other] for _, other in lines])


def test_segments_of_a_mean_have_their_parts() -> None:
    measured, found = contributions(_evidence(_corpus(), _WER(average="sentences")))
    assert measured == "part"
    assert [(each.index, each.effect, each.hypothesis) for each in found] == [
        (2, 0.25, "x y"),
        (0, 0.125, "x b"),
        (3, 0.0625, "a x c d"),
    ]


def test_other_segments_are_left_out() -> None:
    """Four errors of ten words; without the third segment two of eight, and without the second four of eight."""
    measured, found = contributions(_evidence(_corpus(), _WER()))
    assert measured == "left-out"
    effects = {each.index: each.effect for each in found}
    assert [each.index for each in found] == [2, 1, 3, 0]
    expected = {0: 0.4 - 3 / 8, 1: 0.4 - 4 / 8, 2: 0.4 - 2 / 8, 3: 0.4 - 3 / 6}
    assert effects == {index: pytest.approx(effect) for index, effect in expected.items()}


def test_the_last_segment_is_left_out_like_the_others() -> None:
    turned = _corpus(_LINES[::-1])
    effects = {each.index: each.effect for each in contributions(_evidence(turned, _WER()))[1]}
    assert effects[3] == pytest.approx(0.4 - 3 / 8)
    assert effects[1] == pytest.approx(0.4 - 2 / 8)


@pytest.mark.parametrize(
    ("name", "knobs"),
    [
        ("wer", {}), ("wer", {"denominator": "longer"}), ("cer", {}), ("ter", {}), ("bleu", {"smoothing": "none", "max_order": 1}),
        ("chrf", {}), ("chrf", {"average": "last-segment"}), ("bleu", {"max_order": 2, "denominator_floor": "one-per-segment"}),
    ],
)  # fmt: skip
def test_what_is_left_out_is_the_score_of_the_other_segments(name: str, knobs: dict[str, Any]) -> None:
    settings = metric(name).settings().replace(**knobs)
    corpus = _corpus()
    evidence = _evidence(corpus, settings)
    found = {each.index: each.effect for each in contributions(evidence)[1]}
    assert evidence.value is not None
    for index in range(len(corpus)):
        others = Corpus(corpus.segments[:index] + corpus.segments[index + 1 :])
        rest = native_outcome(others, settings)
        assert isinstance(rest, Score)
        assert found.get(index, 0.0) == pytest.approx(evidence.value - rest.value, abs=1e-9)


def test_two_segments_have_contributions() -> None:
    measured, found = contributions(_evidence(_corpus([("x b", "a b"), ("a b", "a b")]), _WER()))
    assert (measured, [(each.index, each.effect) for each in found]) == ("left-out", [(0, 0.25), (1, -0.25)])


@pytest.mark.parametrize(
    ("name", "others"),
    [("kappa", ["accuracy", "balanced-accuracy", "mcc"]), ("mcc", ["accuracy", "balanced-accuracy", "kappa"])],
)
def test_other_metrics_of_labels(name: str, others: list[str]) -> None:
    table = Confusion(("a", "b"), ((1, 1), (1, 1)))
    for data in (Labels([*"aabb"], [*"abab"]), table):
        found = alternatives(_evidence(data, metric(name).settings()))
        assert [each.metric for each in found if each.metric != name] == others


def test_at_most_five_segments_are_shown_and_none_of_a_single_one() -> None:
    many = _corpus([("x " * count + "a", "b " * count + "a") for count in range(1, 9)])
    assert len(contributions(_evidence(many, _WER(average="sentences")))[1]) == 5
    assert contributions(_evidence(_corpus(_LINES[:1]), _WER())) == ("", [])
    assert contributions(_evidence(_corpus([("a", "a"), ("b", "b")]), _WER())) == ("", [])
    failing = Evidence(_corpus(), _WER(), native_outcome(Corpus.from_segments([], []), _WER(empty_input="raise")))
    assert contributions(failing) == ("", [])


@pytest.mark.parametrize(("limit", "measured"), [(4, "left-out"), (3, "")])
def test_large_inputs_are_not_taken_apart(limit: int, measured: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segments_module, "_MOST_AT_ALL", limit)
    assert contributions(_evidence(_corpus(), _WER()))[0] == measured
    assert contributions(_evidence(_corpus(), _WER(average="sentences")))[0] == "part"


def test_a_score_of_0_or_above_the_maximum_has_alternatives() -> None:
    bleu = metric("bleu").settings
    zero = _evidence(Corpus.from_segments(["a b x d"], [["a b c d"]]), bleu(smoothing="none"))
    assert (zero.value, is_extreme(zero)) == (0.0, True)
    found = alternatives(zero)
    own = [each for each in found if each.metric == "bleu"]
    assert 0 < len(own) <= 8
    assert all(len(each.changes) == 1 and each.outcome.value for each in own)
    assert len({round(each.outcome.value or 0.0, 6) for each in own}) == len(own)
    others = [each.metric for each in found if each.metric != "bleu"]
    assert others == ["chrf", "rouge-l", "ter", "wer", "cer"]
    assert found == [*own, *(each for each in found if each.metric != "bleu")]
    assert alternatives(_evidence(Corpus.from_segments(["a b c d"], [["a b c d"]]), bleu())) == []


@pytest.mark.parametrize(
    ("settings", "value", "extreme"),
    [
        (_WER(), 1.0, False),
        (_WER(), 1.01, True),
        (_WER(), 0.0, False),
        (_WER(scale="100"), 100.0, False),
        (_WER(scale="100"), 101.0, True),
        (metric("bleu").settings(), 0.00009, True),
        (metric("bleu").settings(), 0.0002, False),
        (metric("bleu").settings(), 100.1, True),
        (metric("bleu").settings(), 100.0, False),
        (metric("bleu").settings(), 100.00000000000004, False),  # rounded beyond the maximum
        (metric("mcc").settings(), -0.5, False),
        (metric("mcc").settings(), 0.0, True),
        (metric("edit-distance").settings(), 9.0, False),
    ],
)
def test_extreme_numbers(settings: Settings, value: float, extreme: bool) -> None:
    assert is_extreme(Evidence(_corpus(), settings, Score(value))) is extreme


def test_few_alternatives_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    zero = _evidence(Corpus.from_segments(["a b x d"], [["a b c d"]]), metric("bleu").settings(smoothing="none"))
    everything = alternatives(zero)
    monkeypatch.setattr(alternatives_module, "SHOWN", 2)
    assert alternatives(zero)[:3] == [*everything[:2], next(each for each in everything if each.metric == "chrf")]
    monkeypatch.setattr(alternatives_module, "_TRIED", 1)
    assert len([each for each in alternatives(zero) if each.metric == "bleu"]) <= 1
    monkeypatch.setattr(alternatives_module, "_LARGE", 3)
    assert alternatives(zero) == []


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("CHRFScore", "chrf"), ("corpus_bleu", "bleu"), ("TranslationEditRate", "ter"), ("WER", "wer"), ("f", ""), ("ED", "edit-distance"),
        ("ed", ""), ("distinct", ""), ("similarity", ""), ("zzz", ""), ("F", ""), ("rouge-l", "rouge-l"),
    ],
)  # fmt: skip
def test_the_metric_that_a_name_means(name: str, meaning: str) -> None:
    assert metric_of(name) == meaning


def test_families_of_metrics_and_names_that_are_short_for_others() -> None:
    assert family("rouge-n") == family("rouge-l") == "rouge"
    assert family("f1") == family("accuracy") == family("precision") == "classes"
    assert (family("kappa"), family("bleu"), family("multiclass-roc-auc")) == ("agreement", "bleu", family("roc-auc"))
    assert family("meteor15") == family("meteor") == "meteor"
    assert short_for(["f1"]) == {"answer-f1", "entity-f1", "drop-f1", "multilabel"}
    assert short_for(["kappa", "meteor"]) == {"fleiss-kappa", "meteor15"}
    assert short_for(["bleu"]) == frozenset()
    assert package_of("nltk==3.4.sentence_bleu") == package_of("NLTK.x") == "nltk"
    assert packages_in("in rouge_score's code, (NLTK)", ["rouge-score", "nltk", "jiwer"]) == {"rouge-score", "nltk"}
