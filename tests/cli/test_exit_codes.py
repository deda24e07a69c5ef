"""Exit codes of commands, for each kind of result that they can have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from samescore.records import (
    Absent,
    Answer,
    AxiomFinding,
    DiffRow,
    Find,
    FuzzSide,
    FuzzSummary,
    Header,
    Identification,
    KnownReason,
    KnownReasons,
    MetricComparison,
    Participant,
    Result,
    RunReport,
    SmokeTest,
    SystemComparison,
    SystemScore,
    Transition,
    VectorVerdict,
)
from samescore.verbs.judging.smoke import Subject
from samescore.verbs.lookup.environments import Installed, Made, Removed, Verified
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_SCORE, _FAILED = Answer("score", 0.5, (0.5).hex()), Answer("raised", error="E")


def _row(number: float | None = 0.5, *, reproduced: bool = True) -> DiffRow:
    return DiffRow("bleu", "nltk", "", "bleu", _SCORE, number, reproduced, [], None, [], [], [], "")


_SIDE = FuzzSide("a", "bleu", _SCORE)
_FIND = Find("bleu", "knobs", ["case"], "", _SIDE, _SIDE, [], [], 1, "They differ.", {"id": "x"})


def _summary(compared: int) -> FuzzSummary:
    return FuzzSummary("a", "b", ["bleu"], 1, 1, 5, compared, 0, 0, [])


def _axiom(holds: bool | None, exception: str = "") -> AxiomFinding:
    return AxiomFinding("native", "", "bleu", "order", holds, "", exception)


def _smoke(verdict: VectorVerdict) -> list[object]:
    report = RunReport.of(
        Header("s", "v", {}, [Participant("native", "1", "", "")]),
        [Result("v", "bleu", "native", "", verdict, _SCORE, [], [], "", [], "")],
    )
    return [Subject("native 1", ["bleu", "ter"]), SmokeTest(report, [])]


def _transition(compared: int, unexplained: int) -> Transition:
    return Transition("p", "1", "2", [{}, {}], compared, 0, unexplained, 0, 0, 0, [])


def _compared(score: float | None) -> SystemComparison:
    systems = [SystemScore("a", None, problem="no score"), SystemScore("b", score)]
    return SystemComparison([], [MetricComparison("bleu", "bleu", True, 1, systems, [])])


def _identified(*, found: bool) -> Identification:
    return Identification("nltk", "bleu", found, "bleu", "bleu", [], 1, [], {}, [])


_REASON = KnownReason("id", "flag", "It is so.", "", "", "samescore show id")
_DIFF, _FUZZ, _SMOKE = "why.diff.execute", "fuzz.execute", "judging.smoke.execute"
_AXIOMS, _ENVIRONMENTS = "judging.axioms.execute", "lookup.environments.execute"


@pytest.mark.parametrize(
    ("words", "receiver", "records", "code"),
    [
        (("diff", "hyp"), _DIFF, [_row()], 0),
        (("diff", "hyp"), _DIFF, [_row(), _row(reproduced=False)], 1),
        (("diff", "hyp"), _DIFF, [_row(None), _row(None)], 4),
        (("diff", "hyp"), _DIFF, [_row(), Absent("nltk", "gone", "bleu")], 0),
        (("diff", "hyp", "-i", "nltk"), _DIFF, [_row(), Absent("nltk", "gone", "bleu")], 5),
        (("diff", "hyp", "-i", "nltk"), _DIFF, [_row(reproduced=False), Absent("nltk", "gone", "bleu")], 1),
        (("fuzz", "nltk"), _FUZZ, [_FIND, _summary(5)], 1),
        (("fuzz", "nltk"), _FUZZ, [_summary(1)], 0),
        (("fuzz", "nltk"), _FUZZ, [_summary(0)], 4),
        (("why", "x"), "why.symptom_search.execute", [KnownReasons("x", [_REASON])], 0),
        (("why", "x"), "why.symptom_search.execute", [KnownReasons("x", [])], 4),
        (("identify", "nltk"), "identify.execute", [_identified(found=True)], 0),
        (("identify", "nltk"), "identify.execute", [_identified(found=False)], 1),
        (("smoke", "native"), _SMOKE, _smoke(VectorVerdict.AGREE), 0),
        (("smoke", "native"), _SMOKE, _smoke(VectorVerdict.DISAGREE), 1),
        (("smoke", "native"), _SMOKE, _smoke(VectorVerdict.UNSUPPORTED), 4),
        (("smoke", "native"), _SMOKE, [Subject("native 1", (), "it is gone")], 5),
        (("axioms",), _AXIOMS, [_axiom(True), _axiom(None)], 0),
        (("axioms",), _AXIOMS, [_axiom(False, "by design")], 0),
        (("axioms",), _AXIOMS, [_axiom(True), _axiom(False)], 1),
        (("axioms",), _AXIOMS, [_axiom(None)], 4),
        (("compare", "hyp"), "compare.request.execute", [_compared(0.5)], 0),
        (("compare", "hyp"), "compare.request.execute", [_compared(None)], 4),
        (("drift", "a"), "releases.drift.execute", [_transition(1, 0)], 0),
        (("drift", "a"), "releases.drift.execute", [_transition(1, 1)], 1),
        (("drift", "a"), "releases.drift.execute", [_transition(0, 0)], 4),
        (("drift", "a"), "releases.drift.execute", [_transition(1, 0), Absent("b", "no answers")], 5),
        (("environments", "verify"), _ENVIRONMENTS, [Verified("a", 1, "PyPI", [])], 0),
        (("environments", "verify"), _ENVIRONMENTS, [Verified("a", 1, "P", ["x"]), Verified("b", 1, "P", [])], 1),
        (("environments", "make", "a"), _ENVIRONMENTS, [Made("a", "e", "")], 0),
        (("environments", "make", "a"), _ENVIRONMENTS, [Made("a", "", "gone"), Made("b", "e", "")], 5),
        (("environments", "remove", "a"), _ENVIRONMENTS, [Removed("a")], 0),
        (("environments", "list"), _ENVIRONMENTS, [], 0),
    ],
)
def test_the_exit_code_of_a_result(
    words: tuple[str, ...],
    receiver: str,
    records: Sequence[object],
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "hyp").write_text("a\n", encoding="utf-8")

    def execute(*_: Any, **__: Any) -> Iterator[object]:
        yield from records

    monkeypatch.setattr(f"samescore.verbs.{receiver}", execute)
    ran = call(*words, cwd=tmp_path)
    assert ran.returncode == code, ran.stderr


@pytest.mark.parametrize(
    ("records", "without", "with_budget"),
    [([_axiom(True)], 0, 5), ([_axiom(None)], 4, 5), ([_axiom(False)], 1, 1)],
)
def test_an_exhausted_budget_replaces_the_codes_of_nothing_wrong_and_nothing_run(
    records: list[object], without: int, with_budget: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from samescore.implementations.asking import out_of_time

    def execute(*_: Any) -> Iterator[object]:
        out_of_time()
        yield from records

    monkeypatch.setattr("samescore.verbs.judging.axioms.execute", execute)
    assert call("axioms", cwd=tmp_path).returncode == without
    ran = call("axioms", "--budget", "0.000001", cwd=tmp_path)
    assert ran.returncode == with_budget
    assert ran.stderr == "samescore: the budget of 1e-06 seconds was exhausted before the end of the run\n"
    assert call("axioms", "--budget", "1000", cwd=tmp_path).returncode == without


def test_environments_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = [f"f{k}" for k in range(11)]
    records = [
        Installed("a", "3.8", 3 * 2**19, ["x==1", "y==2"], "PyPI"),
        Verified("b", 1, "PyPI", []),
        Verified("c", 2, "PyPI", changed),
        Made("d==1", "e", ""),
        Made("f==1", "", "it is gone"),
        Removed("g"),
    ]
    monkeypatch.setattr("samescore.verbs.lookup.environments.execute", lambda _: iter(records))
    ran = call("environments", "list", cwd=tmp_path, SAMESCORE_CACHE=str(tmp_path))
    assert ran.stdout.splitlines() == [
        "a  Python 3.8  2 MB  x==1 y==2  from PyPI",
        "b: 1 file as installed from PyPI",
        f"c: changed since it was installed: {', '.join(changed[:10])}",
        "d==1: e",
        "f==1: it is gone",
        "removed g",
    ]
    assert ran.stderr.startswith(f"1 environments in {tmp_path}")


@pytest.mark.parametrize(
    ("named", "shown"), [((), "nltk"), (("nltk",), "nltk"), (("nl", "nltk(a=1)", "nltk"), "nltk(a=1)")]
)
def test_the_command_that_reproduces_an_unexplained_row(
    named: tuple[str, ...], shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import msgspec

    row = msgspec.structs.replace(_row(reproduced=False), arguments="a=1" if "(" in shown else "")
    for name in ("hyp", "ref", "base"):
        (tmp_path / name).write_text("a\n", encoding="utf-8")
    monkeypatch.setattr("samescore.verbs.why.diff.execute", lambda *_: iter([row]))
    words = [word for name in named for word in ("-i", name)]
    options = ["-r", "ref", "-m", "bleu", "--set", "case=lower", "--index", "https://i.example", "--in-process"]
    compared = ["--baseline", "base", "--statistic", "ter"]
    ran = call("diff", "hyp", *words, *options, *compared, cwd=tmp_path)
    command = f"samescore diff hyp -r ref -m bleu -i native -i '{shown}' --set case=lower --index https://i.example"
    command = command if "(" in shown else command.replace("'", "")
    assert f"reproduce: {command} --baseline base --statistic ter --in-process" in ran.stderr.splitlines()
