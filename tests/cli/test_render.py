"""A saved result is shown as the command would have shown it at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from samescore import Corpus, diff
from samescore.records import Answer, DifferentAnswer, Identification, comparisons
from tests.command import call
from tests.reports import markdown_of

identification = markdown_of("identification")

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: A diff with everything that its table can show: gaps, known disagreements, conflicts, a knob that is not taken, a
#: package without the metric, a function that raises; one without any row; explanations, with and without a residual;
#: an audit.
_COMMANDS = {
    "diff": "diff hyp -r ref -i native -i native:sacrebleu -i native:nltk -i native:jiwer --set smoothing=none",
    "diff of a wrong function": "diff hyp -r ref -i native -i py:wrong:bleu",
    "diff of nothing": "diff hyp -r ref -m nist -i native:jiwer",
    "explain": "explain native:sacrebleu native:nltk.sentence_bleu hyp -r ref",
    "explain a wrong function": "explain native py:wrong:bleu hyp -r ref",
    "audit": "audit claims.jsonl -j 1",
    "compare": "compare hyp other -r ref -m bleu -m ter --resamples 50",
    "compare with a baseline": "compare hyp other ref -r ref --baseline hyp --interval none --resamples 50",
}

#: Runs with everything that their tables can show (a failure with a known mistake, one that raises, a program that does
#: not start, one that stops, a listed failure, a list that names no vector), the answers to a few vectors one by one,
#: and gates where nothing moved, where something did, and where nothing can be compared.
_RUNS = {
    "run": "run py:wrong:bleu native:nltk cmd:no-such-program -m bleu -m mcc --expect listed.toml",
    "run of one vector": "run native native:nltk py:wrong:bleu -k bleu-article-002-arithmetic-mean",
    "run of nothing": "run native:nltk -k wer-boundary-percent",
    "run with all answers": "run native:nltk -m ter -m gleu --all-answers",
    "unchanged": "run native:sacrebleu==2.3.1 -m ter --against baseline.jsonl",
    "moved": "run native:sacrebleu==2.6.0 -m ter --against baseline.jsonl",
    "lost": "run native:sacrebleu.sentence_ter -m ter --against baseline.jsonl",
    "gate of nothing": "run native:sacrebleu==2.3.1 -m bleu --against baseline.jsonl",
}
_WRONG = """
from samescore import Corpus, score
def bleu(hypotheses, references):
    if len(hypotheses) == 3:
        raise ValueError("<b>|`x`|\\x1b[31m &amp;")
    return score("bleu", Corpus.from_segments(hypotheses, references), average="sentences").value

bleu.samescore = {"metric": "bleu"}
"""
_LISTED = """
implementation = "py:wrong:bleu"

[expected]
bleu-no-such-vector = "it is not there"
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "wrong.py").write_text(_WRONG, encoding="utf-8")
    (tmp_path / "hyp").write_text("the cat sat on the mat .\nit is 2010.\nno [b] <i>\n", encoding="utf-8")
    (tmp_path / "ref").write_text("the cat sat on a mat.\nit is 2010 .\nno\n", encoding="utf-8")
    (tmp_path / "other").write_text("the cat\nit\nno\n", encoding="utf-8")
    claim = {"metric": "BLEU", "hypotheses": "hyp", "references": ["ref"], "source": "a <b> source"}
    claims = [{**claim, "published": "51.9"}, {**claim, "published": "1.1"}, {"metric": "f1", "published": "1.5"}]
    (tmp_path / "claims.jsonl").write_text("\n".join(map(json.dumps, claims)) + "\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", _COMMANDS.values(), ids=_COMMANDS)
def test_render_prints_the_same_text_as_the_command(command: str, files: Path) -> None:
    saved = call(*command.split(), "--format", "jsonl", cwd=files, PYTHONPATH=str(files))
    (files / "saved.jsonl").write_text(saved.stdout, encoding="utf-8")
    for form in ("text", "markdown", "jsonl"):
        at_once = call(*command.split(), "--format", form, cwd=files, PYTHONPATH=str(files))
        again = call("render", "saved.jsonl", "--format", form, cwd=files)
        assert at_once.returncode == saved.returncode
        assert (again.returncode, again.stdout) == (0, at_once.stdout), again.stderr
        assert len(again.stdout.splitlines()) >= 2 or form == "jsonl"


@pytest.mark.parametrize("command", ["diff", "explain", "audit", "compare"])
def test_the_page_of_a_command_is_the_one_that_render_makes(command: str, files: Path) -> None:
    done = call(*_COMMANDS[command].split(), "--format", "jsonl", "--html", "at-once.html", cwd=files)
    (files / "saved.jsonl").write_text(done.stdout, encoding="utf-8")
    assert call("render", "saved.jsonl", "--html", "again.html", cwd=files).returncode == 0
    at_once = (files / "at-once.html").read_text(encoding="utf-8")
    assert at_once == (files / "again.html").read_text(encoding="utf-8")
    assert at_once.startswith("<!doctype html>")


@pytest.mark.parametrize(
    "command",
    [
        "run native:nltk -m ter -m gleu --no-report --format jsonl",
        "drift native:sacrebleu==2.3.1 native:sacrebleu==2.6.0 -m ter --format jsonl",
        "identify native:nltk -m ribes --format jsonl",
        pytest.param(
            "fuzz native:squad-v1 native:squad-v2 -m answer-f1 --examples 5 --seed 1 --known --format jsonl",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_the_page_of_a_judgement_is_the_one_that_render_makes(command: str, tmp_path: Path) -> None:
    done = call(*command.split(), "--html", "at-once.html", cwd=tmp_path)
    (tmp_path / "saved.jsonl").write_text(done.stdout, encoding="utf-8")
    assert call("render", "saved.jsonl", "--html", "again.html", cwd=tmp_path).returncode == 0
    assert (tmp_path / "at-once.html").read_bytes() == (tmp_path / "again.html").read_bytes()


def test_a_page_overwrites_nothing_that_is_read(files: Path) -> None:
    done = call("diff", "hyp", "-r", "ref", "-i", "native", "--html", "ref", cwd=files)
    assert done.returncode == 2
    assert "--html ref would overwrite ref" in done.stderr


@pytest.fixture
def run_files(tmp_path: Path) -> Path:
    (tmp_path / "wrong.py").write_text(_WRONG, encoding="utf-8")
    (tmp_path / "listed.toml").write_text(_LISTED, encoding="utf-8")
    recording = ("run", "native:sacrebleu==2.3.1", "-m", "ter", "--report", "baseline.jsonl")
    assert call(*recording, cwd=tmp_path).returncode == 0
    return tmp_path


@pytest.mark.parametrize("command", _RUNS.values(), ids=_RUNS)
def test_a_saved_run_or_gate_is_shown_as_it_was_at_once(command: str, run_files: Path) -> None:
    files = ("--report", "saved.jsonl", "--markdown", "run.md", "--junit", "run.xml")
    shown = call(*command.split(), *files, cwd=run_files, PYTHONPATH=str(run_files))
    expected = {
        "text": shown.stdout.removesuffix("\nreport: saved.jsonl\n"),
        **{
            form: (run_files / name).read_text(encoding="utf-8")
            for form, name in (("markdown", "run.md"), ("junit", "run.xml"), ("jsonl", "saved.jsonl"))
        },
    }
    assert expected["text"] != shown.stdout
    for form, text in expected.items():
        again = call("render", "saved.jsonl", "--format", form, cwd=run_files)
        assert (again.returncode, again.stdout) == (0, text), again.stderr
        assert text.strip()


def test_a_run_shows_all_that_it_should(run_files: Path) -> None:
    command = (*_RUNS["run"].split(), "--no-report", "-v", "--markdown", "run.md")
    done = call(*command, cwd=run_files, PYTHONPATH=str(run_files))
    assert done.returncode == 1
    marked = (run_files / "run.md").read_text(encoding="utf-8")
    for part in ("bleu-square", "sentence-mean", "cmd:no-such-program"):
        assert part in done.stdout
        assert part in marked
    for part in ("UNAVAILABLE", "Divergences: ", "match this mistake", "bleu-no-such-vector", "failures.", "more knob"):
        assert part in done.stdout
    assert "cmd:no-such-program was not run" in marked


@pytest.mark.parametrize(
    "command",
    [
        "drift native:sacrebleu==2.3.1 native:sacrebleu==2.6.0 -m ter",
        "drift native:nltk==3.4.5 native:nltk==3.5 native:nltk==3.5.sentence_bleu -k bleu-release",
        "drift empty.jsonl",
        "identify native:nltk -m ribes",
        pytest.param("identify py:wrong:bleu", marks=pytest.mark.slow),
    ],
)
def test_a_saved_drift_or_identification_is_shown_as_it_was_at_once(command: str, run_files: Path) -> None:
    empty = call("run", "cmd:no-such-program", "-m", "mcc", "--report", "empty.jsonl", cwd=run_files)
    assert empty.returncode == 5
    saved = call(*command.split(), "--format", "jsonl", cwd=run_files, PYTHONPATH=str(run_files))
    (run_files / "saved.jsonl").write_text(saved.stdout, encoding="utf-8")
    shown = call(*command.split(), cwd=run_files, PYTHONPATH=str(run_files))
    again = call("render", "saved.jsonl", cwd=run_files)
    assert (again.returncode, again.stdout) == (0, shown.stdout), again.stderr
    assert shown.stdout.strip()
    page = call("render", "saved.jsonl", "--format", "markdown", cwd=run_files)
    if command.startswith("identify"):
        marked = call(*command.split(), "--format", "markdown", cwd=run_files, PYTHONPATH=str(run_files)).stdout
    else:
        call(*command.split(), "--markdown", "page.md", cwd=run_files)
        marked = (run_files / "page.md").read_text(encoding="utf-8")
    assert (page.returncode, page.stdout) == (0, marked)


@pytest.mark.slow
def test_an_identification_in_markdown_says_what_the_text_says(run_files: Path) -> None:
    known = call("identify", "native:nltk", "-m", "ribes", "--format", "markdown", cwd=run_files).stdout
    assert known.startswith("**native:nltk computes ribes as nltk.corpus\\_ribes")
    wrong = call("identify", "py:wrong:bleu", "--format", "markdown", cwd=run_files, PYTHONPATH=str(run_files)).stdout
    assert wrong.startswith("**py:wrong:bleu computes bleu as sacrebleu.sentence\\_bleu(effective\\_order=no) (")
    assert "--like 'sacrebleu.sentence_bleu(effective_order=no)'`" in wrong


def test_an_identification_in_markdown_lists_every_answer_that_differs() -> None:
    departures = [DifferentAnswer("bleu-a|b", Answer("score", 1.5), Answer("raised", error="ValueError"))]
    shown = identification(
        Identification("py:x:y", "bleu", False, "bleu", "bleu", [], 3, departures, {"case": ["lower"]}, ["bleu-c"])
    )
    assert "no settings reproduce all of its answers; the nearest reproduce 2 of 3" in shown
    assert "| bleu-a\\|b | 1.5 | raised ValueError |" in shown
    assert "it raises an error on 1 input where these settings do not, first on bleu-c" in shown


def test_an_interrupted_run_is_shown_as_such(run_files: Path) -> None:
    whole = (run_files / "baseline.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (run_files / "half.jsonl").write_text("".join(whole[:21]), encoding="utf-8")
    for form in ("text", "markdown"):
        assert "The run was interrupted" in call("render", "half.jsonl", "--format", form, cwd=run_files).stdout


def test_a_diff_shows_all_that_it_should(files: Path) -> None:
    table = call(*_COMMANDS["diff"].split(), cwd=files).stdout
    marked = call(*_COMMANDS["diff"].split(), "--format", "markdown", cwd=files).stdout
    for part in ("nltk-bleu-phantom-ngrams", "does not support the given smoothing", "native:jiwer: not compared"):
        assert part in table
        assert part in marked.replace("\\", "")
    assert "no value of these knobs is supported by both" in table
    assert "no value of these knobs is supported by both" in marked
    assert "| native:sacrebleu.corpus\\_bleu |" in marked


@pytest.mark.slow
def test_unexplained_gaps_are_shown_in_every_format(files: Path) -> None:
    for command in ("diff of a wrong function", "explain a wrong function"):
        for form in ("text", "markdown"):
            done = call(*_COMMANDS[command].split(), "--format", form, cwd=files, PYTHONPATH=str(files))
            assert done.returncode == 1
            assert "raised ValueError" in done.stdout
            assert "UNEXPLAINED" in done.stdout
            assert "\x1b" not in done.stdout


def test_a_diff_without_any_row_is_a_diff_alone(files: Path) -> None:
    for form, title in (("text", "nist: each under its own defaults"), ("markdown", "**nist: each under its")):
        lines = call(*_COMMANDS["diff of nothing"].split(), "--format", form, cwd=files).stdout.splitlines()
        assert any(line.startswith(title) for line in lines)
        assert sum("native:jiwer" in line for line in lines) == 1


def test_several_saved_results_are_rendered_one_after_another(files: Path) -> None:
    first, second = (
        call("diff", "hyp", "-r", "ref", "-m", metric, "-i", "native", "--format", "jsonl", cwd=files).stdout
        for metric in ("bleu", "chrf")
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
    apart = comparisons([record for compared in several for record in compared.records])
    assert [(each.metric, list(each.records)) for each in apart] == [
        (each.metric, each.to_records()) for each in several
    ]
