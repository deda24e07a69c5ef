"""Weights of n-gram orders that are solved for, and the steps of a search for settings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pytest

from samescore import Corpus, Labels
from samescore.base.outcome import Outcome, Raised, Score
from samescore.data.kinds import Data
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.settings import Settings
from samescore.verbs.identify.answers import Answers
from samescore.verbs.identify.search import Point, RegionSearch
from samescore.verbs.identify.weights import _equations, _plausible, _solution, possible_weights

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_BLEU = metric("bleu").settings
_WER = metric("wer").settings


@pytest.mark.parametrize(
    ("weight", "plausible"),
    [
        (0.25, 0.25),
        (0.123456, 0.123456),
        (0.25 + 5e-10, 0.25),
        (-1e-12, 0.0),
        (1 / 3, 1 / 3),
        (0.33333333, 1 / 3),
        (5 / 24, 5 / 24),
        (1 / 25 + 1e-7, 1 / 24),  # 1/25 has six decimals or fewer, but this number is not 1/25
        (-1 / 3, -1 / 3),
        (-0.5, -0.5),
    ],
)
def test_a_plausible_weight(weight: float, plausible: float) -> None:
    assert _plausible(weight) == pytest.approx(plausible, rel=1e-12)
    assert math.copysign(1.0, _plausible(-1e-12)) == 1.0


@pytest.mark.parametrize(
    ("equations", "solution"),
    [
        ([[1, 0, 2], [0, 1, 3]], [2, 3]),
        ([[0, 2, 4], [1, 0, 3]], [3, 2]),
        ([[1, 1, 2], [2, 2, 4], [0, 1, 1]], [1, 1]),  # the second says nothing new
        ([[1, 1, 3], [1, -1, 1]], [2, 1]),
        ([[1, 1, 2]], None),
        ([[1, 1, 2], [1 + 1e-12, 1, 2]], None),
        ([], None),
        ([[1, 0, 2], [0, 1, 3], [1, 1, 9]], [2, 3]),  # the first independent ones
    ],
)
def test_a_system_of_equations(equations: Sequence[Sequence[float]], solution: list[float] | None) -> None:
    found = _solution(equations, 2)
    assert found == (None if solution is None else pytest.approx(solution))


def _answers(inputs: Mapping[str, Data], given: Mapping[str, Outcome], evaluations: int = 100_000) -> Answers:
    answers = Answers(
        lambda data: next(given[name] for name, other in inputs.items() if other is data),
        dict(inputs),
        600,
        evaluations,
    )
    for name in inputs:
        answers.ask(name)
    return answers


_ONE = Corpus.from_segments(["a b c d x"], [["a b c d e"]])


def test_the_equation_of_an_answer() -> None:
    """Its coefficients are the logarithms of the precisions 4/5 and 3/4, and there is no other factor."""
    settings = _BLEU(max_order=2, scale="1", tokenizer="none", smoothing="none")
    inputs: dict[str, Data] = {
        "one": _ONE,
        "two": Corpus.from_segments(["a b c d x"] * 2, [["a b c d e"]] * 2),
        "error": Corpus.from_segments(["a b c x"], [["a b c d"]]),
        "unlike": Corpus.from_segments(["x y"], [["a b"]]),
        "labels": Labels([1, 0], [1, 1]),
    }
    given: dict[str, Outcome] = {
        "one": Score(0.7),
        "two": Score(0.7),
        "error": Raised("E"),
        "unlike": Score(0.3),
        "labels": Score(0.7),
    }
    (equation,) = _equations(_answers(inputs, given), settings)
    assert equation == pytest.approx([math.log(4 / 5), math.log(3 / 4), math.log(0.7)])


def test_negative_weights_are_not_possible() -> None:
    """Weights of -1 and 2 would give these answers."""
    settings = _BLEU(max_order=2, scale="1", tokenizer="none", smoothing="none")
    inputs: dict[str, Data] = {"one": _ONE, "two": Corpus.from_segments(["a b c x y"], [["a b c d e"]])}
    negative = {"one": Score((3 / 4) ** 2 / (4 / 5)), "two": Score((2 / 4) ** 2 / (3 / 5))}
    assert list(possible_weights(_answers(inputs, negative), settings)) == []
    right = {"one": Score((3 / 4) ** 0.3 * (4 / 5) ** 0.7), "two": Score((2 / 4) ** 0.3 * (3 / 5) ** 0.7)}
    assert set(possible_weights(_answers(inputs, right), settings)) == {(0.7, 0.3)}


_CASES: dict[str, Data] = {
    "case": Corpus.from_segments(["A b c"], [["a b c"]]),
    "longer": Corpus.from_segments(["a x y z w"], [["a b c"]]),
    "both": Corpus.from_segments(["A x y z w"], [["a b c"]]),
    "plain": Corpus.from_segments(["a b x"], [["a b c"]]),
}


def _search(wanted: Settings, evaluations: int = 100_000, **callers: object) -> RegionSearch:
    given = {name: native_outcome(data, wanted) for name, data in _CASES.items()}
    return RegionSearch(_answers(_CASES, given, evaluations), callers)


def test_all_helpful_changes_are_made_in_one_step() -> None:
    wanted = _WER(case="lower", denominator="longer")
    search = _search(wanted)
    start = search.climb(_WER(), 8)
    assert (start.settings, start.score) == (wanted, search.total_weight)
    step = search.step(Point(_WER(), 8, 3))
    assert step is not None
    assert step.settings == wanted
    assert search.mend(_WER(), 8).settings == wanted
    assert search.mend(wanted, 8) == Point(wanted, 8, search.total_weight)


def test_knobs_of_the_caller_are_not_changed() -> None:
    wanted = _WER(case="lower", denominator="longer")
    search = _search(wanted, case="keep", transforms="none", tokenizer="spaces")
    found = search.climb(_WER(), 8)
    assert found.settings == _WER(denominator="longer")
    assert found.score < search.total_weight


def test_a_search_ends_without_a_budget() -> None:
    search = _search(_WER(case="lower"), evaluations=-1)
    assert search.climb(_WER(), 8).settings == _WER()
    assert search.step(Point(_WER(), 8, 3)) is None


def test_settings_near_the_given_ones_are_searched_first() -> None:
    wanted = _WER(case="lower", denominator="longer")
    asked: list[list[Settings]] = []

    def explained(starts: list[Settings]) -> bool:
        asked.append(starts)
        return False

    given = {name: native_outcome(data, wanted) for name, data in _CASES.items()}
    search = RegionSearch(_answers(_CASES, given), {}, explained)
    near = _WER(case="lower", references="best")
    found = search.best([], _WER(), near)
    assert (found.settings, found.score) == (wanted.replace(references="best"), search.total_weight)
    assert asked == [[near, _WER()]]


@pytest.mark.parametrize("answer", [True, _WER(case="lower", denominator="longer")])
def test_an_explanation_by_mistakes_ends_the_search(answer: Settings | bool) -> None:
    wanted = _WER(case="lower", denominator="longer")
    given = {name: native_outcome(data, wanted) for name, data in _CASES.items()}
    search = RegionSearch(_answers(_CASES, given), {}, lambda _: answer)
    found = search.best([], _WER(), None)
    assert found.settings == (_WER() if answer is True else wanted)
