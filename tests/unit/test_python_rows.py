"""The main table and the short form of each result of the Python functions, with numbers worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import samescore
from samescore.metrics import metric
from samescore.python.drift import DriftResult
from samescore.records import Answer, Change, Move, ReleasePair, Transition

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def test_the_rows_of_a_run() -> None:
    made = samescore.run(["native:sklearn"], metrics=["mcc"], pattern="mcc-perfect", fresh=0)
    assert made.to_rows() == [
        {
            "implementation": "native:sklearn",
            "metric": "mcc",
            "vector": "mcc-perfect",
            "entry_point": "matthews_corrcoef",
            "verdict": "agree",
            "expected": "1",
            "got": "1.0",
            "because": "",
        }
    ]
    assert repr(made) == "<RunResult native:sklearn: 1 agree>"


def test_the_rows_of_a_comparison_of_systems() -> None:
    systems: dict[str, Sequence[float]] = {"a": [1.0, 2.0, 3.0], "b": [3.0, 3.0, 3.0]}
    usual = {"metric": "mean", "low": None, "high": None, "group": None}
    plain = samescore.compare("mean", systems, interval="none", test="none")
    assert plain.to_rows() == [{**usual, "system": "a", "score": 2.0}, {**usual, "system": "b", "score": 3.0}]
    assert repr(plain) == "<CompareResult mean: no tests>"
    ranked = samescore.compare("mean", {name: list(scores) * 4 for name, scores in systems.items()}, resamples=200)
    first, second = ranked.to_rows()
    assert (second["low"], second["high"]) == (3.0, 3.0)
    assert 1.0 < first["low"] < 2.0 < first["high"] < 3.0
    assert (first["group"], second["group"]) == (2, 1)


def test_the_rows_of_a_comparison_of_implementations() -> None:
    """Of five words of the reference, one is missing and one is wrong; half a word of the hypothesis is wrong."""
    made = samescore.diff("wer", ["A b c d"], ["a b c x y"], implementations=["native:jiwer.wer", "native(case=lower)"])
    rows = [(row["name"], row["number"], row["returned"], row["reproduced_natively"]) for row in made.to_rows()]
    assert rows == [("native(case=lower)", 40.0, "0.4", True), ("native:jiwer.wer", 60.0, "0.6", True)]
    assert [row["gap"] for row in made.to_rows()] == [None, 20.0]
    assert [row["because"] for row in made.to_rows()] == [
        "",
        "native:jiwer.wer scores 20.0000 higher than native(case=lower) because case is keep, not lower.",
    ]
    assert [row["signature"].split("|")[1] for row in made.to_rows()] == ["case:lower", "case:keep"]
    assert repr(made) == "<DiffResult wer: 2 numbers from 40.0000 to 60.0000>"


def test_the_rows_of_an_explanation() -> None:
    made = samescore.explain("wer", ["A b c d"], ["a b c x"], first="native:jiwer.wer", second="native(case=lower)")
    assert made.to_rows() == [{"knobs": "case: keep -> lower", "share": -25.0, "because": ""}]
    assert repr(made) == "<ExplainResult wer: native:jiwer.wer to native(case=lower), gap -25.0000>"


def test_the_rows_of_an_account() -> None:
    """Three errors in eight words: without the first segment 3/6, without the second 2/6, without the third 1/4."""
    made = samescore.explain("wer", ["a b", "c d", "e f g h"], ["a b", "c e", "e f x y"], first="native")
    rows = [(row["segment"], row["alone"], row["hypothesis"]) for row in made.to_rows()]
    assert rows == [(0, 0.0, "a b"), (2, 0.5, "e f g h"), (1, 0.5, "c d")]
    assert [row["effect"] for row in made.to_rows()] == pytest.approx([3 / 8 - 3 / 6, 3 / 8 - 1 / 4, 3 / 8 - 2 / 6])
    assert (float(made), repr(made)) == (0.375, "<AccountResult wer: native answers 0.375>")


def test_the_rows_of_a_crossing() -> None:
    """One of three characters and one of two words is wrong."""
    made = samescore.explain("cer", ["a b"], ["a c"], first="native", second="native", second_metric="wer")
    rows = made.to_rows()
    assert [(row["step"], row["metric"]) for row in rows] == [("identity", "wer"), ("input", "wer")]
    assert [row["score"] for row in rows] == pytest.approx([100 / 3, 50.0])
    assert [row["what"] for row in rows] == ["CER is WER with characters for words", "words are words again"]
    assert repr(made) == "<CrossingResult cer of native to wer of native, gap +16.6667>"


@pytest.mark.parametrize("number", [3, 4, 5])
def test_the_rows_of_an_audit(number: int, tmp_path: Path) -> None:
    """Accuracy on three items is a multiple of 1/3; the short form lists three findings."""
    verdicts = {
        "33.3": "consistent",
        "40.0": "impossible",
        "66.7": "consistent",
        "100.0": "consistent",
        "51": "impossible",
    }
    published = list(verdicts)[:number]
    claims = [{"id": f"claim {text}", "metric": "accuracy", "published": text, "items": 3} for text in published]
    (tmp_path / "claims.jsonl").write_text("\n".join(map(json.dumps, claims)), encoding="utf-8")
    made = samescore.audit(tmp_path / "claims.jsonl")
    rows = [(row["claim"], row["metric"], row["published"], row["verdict"]) for row in made.to_rows()]
    assert rows == [(f"claim {text}", "accuracy", text, verdicts[text]) for text in published]
    assert [row["notes"].startswith("with items 3, ") for row in made.to_rows()] == [
        verdicts[text] == "impossible" for text in published
    ]
    more = {3: "", 4: "; and 1 more", 5: "; and 2 more"}[number]
    assert (
        repr(made)
        == f"<AuditResult accuracy 33.3 consistent; accuracy 40.0 impossible; accuracy 66.7 consistent{more}>"
    )


def test_the_rows_of_a_drift() -> None:
    """Every change of an answer has a row, also one that an added or removed parameter causes."""
    answers = [Answer("score", value, value.hex()) for value in (0.5, 0.25)]
    changes = [Change("case", "text", "keep", "lower")]
    moves = [
        Move("p", "1", "2", "asked", "vector 1", "wer", "e", answers[0], answers[1], "value", changes, False),
        Move("p", "1", "2", "asked", "vector 2", "wer", "f", answers[1], answers[0], "value", None, True),
    ]
    made = DriftResult([ReleasePair(_transition(), moves), ReleasePair(_transition(), [])], [], [])
    usual = {"package": "p", "before": "1", "after": "2", "metric": "wer"}
    assert made.to_rows() == [
        {**usual, "entry_point": "e", "vector": "vector 1", "was": "0.5", "became": "0.25", "because": "case: keep -> lower"},
        {**usual, "entry_point": "f", "vector": "vector 2", "was": "0.25", "became": "0.5", "because": ""},
    ]  # fmt: skip


def _transition() -> Transition:
    return Transition(
        package="p",
        before="1",
        after="2",
        environments=[{}, {}],
        compared=2,
        moved=1,
        unexplained=0,
        parameters=1,
        last_digits=0,
        one_sided=0,
        skipped=[],
    )


def test_the_rows_of_an_identification() -> None:
    """A function that counts: one row for each knob, in the order of the settings."""

    def mine(gold: Sequence[str], predicted: Sequence[str]) -> float:
        return sum(a == b for a, b in zip(gold, predicted, strict=True)) if gold else 0.0

    made = samescore.identify(mine, "accuracy")
    rows = {row["knob"]: row for row in made.to_rows()}
    assert list(rows) == [knob.name for knob in metric("accuracy").settings.knobs()]
    assert (rows["normalize"]["value"], rows["normalize"]["default"]) == ("count", False)
    assert (rows["dtype"]["value"], rows["dtype"]["default"]) == ("float64", True)
    assert {name for name, row in rows.items() if row["undetermined"]} == set(made.undetermined)
