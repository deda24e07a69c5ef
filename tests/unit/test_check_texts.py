"""The whole text of axioms, smoke tests, mutants, gates and drifts, with every part that they can have."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from samescore.records import (
    Absent,
    Answer,
    AxiomFinding,
    Behaviour,
    Change,
    Counterpart,
    Drift,
    FreshCase,
    Gate,
    GateSummary,
    GateVerdict,
    Header,
    KnobValue,
    Move,
    MoveCause,
    MovedInput,
    Mutant,
    Participant,
    Regression,
    ReleasePair,
    Result,
    RunReport,
    SmokeTest,
    Transition,
    VectorGate,
    VectorVerdict,
)
from samescore.records.run import Expectation
from samescore.report import junit
from samescore.report.terminal import verdicts
from tests.reports import markdown_of, on_terminal

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _score(value: float) -> Answer:
    return Answer("score", value, value.hex())


@pytest.mark.parametrize(
    ("holds", "exception", "lines"),
    [
        (True, "", []),
        (None, "", ["mine e bleu, order: not checked: no input"]),
        (False, "", ["mine e bleu, order: BROKEN: no input"]),
        (False, "it is so", ["mine e bleu, order: broken by design (it is so): no input"]),
    ],
)
def test_an_axiom(holds: bool | None, exception: str, lines: list[str]) -> None:
    finding = AxiomFinding("mine", "e", "bleu", "order", holds, "no input", exception)
    assert list(verdicts.axiom(finding)) == lines


def test_the_summary_of_axioms() -> None:
    kinds = [(True, ""), (None, ""), (False, ""), (False, "so"), (False, "")]
    findings = [AxiomFinding("mine", "", "bleu", "order", holds, "", exception) for holds, exception in kinds]
    assert verdicts.axioms_summary(findings) == "4 checks: 2 failed without a known reason"


def _result(vector: str, verdict: VectorVerdict = VectorVerdict.AGREE, metric: str = "bleu") -> Result:
    return Result(vector, metric, "mine", "", verdict, _score(0.5), [], [], "", [], "")


@pytest.mark.parametrize(
    ("described", "seed", "lines"),
    [
        ({}, None, ["bleu: 1 of 2 basic vectors pass", "ter: 0 of 1 basic vectors pass"]),
        (
            *({"m": 1}, None),
            [
                "bleu: 1 of 2 basic vectors pass; no fresh inputs were run",
                "ter: 0 of 1 basic vectors pass; no fresh inputs were run",
            ],
        ),
        (
            *({"m": 1}, 7),
            [
                "bleu: 1 of 2 basic vectors pass; 2 of 3 fresh inputs pass (seed 7)",
                "ter: 0 of 1 basic vectors pass; 0 of 0 fresh inputs pass (seed 7)",
            ],
        ),
    ],
)
def test_a_smoke_test(described: dict[str, Any], seed: int | None, lines: list[str]) -> None:
    participant = Participant("mine", "1", "", "", described=described, seed=seed)
    fresh = [f"fresh-bleu-7-{k}" for k in range(3)]
    kinds = [VectorVerdict.AGREE, VectorVerdict.EXPECTED, VectorVerdict.UNAVAILABLE]
    report = RunReport.of(
        Header("s", "v", {}, [participant], ["bleu", "ter"]),
        [
            *(_result("a"), _result("b", VectorVerdict.DISAGREE), _result("c", VectorVerdict.UNSUPPORTED)),
            _result("d", VectorVerdict.UNAVAILABLE, "ter"),
            *(FreshCase(name, "bleu", "mine", "", 7, "bleu", {}, Expectation("score", "1")) for name in fresh),
            *map(_result, fresh if seed else [], kinds),
        ],
    )
    shown = list(verdicts.smoke_test(SmokeTest(report, ["a"])))
    assert shown[:2] == lines
    assert shown[-1] == "  a: a different answer when repeated"


def test_values_and_mutants() -> None:
    values = [
        KnobValue("bleu", "case", value, vector, reason)
        for value, vector, reason in (("a", "v", ""), ("b", "", ""), ("c", "v", "why"), ("d", "", "why"))
    ]
    mutants = [
        Mutant("bleu", mistake, vector, reason)
        for mistake, vector, reason in (("m:+1", "v", ""), ("m:a=b", "", ""), ("m:b=a", "v", "why"), ("x", "w", ""))
    ]
    counts = "   2 of    2 values covered and 2 listed,    3 of    3 mutants killed and 1 listed"
    assert list(verdicts.adequacy("bleu", values, mutants)) == [
        f"bleu               {counts}",
        "  bleu.case=b: NOT COVERED BY ANY VECTOR",
        "  bleu.case=c: listed with a reason, but covered by v",
        "  bleu.m:a=b: SURVIVES",
        "  bleu.m:b=a: listed as equivalent, but v kills it",
    ]
    assert verdicts.adequacy_summary(values, mutants) == f"all                {counts} (66.7 %)"
    assert verdicts.adequacy_summary([], []).endswith("   0 of    0 mutants killed (0.0 %)")


def _moved(vector: str, kind: str = "asked", where: str = "") -> MovedInput:
    command = f"samescore run mine -k {vector}"
    return MovedInput(kind, vector, "e", '{"gold": []}', where, _score(0.5), _score(0.25), -0.5, command)


def _gate_of(causes: int, lost: int, moves: int) -> Gate:
    first, shortest = _moved("v1", "default"), _moved("v2", where="own.tsv, line 3")
    cause = [
        MoveCause("mine", "bleu", ["e", "f"], "case: a -> b", "tokens", ["known-1", "known-2"], 2, first, shortest),
        *(MoveCause("mine", "ter", [""], "", "edits", [], 1, first, first) for _ in range(causes - 1)),
    ][:causes]
    regression = Regression("asked", _score(0.5), _score(0.25), "tokens", "case: a -> b", -0.5)
    vectors = [
        VectorGate("mine", "bleu", "v", "e", GateVerdict.MOVED, 9, [regression] * moves),
        *(VectorGate("mine", "ter", f"l{k}", "", GateVerdict.LOST, 0, []) for k in range(lost)),
        VectorGate("mine", "ter", "n", "", GateVerdict.NEW, 0, []),
        VectorGate("mine", "ter", "g", "", GateVerdict.GONE, 0, []),
        VectorGate("mine", "ter", "s", "", GateVerdict.SKIPPED, 0, []),
        VectorGate("mine", "ter", "u", "e", GateVerdict.UNCHANGED, 1, []),
    ]
    counterpart = Counterpart("mine", "yours", "2", "a note")
    summary = GateSummary(*([counterpart], 0.01, 60, moves, lost, 1, 1), new=1, gone=1, samescore="3", causes=cause)
    participants = [Participant("mine", "1", "", ""), Participant("gone", "2", "not installed", "")]
    return Gate(vectors, summary, participants)


def _transition(**fields: Any) -> Transition:
    usual = {"package": "p", "before": "1", "after": "2", "environments": [{}, {}], "compared": 9, "moved": 0}
    usual |= {"unexplained": 0, "parameters": 0, "last_digits": 0, "one_sided": 0, "skipped": []}
    return Transition(**{**usual, **fields})


def _move(vector: str, causes: list[Change] | None) -> Move:
    return Move("p", "1", "2", "asked", vector, "bleu", "e", _score(0.5), _score(0.25), "tokens", causes, False)


_CAUSE = [Change("case", "tokens", "a", "b")]


@pytest.mark.parametrize(
    ("transition", "title"),
    [
        (_transition(compared=0), "Nothing was compared"),
        (_transition(moved=1, unexplained=1), "1 of 9 answers changed, 1 without an explanation"),
        (_transition(moved=1), "1 of 9 answers changed; every change is explained"),
        (_transition(), "None of 9 answers changed"),
    ],
)
def test_the_title_of_a_drift(transition: Transition, title: str) -> None:
    text = markdown_of("drift")(Drift([ReleasePair(transition, [])], [], []))
    assert title in text.split("\n")[0]


_GATE = r"""
gone UNAVAILABLE: not installed
MOVED mine, bleu: 2 answers; case: a -> b
  the first stage of e, f that differs: tokens; known: known-1, known-2
  first     v1 under defaults: 0.5 -> 0.25 (-50 %)
  shortest  v2 (own.tsv, line 3): 0.5 -> 0.25 (-50 %)
            {"gold": []}
MOVED mine, ter: 1 answer; no single knob and no known mistake explains the new answers
  the first stage that differs: edits
  shortest  v1 under defaults: 0.5 -> 0.25 (-50 %)
            {"gold": []}
LOST mine l0: the answer is now missing
LOST mine l1: the answer is now missing

mine was compared with the recording of yours, made with the vectors of samescore 2 (now 3); only
vectors in both are compared; a note
a score may differ from its old value by up to 1 % (--tolerance 0.01)
against the baseline: 60 answers compared: 59 unchanged, 1 changed, 2 lost, 1 new, 1 gone, 1 not
compared because their inputs changed
If the change is intended, record the baseline again: samescore run ... --write-baseline FILE
--reason TEXT
""".strip("\n")

_GATE_PAGE = r"""
## samescore: 1 of 60 answers moved, by 2 causes; 2 answers lost

60 answers compared: 59 unchanged, 1 changed, 2 lost, 1 new, 1 gone, 1 not compared because their inputs changed. If the change is intended, record the baseline again: samescore run ... --write-baseline FILE --reason TEXT.

gone UNAVAILABLE: not installed

**MOVED mine, bleu: 2 answers; case: a -\> b**

the first stage of e, f that differs: tokens; known: `known-1`, `known-2`

|  | answers | input |
|---|---|---|
| first | v1 under defaults: 0.5 -\> 0.25 (-50 %) |  |
| shortest | v2 (own.tsv, line 3): 0.5 -\> 0.25 (-50 %) | `{"gold": []}` |

<details><summary>Again</summary>

first again: `samescore run mine -k v1`

shortest again: `samescore run mine -k v2`

</details>

**MOVED mine, ter: 1 answer; no single knob and no known mistake explains the new answers**

the first stage that differs: edits

|  | answers | input |
|---|---|---|
| shortest | v1 under defaults: 0.5 -\> 0.25 (-50 %) | `{"gold": []}` |

<details><summary>Again</summary>

shortest again: `samescore run mine -k v1`

</details>

- LOST mine l0: the answer is now missing
- LOST mine l1: the answer is now missing

mine was compared with the recording of yours, made with the vectors of samescore 2 (now 3); only vectors in both are compared; a note

a score may differ from its old value by up to 1 % (--tolerance 0.01)

<details><summary>Answers by implementation and metric</summary>

| implementation | metric | unchanged | moved | lost | skipped | new | gone |
|---|---|---:|---:|---:|---:|---:|---:|
| mine | bleu |  | 1 |  |  |  |  |
| mine | ter | 1 |  | 2 | 1 | 1 | 1 |

</details>

<details><summary>Every move (1)</summary>

**mine**: case: a -\> b

- e v: 0.5 -\> 0.25 (-50 %), first at tokens

</details>
""".strip("\n")


def test_a_gate_on_a_terminal_and_as_a_page() -> None:
    assert on_terminal("gate", _gate_of(2, 2, 1)) == _GATE
    assert markdown_of("gate")(_gate_of(2, 2, 1)).strip("\n") == _GATE_PAGE


@pytest.mark.parametrize(
    ("causes", "lost", "moves", "more"),
    [(20, 20, 50, []), (21, 20, 1, ["... and 1 more"]), (20, 22, 51, ["... and 2 more", "and 1 more"])],
)
def test_a_gate_shows_the_first_causes_moves_and_lost_answers(
    causes: int, lost: int, moves: int, more: list[str]
) -> None:
    text = markdown_of("gate")(_gate_of(causes, lost, moves))
    assert [line for line in text.split("\n") if line.endswith(" more")] == more
    assert text.count("**MOVED") == 20
    assert text.count("- LOST mine") == 20
    assert text.count("- e v: 0.5") == min(moves, 50)
    assert ("Lost answers (22)" in text) is (lost == 22)
    assert text.count("- mine l") == max(lost - 20, 0)


def test_moves_are_grouped_by_their_reason() -> None:
    gate = _gate_of(0, 0, 1)
    known = gate.vectors[0].regressions[0]
    unknown = msgspec.structs.replace(known, reason="")
    vector = msgspec.structs.replace(gate.vectors[0], regressions=[known, unknown, known, unknown])
    lines = markdown_of("gate")(msgspec.structs.replace(gate, vectors=[vector])).split("\n")
    moves = [line for line in lines if line.startswith(("**mine**", "- e v"))]
    move = "- e v: 0.5 -\\> 0.25 (-50 %), first at tokens"
    unexplained = "**mine**: no single knob and no known mistake explains the new answers"
    assert moves == ["**mine**: case: a -\\> b", move, move, unexplained, move, move]


def test_a_gate_as_junit() -> None:
    suites = list(ElementTree.fromstring(junit.gate(_gate_of(2, 2, 1)).encode()))  # noqa: S314 - our own
    assert [suite.attrib for suite in suites] == [
        {"name": "mine 1", "tests": "7", "failures": "3", "errors": "0", "skipped": "3"},
        {"name": "gone 2", "tests": "1", "failures": "0", "errors": "0", "skipped": "1"},
    ]
    told = {
        case.get("name"): [(part.tag, part.get("message"), part.get("type"), part.text) for part in case]
        for case in suites[0]
    }
    move = "e v: 0.5 -> 0.25 (-50 %), first at tokens; case: a -> b"
    lost = "the answer is now missing"
    assert told == {
        "v e": [("failure", move, "moved", move)],
        "l0": [("failure", lost, "lost", lost)],
        "l1": [("failure", lost, "lost", lost)],
        "n": [("skipped", "the baseline has no answer", None, None)],
        "g": [("skipped", "not run this time", None, None)],
        "s": [("skipped", "the vector's input changed", None, None)],
        "u e": [],
    }
    assert [part.get("message") for part in suites[1][0]] == ["not installed"]


def test_a_drift_on_a_terminal() -> None:
    pair = ReleasePair(_transition(moved=3), [_move("v1", None), _move("v2", _CAUSE), _move("v3", _CAUSE)])
    behaviours = [Behaviour("p", "bleu", "e", versions) for versions in (["1", "2"], ["3"])]
    assert on_terminal("drift", Drift([pair], behaviours, [Absent("q", "no answers")])).split("\n") == [
        "p 1 -> 2: 3 of 9 answers changed",
        "     1  e: UNEXPLAINED",
        "        v1: 0.5 -> 0.25 (first seen at tokens)",
        "     2  e: case: a -> b",
        "        v2: 0.5 -> 0.25 (first seen at tokens)",
        "",
        "releases with the same answers to every vector:",
        "  p.e: 1 to 2 | 3",
        "q: nothing recorded: no answers",
    ]
    causes = [_move(str(k), [Change(f"k{k}", "tokens", "a", "b")]) for k in range(41)]
    for count, more in ((40, False), (41, True)):
        text = on_terminal("drift", Drift([ReleasePair(_transition(), causes[:count])], [], []))
        assert ("... and 1 other causes" in text) is more
