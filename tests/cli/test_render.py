"""A saved result is shown as the command would have shown it at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from samescore import Corpus, diff
from samescore.records import comparisons
from tests.command import call

#: A diff with everything that its table can show: gaps, known disagreements, conflicts, a knob that is not taken, a
#: package without the metric; one without any row; an explanation; an audit.
_COMMANDS = {
    "diff": "diff hyp -r ref -i native -i native:sacrebleu -i native:nltk -i native:jiwer --set smoothing=none",
    "diff of nothing": "diff hyp -r ref -m nist -i native:jiwer",
    "explain": "explain native:sacrebleu native:nltk.sentence_bleu hyp -r ref",
    "audit": "audit claims.jsonl -j 1",
}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "hyp").write_text("the cat sat on the mat .\nit is 2010.\nno [b] <i>\n", encoding="utf-8")
    (tmp_path / "ref").write_text("the cat sat on a mat.\nit is 2010 .\nno\n", encoding="utf-8")
    claim = {"metric": "BLEU", "hypotheses": "hyp", "references": ["ref"], "source": "a <b> source"}
    claims = [{**claim, "published": "51.9"}, {**claim, "published": "1.1"}, {"metric": "f1", "published": "1.5"}]
    (tmp_path / "claims.jsonl").write_text("\n".join(map(json.dumps, claims)) + "\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", _COMMANDS.values(), ids=_COMMANDS)
def test_what_is_rendered_is_what_was_shown(command: str, files: Path) -> None:
    saved = call(*command.split(), "--format", "jsonl", cwd=files)
    (files / "saved.jsonl").write_text(saved.stdout, encoding="utf-8")
    for form in ("table", "markdown", "jsonl"):
        at_once = call(*command.split(), "--format", form, cwd=files)
        again = call("render", "saved.jsonl", "--format", form, cwd=files)
        assert at_once.returncode == saved.returncode
        assert (again.returncode, again.stdout) == (0, at_once.stdout), again.stderr
        assert len(again.stdout.splitlines()) >= 2 or form == "jsonl"


def test_a_diff_shows_all_that_it_should(files: Path) -> None:
    table = call(*_COMMANDS["diff"].split(), "--format", "table", cwd=files).stdout
    marked = call(*_COMMANDS["diff"].split(), "--format", "markdown", cwd=files).stdout
    for part in ("nltk-bleu-phantom-ngrams", "cannot take the given smoothing", "native:jiwer: not compared"):
        assert part in table
        assert part in marked.replace("\\", "")
    assert "can never share" in table
    assert "they can never share" in marked
    assert "| native:sacrebleu.corpus\\_bleu |" in marked


def test_a_diff_without_any_row_is_a_diff_alone(files: Path) -> None:
    for form, title in (("table", "nist: each under its own defaults"), ("markdown", "**nist: each under its")):
        lines = call(*_COMMANDS["diff of nothing"].split(), "--format", form, cwd=files).stdout.splitlines()
        assert lines[0].startswith(title)
        assert sum("native:jiwer" in line for line in lines) == 1


def test_several_saved_results_are_rendered_one_after_another(files: Path) -> None:
    first, second = (
        call("diff", "hyp", "-r", "ref", "-m", metric, "-i", "native", cwd=files).stdout for metric in ("bleu", "chrf")
    )
    (files / "all.jsonl").write_text(first + second + first, encoding="utf-8")
    shown = call("render", "all.jsonl", cwd=files).stdout
    titles = [line for line in shown.splitlines() if "each under its own defaults" in line]
    assert [title.split(":")[0] for title in titles] == ["bleu", "chrf", "bleu"]


def test_saved_comparisons_are_kept_apart() -> None:
    corpus = Corpus.from_segments(["a b"], [["a c"]])
    several = [
        diff("bleu", corpus, ["native:sacrebleu", "native:nltk", "native:jiwer"]),
        diff("bleu", corpus, ["native:sacrebleu", "native:nltk"]),
        diff("chrf", corpus, ["native:jiwer"]),
        diff("ter", corpus, ["native"]),
    ]
    assert comparisons([record for compared in several for record in compared.records]) == several
