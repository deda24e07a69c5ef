"""The commands that audits print: which number they are for, and where they run."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import msgspec
import pytest

from samescore.records import Audit, AuditFinding, ClaimVerdict, JointFinding, Revision
from tests.command import call, records
from tests.reports import markdown_of, text_of

markdown = markdown_of("audit")
terminal = text_of("audit")

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_COMMAND = "samescore score h.txt -r r.txt -m bleu"


def _finding(verdict: ClaimVerdict) -> AuditFinding:
    return AuditFinding("x", "paper", "BLEU", "27.3", verdict, command=_COMMAND, hypotheses="h.txt")


def test_a_command_that_prints_the_published_number_has_no_label() -> None:
    audited = Audit([_finding(ClaimVerdict.DEFAULTS)])
    assert f"\n  $ {_COMMAND}\n" in terminal(audited)
    assert f"\n`{_COMMAND}`\n" in markdown(audited)


@pytest.mark.parametrize("verdict", [ClaimVerdict.NOT, ClaimVerdict.UNDERSPECIFIED, ClaimVerdict.IMPOSSIBLE])
def test_a_command_that_prints_another_number_says_so(verdict: ClaimVerdict) -> None:
    audited = Audit([_finding(verdict)])
    assert f"\n  nearest: $ {_COMMAND}\n" in terminal(audited)
    assert f"\nnearest: `{_COMMAND}`\n" in markdown(audited)


@pytest.mark.parametrize("verdict", [ClaimVerdict.NOT, ClaimVerdict.STANDS_OUT])
def test_the_number_of_its_source_is_not_called_nearest(verdict: ClaimVerdict) -> None:
    revision = Revision("x", verdict, 28.1, "bleu", _COMMAND, "the settings of its source give 28.1")
    audited = Audit([_finding(ClaimVerdict.NOT)], [JointFinding("paper", "BLEU", 5, [], ["x"], [revision])])
    assert f"\n  with the settings of the other claims of its source: $ {_COMMAND}\n" in terminal(audited)
    assert f"\nwith the settings of the other claims of its source: `{_COMMAND}`\n" in markdown(audited)
    confirmed = msgspec.structs.replace(revision, verdict=ClaimVerdict.DEFAULTS)
    audited = Audit([_finding(ClaimVerdict.NOT)], [JointFinding("paper", "BLEU", 5, [], [], [confirmed])])
    assert f"\n  $ {_COMMAND}\n" in terminal(audited)


@pytest.mark.parametrize("where", [".", "papers", "elsewhere", "papers/our files"])
@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_printed_command_runs_where_it_is_printed(tmp_path: Path, where: str, form: str) -> None:
    """The commands of a finding and of a revision, whichever folder the audit is asked in."""
    folder = tmp_path / "papers"
    for name in (folder / "our files", tmp_path / "elsewhere"):
        name.mkdir(parents=True)
    (folder / "ref").write_text("a b c d e f g h\ni k l m n o p q\n", encoding="utf-8")
    claims = []
    for number, line in enumerate(("a b c d e f g x", "a b c d e x g h")):
        (folder / "our files" / f"hyp {number}").write_text(f"{line}\ni k l m n o p q\n", encoding="utf-8")
        files = {"hypotheses": f"our files/hyp {number}", "references": ["ref"], "source": "paper"}
        claims.append({"metric": "WER", "published": "6", **files})
    (folder / "claims.jsonl").write_text("".join(f"{json.dumps(claim)}\n" for claim in claims), encoding="utf-8")
    named = "claims.jsonl" if where == "papers" else str(folder / "claims.jsonl")
    printed = call("audit", named, "--format", form, "-j", "1", cwd=tmp_path / where).stdout
    commands = [line.lstrip(" -$`").rstrip("`") for line in printed.splitlines() if "samescore score" in line]
    assert len(commands) == 2
    for command in commands:
        (row,) = records(call(*shlex.split(command)[1:], "--format", "jsonl", cwd=tmp_path / where).stdout)
        assert row["value"] == pytest.approx(100 / 16)


def test_records_name_the_files_as_the_claims_do(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("h", "r"):
        (tmp_path / "deep" / name).write_text("a b\n", encoding="utf-8")
    claim = {"metric": "WER", "published": "0.00", "hypotheses": "h", "references": ["r"]}
    (tmp_path / "deep" / "claims.jsonl").write_text(f"{json.dumps(claim)}\n", encoding="utf-8")
    (here,) = records(call("audit", "deep/claims.jsonl", "--format", "jsonl", cwd=tmp_path).stdout)
    (there,) = records(call("audit", "claims.jsonl", "--format", "jsonl", cwd=tmp_path / "deep").stdout)
    assert here == there


def test_the_command_of_a_score_names_no_baseline(tmp_path: Path) -> None:
    """A score compares no systems; the p-value of the mark behind it does."""
    for name, line in (("h", "a b c d e f"), ("base", "a b c d e x"), ("r", "a b c d e f")):
        (tmp_path / name).write_text(f"{line}\n" * 3, encoding="utf-8")
    files = {"hypotheses": "h", "references": ["r"], "baseline": "base", "marks": {"*": "p < 0.5"}}
    claim = {"metric": "BLEU", "published": "100.0*", **files}
    (tmp_path / "claims.jsonl").write_text(f"{json.dumps(claim)}\n", encoding="utf-8")
    found = records(call("audit", "claims.jsonl", "--format", "jsonl", cwd=tmp_path).stdout)
    score, p_value = (finding for finding in found if finding["type"] == "finding")
    assert "--baseline base" not in score["command"]
    assert "--baseline base" in p_value["command"]
    for finding in (score, p_value):
        (row,) = records(call(*shlex.split(finding["command"])[1:], "--format", "jsonl", cwd=tmp_path).stdout)
        assert row["value"] == pytest.approx(finding["value"])
