"""The comparison of two recordings, written by hand: what is compared, what moves and why, and which releases are alike."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from samescore import Corpus
from samescore.base.outcome import Outcome, Raised, Score, Unavailable, Unsupported
from samescore.catalogue.vectors import Vector, select
from samescore.data.kinds import digest
from samescore.implementations.recording import RecordedAnswer, Recording, package_of
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import Absent, Answer, EntryAnswer, Move
from samescore.records import outcome as recorded
from samescore.records.drift import Behaviour
from samescore.verbs.releases.drift import answer_pairs, compare, drift, supported_answers
from samescore.verbs.releases.gate_causes import ExplainedMove, group_by_cause, relative_change

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _vector() -> Vector:
    """A vector of word error rate, as a fraction, whose score depends on the case."""
    for vector in select(["wer"]):
        data = vector.data()
        if not isinstance(data, Corpus) or data.tokenized:
            continue
        scores = [native_outcome(data, metric("wer").settings(case=case)) for case in ("keep", "lower")]
        fraction = vector.complete_settings().as_dict()["scale"] == "1"
        if fraction and scores[0] != scores[1] and isinstance(scores[0], Score) and scores[0].value < 1:
            return vector
    raise AssertionError("no vector depends on the case")


_VECTOR = _vector()


def _score(**knobs: object) -> Score:
    scored = native_outcome(_VECTOR.data(), metric("wer").settings(**knobs))
    assert isinstance(scored, Score)
    return Score(scored.value)


_KEEP, _LOWER = _score(), _score(case="lower")


def _recording(version: str, answers: dict[tuple[str, str], tuple[Outcome, str]], **fields: Any) -> Recording:
    """A recording of the package p; answers by kind and entry point, with the signatures of their settings."""
    made = Recording(f"p=={version}", "p", version, fields.pop("environment", {}), **fields)
    made.inputs[_VECTOR.id] = digest(_VECTOR.data())
    for (kind, entry_point), (outcome, signature) in answers.items():
        made.answers[kind, _VECTOR.id, entry_point] = RecordedAnswer("wer", signature, outcome)
    return made


def _one(version: str, outcome: Outcome, signature: str = "wer", kind: str = "asked", **fields: Any) -> Recording:
    return _recording(version, {(kind, "e"): (outcome, signature)}, **fields)


def _nudged(score: Score, ulps: int) -> Score:
    value = score.value
    for _ in range(ulps):
        value = math.nextafter(value, math.inf)
    return Score(value)


def test_equal_answers_do_not_move() -> None:
    pair = compare(_one("1", _KEEP), _one("2", _KEEP))
    counts = pair.transition
    assert (counts.package, counts.before, counts.after) == ("p", "1", "2")
    assert (counts.compared, counts.moved, counts.unexplained, counts.last_digits, counts.one_sided) == (1, 0, 0, 0, 0)
    assert pair.every_move == []


def test_a_move_has_the_knob_that_changed() -> None:
    (move,) = compare(_one("1", _KEEP), _one("2", _LOWER, "wer|case:lower")).every_move
    assert (move.vector, move.metric, move.entry_point, move.kind) == (_VECTOR.id, "wer", "e", "asked")
    assert (move.was.value, move.became.value, move.stage) == (_KEEP.value, _LOWER.value, "value")
    assert move.causes is not None
    assert [(cause.knob, cause.before, cause.after) for cause in move.causes] == [("case", "keep", "lower")]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((_KEEP, "wer"), (_LOWER, "wer")),
        ((_KEEP, "wer|case:lower"), (_LOWER, "wer|case:lower")),
        ((_KEEP, ""), (_LOWER, "wer|case:lower")),
        ((_KEEP, "wer"), (Raised("E"), "wer")),
    ],
)
def test_a_move_that_the_settings_do_not_explain(before: tuple[Outcome, str], after: tuple[Outcome, str]) -> None:
    pair = compare(_one("1", *before), _one("2", *after))
    assert (pair.transition.moved, pair.transition.unexplained) == (1, 1)
    assert [move.causes for move in pair.every_move] == [None]


@pytest.mark.parametrize(("ulps", "counted"), [(0, (0, 0)), (1, (0, 1)), (8, (0, 1)), (9, (1, 0))])
def test_the_last_digits_are_no_move(ulps: int, counted: tuple[int, int]) -> None:
    counts = compare(_one("1", _KEEP), _one("2", _nudged(_KEEP, ulps))).transition
    assert (counts.moved, counts.last_digits) == counted


def test_a_rounded_number_is_compared_as_it_is() -> None:
    rounded = Score(_KEEP.value + 0.01, decimals=1)
    assert compare(_one("1", _KEEP), _one("2", rounded)).transition.moved == 1
    assert compare(_one("1", _KEEP), _one("2", Score(_KEEP.value, decimals=1))).transition.moved == 0


def test_answers_on_two_scales_are_converted() -> None:
    before, after = _one("1", _KEEP), _one("2", Score(_KEEP.value * 100), "wer|scale:100")
    assert compare(before, after).transition.moved == 0
    ((pair,), skipped) = answer_pairs(before, after)
    assert (pair.after.outcome, skipped) == (Score(_KEEP.value * 100 / 100), [])
    ((as_they_are,), _) = answer_pairs(before, after, scale_moves=True)
    assert as_they_are.after.outcome == Score(_KEEP.value * 100)
    assert as_they_are.moved
    defaults = (_one("1", _KEEP, kind="default"), _one("2", Score(_KEEP.value * 100), "wer|scale:100", kind="default"))
    assert compare(*defaults).transition.moved == 1


def test_other_inputs_are_not_compared() -> None:
    before, after = _one("1", _KEEP), _one("2", _LOWER)
    whole = before.inputs[_VECTOR.id]
    for digests, compared in (
        ((whole, whole), 1),
        ((whole[:16], whole), 1),
        ((whole[:15], whole), 0),
        (("0" * 64, whole), 0),
        (("", whole), 0),
    ):
        before.inputs[_VECTOR.id], after.inputs[_VECTOR.id] = digests
        counts = compare(before, after).transition
        assert (counts.compared, counts.skipped) == (compared, [] if compared else [_VECTOR.id]), digests


def test_answers_of_one_side_are_counted() -> None:
    both = _recording("1", {("asked", "e"): (_KEEP, "wer"), ("asked", "f"): (_KEEP, "wer")})
    assert compare(both, _one("2", _KEEP)).transition.one_sided == 1
    unsupported = _recording("2", {("asked", "e"): (_KEEP, "wer"), ("asked", "f"): (Unsupported("no"), "wer")})
    assert compare(both, unsupported).transition.one_sided == 1
    assert compare(unsupported, _one("3", _KEEP)).transition.one_sided == 0
    assert len(supported_answers(both)) == 2
    assert len(supported_answers(unsupported)) == 1


def test_a_move_under_other_settings_is_shown_once() -> None:
    answers = [
        _recording(version, {("asked", "e"): (score, "wer"), ("numbers", "e"): (score, "wer")})
        for version, score in (("1", _KEEP), ("2", _LOWER))
    ]
    assert [move.kind for move in compare(*answers).every_move] == ["asked"]
    other = [_one(version, score, kind="numbers") for version, score in (("1", _KEEP), ("2", _LOWER))]
    assert [move.kind for move in compare(*other).every_move] == ["numbers"]


def test_the_first_stage_that_differs() -> None:
    stages: list[dict[str, Any]] = [
        {"tokens": [1], "counts": [1], "sentences": [1]},
        {"tokens": [1], "counts": [2], "sentences": [2]},
        {"tokens": [1], "sentences": [3]},
    ]
    scores = [Score(value, own) for value, own in zip((_KEEP.value, _LOWER.value, 0.0), stages, strict=True)]
    (move,) = compare(_one("1", scores[0]), _one("2", scores[1])).every_move
    assert move.stage == "counts"
    (move,) = compare(_one("1", scores[0]), _one("2", scores[2])).every_move
    assert move.stage == "value"


def test_releases_are_ordered_by_version_and_grouped() -> None:
    """1.9 and 1.10 are alike, 1.11 is not; without an answer of the second entry point a group ends."""
    f = ("asked", "f")
    releases = [
        _recording("1.11", {("asked", "e"): (_LOWER, "wer"), f: (_KEEP, "wer")}),
        _recording("1.9", {("asked", "e"): (_KEEP, "wer"), f: (_KEEP, "wer")}),
        _recording("1.10", {("asked", "e"): (_KEEP, "wer")}),
    ]
    compared = drift(releases)
    assert [(pair.transition.before, pair.transition.after) for pair in compared.pairs] == [
        ("1.9", "1.10"),
        ("1.10", "1.11"),
    ]
    assert compared.behaviours == [
        Behaviour("p", "wer", "e", ["1.9", "1.10"]),
        Behaviour("p", "wer", "e", ["1.11"]),
        Behaviour("p", "wer", "f", ["1.9"]),
        Behaviour("p", "wer", "f", ["1.11"]),
    ]


def test_one_release_on_two_interpreters() -> None:
    """The older interpreter comes first, and a malformed version before all."""
    several = [
        _one("1", _KEEP, environment={"python": "3.12"}),
        _one("1", _KEEP, environment={"python": "3.9"}),
        _one("odd", _KEEP),
    ]
    compared = drift(several)
    environments = [pair.transition.environments for pair in compared.pairs]
    assert environments == [[{}, {"python": "3.9"}], [{"python": "3.9"}, {"python": "3.12"}]]
    assert compared.behaviours == [Behaviour("p", "wer", "e", ["odd", "1"])]


def test_releases_without_answers_are_absent() -> None:
    gone = _one("2", _KEEP, unavailable="not installed")
    compared = drift([_one("1", _KEEP), gone, _recording("3", {}), _one("4", _KEEP)])
    assert [(pair.transition.before, pair.transition.after) for pair in compared.pairs] == [("1", "4")]
    assert compared.absent == [Absent("p==2", "not installed"), Absent("p==3", "it has no answers")]


def test_recorded_answers_are_added() -> None:
    made = _recording("1", {})
    for outcome in (_KEEP, Unavailable("gone")):
        record = EntryAnswer("default", "v", "wer", "p", "e", "wer|case:lower", recorded(outcome))
        made.add(record)
    assert made.answers == {("default", "v", "e"): RecordedAnswer("wer", "wer|case:lower", _KEEP)}
    assert made.selected({"bleu"}, "").answers == {}
    assert made.selected({"wer"}, "").answers == made.answers
    assert made.selected(set(), "not v").answers == {}
    assert made.selected(set(), "not v", {"v"}).answers == made.answers
    assert (made.label, Recording("p", "p", "", {}).label) == ("p 1", "p")
    assert [package_of(name) for name in ("native:nltk==3.4.5.sentence_bleu", "py:m:f")] == ["nltk", "py:m:f"]


@pytest.mark.parametrize(
    ("was", "became", "change"),
    [(0.5, 0.25, -0.5), (-0.5, -0.25, 0.5), (-0.5, 0.5, 2.0), (0.0, 0.5, None)],
)
def test_a_change_is_relative_to_the_size_of_the_old_score(was: float, became: float, change: float | None) -> None:
    old, new = (Answer("score", value, value.hex()) for value in (was, became))
    move = Move("p", "1", "2", "asked", "v", "mcc", "e", old, new, "value", None, False)
    assert relative_change(move) == change


def test_the_first_and_the_shortest_input_of_a_cause() -> None:
    """Of two golden vectors, given the longer one first."""
    vectors = sorted(select(["wer"]), key=lambda vector: len(json.dumps(vector.data().plain(), ensure_ascii=False)))
    chosen = [vectors[-1], vectors[0]]
    made = []
    for version, value in (("1", 0.5), ("2", 0.25)):
        recording = Recording(f"p=={version}", "p", version, {})
        for vector in chosen:
            recording.inputs[vector.id] = digest(vector.data())
            recording.answers["asked", vector.id, "e"] = RecordedAnswer("wer", "", Score(value))
        made.append(recording)
    moves = compare(*made).every_move
    (cause,) = group_by_cause([ExplainedMove(move, "", "value") for move in moves], *made)
    assert (cause.first.vector, cause.shortest.vector, cause.answers) == (chosen[0].id, chosen[1].id, 2)
    assert (cause.first.change, cause.first.was.value, cause.first.became.value) == (-0.5, 0.5, 0.25)
