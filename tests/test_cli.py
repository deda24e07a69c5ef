"""The command line, as a person and as a script meet it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, score


def call(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command with its output piped."""
    return subprocess.run(
        [sys.executable, "-c", "from samescore.cli import main; main()", *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "80", **environment},
        check=False,
    )


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "hyp").write_text("the cat sat on the mat .\nit is 2010.\n", encoding="utf-8")
    (tmp_path / "ref").write_text("the cat sat on a mat.\nit is 2010 .\n", encoding="utf-8")
    (tmp_path / "gold").write_text("OK BAD OK\n", encoding="utf-8")
    (tmp_path / "tags").write_text("OK BAD BAD\n", encoding="utf-8")
    return tmp_path


def test_run_writes_a_report_that_says_everything(tmp_path: Path) -> None:
    done = call("run", "native", "-m", "mcc", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    printed, written = records(done.stdout), records((tmp_path / "samescore-run.jsonl").read_text(encoding="utf-8"))
    assert printed == written
    assert [record["type"] for record in written] == ["header", *["result"] * (len(written) - 2), "footer"]
    assert written[0]["schema"] == "samescore-report/1"
    assert written[0]["environment"]["python"]
    assert written[-1]["verdicts"] == {"agree": len(written) - 2}
    assert written[-1]["exit_code"] == 0


def test_run_prints_a_table_that_fits(tmp_path: Path) -> None:
    done = call("run", "native", "native:nltk", "--format", "table", "--no-report", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.iterdir())
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "\x1b" not in done.stdout
    assert "denominator_floor: none" in done.stdout  # the rest may be on the next line of its cell


def test_a_report_that_cannot_be_written_is_an_error_before_the_run(tmp_path: Path) -> None:
    done = call("run", "native", "--report", "nowhere/report.jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert "cannot write the report nowhere/report.jsonl" in done.stderr
    assert "--no-report" in done.stderr


def test_selecting_nothing_is_not_success(tmp_path: Path) -> None:
    done = call("run", "native", "--vector", "no-such", "--no-report", cwd=tmp_path)
    assert done.returncode == 4
    assert "no vector" in done.stderr


def test_a_named_implementation_that_cannot_start(tmp_path: Path) -> None:
    done = call("run", "sacrebleu==0.0.1", "-m", "bleu", "--no-report", "--format", "table", cwd=tmp_path)
    assert done.returncode == 5
    assert "UNAVAILABLE" in done.stdout


def test_score_says_value_and_signature(files: Path) -> None:
    done = call("score", "hyp", "-r", "ref", "-m", "chrf++", cwd=files)
    (record,) = records(done.stdout)
    corpus = Corpus.read(files / "hyp", [files / "ref"])
    assert record["value"] == score("chrf++", corpus).value
    assert float.fromhex(record["hex"]) == record["value"]
    assert record["signature"].startswith("chrf|case:keep|")
    assert "word_order:2" in record["signature"]


def test_score_follows_an_implementation_and_knobs(files: Path) -> None:
    done = call(
        "score", "hyp", "-r", "ref", "--like", "nltk.sentence_bleu", "--set", "smoothing=nltk-3", "--stages", cwd=files
    )
    (record,) = records(done.stdout)
    corpus = Corpus.read(files / "hyp", [files / "ref"])
    assert record["value"] == score("bleu", corpus, like="nltk.sentence_bleu", smoothing="exp").value
    assert len(record["stages"]["sentences"]) == 2


def test_score_on_labels(files: Path) -> None:
    done = call("score", "tags", "-r", "gold", "-m", "f1", "--set", "positive=BAD", "--format", "table", cwd=files)
    assert done.stdout.splitlines()[0] == repr(2 / 3)
    done = call("score", "tags", "-m", "f1", cwd=files)
    assert done.returncode == 2
    assert "gold labels" in done.stderr


def test_diff_compares_models_without_any_peer(files: Path) -> None:
    done = call("diff", "hyp", "-r", "ref", "-i", "native:sacrebleu", "-i", "native:nltk", cwd=files)
    assert done.returncode == 0, done.stderr
    found = records(done.stdout)
    rows = [record for record in found if record["type"] == "row"]
    assert [row["entry_point"] for row in rows] == ["corpus_bleu", "sentence_bleu"] * 2
    assert all(row["reproduced_natively"] for row in rows)
    assert {record["type"] for record in found} == {"row", "common"}


def test_diff_is_readable_on_a_narrow_terminal(files: Path) -> None:
    done = call("diff", "hyp", "-r", "ref", "-i", "native:nltk", "--format", "table", cwd=files, COLUMNS="60")
    assert max(map(len, done.stdout.splitlines())) <= 60
    assert "knob by knob" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("score", "hyp"), "no references were given"),
        (("score", "nothing", "-r", "ref"), "cannot read nothing"),
        (("score", "hyp", "-r", "ref", "-m", "blue"), "the metrics are"),
        (("score", "hyp", "-r", "ref", "--set", "tokenizer"), "has no '='"),
        (("score", "hyp", "-r", "ref", "--set", "tokenizer=14a"), "13a"),
        (("score", "hyp", "-r", "ref", "--like", "nltk==1.0"), "nothing is guessed"),
        (("score", "hyp", "-r", "ref", "--like", "sacrebleu", "--set", "mean=arithmetic"), "is always geometric"),
        (("diff", "hyp", "-r", "ref", "-i", "blue"), "there is no implementation"),
        (("run", "blue"), "there is no implementation"),
        (("show", "bleu-identica"), "did you mean bleu-identical"),
        (("list", "knobs"), "list knobs bleu"),
    ],
)
def test_mistakes_exit_with_2_and_a_remedy(files: Path, arguments: tuple[str, ...], part: str) -> None:
    done = call(*arguments, cwd=files)
    assert done.returncode == 2
    assert part in done.stderr
    assert "Traceback" not in done.stderr


def test_hostile_text_reaches_the_terminal_escaped(tmp_path: Path) -> None:
    (tmp_path / "h").write_text("\x1b[31mred\n", encoding="utf-8")
    (tmp_path / "r").write_text("\x1b]0;title\x07\n", encoding="utf-8")
    done = call("diff", "h", "-r", "r", "-i", "native:nltk", "--format", "table", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    done = call("score", "\x1b[31m", "-r", "r", cwd=tmp_path)
    assert done.returncode == 2
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize("what", ["metrics", "implementations", "vectors", "flags"])
def test_listings_are_tab_separated_when_piped(tmp_path: Path, what: str) -> None:
    done = call("list", what, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert len({line.count("\t") for line in done.stdout.splitlines()}) == 1


def test_show_prints_a_vector_whole(tmp_path: Path) -> None:
    done = call("show", "bleu-article-002-arithmetic-mean", cwd=tmp_path)
    assert "5/8" in done.stdout
    assert "expected  0.625" in done.stdout
    assert "samescore run --vector bleu-article-002-arithmetic-mean" in done.stdout
