"""The parts of identify: answers and their weights, versions, regions, knobs that are open, and mistakes to name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

import samescore
from samescore import Corpus
from samescore.base.errors import InputError, UnknownNameError
from samescore.base.outcome import Outcome, Raised, Score, Unavailable, Unsupported
from samescore.data.kinds import Data
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.metrics.mistakes import mistakes_of
from samescore.records import Change
from samescore.settings import Settings
from samescore.verbs.identify.answers import Answers, Mistaken, golden_inputs, nontrivial
from samescore.verbs.identify.changes import all_changes, usual_values, with_values
from samescore.verbs.identify.findings import Same, known_regions, nearest, simplest, undetermined_knobs
from samescore.verbs.identify.findings import fits as region_fits
from samescore.verbs.identify.mistakes import FoundMistakes, MistakeSearch, nearly_all
from samescore.verbs.identify.regions import Region, regions, wrong_knobs
from samescore.verbs.identify.search import Point, RegionSearch
from samescore.verbs.identify.versions import merge_versions
from samescore.verbs.identify.weights import possible_weights

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_BLEU = metric("bleu").settings
_WER = metric("wer").settings

_TEXTS = {
    "whole": Corpus.from_segments(["a b c d"], [["a b c d"]]),
    "none": Corpus.from_segments(["x"], [["a b c d"]]),
    "part": Corpus.from_segments(["a b c d x"], [["a b c d e"]]),
    "more": Corpus.from_segments(["a b c d e x y"], [["a b c d e f"]]),
}


def _answers(
    ask: Callable[[Data], Outcome], inputs: Mapping[str, Data] = _TEXTS, evaluations: int = 10_000, seconds: float = 600
) -> Answers:
    answers = Answers(ask, dict(inputs), seconds, evaluations)
    for name in inputs:
        answers.ask(name)
    return answers


def _answers_of(settings: Settings, inputs: Mapping[str, Data] = _TEXTS) -> Answers:
    return _answers(lambda data: native_outcome(data, settings), inputs)


@pytest.mark.parametrize(
    ("outcome", "telling"),
    [
        *((Score(value), False) for value in (0.0, 1.0, 100.0)),
        *((Score(value), True) for value in (0.5, 99.0, -1.0, 2.0)),
        (Raised("E"), False),
        (Unsupported("no"), False),
    ],
)
def test_nontrivial_answers(outcome: Outcome, telling: bool) -> None:
    assert nontrivial(outcome) is telling


def test_nontrivial_answers_have_three_times_the_weight() -> None:
    given: dict[str, Outcome] = {
        "whole": Score(100.0),
        "none": Raised("E"),
        "part": Score(50.0),
        "more": Unsupported("no"),
    }
    answers = _answers(lambda data: next(given[name] for name, text in _TEXTS.items() if text is data))
    assert [answers.weight(name) for name in ("whole", "none", "part")] == [1, 1, 3]
    assert answers.comparable() == ["whole", "none", "part"]
    assert answers.nontrivial_inputs() == ["part"]
    assert answers.total_weight() == 5
    answers.set_aside(["none"])
    assert (answers.total_weight(), answers.comparable()) == (4, ["whole", "part"])
    assert isinstance(answers.given["none"], Raised)
    assert isinstance(answers.outcomes["none"], Unsupported)


def test_the_score_of_settings_and_the_order_of_inputs() -> None:
    """The whole text scores 100 but for the last digits, and is nontrivial; only it and the text without a match are equal."""
    answers = _answers_of(_BLEU(max_order=2, smoothing="exp"))
    names = list(_TEXTS)
    assert answers.score(_BLEU(max_order=2, smoothing="exp"), 4, names) == 10
    assert answers.score(_BLEU(max_order=4, smoothing="exp"), 4, names) == 4
    assert answers.wrong(_BLEU(max_order=4, smoothing="exp"), 4) == ["part", "more"]
    assert answers.score(_BLEU(max_order=4, smoothing="exp"), 4, names, 3) == 4
    assert answers.score(_BLEU(max_order=4, smoothing="exp"), 4, names, 4) == -1
    assert answers.score(_BLEU(max_order=2, smoothing="exp"), 4, names, 10) == -1
    assert answers.comparable()[0] == "part"  # which ruled out most settings
    assert set(answers.comparable()[2:]) == {"whole", "none"}


def test_an_input_is_asked_once_and_computed_once() -> None:
    asked = []

    def ask(data: Data) -> Outcome:
        asked.append(data)
        return Score(0.5)

    answers = _answers(ask, evaluations=2)
    answers.ask("part")
    assert len(asked) == 4
    for _ in range(3):
        answers.native(_BLEU(), "part")
    assert answers.left == 1
    answers.fits_once(_BLEU(), "part", 4)
    assert (answers.left, answers.over_budget) == (0, False)
    answers.fits_once(_BLEU(), "part", 4)
    assert (answers.left, answers.over_budget) == (-1, True)
    answers.allow(5)
    assert (answers.left, answers.over_budget, answers.out_of_time) == (5, False, False)
    assert _answers(ask, seconds=-1.0).over_budget


def test_an_implementation_that_stops() -> None:
    answers = Answers(lambda _: Unavailable("it is gone"), dict(_TEXTS), 60, 10)
    with pytest.raises(UnknownNameError, match="the implementation stopped: it is gone"):
        answers.ask("part")
    assert answers.outcomes == {}


def test_golden_inputs_are_distinct_and_not_tokenized() -> None:
    profile = next(region.profile for region in regions("bleu", {}) if region.name == "sacrebleu.corpus_bleu")
    inputs = golden_inputs("bleu", profile)
    texts = [repr(data) for data in inputs.values()]
    assert len(set(texts)) == len(texts) > 10
    assert max(map(len, texts)) <= 4000
    assert not any(isinstance(data, Corpus) and data.tokenized for data in inputs.values())


def test_ranges_of_versions() -> None:
    assert merge_versions([">=2,<3", ">=3,<4", ">=1,<2"]) == ">=1,<4"
    assert merge_versions(["==1.0", ">=0.5,<1.0"]) == ">=0.5,<=1.0"
    assert merge_versions([">=1,<2", ">=1,<2"]) == ">=1,<2"
    assert merge_versions([">=1,<=2", ">=2,<3"]) == ">=1,<=2 or >=2,<3"


def test_usual_values_of_weights() -> None:
    settings = _BLEU(max_order=3, weights=(0.5, 0.25, 0.25))
    values = list(usual_values(settings.knob("weights"), settings))
    assert values == ["uniform", (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.5, 0.5, 0.0)]
    assert list(usual_values(settings.knob("weights"), _BLEU(max_order=1))) == ["uniform"]


def test_tenths_are_tried_for_numbers_up_to_one() -> None:
    kind = metric("meteor").settings
    knob, settings = kind().knob("alpha"), kind(alpha=0.9)
    values = [value for value in usual_values(knob, settings) if isinstance(value, float)]
    assert {0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9} <= set(values)
    assert len(set(values)) == len(values)
    assert ("alpha", 0.9) not in list(all_changes(settings, {}))
    assert ("alpha", 0.3) in list(all_changes(settings, {}))
    assert not [name for name, _ in all_changes(settings, {"alpha": 0.9}) if name == "alpha"]


def test_settings_that_contradict_each_other_are_no_change() -> None:
    settings = _BLEU(max_order=3, weights=(0.5, 0.25, 0.25))
    assert with_values(settings, {"max_order": 2}) is None
    assert with_values(settings, {"case": "lower"}) == _BLEU(max_order=3, weights=(0.5, 0.25, 0.25), case="lower")


def test_weights_that_give_the_answers() -> None:
    """Two answers are enough for two orders, one is not."""
    settings = _BLEU(max_order=2, weights=(0.75, 0.25))
    answers = _answers_of(settings)
    assert set(possible_weights(answers, _BLEU(max_order=2))) == {(0.75, 0.25)}
    one = _answers_of(settings, {"part": _TEXTS["part"]})
    assert list(possible_weights(one, _BLEU(max_order=2))) == []
    third = _answers_of(_BLEU(max_order=2, weights=(2 / 3, 1 / 3)))
    assert set(possible_weights(third, _BLEU(max_order=2))) == {(2 / 3, 1 / 3)}


def _point(settings: Settings) -> Point:
    return Point(settings, 4, 0)


_CASES = {
    "lower": Corpus.from_segments(["A"], [["a"]]),
    "alike": Corpus.from_segments(["a"], [["a"]]),
    "other": Corpus.from_segments(["b"], [["c"]]),
}


def test_inputs_that_distinguish_settings_are_counted() -> None:
    answers = _answers_of(_WER(), _CASES)
    same = Same(answers, _point(_WER()), list(_CASES))
    lower = _WER(case="lower")
    percent = _WER(scale="100")
    assert (same.differing(percent, 4, 5), same.differing(percent, 4, 2), same.differing(percent, 4)) == (2, 2, 1)
    assert same.differing(lower, 4, 5) == 1
    assert same.differing(_WER(), 4, 5) == 0
    assert (same.holds(_WER(), 4), same.holds(lower, 4), same.holds(None, 4)) == (True, False, False)
    alike = Same(answers, _point(_WER()), ["alike"])
    assert alike.holds(lower, 4)


def test_wrong_answers_are_compared_by_the_native_score() -> None:
    """The point gives none of the answers: settings are the same if they give the point's numbers."""
    answers = _answers(lambda _: Score(0.25), _CASES)
    same = Same(answers, _point(_WER()), list(_CASES))
    assert same.differing(_WER(case="lower"), 4, 5) == 1
    assert same.differing(_WER(scale="100"), 4, 5) == 2
    assert same.holds(_WER(), 4)


def test_knobs_that_no_answer_determines() -> None:
    answers = _answers_of(_WER(), _CASES)
    point = _point(_WER())
    free, partly, margin, change = undetermined_knobs(Same(answers, point, list(_CASES)), point, {})
    assert {"case", "scale"}.isdisjoint(free)
    assert "sentences" in free["average"]  # there is one segment
    assert (margin, change) == (1, Change("case", "text", "keep", "lower"))
    assert set(partly) <= set(free)
    free, partly, margin, change = undetermined_knobs(Same(answers, point, ["alike"]), point, {})
    assert "lower" in free["case"]
    assert free["scale"] == ["100"]
    free, partly, margin, change = undetermined_knobs(Same(answers, point, ["lower"]), point, {"case": "keep"})
    assert "case" not in free
    assert (margin, change is not None and change.knob != "case") == (1, True)


def test_the_simplest_settings_with_the_same_answers() -> None:
    answers = _answers_of(_WER(), {"alike": _CASES["alike"]})
    point = _point(_WER(case="lower"))
    same = Same(answers, point, ["alike"])
    assert simplest(same, point, {}, _WER()) == _WER()
    assert simplest(same, point, {"case": "lower"}, _WER()) == point.settings
    telling = _answers_of(_WER(case="lower"), _CASES)
    assert simplest(Same(telling, point, list(_CASES)), point, {}, _WER()) == point.settings


def _sacrebleu() -> Region:
    return next(region for region in regions("bleu", {}) if region.name == "sacrebleu.corpus_bleu" and region.newest)


def test_a_region_and_its_arguments() -> None:
    region = _sacrebleu()
    settings = region.default.replace(case="lower", smoothing="floor")
    assert region.arguments(region.default) == {}
    assert region.arguments(settings) == {"case": "lower", "smoothing": "floor"}
    assert region.starts[0] == region.default
    assert region.changed(region.default, {"case": "lower"}) == region.default.replace(case="lower")
    changes = list(region.changes(region.default))
    assert ("case", "lower") in changes
    assert ("case", "keep") not in changes
    assert {name for name, _ in changes} <= set(region.profile.free)
    callers = Region(region.implementation, region.profile, True, {"case": "lower"})
    assert getattr(callers.default, "case") == "lower"  # noqa: B009 - a knob of one kind of settings
    assert "case" not in {knob.name for knob in callers.free}


def test_the_region_of_settings_with_its_arguments() -> None:
    region = _sacrebleu()
    settings = region.default.replace(case="lower")
    upper = Corpus.from_segments(["A b c d x"], [["a b c d e"]])
    answers = _answers_of(settings, {**_TEXTS, "upper": upper})
    point = _point(settings)
    same = Same(answers, point, list(answers.inputs))
    (found,) = region_fits(same, [region], settings)
    assert dict(found.arguments) == {"case": "lower"}
    (known,) = known_regions([found])
    assert (known.name, known.arguments) == ("sacrebleu.corpus_bleu", {"case": "lower"})
    assert region_fits(same, [region], settings.replace(max_order=2)) == []


def test_the_nearest_region_and_the_knob_that_differs() -> None:
    region = _sacrebleu()
    settings = region.default.replace(reference_length="shortest")
    inputs = {"long": Corpus.from_segments(["a b c d e"], [["a b c d e f", "a b"]])}
    answers = _answers_of(settings, inputs)
    same, point = Same(answers, _point(settings), ["long"]), _point(settings)
    assert nearest(same, [], point) is None
    found = nearest(same, [region], point)
    assert found is not None
    assert found[0].name == "sacrebleu.corpus_bleu"
    assert [(change.knob.name, change.left, change.right) for change in found[1]] == [
        ("reference_length", "closest", "shortest")
    ]
    alike = _answers_of(settings, {"one": Corpus.from_segments(["a b c d e"], [["a b c d e f"]])})
    found = nearest(Same(alike, point, ["one"]), [region], point)
    assert found is not None
    assert found[1] == []


def test_a_region_search_takes_the_steps_that_help() -> None:
    wanted = _BLEU(max_order=2, smoothing="none")
    said: list[str] = []
    search = RegionSearch(_answers_of(wanted), {}, on_progress=said.append)
    found = search.climb(_BLEU(), 4)
    assert found.score == search.total_weight == 10
    assert getattr(found.settings, "max_order") == 2  # noqa: B009 - a knob of one kind of settings
    assert said[0] == "40 % of the answers are reproduced"
    assert search.climb(wanted, 4).settings == wanted
    assert search.best([], _BLEU(), wanted).settings == wanted


def test_the_last_climbs_start_at_the_best_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the four best points with a strict tolerance, and at the best one with a loose tolerance."""
    search = RegionSearch(_answers_of(_BLEU(max_order=2, smoothing="none")), {})
    strict = [
        Point(_BLEU(max_order=order), 8, score) for order, score in ((3, 4), (5, 7), (6, 3), (7, 6), (8, 5), (9, 2))
    ]
    loose = [Point(_BLEU(max_order=order), 2**31, score) for order, score in ((3, 1), (6, 8), (7, 2))]
    started: list[tuple[object, int]] = []

    def climb(settings: Settings, ulps: int) -> Point:
        started.append((settings.as_dict()["max_order"], ulps))
        return Point(settings, ulps, 0)

    monkeypatch.setattr(search, "_climb_in_regions", lambda _: [*strict, *loose])
    monkeypatch.setattr(search, "_change_three", lambda best, _: best)
    monkeypatch.setattr(search, "climb", climb)
    assert search.best([], _BLEU(), None) == loose[1]
    assert started == [(5, 8), (7, 8), (8, 8), (3, 8), (6, 2**31)]


@pytest.mark.parametrize(
    ("explained", "telling", "enough"),
    [(8, 10, True), (7, 10, False), (0, 0, False), (1, 1, True), (4, 5, True), (0, 1, False)],
)
def test_a_mistake_explains_most_answers(explained: int, telling: int, enough: bool) -> None:
    assert nearly_all(explained, telling) is enough


def test_a_mistake_that_is_named() -> None:
    """It has to explain half of the failures at least, and eight of ten nontrivial answers."""
    mistake = next(each for each in mistakes_of("wer") if each.name == "score-squared")
    settings = metric("wer").settings()
    texts = {f"{n}": Corpus.from_segments(["a x c" + " y" * n], [["a b c d"]]) for n in range(2, 8)}
    by_length = {name: len(str(text.hypothesis_lines[0]).split()) for name, text in texts.items()}
    errors = {name: max(by_length[name], 4) - 2 for name in texts}
    given = {name: Score((errors[name] / 4) ** 2) for name in texts}
    answers = _answers(lambda data: next(given[name] for name, text in texts.items() if text is data), texts)
    search = MistakeSearch(answers, {}, list(mistakes_of("wer")))
    found = search.best([settings])
    assert found is not None
    assert (found.score, [each.name for each in found.mistakes]) == (search.total_weight, [mistake.name])
    assert search.named(found, settings)
    assert not search.named(FoundMistakes(settings, (), found.score), settings)
    assert answers.fits(Mistaken(settings, (mistake,)), "2", 4)
    assert search.equivalents(found) == [other for other in search.equivalents(found) if other is not mistake]


def test_known_wrong_knobs() -> None:
    assert wrong_knobs(_BLEU(), []) == []
    region = _sacrebleu()
    wrong = {each.name for each in wrong_knobs(_BLEU(clipping="unclipped"), [region])}
    assert wrong
    assert wrong_knobs(_BLEU(clipping="clipped"), [region]) == []


@pytest.mark.parametrize("declared", [{"like": "sacrebleu"}, {"settings": {"case": "lower"}}])
def test_a_known_implementation_accepts_no_declared_settings(declared: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"native:nltk\.corpus_gleu states what it computes"):
        samescore.identify("native:nltk.corpus_gleu", "gleu", **declared)
