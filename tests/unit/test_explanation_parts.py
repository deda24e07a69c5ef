"""Parts of explanations by hand: residuals, sentences, sums of shares, smallest causes, walks and close numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from samescore import Corpus, Ratings
from samescore.base.outcome import Outcome, Raised, Score, Undefined, Unsupported
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import Answer, Change, CrossingStep, DiffRow, ExplainedSide, NamedMistake, ShareOfGap, outcome
from samescore.settings import Difference, Settings
from samescore.verbs.why import answers, diff, gap
from samescore.verbs.why.attribution import diagnosis
from samescore.verbs.why.attribution.one_answer import is_answer
from samescore.verbs.why.attribution.paths import smallest_cause, walk, with_changes
from samescore.verbs.why.bridges import crossing

#: Explanations do not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_NEXT = 1.0 + 2.0**-52


@pytest.mark.parametrize(
    ("answer", "native", "ulps", "residual"),
    [
        (Score(0.5), Score(0.5), 0, 0.0),
        (Score(_NEXT), Score(1.0), 0, 2.0**-52),
        (Score(_NEXT), Score(1.0), 1, 0.0),
        (Score(0.25), Score(1.0), 8, -0.75),
        (Score(0.3, decimals=1), Score(0.3125), 0, 0.0),
        (Undefined("why"), Undefined("another reason"), 0, 0.0),
        (Raised("ValueError", "a"), Raised("TypeError", "b"), 0, 0.0),
        (Undefined("why"), Score(1.0), 0, None),
        (Score(1.0), Raised("ValueError", "a"), 0, None),
    ],
)
def test_the_residual_of_an_answer(answer: Outcome, native: Outcome, ulps: int, residual: float | None) -> None:
    assert answers._residual(answer, native, ulps) == residual


def _side(name: str, residual: float | None, *mistakes: NamedMistake) -> ExplainedSide:
    answer = outcome(Score(1.0))
    return ExplainedSide(name, "", answer, answer, residual, 1.0, mistakes=list(mistakes))


_MISTAKE = NamedMistake("halved", "half of it")


@pytest.mark.parametrize(
    ("first", "second", "size", "text"),
    [
        (_side("x", 0), _side("y", 1.0), 0.0, "Unexplained: y did not return what its settings predict. {same}"),
        (
            _side("x", None),
            _side("y", 1.0),
            None,
            "Unexplained: x and y did not return what its settings predict. {same}",
        ),
        (_side("x", 1.0, _MISTAKE), _side("y", 0), 0.0, "x answers as with the mistake {halved}. {same}"),
        (
            _side("x", 1.0, _MISTAKE),
            _side("y", 2.0),
            0.0,
            "x answers as with the mistake {halved}. Unexplained: y did not return what its settings predict. {same}",
        ),
        (
            _side("x", 0),
            _side("y", 1.0),
            2.0,
            "Unexplained: y did not return what its settings predict. With the settings alone: {gap}",
        ),
        (_side("x", 0), _side("y", 0), 2.0, "{gap}"),
    ],
)
def test_sentences_on_answers_come_before_those_on_the_gap(
    first: ExplainedSide, second: ExplainedSide, size: float | None, text: str
) -> None:
    share = ShareOfGap([Change("case", "text", "keep", "lower")], 2.0, "2", rounding=False)
    said = gap._sentence(first, second, size, [share] if size else [], [])
    assert said == text.format(
        same="With the settings alone, both would score the same.",
        halved=_MISTAKE,
        gap="y scores 2.0000 higher than x because case is lower, not keep.",
    )


def _row(number: float | None, value: float, decimals: int | None = None) -> DiffRow:
    return DiffRow(
        "bleu", "x", "", "", outcome(Score(value, decimals=decimals)), number, True, [], None, [], [], [], ""
    )


@pytest.mark.parametrize(
    ("rows", "rounding"),
    [
        ([_row(27.3, 27.3)], 0),
        ([_row(27.3, 27.3, 1)], 0.1),
        ([_row(25.0, 0.25, 2)], 1.0),  # on a scale a hundred times as wide
        ([_row(0.0, 0.0, 2)], 0.01),
        ([_row(None, 0.5, 2)], 0),
        ([_row(2.0, 2.0, 0), _row(-50.0, -0.5, 1)], 11.0),
    ],
)
def test_rounding_errors_of_rows_add_up(rows: list[DiffRow], rounding: float) -> None:
    assert diff._rounding(*rows) == pytest.approx(rounding)  # a power of ten below 1 is not exact


def _shares(*values: Fraction | float) -> list[ShareOfGap]:
    return [ShareOfGap([], float(value), str(Fraction(value)), rounding=False) for value in values]


@pytest.mark.parametrize(
    ("shares", "size", "number", "rounding", "added"),
    [
        ([1.0, 2.0], 3.0, 50.0, 0.0, True),
        ([1.0, 2.0], 3.5, 50.0, 0.0, False),
        ([1.0, 2.0], 3.5, 50.0, 0.5, True),
        ([], 0.0, 50.0, 0.0, True),
        ([], 4e-8, 50.0, 0.0, True),  # up to a billionth of the number
        ([], 6e-8, 50.0, 0.0, False),
        ([], 4e-8, -50.0, 0.0, True),
        ([], 9e-10, 0.01, 0.0, True),  # or of 1
        ([], 2e-9, 0.01, 0.0, False),
    ],
)
def test_shares_that_add_up(shares: list[float], size: float, number: float, rounding: float, added: bool) -> None:
    assert diff._adds_up(_shares(*shares), size, number, rounding) is added


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (_row(50.0, 50.0), _row(50.0 + 2e-11, 50.0), True),
        (_row(50.0, 50.0), _row(50.0 + 2e-10, 50.0), False),
        (_row(50.0, 50.0, 1), _row(50.05, 50.05), True),
        (_row(50.0, 50.0, 1), _row(50.2, 50.2), False),
    ],
)
def test_equal_numbers_of_a_pair(first: DiffRow, second: DiffRow, same: bool) -> None:
    assert diff._same_number(first, second, (second.number or 0.0) - (first.number or 0.0)) is same


def _step(value: float | None, words: str = "", *knobs: str) -> CrossingStep:
    answer: Answer = outcome(Undefined("none") if value is None else Score(value))
    return CrossingStep("input", "bleu", [Change(knob, "text", "x", "y") for knob in knobs], words, answer)


@pytest.mark.parametrize(
    ("numbers", "steps", "text"),
    [
        ([1.0, 1.0], [], "a is 1.0000, b is 1.0000; no step changes the score."),
        ([1.0, None], [_step(None)], "a is 1.0000, b is no score; no step changes the score."),
        ([None, 2.0], [_step(2.0, "one")], "a is no score, b is 2.0000; no step changes the score."),
        (
            [1.0, 3.0],
            [_step(1.5, "one"), _step(3.0, "two")],
            "a is 1.0000, b is 3.0000: +1.5000 of it from one step (two).",
        ),
        (
            [3.0, 2.0],
            [_step(1.0, "one"), _step(2.0, "two")],
            "a is 3.0000, b is 2.0000: -2.0000 of it from one step (one).",
        ),
        (
            [1.0, 2.0],
            [_step(2.0, "one"), _step(1.0, "two"), _step(2.0)],
            "a is 1.0000, b is 2.0000: +1.0000 of it from one step (one).",
        ),
        (
            [1.0, 3.0],
            [_step(None, "one"), _step(3.0, "two")],
            "a is 1.0000, b is 3.0000: +2.0000 of it from one step (two).",
        ),
        ([1.0, _NEXT], [_step(_NEXT, "one")], "a is 1.0000, b is 1.0000; no step changes the score."),
        (
            [1.0, 2.0],
            [_step(2.0, "", "case", "tokenizer")],
            f"a is 1.0000, b is 2.0000: +1.0000 of it from one step ({Change('case', 'text', 'x', 'y')}, "
            f"{Change('tokenizer', 'text', 'x', 'y')}).",
        ),
    ],
)
def test_the_largest_step_of_a_crossing(numbers: list[float | None], steps: list[CrossingStep], text: str) -> None:
    assert crossing._sentence(["a", "b"], numbers, steps) == text


@pytest.mark.parametrize(
    ("first", "second", "close"),
    [
        (Score(1.0), Score(1.0 + 5e-10), True),
        (Score(1.0), Score(1.0 + 2e-9), False),
        (Score(1.0), Score(1.0 + 5e-10, decimals=12), False),
        (Score(0.3125), Score(0.3, decimals=1), True),
        (Score(0.25), Score(0.3, decimals=1), True),  # half up
        (Score(0.36), Score(0.3, decimals=1), True),  # truncated
        (Score(0.24), Score(0.3, decimals=1), False),
        (Score(0.0), Undefined("none"), False),
        (Undefined("none"), Undefined("other"), True),
    ],
)
def test_scores_too_close_to_be_distinguished(first: Outcome, second: Outcome, close: bool) -> None:
    assert diagnosis.indistinguishable(first, second) is close


@pytest.mark.parametrize(
    ("outcome_", "answer", "equal"),
    [
        (Score(1.0), Score(1.0 + 5e-13), True),
        (Score(1.0), Score(1.0 + 2e-12), False),
        (Score(0.3125), Score(0.3, decimals=1), True),
        (Score(0.2375), Score(0.3, decimals=1), False),
        (Undefined("none"), Score(0.0), False),
    ],
)
def test_answers_up_to_the_order_of_additions(outcome_: Outcome, answer: Score, equal: bool) -> None:
    assert is_answer(outcome_, answer) is equal


@pytest.mark.parametrize(
    ("data", "first", "second", "rounded"),
    [
        (Ratings([1, 2], [2, 1]), Score(0.0), Score(2.0**-50), True),
        (Ratings([1, 2], [2, 1]), Score(-(2.0**-51)), Score(0.0), True),
        (Ratings([1, 2], [2, 1]), Score(0.0), Score(2.0**-49), False),
        (Ratings([1, 2], [2, 1]), Score(2.0**-60), Score(2.0**-61), False),
        (Ratings([1, 2], [2, 1]), Score(0.0), Undefined("none"), False),
        (Corpus.from_segments(["a"], [["a"]]), Score(0.0), Score(2.0**-50), False),
    ],
)
def test_correlations_of_0_up_to_rounding(data: Any, first: Outcome, second: Outcome, rounded: bool) -> None:
    assert diagnosis._is_rounded_zero(data, first, second) is rounded


_DATA = Corpus.from_segments(["A b", "c d e"], [["a b"], ["c d x"]])


def _bleu(**knobs: object) -> Settings:
    return metric("bleu").settings.from_mapping({"max_order": 1, **knobs})


def _changes(start: Settings, end: Settings) -> list[Difference]:
    return list(start.differences(end))


def test_the_smallest_cause_is_the_fewest_changes_that_give_the_score() -> None:
    """Four of five words match in lower case; the scale only multiplies. Three of five match as they are."""
    start, end = _bleu(scale="1"), _bleu(case="lower", scale="1", smoothing="none")
    changes = _changes(start, end)
    assert {change.knob.name for change in changes} == {"case", "smoothing"}
    cause = smallest_cause(_DATA, start, changes, Score(0.8))
    assert cause is not None
    assert [change.knob.name for change in cause] == ["case"]
    assert smallest_cause(_DATA, start, changes, Score(0.6)) == ()
    assert smallest_cause(_DATA, start, changes, Score(0.7)) is None
    assert smallest_cause(_DATA, start, [], Score(0.8)) is None


def test_stored_scores_may_differ_in_their_last_digits() -> None:
    start = _bleu(scale="1")
    value = native_outcome(_DATA, start).value  # type: ignore[union-attr]  # a score
    assert smallest_cause(_DATA, start, [], Score(value + 8 * 2.0**-53)) == ()
    assert smallest_cause(_DATA, start, [], Score(value + 9 * 2.0**-53)) is None


def test_a_walk_has_the_score_after_each_change() -> None:
    start, end = _bleu(scale="1"), _bleu(case="lower", scale="100")
    steps = walk(_DATA, start, _changes(start, end))
    assert [[change.knob for change in step.changes] for step in steps] == [["case"]]  # the scale only multiplies
    assert [step.outcome.value for step in steps] == pytest.approx([0.8])  # exp(log(4/5))
    assert walk(_DATA, start, []) == []


def test_contradicting_changes_are_one_step() -> None:
    start = metric("ter").settings.from_mapping({})
    assert with_changes(start, []) == start
    knob = start.knob("tokenizer")
    wrong = [Difference(knob, getattr(start, knob.name), "no-such-tokenizer")]
    assert with_changes(start, wrong) is None
    (step,) = walk(_DATA, start, wrong)
    assert step.outcome == outcome(Unsupported("these knobs contradict each other"))
