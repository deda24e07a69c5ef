"""Facts that records derive: verdicts that fail, exit codes, weak evidence, at the limits of each."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from samescore.records import (
    Absent,
    Answer,
    Audit,
    AuditFinding,
    AuditFit,
    AxiomFinding,
    Behaviour,
    BenchmarkCase,
    BenchmarkRow,
    Chance,
    Change,
    ChangedAnswer,
    ClaimVerdict,
    Drift,
    Footer,
    GateVerdict,
    Header,
    JointFinding,
    JointSettings,
    KnobValue,
    LeftFiles,
    Likeness,
    Move,
    Mutant,
    NamedMistake,
    Participant,
    Repeated,
    Result,
    Revision,
    RunReport,
    SmokeTest,
    TableFinding,
    Tier,
    Transition,
    VectorVerdict,
    audits,
    drifts,
    explained_failures,
)

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_SCORE = Answer("score", 0.5, (0.5).hex())
_CHANGE = Change("case", "tokens", "keep", "lower")
_MISTAKE = NamedMistake("slip", "it slips")


def _result(vector: str = "v", verdict: VectorVerdict = VectorVerdict.AGREE, **fields: Any) -> Result:
    usual = {"metric": "bleu", "implementation": "mine", "entry_point": "", "outcome": _SCORE, "causes": []}
    usual |= {"divergences": [], "stage": "the stage", "mistakes": [], "reproduce": ""}
    return Result(vector=vector, verdict=verdict, **{**usual, **fields})


def _report(*records: object, metrics: list[str] | None = None) -> RunReport:
    header = Header("s", "v", {}, [Participant("mine", "1", "", "")], metrics or ["ter", "bleu"])
    return RunReport.of(header, records)


def test_verdicts_of_vectors() -> None:
    verdicts = VectorVerdict
    assert {verdict for verdict in verdicts if verdict.red} == {verdicts.DISAGREE, verdicts.ERROR, verdicts.STALE}
    assert set(verdicts) - {verdict for verdict in verdicts if verdict.answered} == {
        verdicts.UNSUPPORTED,
        verdicts.UNAVAILABLE,
    }
    assert {verdict for verdict in GateVerdict if verdict.red} == {GateVerdict.MOVED, GateVerdict.LOST}


def test_the_reason_of_a_verdict() -> None:
    unsupported = Answer("unsupported", reason="no such knob")
    for verdict in VectorVerdict:
        result = _result(verdict=verdict, outcome=unsupported, causes=[_CHANGE, _CHANGE], divergences=["x", "y"])
        reason = "the stage" if verdict.answered else "no such knob"
        known = "case: keep -> lower; case: keep -> lower (known: x, y)"
        assert result.why == (known if verdict is VectorVerdict.DIVERGE else reason)
    assert _result(verdict=VectorVerdict.DIVERGE, causes=[_CHANGE]).why == "case: keep -> lower"


_FACTS = ("failed", "doubtful", "checked", "explained", "seriousness")
_VERDICTS: dict[ClaimVerdict, tuple[bool, bool, bool, bool, int]] = {
    ClaimVerdict.AS_STATED: (False, False, True, True, 5),
    ClaimVerdict.DEFAULTS: (False, False, True, True, 5),
    ClaimVerdict.KNOWN_TOOL: (False, False, True, True, 5),
    ClaimVerdict.PRACTICE: (False, False, True, True, 5),
    ClaimVerdict.READ_OTHERWISE: (False, True, True, True, 3),
    ClaimVerdict.CUT_OFF: (False, True, True, True, 3),
    ClaimVerdict.UNUSUAL: (False, True, True, True, 3),
    ClaimVerdict.STANDS_OUT: (False, True, True, False, 2),
    ClaimVerdict.NOT: (True, False, True, False, 1),
    ClaimVerdict.CONSISTENT: (False, False, True, False, 5),
    ClaimVerdict.DOUBTFUL: (False, True, True, False, 3),
    ClaimVerdict.IMPOSSIBLE: (True, False, True, False, 0),
    ClaimVerdict.UNDERSPECIFIED: (False, False, False, False, 4),
    ClaimVerdict.UNREADABLE: (False, False, False, False, 4),
    ClaimVerdict.MALFORMED: (True, False, True, False, 1),
    ClaimVerdict.CRASHED: (True, False, True, False, 1),
}


@pytest.mark.parametrize("verdict", ClaimVerdict)
def test_verdicts_on_claims(verdict: ClaimVerdict) -> None:
    finding = AuditFinding("c", "s", "BLEU", "27.3", verdict)
    assert tuple(getattr(finding, fact) for fact in _FACTS) == _VERDICTS[verdict]
    departing = AuditFinding("c", "s", "BLEU", "27.3", verdict, departs=True)
    reproduced = _VERDICTS[verdict] == (False, False, True, True, 5)
    assert departing.doubtful is (_VERDICTS[verdict][1] or reproduced)
    assert departing.seriousness == (3 if reproduced else _VERDICTS[verdict][4])


def _chance(probability: float) -> Chance:
    return Chance(probability, 20.0, 30.0, 5.0, 7)


def _fit(**fields: Any) -> AuditFit:
    return AuditFit(Tier.DEFAULT, "the defaults", 27.3, "signature", **fields)


@pytest.mark.parametrize(
    ("fits", "chance", "joint", "weak"),
    [
        ([_fit()], None, None, False),
        ([_fit()], 0.05, None, False),
        ([_fit()], 0.051, None, True),
        ([], 0.051, None, False),
        ([_fit()], 0.051, 0.05, False),
        ([_fit()], 0.05, 0.051, True),
        ([_fit(coarse=True)], None, 0.0, True),
        ([_fit(coarse=True), _fit()], None, None, False),
    ],
)
def test_a_number_that_may_match_by_chance(
    fits: list[AuditFit], chance: float | None, joint: float | None, weak: bool
) -> None:
    finding = AuditFinding(
        *("c", "s", "BLEU", "27.3", ClaimVerdict.DEFAULTS, fits),
        chance=None if chance is None else _chance(chance),
        joint_probability=joint,
    )
    assert (finding.weak, finding.doubtful) == (weak, weak)
    assert [_chance(p).weak for p in (0.05, 0.0501)] == [False, True]


def test_fits_in_words() -> None:
    whole = _fit(reading="read so", unit="percent", cut_off=True)
    assert whole.text == "the defaults; read so; percent; cut off"
    assert _fit().text == "the defaults"
    finding = AuditFinding("c", "s", "BLEU", "27.3", ClaimVerdict.DEFAULTS, [_fit(), whole, _fit()])
    assert finding.signatures == ["signature"]


@pytest.mark.parametrize(("inputs", "probability", "clear"), [(2, 0.05, True), (1, 0.0, False), (2, 0.051, False)])
def test_joint_settings_are_clear_with_two_inputs(inputs: int, probability: float, clear: bool) -> None:
    settings = JointSettings(Tier.DEFAULT, "how", "signature", "", ["a", "b"], probability, 3, inputs)
    assert settings.clear is clear


def test_a_revision_replaces_the_verdict_and_keeps_earlier_notes() -> None:
    claims = [AuditFinding(name, "s", "BLEU", "27.3", ClaimVerdict.NOT, [_fit()], notes=["first"]) for name in "ab"]
    revision = Revision("b", ClaimVerdict.DEFAULTS, 27.31, "new", "command", "note", 0.01)
    joint = JointFinding("s", "BLEU", 2, [], revisions=[revision])
    table = TableFinding("t", 1)
    (audit,) = audits([table, claims[0], joint, claims[1]])
    assert audit == Audit(claims, [joint], [table])
    assert audits([joint, table]) == []
    kept, revised = audit.concluded()
    assert kept == claims[0]
    assert (revised.verdict, revised.value, revised.signature, revised.command) == (
        *(ClaimVerdict.DEFAULTS, 27.31, "new", "command"),
    )
    assert (revised.notes, revised.joint_probability, revised.fits) == (["note", "first"], 0.01, [_fit()])
    other = _fit(coarse=True)
    fitted = Audit(
        claims,
        [JointFinding("s", "BLEU", 2, [], revisions=[Revision(*("b", ClaimVerdict.NOT, None), "", "", "", fit=other)])],
    )
    assert fitted.concluded()[1].fits == [other]


@pytest.mark.parametrize(
    ("differing", "changes", "mistakes", "named", "text"),
    [
        (2, [_CHANGE], [], True, "behaves like case:lower, which is nltk; 2 of 10 vectors differ"),
        (3, [_CHANGE], [], False, "no known settings fit; under the nearest, 3 of 10 vectors differ"),
        (2, [], [], False, "no other settings fit better than the declared ones; 2 of 10 vectors differ"),
        (
            0,
            [],
            [],
            False,
            "no other settings fit better than the declared ones; these settings reproduce every answer",
        ),
        (9, [], [_MISTAKE], True, "makes this mistake: slip: it slips; 9 of 10 vectors differ"),
        (
            *(0, [_CHANGE], [_MISTAKE], True),
            "behaves like case:lower with this mistake: slip: it slips; these settings reproduce every answer",
        ),
    ],
)
def test_a_behaviour_is_named_up_to_a_fifth_of_differing_answers(
    differing: int, changes: list[Change], mistakes: list[NamedMistake], named: bool, text: str
) -> None:
    likeness = Likeness("mine", "bleu", changes, ["nltk"], 10, differing, mistakes)
    assert (likeness.named, likeness.text, likeness.line) == (named, text, f"mine, bleu: {text}")


def _failures(*mistakes: str) -> list[Result]:
    return [
        _result(verdict=VectorVerdict.DISAGREE, mistakes=[NamedMistake(m, "x") for m in names]) for names in mistakes
    ]


@pytest.mark.parametrize(
    ("failures", "likeness", "texts"),
    [
        (_failures("a"), None, ["the failure matches this mistake: a: x"]),
        (_failures("a", "", "a", ""), None, ["2 of 4 failures match this mistake: a: x"]),
        (_failures("a", "", ""), None, []),
        (_failures("ab", "b"), None, ["all 2 failures match this mistake: b: x", "1 of 2 failures match this mistake: a: x"]),
        (_failures("a", "a", ""), Likeness("mine", "bleu", [_CHANGE], [], 10, 0), []),
        (_failures("a", "a", ""), Likeness("mine", "bleu", [_CHANGE], [], 10, 1), ["2 of 3 failures match this mistake: a: x"]),
        (_failures("a", "a", ""), Likeness("mine", "ter", [_CHANGE], [], 10, 0), ["2 of 3 failures match this mistake: a: x"]),
        (_failures("a", "a", ""), Likeness("mine", "bleu", [], [], 10, 0), ["2 of 3 failures match this mistake: a: x"]),
        (
            _failures("a", "a", ""),
            Likeness("mine", "bleu", [_CHANGE], [], 10, 0, same_as=["a"]),
            ["2 of 3 failures match this mistake: a: x"],
        ),
        (
            _failures("a", "a", ""),
            Likeness("mine", "bleu", [], [], 10, 0, [_MISTAKE], [NamedMistake("a", "x")]),
            ["2 of 3 failures match this mistake: a: x"],
        ),
        (_failures("a", "a", ""), Likeness("mine", "bleu", [], [], 10, 0, [_MISTAKE]), []),
    ],
)  # fmt: skip
def test_mistakes_explain_at_least_half_of_the_failures(
    failures: list[Result], likeness: Likeness | None, texts: list[str]
) -> None:
    found = explained_failures(failures, [likeness] if likeness else [])
    assert [explained.text for explained in found] == texts
    assert all(explained.line == f"mine, bleu: {explained.text}" for explained in found)


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1, "mine left 1 file in here: f0."),
        (10, f"mine left 10 files in here: {', '.join(f'f{k}' for k in range(10))}."),
        (11, f"mine left 11 files in here: {', '.join(f'f{k}' for k in range(10))} and 1 more."),
    ],
)
def test_ten_left_files_are_named(count: int, text: str) -> None:
    assert LeftFiles.of("mine", "here", [f"f{k}" for k in range(count)]).text == text


def test_repeated_inputs_in_words() -> None:
    changed = ChangedAnswer("v", "bleu", _SCORE, 1, Answer("raised", error="E"), 1_200)
    again = Repeated("mine", 1_200, 900, 30, 1, [changed], "command")
    asked = "30 small inputs were run again in different orders, up to call 1,200 of one process"
    assert again.lines == [
        f"{asked}: 1 answer changed",
        "v: call 1,200 raised E, call 1 gave 0.5 for the same input: the implementation keeps state between calls",
        "command",
    ]
    more = Repeated("mine", 5, 4, 30, 2, [changed], "command", "time is over")
    assert more.lines[0].endswith("up to call 5 of one process (stopped there: time is over): 2 answers changed")
    assert more.lines[2:] == ["and 1 more", "command"]
    assert Repeated("mine", 1_200, 900, 30, 0, [], "command").lines == [f"{asked}: every answer was the same"]
    crashed = ChangedAnswer("v", "bleu", _SCORE, 1, Answer("crashed", error="Timeout"), 2, unsteady=True)
    assert crashed.text.endswith("the implementation crashes after some calls")
    unsteady = ChangedAnswer("v", "bleu", _SCORE, 1, _SCORE, 2, unsteady=True)
    assert unsteady.text.endswith("two calls in a row differ: random answers, or state kept between calls")


@pytest.mark.parametrize(
    ("verdicts", "changed", "passed", "answered"),
    [
        ([VectorVerdict.AGREE, VectorVerdict.UNSUPPORTED], [], True, True),
        ([VectorVerdict.AGREE], ["v"], False, True),
        ([VectorVerdict.AGREE, VectorVerdict.UNAVAILABLE], [], False, True),
        ([VectorVerdict.AGREE, VectorVerdict.DISAGREE], [], False, True),
        ([VectorVerdict.UNSUPPORTED], [], False, False),
        ([], [], False, False),
    ],
)
def test_smoke_tests(verdicts: list[VectorVerdict], changed: list[str], passed: bool, answered: bool) -> None:
    found = SmokeTest(_report(*(_result(verdict=verdict) for verdict in verdicts)), changed)
    assert (found.passed, found.answered) == (passed, answered)


def test_red_findings_of_short_checks() -> None:
    for holds, exception in itertools.product((True, False, None), ("", "by design")):
        finding = AxiomFinding("mine", "", "bleu", "axiom", holds, "", exception)
        assert finding.red is (holds is False and not exception)
    for found, excuse in itertools.product(("", "v"), ("", "reason")):
        value, mutant = KnobValue("bleu", "case", "lower", found, excuse), Mutant("bleu", "case:+1", found, excuse)
        assert value.red is mutant.red is (bool(found) is bool(excuse))
        assert (value.name, mutant.name) == ("bleu.case=lower", "bleu.case:+1")


def test_a_run_is_assembled_from_its_records() -> None:
    results = [_result("a", metric="x"), _result("b", VectorVerdict.DISAGREE), _result("c", implementation="other")]
    footers = [Footer(3, {}, 1, ["gone"]), Footer(3, {}, 3, ["other"])]
    report = _report(*results, Absent("mine", "it died"), *footers, "another record")
    assert (report.metrics, report.failures, report.done) == (["bleu", "x"], [results[1]], 2)
    assert (report.exit_code, report.unmatched) == (3, ["other"])
    assert [participant.unavailable for participant in report.implementations] == ["it died"]
    assert [_report().exit_code, _report().unmatched, _report().metrics] == [130, [], []]
    assert report.count("mine", "bleu") == {VectorVerdict.DISAGREE: 1}
    assert report.count("mine", "bleu", fresh=False) == {VectorVerdict.DISAGREE: 1}
    assert not report.count("mine", "bleu", fresh=True)


def _transition(**counts: int) -> Transition:
    usual = {"compared": 0, "moved": 0, "unexplained": 0, "parameters": 0, "last_digits": 0, "one_sided": 0}
    return Transition("p", "1", "2", [{}, {}], skipped=[], **{**usual, **counts})


def test_exit_codes_of_a_drift() -> None:
    absent, in_diff = Absent("p", "empty"), Absent("p", "not installed", "bleu")
    assert Drift.of([]).exit_code == 4
    assert Drift.of([_transition()]).exit_code == 4
    assert Drift.of([_transition(), _transition(compared=1)]).exit_code == 0
    assert Drift.of([_transition(compared=1), absent]).exit_code == 5
    assert Drift.of([absent, _transition(compared=1), _transition(unexplained=1)]).exit_code == 1
    assert [len(drifts(records)) for records in ([], [absent], [in_diff], [absent, _SCORE], [in_diff, absent])] == [
        *(0, 1, 0, 0, 1),
    ]
    assert drifts([Behaviour("p", "bleu", "", ["1"]), absent])[0].absent == [absent]
    moves = [Move("p", "1", "2", "asked", "v", "bleu", "", _SCORE, _SCORE, "", None, added) for added in (True, False)]
    (pair,) = Drift.of([moves[0], _transition(), *moves]).pairs
    assert (pair.moves, pair.parameters, pair.every_move) == ([moves[1]], [moves[0]], moves)
    assert moves[0].between_scores
    assert moves[0].cause == ""


def test_failures_of_a_benchmark() -> None:
    rows = [
        BenchmarkRow("samescore", ratio=2.0),
        BenchmarkRow("a", agreement="differs", wrong=True, ratio=1.0),
        BenchmarkRow("b", problem="failed: E"),
        BenchmarkRow("samescore, before", problem="failed: no such option"),
        BenchmarkRow("c", problem="not installed"),
        BenchmarkRow("samescore, before", agreement="differs", wrong=True),
    ]
    case = BenchmarkCase("n", "T", 1, "lines", tuple(rows))
    assert case.failures == ["T: a: differs", "T: b: failed: E", "T: samescore, before: differs"]
