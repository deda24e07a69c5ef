"""What cannot be checked: metrics, tokenizers and packages that are not here."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, score
from samescore.records import AuditFinding, ClaimVerdict
from samescore.text.resources import segmenters, wordnet
from samescore.verbs.audit.batch import audit_all
from samescore.verbs.audit.claim_files import read_claims
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.search import Auditor
from tests.command import call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_SAID = ["the cats sat on the mats", "it rained all day long", "nobody came home today"]
_RIGHT = ["the cats were sitting on the mats", "it rained the whole day long", "nobody came to our home"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, lines in (("said", _SAID), ("right", _RIGHT)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


def _audit(folder: Path, metric: str, published: str, **rest: Any) -> AuditFinding:
    return Auditor(folder).audit(Claim(metric, published, "x", "said", ["right"], **rest))


def _bleu() -> float:
    return score("bleu", Corpus.from_segments(_SAID, [[line] for line in _RIGHT])).value


@pytest.mark.parametrize(
    ("metric", "why"),
    [
        ("BLEURT", "it needs a learned model"),
        ("MetricX-23", "it needs a learned model"),
        ("PARENT", "it needs the sources"),
    ],
)
def test_the_finding_says_why_a_metric_is_not_computed_here(metric: str, why: str, folder: Path) -> None:
    path = folder / "claims.jsonl"
    path.write_text(json.dumps({"metric": metric, "published": "0.85", "hypotheses": "said"}), encoding="utf-8")
    (finding,) = audit_all(read_claims(path), folder)
    assert finding.verdict is ClaimVerdict.UNDERSPECIFIED
    assert f"{metric!r} is not computed by samescore ({why}; " in finding.notes[0]


def test_a_file_with_a_metric_that_is_elsewhere_and_a_typing_error(folder: Path) -> None:
    files = {"hypotheses": "said", "references": ["right"]}
    rows = [
        {"metric": "COMET-22", "published": "0.85", **files},
        {"metric": "BLEU", "published": f"{_bleu():.4f}", **files},
    ]
    path = folder / "claims.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    done = call("audit", "claims.jsonl", "--format", "jsonl", cwd=folder)
    assert done.returncode == 0, done.stderr
    verdicts = [row["verdict"] for row in records(done.stdout) if row["type"] == "finding"]
    assert verdicts == ["cannot be checked", "by a default"]
    path.write_text(json.dumps(rows[0]) + "\n", encoding="utf-8")
    assert call("audit", "claims.jsonl", cwd=folder).returncode == 4
    path.write_text("".join(json.dumps(row) + "\n" for row in [*rows, {**rows[1], "metric": "BLUE"}]), encoding="utf-8")
    assert call("audit", "claims.jsonl", cwd=folder).returncode == 1
    *_, malformed = read_claims(path)
    assert isinstance(malformed, MalformedClaim)
    assert "did you mean bleu?" in malformed.problem


def test_a_tokenizer_that_is_not_here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "MeCab", None)  # importing it fails
    segmenters._mecab.cache_clear()
    signature = "nrefs:1|case:mixed|eff:no|tok:ja-mecab-0.996-IPA|smooth:exp|version:2.4.0"
    finding = _audit(folder, "BLEU", "99.12345", signature=signature)
    assert finding.verdict is ClaimVerdict.UNDERSPECIFIED
    assert finding.notes[0] == "the stated settings cannot be checked: tokenizer=ja-mecab needs MeCab"
    assert finding.value is not None
    assert not finding.failed
    usual = _audit(folder, "BLEU", f"{_bleu():.4f}", signature=signature)
    assert (usual.verdict, usual.departs, usual.failed) == (ClaimVerdict.DEFAULTS, True, False)
    assert usual.notes[0] == finding.notes[0]


def test_a_package_that_is_not_installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jieba", None)  # importing it fails
    segmenters._jieba.cache_clear()
    finding = _audit(folder, "BLEU", "99.12345", settings={"tokenizer": "jieba"})
    assert finding.verdict is ClaimVerdict.UNDERSPECIFIED
    assert finding.notes[0] == "the stated settings cannot be checked: tokenizer=jieba needs jieba"
    assert finding.value is not None


def test_the_exceptions_of_wordnet_that_are_not_installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordnet, "find_spec", lambda _: None)
    wordnet.exceptions.cache_clear()
    lacking = "stemmer=rouge155 needs WordNet's exception lists"
    try:
        finding = _audit(folder, "ROUGE-1", "0.91234", settings={"stemmer": "rouge155"})
        assert finding.verdict is ClaimVerdict.UNDERSPECIFIED
        assert finding.notes[0] == f"the stated settings cannot be checked: {lacking}"
    finally:
        wordnet.exceptions.cache_clear()
