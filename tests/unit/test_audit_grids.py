"""Audits of metrics by settings that publications leave unsaid."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from samescore import Corpus, Labels, score
from samescore.records import AuditFinding, ClaimVerdict
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.search import Auditor

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_SAID = ["the cat sat on the mat", "no", "It's THE answer", "a b a b c"]
_RIGHT = ["the cat sat on a mat today", "no no", "its answer", "a b c d"]


def _found(folder: Path, metric: str, value: float, said: str, right: str = "") -> AuditFinding:
    (folder / "said").write_text(said, encoding="utf-8")
    (folder / "right").write_text(right, encoding="utf-8")
    return Auditor(folder).audit(Claim(metric, f"{value:.5f}", "x", "said", ["right"] if right else []))


def _lines(texts: list[str]) -> str:
    return "".join(f"{text}\n" for text in texts)


def test_the_mean_of_the_sentences_word_error_rates(tmp_path: Path) -> None:
    value = (2 / 7 + 1 / 2 + 2 / 2 + 3 / 4) / 4  # edits and words of each line
    finding = _found(tmp_path, "WER", value, _lines(_SAID), _lines(_RIGHT))
    assert finding.verdict is ClaimVerdict.KNOWN_TOOL
    assert finding.fits[0].how.startswith("fastwer.score_sent ")


def test_exact_match_without_normalization(tmp_path: Path) -> None:
    said, right = ["The Answer", "Yes", "a dog", "No", "7"], ["answer", "Yes", "dog", "no", "8"]
    finding = _found(tmp_path, "EM", 1 / 5, _lines(said), _lines(right))
    assert finding.verdict is ClaimVerdict.KNOWN_TOOL
    assert "hf-evaluate.exact_match (>=0)" in [fit.how for fit in finding.fits]


@pytest.mark.parametrize(("metric", "value"), [("Precision", 2 / 3), ("Recall", 2 / 5)])
def test_precision_and_recall_of_one_class(metric: str, value: float, tmp_path: Path) -> None:
    right = ["b", "b", "b", "b", "b", "a", "a", "c", "c", "c"]
    said = ["b", "b", "a", "a", "c", "b", "a", "c", "a", "c"]
    finding = _found(tmp_path, metric, value, " ".join(said) + "\n", " ".join(right) + "\n")
    assert finding.verdict is ClaimVerdict.UNUSUAL
    assert "average=class, positive=b" in [fit.how for fit in finding.fits]


def test_a_class_that_the_name_implies_is_no_other(tmp_path: Path) -> None:
    rng = random.Random(2)
    right = [rng.choice(["OK", "OK", "BAD"]) for _ in range(300)]
    said = [label if rng.random() < 0.7 else "OK" for label in right]
    value = score("f1", Labels(right, said), average="class", positive="OK").value
    finding = _found(tmp_path, "F1-BAD", value, " ".join(said) + "\n", " ".join(right) + "\n")
    assert finding.verdict is ClaimVerdict.NOT


def test_distinct_without_references(tmp_path: Path) -> None:
    """The mean over the lines: 5 of 6 words are distinct, 1 of 1, 3 of 3, 3 of 5."""
    value = (5 / 6 + 1 + 1 + 3 / 5) / 4
    finding = _found(tmp_path, "Distinct-1", value, _lines(_SAID))
    assert finding.verdict is ClaimVerdict.UNUSUAL
    assert finding.fits[0].how == "average=sentences"
    whole = score("distinct", Corpus.from_segments(_SAID, [[] for _ in _SAID])).value
    assert _found(tmp_path, "Distinct-1", whole, _lines(_SAID)).verdict is ClaimVerdict.DEFAULTS
