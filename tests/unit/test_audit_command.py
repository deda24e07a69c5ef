"""Audits of files of claims, on the command line and in several processes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from samescore import Corpus, score
from samescore.records import ClaimVerdict
from samescore.verbs.audit.batch import audit_all
from samescore.verbs.audit.claim_files import read_claims
from tests.command import call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_HYPOTHESES = [
    "The cat sat on the mat near the old door.",
    "It costs 1,000.50 euros in the shop.",
    "they went home because it rained all day",
]
_REFERENCES = [
    "The cat sat on a mat near the old door.",
    "It costs 1,000.50 euro in that shop .",
    "they went home early because it rained all day long",
]
_CORPUS = Corpus.from_segments(_HYPOTHESES, [[line] for line in _REFERENCES])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, lines in (("hyp.txt", _HYPOTHESES), ("a.txt", _REFERENCES)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def _written(folder: Path) -> Path:
    rows = [
        {
            "metric": "BLEU",
            "published": repr(score("bleu", _CORPUS).value),
            "hypotheses": "hyp.txt",
            "references": ["a.txt"],
        },
        {"metric": "accuracy", "published": "45.0", "items": 3},
        {
            "metric": "chrF",
            "published": f"{score('chrf', _CORPUS).value:.7f}",
            "hypotheses": "hyp.txt",
            "references": ["a.txt"],
        },
    ]
    (folder / "claims.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    return folder / "claims.jsonl"


def test_several_processes_find_the_same(folder: Path) -> None:
    claims = read_claims(_written(folder))
    alone = [(finding.claim, finding.verdict) for finding in audit_all(claims, folder)]
    assert [(finding.claim, finding.verdict) for finding in audit_all(claims, folder, jobs=2)] == alone
    assert [verdict for _, verdict in alone] == [ClaimVerdict.DEFAULTS, ClaimVerdict.IMPOSSIBLE, ClaimVerdict.DEFAULTS]


def test_the_command_and_its_resumption(folder: Path) -> None:
    _written(folder)
    named = ("audit", "claims.jsonl", "--report", "r.jsonl", "-j", "1")
    done = call(*named, "--format", "jsonl", cwd=folder)
    assert done.returncode == 1, done.stderr
    rows = records(done.stdout)
    assert [row["verdict"] for row in rows] == ["by a default", "impossible", "by a default"]
    lines = (folder / "r.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "r.jsonl").write_text("".join(lines[:1]) + lines[1][:20], encoding="utf-8")  # as a kill leaves it
    again = call(*named, "--resume", "--format", "jsonl", cwd=folder)
    assert [row["claim"] for row in records(again.stdout)] == ["claim-2", "claim-3"]
    assert again.returncode == 1
    once_more = call(*named, "--resume", cwd=folder)
    assert once_more.returncode == 1, "what was found before the interruption counts"
    assert "3 claims: 1 impossible, 2 by a default" in once_more.stdout
    assert (folder / "r.jsonl").read_text(encoding="utf-8").splitlines(keepends=True) == lines
    table = call("audit", "claims.jsonl", "-j", "1", cwd=folder).stdout
    assert "3 claims: 1 impossible, 2 by a default" in table
    shown = call("audit", "claims.jsonl", "--format", "markdown", "-j", "1", cwd=folder).stdout
    assert "**\\! claim-2: accuracy 45.0 " in shown
    assert "| 45.0 \\! |" in shown
    assert "--report" in call("audit", "claims.jsonl", "--resume", cwd=folder).stderr


def test_a_claim_that_has_changed_is_audited_again(folder: Path) -> None:
    path = _written(folder)
    named = ("audit", "claims.jsonl", "--report", "r.jsonl", "-j", "1")
    call(*named, cwd=folder)
    path.write_text(path.read_text(encoding="utf-8").replace('"45.0"', '"33.3"'), encoding="utf-8")
    again = records(call(*named, "--resume", "--format", "jsonl", cwd=folder).stdout)
    assert [(row["claim"], row["verdict"]) for row in again] == [("claim-2", "consistent")]


@pytest.mark.parametrize("other", ['{"type":"header"}\n', '{"type":"joint","source":"","metric":"x"}\n'])
def test_a_report_of_something_else_is_not_resumed(folder: Path, other: str) -> None:
    _written(folder)
    (folder / "r.jsonl").write_text(other, encoding="utf-8")
    done = call("audit", "claims.jsonl", "--report", "r.jsonl", "--resume", cwd=folder)
    assert done.returncode == 2
    assert "r.jsonl, line 1: " in done.stderr
    assert (folder / "r.jsonl").read_text(encoding="utf-8") == other
