"""The inputs of failures that reports show, inputs joined by a lack of a reset, and inputs read wrongly."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from samescore import Corpus, Labels
from samescore.base.outcome import Outcome, Score
from samescore.catalogue.vectors import Expected, Vector, vectors
from samescore.data.kinds import Data
from samescore.metrics import metric
from samescore.records import Answer, FailedInput, OwnCase, Result, VectorVerdict
from samescore.settings import Settings
from samescore.verbs.judging.accumulated import added_to
from samescore.verbs.judging.adequacy import (
    PRESENTATIONS,
    Leak,
    WrongNumber,
    WrongPresentation,
    WrongValue,
    _can_change_score,
    _can_misread,
)
from samescore.verbs.judging.failed import failed_inputs
from samescore.verbs.judging.likeness import _mistakes_of
from samescore.verbs.judging.misreadings import misread_outcome, names_of

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _result(name: str, verdict: VectorVerdict = VectorVerdict.DISAGREE) -> Result:
    return Result(name, "wer", "mine", "wer", verdict, Answer("score", 1.0), [], [], "", [], "")


def _own(name: str, words: int) -> OwnCase:
    plain = {"segments": [{"hypothesis": "a " * words, "references": ["b"]}]}
    fields: dict[str, Any] = dict.fromkeys(OwnCase.__struct_fields__, "")
    return OwnCase(**{**fields, "vector": name, "input": plain})


def _shown(*results: Result, **words: int) -> list[str]:
    cases = {name: _own(name, count) for name, count in words.items()}
    return [failed.vector for failed in failed_inputs(results, cases)]


def test_the_first_failure_and_the_shortest_inputs_are_shown() -> None:
    results = [_result(name) for name in ("long", "longer", "short", "longest", "middle")]
    words = {"long": 50, "longer": 60, "short": 1, "longest": 70, "middle": 30}
    assert _shown(*results, **words) == ["long", "short", "middle"]
    assert _shown(*results[:2], **words) == ["long", "longer"]
    assert _shown(**words) == []


def test_failures_on_the_same_input_are_shown_if_there_are_no_others() -> None:
    results = [_result(name) for name in ("first", "again", "other", "twin", "larger")]
    words = {"first": 2, "again": 2, "other": 3, "twin": 3, "larger": 9}
    assert _shown(*results, **words) == ["first", "other", "larger"]
    assert _shown(*results[:3], **words) == ["first", "other", "again"]
    assert _shown(*results[:4], **words) == ["first", "other", "again"]


def test_the_order_of_fields_makes_no_other_input() -> None:
    first, second, third = _own("first", 2), _own("second", 2), _own("third", 9)
    (segment,) = second.input["segments"]
    turned = msgspec.structs.replace(second, input={"segments": [dict(reversed(segment.items()))]})
    results = [_result(name) for name in ("first", "second", "third")]
    cases = {"first": first, "second": turned, "third": third}
    assert [failed.vector for failed in failed_inputs(results, cases)] == ["first", "third", "second"]


def test_only_failures_are_shown() -> None:
    verdicts = {
        VectorVerdict.DISAGREE: True,
        VectorVerdict.ERROR: True,
        VectorVerdict.STALE: False,
        VectorVerdict.AGREE: False,
        VectorVerdict.EXPECTED: False,
        VectorVerdict.DIVERGE: False,
    }
    for verdict, shown in verdicts.items():
        assert _shown(_result("one", verdict), _result("two"), one=1, two=2) == ["one"] * shown + ["two"]


def test_the_input_of_a_failure_is_that_of_the_run_or_of_the_vector() -> None:
    name = next(name for name, vector in vectors().items() if vector.metric == "wer")
    assert list(failed_inputs([_result(name)], {})) == [FailedInput("mine", name, "wer", vectors()[name].input)]
    own = _own(name, 3)
    assert list(failed_inputs([_result(name)], {name: own})) == [FailedInput("mine", name, "wer", own.input)]


_LISTS = [
    "segments", "gold", "predicted", "scores", "logprobs", "texts", "items", "gold_tags", "predicted_tags", "gold_sets",
    "predicted_sets", "class_scores", "weights", "rewrites", "supported_answers", "sampled_responses", "verdicts", "instructed_responses",
]  # fmt: skip


@pytest.mark.parametrize("field", _LISTS)
def test_lists_of_inputs_are_joined(field: str) -> None:
    before, data = {field: [1], "kind": "a", "classes": 2}, {field: [2, 3], "kind": "b", "classes": 2}
    assert added_to(before, data) == {field: [1, 2, 3], "kind": "b", "classes": 2}
    assert added_to(data, before) == {field: [2, 3, 1], "kind": "a", "classes": 2}


@pytest.mark.parametrize(
    ("before", "data"),
    [
        ({"gold": [1]}, {"gold": [1], "weights": [1]}),
        ({"gold": [1], "weights": [1]}, {"gold": [1]}),
        ({"confusion": [[1]]}, {"confusion": [[1]]}),
        ({"segments": [1], "tokenized": True}, {"segments": [1], "tokenized": False}),
        ({"class_scores": [1], "classes": 2}, {"class_scores": [1], "classes": 3}),
        ({"metric_scores": [[1], [2]], "human_scores": [[1], [2]]}, {"metric_scores": [[1]], "human_scores": [[1]]}),
        ({"annotations": [[1], [2]]}, {"annotations": [[1]]}),
        ({"systems": [{"gold": [1]}], "statistic": "a"}, {"systems": [{"gold": [1]}], "statistic": "b"}),
        (
            {"systems": [{"gold": [1]}], "statistic": "a"},
            {"systems": [{"gold": [1]}, {"gold": [1]}], "statistic": "a"},
        ),
        (
            {"systems": [{"gold": [1]}, {"confusion": []}], "statistic": "a"},
            {"systems": [{"gold": [1]}, {"confusion": []}], "statistic": "a"},
        ),
    ],
)
def test_inputs_of_different_kinds_are_not_joined(before: dict[str, Any], data: dict[str, Any]) -> None:
    assert added_to(before, data) is None


def test_rows_are_joined_one_by_one() -> None:
    assert added_to({"annotations": [[1], [2]]}, {"annotations": [[3, 4], [5, 6]]}) == {
        "annotations": [[1, 3, 4], [2, 5, 6]]
    }
    systems = [{"systems": [{"gold": [n]}, {"gold": [n + 1]}], "statistic": "a", "seed": n} for n in (1, 5)]
    assert added_to(*systems) == {"systems": [{"gold": [1, 5]}, {"gold": [2, 6]}], "statistic": "a", "seed": 5}
    same = {"segments": [1], "tokenized": True}
    assert added_to(same, same) == {"segments": [1, 1], "tokenized": True}


def test_ratings_of_each_system_are_joined() -> None:
    two = {"metric_scores": [[1], [2]], "human_scores": [[3], [4]]}
    more = {"metric_scores": [[5, 6], [7]], "human_scores": [[8, 9], [0]]}
    assert added_to(two, more) == {"metric_scores": [[1, 5, 6], [2, 7]], "human_scores": [[3, 8, 9], [4, 0]]}
    flat = {"metric_scores": [1, 2], "human_scores": [3, 4]}
    assert added_to(flat, flat) == {"metric_scores": [[1, 2, 1, 2]], "human_scores": [[3, 4, 3, 4]]}
    assert added_to(two, {**more, "human_scores": [[8]]}) is None


def _vector(metric_name: str, plain: dict[str, Any], score: str, **knobs: Any) -> Vector:
    """A vector with this input and expected score, under the metric's defaults but for the knobs."""
    any_vector = next(vector for vector in vectors().values() if vector.metric == metric_name)
    settings = metric(metric_name).settings().replace(**knobs).as_dict()
    return msgspec.structs.replace(any_vector, input=plain, settings=settings, expected=Expected("score", score))


_PLAIN = {"segments": [{"hypothesis": "A b", "references": ["a b"]}]}


def _value(outcome: Outcome | None) -> float | None:
    assert outcome is None or isinstance(outcome, Score)
    return outcome.value if outcome else None


def test_a_wrong_value_of_a_knob() -> None:
    knob = metric("wer").settings().knob("case")
    mistake = WrongValue(knob, "keep", "lower")
    assert mistake.name == "case:keep=lower"
    assert _value(mistake.outcome(_vector("wer", _PLAIN, "0.5"))) == 0.0
    assert mistake.outcome(_vector("wer", _PLAIN, "0.0", case="lower")) is None


def test_tokens_are_read_as_text_under_another_tokenizer() -> None:
    knob = metric("wer").settings().knob("tokenizer")
    plain = {"segments": [{"hypothesis": ["a b", "c"], "references": [["a b", "d"]]}], "tokenized": True}
    vector = _vector("wer", plain, "0.5", tokenizer="given")
    assert _value(WrongValue(knob, "given", "spaces").outcome(vector)) == 1 / 3  # a, b and d


@pytest.mark.parametrize(("step", "name"), [(0, "max_order:ignored"), (1, "max_order:+1"), (-1, "max_order:-1")])
def test_a_wrong_number(step: int, name: str) -> None:
    mistake = WrongNumber(metric("bleu").settings().knob("max_order"), step)
    assert mistake.name == name
    plain = {"segments": [{"hypothesis": "a b c d", "references": ["a b c e"]}]}
    knobs = {"smoothing": "none", "tokenizer": "none", "scale": "1"}
    right = {0: 0.0, 1: (3 / 4 * 2 / 3 * 1 / 2) ** (1 / 3), -1: 3 / 4}[step]
    assert _value(mistake.outcome(_vector("bleu", plain, "0.7", max_order=2, **knobs))) == pytest.approx(right)
    if not step:
        assert mistake.outcome(_vector("bleu", plain, "0", max_order=4, **knobs)) is None


def test_counts_of_an_earlier_call_are_kept() -> None:
    vector, other = (
        _vector("wer", _PLAIN, "0.5"),
        _vector("wer", {"segments": [{"hypothesis": "x", "references": ["y"]}]}, "1"),
    )
    assert Leak(()).name == "calls-pile-up"
    assert _value(Leak((vector, other)).outcome(vector)) == 2 / 3
    assert _value(Leak((other, vector)).outcome(other)) == 2 / 3
    assert Leak((vector,)).outcome(vector) is None
    assert Leak((_vector("wer", {"segments": []}, "0"),)).outcome(vector) is None


@pytest.mark.parametrize(
    ("name", "score", "written"),
    [
        ("score-rounded-down", "2.9", 2.0),
        ("score-rounded-down", "-0.5", -1.0),
        ("score-to-4-digits", "0.123456", 0.1235),
        ("score-without-sign", "-0.5", 0.5),
        ("score-at-most-1", "1.5", 1.0),
        ("score-at-most-1", "-1.5", -1.5),
        ("score-at-least-0", "-0.5", 0.0),
        ("score-at-least-0", "0.5", 0.5),
    ],
)
def test_scores_written_wrongly(name: str, score: str, written: float) -> None:
    assert _value(WrongPresentation(name).outcome(_vector("wer", _PLAIN, score))) == written
    raising = msgspec.structs.replace(_vector("wer", _PLAIN, score), expected=Expected("raised"))
    assert WrongPresentation(name).outcome(raising) is None


@pytest.mark.parametrize(
    ("metric_name", "changing"),
    [
        ("wer", {"score-rounded-down", "score-to-4-digits", "score-at-most-1"}),  # from 0 to infinity
        ("mcc", {"score-rounded-down", "score-to-4-digits", "score-without-sign", "score-at-least-0"}),
        ("f1", {"score-rounded-down", "score-to-4-digits"}),
    ],
)
def test_the_ways_of_writing_that_can_change_a_score(metric_name: str, changing: set[str]) -> None:
    assert {name for name in PRESENTATIONS if _can_change_score(name, metric_name)} == changing


def test_a_metric_whose_knobs_name_classes_cannot_rename_them() -> None:
    assert _can_misread("classes-renamed", "mcc")
    assert not _can_misread("classes-renamed", "f1")
    assert _can_misread("swap", "f1")


def test_the_mistakes_whose_knobs_are_all_changed() -> None:
    start = metric("bleu").settings()
    changes = start.differences(start.replace(clipping="unclipped", case="lower"))
    assert _mistakes_of(changes) == ["unclipped", "lower-case"]
    assert _mistakes_of([change for change in changes if change.knob.name == "case"]) == ["lower-case"]
    assert _mistakes_of([]) == []
    upper = start.replace(case="lower").differences(start)
    assert _mistakes_of(upper) == ["keep-case"]


def test_an_input_is_misread() -> None:
    plain = {"gold": [1, 1, 0, 0], "predicted": [1, 1, 1, 0]}
    vector = _vector("precision", plain, "0.6666666666666666")
    seen: list[tuple[Data, Settings]] = []

    def scored(data: Data, settings: Settings) -> Outcome:
        seen.append((data, settings))
        return Score(0.25)

    names = names_of([vector, vector])
    assert len(names) == len(set(names))
    (swapped,) = [name for name in names if name in ("swap", "sides-exchanged", "swapped")]
    assert misread_outcome(vector, swapped, scored) == Score(0.25)
    assert seen == [(Labels([1, 1, 1, 0], [1, 1, 0, 0]), vector.complete_settings())]
    assert misread_outcome(vector, "no such reading", scored) is None
    assert misread_outcome(_vector("wer", _PLAIN, "0.5"), swapped, scored) is None or len(seen) == 1
    assert isinstance(_vector("wer", _PLAIN, "0.5").data(), Corpus)
