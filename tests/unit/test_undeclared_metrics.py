"""A plain function can claim to compute any metric of texts or labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore import ClassScores
from samescore.base.outcome import Score, Unsupported
from samescore.implementations import described_function, implementation
from samescore.implementations.base import Profiled
from samescore.implementations.declaration import Declaration, declaring
from samescore.metrics import METRIC_NAMES, metric
from samescore.verbs.identify import identify

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "constant.py").write_text("def half(first, second):\n    return 0.5\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


_CLAIMED = [name for name in METRIC_NAMES if metric(name).takes[0].__name__ in ("Corpus", "Labels", "ClassScores")]
_SLOW = {name for place, name in enumerate(_CLAIMED) if place % 6}


@pytest.mark.usefixtures("module")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in _SLOW else []) for name in _CLAIMED]
)
def test_a_function_can_claim_any_metric(name: str) -> None:
    with declaring(Declaration(name)):
        named = implementation("py:constant:half")
    try:
        assert isinstance(named, Profiled)
        (profile,) = named.profiles(name)
        assert profile.metric == name
    finally:
        named.close()


_FIRST = """
def first(y_pred, y_true):
    classes = sorted(set(y_true))
    if len(classes) != len(y_pred[0]):
        raise ValueError("which classes?")
    return sum(row.index(max(row)) == classes.index(gold) for gold, row in zip(y_true, y_pred)) / len(y_true)
"""


def test_a_function_of_classes_scores_gets_rows_in_the_order_of_the_sorted_classes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "highest.py").write_text(_FIRST, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    said: list[str] = []
    with declaring(Declaration("top-k-accuracy", say=said.append)):
        named = implementation("py:highest:first")
    try:
        assert "--layout rows-swapped" in said[0]
        assert len(said) == 1, "every try agrees"
        data = ClassScores(["a", "b"], ["b", "a"], [[0.25, 0.75], [0.125, 0.875]])
        assert named.score("top-k-accuracy", data) == Score(0.5)
        other = named.score("top-k-accuracy", ClassScores(["b", "a"], ["b", "a"], [[0.25, 0.75], [0.125, 0.875]]))
        assert other == Unsupported(
            "it takes rows of scores in the order of the sorted classes, but these are in a different order"
        )
        infinite = named.score("top-k-accuracy", ClassScores(["a", "b"], ["b", "a"], [["inf", 0], [0, 1]]))
        assert infinite == Unsupported("it takes only finite scores")
    finally:
        named.close()


def test_a_function_that_describes_itself_gets_the_same_rows() -> None:
    def last(gold: list[str], scores: list[list[float]]) -> float:
        return sum(name == "b" and row[1] > row[0] for name, row in zip(gold, scores, strict=True)) / len(gold)

    function = described_function(last, "last", "top-k-accuracy", {})
    data = ClassScores(["a", "b"], ["b", "a"], [[0.25, 0.75], [0.125, 0.875]])
    assert function.score("top-k-accuracy", data) == Score(0.5)
    assert isinstance(function.score("top-k-accuracy", ClassScores(["b", "a"], ["b"], [[1, 0]])), Unsupported)


def test_identify_tells_a_knob_that_no_answer_depends_on_from_one_that_some_other_value_fits() -> None:
    def best_two(gold: list[str], scores: list[list[float]]) -> float:
        classes = sorted(set(gold))
        if not len(classes) == len(scores[0]) > 2:
            raise ValueError("which classes?")
        ranked = [sorted(range(len(row)), key=lambda k, row=row: (row[k], k))[-2:] for row in scores]  # type: ignore[misc]
        return sum(classes.index(name) in two for name, two in zip(gold, ranked, strict=True)) / len(gold)

    found = identify(described_function(best_two, "best_two", "top-k-accuracy", {}), "top-k-accuracy")
    assert found.short_signature.endswith("|ties:later|k:2")
    assert found.undetermined == {
        "weights": ["given"],
        "no_weight": ["raise", "formula"],
        "infinite_score": ["rank"],
        "ties": ["wrong"],
    }
    assert found.partly_determined == ["ties"]
