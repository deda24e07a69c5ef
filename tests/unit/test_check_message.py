"""The message with which `check_implementation` fails."""

from __future__ import annotations

from typing import Any

import pytest

from samescore import check_implementation
from samescore.catalogue.vectors import select, vector
from samescore.records import (
    Answer,
    Change,
    Expectation,
    Footer,
    FreshCase,
    Header,
    Likeness,
    NamedMistake,
    Participant,
    Record,
    Repeated,
    Result,
    VectorVerdict,
)
from samescore.verbs.judging import check as module

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_V = VectorVerdict


def _ids() -> list[str]:
    """The ids of nine golden vectors."""
    return [chosen.id for chosen in select(["wer"])][:9]


def _result(name: str, verdict: VectorVerdict, *mistakes: str, value: float = 0.5) -> Result:
    named = [NamedMistake(mistake, f"it is {mistake}") for mistake in mistakes]
    return Result(name, "wer", "f", "", verdict, Answer("score", value), [], [], "the value", named, "", "case:keep")


def _message(monkeypatch: pytest.MonkeyPatch, *records: Record, **participant: Any) -> list[str]:
    """The lines of the message for a run with these records, none of which a function has given."""
    described = Participant("f", "", participant.pop("unavailable", ""), participant.pop("note", ""), **participant)
    header = Header("samescore-run/1", "1", {}, [described])
    monkeypatch.setattr(module, "records_of", lambda _: iter([header, *records]))
    with pytest.raises(AssertionError) as raised:
        check_implementation(lambda hypotheses, references: 0.0, "wer", fresh=0)  # noqa: ARG005
    return str(raised.value).split("\n")


def test_vectors_that_fail_are_counted_and_the_first_five_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    names = _ids()
    verdicts = [_V.ERROR, _V.STALE, _V.AGREE, _V.DIVERGE, _V.EXPECTED, _V.UNSUPPORTED, *[_V.DISAGREE] * 3]
    results = [_result(name, verdict) for name, verdict in zip(names, verdicts, strict=True)]
    lines = _message(monkeypatch, *results, Footer(9, {}, 1, []))
    assert lines[0] == "5 of 8 vectors of wer fail"
    expected = vector(names[0]).expected
    assert lines[1:5] == [
        f"{names[0]}: {vector(names[0]).comment}",
        f"  expected {expected.value or expected.outcome}, got 0.5",
        "  first difference at the value",
        f"  samescore show {names[0]}",
    ]
    assert [line.partition(":")[0] for line in lines[1::4]] == [names[0], names[1], *names[6:]]
    assert len(lines) == 21
    six = [_result(name, _V.DISAGREE) for name in names[:6]]
    lines = _message(monkeypatch, *six, Footer(6, {}, 1, []))
    assert (lines[0], lines[-1], len(lines)) == ("6 of 6 vectors of wer fail", "and 1 more", 22)


def test_fresh_inputs_are_counted_apart_and_can_be_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = [
        FreshCase(f"fresh-wer-7-{k}", "wer", "f", "", 7, "case:keep", {"segments": []}, Expectation("score", "0.25"))
        for k in (1, 2, 3)
    ]
    results = [
        _result("fresh-wer-7-1", _V.AGREE),
        _result("fresh-wer-7-2", _V.DISAGREE),
        _result("fresh-wer-7-3", _V.UNSUPPORTED),
    ]
    lines = _message(monkeypatch, _result(_ids()[0], _V.AGREE), *fresh, *results, Footer(4, {}, 1, []), seed=7)
    assert lines[:2] == ["0 of 1 vectors of wer fail", "1 of 2 fresh inputs fail; seed=7 runs them again"]
    assert lines[2:6] == [
        "fresh-wer-7-2: a fresh input, from seed 7",
        "  expected 0.25, got 0.5",
        "  first difference at the value",
        "  under case:keep",
    ]
    assert lines[7] == "  seed=7, or pytest --samescore-seed 7, runs it again"


def test_reasons_are_named_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to three known mistakes, the nearest settings, changed answers, and expected failures that do not exist."""
    names = _ids()
    failed = [_result(name, _V.DISAGREE, *"abcd") for name in names[:2]]
    like = Likeness("f", "wer", [Change("case", "text", "keep", "lower")], ["x.wer"], 10, 0)
    repeated = Repeated("f", 2000, 1990, 10, 1, [], "samescore run f")
    footer = Footer(2, {}, 1, ["wer-nonsense", "wer-other"])
    lines = _message(monkeypatch, *failed, like, repeated, footer, note="a note", unavailable="it is not installed")
    assert lines[:7] == [
        "2 of 2 vectors of wer fail",
        "it cannot be called: it is not installed",
        "a note",
        *(f"all 2 failures match this mistake: {name}: it is {name}" for name in "abc"),
        "behaves like case:lower, which is x.wer; these settings reproduce every answer",
    ]
    assert lines[-4:] == [
        "10 small inputs were run again in different orders, up to call 2,000 of one process: 1 answer changed",
        "and 1 more",
        "expected_divergences: there is no vector 'wer-nonsense'",
        "expected_divergences: there is no vector 'wer-other'",
    ]
    assert len(lines) == 7 + 8 + 4


def test_an_unknown_expected_failure_alone_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = _message(monkeypatch, _result(_ids()[0], _V.AGREE), Footer(1, {}, 0, ["wer-nonsense"]))
    assert lines == ["0 of 1 vectors of wer fail", "expected_divergences: there is no vector 'wer-nonsense'"]
