"""Parts of a run: expected failures, the exit code, axioms decided by two outcomes, and the answers of all entry points."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, Literal

import msgspec
import pytest

from samescore import Corpus
from samescore.base.errors import InputError
from samescore.base.outcome import Crashed, Outcome, Raised, Score, Unavailable, Undefined, Unsupported
from samescore.catalogue.expectations import Expectations
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import ProfileFile
from samescore.catalogue.vectors import select
from samescore.data.kinds import Data
from samescore.generators.graded import GradedPair
from samescore.implementations import described_function, implementation
from samescore.metrics import metric
from samescore.records import Answer, FreshCase, Result, VectorVerdict
from samescore.verbs.judging import check as checking
from samescore.verbs.judging import expect as expecting
from samescore.verbs.judging import run as running
from samescore.verbs.judging import smoke as smoking
from samescore.verbs.judging.all_answers import counterparts, entry_answers
from samescore.verbs.judging.axioms import SCORED, Check, _holds, checks
from samescore.verbs.judging.cases import JudgedCase, questions_for
from samescore.verbs.judging.fresh import NO_FRESH, Fresh
from samescore.verbs.judging.plan import Request, RunPlan
from samescore.verbs.judging.run import _as_expected, exit_code, unmatched_failures

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_WER = metric("wer").settings


def _result(verdict: VectorVerdict, name: str = "v", stage: str = "") -> Result:
    return Result(name, "wer", "mine", "wer", verdict, Answer("score", 1.0), [], [], stage, [], "")


@pytest.mark.parametrize(
    ("verdict", "expected", "stage"),
    [
        (VectorVerdict.DISAGREE, VectorVerdict.EXPECTED, "why"),
        (VectorVerdict.ERROR, VectorVerdict.EXPECTED, "why"),
        (VectorVerdict.AGREE, VectorVerdict.STALE, "it passes, but is listed as failing: why"),
        (VectorVerdict.DIVERGE, VectorVerdict.STALE, "it passes, but is listed as failing: why"),
        (VectorVerdict.UNSUPPORTED, VectorVerdict.UNSUPPORTED, "as before"),
        (VectorVerdict.UNAVAILABLE, VectorVerdict.UNAVAILABLE, "as before"),
    ],
)
def test_an_expected_failure(verdict: VectorVerdict, expected: VectorVerdict, stage: str) -> None:
    judged = _as_expected(_result(verdict, stage="as before"), {"v": "why"})
    assert (judged.verdict, judged.stage) == (expected, stage)
    unlisted = _result(verdict, stage="as before")
    assert _as_expected(unlisted, {"w": "why"}) is unlisted


def _report(*verdicts: VectorVerdict, unsteady: bool = False, unavailable: str = "") -> Any:
    results = [_result(verdict) for verdict in verdicts]
    return SimpleNamespace(
        results=results,
        failures=[result for result in results if result.verdict.red],
        unsteady=[1] if unsteady else [],
        implementations=[SimpleNamespace(unavailable=unavailable)],
        fresh={},
        own={},
    )


@pytest.mark.parametrize(
    ("report", "named", "code"),
    [
        (_report(VectorVerdict.AGREE), True, 0),
        (_report(VectorVerdict.DISAGREE, VectorVerdict.STALE), True, 1),
        (_report(VectorVerdict.ERROR), True, 1),
        (_report(VectorVerdict.AGREE, unsteady=True), True, 1),
        (_report(VectorVerdict.STALE, VectorVerdict.AGREE), True, 3),
        (_report(VectorVerdict.STALE, unavailable="gone"), True, 3),
        (_report(VectorVerdict.AGREE, unavailable="gone"), True, 5),
        (_report(VectorVerdict.AGREE, unavailable="gone"), False, 0),
        (_report(VectorVerdict.UNSUPPORTED), True, 4),
        (_report(VectorVerdict.UNAVAILABLE, unavailable="gone"), False, 4),
        (_report(), False, 4),
        (_report(VectorVerdict.EXPECTED, VectorVerdict.UNSUPPORTED), False, 0),
    ],
)
def test_the_exit_code_of_a_run(report: Any, named: bool, code: int) -> None:
    assert exit_code(report, named) == code


def test_the_time_limit_is_in_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    for cut, code in ((True, 5), (False, 0)):
        limit = SimpleNamespace(budget=SimpleNamespace(cut=cut))
        monkeypatch.setattr(running, "current", lambda limit=limit: limit)
        assert exit_code(_report(VectorVerdict.AGREE), False) == code
        assert exit_code(_report(VectorVerdict.STALE), False) == 3


def test_expected_failures_that_match_nothing() -> None:
    golden = select(["wer"])[0].id
    reasons = {"one": {golden: "", "zzz": "", "own": ""}, "two": {"aaa": "", "fresh-wer-1-0": "", "fresh-wer-1-1": ""}}
    report = _report()
    report.fresh, report.own = {("two", "fresh-wer-1-0"): None}, {("one", "own"): None}

    def unmatched(**fields: Any) -> list[str]:
        return unmatched_failures(RunPlan((), (), named=True, expected_failures=reasons, **fields), report)

    assert unmatched(fresh=Fresh(3, 1)) == ["aaa", "fresh-wer-1-1", "zzz"]
    assert unmatched(fresh=NO_FRESH) == ["aaa", "zzz"]
    assert unmatched(fresh=Fresh(3, 1), pattern="x") == ["aaa", "zzz"]


_ONE, _TWO = Corpus.from_segments(["a"], [["a"]]), Corpus.from_segments(["b"], [["a"]])
_Relation = Literal["better", "not worse", "equal"]


def _decided(relation: _Relation, first: Outcome, second: Outcome, higher: bool = True) -> bool | None:
    return _holds(GradedPair(relation, _ONE, _TWO, "with an error"), first, second, higher)


@pytest.mark.parametrize(
    ("first", "second", "better", "not_worse", "equal"),
    [
        (Score(2.0), Score(1.0), True, True, False),
        (Score(1.0), Score(2.0), False, False, False),
        (Score(1.0), Score(1.0), False, True, True),
        (Score(1.0), Score(1.0 + 5e-10), False, True, True),
        (Score(1.0), Score(1.0 + 5e-9), False, False, False),
        (Score(1.0, decimals=1), Score(1.0), None, True, True),
        (Score(2.0, decimals=1), Score(1.0), True, True, False),
        (Crashed("c"), Score(1.0), False, False, False),
        (Score(1.0), Crashed("c"), False, False, False),
        (Score(1.0), Raised("E"), None, True, None),
        (Score(1.0), Undefined("u"), None, True, None),
        (Score(1.0), Unsupported("u"), None, None, None),
        (Score(1.0), Unavailable("u"), None, None, None),
        (Raised("E"), Score(1.0), None, None, None),
        (Raised("E"), Raised("E"), None, None, None),
    ],
)
def test_two_outcomes_decide_an_axiom(
    first: Outcome, second: Outcome, better: bool | None, not_worse: bool | None, equal: bool | None
) -> None:
    relations: tuple[_Relation, ...] = ("better", "not worse", "equal")
    assert [_decided(relation, first, second) for relation in relations] == [better, not_worse, equal]


def test_lower_scores_may_be_better() -> None:
    assert _decided("better", Score(1.0), Score(2.0), higher=False) is True
    assert _decided("not worse", Score(2.0), Score(1.0), higher=False) is False


def _checked(answers: Mapping[str, tuple[Outcome, Outcome]]) -> list[Check]:
    """The results of axioms about one pair each, given the outcomes of the two inputs."""
    outcomes: dict[int, Outcome] = {}
    axioms: dict[str, list[GradedPair]] = {}
    kept: list[Data] = []
    for name, pair in answers.items():
        inputs = [Corpus.from_segments([f"{name} {place}"], [["a"]]) for place in range(2)]
        kept += inputs
        outcomes |= {id(data): outcome for data, outcome in zip(inputs, pair, strict=True)}
        relation: _Relation = "equal" if name.startswith("equal") else "better"
        axioms.setdefault(name.split("/")[0], []).append(GradedPair(relation, inputs[0], inputs[1], "with an error"))
    return list(checks(axioms, lambda data: outcomes[id(data)], True))


def test_an_axiom_is_broken_by_any_pair_and_undecided_before_it_holds() -> None:
    right, wrong, undecided = (Score(2.0), Score(1.0)), (Score(1.0), Score(2.0)), (Score(2.0), Raised("E"))
    broken, scored = _checked({"a/1": right, "a/2": undecided, "a/3": wrong})
    assert broken == Check("a", False, "1.0, and 2.0 with an error")
    assert (scored.axiom, scored.holds) == (SCORED, True)
    unclear, _ = _checked({"a/1": right, "a/2": undecided})
    assert (unclear.holds, unclear.detail) == (None, "2.0, and raised E with an error")
    assert _checked({"a/1": right})[0].holds is True


def test_ordinary_inputs_have_a_score() -> None:
    right = (Score(2.0), Score(1.0))
    assert _checked({"a": right, "b": (Raised("E"), Score(1.0))})[-1] == Check(SCORED, False, "raised E")
    refused = _checked({"a": (Raised("E"), Score(1.0)), "b": (Unsupported("no"), Score(1.0))})[-1]
    assert (refused.axiom, refused.holds, refused.detail) == (SCORED, None, Unsupported("no").describe())
    stopped = _checked({"a": (Raised("E"), Score(1.0)), "b": (Unavailable("gone"), Score(1.0))})[-1]
    assert (stopped.holds, stopped.detail) == (None, Unavailable("gone").describe())
    only_better = _checked({"a": right, "equal": (Raised("E"), Raised("E"))})[-1]
    assert only_better == Check(SCORED, True, "2.0")


def _profile(versions: str, *, entry_point: str = "e", case: Any = ("keep", "lower"), costs: Any = ("one",)) -> Profile:
    free = {"case": list(case) if isinstance(case, tuple) else case, "costs": list(costs)}
    fixed = {name: value for name, value in _WER().as_dict().items() if name not in free}
    return Profile(
        entry_point, "wer", "e()", versions, fixed=fixed, free=free, defaults={"case": "keep", "costs": "one"}
    )


def _file(*profiles: Profile) -> ProfileFile:
    return ProfileFile("p", "P", profile=list(profiles))


def test_the_values_of_the_same_argument_in_two_releases_are_counterparts() -> None:
    old, new = _profile(">=1,<2"), _profile(">=2", case=("keep", "ascii"))
    assert counterparts(_file(old, new), old, _WER(case="ascii")) == {"case": "lower"}
    assert counterparts(_file(old, new), new, _WER(case="lower")) == {"case": "ascii"}
    assert counterparts(_file(old, new), new, _WER(case="ascii")) == {"case": "ascii"}
    assert counterparts(_file(old, new), old, _WER(case="keep")) == {}
    longer = _profile(">=2", case=("keep", "ascii", "lower"))
    assert counterparts(_file(old, longer), old, _WER(case="ascii")) == {}
    elsewhere = _profile(">=2", entry_point="f", case=("keep", "ascii"))
    assert counterparts(_file(old, elsewhere), old, _WER(case="ascii")) == {}
    assert counterparts(_file(old, _profile(">=2", case="any")), old, _WER(case="ascii")) == {}


def test_all_entry_points_answer_a_case_that_they_accept() -> None:
    function = described_function(
        lambda *_, **__: 0.5, "mine", "wer", {"settings": {"case": "lower"}, "free": {"case": ["keep", "lower"]}}
    )
    case = JudgedCase.scored("c", Corpus.from_segments(["A b"], [["a b"]]), _WER())
    asked = questions_for(function, case)
    answers = list(entry_answers(function, asked, ""))
    assert [(each.kind, each.signature) for each in answers] == [
        ("asked", "wer"),
        ("numbers", "wer"),
        ("default", "wer|case:lower"),
    ]
    first = answers[0]
    assert (first.vector, first.metric, first.implementation, first.entry_point) == ("c", "wer", "mine", "wer")
    assert first.outcome.value == 0.5
    assert [each.kind for each in entry_answers(function, asked, "wer")] == ["numbers", "default"]
    assert list(entry_answers(implementation("native"), asked, "")) == []


def test_a_failure_is_described_in_a_test_suite() -> None:
    vector = next(vector for vector in select(["wer"]) if vector.expected.value)
    failed = msgspec.structs.replace(
        _result(VectorVerdict.DISAGREE, vector.id, "counts: 1"), outcome=Answer("score", 0.25, "0x1p-2")
    )
    assert checking.describe(failed) == (
        f"{vector.id}: {vector.comment}\n  expected {vector.expected.value}, got 0.25\n  first difference at counts: 1\n"
        f"  samescore show {vector.id}"
    )
    fields: dict[str, Any] = dict.fromkeys(FreshCase.__struct_fields__, "")
    expected = SimpleNamespace(value="", kind="raised")
    fresh = FreshCase(
        **{**fields, "vector": "fresh-wer-5-1", "seed": 5, "input": {"segments": []}, "expected": expected}
    )
    lines = checking.describe_fresh(failed, fresh).splitlines()
    assert lines[:3] == [
        "fresh-wer-5-1: a fresh input, from seed 5",
        "  expected raised, got 0.25",
        "  first difference at counts: 1",
    ]
    assert lines[-1] == "  seed=5, or pytest --samescore-seed 5, runs it again"


def test_answers_that_change_when_a_smoke_test_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each metric, the first three basic vectors are run twice."""
    basic = [vector.id for vector in select(["wer"]) if "basic" in vector.flags]
    first = [_result(VectorVerdict.AGREE, name) for name in basic]
    monkeypatch.setattr(smoking, "ask", lambda planned: SimpleNamespace(results=first, planned=planned))
    asked: list[str] = []

    def judged(_: object, vector: Any) -> Result:
        asked.append(vector.id)
        changed = Answer("score", 2.0) if vector.id == basic[1] else Answer("score", 1.0)
        return msgspec.structs.replace(_result(VectorVerdict.AGREE, vector.id), outcome=changed)

    monkeypatch.setattr(smoking, "judge", judged)
    tested = smoking.smoke(described_function(lambda *_: 0.5, "mine", "wer", {}), Fresh(3, 1))
    assert asked == basic[:3]
    assert tested.changed == [basic[1]]
    planned: Any = tested.report
    assert [vector.id for vector in planned.planned.vectors] == basic
    assert (planned.planned.fresh, planned.planned.selected) == (Fresh(3, 1), ("wer",))


def test_expected_failures_are_written_with_their_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """A likeness that explains everything comes before a mistake that explains all failures of a metric."""
    failures = [
        msgspec.structs.replace(_result(VectorVerdict.DISAGREE, name, f"stage of {name}"), metric=metric_name)
        for name, metric_name in (("v1", "wer"), ("v2", "cer"), ("v3", "ter"), ("v4", "bleu"))
    ]
    known = [
        SimpleNamespace(metric=name, mistake=f"mistake in {name}", explained=explained, failures=2)
        for name, explained in (("wer", 2), ("cer", 1), ("ter", 2))
    ]
    likenesses = [
        SimpleNamespace(metric="ter", differing=0, text="behaves like X"),
        SimpleNamespace(metric="bleu", differing=1, text="behaves like Y"),
    ]
    named = SimpleNamespace(unavailable="")
    report = SimpleNamespace(implementations=[named], failures=failures, likenesses=likenesses)
    asked: list[Any] = []
    monkeypatch.setattr(expecting, "run", asked.append)
    monkeypatch.setattr(expecting, "report_of", lambda _: report)
    monkeypatch.setattr(expecting, "explained_failures", lambda *_: known)
    (made,) = expecting.execute(expecting.Request("mine", ("wer",), 3, 5))
    assert made == Expectations(
        "mine",
        {
            "v1": "mistake in wer",
            "v2": "to be explained: stage of v2",
            "v3": "behaves like X",
            "v4": "to be explained: stage of v4",
        },
    )
    assert asked == [Request(("mine",), ("wer",), fresh=3, seed=5)]
    named.unavailable = "it is gone"
    with pytest.raises(InputError, match="mine is unavailable: it is gone") as caught:
        next(expecting.execute(expecting.Request("mine")))
    assert caught.value.hint == "nothing was written"
