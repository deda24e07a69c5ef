"""The whole JUnit file of a run, with every kind of result."""

from __future__ import annotations

from typing import Any

import pytest

from samescore.records import (
    Answer,
    Case,
    Change,
    Expectation,
    Footer,
    FreshCase,
    Header,
    Likeness,
    Participant,
    Repeated,
    Result,
    RunReport,
    VectorVerdict,
)
from samescore.records.repeated import ChangedAnswer
from samescore.report import junit

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_V = VectorVerdict


def _score(value: float) -> Answer:
    return Answer("score", value, value.hex())


def _result(vector: str, verdict: VectorVerdict, **fields: Any) -> Result:
    usual = {"metric": "bleu", "implementation": "mine", "entry_point": "", "outcome": _score(0.25), "causes": []}
    usual |= {"divergences": [], "stage": "", "mistakes": [], "reproduce": f"samescore run mine -k {vector}"}
    return Result(vector=vector, verdict=verdict, **{**usual, **fields})


_LOWER = Change("case", "tokens", "keep", "lower")
_CORPUS = {"segments": [{"hypothesis": "a b", "references": ["a c"]}]}
_RECORDS: list[object] = [
    Case("bleu-a", "bleu", "", "", Expectation("score", "0.25")),
    Case("bleu-b", "bleu", "", "", Expectation("score", "0.500")),
    Case("ter-c", "ter", "", "", Expectation("raised", "")),
    FreshCase("fresh-bleu-7-0", "bleu", "mine", "", 7, "bleu", _CORPUS, Expectation("score", "0.3")),
    Likeness("mine", "bleu", [_LOWER], [], 10, 0),
    Repeated("mine", 9, 4, 3, 1, [ChangedAnswer("bleu-a", "bleu", _score(0.5), 1, _score(0.25), 9)], "samescore run mine"),
    Repeated("yours", 2_000, 4, 3, 0, [], ""),
    _result("bleu-a", _V.AGREE),
    _result("bleu-b", _V.DISAGREE, stage="matches: [1],\nnot [2]"),
    _result("bleu-d", _V.EXPECTED, stage="known to fail"),
    _result("fresh-bleu-7-0", _V.DISAGREE, stage="value: off", signature="bleu|case:lower"),
    _result("ter-c", _V.ERROR, metric="ter", outcome=Answer("crashed", error="Timeout"), stage="it hangs"),
    _result("ter-e", _V.UNSUPPORTED, metric="ter", outcome=Answer("unsupported", reason="no such knob")),
    _result("bleu-a", _V.DIVERGE, implementation="yours", causes=[_LOWER], divergences=["case-kept"]),
    Footer(8, {}, 1, []),
]  # fmt: skip
_PARTICIPANTS = [
    Participant("mine", "1", "", "", seed=7, described={"m": 1}),
    Participant("yours", "", "", ""),
]
_FILE = r"""
<?xml version='1.0' encoding='utf-8'?>
<testsuites name="samescore">
<testsuite name="mine 1" tests="7" failures="3" errors="1" skipped="2">
<properties>
<property name="coverage of bleu" value="3 of 3 golden vectors inside its declared region answered; 1 of 1 fresh inputs answered (seed 7, 1 setting, up to 1 segment, 2 words, 1 reference)" />
<property name="coverage of ter" value="0 of 1 golden vectors inside its declared region answered (1 lie outside); no fresh inputs were run" />
<property name="identified bleu" value="behaves like case:lower; these settings reproduce every answer" />
<property name="seed" value="7" />
</properties>
<testcase classname="bleu" name="bleu-a" />
<testcase classname="bleu" name="bleu-b">
<failure message="matches: [1],\nnot [2]" type="disagree">expected 0.500
got 0.25
samescore run mine -k bleu-b</failure>
</testcase>
<testcase classname="bleu" name="bleu-d">
<skipped message="known to fail" />
</testcase>
<testcase classname="bleu" name="fresh-bleu-7-0">
<failure message="value: off" type="disagree">expected 0.3
got 0.25
samescore run mine -k fresh-bleu-7-0
under bleu|case:lower
input {"segments": [{"hypothesis": "a b", "references": ["a c"]}]}</failure>
</testcase>
<testcase classname="ter" name="ter-c">
<error message="it hangs" type="error">expected raised
got crashed: Timeout
samescore run mine -k ter-c</error>
</testcase>
<testcase classname="ter" name="ter-e">
<skipped message="no such knob" />
</testcase>
<testcase classname="implementation" name="asked again">
<failure message="3 small inputs were run again in different orders, up to call 9 of one process: 1 answer changed" type="changed">bleu-a: call 9 gave 0.25, call 1 gave 0.5 for the same input: the implementation keeps state between calls
samescore run mine</failure>
</testcase>
</testsuite>
<testsuite name="yours" tests="2" failures="0" errors="0" skipped="0">
<testcase classname="bleu" name="bleu-a">
<system-out>diverge: case: keep -&gt; lower (known: case-kept)</system-out>
</testcase>
<testcase classname="implementation" name="asked again">
<system-out>3 small inputs were run again in different orders, up to call 2,000 of one process: every answer was the same</system-out>
</testcase>
</testsuite>
</testsuites>
"""


def test_a_run_as_junit() -> None:
    report = RunReport.of(Header(*("s", "0.1", {}), _PARTICIPANTS, ["bleu", "ter"], vectors=3, results=8), _RECORDS)
    assert junit.run(report).replace("><", ">\n<") == _FILE.lstrip()
