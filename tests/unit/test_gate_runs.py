"""A run that is compared with a baseline: which fresh inputs it repeats, and which records it yields in which order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from samescore.base.outcome import Score
from samescore.catalogue.vectors import select
from samescore.data.kinds import digest
from samescore.implementations import Implementation
from samescore.implementations.recording import RecordedAnswer, Recording
from samescore.records import (
    Answer,
    Case,
    Expectation,
    Footer,
    FreshCase,
    GateSummary,
    GateVerdict,
    Header,
    Participant,
    Record,
    Result,
    VectorGate,
    VectorVerdict,
)
from samescore.verbs.judging.fresh import Fresh
from samescore.verbs.judging.plan import RunPlan
from samescore.verbs.releases import gate as module
from samescore.verbs.releases.gate import BaselineRecordings, records_of

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_VECTOR = next(iter(select(["wer"])))
_SIGNATURE = _VECTOR.complete_settings().signature
_FRESH = {"fresh-wer-7-1": FreshCase("fresh-wer-7-1", "wer", "p", "", 7, "", {}, Expectation("score", "1"))}


def _implementation(name: str) -> Implementation:
    return cast("Implementation", SimpleNamespace(name=name))


def _recording(name: str, package: str, value: float = 0.5, **fields: Any) -> Recording:
    made = Recording(name, package, "", {}, **fields)
    made.inputs[_VECTOR.id] = digest(_VECTOR.data())
    made.answers["asked", _VECTOR.id, ""] = RecordedAnswer("wer", _SIGNATURE, Score(value))
    return made


def _run(
    monkeypatch: pytest.MonkeyPatch, baseline: list[Recording], plan: RunPlan, *, value: float = 0.5, **options: Any
) -> tuple[list[Record], RunPlan, list[tuple[str, list[str]]]]:
    """The records of a run with one answer, the plan that was run, and the fresh inputs that were drawn again."""
    plans: list[RunPlan] = []
    drawn: list[tuple[str, list[str]]] = []

    def answers_of(planned: RunPlan) -> Iterator[Record]:
        plans.append(planned)
        name = planned.implementations[0].name
        yield Header("samescore-run/1", "1", {}, [Participant(name, "", options.get("unavailable", ""), "")])
        expected = Expectation(_VECTOR.expected.outcome, _VECTOR.expected.value)
        yield Case(_VECTOR.id, "wer", _SIGNATURE, digest(_VECTOR.data()), expected)
        answer = Answer("score", value, float(value).hex())
        yield Result(
            _VECTOR.id, "wer", name, "", VectorVerdict.AGREE, answer, [], [], "", [], "samescore run", _SIGNATURE
        )

    def drawn_again(implementation: Implementation, identifiers: Iterator[str]) -> dict[str, FreshCase]:
        drawn.append((implementation.name, list(identifiers)))
        return _FRESH

    monkeypatch.setattr(module, "answers_of", answers_of)
    monkeypatch.setattr(module, "drawn_again", drawn_again)
    records = list(records_of(plan, BaselineRecordings(Path("b.jsonl"), baseline), options.get("tolerance", 0.0)))
    return records, plans[0], drawn


def _plan(*names: str, count: int = 5, **fields: Any) -> RunPlan:
    return RunPlan(tuple(map(_implementation, names)), (_VECTOR,), named=True, fresh=Fresh(count, 7), **fields)


def test_fresh_inputs_of_the_baseline_are_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """From its records, or drawn again from the ids of its fresh inputs; by name, or else of the same package."""
    recorded, bare = _recording("p", "p", fresh=dict(_FRESH)), _recording("p", "p")
    bare.inputs |= {"fresh-wer-7-1": "x", "fresh-wer-7-2": "x"}
    for baseline, repeated, drawn in (
        ([recorded], {"p": _FRESH}, []),
        ([bare], {"p": _FRESH}, [("p", ["fresh-wer-7-1", "fresh-wer-7-2"])]),
        ([_recording("q", "q"), recorded], {"p": _FRESH}, []),
    ):
        _, planned, again = _run(monkeypatch, baseline, _plan("p"))
        assert (planned.again, again) == (repeated, drawn)
    _, planned, again = _run(monkeypatch, [bare], _plan("p", count=0))
    assert (planned.again, again) == ({}, [])
    _, planned, again = _run(monkeypatch, [_recording("nltk==3.8", "nltk", fresh=dict(_FRESH))], _plan("nltk==3.9"))
    assert planned.again == {"nltk==3.9": _FRESH}


def test_an_implementation_that_the_baseline_lacks_repeats_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    _, planned, drawn = _run(monkeypatch, [_recording("p", "p", fresh=dict(_FRESH))], _plan("p", "new"))
    assert (planned.again, drawn) == ({"p": _FRESH}, [])


@pytest.mark.parametrize(
    ("value", "tolerance", "verdict", "exit_code"),
    [
        (0.5, 0.0, GateVerdict.UNCHANGED, 0),
        (0.505, 0.0, GateVerdict.MOVED, 1),
        (0.505, 0.02, GateVerdict.UNCHANGED, 0),
        (0.505, 0.005, GateVerdict.MOVED, 1),
    ],
)
def test_the_records_of_the_gate_follow_those_of_the_run(
    value: float, tolerance: float, verdict: GateVerdict, exit_code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = _plan("p", count=0, expected_failures={"p": {"wer-nonsense": "why"}})
    records, *_ = _run(monkeypatch, [_recording("p", "p")], plan, value=value, tolerance=tolerance)
    assert [type(record) for record in records] == [Header, Case, Result, VectorGate, GateSummary, Footer]
    vector, summary, footer = records[3:]
    assert isinstance(vector, VectorGate)
    assert isinstance(summary, GateSummary)
    assert vector.verdict is verdict
    assert (summary.compared, summary.moved, summary.tolerance) == (1, exit_code, tolerance)
    assert footer == Footer(1, {verdict.value: 1}, exit_code, ["wer-nonsense"])
    for cause in summary.causes:
        assert cause.first.reproduce == "samescore run --against b.jsonl"


def test_an_unavailable_implementation_has_no_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    records, *_ = _run(monkeypatch, [_recording("p", "p")], _plan("p", count=0), unavailable="it is not installed")
    assert [type(record) for record in records[-2:]] == [GateSummary, Footer]
    assert not [record for record in records if isinstance(record, VectorGate)]
    assert cast("Footer", records[-1]).exit_code == 5


def test_a_run_of_some_vectors_is_compared_with_the_same_part_of_the_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers to vectors of other metrics are not gone, because they were not selected."""
    other = next(iter(select(["ter"])))
    baseline = _recording("p", "p")
    baseline.inputs[other.id] = digest(other.data())
    baseline.answers["asked", other.id, ""] = RecordedAnswer("ter", other.complete_settings().signature, Score(0.5))
    for fields, gone in (({"selected": ("wer",)}, 0), ({}, 1)):
        records, *_ = _run(monkeypatch, [baseline], _plan("p", count=0, **fields))
        (summary,) = (record for record in records if isinstance(record, GateSummary))
        assert (summary.compared, summary.gone) == (1, gone)
