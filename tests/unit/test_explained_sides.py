"""The sides of an explanation: their names and answers, the hints about other metrics, and the segments of a gap."""

from __future__ import annotations

from typing import Any

import pytest

from samescore import Corpus, SettingsError, UnknownNameError
from samescore.base.outcome import Outcome, Raised, Score, Undefined
from samescore.implementations import described_function
from samescore.metrics import metric
from samescore.metrics.mistakes import Mistake, mistakes_of
from samescore.verbs.why import answers as module
from samescore.verbs.why.answers import AskedSide, _mistakes, _other_metric, answer_of
from samescore.verbs.why.attribution.diagnosis import diagnose
from samescore.verbs.why.attribution.one_answer import mistakes_behind
from samescore.verbs.why.gap import _segment_gaps, explain_gap

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_WER = metric("wer").settings


def test_a_side_has_the_knobs_of_its_metric_and_of_its_name() -> None:
    asked = AskedSide.resolve("native", "BLEU-2", {"case": "lower", "beta": 3.0})
    assert (asked.metric.name, asked.metric_name) == ("bleu", "BLEU-2")
    assert asked.knobs == {"max_order": 2, "case": "lower"}
    with pytest.raises(SettingsError):
        AskedSide.resolve("native", "BLEU-2", {"max_order": 3})


def test_the_answer_of_the_native_metric() -> None:
    data = Corpus.from_segments(["A b"], [["a b"]])
    made = answer_of(AskedSide.resolve("native", "wer", {"case": "lower"}), data)
    assert (made.settings, made.name, made.profile) == (_WER(case="lower"), "native", None)
    assert made.key == ("native", "", _WER(case="lower"))
    record = made.record
    assert (record.outcome.value, record.native.value, record.residual, record.number) == (0.0, 0.0, 0.0, 0.0)
    assert made.with_metric("WER").record.name == f"{record.name} (WER)"
    modelled = answer_of(AskedSide.resolve("native:jiwer.wer", "wer", {}), data)
    assert (modelled.record.outcome.value, modelled.record.residual, modelled.record.number) == (0.5, 0.0, 50.0)
    assert modelled.key[1] == "wer"
    assert modelled.record.mistakes == []


def test_a_side_without_the_metric() -> None:
    data = Corpus.from_segments(["A b"], [["a b"]])
    with pytest.raises(UnknownNameError, match="has no entry point for ter") as caught:
        answer_of(AskedSide.resolve("native:nltk", "ter", {}), data)
    assert caught.value.hint == "list its entry points with: samescore list implementations"
    with pytest.raises(UnknownNameError, match="has no entry point for ter") as caught:
        answer_of(AskedSide.resolve("native:jiwer.wer", "ter", {}), data)
    assert caught.value.hint == "it computes wer: pass it with -m"


def test_a_score_that_an_implementation_prints_under_the_name_of_the_metric(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = described_function(lambda *_: 0.5, "mine", "wer", {})
    monkeypatch.setattr(module, "printed_as", lambda name: ["bleu", "wer"] if name == "ter" else [])
    hint = "its score of that name is wer in samescore; pass both metrics, -m wer and -m ter"
    assert _other_metric(opened, metric("ter")) == hint
    assert _other_metric(opened, metric("chrf")) == "list its entry points with: samescore list implementations"


#: Of four words, two are wrong, and one of these only in its case.
_DATA = Corpus.from_segments(["A b x d"], [["a b c d"]])


def test_knobs_that_explain_an_answer_come_before_mistakes() -> None:
    explained = [mistake.name for mistake in _mistakes(_DATA, _WER(), Score(0.25))]
    assert explained[0] == ""
    meanings = [mistake.meaning for mistake in _mistakes(_DATA, _WER(), Score(0.25))]
    assert "case=lower instead of keep" in meanings
    squared = _mistakes(_DATA, _WER(references="best"), Score(0.25))
    assert "score-squared" in [mistake.name for mistake in squared]


def test_a_score_of_0_has_too_many_causes() -> None:
    """Lower-casing would give it, and so would many mistakes."""
    data = Corpus.from_segments(["A b"], [["a b"]])
    assert _mistakes(data, _WER(), Score(0.0)) == []
    assert mistakes_behind(data, _WER(), Score(0.0)) == []
    assert diagnose(data, _WER(), Score(0.0)) == ()


@pytest.mark.parametrize("outcome", [Score(0.0), Raised("E"), Undefined("none")])
def test_errors_and_zeros_are_not_explained(outcome: Outcome) -> None:
    assert _mistakes(_DATA, _WER(case="lower"), outcome) == []
    assert mistakes_behind(_DATA, _WER(case="lower"), outcome) == []


def test_pairs_of_mistakes_are_tried_on_small_inputs_if_no_single_one_gives_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = {mistake.name: mistake for mistake in mistakes_of("wer")}
    assert mistakes_behind(_DATA, _WER(), Score(0.5)) == []  # the settings give it
    single = mistakes_behind(_DATA, _WER(), Score(0.25))
    assert (named["score-squared"],) in single
    assert {len(together) for together in single} == {1}
    answer = Score(-0.25)  # negated, of lower-cased texts for example
    assert mistakes_behind(_DATA, _WER(), answer, pairs=False) == []
    pairs = mistakes_behind(_DATA, _WER(), answer)
    assert (named["hypothesis-lower-cased"], named["negated"]) in pairs
    assert {len(together) for together in pairs} == {2}
    assert not [mistake for together in pairs for mistake in together if mistake.typed]
    few = (named["hypothesis-lower-cased"], named["negated"])
    monkeypatch.setattr("samescore.verbs.why.attribution.one_answer.mistakes_of", lambda _: few)
    for count, found in ((100, True), (101, False)):
        many = Corpus.from_segments(["A b x d"] * count, [["a b c d"]] * count)
        assert bool(mistakes_behind(many, _WER(), answer)) is found


@pytest.mark.parametrize("typed", [(False, False), (False, True), (True, False), (True, True)])
def test_mutations_of_the_formula_are_not_tried_in_pairs(
    typed: tuple[bool, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The WER is 0.5, and half of it with the other sign is -0.25."""
    both = (
        Mistake("halved", "", "value", lambda value, _: value / 2, typed[0]),
        Mistake("negated", "", "value", lambda value, _: -value, typed[1]),
    )
    monkeypatch.setattr("samescore.verbs.why.attribution.one_answer.mistakes_of", lambda _: both)
    assert mistakes_behind(_DATA, _WER(), Score(-0.25)) == ([] if any(typed) else [both])
    assert mistakes_behind(_DATA, _WER(), Score(0.25)) == [(both[0],)]


_LINES = [
    ("a b", "a b"),  # no gap
    ("A b", "a b"),  # 1/2
    ("A B c d", "a b c d"),  # 2/4
    ("A b c", "a b c"),  # 1/3
    ("A", "a"),  # 1
    ("A b c d", "a b c d"),  # 1/4
    ("A b c d e", "a b c d e"),  # 1/5
]


def _gaps(lines: list[tuple[str, str]], first: Any, second: Any, said: list[str] | None = None) -> list[Any]:
    corpus = Corpus.from_segments([one for one, _ in lines], [[other] for _, other in lines])
    return _segment_gaps(corpus, first, second, (said if said is not None else []).append)


def test_the_segments_that_differ_most_come_first() -> None:
    keep, lower = _WER(), _WER(case="lower")
    found = _gaps(_LINES, keep, lower)
    assert [(gap.index, gap.first, gap.second) for gap in found] == [
        (4, 1.0, 0.0),
        (1, 0.5, 0.0),
        (2, 0.5, 0.0),
        (3, 1 / 3, 0.0),
        (5, 0.25, 0.0),
    ]
    turned = _gaps(_LINES, lower, keep)
    assert [(gap.index, gap.first, gap.second) for gap in turned][:2] == [(4, 0.0, 1.0), (1, 0.0, 0.5)]
    second = found[1]
    assert (second.hypothesis, second.references) == ("A b", ["a b"])
    assert (second.tokens_first, second.tokens_second) == (["A"], ["a"])


def test_differences_in_the_last_digits_are_not_shown() -> None:
    assert _gaps([("a x b", "a b c"), ("a b c", "a b x")], _WER(), _WER(dtype="float32")) == []


def test_progress_is_told_every_hundred_segments() -> None:
    said: list[str] = []
    _gaps([("a", "a")] * 201, _WER(), _WER(case="lower"), said)
    assert said == ["0 of 201 segments", "100 of 201 segments", "200 of 201 segments"]


def test_a_gap_between_two_settings_of_one_entry_point() -> None:
    corpus = Corpus.from_segments([one for one, _ in _LINES], [[other] for _, other in _LINES])
    first, second = (AskedSide.resolve("native", "wer", {"case": case}) for case in ("keep", "lower"))
    made = explain_gap(first, second, corpus)
    words = sum(len(line.split()) for line, _ in _LINES)
    assert made.first_number == pytest.approx(700 / words)
    assert made.gap == pytest.approx(-700 / words)
    assert made.explained
    changes = [[(change.knob, change.before, change.after) for change in share.changes] for share in made.shares]
    assert changes == [[("case", "keep", "lower")]]
    assert [gap.index for gap in made.segments] == [4, 1, 2, 3, 5]
    one = Corpus.from_segments(["A"], [["a"]])
    assert explain_gap(first, second, one).segments == []
    with pytest.raises(SettingsError):
        explain_gap(first, first, corpus)
