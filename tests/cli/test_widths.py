"""On a narrow terminal no number is cut, and in a pipe nothing is folded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from samescore.catalogue.profile_files import profile_files
from samescore.report.plain import wrap_line
from tests.command import call, call_on_terminal

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_COMMANDS = {
    "score": "score hyp -r ref -m bleu -m chrf",
    "score of classes": "score tags -r gold -m f1 --set average=macro --per-class",
    "diff": "diff hyp -r ref -i native:nltk -i native:sacrebleu -i native:sacrebleu(lowercase=true)",
    "explain": "explain native:nltk native:sacrebleu hyp -r ref",
    "explain of one": "explain native:sacrebleu hyp -r ref --reported 27.3",
    "explain of two metrics": "explain native:jiwer hyp -r ref -m wer -m cer",
    "audit": "audit -m BLEU --published 27.31 hyp -r ref -j 1",
    "drift": "drift native:sacrebleu==2.3.1 native:sacrebleu==2.6.0 -m ter",
    "identify": "identify native:nltk -m ribes",
    "fuzz": "fuzz native:squad-v1 native:squad-v2 -m answer-f1 --examples 20 --seed 1 --known",
    "list": "list vectors gleu",
    "list metrics": "list metrics",
    "list packages": "list",
    "list entry points": "list implementations bleu",
    "list divergences": "list divergences chrf",
    "list knobs": "list knobs bleu",
    "show": "show chrf-missing-orders",
    "why": "why rouge 0.0 for non-latin text",
    "axioms": "axioms native -m ter",
    "compare": "compare hyp other ref -r ref -m bleu --resamples 50",
}
_NUMBER = re.compile(r"(?<![\w.:=<>])[+-]?\d+\.\d+(?![\w.])")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hyp").write_text("the cat sat on the mat .\nit is 2010.\n", encoding="utf-8")
    (tmp_path / "ref").write_text("the cat sat on a mat.\nit is 2010 .\n", encoding="utf-8")
    (tmp_path / "other").write_text("the cat\nit is.\n", encoding="utf-8")
    (tmp_path / "gold").write_text("OK BAD OK OK\n", encoding="utf-8")
    (tmp_path / "tags").write_text("OK BAD BAD OK\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("columns", [24, *(pytest.param(columns, marks=pytest.mark.slow) for columns in (40, 80))])
@pytest.mark.parametrize("name", _COMMANDS)
def test_no_number_is_cut(folder: Path, name: str, columns: int) -> None:
    command = _COMMANDS[name].split()
    wide = call_on_terminal(*command, cwd=folder, columns=1000)
    shown = call_on_terminal(*command, cwd=folder, columns=columns)
    assert wide.strip()
    assert sorted(_NUMBER.findall(shown)) == sorted(_NUMBER.findall(wide))
    for line in shown.splitlines():
        whole = len(line.split()) <= 2 or re.match(r'\s*(\S+ )*(\$ |samescore |["{}\[\]])', line)
        assert len(line.rstrip()) <= columns or whole, f"the terminal would fold {line!r}"


def test_a_package_is_a_line_of_a_terminal_of_80_columns(folder: Path) -> None:
    heading, *lines = call_on_terminal("list", cwd=folder, columns=80).splitlines()
    assert heading.split() == ["package", "here", "entry_points", "metrics"]
    assert len(lines) == len(profile_files())
    [torchmetrics] = [line for line in lines if line.startswith("torchmetrics ")]
    assert re.search(r"bleu.* and \d+ more$", torchmetrics.rstrip())


def test_a_line_of_words_is_broken_at_spaces_and_a_copied_one_is_not() -> None:
    assert wrap_line("a b 12345.678", 8) == "a b\n  12345.678"
    for copied in ("samescore run native -m bleu", '  "id": "a b c d"', "  nearest: $ samescore score hyp"):
        assert wrap_line(copied, 8) == copied


@pytest.mark.parametrize("name", ["score", "explain", "show", "drift"])
def test_text_in_a_pipe_is_that_of_a_wide_terminal(folder: Path, name: str) -> None:
    command = _COMMANDS[name].split()
    assert call(*command, cwd=folder).stdout == call_on_terminal(*command, cwd=folder, columns=5000)


def test_a_report_with_tables_has_neither_folds_nor_padding_in_a_pipe(tmp_path: Path) -> None:
    names = ["a-system-with-a-long-name.txt", "another-system-with-a-long-name.txt"]
    for name in (*names, "ref"):
        (tmp_path / name).write_text("a b c d\n" * 3 + f"{name}\n" * 3, encoding="utf-8")
    command = ["compare", *names, "-r", "ref", "-m", "bleu", "--resamples", "50"]
    lines = call(*command, cwd=tmp_path, COLUMNS="").stdout.splitlines()
    assert all(name in lines[0] for name in names)
    assert [line for line in lines if line != line.rstrip()] == []
    assert max(map(len, call(*command, cwd=tmp_path, COLUMNS="60").stdout.splitlines()[1:6])) <= 60


@pytest.mark.parametrize("columns", ["0", "000", "x", "-5", ""])
def test_a_width_that_is_none_counts_as_no_width(tmp_path: Path, columns: str) -> None:
    shown = call("list", "metrics", cwd=tmp_path, COLUMNS=columns)
    assert shown.returncode == 0
    assert "bleu  BLEU\n" in shown.stdout


def test_a_score_that_is_no_number_is_said_to_be_none(tmp_path: Path) -> None:
    """Kappa of one class is 0/0."""
    for name in ("gold", "predicted"):
        (tmp_path / name).write_text("1\n1\n", encoding="utf-8")
    done = call("score", "predicted", "-r", "gold", "-m", "kappa", cwd=tmp_path)
    assert (done.returncode, done.stdout.split("\n")[0]) == (0, "nan")
    assert "predicted: kappa is nan: this input has no finite score with these settings" in done.stderr
    (tmp_path / "predicted").write_text("1\n0\n", encoding="utf-8")
    assert call("score", "predicted", "-r", "gold", "-m", "accuracy", cwd=tmp_path).stderr == ""
