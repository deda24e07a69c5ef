"""The verdicts of a gate on recordings written by hand, and the suspects behind the moves."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from samescore import Corpus
from samescore.base.errors import InputError
from samescore.base.outcome import Crashed, Outcome, Raised, Score, Undefined, Unsupported
from samescore.base.version import __version__
from samescore.catalogue.vectors import Vector, select
from samescore.data.kinds import digest
from samescore.implementations.recording import RecordedAnswer, Recording
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import Answer, GateVerdict, Move, MoveCause, MovedInput
from samescore.verbs.releases.baseline import _answers, _check_errors, errors
from samescore.verbs.releases.drift import compare
from samescore.verbs.releases.gate import _vector_gates, _with_commands, exceeds_tolerance, gate
from samescore.verbs.releases.gate_causes import ExplainedMove, explain_moves, group_by_cause

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_WER = metric("wer").settings


def _vectors() -> list[Vector]:
    """Vectors of word error rate with text, whose scores as fractions depend on the case."""
    found = []
    for vector in select(["wer"]):
        data = vector.data()
        if isinstance(data, Corpus) and not data.tokenized and vector.complete_settings().as_dict()["scale"] == "1":
            keep, lower = (native_outcome(data, _WER(case=case)) for case in ("keep", "lower"))
            if isinstance(keep, Score) and isinstance(lower, Score) and 0 < lower.value < keep.value:
                found.append(vector)
    return found


_FIRST, _SECOND = _vectors()[:2]


def _score(vector: Vector, **knobs: object) -> Score:
    scored = native_outcome(vector.data(), _WER(**knobs))
    assert isinstance(scored, Score)
    return Score(scored.value)


#: An answer by its kind, vector and entry point.
_Answers = Mapping[tuple[str, str, str], Outcome | float]


def _recording(version: str, answers: _Answers, signature: str = "wer") -> Recording:
    made = Recording(f"p=={version}", "p", version, {})
    for vector in (_FIRST, _SECOND):
        if any(vector.id == name for _, name, _ in answers):
            made.inputs[vector.id] = digest(vector.data())
    for key, answer in answers.items():
        outcome = Score(answer) if isinstance(answer, float) else answer
        made.answers[key] = RecordedAnswer("wer", signature, outcome)
    return made


_ASKED = ("asked", _FIRST.id, "e")
_OTHER = ("asked", _SECOND.id, "e")
_DEFAULT = ("default", _FIRST.id, "e")


def _verdicts(before: _Answers, now: _Answers) -> dict[tuple[str, str], tuple[str, int]]:
    gates, _ = _vector_gates(_recording("1", before), _recording("2", now), 0.0)
    return {(each.vector, each.entry_point): (each.verdict.value, each.answers) for each in gates}


def test_verdicts_on_answers_of_both_runs() -> None:
    before = {_ASKED: 0.5, _DEFAULT: 0.5, _OTHER: 0.25}
    assert _verdicts(before, before) == {_ASKED[1:]: ("unchanged", 2), _OTHER[1:]: ("unchanged", 1)}
    moved = {**before, _DEFAULT: 0.75}
    assert _verdicts(before, moved) == {_ASKED[1:]: ("moved", 2), _OTHER[1:]: ("unchanged", 1)}


def test_vectors_of_one_run_are_new_or_gone() -> None:
    assert _verdicts({_ASKED: 0.5}, {_ASKED: 0.5, _OTHER: 0.5})[_OTHER[1:]] == ("new", 0)
    assert _verdicts({_ASKED: 0.5, _OTHER: 0.5}, {_ASKED: 0.5})[_OTHER[1:]] == ("gone", 0)
    by_default = ("default", _SECOND.id, "e")
    assert list(_verdicts({_ASKED: 0.5}, {_ASKED: 0.5, by_default: 0.5})) == [_ASKED[1:]]
    assert list(_verdicts({_ASKED: 0.5, by_default: 0.5}, {_ASKED: 0.5, _OTHER: 0.5})) == [_ASKED[1:]]
    refused: _Answers = {_ASKED: 0.5, _OTHER: Unsupported("no")}
    assert _verdicts(refused, {_ASKED: 0.5, _OTHER: 0.5})[_OTHER[1:]] == ("new", 0)


def test_an_answer_is_lost_if_the_vector_was_run_without_one() -> None:
    refused: _Answers = {_ASKED: 0.5, _OTHER: Unsupported("no")}
    assert _verdicts({_ASKED: 0.5, _OTHER: 0.5}, refused)[_OTHER[1:]] == ("lost", 0)
    assert _verdicts(refused, refused) == {_ASKED[1:]: ("unchanged", 1)}


def test_another_entry_point_loses_an_answer_only_if_all_answers_are_recorded() -> None:
    second = ("asked", _FIRST.id, "f")
    before = {_ASKED: 0.5, second: 0.5}
    assert _verdicts(before, {_ASKED: 0.5}) == {_ASKED[1:]: ("unchanged", 1)}
    everything = _verdicts({**before, _DEFAULT: 0.5}, {_ASKED: 0.5, _DEFAULT: 0.5})
    assert everything == {_ASKED[1:]: ("unchanged", 2), second[1:]: ("lost", 0)}
    assert _verdicts({_ASKED: 0.5}, {second: 0.5}) == {_ASKED[1:]: ("lost", 0)}


def test_a_vector_whose_input_has_changed_is_skipped() -> None:
    before, now = _recording("1", {_ASKED: 0.5, _OTHER: 0.5}), _recording("2", {_ASKED: 0.75, _OTHER: 0.5})
    before.inputs[_FIRST.id] = "0" * 64
    summary = gate([before], [now]).summary
    assert (summary.compared, summary.moved, summary.skipped, summary.lost, summary.exit_code) == (1, 0, 1, 0, 0)
    (skipped,) = gate([before], [now]).having(GateVerdict.SKIPPED)
    assert (skipped.vector, skipped.entry_point, skipped.metric, skipped.implementation) == (
        _FIRST.id,
        "",
        "wer",
        "p==2",
    )


def test_the_summary_of_a_gate() -> None:
    before = _recording("1", {_ASKED: 0.5, ("asked", _FIRST.id, "f"): 0.25, _DEFAULT: 0.5})
    before.samescore, before.note = "0.9", "edited"
    now = _recording("2", {_ASKED: 0.75, _DEFAULT: 0.5, _OTHER: 0.5})
    summary = gate([before], [now], 0.25).summary
    assert (summary.compared, summary.moved, summary.lost, summary.new, summary.gone) == (2, 1, 1, 1, 0)
    assert (summary.exit_code, summary.tolerance, summary.samescore) == (1, 0.25, __version__)
    (counterpart,) = summary.baselines
    assert (counterpart.implementation, counterpart.recording) == ("p==2", "p 1")
    assert (counterpart.samescore, counterpart.note, counterpart.answers, counterpart.errors) == ("0.9", "edited", 3, 0)
    assert gate([now], [before]).summary.gone == 1
    assert gate([before], [now], 0.5).summary.moved == 0
    (moved,) = gate([before], [now]).having(GateVerdict.MOVED)
    (regression,) = moved.regressions
    assert (regression.kind, regression.change) == ("asked", 0.5)
    assert (regression.was.value, regression.became.value) == (0.5, 0.75)


def test_a_move_is_reported_on_the_scale_of_the_implementation() -> None:
    before = _recording("1", {_ASKED: 50.0}, "wer|scale:100")
    now = _recording("2", {_ASKED: 75.0}, "wer|scale:100")
    (moved,) = gate([before], [now]).having(GateVerdict.MOVED)
    assert (moved.regressions[0].was.value, moved.regressions[0].became.value) == (50.0, 75.0)


@pytest.mark.parametrize(
    ("was", "became", "tolerance", "exceeds"),
    [
        (0.5, 0.75, 0.5, False),
        (0.5, 0.75, 0.49, True),
        (0.5, 0.25, 0.5, False),
        (0.5, 0.25, 0.49, True),
        (0.0, 1e-9, 9.0, True),
    ],
)
def test_the_tolerance_of_a_move(was: float, became: float, tolerance: float, exceeds: bool) -> None:
    old, new = (Answer("score", value, value.hex()) for value in (was, became))
    move = Move("p", "1", "2", "asked", "v", "wer", "e", old, new, "value", None, False)
    assert exceeds_tolerance(move, tolerance) is exceeds
    error = Move("p", "1", "2", "asked", "v", "wer", "e", old, Answer("raised", error="E"), "value", None, False)
    assert exceeds_tolerance(error, tolerance)


def _explained(before: _Answers, now: _Answers, signature: str = "wer") -> list[ExplainedMove]:
    first, second = _recording("1", before, signature), _recording("2", now, signature)
    return explain_moves(compare(first, second).every_move, second)


def test_a_knob_that_gives_the_new_answers_is_a_suspect() -> None:
    before = {_ASKED: _score(_FIRST), _OTHER: _score(_SECOND)}
    now = {_ASKED: _score(_FIRST, case="lower"), _OTHER: _score(_SECOND, case="lower")}
    found = _explained(before, now)
    assert len(found) == 2
    for explained in found:
        assert explained.words.startswith("as if ")
        assert "case: keep -> lower" in explained.words
        assert explained.stage == "tokens"


def test_a_knob_that_gives_the_old_answers_is_a_suspect_of_a_repair() -> None:
    before = {_ASKED: _score(_FIRST, case="lower"), _OTHER: _score(_SECOND, case="lower")}
    found = _explained(before, {_ASKED: _score(_FIRST), _OTHER: _score(_SECOND)})
    for explained in found:
        assert explained.words.startswith("the new answers are those of its settings; the old ones were as if ")
        assert "case: keep -> lower" in explained.words
    assert [explained.stage for explained in found] == ["tokens", "tokens"]


@pytest.mark.parametrize(
    ("was", "became", "words"),
    [
        (None, 2, "as if numbers were rounded"),
        (3, 2, "as if numbers were rounded"),
        (2, 3, "as if numbers are no longer rounded"),
        (2, None, "as if numbers are no longer rounded"),
    ],
)
def test_another_number_of_decimals_is_the_cause(was: int | None, became: int | None, words: str) -> None:
    answers = [Score(0.5, decimals=decimals) for decimals in (was, became)]
    moves = [
        Move(
            "p",
            "1",
            "2",
            "asked",
            _FIRST.id,
            "wer",
            "e",
            _recorded(answers[0]),
            _recorded(answers[1]),
            "value",
            None,
            False,
        )
    ]
    (explained,) = explain_moves(moves, _recording("2", {_ASKED: answers[1]}))
    assert (explained.words, explained.stage) == (words, "value")


def _recorded(score: Score) -> Answer:
    return Answer("score", score.value, score.value.hex(), decimals=score.decimals)


def test_nothing_is_suspected_for_an_unknown_number_or_input() -> None:
    (explained,) = _explained({_ASKED: 0.123}, {_ASKED: 0.321})
    assert (explained.words, explained.stage) == ("", "value")
    unknown = Move(
        "p", "1", "2", "asked", "no-such", "wer", "e", *2 * (Answer("score", 0.5, "0x1p-1"),), "value", None, False
    )
    (explained,) = explain_moves([unknown], _recording("2", {}))
    assert explained.words == ""


def test_a_stage_that_was_reported_is_kept() -> None:
    before = {_ASKED: Score(_score(_FIRST).value, {"counts": [1]})}
    now = {_ASKED: Score(_score(_FIRST, case="lower").value, {"counts": [2]})}
    (explained,) = _explained(before, now)
    assert explained.stage == "counts"


def _causes(explained: list[ExplainedMove], before: Recording, now: Recording) -> list[MoveCause]:
    return group_by_cause(explained, before, now)


def test_moves_are_grouped_by_cause_and_metric() -> None:
    answers = {_ASKED: 0.5, _OTHER: 0.25, ("asked", _SECOND.id, "f"): 0.25}
    before, now = _recording("1", answers), _recording("2", {key: value / 2 for key, value in answers.items()})
    moves = compare(before, now).every_move
    explained = [
        ExplainedMove(move, words, stage)
        for move, words, stage in zip(moves, ("", "b", "b"), ("value", "value", "tokens"), strict=True)
    ]
    named, unexplained = _causes(explained, before, now)
    assert (named.reason, named.answers, named.entry_points, named.stage) == ("b", 2, ["e", "f"], "tokens")
    assert (unexplained.reason, unexplained.answers, unexplained.stage) == ("", 1, "value")
    assert (named.implementation, named.metric, named.divergences) == ("p==2", "wer", [])
    assert unexplained.first.input == json.dumps(_FIRST.data().plain(), ensure_ascii=False)
    assert (unexplained.first.kind, unexplained.first.where, unexplained.first.change) == ("asked", "", -0.5)


def test_answers_of_a_baseline() -> None:
    """Scores, undefined scores and errors, with short reasons; no crashes and refusals."""
    kinds: dict[str, Outcome] = {
        "a": Score(0.5, decimals=1), "b": Raised("E" * 200), "c": Undefined("n" * 200), "d": Crashed("c"), "e": Unsupported("u"),
    }  # fmt: skip
    made = list(_answers(_recording("1", {("asked", _FIRST.id, name): answer for name, answer in kinds.items()})))
    assert [(each.entry_point, each.outcome, each.value, each.decimals) for each in made] == [
        ("a", "score", 0.5, 1),
        ("b", "raised", None, None),
        ("c", "undefined", None, None),
    ]
    assert [each.detail for each in made] == ["", "E" * 100, "n" * 100]
    first = made[0]
    assert (first.implementation, first.metric, first.vector, first.kind) == ("p==1", "wer", _FIRST.id, "asked")
    assert (first.settings, first.input) == ("wer", digest(_FIRST.data())[:16])


def test_errors_on_inputs_with_a_score() -> None:
    failing = _recording("1", {_ASKED: Raised("E"), _OTHER: 0.5})
    assert errors(failing) == [Raised("E")]
    _check_errors(failing)  # one of two answers
    unknown = _recording("1", {_ASKED: Raised("E")}, signature="")
    assert errors(unknown) == []
    elsewhere = _recording("1", {("asked", "no-such", "e"): Raised("E")})
    assert errors(elsewhere) == []
    allowed = next(v for v in select(["wer"]) if v.expected.outcome == "raised")
    raising = _recording("1", {("asked", allowed.id, "e"): Raised("E")}, allowed.complete_settings().short_signature)
    assert errors(raising) == []


def test_a_baseline_of_mostly_errors_is_refused() -> None:
    answers: _Answers = {_ASKED: Raised("Rare"), _OTHER: Raised("Often"), _DEFAULT: Raised("Often")}
    with pytest.raises(InputError, match="p==1 raises an error for 3 of 3 inputs, most often Often, but"):
        _check_errors(_recording("1", answers))
    with pytest.raises(InputError, match="for 2 of 3 inputs"):
        _check_errors(_recording("1", {**answers, _ASKED: 0.5}))


@pytest.mark.parametrize(
    ("second", "outcome", "counts"),
    [
        (0.5, 0.75, (1, 0, 1)),
        (Unsupported("no"), 0.5, (0, 1, 1)),
        (Unsupported("no"), 0.75, (1, 1, 1)),
        (0.5, 0.5, (0, 0, 0)),
    ],
)
def test_a_gate_fails_for_a_move_or_a_loss(
    second: Outcome | float, outcome: float, counts: tuple[int, int, int]
) -> None:
    before = _recording("1", {_ASKED: 0.5, _OTHER: 0.5})
    summary = gate([before], [_recording("2", {_ASKED: outcome, _OTHER: second})]).summary
    assert (summary.moved, summary.lost, summary.exit_code) == counts


def test_another_scale_is_a_move() -> None:
    before = _recording("1", {_ASKED: 0.5}, "wer")
    assert gate([before], [_recording("2", {_ASKED: 50.0}, "wer|scale:100")]).summary.moved == 1


def test_recorded_errors_are_counted() -> None:
    """Their inputs are looked up in the new run, because a baseline does not have all of them."""
    now = _recording("2", {_ASKED: Raised("E"), _OTHER: 0.5})
    (counterpart,) = gate([_recording("1", {_ASKED: Raised("E"), _OTHER: Raised("E")})], [now]).summary.baselines
    assert counterpart.errors == 2


def test_the_inputs_of_a_cause_have_a_command_that_repeats_the_comparison() -> None:
    before = _recording("1", {_DEFAULT: 0.5, _OTHER: 0.25})
    now = _recording("2", {_DEFAULT: 0.75, _OTHER: 0.375})
    commands = {_FIRST.id: "samescore run p -k first", _SECOND.id: "samescore run p -k second"}
    results: list[Any] = [
        SimpleNamespace(implementation="p==2", vector=name, reproduce=command) for name, command in commands.items()
    ]
    report: Any = SimpleNamespace(results=results)
    moved = gate([before], [now])
    causes = [
        msgspec.structs.replace(
            moved.summary.causes[0], first=_moved(_FIRST, "default"), shortest=_moved(_SECOND, "asked")
        )
    ]
    compared = msgspec.structs.replace(moved, summary=msgspec.structs.replace(moved.summary, causes=causes))
    (cause,) = _with_commands(compared, report, "my base.jsonl").summary.causes
    assert cause.first.reproduce == "samescore run p -k first --all-answers --against 'my base.jsonl'"
    assert cause.shortest.reproduce == "samescore run p -k second --against 'my base.jsonl'"


def _moved(vector: Vector, kind: str) -> MovedInput:
    return MovedInput(kind, vector.id, "e", "{}", "", Answer("score", 0.5), Answer("score", 0.25), None)
