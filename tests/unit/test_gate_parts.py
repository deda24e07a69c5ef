"""A gate that sees only a part of the answers: it says so, or does not pass."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_WER = """
from samescore import Corpus, score

def wer(hypotheses, references):
    return score("wer", Corpus.from_segments(hypotheses, references)).value{change}

wer.samescore = {{"metric": "wer"{declared}}}
"""


def _write(folder: Path, change: str = "", declared: str = "") -> None:
    """The module that computes a word error rate."""
    (folder / "mine.py").write_text(_WER.format(change=change, declared=declared), encoding="utf-8")


def _run(folder: Path, *arguments: str) -> tuple[int, str]:
    """The exit code and the output of a run of the function."""
    done = call("run", "py:mine:wer", "--fresh", "0", *arguments, cwd=folder, PYTHONPATH=str(folder))
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("option", ["-x", "--lf"])
@pytest.mark.parametrize("other", ["--against", "--write-baseline"])
def test_a_gate_and_its_baseline_do_not_end_at_a_wrong_answer(option: str, other: str, tmp_path: Path) -> None:
    _write(tmp_path, " + 1")
    if other == "--against":
        assert _run(tmp_path, "-k", "release", "--no-report", "--write-baseline", "b.jsonl")[0] == 1
    code, said = _run(tmp_path, "-k", "release", option, "--no-report", other, "b.jsonl")
    assert (code, "cannot be combined" in said) == (2, True), said
    assert (tmp_path / "b.jsonl").exists() == (other == "--against")


@pytest.mark.slow
def test_the_report_of_a_run_that_ended_at_a_failure_is_no_baseline(tmp_path: Path) -> None:
    _write(tmp_path, " + 1")
    assert _run(tmp_path, "-x", "--report", "run.jsonl")[0] == 1
    code, said = _run(tmp_path, "--no-report", "--against", "run.jsonl")
    assert (code, "stopped at its first failure" in said) == (2, True), said


def test_another_scale_is_another_score(tmp_path: Path) -> None:
    """A function that multiplies its score, and declares that it does."""
    scale = ', "settings": {{"scale": "{}"}}'
    _write(tmp_path, "", scale.format(1))
    assert _run(tmp_path, "-k", "release", "--no-report", "--write-baseline", "b.jsonl")[0] == 0
    assert _run(tmp_path, "-k", "release", "--no-report", "--against", "b.jsonl")[0] == 0
    _write(tmp_path, " * 100", scale.format(100))
    assert _run(tmp_path, "-k", "release", "--no-report")[0] == 0
    code, said = _run(tmp_path, "-k", "release", "--no-report", "--against", "b.jsonl")
    assert (code, "scale: 1 -> 100" in said, "0.5 -> 50 " in said) == (1, True, True), said
    _write(tmp_path, "", scale.format(100))
    code, said = _run(tmp_path, "-k", "release", "--no-report", "--against", "b.jsonl")
    assert (code, "0 changed" in said) == (0, True), "the scores are the same, whatever is declared of them"


#: A golden vector's knobs, for an own vector with a flag.
_KNOBS = "case:keep segments:separate references:first empty_input:empty empty_references:keep average:corpus scale:1"
_MORE = "transforms:none mean_summation:sum tokenizer:spaces empty_reference:insertions dtype:float64 digits:all costs:one denominator:reference"


@pytest.mark.slow
def test_a_flag_selects_own_vectors_of_the_baseline_too(tmp_path: Path) -> None:
    vector = {
        "id": "wer-mine",
        "comment": "A word with an accent; two more are missing.",
        "settings": {},
        "input": {"segments": [{"hypothesis": "the café", "references": ["the café is shut"]}]},
        "expected": {"outcome": "score", "value": "0.5"},
        "source": {"kind": "exact", "where": "own", "derivation": "2 of 4 words"},
        "flags": ["code-points"],
    }
    knobs = dict(word.split(":") for word in f"{_KNOBS} {_MORE}".split())
    document = {"schema": "samescore-golden/2", "metric": "wer", "defaults": knobs, "vectors": [vector]}
    (tmp_path / "mine.json").write_text(json.dumps(document), encoding="utf-8")
    _write(tmp_path)
    part = ("-k", "code-points", "--inputs", "mine.json", "--no-report")
    assert _run(tmp_path, "--inputs", "mine.json", "--no-report", "--write-baseline", "b.jsonl")[0] == 0
    code, said = _run(tmp_path, *part, "--against", "b.jsonl")
    assert (code, "0 changed, 0 lost, 0 new, 0 gone" in said) == (0, True), said
    _write(tmp_path, " + 1")
    code, said = _run(tmp_path, *part, "--against", "b.jsonl", "--format", "jsonl")
    rows = [json.loads(line) for line in said.splitlines() if line.startswith('{"type":"vector-gate"')]
    assert (code, [row["verdict"] for row in rows if row["vector"] == "wer-mine"]) == (1, ["moved"]), said


@pytest.mark.slow
def test_a_cause_shows_the_users_own_input_rather_than_a_golden_one(tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_text("the café is shut now\tthe café was shut until now\n", encoding="utf-8")
    _write(tmp_path)
    assert _run(tmp_path, "--inputs", "mine.tsv", "-m", "wer", "--no-report", "--write-baseline", "b.jsonl")[0] == 0
    _write(tmp_path, " * 2")
    arguments = ("--inputs", "mine.tsv", "-m", "wer", "--no-report", "--against", "b.jsonl", "--format", "jsonl")
    code, said = _run(tmp_path, *arguments)
    gate = next(json.loads(line) for line in said.splitlines() if line.startswith('{"type":"gate"'))
    (most,) = (cause for cause in gate["causes"] if cause["answers"] > 20)  # most of them are golden ones
    assert code == 1
    assert [most[which]["vector"].startswith("input-wer-") for which in ("first", "shortest")] == [True, True]
