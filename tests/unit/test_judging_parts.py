"""The parts of judging: one answer to one case, the first difference, fresh inputs, repetitions, and concurrent runs."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from samescore import Corpus
from samescore.base.errors import UnknownNameError
from samescore.base.outcome import Outcome, Raised, Score, Undefined
from samescore.catalogue.vectors import Expected
from samescore.implementations import Implementation, Profiled, described_function, implementation
from samescore.metrics import metric
from samescore.records import Answer, Change, VectorVerdict
from samescore.verbs.judging.cases import JudgedCase, expected_of, outcome_of, questions_for
from samescore.verbs.judging.first_difference import differing_stage, first_difference
from samescore.verbs.judging.fresh import (
    Fresh,
    count_questions,
    drawn_again,
    judge_drawn,
    only_rounded,
    questions,
    seed_for,
)
from samescore.verbs.judging.judge import judge_case
from samescore.verbs.judging.repeat import AskedQuestions
from samescore.verbs.judging.side_by_side import side_by_side
from samescore.verbs.judging.smoke import metrics_of

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_WER = metric("wer").settings
_UPPER = Corpus.from_segments(["A b"], [["a b"]])


def _case(data: Corpus = _UPPER, **knobs: object) -> JudgedCase:
    return JudgedCase.scored("case", data, _WER(**knobs))


def _mine(score: Callable[..., float | None] | float, **settings: object) -> Profiled:
    answer = score if callable(score) else lambda *_: score
    return described_function(answer, "mine", "wer", {"settings": settings})


def _failing(*_: object) -> float:
    raise KeyError("key")


@pytest.mark.parametrize(
    ("function", "verdict", "causes", "stage"),
    [
        (_mine(0.5), VectorVerdict.AGREE, [], ""),
        (_mine(0.0), VectorVerdict.DISAGREE, [], "value: expected 0.5, got 0.0 (100 % too low)"),
        (_mine(0.0, case="lower"), VectorVerdict.DIVERGE, [Change("case", "text", "keep", "lower")], ""),
        (_mine(0.25, case="lower"), VectorVerdict.DISAGREE, [], "value: expected 0.5, got 0.25 (50 % too low)"),
        (_mine(0.5, case="lower"), VectorVerdict.AGREE, [], ""),
        (_mine(50.0, scale="100"), VectorVerdict.AGREE, [], ""),
        (_mine(0.5, scale="100"), VectorVerdict.DISAGREE, [], "value: expected 0.5, got 0.005 (99 % too low)"),
        (_mine(_failing), VectorVerdict.ERROR, [], "expected 0.5, got raised KeyError: 'key'"),
    ],
)
def test_the_verdict_on_an_answer(function: Profiled, verdict: VectorVerdict, causes: list[Change], stage: str) -> None:
    """One of two words is wrong, unless the case is ignored."""
    result = judge_case(function, _case())
    assert (result.verdict, result.causes, result.stage) == (verdict, causes, stage)
    assert (result.vector, result.metric, result.implementation, result.entry_point) == ("case", "wer", "mine", "wer")
    assert result.reproduce == "samescore run mine -k case"


def test_the_answer_on_its_own_scale() -> None:
    result = judge_case(_mine(50.0, scale="100"), _case())
    assert (result.outcome.value, float.fromhex(result.raw), result.signature) == (0.5, 50.0, "wer|scale:100")
    same = judge_case(_mine(0.5), _case())
    assert (same.raw, same.raw_decimals, same.signature) == ("", None, "wer")


def test_a_known_mistake_is_named() -> None:
    """Two errors of four words, divided by the three words of the hypothesis."""
    result = judge_case(_mine(2 / 3), _case(Corpus.from_segments(["a x c"], [["a b c d"]])))
    assert result.verdict is VectorVerdict.DISAGREE
    assert "errors" in " ".join(map(str, result.mistakes)) or result.mistakes


def test_implementations_without_an_entry_point() -> None:
    result = judge_case(implementation("native:nltk"), _case())
    assert (result.verdict, result.outcome.reason) == (
        VectorVerdict.UNSUPPORTED,
        "native:nltk has no entry point for wer",
    )
    assert judge_case(implementation("native"), _case()).verdict is VectorVerdict.AGREE
    wrong = JudgedCase.expecting("case", _UPPER, _WER(), Expected("score", "0.25"))
    judged = judge_case(implementation("native"), wrong)
    assert (judged.verdict, judged.stage) == (
        VectorVerdict.DISAGREE,
        "value: expected 0.25, got 0.5 (100 % too high)",
    )
    error = JudgedCase.expecting("case", _UPPER, _WER(), Expected("raised"))
    assert judge_case(implementation("native"), error).stage == "expected raised, got 0.5"


def test_stages_of_the_native_metric_are_compared() -> None:
    stages: dict[str, Any] = {"counts": [1, 1, 0, 0]}
    for expected, verdict in (
        ({"counts": [1, 1, 0, 0]}, VectorVerdict.AGREE),
        ({"counts": [1, 1, 0, 1]}, VectorVerdict.DISAGREE),
        ({**stages, "no-stage": 1}, VectorVerdict.DISAGREE),
        ({"tokens": [[["A", "b"], ["a", "b"]]]}, VectorVerdict.AGREE),
        ({"tokens": [[["a", "b"], ["a", "b"]]]}, VectorVerdict.DISAGREE),
    ):
        case = JudgedCase.expecting("case", _UPPER, _WER(), Expected("score", "0.5", stages=expected))
        assert judge_case(implementation("native"), case).verdict is verdict, expected


@pytest.mark.parametrize(
    ("outcome", "native", "text"),
    [
        (Score(0.25, {"counts": [1, 1, 0, 0]}), False, "value: expected 0.5, got 0.25 (50 % too low)"),
        (Score(0.25, {"counts": [1, 0, 1, 0]}), False, "counts: expected [1, 1, 0, 0], got [1, 0, 1, 0]"),
        (Score(0.25, {"sentences": [0.25]}), False, "sentences: expected ['0.5'], got [0.25]"),
        (Score(0.5, {"sentences": [0.5]}), True, "counts: expected [1, 1, 0, 0], but there is no such stage"),
        (Score(0.25, decimals=2), False, "value: expected 0.5, got 0.25, rounded to 2 decimals"),
        (Score(0.2, decimals=1), False, "value: expected 0.5, got 0.2, rounded to 1 decimal"),
        (Raised("E"), False, "expected 0.5, got raised E"),
        (Undefined("why"), False, "expected 0.5, got undefined (why)"),
        (Score(0.25, {"tokens": [[["a", "b"], ["a", "b"]]]}), False, "value: expected 0.5, got 0.25 (50 % too low)"),
    ],
)
def test_the_first_difference(outcome: Outcome, native: bool, text: str) -> None:
    assert first_difference(_case(), outcome, native) == text


def test_own_tokens_are_compared() -> None:
    """The native tokens take the place of none, not of the implementation's."""
    tokens = [[["A", "b"], ["a", "b"]]]
    case = JudgedCase.expecting("case", _UPPER, _WER(), Expected("score", "0.5", stages={"tokens": tokens}))
    other = Score(0.5, {"tokens": [[["a", "b"], ["a", "b"]]]})
    assert differing_stage(case, other, False).startswith("tokens: expected ")
    assert differing_stage(case, Score(0.5), False) == ""
    assert differing_stage(case, Score(0.5), True) == ""
    assert differing_stage(case, Raised("E"), False) == ""


@pytest.mark.parametrize(
    ("expected", "got", "differs"),
    [
        (1, 1, False),
        (1, 2, True),
        ("0.5", 0.5, False),
        ("0.5", 0.5000001, True),
        ("0.5", "0.5", False),
        ("x", 0.5, True),
        (None, float("nan"), False),
        (None, 0.0, True),
        (None, None, True),
        ([1, "0.5"], (1, 0.5), False),
        ([1], [1, 1], True),
        ([1], 1, True),
        ({"a": "0.5"}, {"a": 0.5}, False),
        ({"a": "0.5"}, {"b": 0.5}, True),
        ({"a": "0.5"}, 0.5, True),
    ],
)
def test_results_of_a_stage_are_compared(expected: Any, got: Any, differs: bool) -> None:
    case = JudgedCase.expecting("case", _UPPER, _WER(), Expected("score", "0.5", stages={"counts": expected}))
    assert bool(differing_stage(case, Score(0.5, {"counts": got}), False)) is differs


def test_answers_are_stored_and_read() -> None:
    stored = expected_of(Score(0.1, {"a": (1, 0.5), "b": {2: float("nan")}}))
    assert (stored.outcome, stored.value, stored.stages) == ("score", "0.1", {"a": [1, "0.5"], "b": {"2": None}})
    assert outcome_of(stored) == Score(0.1, stored.stages)
    assert expected_of(Undefined("why")) == Expected("undefined")
    assert expected_of(Raised("E")) == Expected("raised")
    assert (outcome_of(Expected("raised")).kind, outcome_of(Expected("undefined")).kind) == ("raised", "undefined")


def test_the_departures_of_an_entry_point() -> None:
    assert questions_for(implementation("native"), _case()) == ()
    texts = Corpus.from_segments(["a b"], [["a b"]])
    case = JudgedCase.scored("c", texts, metric("bleu").settings(case="lower", clipping="unclipped"))
    (question, *_) = questions_for(implementation("native:sacrebleu"), case)
    assert {change.knob.name for change in question.departures} == {"clipping", "no_references"}


@pytest.mark.parametrize(
    ("name", "expected", "got", "rounded"),
    [
        ("wer", Score(0.5), Score(0.5 + 1e-13), True),
        ("wer", Score(0.5), Score(0.5001), False),
        ("wer", Score(0.5), Score(0.5, decimals=1), True),
        ("wer", Score(0.5432), Score(0.54, decimals=2), True),
        ("wer", Score(0.5432), Score(0.55, decimals=2), False),
        ("wer", Score(0.0), Score(1e-17), False),
        ("mcc", Score(0.0), Score(1e-17), True),
        ("mcc", Score(0.0), Score(1e-3), False),
        ("wer", Score(0.5), Raised("E"), False),
        ("wer", Raised("E"), Score(0.5), False),
    ],
)
def test_differences_by_the_order_of_operations(name: str, expected: Outcome, got: Outcome, rounded: bool) -> None:
    assert only_rounded(metric(name), expected, got) is rounded


def test_fresh_inputs_of_an_implementation() -> None:
    function, fresh = _mine(0.5), Fresh.of(3, 7)
    drawn = list(questions(function, fresh))
    assert [each.case.id for each in drawn] == [f"fresh-wer-7-{number}" for number in range(3)]
    assert count_questions(function, fresh) == 3
    assert [each.case.id for each in questions(function, fresh, "fresh-wer-7-5")] == ["fresh-wer-7-5"]
    assert count_questions(function, fresh, "fresh-wer-7-5") == 1
    assert list(questions(function, fresh, metrics=["bleu"])) == []
    assert (count_questions(function, Fresh.of(0, 7)), list(questions(function, Fresh.of(0, 7)))) == (0, [])
    assert (count_questions(implementation("native:jiwer"), fresh), seed_for(function, fresh)) == (0, 7)
    assert seed_for(function, Fresh.of(0, 7)) is None
    again = drawn_again(function, ["fresh-wer-7-1", "fresh-bleu-7-1", "bleu-one"])
    assert list(again) == ["fresh-wer-7-1"]
    assert again["fresh-wer-7-1"] == drawn[1].record()
    recorded = list(questions(function, fresh, again=again))
    assert [each.case.data for each in recorded] == [drawn[1].case.data]
    assert (count_questions(function, fresh, again=again), seed_for(function, fresh, again)) == (1, 7)
    assert list(questions(function, fresh, "not wer", again=again)) in ([], recorded)


def test_seeds_of_fresh_inputs() -> None:
    assert (Fresh.of(3, 7).seed, Fresh.of(3, 7).chosen) == (7, True)
    named = Fresh.of(3, None, "fresh-wer-12-0 or fresh-wer-13-0")
    assert (named.seed, named.chosen) == (12, True)
    drawn = Fresh.of(3)
    assert not drawn.chosen
    assert drawn.accepting(["bleu-one"]) == drawn
    assert drawn.accepting(["x", "fresh-wer-5-1"]) == Fresh(3, 5, chosen=True)
    assert Fresh.of(3, 7).accepting(["fresh-wer-5-1"]).seed == 7


def test_fresh_inputs_may_be_added_in_another_order() -> None:
    (question, *_) = questions_for(_mine(0.5 + 1e-13), _case())
    assert judge_case(_mine(0.5 + 1e-13), _case()).verdict is VectorVerdict.DISAGREE
    result = judge_drawn(_mine(0.5 + 1e-13), question)
    assert (result.verdict, result.stage, result.mistakes) == (VectorVerdict.AGREE, "", [])


class _Counting:
    """A function whose answer changes with the third call, and that counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, *_: object) -> float:
        self.calls += 1
        return 0.5 if self.calls < 3 else 0.25


def test_an_answer_that_changes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    counting = _Counting()
    function = _mine(counting)
    monkeypatch.setattr(type(function), "calls", property(lambda _: counting.calls))
    monkeypatch.setattr("samescore.verbs.judging.repeat.CALLS", 6)
    asked = AskedQuestions(function)
    (question, *_) = questions_for(function, _case())
    judge_case(function, _case())  # which tries how it is to be called, too
    counting.calls = 0
    result = asked.judged(question, lambda: judge_case(function, _case()))
    assert result.verdict is VectorVerdict.AGREE
    repeated = asked.repeat(7)
    assert repeated is not None
    assert (repeated.calls, repeated.inputs, repeated.changes, repeated.cut) == (6, 1, 1, "")
    (changed,) = repeated.changed
    assert (changed.first.value, changed.later.value, changed.unsteady) == (0.5, 0.25, False)
    assert (changed.first_call, changed.later_call) == (1, 3)
    assert repeated.reproduce == "samescore run mine -m wer --seed 7"
    assert AskedQuestions(function).repeat(7) is None
    unrecorded = AskedQuestions(function)
    unrecorded.judged(None, lambda: result)
    assert unrecorded.repeat(7) is None


class _Named:
    """As much of an implementation as a concurrent run needs."""

    def __init__(self, name: str, own_process: bool) -> None:
        self.name, self.own_process, self.closed = name, own_process, False

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_results_are_in_the_order_of_implementations(jobs: int) -> None:
    several: list[Any] = [_Named(name, own) for name, own in (("a", True), ("b", False), ("c", True), ("d", False))]

    def asked(which: Implementation) -> Iterator[str]:
        yield from (f"{which.name}{number}" for number in range(2))

    assert list(side_by_side(several, asked, jobs)) == ["a0", "a1", "b0", "b1", "c0", "c1", "d0", "d1"]
    assert not any(each.closed for each in several)


def test_the_command_that_repeats_a_case_can_be_pasted() -> None:
    """Options and names may have spaces and characters of the shell."""
    options = ("-m", "wer", "--number-pattern", r"score: (\d+) %", "--set", "case=lower")
    for name in ("mine", "cmd:node 'my file.js' {hyp} {ref}"):
        function = described_function(lambda *_: 0.0, name, "wer", {})
        function.options = options
        result = judge_case(function, _case())
        assert shlex.split(result.reproduce) == ["samescore", "run", name, "-k", "case", *options]


def test_metrics_of_a_smoke_test() -> None:
    assert metrics_of(_mine(0.5)) == ["wer"]
    assert metrics_of(_mine(0.5), "wer") == ["wer"]
    with pytest.raises(UnknownNameError, match="mine has no entry point for bleu"):
        metrics_of(_mine(0.5), "bleu")
    assert {"bleu", "wer"} <= set(metrics_of(implementation("native")))


def test_answers_that_are_the_same() -> None:
    """Bit for bit, and errors by their class."""
    from samescore.verbs.judging.repeat import _same

    answers: Mapping[str, Answer] = {
        "half": Answer("score", 0.5, (0.5).hex()),
        "more": Answer("score", 0.5, (0.5 + 2**-53).hex()),
        "key": Answer("raised", error="KeyError", message="a"),
        "other": Answer("raised", error="KeyError", message="b"),
        "value": Answer("raised", error="ValueError", message="a"),
    }
    same = {(a, b) for a in answers for b in answers if a < b and _same(answers[a], answers[b])}
    assert same == {("key", "other")}
