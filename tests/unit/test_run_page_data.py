"""The data that the page of a run gives to its script."""

from __future__ import annotations

from typing import Any

import pytest

from samescore.records import (
    Answer,
    Case,
    Change,
    Expectation,
    FailedInput,
    FreshCase,
    Header,
    NamedMistake,
    Participant,
    Result,
    RunReport,
    VectorVerdict,
)
from samescore.report.html.results import data

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_HEADER = Header("s", "1", {}, [Participant(name, "1", "", "") for name in ("mine", "yours")], ["ter", "bleu"])


def _result(vector: str, verdict: VectorVerdict, implementation: str = "mine", **fields: Any) -> Result:
    usual = {"metric": "bleu", "entry_point": "e", "outcome": Answer("score", 0.25, (0.25).hex()), "causes": []}
    usual |= {"divergences": [], "stage": "", "mistakes": [], "reproduce": f"run {vector}"}
    return Result(vector=vector, verdict=verdict, implementation=implementation, **{**usual, **fields})


def test_the_data_of_a_run() -> None:
    fresh = FreshCase("fresh-1", "bleu", "mine", "e", 7, "bleu|fresh", {"gold": ["x"]}, Expectation("score", "0.25"))
    report = RunReport.of(
        _HEADER,
        [
            Case("a", "bleu", "bleu|a", "", Expectation("score", "0.5")),
            Case("b", "ter", "ter|b", "", Expectation("raised", "")),
            fresh,
            FailedInput("mine", "b", "ter", {"gold": ["y"]}),
            _result("a", VectorVerdict.AGREE),
            _result(
                *("a", VectorVerdict.DIVERGE, "yours"),
                causes=[Change("case", "tokens", "keep", "lower")],
                divergences=["known"],
                stage="matches: [1]",
                signature="bleu|case:lower",
                raw=(25.0).hex(),
            ),
            _result(
                *("b", VectorVerdict.DISAGREE),
                metric="ter",
                stage="value: off",
                mistakes=[NamedMistake("slip", "it slips")],
                raw=(0.25).hex(),
            ),
            _result("fresh-1", VectorVerdict.ERROR, outcome=Answer("crashed", error="Timeout"), stage="it hangs"),
            _result("c", VectorVerdict.UNSUPPORTED),
        ],
    )
    shown = data(report, {})
    verdicts = list(VectorVerdict)
    assert (shown["implementations"], shown["metrics"]) == (["mine", "yours"], ["ter", "bleu"])
    results: Any = shown["results"]
    vectors: Any = shown["vectors"]
    found = {(vectors[row[0]][0], row[1], verdicts[row[2]].value): row[3:] for row in results}
    assert found == {
        ("b", 0, "disagree"): ["e", "0.25", "", "", "", [], ["slip: it slips"], [], "", "run b"],
        ("fresh-1", 0, "error"): ["e", "crashed: Timeout", "", "", "it hangs", [], [], [], "", "run fresh-1"],
        ("a", 1, "diverge"): [
            *("e", "0.25", "50 % too low", "25.0", "matches: [1]", [["case", "keep", "lower"]], [], ["known"]),
            *("bleu|case:lower", "run a"),
        ],
        ("a", 0, "agree"): ["e", "0.25"],
    }
    assert [verdicts[row[2]].value for row in results][-2:] == ["diverge", "agree"], "failures come first"
    cases = {case[0]: case[1:4] for case in vectors}
    assert cases == {"a": [1, "0.5", "bleu|a"], "b": [0, "raised", "ter|b"], "fresh-1": [1, "0.25", "bleu|fresh"]}
    assert {case[0]: bool(case[4]) for case in vectors} == {"a": False, "b": True, "fresh-1": True}
