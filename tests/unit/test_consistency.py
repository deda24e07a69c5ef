"""Claims without files: consistent only where something was checked, impossible where no values fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore.records import ClaimVerdict
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.consistency import Consistency
from samescore.verbs.audit.question import question_of
from samescore.verbs.audit.search import Auditor

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    "claim",
    [
        Claim("chrf", "57.3", precision="60.1", recall="55.0"),
        Claim("wer", "0.25", items=100),
        Claim("bleu", "27.3", items=3003),
        Claim("bleu", "27.3", precision="30.0", recall="20.0"),
        Claim("accuracy", "85.1", items=3003),
        Claim("f1", "0.80", precision="0.75"),
        Claim("rouge1", "0.45", precision="0.5", recall="0.4", settings={"average": "resampled"}),
    ],
)
def test_nothing_is_consistent_where_nothing_was_checked(claim: Claim, tmp_path: Path) -> None:
    assert not Consistency(question_of(claim)).is_checked
    assert [*Consistency(question_of(claim)).impossible()] == []
    assert Auditor(tmp_path).audit(claim).verdict is ClaimVerdict.UNDERSPECIFIED


@pytest.mark.parametrize(
    "claim",
    [
        Claim("accuracy", "85.1", items=47),
        Claim("rouge1", "0.44", precision="0.5", recall="0.4"),
        Claim("rouge-l", "0.43", precision="0.5", recall="0.4", settings={"beta": 1.2}),
        Claim("recall", "0.6667", items=3, settings={"average": "class", "positive": "OK"}),
        Claim("mcc", "0.5", precision="0.7", recall="0.6", classes=2),
    ],
)
def test_claims_that_satisfy_a_relation_are_consistent(claim: Claim, tmp_path: Path) -> None:
    assert Auditor(tmp_path).audit(claim).verdict is ClaimVerdict.CONSISTENT


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (Claim("rouge1", "0.550", precision="0.500", recall="0.400"), "rouge1 lies between 0 and 0.4"),
        (Claim("wer", "-0.1"), "wer is never below 0, not at -0.1"),
        (Claim("cer", "-3"), "cer is never below 0"),
        (Claim("nist", "-0.5"), "nist is never below 0"),
        (Claim("ter", "-40.1"), "ter is never below 0"),
        (Claim("f1", "0.5", precision="0.5", recall="120"), "recall lies between 0 and 1, or between 0 and 100 %"),
        (Claim("chrf", "57.3", precision="-0.2"), "precision lies between 0 and 1"),
        (Claim("accuracy", "85.3", items=47), "with items 47, accuracy lies at 85.1064 or at 87.234, not at 85.3"),
    ],
)
def test_an_impossible_number_is_said_to_be_so(claim: Claim, said: str, tmp_path: Path) -> None:
    finding = Auditor(tmp_path).audit(claim)
    assert finding.verdict is ClaimVerdict.IMPOSSIBLE
    assert any(said in note for note in finding.notes), finding.notes


def test_an_impossible_claim_lists_possible_values() -> None:
    claim = Claim("f1", "0.85", precision="0.75", recall="0.86", settings={"average": "binary"})
    assert [*Consistency(question_of(claim)).impossible()] == [
        "with precision 0.75 and recall 0.86, f1 lies between 0.796219 and 0.806265, not at 0.85 (F1 of precision and recall; the harmonic mean of precision and recall is 0.80)",
        "possible if f1 were 0.80 to 0.81, or precision were 0.83 to 0.86, or recall were 0.96 to 1.00",
    ]


def test_wer_may_exceed_1() -> None:
    assert [*Consistency(question_of(Claim("wer", "1.35"))).impossible()] == []
    assert [*Consistency(question_of(Claim("wer", "135.2"))).impossible()] == []


def test_numbers_beside_are_checked_also_when_there_are_files() -> None:
    claim = Claim("f1", "0.5", precision="0.5", recall="1.2", class_f1=["0.5", "7e3"], hypotheses="hyp.tags")
    said = " ".join(Consistency(question_of(claim)).suspicious())
    assert "F1 of class 2 lies between 0 and 1" in said
    alone = Claim("f1", "0.85", precision="0.75", recall="0.86", settings={"average": "binary"}, hypotheses="hyp.tags")
    assert "f1 lies between 0.796219 and 0.806265" in " ".join(Consistency(question_of(alone)).suspicious())


def test_cutting_off_is_said(tmp_path: Path) -> None:
    """F1 of 0.109 and 0.909 is 0.1946; of what is rounded to 0.10 and 0.90, it is at most 0.1882."""
    cut = Claim("f1", "0.1946", precision="0.10", recall="0.90", settings={"average": "binary"})
    finding = Auditor(tmp_path).audit(cut)
    assert finding.verdict is ClaimVerdict.CONSISTENT
    assert finding.notes == ["only if truncated instead of rounded: f1, precision, recall"]
    rounded = Claim("f1", "0.1846", precision="0.10", recall="0.90", settings={"average": "binary"})
    assert Auditor(tmp_path).audit(rounded).notes == []
