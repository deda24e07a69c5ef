"""The mistakes that mutants of a metric make, the values of its knobs, and the first vector that detects a mistake."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import pytest

from samescore.base.outcome import Outcome, Score
from samescore.catalogue.vectors import Vector, select
from samescore.metrics import METRIC_NAMES, metric
from samescore.records import KnobValue, Mutant
from samescore.verbs.judging import adequacy as module
from samescore.verbs.judging.adequacy import (
    _can_change_score,
    _can_misread,
    adequacy,
    mistakes,
    mutants,
    unknown_survivors,
    values,
)

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.fixture
def excused(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The reasons of survivors, in place of those in the golden data."""
    reasons: dict[str, str] = {}
    monkeypatch.setattr(module, "equivalent", lambda: reasons)
    return reasons


def _names(metric_name: str, knob: str = "") -> list[str]:
    return [mistake.name for mistake in mistakes(metric_name) if mistake.name.startswith(knob)]


def test_each_value_of_a_knob_is_mistaken_for_each_other(excused: dict[str, str]) -> None:
    pairs = [
        ("keep", "lower"),
        ("keep", "ascii"),
        ("lower", "keep"),
        ("lower", "ascii"),
        ("ascii", "keep"),
        ("ascii", "lower"),
    ]
    assert _names("wer", "case:") == [f"case:{asked}={taken}" for asked, taken in pairs]
    excused["wer.case=ascii"] = "no reason"
    assert _names("wer", "case:") == ["case:keep=lower", "case:lower=keep"]


@pytest.mark.usefixtures("excused")
def test_values_that_reject_texts_or_need_a_package_are_not_used() -> None:
    tokenizers = _names("wer", "tokenizer:")
    assert "tokenizer:given=spaces" in tokenizers
    assert "tokenizer:spaces=given" not in tokenizers
    assert not [name for name in tokenizers if "jieba" in name or "mecab" in name]
    assert "tokenizer:spaces=none" in tokenizers


@pytest.mark.usefixtures("excused")
def test_numbers_are_off_by_one_and_others_ignored() -> None:
    assert _names("bleu", "max_order:") == ["max_order:ignored", "max_order:+1", "max_order:-1"]
    assert _names("wer", "transforms:") == ["transforms:ignored"]
    assert not _names("wer", "case:ignored")
    assert _names("f1", "beta:") == ["beta:ignored"]


@pytest.mark.usefixtures("excused")
def test_knobs_that_only_round_are_skipped() -> None:
    rounding = [knob.name for knob in metric("wer").settings().knobs() if knob.rounding]
    assert rounding
    assert not [name for knob in rounding for name in _names("wer", f"{knob}:")]


@pytest.mark.usefixtures("excused")
def test_inputs_are_misread_kept_and_scores_written_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "names_of", lambda _: ["classes-exchanged", "reversed"])
    tail = ["calls-pile-up", "score-rounded-down", "score-to-4-digits"]
    assert _names("f1")[-4:] == ["reversed", *tail]
    assert "classes-exchanged" not in _names("f1")
    of_mcc = [*tail, "score-without-sign", "score-at-least-0"]
    assert _names("mcc")[-7:] == ["classes-exchanged", "reversed", *of_mcc]


def test_metrics_with_names_of_classes_cannot_rename_them() -> None:
    named = {name for name in METRIC_NAMES if not _can_misread("classes-exchanged", name)}
    assert named == {"f1", "precision", "recall", "f1-mult", "jaccard", "multilabel", "multilabel-loss", "kappa"}
    assert all(_can_misread("reversed", name) for name in named)


@pytest.mark.parametrize(
    ("name", "changes"),
    [("bleu", True), ("f1", False), ("edit-distance", True), ("log-loss", True), ("accuracy", False)],
)
def test_scores_above_1_are_cut(name: str, changes: bool) -> None:
    """Where a knob gives percentages, or where a score has no limit of 1."""
    assert _can_change_score("score-at-most-1", name) is changes


@dataclasses.dataclass(frozen=True)
class _Made:
    """A mistake that gives these scores for some vectors."""

    name: str
    scores: Mapping[str, float]

    def outcome(self, vector: Vector) -> Outcome | None:
        return Score(self.scores[vector.id]) if vector.id in self.scores else None


def test_a_mutant_is_killed_by_the_first_vector_that_differs(
    excused: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scored = [vector for vector in select(["wer"]) if vector.expected.value][:3]
    right = [float(vector.expected.value) for vector in scored]
    ids = [vector.id for vector in scored]
    made = [
        _Made("second", {ids[0]: right[0], ids[1]: right[1] + 1, ids[2]: 9.0}),
        _Made("never", {ids[0]: right[0]}),
        _Made("inapplicable", {}),
    ]
    monkeypatch.setattr(module, "mistakes", lambda _: iter(made))
    excused["wer.never"] = "it changes nothing"
    assert mutants("wer") == [
        Mutant("wer", "second", ids[1], ""),
        Mutant("wer", "never", "", "it changes nothing"),
        Mutant("wer", "inapplicable", "", ""),
    ]


def test_the_values_of_knobs_with_their_first_vectors(excused: dict[str, str]) -> None:
    excused["wer.case=ascii"] = "a reason"
    of_case = [value for value in values("wer") if value.knob == "case"]
    first = {
        case: next((v.id for v in select(["wer"]) if v.complete_settings().as_dict()["case"] == case), "")
        for case in ("keep", "lower", "ascii")
    }
    assert of_case == [
        KnobValue("wer", "case", case, first[case], "a reason" if case == "ascii" else "") for case in first
    ]
    assert not [value for value in values("wer") if value.value == "jieba" or value.knob == "transforms"]


def test_names_that_are_neither_mutants_nor_values(excused: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "METRIC_NAMES", ("mcc", "wer"))
    excused.update({"wer.case=ascii": "", "mcc.calls-pile-up": "", "wer.nothing": "", "bleu.case=lower": ""})
    assert unknown_survivors() == [
        "equivalent.toml: bleu.case=lower is neither a mutant nor a value of a knob",
        "equivalent.toml: wer.nothing is neither a mutant nor a value of a knob",
    ]
    monkeypatch.setattr(module, "values", lambda name: [f"values of {name}"])
    monkeypatch.setattr(module, "mutants", lambda name: [f"mutants of {name}"])
    assert [name for name, _, _ in adequacy()] == ["mcc", "wer"]
    made: object = ("ter", ["values of ter"], ["mutants of ter"])
    assert [*adequacy(("ter",))] == [made]
