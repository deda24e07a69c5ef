"""Audits of whole files: malformed claims, nothing to audit, processes that die, and resumption."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from samescore import InputError
from samescore.records import AuditFinding, ClaimVerdict
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.findings import build_finding
from samescore.verbs.audit.search import Auditor
from samescore.verbs.audit.workers import Start, audit_claim, audited_in_processes
from tests.command import call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

POSSIBLE = {"metric": "accuracy", "published": "66.7", "items": 3}
IMPOSSIBLE = {"metric": "accuracy", "published": "45.0", "items": 3}


def _written(folder: Path, *claims: dict[str, Any] | str) -> Path:
    lines = [claim if isinstance(claim, str) else json.dumps(claim) for claim in claims]
    (folder / "claims.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder / "claims.jsonl"


@pytest.mark.parametrize(
    ("name", "content"),
    [("c.jsonl", ""), ("c.jsonl", "\n \n"), ("c.toml", ""), ("c.toml", "# nothing\n"), ("c.toml", "claim = []\n")],
)
def test_nothing_to_audit_is_not_success(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / "r.jsonl").write_text("old\n", encoding="utf-8")
    done = call("audit", name, "--report", "r.jsonl", cwd=tmp_path)
    assert done.returncode == 4
    assert f"no claims in {name}" in done.stderr
    assert (tmp_path / "r.jsonl").read_text(encoding="utf-8") == "old\n"


def test_numbers_that_nothing_can_check_are_not_success(tmp_path: Path) -> None:
    _written(tmp_path, {"metric": "BLEU", "published": "27.3"})
    done = call("audit", "claims.jsonl", "--format", "jsonl", cwd=tmp_path)
    assert [row["verdict"] for row in records(done.stdout)] == ["cannot be checked"]
    assert done.returncode == 4
    _written(tmp_path, {"metric": "BLEU", "published": "27.3"}, POSSIBLE)
    assert call("audit", "claims.jsonl", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ({**POSSIBLE, "hypothesis": "h.txt"}, "did you mean hypotheses?"),
        ({**POSSIBLE, "metric": "BLUE"}, "unknown metric: 'BLUE'"),
        ({**POSSIBLE, "published": 66.7}, "Expected `str`, got `float`"),
        ({**POSSIBLE, "references": "ref.txt"}, "Expected `array`, got `str`"),
        ('{"metric": "accuracy", ', "line 2: Input data was truncated"),
    ],
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_malformed_claim_is_its_own_verdict(tmp_path: Path, claim: dict[str, Any] | str, why: str, jobs: str) -> None:
    _written(tmp_path, POSSIBLE, claim, POSSIBLE)
    done = call("audit", "claims.jsonl", "-j", jobs, "--format", "jsonl", cwd=tmp_path)
    rows = records(done.stdout)
    assert [row["verdict"] for row in rows] == ["consistent", "the claim is malformed", "consistent"]
    assert [row["claim"] for row in rows] == ["claim-1", "claim-2", "claim-3"]
    assert "claims.jsonl, line 2: " in rows[1]["notes"][0]
    assert why in rows[1]["notes"][0]
    assert done.returncode == 1


def test_a_claim_that_was_malformed_is_audited_when_it_is_mended(tmp_path: Path) -> None:
    named = ("audit", "claims.jsonl", "--report", "r.jsonl", "--resume")
    _written(tmp_path, {**POSSIBLE, "item": 3}, POSSIBLE)
    assert call(*named, cwd=tmp_path).returncode == 1
    _written(tmp_path, POSSIBLE, POSSIBLE)
    done = call(*named, "--format", "jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [row["claim"] for row in records(done.stdout)] == ["claim-1"]
    report = records((tmp_path / "r.jsonl").read_text(encoding="utf-8"))
    assert sorted(row["claim"] for row in report) == ["claim-1", "claim-2"]


def test_findings_on_claims_that_are_gone_do_not_count(tmp_path: Path) -> None:
    named = ("audit", "claims.jsonl", "--report", "r.jsonl", "--resume")
    _written(tmp_path, {**IMPOSSIBLE, "id": "a"}, {**POSSIBLE, "id": "b"})
    assert call(*named, cwd=tmp_path).returncode == 1
    _written(tmp_path, {**POSSIBLE, "id": "b"})
    assert call(*named, cwd=tmp_path).returncode == 0
    assert [row["claim"] for row in records((tmp_path / "r.jsonl").read_text(encoding="utf-8"))] == ["b"]


class _Deadly(Auditor):
    """An auditor whose process dies on some claims, always or the first time, and which raises on others."""

    def audit(self, claim: Claim) -> AuditFinding:
        if claim.id == "kills":
            os.kill(os.getpid(), signal.SIGKILL)
        if claim.id == "exits":
            os._exit(3)
        once = self.base / claim.id
        if claim.id == "once" and not once.exists():
            once.touch()
            os._exit(3)
        if claim.id == "raises":
            raise MemoryError("too much")
        return build_finding(claim, ClaimVerdict.CONSISTENT)


class _DeadlyStart(Start, frozen=True):
    def auditor(self) -> Auditor:
        return _Deadly(self.base)


class _NoStart(Start, frozen=True):
    def auditor(self) -> Auditor:
        os._exit(7)


@pytest.mark.once
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL")
@pytest.mark.slow
def test_a_claim_that_kills_its_processes_is_its_own_verdict(tmp_path: Path) -> None:
    names = ["kills", "a", "once", "raises", "exits", "b"]
    claims = [Claim("accuracy", "1", name) for name in names]
    findings = list(audited_in_processes(claims, _DeadlyStart(tmp_path), 2))
    assert [each.claim for each in findings] == names
    crashed = {each.claim: each.notes for each in findings if each.verdict is ClaimVerdict.CRASHED}
    assert crashed == {
        "kills": ["2 processes died while computing it; the last one was killed by SIGKILL"],
        "raises": ["MemoryError: too much"],
        "exits": ["2 processes died while computing it; the last one exited with status 3"],
    }
    assert all(each.failed for each in findings if each.claim in crashed)


@pytest.mark.slow
def test_processes_that_do_not_start_are_an_error(tmp_path: Path) -> None:
    claims = [Claim("accuracy", "1", name) for name in ("a", "b")]
    with pytest.raises(InputError, match="exited with status 7"):
        list(audited_in_processes(claims, _NoStart(tmp_path), 2))


def test_an_exception_in_this_process_is_a_verdict(tmp_path: Path) -> None:
    assert audit_claim(_Deadly(tmp_path), Claim("accuracy", "1", "raises")).verdict is ClaimVerdict.CRASHED
