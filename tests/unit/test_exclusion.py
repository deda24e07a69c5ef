"""Identify names the known mistakes that the answers do not rule out, and the first stage in which one may be made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from samescore import Corpus, Labels
from samescore.base.outcome import Outcome, Score
from samescore.data.kinds import Data
from samescore.metrics import metric
from samescore.metrics.base import Statistics
from samescore.metrics.mistakes import Mistake
from samescore.metrics.mistakes.contract import Hook
from samescore.records import NamedMistake, StillPossible
from samescore.settings import Settings
from samescore.verbs.identify.answers import Answers
from samescore.verbs.identify.exclusion import still_possible

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_ULPS = 4
_WER = metric("wer").settings()


def _errors(count: int) -> Corpus:
    """A text of four words with this many wrong ones, whose WER is count/4."""
    return Corpus.from_segments([" ".join(["x"] * count + ["a"] * (4 - count))], [["a a a a"]])


#: The WER of each input is 0.25, 0.5 and 0.75; the implementation answers 0.9 to the last one.
_INPUTS: dict[str, Data] = {"quarter": _errors(1), "half": _errors(2), "wrong": _errors(3)}
_GIVEN = {"quarter": 0.25, "half": 0.5, "wrong": 0.9}


def _answers(inputs: dict[str, Data], given: dict[str, float]) -> Answers:
    def ask(data: Data) -> Outcome:
        return next(Score(given[name]) for name, other in inputs.items() if other is data)

    answers = Answers(ask, inputs, 600, 10_000)
    for name in inputs:
        answers.ask(name)
    return answers


def _value(name: str, change: Callable[[float], float | None], *, typed: bool = False) -> Mistake:
    return Mistake(name, f"the meaning of {name}", "value", lambda value, _: change(value), typed)


_DOUBLED = _value("doubled", lambda value: 2 * value)
_ABOVE_HALF = _value("large scores squared", lambda value: value**2 if value > 0.5 else value)
_WITHOUT_EFFECT = _value("without effect", lambda value: value)
_NEVER_APPLIES = _value("never applies", lambda _: None)
_ELSEWHERE = _value("only for large scores", lambda value: value / 2 if value > 0.5 else None)


def _possible(mistakes: Iterable[Mistake], wrong: tuple[str, ...] = ("wrong",)) -> StillPossible | None:
    return still_possible(_answers(_INPUTS, _GIVEN), _WER, wrong, mistakes, _ULPS)


def test_a_mistake_that_spoils_a_right_answer_is_ruled_out() -> None:
    found = _possible([_DOUBLED, _ABOVE_HALF])
    named = NamedMistake("large scores squared", "the meaning of large scores squared")
    assert found == StillPossible(1, [named], "the number that is returned")


def test_a_mistake_without_effect_is_neither_ruled_out_nor_possible() -> None:
    assert _possible([_WITHOUT_EFFECT]) == StillPossible(0, [], "")


def test_inputs_to_which_a_mistake_does_not_apply_say_nothing_about_it() -> None:
    assert _possible([_NEVER_APPLIES]) == StillPossible(0, [], "")
    found = _possible([_ELSEWHERE])
    assert found is not None
    assert found.excluded == 0
    assert [mistake.name for mistake in found.possible] == ["only for large scores"]


def test_generic_changes_of_a_formula_are_not_counted() -> None:
    typed = _value("value * 2", lambda value: 2 * value, typed=True)
    assert _possible([typed, _DOUBLED]) == StillPossible(1, [], "")
    assert _possible([typed]) is None


def test_nothing_is_ruled_out_without_mistakes_wrong_answers_or_right_ones() -> None:
    assert _possible([]) is None
    assert _possible([_DOUBLED], ()) is None
    assert _possible([_DOUBLED], tuple(_INPUTS)) is None
    trivial: dict[str, Data] = {"equal": _errors(0), "wrong": _errors(3)}
    answers = _answers(trivial, {"equal": 0.0, "wrong": 0.9})
    assert still_possible(answers, _WER, ["wrong"], [_DOUBLED], _ULPS) is None


def test_right_answers_are_compared_with_a_tolerance_and_wrong_ones_without() -> None:
    """A change in the last digits spoils no answer, but it changes a score."""
    nudged = _value("nudged", lambda value: value * (1 + 2.0**-51))
    found = _possible([nudged])
    assert found is not None
    assert [mistake.name for mistake in found.possible] == ["nudged"]


_CAPITAL = Corpus.from_segments(["x x x A"], [["a a a a"]])


def _misread(data: Data) -> Data | None:
    return _errors(2) if data is _CAPITAL else None


def _miscounted(data: Data, settings: Settings) -> Statistics:
    return metric("wer").counted(_errors(2) if data is _CAPITAL else data, settings)


#: Mistakes that change the score of the text with a capital letter, all of whose words are wrong, and of no other text.
_IN_STAGES: tuple[tuple[Hook, Callable[..., Any], str], ...] = (
    ("data", _misread, ""),
    ("settings", lambda settings: settings.replace(case="lower"), "the settings"),
    ("counts", _miscounted, "the counts"),
    ("row", lambda row, _: (1, 3, 0, 0) if row[1] == 4 else row, "the counts"),
    ("score", lambda row, _: 0.5 if row[1] == 4 else row[1] / 4, "the formula"),
    ("mean", lambda scores, *_: 0.5 if scores == [1.0] else scores[0], "the average over segments"),
    ("value", lambda value, _: 0.5 if value == 1.0 else value, "the number that is returned"),
)


@pytest.mark.parametrize(("hook", "change", "stage"), _IN_STAGES, ids=[hook for hook, _, _ in _IN_STAGES])
def test_the_first_stage_of_a_possible_mistake_is_named(hook: Hook, change: Callable[..., Any], stage: str) -> None:
    """Whichever mistake is listed first, the earlier stage is named; nothing is said if the first stage is possible."""
    last = Mistake("last", "in the last stage", *_IN_STAGES[-1][:2])
    answers = _answers({"right": _errors(1), "wrong": _CAPITAL}, {"right": 0.25, "wrong": 0.9})
    made = Mistake("made", "in some stage", hook, change)
    for mistakes in ([made, last], [last, made]):
        found = still_possible(answers, _WER, ["wrong"], mistakes, _ULPS)
        assert found == StillPossible(0, [NamedMistake(each.name, each.meaning) for each in mistakes], stage)


def test_a_mistake_in_the_formula_over_all_data_is_one_in_the_formula() -> None:
    right, wrong = Labels((1, 1, 0, 0), (1, 1, 1, 0)), Labels((1, 1, 0, 0, 0), (1, 0, 0, 1, 0))
    settings = metric("kappa").settings()
    answers = _answers({"right": right, "wrong": wrong}, {"right": 0.5, "wrong": 0.9})  # agreement 3/4, by chance 1/2

    def changed(kept: object, _: Settings) -> float:
        return 0.5 if kept == metric("kappa").counted(right, settings).kept else 0.25

    made = Mistake("made", "over all data", "kept", changed)
    found = still_possible(answers, settings, ["wrong"], [made], _ULPS)
    assert found == StillPossible(0, [NamedMistake("made", "over all data")], "the formula")
