"""``-`` is the standard input, wherever a command reads a file."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.command import PROGRAM, call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_HYPOTHESES = "the cat sat on the mat .\nit is 2010.\n"
_REFERENCES = "the cat sat on a mat.\nit is 2010 .\n"
_MODELS = ("-i", "native:nltk", "-i", "native:sacrebleu")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hyp").write_text(_HYPOTHESES, encoding="utf-8")
    (tmp_path / "ref").write_text(_REFERENCES, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "file"),
    [
        ("score {} -r ref", "hyp"),
        ("score {} -r ref -m bleu -m chrf -m ter", "hyp"),
        ("score hyp -r {}", "ref"),
        (f"diff {{}} -r ref {' '.join(_MODELS)}", "hyp"),
        (f"diff hyp -r {{}} {' '.join(_MODELS)}", "ref"),
        ("explain native:nltk native:sacrebleu {} -r ref", "hyp"),
        ("explain native:nltk native:sacrebleu hyp -r {}", "ref"),
        ("golden new mine {} -r ref", "hyp"),
    ],
)
def test_texts_from_the_standard_input_are_those_of_the_file(folder: Path, command: str, file: str) -> None:
    named = call(*command.format(file).split(), cwd=folder)
    piped = call(*command.format("-").split(), cwd=folder, stdin=(folder / file).read_text(encoding="utf-8"))
    assert named.returncode == piped.returncode == 0, piped.stderr
    assert piped.stdout == named.stdout


def test_a_saved_result_is_rendered_from_the_standard_input(folder: Path) -> None:
    saved = call("diff", "hyp", "-r", "ref", *_MODELS, "--format", "jsonl", cwd=folder)
    shown = call("diff", "hyp", "-r", "ref", *_MODELS, cwd=folder)
    assert call("render", "-", cwd=folder, stdin=saved.stdout).stdout == shown.stdout


def test_claims_are_read_from_the_standard_input(folder: Path) -> None:
    claim = {"metric": "BLEU", "published": "127.3", "hypotheses": "hyp", "references": ["ref"]}
    done = call("audit", "-", "-j", "1", "--format", "jsonl", cwd=folder, stdin=json.dumps(claim) + "\n")
    assert [row["verdict"] for row in records(done.stdout)] == ["impossible"], done.stderr


def test_audit_reads_printed_scores_from_standard_input(folder: Path) -> None:
    text = "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.3.1 = 100.1 100.0/100.0/100.0/100.0\n"
    done = call("audit", "-", "-j", "1", "--format", "jsonl", cwd=folder, stdin=text)
    assert [row["verdict"] for row in records(done.stdout) if row["type"] == "finding"] == ["impossible"], done.stderr


@pytest.mark.parametrize(
    "command", ["score - -r -", "score - -", "diff - -r - -r ref", "explain native - -r -", "golden new x - -r -"]
)
def test_the_standard_input_is_read_once(folder: Path, command: str) -> None:
    done = call(*command.split(), cwd=folder, stdin=_HYPOTHESES)
    assert done.returncode == 2
    assert "- was given twice" in done.stderr


def test_texts_to_audit_are_files(folder: Path) -> None:
    done = call("audit", "-m", "BLEU", "--published", "3", "-", "-r", "ref", cwd=folder, stdin=_HYPOTHESES)
    assert done.returncode == 2
    assert "audit reads texts from files only" in done.stderr


def test_a_file_may_be_called_like_the_standard_input(folder: Path) -> None:
    (folder / "-").write_text(_HYPOTHESES, encoding="utf-8")
    done = call("score", "./-", "-r", "ref", cwd=folder, stdin="something else\n\n")
    assert done.stdout == call("score", "hyp", "-r", "ref", cwd=folder).stdout


def test_a_pipe_of_the_shell(folder: Path) -> None:
    command = [*PROGRAM, "score", "-", "-r", "ref"]
    done = subprocess.run(command, cwd=folder, input=_HYPOTHESES, capture_output=True, text=True, check=True)
    assert done.stdout == call("score", "hyp", "-r", "ref", cwd=folder).stdout
