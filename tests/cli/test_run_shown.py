"""What a run shows, keeps and asks again, as a person meets it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from rich.cells import cell_len

from samescore.records import history
from tests.command import PROGRAM, call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_MER = """
from samescore import Corpus, score

def mer(hypotheses, references):
    return FACTOR * score("mer", Corpus.from_segments(hypotheses, references)).value

mer.samescore = {"metric": "mer"}
"""
_NAME = "py:mine:mer"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a function that is a percent too large."""
    monkeypatch.setenv("SAMESCORE_STATE", str(tmp_path / "state"))
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "mine.py").write_text(_MER.replace("FACTOR", "1.01"), encoding="utf-8")
    return tmp_path / "work"


def _run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return call("run", *arguments, cwd=folder, PYTHONPATH=str(folder), **environment)


def _asked(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [record["vector"] for record in records(done.stdout) if record["type"] == "result"]


@pytest.mark.slow
def test_the_verdicts_of_all_models_are_on_one_screen(folder: Path) -> None:
    models = ("native:sacrebleu", "native:nltk", "native:rouge_score", "native:sklearn")
    done = _run(folder, "native", *models, "-k", "not size")  # the largest inputs take half of the time
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert lines[0].endswith("golden vectors, 73 metrics, 5 implementations")
    rows = {
        line.split()[0]: line.split()[1:]
        for line in lines
        if line.split()[:1] in [[name] for name in ("native", *models)]
    }
    assert set(rows) == {"native", *models}
    count = lines[0].split()[2]
    assert rows["native"] == [count, "-", "-", "-", "all", count]
    agree, diverge, *_, answered, of, total = rows["native:nltk"]
    assert (of, total) == ("of", count)
    assert int(agree) + int(diverge) == int(answered.replace(",", ""))
    assert "unsupported" not in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("width", ["40", "80", "200"])
def test_no_digit_is_cut_on_any_terminal(folder: Path, width: str) -> None:
    numbers = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
    shown = _run(folder, "native:nltk", _NAME, "-m", "mer", "-m", "bleu", "--seed", "7", COLUMNS=width)
    wide = call("render", cwd=folder, COLUMNS="1000")
    commands, lines = (
        {line for line in shown.stdout.splitlines() if line.startswith("    samescore run ") is copied}
        for copied in (True, False)
    )
    assert max(map(cell_len, lines)) <= int(width)
    assert len(commands) == 3
    assert commands <= set(wide.stdout.splitlines()), "a command is one line, to be copied"
    assert "…" not in shown.stdout
    expected, present = (set(numbers.findall(done.stdout)) for done in (wide, shown))
    assert {number for number in expected if len(number) < 20} <= present


@pytest.mark.slow
def test_a_failure_is_told_by_its_cause_and_three_inputs(folder: Path) -> None:
    done = _run(folder, _NAME, "-m", "mer", "--seed", "7")
    assert done.returncode == 1
    blocks = done.stdout.split("\n\n")
    wrong = next(block for block in blocks if "answers are wrong" in block)
    assert wrong.splitlines()[1].startswith("  mer: ")
    failures = [block for block in blocks if "    samescore run " in block]
    assert len(failures) == 3
    for block in failures:
        labels = [line.split()[0] for line in block.splitlines()[1:] if line.startswith("    ") and line[4] != " "]
        assert labels[0] == "input"
        assert {"settings", "expected", "got"} <= set(labels)
    assert "1 % too high" in done.stdout
    assert "ulp" not in done.stdout
    assert "more: -v shows all of them" in done.stdout
    assert "30 more" not in failures[-1]
    every = call("render", "-v", cwd=folder).stdout
    total = int(re.search(r": (\d+) of \d+ answers are wrong", done.stdout)[1])  # type: ignore[index]
    assert every.split("Every failure")[1].count("    samescore run ") == total


def test_the_run_ends_at_its_first_failure_if_it_is_told_to(folder: Path) -> None:
    done = _run(folder, _NAME, "native", "-m", "mer", "-x", "--format", "jsonl")
    verdicts = [record["verdict"] for record in records(done.stdout) if record["type"] == "result"]
    assert done.returncode == 1
    assert verdicts.index("disagree") == len(verdicts) - 1
    assert records(done.stdout)[-1]["stopped"] is True
    text = _run(folder, _NAME, "native", "-m", "mer", "--exitfirst").stdout
    assert "Stopped at the first failure (-x), after " in " ".join(text.split())
    assert text.count("    samescore run ") == 1
    right = _run(folder, "native", "-m", "mer", "-x", "--format", "jsonl")
    assert "stopped" not in records(right.stdout)[-1]
    [failed] = [record["vector"] for record in records(done.stdout) if record.get("verdict") == "disagree"]
    last = _run(folder, _NAME, "-m", "mer", "-k", failed, "--fresh", "0", "-x", "--format", "jsonl")
    assert [record["vector"] for record in records(last.stdout) if record.get("verdict") == "disagree"] == [failed]
    assert "stopped" not in records(last.stdout)[-1], "the only answer was the last one"


@pytest.mark.slow
def test_last_failed_reruns_only_the_failures(folder: Path) -> None:
    first = _run(folder, _NAME, "native", "-m", "mer", "--seed", "7", "--format", "jsonl")
    failed = [r["vector"] for r in records(first.stdout) if r["type"] == "result" and r["verdict"] == "disagree"]
    assert any(name.startswith("fresh-") for name in failed)
    again = _run(folder, _NAME, "native", "-m", "mer", "--last-failed", "--format", "jsonl")
    assert again.returncode == 1
    assert _asked(again) == failed
    assert [records(done.stdout)[0].get("last_failed", False) for done in (first, again)] == [False, True]
    assert f"running {len(failed)} failures of the last run" in again.stderr
    golden = _run(folder, _NAME, "native", "--lf", "-k", "not fresh", "--format", "jsonl")
    assert _asked(golden) == [name for name in failed if not name.startswith("fresh-")]
    (folder / "mine.py").write_text(_MER.replace("FACTOR", "1"), encoding="utf-8")
    mended = _run(folder, _NAME, "native", "-m", "mer", "--lf", "--format", "jsonl")
    assert mended.returncode == 0
    assert _asked(mended) == failed
    everything = _run(folder, _NAME, "native", "-m", "mer", "--lf", "--seed", "7", "--format", "jsonl")
    assert "nothing failed in the last run; running everything" in everything.stderr
    assert _asked(everything) == _asked(first)


def test_failures_that_are_not_selected_now_are_said(folder: Path) -> None:
    (folder / "own.tsv").write_text("a b c\ta x y\n", encoding="utf-8")
    _run(folder, _NAME, "-m", "mer", "-k", "input-mer", "--inputs", "own.tsv")
    kept = history.kept_runs()
    for options in (["-m", "mer"], ["-m", "mcc", "--inputs", "own.tsv"], ["-k", "basic", "--inputs", "own.tsv"]):
        done = _run(folder, _NAME, *options, "--lf")
        assert (done.returncode, done.stdout) == (4, "")
        assert "running 0 of 1 failure of the last run; the current selection excludes the others" in done.stderr
        assert "hint: use the -m, -k and --inputs of that run" in done.stderr
        assert history.kept_runs() == kept
    again = _run(folder, _NAME, "-m", "mer", "--inputs", "own.tsv", "--lf", "--format", "jsonl")
    assert len(_asked(again)) == 1
    assert "running 1 failure of the last run\n" in again.stderr


def test_without_an_earlier_run_everything_is_asked_and_said(folder: Path) -> None:
    _run(folder, "native:jiwer", "-m", "mer")
    done = _run(folder, "native", "-m", "mer", "--lf")
    assert done.returncode == 0
    assert "no run of these implementations is saved for this folder; running everything" in done.stderr


@pytest.mark.slow
def test_a_run_is_kept_and_rendered_again(folder: Path) -> None:
    none = call("render", cwd=folder)
    assert none.returncode == 2
    assert "no saved run" in none.stderr
    shown = _run(folder, _NAME, "-m", "mer", "--seed", "7")
    assert {path.name for path in folder.iterdir()} - {"__pycache__"} == {"mine.py"}
    again = call("render", cwd=folder)
    assert (again.returncode, again.stdout) == (0, shown.stdout.split("\nShow this run again with samescore render")[0])
    verbose = _run(folder, _NAME, "-m", "mer", "--seed", "7", "-v")
    assert (
        call("render", "-v", cwd=folder).stdout
        == verbose.stdout.split("\nShow this run again with samescore render")[0]
    )
    kept = history.kept_runs()
    _run(folder, "native", "-m", "mcc", "--no-report")
    _run(folder, "native", "-m", "mcc", "--report", "here.jsonl")
    assert history.kept_runs() == kept
    assert (folder / "here.jsonl").exists()


def test_a_run_without_results_is_not_kept(folder: Path) -> None:
    done = _run(folder, "native", "-k", "fresh-")
    assert done.returncode == 4
    assert "samescore render" not in done.stdout
    assert history.kept_runs() == []


def test_the_run_of_another_folder_is_shown_as_such(folder: Path, tmp_path: Path) -> None:
    shown = _run(folder, "native", "-m", "mcc").stdout.split("\nShow this run again with samescore render")[0]
    other = tmp_path / "other project"
    other.mkdir()
    done = call("render", cwd=other)
    assert (done.returncode, done.stdout) == (0, shown)
    assert re.fullmatch(
        rf"samescore: no saved run for this folder; showing the last one, from {re.escape(str(folder))}, "
        r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\n",
        done.stderr,
    )
    badge = call("render", "--badge", "badge.svg", cwd=other)
    assert badge.returncode == 2
    assert "no saved run for this folder" in badge.stderr
    assert not (other / "badge.svg").exists()
    _run(other, "native", "-m", "kappa")
    own = call("render", cwd=folder)
    assert (own.stdout, own.stderr) == (shown, ""), "the own run goes before a later one of another folder"
    assert call("render", "--badge", "badge.svg", cwd=folder).returncode == 0


def test_a_report_and_none_exclude_each_other(folder: Path) -> None:
    done = _run(folder, "native", "-m", "mcc", "--no-report", "--report", "here.jsonl")
    assert done.returncode == 2
    assert "--report and --no-report cannot be combined" in done.stderr
    assert not (folder / "here.jsonl").exists()
    (folder / "pyproject.toml").write_text('[tool.samescore]\nreport = "here.jsonl"\n', encoding="utf-8")
    done = _run(folder, "native", "-m", "mcc", "--no-report")
    assert done.returncode == 0, "the command line overrides the project"
    assert not (folder / "here.jsonl").exists()


def test_a_state_folder_that_cannot_be_written_is_a_note(folder: Path) -> None:
    (folder / "file").write_text("", encoding="utf-8")
    done = _run(folder, "native", "-m", "mcc", SAMESCORE_STATE=str(folder / "file"))
    assert done.returncode == 0
    assert "this run was not saved" in done.stderr
    assert "Nothing unexplained." in done.stdout
    assert "samescore render" not in done.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_shows_and_keeps_what_there_is(folder: Path, tmp_path: Path, number: signal.Signals) -> None:
    slow = 'import time\n\ndef wer(h, r):\n    time.sleep(0.05)\n    return 0.5\n\nwer.samescore = {"metric": "wer"}\n'
    (folder / "slow.py").write_text(slow, encoding="utf-8")
    command = [*PROGRAM, "run", "native", "py:slow:wer", "-m", "wer"]
    before = signal.signal(number, signal.default_int_handler)  # a test runner in the background ignores interrupts
    try:
        running = subprocess.Popen(
            command,
            cwd=folder,
            env={
                **os.environ,
                "COLUMNS": "",
            },  # readline, which pytest imports, sets it where os.environ does not show it
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
    finally:
        signal.signal(number, before)
    with running:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not _slow_results(tmp_path):
            time.sleep(0.02)
        running.send_signal(number)
        shown, errors = running.communicate(timeout=60)
    assert running.returncode == 128 + number
    assert errors.endswith("samescore: interrupted\n")
    assert "Traceback" not in errors
    lines = shown.splitlines()
    assert any(line.startswith("native ") for line in lines)
    assert any(line.startswith("py:slow:wer") for line in lines)
    assert re.search(r"The run was interrupted, after \d+ of \d+ results\.", shown)
    assert call("render", cwd=folder, COLUMNS="").stdout == shown
    assert not list((tmp_path / "state" / "runs").glob("*.part"))


def _slow_results(folder: Path) -> bool:
    """Return whether the slow function has answered more than two requests."""
    parts = list((folder / "state" / "runs").glob("*.part"))
    return any(path.read_bytes().count(b'"implementation":"py:slow:wer"') > 2 for path in parts if path.exists())
