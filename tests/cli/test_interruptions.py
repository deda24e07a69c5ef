"""A first interruption prints what is known until then; a failure prints how to see it again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from samescore.verbs.audit import batch
from samescore.verbs.releases import drift as drift_verb
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hyp").write_text("the cat sat on the mat .\nit is 2010.\n", encoding="utf-8")
    (tmp_path / "ref").write_text("the cat sat on a mat.\nit is 2010 .\n", encoding="utf-8")
    claims = [{"metric": "BLEU", "published": number, "id": number} for number in ("127.3", "27.3")]
    (tmp_path / "claims.jsonl").write_text("".join(json.dumps(claim) + "\n" for claim in claims), encoding="utf-8")
    return tmp_path


def _interrupted(*_: Any, **__: Any) -> Any:
    raise KeyboardInterrupt


@pytest.mark.parametrize("form", ["text", "markdown", "jsonl"])
def test_a_diff_shows_the_numbers_that_it_has(folder: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    monkeypatch.setattr("samescore.verbs.why.diff.attribute", _interrupted)
    done = call("diff", "hyp", "-r", "ref", "-i", "native", "-i", "native:nltk", "--format", form, cwd=folder)
    assert done.returncode == 130
    assert "63.40466277046863" in done.stdout
    assert "these are the results so far" in done.stderr


def test_a_drift_shows_the_releases_that_it_has_compared(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[object] = []

    def answer_pairs(*recordings: Any) -> Any:
        if compared:
            raise KeyboardInterrupt
        compared.append(recordings)
        return pairs_of(*recordings)

    pairs_of = drift_verb.answer_pairs
    monkeypatch.setattr(drift_verb, "answer_pairs", answer_pairs)
    names = [f"native:sacrebleu=={version}" for version in ("2.0.0", "2.3.1", "2.6.0")]
    done = call("drift", *names, "-m", "ter", cwd=folder)
    assert done.returncode == 130
    assert "sacrebleu 2.0.0 -> 2.3.1" in done.stdout
    assert "2.6.0" not in done.stdout
    assert "these are the results so far" in done.stderr


def test_an_audit_shows_the_findings_that_it_has(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def audit_all(*arguments: Any, **options: Any) -> Iterator[Any]:
        yield next(iter(findings_of(*arguments, **options)))
        raise KeyboardInterrupt

    findings_of = batch.audit_all
    monkeypatch.setattr("samescore.verbs.audit.execution.audit_all", audit_all)
    done = call("audit", "claims.jsonl", "-j", "1", "--report", "r.jsonl", cwd=folder)
    assert done.returncode == 130
    assert "BLEU 127.3 is impossible" in done.stdout
    assert "BLEU 27.3" not in done.stdout
    assert "these are the results so far" in done.stderr
    assert "--resume continues" in done.stderr


def test_an_interrupted_diff_without_results_prints_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("samescore.verbs.why.diff.native_outcome", _interrupted)
    done = call("diff", "hyp", "-r", "ref", "-i", "native", cwd=folder)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.strip() == "samescore: interrupted"


def test_an_unexplained_row_of_a_diff_has_a_command_that_shows_it_again(folder: Path) -> None:
    wrong = "def bleu(hypotheses, references):\n    return 12.345\n\nbleu.metric = 'bleu'\n"
    (folder / "mine.py").write_text(wrong, encoding="utf-8")
    (folder / "hyp").rename(folder / "my hyp")
    arguments = ("-i", "native", "-i", "py:mine:bleu", "--like", "native:sacrebleu.corpus_bleu", "--in-process")
    done = call("diff", "my hyp", "-r", "ref", *arguments, cwd=folder, PYTHONPATH=str(folder))
    assert done.returncode == 1, done.stdout + done.stderr
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("reproduce: ")]
    words = shlex.split(line.removeprefix("reproduce: samescore "))
    assert words[:2] == ["diff", "my hyp"]
    again = call(*words, cwd=folder, PYTHONPATH=str(folder))
    assert (again.returncode, line in again.stderr.splitlines()) == (1, True)
