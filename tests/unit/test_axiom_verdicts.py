"""Whether two answers compare as an axiom requires, and what is reported of an axiom with several pairs."""

from __future__ import annotations

import itertools
from typing import Any, Literal

import pytest

from samescore import Corpus
from samescore.base.outcome import Crashed, Outcome, Raised, Score, Unavailable, Undefined, Unsupported
from samescore.generators.graded import GradedPair
from samescore.implementations import Implementation, implementation
from samescore.records import AxiomFinding
from samescore.verbs.judging import axioms as module
from samescore.verbs.judging.axioms import SCORED, Check, Request, check, checks, execute

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_Relation = Literal["better", "not worse", "equal"]
_BETTER: _Relation = "better"
_DATA = Corpus.from_segments(["a"], [["a"]])
_NONE: dict[str, Outcome] = {
    "undefined": Undefined("nan"),
    "raised": Raised("ValueError"),
    "crashed": Crashed("Crashed"),
    "unsupported": Unsupported("no"),
    "unavailable": Unavailable("gone"),
}


def _seen(*answers: tuple[_Relation, Outcome, Outcome], higher: bool = True) -> list[Check]:
    """The checks of one axiom, with a pair for each relation and its two answers."""
    answered = iter([outcome for _, *both in answers for outcome in both])
    pairs = [GradedPair(relation, _DATA, _DATA, f"in pair {k}") for k, (relation, *_) in enumerate(answers, 1)]
    return list(checks({"an axiom": pairs}, lambda _: next(answered), higher))


def _outcome(answer: float | str) -> Outcome:
    return _NONE[answer] if isinstance(answer, str) else Score(float(answer))


@pytest.mark.parametrize(
    ("first", "second", "higher", "holds"),
    [  # holds: if the first should be better, not worse, equal
        (2, 1, True, (True, True, False)),
        (1, 2, True, (False, False, False)),
        (1, 1, True, (False, True, True)),
        (1, 1 + 1e-10, True, (False, True, True)),
        (1, 1 + 1e-8, True, (False, False, False)),
        (1, 2, False, (True, True, False)),
        (2, 1, False, (False, False, False)),
        (1, "crashed", True, (False, False, False)),
        ("crashed", 1, True, (False, False, False)),
        ("crashed", "unsupported", True, (False, False, False)),
        (1, "undefined", True, (None, True, None)),
        (1, "raised", True, (None, True, None)),
        (1, "unsupported", True, (None, None, None)),
        (1, "unavailable", True, (None, None, None)),
        ("undefined", 1, True, (None, None, None)),
        ("raised", "raised", True, (None, None, None)),
    ],
)
def test_two_answers(first: float | str, second: float | str, higher: bool, holds: tuple[bool | None, ...]) -> None:
    relations: tuple[_Relation, ...] = ("better", "not worse", "equal")
    for relation, expected in zip(relations, holds, strict=True):
        fine = ("better", Score(1.0), Score(0.0)) if higher else ("better", Score(0.0), Score(1.0))
        seen = _seen((relation, _outcome(first), _outcome(second)), fine, higher=higher)  # type: ignore[arg-type]
        assert seen[0].holds is expected, relation


def test_rounding_may_hide_that_one_is_better() -> None:
    rounded = Score(0.5, decimals=1)
    assert _seen(("better", rounded, Score(0.5)))[0].holds is None
    assert _seen(("better", Score(0.4, decimals=1), Score(0.5)))[0].holds is False
    assert _seen(("not worse", rounded, Score(0.5)), ("better", Score(1.0), Score(0.0)))[0].holds is True


@pytest.mark.parametrize("order", list(itertools.permutations((True, False, None))))
def test_the_worst_pair_is_reported(order: tuple[bool | None, ...]) -> None:
    """A broken pair before an undecided one, and this before one that holds; of equals, the first."""
    second: dict[bool | None, Outcome] = {True: Score(0.0), False: Score(2.0), None: Undefined("nan")}
    for verdicts in (order, tuple(verdict for verdict in order if verdict is not False), (True, True), (False, False)):
        worst = min(verdicts, key=lambda holds: (holds is not False, holds is not None))
        found = _seen(*((_BETTER, Score(1.0), second[verdict]) for verdict in verdicts))[0]
        number = verdicts.index(worst) + 1
        assert found == Check("an axiom", worst, f"1.0, and {second[worst].describe()} in pair {number}")


@pytest.mark.parametrize(
    ("first", "holds", "detail"),
    [
        ((1, 2), True, "1.0"),
        ((1, "raised", "undefined"), False, "raised ValueError"),
        ((1, "undefined", "unsupported"), None, "unsupported (no)"),
        (("unavailable", 1), None, "unavailable (gone)"),
        ((1, "crashed"), False, "crashed"),
    ],
)
def test_better_inputs_need_a_score(first: tuple[float | str, ...], holds: bool | None, detail: str) -> None:
    """The second inputs of pairs, and those of other relations, need none."""
    others: list[tuple[_Relation, Outcome, Outcome]] = [
        ("equal", Raised("x"), Raised("x")),
        ("not worse", Raised("x"), Raised("x")),
    ]
    seen = _seen(*others, *(("better", _outcome(each), Raised("x")) for each in first))
    assert seen[1:] == [Check(SCORED, holds, detail)]


class _Constant(Implementation):
    """Answers every request with the same score."""

    name, version = "stub", ""
    closed = 0

    def score(self, metric_name: str, data: Any, **knobs: object) -> Outcome:  # noqa: ARG002
        return Score(0.5)

    def close(self) -> None:
        self.closed += 1


def test_a_finding_names_its_implementation_and_metric() -> None:
    found = check("stub", "wer", _Constant())
    assert {(each.implementation, each.entry_point, each.metric) for each in found} == {("stub", "", "wer")}
    assert {each.axiom: each.exception for each in found if each.exception} == {
        "every reference counts": "only the first reference counts",
        "reference order": "only the first reference counts",
    }
    (scored,) = (each for each in found if each.axiom == SCORED)
    assert scored == AxiomFinding("stub", "", "wer", SCORED, True, "0.5", "")


def test_metrics_without_an_entry_point_are_skipped_unless_they_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    def checked(name: str, metric: str, _: Implementation) -> list[AxiomFinding]:
        asked.append((name, metric))
        return []

    monkeypatch.setattr(module, "METRIC_NAMES", ("bleu", "ter", "wer"))
    monkeypatch.setattr(module, "check", checked)
    assert list(execute(Request(("native:nltk", "native:jiwer")))) == []
    assert asked == [("native:nltk", "bleu"), ("native:jiwer", "wer")]
    asked.clear()
    list(execute(Request(("native:nltk",), ("ter", "bleu"))))
    assert asked == [("native:nltk", "ter"), ("native:nltk", "bleu")]
    asked.clear()
    list(execute(Request()))
    assert asked == [("native", "bleu"), ("native", "ter"), ("native", "wer")]


def test_an_implementation_is_closed_after_its_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    stub = _Constant()
    monkeypatch.setattr(module, "implementation", lambda _: stub)
    list(execute(Request(("stub",), ("wer",))))
    assert stub.closed == 1
    assert implementation("native") is not stub
