"""The search for mistakes: where it starts, which combinations it tries, and which causes it reports."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest

from samescore import Corpus, Labels
from samescore.base.outcome import Outcome, Raised, Score
from samescore.data.kinds import Data
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.metrics.mistakes import Mistake
from samescore.settings import Settings
from samescore.verbs.identify.answers import Answers, Cause, Mistaken
from samescore.verbs.identify.mistakes import FoundMistakes, MistakeSearch

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_WER = metric("wer").settings


def _value(name: str, change: Callable[[float], float | None], *, typed: bool = False) -> Mistake:
    return Mistake(name, f"the meaning of {name}", "value", lambda value, _: change(value), typed)


def _wrong(count: int, total: int = 20) -> Corpus:
    """A text of `total` words, `count` of which are wrong: its WER is count/total."""
    return Corpus.from_segments([" ".join(["x"] * count + ["a"] * (total - count))], [["a " * total]])


class _Recorded(Answers):
    """Answers that record the causes whose scores are computed."""

    scored: list[Cause]
    tolerances: set[int]
    tried: list[str]  # the inputs on which changed knobs were tried

    def fits_once(self, cause: Cause, name: str, ulps: int) -> bool:
        self.tried.append(name)
        return super().fits_once(cause, name, ulps)

    def score(self, settings: Cause, ulps: int, names: Sequence[str], more_than: int = -1) -> int:
        self.scored.append(settings)
        self.tolerances.add(ulps)
        return super().score(settings, ulps, names, more_than)


def _answers(inputs: Mapping[str, Data], given: Mapping[str, Outcome | float]) -> _Recorded:
    def ask(data: Data) -> Outcome:
        answer = next(given[name] for name, other in inputs.items() if other is data)
        return Score(answer) if isinstance(answer, float) else answer

    answers = _Recorded(ask, dict(inputs), 600, 1_000_000)
    answers.scored, answers.tolerances, answers.tried = [], set(), []
    for name in inputs:
        answers.ask(name)
    return answers


_INPUTS: dict[str, Data] = {f"{count}": _wrong(count) for count in range(1, 11)}


def _given(change: Callable[[float], float], settings: Settings | None = None) -> dict[str, Outcome | float]:
    """The answers of an implementation that changes the right scores of the inputs."""
    given: dict[str, Outcome | float] = {}
    for name, data in _INPUTS.items():
        outcome = native_outcome(data, settings or _WER())
        assert isinstance(outcome, Score)
        given[name] = change(outcome.value)
    return given


def _first_settings(given: Mapping[str, Outcome | float], *starts: Settings) -> list[Settings]:
    """The settings that are tried first, in order: all those that are tried if no mistakes are known."""
    answers = _answers(dict(list(_INPUTS.items())[: len(given)]), given)
    assert MistakeSearch(answers, {}, []).best(starts) is None
    return [cause.settings for cause in answers.scored if isinstance(cause, Mistaken)]


@pytest.mark.parametrize(
    ("highest", "scale"),
    [(0.4, "1"), (1.0, "1"), (1.01, "100"), (40.0, "100"), (-40.0, "100"), (-0.4, "1")],
)
def test_the_search_starts_on_the_scale_of_the_answers(highest: float, scale: str) -> None:
    percent, fraction = _WER(scale="100"), _WER(scale="1")
    on_scale, other = (percent, fraction) if scale == "100" else (fraction, percent)
    given: dict[str, Outcome | float] = {"1": 0.01, "2": highest, "3": Raised("E")}
    assert _first_settings(given, on_scale) == [on_scale]
    assert _first_settings(given, other) == [on_scale, other]
    assert _first_settings(given, other, on_scale, other) == [on_scale, other]


def test_without_scores_the_search_starts_with_fractions() -> None:
    assert _first_settings({"1": Raised("E")}, _WER(scale="100")) == [_WER(), _WER(scale="100")]


def test_settings_without_a_scale_are_tried_once() -> None:
    inputs: dict[str, Data] = {"mcc": Labels((1, 1, 0, 0), (1, 1, 1, 0))}
    answers = _answers(inputs, {"mcc": 57.7})
    assert MistakeSearch(answers, {}, []).best([metric("mcc").settings()]) is None
    assert [cause.settings for cause in answers.scored if isinstance(cause, Mistaken)] == [metric("mcc").settings()]


def test_at_most_eight_settings_are_tried_first() -> None:
    values = _WER().knob("empty_reference").alternatives("insertions")
    starts = [_WER(), *(_WER(empty_reference=value, case=case) for case in ("keep", "lower") for value in values)]
    assert len(set(starts)) > 9
    assert _first_settings({"1": 0.05}, *starts) == starts[:8]


def test_answers_may_differ_by_4096_units_in_the_last_place() -> None:
    """Between 1/4 and 1/2 such a unit is 2 ** -54, and between 1/2 and 1 it is 2 ** -53."""
    inputs: dict[str, Data] = {"near": _wrong(5), "far": _wrong(10)}
    given = {"near": 0.25 + 4096 * 2.0**-54, "far": 0.5 + 4097 * 2.0**-53}
    answers = _answers(inputs, given)
    search = MistakeSearch(answers, {}, [_value("without effect", lambda value: value)])
    found = search.best([_WER()])
    assert found is not None
    assert found.score == 3
    assert answers.tolerances == {4096}
    assert answers.wrong(found.cause, 4096) == ["far"]


_DOUBLED = _value("doubled", lambda value: 2 * value)
_SQUARED = _value("squared", lambda value: value**2)


def _names(found: FoundMistakes | None) -> list[str]:
    assert found is not None
    return [mistake.name for mistake in found.mistakes]


def test_a_single_mistake_is_found() -> None:
    search = MistakeSearch(_answers(_INPUTS, _given(lambda value: 2 * value)), {}, [_SQUARED, _DOUBLED])
    found = search.best([_WER()])
    assert found == FoundMistakes(_WER(), (_DOUBLED,), 28)  # nine nontrivial answers, and 2/2


@pytest.mark.parametrize(("explained", "goes_on"), [(16, True), (17, False), (20, False)])
def test_the_search_for_knobs_ends_if_a_mistake_explains_85_percent_of_the_answers(
    explained: int, goes_on: bool
) -> None:
    texts: dict[str, Data] = {f"{count}": _wrong(count, 45) for count in range(1, 21)}
    given = {name: int(name) / 45 * (2 if int(name) <= explained else 1.37) for name in texts}
    answers = _answers(texts, given)
    found = MistakeSearch(answers, {}, [_DOUBLED]).best([_WER()])
    assert found == FoundMistakes(_WER(), (_DOUBLED,), 3 * explained)
    assert bool(answers.tried) is goes_on


def test_the_inputs_on_which_changes_are_tried_first() -> None:
    """They have wrong answers and are not the shortest; those on which mistakes differ come first."""
    texts: dict[str, Data] = {f"{count}": _wrong(count, 20 + count) for count in range(16, 0, -1)}
    given = {name: 0.9137 if name != "16" else 16 / 36 for name in texts}
    answers = _answers(texts, given)
    several = [Mistake(f"{n}", "", "score", lambda row, _, n=n: n / 7 if sum(row) == 29 else 0.8) for n in range(1, 4)]
    MistakeSearch(answers, {}, several).best([_WER()])
    assert list(dict.fromkeys(answers.tried)) == ["9", "4", "5", "6", "7", "8", "10", "11", "12", "13"]


@pytest.mark.parametrize(
    ("left", "finds"),
    [(1_001_000, True), (999_999, False), (1_000, True), (-1, False)],
)
def test_a_search_computes_at_most_a_million_scores(left: int, finds: bool) -> None:
    """Nothing is left of the budget, or a million scores have been computed since the search began."""
    answers = _answers(_INPUTS, _given(lambda value: 2 * value))
    answers.allow(2_000_000 if left > 1_000 else 1_000)
    search = MistakeSearch(answers, {}, [_DOUBLED])
    answers.allow(left)
    found = search.best([_WER()])
    assert _names(found) == (["doubled"] if finds else [])


def test_two_mistakes_are_found_together_and_no_third_one() -> None:
    some_squared = _value("some squared", lambda value: value**2 if value > 0.7 else value)
    given = _given(lambda value: (2 * value) ** 2 if value > 0.36 else 2 * value)
    both = MistakeSearch(_answers(_INPUTS, given), {}, [_DOUBLED, some_squared]).best([_WER()])
    assert both == FoundMistakes(_WER(), (_DOUBLED, some_squared), 28)
    parts = [
        _value(f"part {n}", lambda value, n=n: -value if value > 0 and round(20 * value) % 3 == n else value)  # type: ignore[misc]
        for n in range(3)
    ]
    search = MistakeSearch(_answers(_INPUTS, _given(lambda value: -value)), {}, parts)
    most = search.best([_WER()])
    assert most is not None
    assert len(most.mistakes) == 2
    assert most.score == 3 * 7  # the parts have four answers, three and three


def test_a_mistake_is_found_under_the_scale_of_the_answers() -> None:
    given = _given(lambda value: value**2 * 100)
    on_scale = Mistake("squared", "", "score", lambda row, _: (row[1] / 20) ** 2)
    found = MistakeSearch(_answers(_INPUTS, given), {}, [on_scale]).best([_WER()])
    assert found is not None
    assert (found.settings, _names(found), found.score) == (_WER(scale="100"), ["squared"], 30)


def test_mistakes_that_explain_no_more_than_a_knob_are_dropped() -> None:
    """The answers are those of lower-cased texts; a mistake that gives them as well is not needed."""
    inputs: dict[str, Data] = {
        f"{count}": Corpus.from_segments(["A " * count + "b " * (10 - count)], [["a " * 10]]) for count in range(1, 9)
    }
    given = {name: (10 - int(name)) / 10 for name in inputs}
    lucky = Mistake(
        "lucky", "", "data", lambda data: Corpus.from_segments([str(data.hypothesis_lines[0]).lower()], [["a " * 10]])
    )
    search = MistakeSearch(_answers(inputs, given), {}, [lucky])
    assert search.best([_WER()]) == FoundMistakes(_WER(case="lower"), (), 24)
    fixed = MistakeSearch(_answers(inputs, given), _WER().as_dict(), [lucky])
    assert fixed.best([_WER()]) == FoundMistakes(_WER(), (lucky,), 24)


def test_settings_stay_near_the_first_start_where_the_answers_allow() -> None:
    """Only the denominator has an effect on these texts; the case has none."""
    inputs: dict[str, Data] = {
        f"{count}": Corpus.from_segments(["x " * count + "a a a a"], [["a a a a"]]) for count in range(1, 6)
    }
    given = {name: 2 * int(name) / (4 + int(name)) for name in inputs}  # 0.4, and up to 1.1, but for a 1
    starts = [_WER(), _WER(denominator="longer", case="lower")]
    found = MistakeSearch(_answers(inputs, given), {}, [_DOUBLED]).best(starts)
    assert found == FoundMistakes(_WER(denominator="longer"), (_DOUBLED,), 13)
    fixed = MistakeSearch(_answers(inputs, given), {"case": "lower"}, [_DOUBLED]).best(starts)
    assert fixed == FoundMistakes(starts[1], (_DOUBLED,), 13)


def test_a_mistake_with_one_or_two_changed_knobs_is_found() -> None:
    inputs: dict[str, Data] = {
        f"{count}": Corpus.from_segments(["X x " * count + "A a"], [["b a a"]]) for count in range(1, 9)
    }
    for wanted in (_WER(denominator="longer"), _WER(denominator="longer", case="lower")):
        given: dict[str, Outcome | float] = {}
        for name, data in inputs.items():
            outcome = native_outcome(data, wanted)
            assert isinstance(outcome, Score)
            given[name] = outcome.value**2
        found = MistakeSearch(_answers(inputs, given), {}, [_DOUBLED, _SQUARED]).best([_WER()])
        assert found == FoundMistakes(wanted, (_SQUARED,), 24)


def _named(mended: Iterable[int], failing: Iterable[int], inputs: int = 20) -> bool:
    """Whether a mistake is named if it gives the answers `mended`, but not the others of those `failing`."""
    texts: dict[str, Data] = {f"{count}": _wrong(count, 40) for count in range(1, inputs + 1)}
    right, failures = set(mended), set(failing)
    made = _value("made", lambda value: value / 2 if round(40 * value) in right else value)
    given = {
        name: int(name) / 80 if int(name) in right else 0.91 if int(name) in failures else int(name) / 40
        for name in texts
    }
    answers = _answers(texts, given)
    found = FoundMistakes(_WER(), (made,), 0)
    return MistakeSearch(answers, {}, [made]).named(found, _WER())


@pytest.mark.parametrize(
    ("mended", "failing", "named"),
    [
        (range(1, 17), range(1, 21), True),  # 16 of 20 failures, and 16 of 20 answers
        (range(1, 16), range(1, 21), False),  # 15 of 20 answers are too few
        (range(1, 3), range(1, 5), True),  # half of the failures
        (range(1, 3), range(1, 6), False),  # two of five failures
        (range(1, 2), range(1, 2), True),
        ((), (), False),  # nothing fails
    ],
)
def test_the_share_of_answers_that_a_named_mistake_explains(
    mended: Iterable[int], failing: Iterable[int], named: bool
) -> None:
    assert _named(mended, failing) is named


def test_mistakes_that_explain_the_same_answers_are_equivalent() -> None:
    answers = _answers(_INPUTS, {**_given(lambda value: 2 * value), "3": 0.777})
    twice = _value("twice", lambda value: value + value)
    hundredth = _value("hundredth", lambda value: value / 50)  # under the scale 0-100
    formula = _value("value * 2", lambda value: 2 * value, typed=True)
    more = _value("also the third", lambda value: 0.777 if math.isclose(value, 0.15) else 2 * value)
    fewer = _value("all but the first", lambda value: 2 * value if value > 0.06 else value)
    mistakes = [twice, _DOUBLED, _SQUARED, hundredth, formula, more, fewer]
    search = MistakeSearch(answers, {}, mistakes)
    assert search.equivalents(FoundMistakes(_WER(), (_DOUBLED,), 25)) == [twice, hundredth, more]
    assert search.equivalents(FoundMistakes(_WER(), (formula,), 25)) == [twice, _DOUBLED, hundredth, more]
    fixed = MistakeSearch(answers, _WER().as_dict(), mistakes)
    assert fixed.equivalents(FoundMistakes(_WER(), (_DOUBLED,), 25)) == [twice, more]


def test_equivalent_mistakes_are_compatible_with_the_other_mistakes() -> None:
    halved = Mistake("halved", "", "score", lambda row, _: row[1] / 40)
    formula = Mistake("half the score", "", "score", lambda row, _: row[1] / 40)
    half = _value("half", lambda value: value / 2)
    answers = _answers(_INPUTS, _given(lambda value: value / 4))
    search = MistakeSearch(answers, {}, [halved, formula, half])
    assert search.equivalents(FoundMistakes(_WER(), (half, halved), 30)) == [formula]
    assert search.equivalents(FoundMistakes(_WER(), (halved, half), 30)) == []
