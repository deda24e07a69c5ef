"""The plan of a run: what is run on which inputs, and the notes about the last failures; and repeated questions."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus
from samescore.base.errors import InputError, UnknownNameError
from samescore.catalogue.vectors import select
from samescore.implementations import Profiled, described_function
from samescore.metrics import metric
from samescore.records import Answer
from samescore.verbs.judging import plan as module
from samescore.verbs.judging import repeat
from samescore.verbs.judging.cases import JudgedCase, questions_for
from samescore.verbs.judging.fresh import NO_FRESH, Fresh
from samescore.verbs.judging.judge import judge_case
from samescore.verbs.judging.plan import Request, RunPlan, plan
from samescore.verbs.judging.repeat import AskedQuestions, _Asked, _command, _is_small, _orders

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _function(name: str = "mine") -> Profiled:
    return described_function(lambda *_: 0.5, name, "wer", {})


_VECTORS = tuple(select(["wer"])[:3])
_IDS = [vector.id for vector in _VECTORS]


def _plan(*names: str, **fields: Any) -> RunPlan:
    return RunPlan(tuple(map(_function, names or ("mine",))), _VECTORS, named=True, **fields)


@pytest.mark.parametrize(
    ("fields", "narrowed", "identifies", "judges"),
    [
        ({}, False, True, True),
        ({"pattern": "x"}, True, False, True),
        ({"selected": ("wer",)}, True, True, True),
        ({"only": {}}, True, False, True),
        ({"all_answers": True}, False, False, False),
        ({"again": {}}, False, False, False),
    ],
)
def test_what_a_plan_restricts(fields: Mapping[str, Any], narrowed: bool, identifies: bool, judges: bool) -> None:
    planned = _plan(**fields)
    assert (planned.narrowed, planned.identifies, planned.judges) == (narrowed, identifies, judges)


def test_whether_a_plan_selects_some_input() -> None:
    nothing = dataclasses.replace(_plan(), vectors=())
    assert _plan().selects_some
    assert not nothing.selects_some
    assert dataclasses.replace(nothing, pattern="fresh-wer-1-0").selects_some
    assert not dataclasses.replace(_plan(), only={"mine": frozenset(["no-such"])}).selects_some
    assert dataclasses.replace(_plan(), only={"mine": frozenset(_IDS[:1])}).selects_some


def test_a_plan_of_some_inputs_only() -> None:
    planned = _plan("one", "two", "three", fresh=Fresh(9, 5)).asking_only(
        {"one": [_IDS[0], "fresh-wer-7-3", "fresh-wer-7-1"], "two": [_IDS[2]], "three": []}
    )
    one, two = planned.implementations
    assert (one.name, two.name) == ("one", "two")
    assert [vector.id for vector in planned.vectors] == [_IDS[0], _IDS[2]]
    assert [vector.id for vector in planned.vectors_for(one)] == [_IDS[0]]
    assert [vector.id for vector in planned.vectors_for(two)] == [_IDS[2]]
    assert planned.fresh_for(one) == (Fresh(9, 7, chosen=True), "fresh-wer-7-1 or fresh-wer-7-3")
    assert planned.fresh_for(two) == (NO_FRESH, "")
    with_pattern = dataclasses.replace(planned, pattern="wer")
    assert with_pattern.fresh_for(one)[1] == "(wer) and (fresh-wer-7-1 or fresh-wer-7-3)"
    assert planned.size() == 1 + 2 + 1
    assert planned.size(["one"]) == 1


def test_a_whole_plan_runs_everything() -> None:
    planned = _plan("one", "two", fresh=Fresh(4, 5), pattern="")
    (one, _) = planned.implementations
    assert planned.vectors_for(one) is planned.vectors
    assert planned.fresh_for(one) == (Fresh(4, 5), "")
    assert planned.size() == 2 * (3 + 4)
    assert planned.size(["two"]) == 3 + 4
    assert planned.asked_again(one) is None
    again: Any = {"two": {"fresh-wer-1-0": None}}
    repeated = dataclasses.replace(planned, again=again)
    assert repeated.asked_again(one) == {}
    assert planned.metrics == ["wer"]
    both = dataclasses.replace(planned, vectors=(*_VECTORS, *select(["bleu"])[:1]))
    assert both.metrics == ["bleu", "wer"]  # in the order of all metrics


def test_a_seed_is_taken_from_expected_failures() -> None:
    expected = {"mine": {"x": "why", "fresh-wer-8-1": "why"}}
    planned = _plan(fresh=Fresh(4, 5)).accepting(expected)
    assert (planned.fresh, planned.expected_failures) == (Fresh(4, 8, chosen=True), expected)
    assert _plan(fresh=Fresh(4, 5, chosen=True)).accepting(expected).fresh.seed == 5


def _planned(monkeypatch: pytest.MonkeyPatch, failures: Mapping[str, Sequence[str]], **fields: Any) -> RunPlan:
    monkeypatch.setattr(module, "last_failures", lambda _: failures)
    return plan(Request(("native",), ("wer",), fresh=0, **fields))


def test_the_last_failures_are_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    two = _planned(monkeypatch, {"native": _IDS[:2]}, last_failed=True)
    assert ([vector.id for vector in two.vectors], two.notes) == (_IDS[:2], ("running 2 failures of the last run",))
    one = _planned(monkeypatch, {"native": _IDS[:1]}, last_failed=True)
    assert one.notes == ("running 1 failure of the last run",)
    fewer = _planned(monkeypatch, {"native": [_IDS[0], "bleu-release-short"]}, last_failed=True)
    assert fewer.notes == (
        "running 1 of 2 failures of the last run; the current selection excludes the others\n"
        "  hint: use the -m, -k and --inputs of that run, or remove --last-failed",
    )
    passed = _planned(monkeypatch, {"native": []}, last_failed=True)
    assert (passed.only, passed.notes) == (None, ("--last-failed: nothing failed in the last run; running everything",))
    (note,) = _planned(monkeypatch, {}, last_failed=True).notes
    assert note == ("--last-failed: no run of these implementations is saved for this folder; running everything")
    assert _planned(monkeypatch, {"native": _IDS[:2]}).only is None


def test_the_fields_of_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = _planned(monkeypatch, {}, pattern="release", all_answers=True, exit_first=True, seed=3)
    assert (planned.selected, planned.pattern, planned.named) == (("wer",), "release", True)
    assert (planned.all_answers, planned.exit_first, planned.repeat) == (True, True, True)
    assert (planned.fresh.count, planned.fresh.seed, planned.notes) == (0, 3, ())
    assert planned.vectors == tuple(select(["wer"], "release"))
    nothing = _planned(monkeypatch, {}, pattern="nosuchword")
    assert nothing.notes == ("no vector was selected; list all with: samescore list vectors",)


@pytest.mark.parametrize("numbers", [{"fresh": -1}, {"fresh": 100_001}, {"seed": -1}, {"seed": 10**18}])
def test_numbers_outside_their_limits_are_refused(numbers: Any) -> None:
    with pytest.raises(InputError):
        plan(Request(("native",), ("wer",), **numbers))
    plan(Request(("native",), ("wer",), fresh=100_000, seed=10**18 - 1))


@pytest.mark.parametrize("request_", [Request(("native", "native")), Request(("native",), ("wer", "wer"))])
def test_repeated_names_are_refused(request_: Request) -> None:
    with pytest.raises(UnknownNameError, match="given twice"):
        plan(request_)


def test_the_notes_of_an_empty_plan_follow_those_on_the_last_run(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = _planned(monkeypatch, {"native": []}, last_failed=True, pattern="nosuchword")
    assert planned.notes == (
        "--last-failed: nothing failed in the last run; running everything",
        "no vector was selected; list all with: samescore list vectors",
    )


def test_by_default_the_native_metrics_and_all_packages_are_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "package_names", lambda: ["nltk", "jiwer"])
    assert module.default_implementations() == ("native", "nltk", "jiwer")
    monkeypatch.setattr(module, "package_names", list)
    planned = plan(Request(metrics=("wer",)))
    assert ([each.name for each in planned.implementations], planned.named) == (["native"], False)


def test_the_files_of_user_inputs(tmp_path: Path) -> None:
    """Those of a folder, and of its folders; another path is a file."""
    (tmp_path / "sub" / "deep").mkdir(parents=True)
    for name in ("one.json", "sub/two.json", "sub/deep/three.json", "other.txt"):
        (tmp_path / name).touch()
    files = Request(("native",), inputs=(tmp_path, Path("lines.jsonl")), expect=(Path("known.toml"),)).files
    assert {tmp_path / "one.json", tmp_path / "sub" / "two.json", Path("lines.jsonl"), Path("known.toml")} <= set(files)
    assert not {tmp_path / "sub" / "deep" / "three.json", tmp_path / "other.txt"} & set(files)


def _asked(data: Corpus, call: int = 1) -> _Asked:
    (question, *_) = questions_for(_function(), JudgedCase.scored(f"c{call}", data, metric("wer").settings()))
    return _Asked(question, Answer("score", 0.5, (0.5).hex()), call)


def test_small_questions_are_repeated_in_random_orders() -> None:
    several = [_asked(Corpus.from_segments(["a"], [["b"]]), call) for call in range(6)]
    drawn = list(islice(_orders(several, 7), 18))
    rounds = [[each.call for each in drawn[start : start + 6]] for start in (0, 6, 12)]
    assert [sorted(calls) for calls in rounds] == [list(range(6))] * 3
    assert len({tuple(calls) for calls in rounds}) > 1
    assert [each.call for each in islice(_orders(several, 7), 6)] == rounds[0]
    assert [each.call for each in islice(_orders(several, 8), 18)] != [each.call for each in drawn]
    assert [each.call for each in several] == list(range(6))


def test_small_inputs_have_at_most_2000_characters() -> None:
    empty = len(repr(Corpus.from_segments([""], [["b"]])))
    for more, small in ((0, True), (1, False)):
        data = Corpus.from_segments(["a" * (2_000 - empty + more)], [["b"]])
        assert _is_small(_asked(data).question) is small


def test_the_command_that_repeats_a_run() -> None:
    asked = [_asked(Corpus.from_segments(["a"], [["b"]]), call) for call in (1, 2)]
    assert _command(_function("a b"), asked, 5) == "samescore run 'a b' -m wer --seed 5"


def test_few_changed_answers_are_kept_and_slow_calls_end_the_repetition(monkeypatch: pytest.MonkeyPatch) -> None:
    state = {"calls": 0, "value": 0.5}

    def scored(*_: object) -> float:
        state["calls"] += 1
        return state["value"]

    function = described_function(scored, "mine", "wer", {})
    monkeypatch.setattr(type(function), "calls", property(lambda _: state["calls"]))
    monkeypatch.setattr(repeat, "CALLS", 40)
    questions = AskedQuestions(function)
    for number in range(7):
        case = JudgedCase.scored(
            f"c{number}", Corpus.from_segments(["a b"], [[f"a {number}"]]), metric("wer").settings()
        )
        (question, *_) = questions_for(function, case)
        questions.judged(question, lambda case=case: judge_case(function, case))  # type: ignore[misc]
    state["value"] = 0.25
    found = questions.repeat(1)
    assert found is not None
    assert (found.changes, len(found.changed), found.inputs, found.cut) == (7, 5, 7, "")
    assert found.repeats < 40
    monkeypatch.setattr(repeat, "_SECONDS", -1.0)
    monkeypatch.setattr(repeat, "_SHARE", 0.0)
    monkeypatch.setattr(repeat, "CALLS", 1_000_000)
    slow = questions.repeat(1)
    assert slow is not None
    assert (slow.repeats, slow.cut) == (1, "its calls are slow")
