"""The whole text of runs, of short checks and of gates, with every part that they can have."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from samescore.records import (
    Answer,
    Case,
    Change,
    Expectation,
    FailedInput,
    Footer,
    FreshCase,
    Header,
    LeftFiles,
    Likeness,
    NamedMistake,
    OwnCase,
    Participant,
    Repeated,
    Result,
    RunReport,
    VectorVerdict,
)
from samescore.records.repeated import ChangedAnswer
from tests.reports import markdown_of, on_terminal

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_LOWER = Change("case", "tokens", "keep", "lower")
_ORDER = Change("max_order", "counts", "4", "2")
_MISTAKE = NamedMistake("slip", "it slips")
_V = VectorVerdict


def _score(value: float, **fields: Any) -> Answer:
    return Answer("score", value, value.hex(), **fields)


def _result(vector: str, verdict: VectorVerdict = _V.AGREE, **fields: Any) -> Result:
    usual = {"metric": "bleu", "implementation": "mine", "entry_point": "", "outcome": _score(0.5), "causes": []}
    usual |= {"divergences": [], "stage": "", "mistakes": [], "reproduce": f"samescore run mine -k {vector}"}
    return Result(vector=vector, verdict=verdict, **{**usual, **fields})


def _participant(name: str, **fields: Any) -> Participant:
    return Participant(**{"name": name, "version": "1", "unavailable": "", "note": "", **fields})


_CORPUS = {"segments": [{"hypothesis": "a b", "references": ["a c", "d"]}]}
_RESULTS = [
    _result("bleu-a"),
    _result("bleu-b", _V.DIVERGE, causes=[_LOWER, _ORDER], divergences=["case-kept"]),
    _result("bleu-c", _V.DIVERGE, causes=[_LOWER]),
    _result("bleu-d", _V.EXPECTED, stage="known to fail"),
    _result("bleu-e", _V.STALE, stage="it passes, but is listed as an expected failure"),
    _result(
        *("bleu-f", _V.DISAGREE),
        stage="matches: [1], not [2]",
        mistakes=[_MISTAKE],
        signature="bleu|case:lower|max_order:2",
        entry_point="corpus",
    ),
    _result("ter-g", _V.ERROR, metric="ter", outcome=Answer("crashed", error="Timeout"), stage="it hangs", signature="ter", mistakes=[_MISTAKE]),
    _result("ter-h", _V.UNSUPPORTED, metric="ter", outcome=Answer("unsupported", reason="no such knob")),
    _result("mine-1", metric="ter"),
    _result("fresh-bleu-7-0"),
    _result("fresh-bleu-7-1", _V.DISAGREE, outcome=_score(0.25, decimals=2), stage="value: off", signature="bleu|case:lower"),
    _result("bleu-a", implementation="yours", metric="bleu"),
    _result("bleu-b", _V.UNAVAILABLE, implementation="gone", outcome=Answer("unavailable", reason="gone is not installed")),
]  # fmt: skip
_HEADER = Header(
    *("s", "0.1", {}),
    [
        _participant("mine", described={"m": 1}, seed=7, note="it was guessed"),
        _participant("yours"),
        _participant("gone", unavailable="gone is not installed: pip install gone", extra="peers"),
        _participant("other", unavailable="other is not installed: pip install other", extra="peers"),
        _participant("third", unavailable="third is not installed: pip install third", extra="peers"),
        _participant("alone", unavailable="alone is not installed: pip install alone"),
        _participant("broken", unavailable="it does not start"),
    ],
    ["bleu", "ter"],
    vectors=1_200,
    results=13,
)
_CHANGED = ChangedAnswer("bleu-a", "bleu", _score(0.5), 1, _score(0.25), 9)
_RECORDS: list[object] = [
    *(Case(f"bleu-{letter}", "bleu", "", "", Expectation("score", "0.500")) for letter in "abcdef"),
    Case("ter-g", "ter", "", "", Expectation("raised", "")),
    *(FreshCase(f"fresh-bleu-7-{k}", "bleu", "mine", "", 7, "bleu", _CORPUS, Expectation("score", "0.3")) for k in (0, 1)),
    OwnCase("mine-1", "ter", "mine", "", "own.tsv, line 1", "ter", _CORPUS, Expectation("score", "0.5")),
    FailedInput("mine", "ter-g", "ter", {"segments": [{"hypothesis": "x", "references": ["y"]}] * 2}),
    FailedInput("mine", "bleu-f", "bleu", {"gold": ["é"]}),
    Likeness("mine", "bleu", [_LOWER], [], 10, 0),
    Repeated("mine", 9, 4, 3, 1, [_CHANGED], "samescore run mine --seed 7"),
    Repeated("yours", 2_000, 4, 3, 0, [], ""),
    LeftFiles("mine", "here", 1, ["x"]),
    *_RESULTS,
    Footer(13, {}, 1, ["nowhere"]),
]  # fmt: skip


def _report(*records: object, **fields: Any) -> RunReport:
    return RunReport.of(msgspec.structs.replace(_HEADER, **fields), records or _RECORDS)


_VERBOSE = r"""
samescore 0.1: 1,200 golden vectors, 2 metrics, 2 implementations

implementation      agree  diverge  disagree  error          answered
mine 1                  1        2         1      1            7 of 8
  expected failures: 1 expected, 1 stale
  own inputs            1        -         -      -             all 1
  fresh (seed 7)        1        -         1      -             all 2
  it was guessed
yours 1                 1        -         -      -             all 1

UNAVAILABLE: 3 packages of [peers] are not installed: pip install 'samescore[peers]': gone, other,
third
UNAVAILABLE, not installed (pip install NAME): alone
UNAVAILABLE broken 1: it does not start

mine: 4 of 10 answers are wrong
  bleu: it behaves like case:lower; these settings reproduce every answer
  ter: the failure matches this mistake: slip: it slips

  ter-g: error
    input 1  "x" | "y"
    input 2  "x" | "y"
    settings all at their defaults
    expected raised
    got      crashed: Timeout
    samescore run mine -k ter-g

  bleu-f (corpus): disagree
    input    {"gold": ["é"]}
    settings case:lower, max_order:2
    expected 0.5
    got      0.5
    first    matches: [1], not [2]
    samescore run mine -k bleu-f

  and 2 more: -v shows all of them, --last-failed runs them again

mine: 3 small inputs were run again in different orders, up to call 9 of one process: 1 answer
changed
  bleu-a: call 9 gave 0.25, call 1 gave 0.5 for the same input: the implementation keeps state
  between calls
    samescore run mine --seed 7

By metric
implementation  metric       agree  diverge  disagree  unsupported
mine            bleu             1        2         1            -
                bleu, fresh      1        -         1            -
                ter              1        -         1            1
yours           bleu             1        -         -            -
                1 other          -        -         -            -

Divergences: the native metric reproduces each number by changing these knobs
implementation  metric  vectors  because
mine            bleu          2  case: keep -> lower
mine            bleu          1  max_order: 4 -> 2

mine, bleu: 6 of 6 golden vectors inside its declared region answered; 2 of 2 fresh inputs answered
(seed 7, 2 settings, up to 1 segment, 2 words, 2 references)
mine, ter: 0 of 1 golden vectors inside its declared region answered (1 lie outside); 1 of 1 own
inputs answered; no fresh inputs were run

Every failure
  bleu-e: stale
    why it passes, but is listed as an expected failure
    samescore run mine -k bleu-e
  bleu-f (corpus): disagree
    input    {"gold": ["é"]}
    settings case:lower, max_order:2
    expected 0.5
    got      0.5
    first    matches: [1], not [2]
    samescore run mine -k bleu-f
  ter-g: error
    input 1  "x" | "y"
    input 2  "x" | "y"
    settings all at their defaults
    expected raised
    got      crashed: Timeout
    samescore run mine -k ter-g
  fresh-bleu-7-1: disagree
    input    "a b" | "a c" | "d"
    settings case:lower
    expected 0.3
    got      0.25, rounded to 2 decimals, 16.7 % too low
    samescore run mine -k fresh-bleu-7-1

expected failures that match no vector: nowhere

4 agree, 2 diverge, 1 expected, 1 stale, 2 disagree, 1 error. 4 failures. Some answers changed when
repeated.
The fresh inputs had up to 1 segment, 2 words, 2 references.
yours: 3 small inputs were run again in different orders, up to call 2,000 of one process: every
answer was the same.
mine left 1 file in here: x.
""".strip("\n")

_NARROW = r"""
samescore 0.1: 1,200 golden vectors, 2 metrics, 2
implementations

mine 1: 7 of 8 answered
  1 agree, 2 diverge, 1 expected, 1 stale, 1 disagree, 1
  error
  own inputs: 1 of 1 answered
  1 agree
  fresh (seed 7): 2 of 2 answered
  1 agree, 1 disagree
  it was guessed
yours 1: 1 of 1 answered
  1 agree

UNAVAILABLE: 3 packages of [peers] are not installed: pip
install 'samescore[peers]'; -v names them
UNAVAILABLE, not installed (pip install NAME): alone
UNAVAILABLE broken 1: it does not start

mine: 4 of 10 answers are wrong
  bleu: it behaves like case:lower; these settings reproduce
  every answer
  ter: the failure matches this mistake: slip: it slips

  ter-g: error
    input 1  "x" | "y"
    input 2  "x" | "y"
    settings all at their defaults
    expected raised
    got      crashed: Timeout
    samescore run mine -k ter-g

  bleu-f (corpus): disagree
    input    {"gold": ["é"]}
    settings case:lower, max_order:2
    expected 0.5
    got      0.5
    first    matches: [1], not [2]
    samescore run mine -k bleu-f

  and 2 more: -v shows all of them, --last-failed runs them
  again

mine: 3 small inputs were run again in different orders, up
to call 9 of one process: 1 answer changed
  bleu-a: call 9 gave 0.25, call 1 gave 0.5 for the same
  input: the implementation keeps state between calls
    samescore run mine --seed 7

expected failures that match no vector: nowhere

4 agree, 2 diverge, 1 expected, 1 stale, 2 disagree, 1
error. 4 failures. Some answers changed when repeated.
The fresh inputs had up to 1 segment, 2 words, 2 references.
yours: 3 small inputs were run again in different orders, up
to call 2,000 of one process: every answer was the same.
mine left 1 file in here: x.
-v shows every metric and the reasons for divergences.
""".strip("\n")

_MARKDOWN = r"""
## samescore: 4 unexplained failures, all by mine

4 of 11 answers are as expected, 2 differ by a convention of the implementation, 1 are listed as expected failures.

13 results: 4 agree, 2 diverge, 1 expected, 1 stale, 2 disagree, 1 error, 1 unsupported, 1 unavailable.

| implementation | agree | diverge | expected | stale | disagree | error | answered |
|---|---:|---:|---:|---:|---:|---:|---:|
| mine 1 | 3 | 2 | 1 | 1 | 2 | 1 | 10 of 11 |
| yours 1 | 1 |  |  |  |  |  | 1 of 1 |

<details><summary>By metric</summary>

| implementation | metric | agree | diverge | expected | stale | disagree | error | unsupported |
|---|---|---:|---:|---:|---:|---:|---:|---:|
| mine 1 | bleu | 1 | 2 | 1 | 1 | 1 |  |  |
| mine 1 | bleu, fresh | 1 |  |  |  | 1 |  |  |
| mine 1 | ter | 1 |  |  |  |  | 1 | 1 |
| yours 1 | bleu | 1 |  |  |  |  |  |  |

</details>

gone was not run: gone is not installed: pip install gone

other was not run: other is not installed: pip install other

third was not run: third is not installed: pip install third

alone was not run: alone is not installed: pip install alone

broken was not run: it does not start

- mine, bleu: 6 of 6 golden vectors inside its declared region answered; 2 of 2 fresh inputs answered (seed 7, 2 settings, up to 1 segment, 2 words, 2 references)
- mine, ter: 0 of 1 golden vectors inside its declared region answered (1 lie outside); 1 of 1 own inputs answered; no fresh inputs were run

- mine: 3 small inputs were run again in different orders, up to call 9 of one process: 1 answer changed
- yours: 3 small inputs were run again in different orders, up to call 2,000 of one process: every answer was the same

**Failures**

- mine, bleu: behaves like case:lower; these settings reproduce every answer
- mine, ter: the failure matches this mistake: slip: it slips
- **mine** `bleu-e`: it passes, but is listed as an expected failure
- **mine** `bleu-f`: matches: \[1\], not \[2\]
- **mine** `ter-g`: it hangs
- **mine** `fresh-bleu-7-1`: value: off

**Changed answers**

- **mine** bleu-a: call 9 gave 0.25, call 1 gave 0.5 for the same input: the implementation keeps state between calls
- **mine** samescore run mine --seed 7
""".strip("\n")


@pytest.mark.parametrize(("verbose", "width", "text"), [(True, 100, _VERBOSE), (False, 60, _NARROW)])
def test_a_run_on_a_terminal(verbose: bool, width: int, text: str) -> None:
    assert on_terminal("run", _report(), width=width, verbose=verbose) == text


def test_a_run_as_a_page() -> None:
    assert markdown_of("run")(_report()).strip("\n") == _MARKDOWN


_GOOD, _BAD = _result("bleu-a"), _result("bleu-b", _V.DISAGREE)
_UNSTEADY = Repeated("mine", 9, 4, 3, 1, [_CHANGED], "command")


@pytest.mark.parametrize(
    ("records", "results", "line", "title"),
    [
        ([_GOOD], 13, "The run was interrupted, after 1 of 13 results. 1 agree.", "Every answer is as expected"),
        ([], 13, "The run was interrupted, after 0 of 13 results. No answers.", "No answers"),
        ([_GOOD, Footer(1, {}, 0)], 13, "1 agree. Nothing unexplained.", "Every answer is as expected"),
        ([_RESULTS[2], Footer(1, {}, 0)], 13, "1 diverge. Nothing unexplained.", "Exact under their own settings: 1 of 1"),
        ([_RESULTS[3], _GOOD, Footer(2, {}, 0)], 13, "1 agree, 1 expected. Nothing unexplained.", "Exact under their own settings: 1 of 2"),
        ([_RESULTS[7], Footer(1, {}, 4)], 13, "No answers.", "No answers"),
        (
            *([_GOOD, _BAD, Footer(2, {}, 1, stopped=True)], 13),
            "1 agree, 1 disagree. 1 failure. Stopped at the first failure (-x), after 2 of 13 results.",
            "1 unexplained failure, all by mine",
        ),
        ([_BAD] * 2 + [_result("a", _V.ERROR, implementation="yours"), Footer(3, {}, 1)], 13, "2 disagree, 1 error. 3 failures.", "3 unexplained failures, in 2 implementations"),
        ([_GOOD, _UNSTEADY, Footer(1, {}, 1)], 13, "1 agree. Some answers changed when repeated.", "Some answers changed when repeated"),
    ],
)  # fmt: skip
def test_the_verdict_of_a_run(records: list[object], results: int, line: str, title: str) -> None:
    report = _report(*records, results=results) if records else RunReport.of(_HEADER, [])
    lines = on_terminal("run", report, verbose=True).split("\n")
    assert line in lines
    assert markdown_of("run")(report).startswith(f"## samescore: {title}\n")


@pytest.mark.parametrize(("results", "detailed"), [(6, True), (7, False)])
def test_three_results_for_each_available_implementation_are_shown_in_detail(results: int, detailed: bool) -> None:
    text = on_terminal("run", _report(*_RECORDS[:4], _RESULTS[5], results=results))
    assert ("  matches known mistake slip: it slips" in text.split("\n")) is detailed
    older = [Result(**{**msgspec.structs.asdict(_GOOD), "vector": str(k)}) for k in range(4)]
    assert [("expected" in on_terminal("run", _report(*older[:k], results=0))) for k in (3, 4)] == [True, False]
