"""The command of `samescore.compat.sacrebleu`: its output for a score worked by hand, and its errors."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from samescore.compat.sacrebleu.command import main


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SACREBLEU_FORMAT", raising=False)
    Path("hypotheses").write_text("the cat sat on the mat\n")
    Path("more").write_text("the cat sat on the mat\na dog\n")
    Path("references").write_bytes(b"the cat sat on a mat\n")
    Path("columns").write_text("a\tb\nc\n")


def test_a_score_as_text_and_as_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """exp(mean of log 5/6, 3/5, 2/4, 1/3), in percent."""
    main(["references", "-i", "hypotheses", "-b", "-w", "2", "-f", "text"])
    assert capsys.readouterr().out == "53.73\n"
    main(["references", "-i", "hypotheses"])
    assert json.loads(capsys.readouterr().out)["score"] == 53.7
    monkeypatch.setenv("SACREBLEU_FORMAT", "text")
    main(["references", "-i", "hypotheses", "--short"])
    assert capsys.readouterr().out.startswith("BLEU|#:1|c:mixed|e:no|tok:13a|s:exp|v:2.6.0 = 53.7 83.3/60.0/50.0/33.3")


def test_files_may_be_compressed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("references.gz").write_bytes(gzip.compress(b"the cat sat on a mat\n"))
    main(["references.gz", "-i", "hypotheses", "-b"])
    assert capsys.readouterr().out == "53.7\n"


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ("-t wmt17 -l en-de -i hypotheses", 2, "offers no test sets"),
        ("--list", 2, "offers no test sets"),
        ("-i hypotheses", 1, "no file of references was passed"),
        ("references -i missing", 1, "missing"),
        ("references -i more", 1, "different numbers of lines"),
        ("references -i hypotheses hypotheses", 1, "hypotheses was named twice"),
        ("references -i hypotheses -sl -m bleu ter", 1, "by one metric"),
        ("references -i hypotheses --paired-bs", 1, "needs several systems"),
        ("references -i hypotheses references --confidence", 1, "use --paired-bs"),
        ("references -i hypotheses references --paired-bs -f text", 1, "pass -f json"),
        ("columns -nr 2 -i hypotheses", 17, "line 2 of columns has 1 fields, not 2"),
    ],
)
def test_errors(arguments: str, status: int, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments.split())
    assert stopped.value.code == status
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.out == ""
