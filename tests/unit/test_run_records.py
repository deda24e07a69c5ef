"""The records of one implementation in a run: their order, and what is left out, with scripted parts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from samescore.base.outcome import Unavailable
from samescore.catalogue.vectors import select
from samescore.metrics import parse_signature
from samescore.records import Absent, Answer, Change, Result, VectorVerdict
from samescore.verbs.judging import run as module
from samescore.verbs.judging.cases import JudgedCase

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_V = VectorVerdict


def _result(name: str, verdict: VectorVerdict = _V.AGREE) -> Result:
    causes = [Change("case", "text", "keep", "lower")]
    return Result(name, "wer", "f", "e", verdict, Answer("score", 0.5), causes, [], "stage", [], "")


class _Implementation:
    """An implementation that becomes unavailable after some questions, if at all."""

    name = "f"

    def __init__(self, *refusals: Unavailable | None) -> None:
        self._refusals = [*refusals]
        self.closed = 0

    def unavailable(self) -> Unavailable | None:
        return self._refusals.pop(0) if len(self._refusals) > 1 else self._refusals[0]

    def close(self) -> None:
        self.closed += 1


class _Scripted:
    """The parts of a run, each of which says that it was reached."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seeds: list[int] = []
        self.likened: list[list[str]] = []
        self.failing: list[tuple[list[str], list[str]]] = []
        monkeypatch.setattr(module, "AskedQuestions", lambda _: self)
        monkeypatch.setattr(JudgedCase, "of", lambda vector: vector)
        monkeypatch.setattr(module, "questions_for", lambda _, vector: [f"{vector} q"])
        monkeypatch.setattr(module, "nearest_question", lambda asked: asked[0])
        monkeypatch.setattr(module, "judge_case", lambda _, vector, __: _result(vector))
        monkeypatch.setattr(module, "entry_answers", lambda _, asked, entry_point: [f"{asked[0]} at {entry_point}"])
        monkeypatch.setattr(module, "user_questions", lambda _, own: map(self._question, own))
        monkeypatch.setattr(module, "questions", self._fresh)
        monkeypatch.setattr(module, "likenesses", self._likenesses)
        monkeypatch.setattr(module, "failed_inputs", self._failed_inputs)

    def judged(self, _: object, judge: Any) -> Result:
        made = judge()
        assert isinstance(made, Result)
        return made

    def repeat(self, seed: int) -> str | None:
        self.seeds.append(seed)
        return "repeated" if seed else None

    def _question(self, name: str) -> Any:
        case = SimpleNamespace(vector=name)
        return SimpleNamespace(record=lambda: case, question=name, judge=lambda: _result(name))

    def _fresh(self, _: object, first: str, second: str, selected: object, again: object) -> Any:
        assert (selected, again) == (("wer",), "again")
        return map(self._question, (first, second))

    def _likenesses(self, _: object, results: list[Result]) -> list[str]:
        self.likened.append([result.vector for result in results])
        return ["likeness"]

    def _failed_inputs(self, results: list[Result], cases: dict[str, Any]) -> list[str]:
        self.failing.append(([result.vector for result in results], [*cases]))
        return ["failed input"]


def _plan(**fields: Any) -> Any:
    base: dict[str, Any] = {
        "expected_failures": {"f": {"v2": "known"}, "g": {"v1": "other"}},
        "all_answers": False,
        "repeat": True,
        "identifies": True,
        "judges": True,
        "selected": ("wer",),
        "fresh": SimpleNamespace(count=2, seed=7),
        "vectors_for": lambda _: ["v1", "v2"],
        "own_for": lambda _: ["own"],
        "asked_again": lambda _: "again",
        "fresh_for": lambda _: ("fresh1", "fresh2"),
    }
    return SimpleNamespace(**{**base, **fields})


def _records(
    monkeypatch: pytest.MonkeyPatch, implementation: _Implementation, **fields: Any
) -> tuple[list[str], _Scripted]:
    parts = _Scripted(monkeypatch)
    found: list[str] = []
    for record in module._answers(_plan(**fields), implementation):  # type: ignore[arg-type]
        if isinstance(record, Result):
            found.append(f"{record.vector} {record.verdict.value}")
        elif isinstance(record, Absent):
            found.append(f"{record.implementation} absent: {record.reason}")
        else:
            found.append(f"case {record.vector}" if isinstance(record, SimpleNamespace) else str(record))
    return found, parts


_ALL = ["v1 agree", "v2 stale", "case own", "own agree", "case fresh1", "fresh1 agree", "case fresh2", "fresh2 agree"]


@pytest.mark.parametrize(
    ("fields", "after"),
    [
        ({}, ["repeated", "likeness", "failed input"]),
        ({"repeat": False}, ["likeness", "failed input"]),
        ({"identifies": False}, ["failed input"]),
        ({"identifies": False, "judges": False}, []),
        ({"fresh": SimpleNamespace(count=0, seed=7)}, ["likeness", "failed input"]),  # nothing was small enough
    ],
)
def test_the_order_of_records(fields: dict[str, Any], after: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    implementation = _Implementation(None)
    found, parts = _records(monkeypatch, implementation, **fields)
    assert found == [*_ALL, *after]
    every = ["v1", "v2", "own", "fresh1", "fresh2"]
    assert parts.likened == ([every] if "likeness" in after else [])
    assert parts.failing == ([(every, ["own", "fresh1", "fresh2"])] if "failed input" in after else [])
    assert implementation.closed == 1


def test_repetitions_are_in_the_order_of_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _records(monkeypatch, _Implementation(None))[1].seeds == [7]
    without = _plan(fresh=SimpleNamespace(count=0, seed=7)).fresh
    assert _records(monkeypatch, _Implementation(None), fresh=without)[1].seeds == [0]


def test_the_answers_of_all_entry_points_follow_each_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _ = _records(monkeypatch, _Implementation(None), all_answers=True, identifies=False, judges=False)
    assert found == ["v1 agree", "v1 q at e", "v2 stale", "v2 q at e", *_ALL[2:]]


@pytest.mark.parametrize(
    ("before", "later", "absent"),
    [
        (None, None, []),
        (None, Unavailable("it stopped"), ["f absent: it stopped"]),
        (Unavailable("not installed"), Unavailable("not installed"), []),
        (Unavailable("not installed"), None, []),
    ],
)
def test_an_implementation_that_stops_is_absent(
    before: Unavailable | None, later: Unavailable | None, absent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found, _ = _records(monkeypatch, _Implementation(before, later), identifies=False, judges=False)
    assert found == [*_ALL, *absent]


def test_an_implementation_is_closed_when_the_run_ends_early(monkeypatch: pytest.MonkeyPatch) -> None:
    _Scripted(monkeypatch)
    implementation = _Implementation(None)
    answers = module._answers(_plan(), implementation)  # type: ignore[arg-type]
    next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert implementation.closed == 1


@pytest.mark.parametrize(
    ("verdict", "reasons", "expected", "stage", "causes"),
    [
        (_V.DISAGREE, {}, _V.DISAGREE, "stage", 1),
        (_V.DISAGREE, {"v": "known"}, _V.EXPECTED, "known", 1),
        (_V.ERROR, {"v": "known"}, _V.EXPECTED, "known", 1),
        (_V.AGREE, {"v": "known"}, _V.STALE, "it passes, but is listed as failing: known", 0),
        (_V.DIVERGE, {"v": "known"}, _V.STALE, "it passes, but is listed as failing: known", 0),
        (_V.UNSUPPORTED, {"v": "known"}, _V.UNSUPPORTED, "stage", 1),
        (_V.UNAVAILABLE, {"v": "known"}, _V.UNAVAILABLE, "stage", 1),
        (_V.AGREE, {"w": "known"}, _V.AGREE, "stage", 1),
    ],
)
def test_expected_failures(
    verdict: VectorVerdict, reasons: dict[str, str], expected: VectorVerdict, stage: str, causes: int
) -> None:
    found = module._as_expected(_result("v", verdict), reasons)
    assert (found.verdict, found.stage, len(found.causes)) == (expected, stage, causes)
    assert msgspec.structs.replace(found, verdict=verdict, stage="stage", causes=_result("v").causes) == _result(
        "v", verdict
    )


@pytest.mark.parametrize("name", ["bleu", "wer", "mcc"])
def test_the_record_of_a_vector_has_all_its_settings(name: str) -> None:
    """It can be judged again after a default has changed."""
    for vector in select([name]):
        record = module.case(vector)
        settings = vector.complete_settings()
        assert (record.vector, record.metric) == (vector.id, name)
        assert parse_signature(record.signature) == settings
        assert record.signature.count("|") == len(settings.knobs())
        assert (record.expected.kind, record.expected.value) == (vector.expected.outcome, vector.expected.value)
